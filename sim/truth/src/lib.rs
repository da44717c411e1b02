//! Facts and meters out, traces in. What lives here shares nothing but the facts:
//!
//! - [`mod@write`]: trace writers (CTF, Paraver, Perfetto) that turn the stream of facts into files;
//! - [`read`]: readers of traces that firmware, hosts and other tracers wrote;
//! - [`convert`]: such traces in other formats;
//! - [`tracers`]: what tracers in firmware really did;
//! - [`mod@why`]: what made the cycles, down to who owned a bus and who took a cache line away;
//! - [`lanes`]: what viewers of a whole run draw, in bounded memory;
//! - [`region`]: the meters of functions and of stretches between two functions.

pub mod context;
pub mod convert;
pub mod lanes;
pub mod probes;
pub mod profile;
pub mod read;
pub mod region;
pub mod spans;
pub mod stack;
pub mod tracers;
pub mod why;
pub mod write;

pub use context::{DeviceInfo, NoSymbols, Symbols, TraceContext, TraceOptions};
pub use write::{Format, LeftOut, TraceError, TraceWriter, open};
