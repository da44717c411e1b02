//! Common Trace Format 1.8: a directory with `metadata` and a file for each stream. Specification: CTF
//! 1.8.3, sections 4 (types), 5 (packets), 6 (events), 7 (metadata).
//!
//! A stream grows by whole packets, so a trace is valid whenever its writing ends. Every type is aligned to
//! bytes and little-endian. Of two sources of events, [`facts`] have classes of their own, and
//! [`described`] ones have those of the trace that they were read from.

mod classes;
pub(crate) mod described;
pub(crate) mod facts;
pub(crate) mod folder;
mod names;
pub mod retimed;
mod stream;
mod tsdl;

use stream::{Head, Stream};
use tsdl::Tsdl;
