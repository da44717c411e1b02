//! CTF in the plain form, with clocks, numbers and packets as they were.

use super::ConvertError;
use crate::read::ctf::{Defect, Item, Packet, Trace, TraceError as ReadError};
use crate::write::ctf::described::{Class, Description, Open, StreamFile};
use crate::write::ctf::folder::Folder;
use std::path::Path;
use std::sync::Arc;

/// Writes the trace; answers how many events it has. `out` is a directory that is made, or that
/// holds an older trace that was written there; it must not be the trace that is read.
///
/// # Errors
/// When something cannot be read or written.
pub(super) fn convert(
    trace: &Trace,
    out: &Path,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    let places = (trace.path.canonicalize(), out.canonicalize());
    if matches!(places, (Ok(a), Ok(b)) if a == b) {
        return Err(ConvertError::Unsupported {
            what: format!("{} into itself", out.display()),
            why: "it would be overwritten while it is read; name another directory".to_owned(),
        });
    }
    let mut folder = Folder::begin(out)?;
    folder.file("metadata")?;
    describe(trace).write(out)?;
    let mut events = 0;
    for (i, s) in trace.streams.iter().enumerate() {
        let mut file = StreamFile::create(&folder.file(&s.name)?, trace.metadata.uuid)?;
        for item in trace.reader(i).into_iter().flatten() {
            match item {
                Ok(Item::Packet(packet)) => file.packet(open(packet))?,
                Ok(Item::Event(event)) => {
                    events += 1;
                    file.event(&event, event.time.map(|t| t.cycles));
                }
                Err(ReadError::Stream(defect)) => damaged(*defect),
                Err(e) => return Err(e.into()),
            }
        }
        file.close()?;
    }
    Ok(events)
}

fn describe(trace: &Trace) -> Description<'_> {
    let metadata = &trace.metadata;
    Description {
        uuid: metadata.uuid,
        env: metadata.env.clone(),
        clocks: metadata.clocks.clone(),
        streams: metadata
            .streams
            .iter()
            .map(|class| Class {
                id: class.id,
                class,
                clock: metadata.clock(class).map(|c| c.name.clone()),
            })
            .collect(),
    }
}

fn open(packet: Arc<Packet>) -> Open {
    Open {
        class: packet.class.id,
        timed: packet.class.clock.is_some(),
        begin: packet.begin.map(|t| t.cycles),
        end: packet.end.map(|t| t.cycles),
        sequence: packet.sequence.unwrap_or(packet.number),
        packet,
    }
}
