//! Events that were read from CTF traces, in one plain form with 64-bit times. Names and values of environment,
//! contexts and payloads stay, and packets stay packets; only the layout in bits changes.
//!
//! Headers are made again. A length or tag that referred to a field of a header gets a field of its own, before its
//! first user.

mod metadata;
mod stream;
mod values;

use super::stream::Number;
use super::tsdl::quoted;
use super::{Head, Stream, Tsdl};
use crate::read::ctf::{Clock, EnvValue, StreamClass};
use crate::write::TraceError;
use crate::write::sink::{Budget, Sink};
use std::path::Path;
pub(crate) use stream::{Open, StreamFile};

/// Fields of packet contexts that are made again.
const MADE: [&str; 6] = [
    "timestamp_begin",
    "timestamp_end",
    "content_size",
    "packet_size",
    "events_discarded",
    "packet_seq_num",
];

/// What the metadata says.
pub(crate) struct Description<'a> {
    pub uuid: Option<[u8; 16]>,
    pub env: Vec<(String, EnvValue)>,
    pub clocks: Vec<Clock>,
    pub streams: Vec<Class<'a>>,
}

/// A class of streams.
pub(crate) struct Class<'a> {
    /// Its number in the trace that is written.
    pub id: u64,
    pub class: &'a StreamClass,
    /// The name of its clock.
    pub clock: Option<String>,
}

impl Description<'_> {
    /// Writes the metadata of a trace in this directory.
    pub(crate) fn write(&self, dir: &Path) -> Result<(), TraceError> {
        let mut sink = Sink::create(&dir.join("metadata"))?;
        sink.put(metadata::text(self).as_bytes());
        sink.flush(&mut Budget(None))
    }
}

/// Whether ids of events need 64 bits.
fn wide(class: &StreamClass) -> bool {
    class.events.values().any(|e| u32::try_from(e.id).is_err())
}
