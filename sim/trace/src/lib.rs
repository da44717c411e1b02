//! Traces out and in:
//!
//! - [`mod@write`]: trace writers (CTF, Paraver, Perfetto) that turn the stream of facts into files;
//! - [`read`]: readers of traces that firmware, hosts and other tracers wrote;
//! - [`convert`]: such traces in other formats;
//! - [`context`]: what a trace needs to know besides the facts.

pub mod context;
pub mod convert;
pub mod read;
pub mod write;

pub use context::{DeviceInfo, TraceContext, TraceOptions};
pub use write::{Format, LeftOut, TraceError, TraceWriter, open};
