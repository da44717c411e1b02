//! Traces out and in:
//!
//! - [`mod@write`]: trace writers (CTF, Paraver, Perfetto) that turn the stream of facts into files;
//! - [`read`]: readers of traces of firmware, hosts and other tracers;
//! - [`convert`]: such traces in other formats;
//! - [`context`]: data that a trace needs beside the facts.

pub mod context;
pub mod convert;
pub mod read;
pub mod write;

pub use context::{DeviceInfo, TraceContext, TraceOptions};
pub use write::{Format, LeftOut, TraceError, TraceWriter, open};
