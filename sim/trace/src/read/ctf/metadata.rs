//! The metadata of a trace: classes of streams and events, clocks, environment (sections 5 to 8).

mod blocks;
mod build;
mod link;
mod names;
mod setting;

use super::clock::Clock;
use super::error::{TraceError, io_error};
use super::tsdl;
use super::types::{ByteOrder, StructType};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The dynamic scopes in the order in which a packet has them (section 7.3.2).
pub(super) mod scope {
    pub(crate) const PACKET_HEADER: usize = 0;
    pub(crate) const PACKET_CONTEXT: usize = 1;
    pub(crate) const EVENT_HEADER: usize = 2;
    pub(crate) const STREAM_EVENT_CONTEXT: usize = 3;
    pub(crate) const EVENT_CONTEXT: usize = 4;
    pub(crate) const EVENT_FIELDS: usize = 5;
    pub(crate) const COUNT: usize = 6;

    /// Their absolute names, underscores taken off as from all names.
    pub(crate) const ROOTS: [&[&str]; COUNT] = [
        &["trace", "packet", "header"],
        &["stream", "packet", "context"],
        &["stream", "event", "header"],
        &["stream", "event", "context"],
        &["event", "context"],
        &["event", "fields"],
    ];
}

/// A value of the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvValue {
    /// A number.
    Number(i128),
    /// A text.
    Text(String),
}

/// What the metadata declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    /// Identity of the trace.
    pub uuid: Option<[u8; 16]>,
    /// Byte order of types that do not say.
    pub order: ByteOrder,
    /// Header of packets.
    pub packet_header: Option<StructType>,
    /// Classes of streams.
    pub streams: Vec<Arc<StreamClass>>,
    /// Clocks.
    pub clocks: Vec<Clock>,
    /// Environment, in the order of the file.
    pub env: Vec<(String, EnvValue)>,
}

/// A class of streams.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamClass {
    /// What `stream_id` in packet headers says.
    pub id: u64,
    /// Its clock, as an index into [`Metadata::clocks`].
    pub clock: Option<usize>,
    /// Context of packets.
    pub packet_context: Option<StructType>,
    /// Header of events.
    pub event_header: Option<StructType>,
    /// Context that every event has.
    pub event_context: Option<StructType>,
    /// Classes of events, by id.
    pub events: BTreeMap<u64, Arc<EventClass>>,
}

/// A class of events.
#[derive(Clone, Debug, PartialEq)]
pub struct EventClass {
    /// What `id` in event headers says.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its log level.
    pub loglevel: Option<i64>,
    /// Context of its own.
    pub context: Option<StructType>,
    /// Payload.
    pub fields: Option<StructType>,
}

impl Metadata {
    /// Reads a metadata file, text or packets.
    ///
    /// # Errors
    /// When it cannot be read or understood.
    pub fn open(path: &Path) -> Result<Metadata, TraceError> {
        let file = trueboard_files::read(path).map_err(|e| io_error(path, e))?;
        Metadata::from_file(&file, path)
    }

    /// Reads the bytes of a metadata file; `path` is what errors call it.
    ///
    /// # Errors
    /// When they cannot be understood.
    pub fn from_file(file: &[u8], path: &Path) -> Result<Metadata, TraceError> {
        let text = tsdl::text(file).map_err(|(cause, remedy)| TraceError::Metadata {
            path: path.into(),
            line: 1,
            column: 1,
            cause,
            remedy,
        })?;
        let read = tsdl::parse(&text).and_then(|items| blocks::metadata(&items));
        read.map_err(|fault| {
            let (line, column) = fault.line_and_column(&text);
            TraceError::Metadata {
                path: path.into(),
                line,
                column,
                cause: fault.cause,
                remedy: fault.remedy,
            }
        })
    }

    /// The class of streams with an id; where packets say no id there is only one.
    pub fn stream(&self, id: Option<u64>) -> Option<&Arc<StreamClass>> {
        match id {
            Some(id) => self.streams.iter().find(|s| s.id == id),
            None if self.streams.len() == 1 => self.streams.first(),
            None => None,
        }
    }

    /// The clock of a class of streams.
    pub fn clock(&self, class: &StreamClass) -> Option<&Clock> {
        self.clocks.get(class.clock?)
    }
}
