//! CTF in the plain form, with unchanged clocks, numbers and packets.

use super::{ConvertError, left};
use crate::read::ctf::{Clock, Defect, Item, Metadata, Packet, Trace, TraceError as ReadError};
use crate::write::ctf::described::{Class, Description, Open, StreamFile};
use crate::write::ctf::folder::Folder;
use std::path::Path;
use std::sync::Arc;

/// Writes the trace; returns its number of events. `out` is a directory that is made, or that holds an older written
/// trace; it must not be the input.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn convert(
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
    for clock in &trace.metadata.clocks {
        if clock.most().is_none() {
            return Err(ConvertError::Unsupported {
                what: format!("the clock {}", clock.name),
                why: "its offset is beyond what readers can keep, 64 bits of nanoseconds"
                    .to_owned(),
            });
        }
    }
    let mut folder = Folder::begin(out)?;
    folder.file("metadata")?;
    describe(trace).write(out)?;
    let mut events = 0;
    for (i, s) in trace.streams.iter().enumerate() {
        let mut file = StreamFile::create(&folder.file(&s.name)?, trace.metadata.uuid)?;
        let mut skipped = false;
        for item in trace.reader(i).into_iter().flatten() {
            match item {
                Ok(Item::Packet(packet)) => {
                    let left_out = file.packet(open(&trace.metadata, Arc::clone(&packet)))?;
                    skipped = left_out.is_some();
                    if let Some(why) = left_out {
                        damaged(left(&s.path, &packet, None, &why.to_string()));
                    }
                }
                Ok(Item::Event(_)) if skipped => {}
                Ok(Item::Event(event)) => match file.event(&event, event.time.map(|t| t.cycles)) {
                    Some(why) => {
                        damaged(left(&s.path, &event.packet, Some(&event), &why.to_string()))
                    }
                    None => events += 1,
                },
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

fn open(metadata: &Metadata, packet: Arc<Packet>) -> Open {
    let clock = metadata.clock(&packet.class);
    Open {
        most: clock.and_then(Clock::most).unwrap_or(u64::MAX),
        class: packet.class.id,
        timed: packet.class.clock.is_some(),
        begin: packet.begin.map(|t| t.cycles),
        end: packet.end.map(|t| t.cycles),
        first: packet.sequence.unwrap_or(packet.number),
        packet,
    }
}
