//! Traces out and in:
//!
//! - [`formats`]: the table of formats;
//! - [`mod@write`]: trace writers that turn the stream of facts into files;
//! - [`read`]: readers of traces of firmware, hosts and other tracers;
//! - [`convert`]: such traces in other formats;
//! - [`context`]: data that a trace needs beside the facts.

pub mod context;
pub mod convert;
pub mod formats;
pub mod read;
pub mod write;

pub use context::{DeviceInfo, TraceContext, TraceOptions};
pub use formats::{Format, Place, open};
pub use write::{LeftOut, TraceError, TraceWriter};
