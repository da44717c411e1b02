//! CTF in the plain form, with clocks, numbers and packets as they were.

use super::ConvertError;
use crate::read::ctf::{Defect, Item, Packet, Trace, TraceError as ReadError};
use crate::write::TraceError as WriteError;
use crate::write::plain::{Class, Description, Open, StreamFile};
use crate::write::sink::io_error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Writes the trace; answers how many events it has. `out` is a directory that is made, or that
/// holds an older trace with streams of these names.
///
/// # Errors
/// When something cannot be read or written.
pub(super) fn convert(
    trace: &Trace,
    out: &Path,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    prepare(trace, out)?;
    describe(trace).write(out)?;
    let mut events = 0;
    for (i, s) in trace.streams.iter().enumerate() {
        let mut file = StreamFile::create(&out.join(&s.name), trace.metadata.uuid)?;
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

/// Makes the directory. Files that are none of the output's are left alone, and are an error:
/// readers would take them for streams.
fn prepare(trace: &Trace, out: &Path) -> Result<(), ConvertError> {
    fs::create_dir_all(out).map_err(|e| io_error(out, e))?;
    let places = (trace.path.canonicalize(), out.canonicalize());
    if matches!(places, (Ok(a), Ok(b)) if a == b) {
        return Err(ConvertError::Unsupported {
            what: format!("{} into itself", out.display()),
            why: "it would be overwritten while it is read; name another directory".to_owned(),
        });
    }
    let ours = |name: &String| name == "metadata" || trace.streams.iter().any(|s| s.name == *name);
    let entries = fs::read_dir(out).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut names: Vec<String> = entries
        .map_err(|e| io_error(out, e))?
        .iter()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .filter(|n| !n.starts_with('.') && !ours(n))
        .collect();
    names.sort();
    match names.into_iter().next() {
        Some(found) => Err(WriteError::Foreign {
            path: out.into(),
            found,
        }
        .into()),
        None => Ok(()),
    }
}
