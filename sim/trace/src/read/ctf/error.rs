//! Errors of a trace: place, cause and remedy.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a trace, or a part of it, cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The operating system refused.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The directory is no trace.
    #[error("{} is no CTF trace: {cause}; {remedy}", path.display())]
    NoTrace {
        /// The directory.
        path: PathBuf,
        /// What is missing.
        cause: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The metadata cannot be understood. Nothing of the trace can be read then.
    #[error("{}:{line}:{column}: {cause}; {remedy}", path.display())]
    Metadata {
        /// The file.
        path: PathBuf,
        /// Line of the metadata text, from 1.
        line: usize,
        /// Column in that line, from 1.
        column: usize,
        /// What is wrong.
        cause: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A packet or an event cannot be understood; the rest of its packet is lost.
    #[error("{0}")]
    Stream(Box<Defect>),
}

/// What is wrong with a stream, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// File of the stream.
    pub file: PathBuf,
    /// Number of the packet in its file, from 0.
    pub packet: u64,
    /// Byte in the file, from 0.
    pub byte: u64,
    /// Number of the event in its packet, from 0, and its name where it is known.
    pub event: Option<(u64, String)>,
    /// What is wrong.
    pub cause: String,
    /// What to do about it.
    pub remedy: &'static str,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Defect {
            file,
            packet,
            byte,
            event,
            cause,
            remedy,
        } = self;
        write!(f, "{}: packet {packet}", file.display())?;
        match event {
            Some((number, name)) if name.is_empty() => write!(f, ", event {number}")?,
            Some((number, name)) => write!(f, ", event {number} `{name}`")?,
            None => (),
        }
        write!(f, ", byte {byte} ({byte:#x}): {cause}; {remedy}")
    }
}

impl From<Defect> for TraceError {
    fn from(d: Defect) -> TraceError {
        TraceError::Stream(Box::new(d))
    }
}

/// Names the file in an error of the operating system.
pub(super) fn io_error(path: &Path, source: io::Error) -> TraceError {
    TraceError::Io {
        path: path.into(),
        source,
    }
}

/// What is wrong inside a packet, before file and packet are known.
#[derive(Debug)]
pub(super) struct Fault {
    /// Bit from the begin of the packet.
    pub bit: u64,
    pub cause: String,
    pub remedy: &'static str,
    /// More bits were wanted than there are.
    pub short: bool,
}
