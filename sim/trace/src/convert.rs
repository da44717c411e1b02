//! Conversion of traces: from [`crate::read::ctf`] to CTF in one plain form, to Paraver or to Perfetto.

pub(crate) mod ctf;
pub(crate) mod paraver;
pub(crate) mod perfetto;
pub(crate) mod rows;

pub use crate::formats::convert;

use crate::read::ctf::{Defect, Event, Packet, Trace, TraceError as ReadError};
use crate::write::TraceError as WriteError;
use std::path::Path;

/// Why a conversion ended early.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// The trace cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The result cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The trace has an element that the other format lacks.
    #[error("{what} cannot be converted: {why}")]
    Unsupported {
        /// What.
        what: String,
        /// Why not.
        why: String,
    },
}

/// The name of the function at an address that a stream (by its name) has, or none.
pub type Naming<'a> = &'a dyn Fn(&str, u64) -> Option<String>;

/// What is said of a packet or an event that cannot be part of what is written.
pub(crate) fn left(file: &Path, packet: &Packet, event: Option<&Event>, why: &str) -> Defect {
    Defect {
        file: file.into(),
        packet: packet.number,
        byte: event.map_or(packet.byte, Event::byte),
        event: event.map(|e| (e.number, e.name().to_owned())),
        cause: why.to_owned(),
        remedy: "it is left out; mend the tracer or its clock",
    }
}

/// Hands over every event in order of time. An event earlier than its predecessor in the stream is left out: no viewer
/// accepts it.
pub(crate) fn each(
    trace: &Trace,
    damaged: &mut dyn FnMut(Defect),
    take: &mut dyn FnMut(&Event) -> Result<(), ConvertError>,
) -> Result<u64, ConvertError> {
    let mut events = 0;
    let mut last = vec![i128::MIN; trace.streams.len()];
    for event in trace.events() {
        match event {
            Ok(event) => {
                let (now, stream) = (event.ns(), event.stream());
                if let Some(last) = last.get_mut(stream) {
                    if now < *last {
                        let path = trace.streams.get(stream).map_or(Path::new(""), |s| &s.path);
                        let why = format!(
                            "its time {now} ns is before {last} ns, which its stream has reached"
                        );
                        damaged(left(path, &event.packet, Some(&event), &why));
                        continue;
                    }
                    *last = now;
                }
                events += 1;
                take(&event)?;
            }
            Err(ReadError::Stream(defect)) => damaged(*defect),
            Err(e) => return Err(e.into()),
        }
    }
    Ok(events)
}
