//! Common Trace Format 1.8: a directory with `metadata` and a file for each stream. Specification: CTF 1.8.3, sections
//! 4 (types), 5 (packets), 6 (events), 7 (metadata).
//!
//! A stream grows by whole packets, so a trace is valid at every end of its writing. Every type is little-endian and
//! aligned to bytes. Events have two sources: [`facts`] with classes of their own, and [`described`] events with the
//! classes of the trace that was read.

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
