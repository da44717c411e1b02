//! CTF in one plain form: byte-aligned, little-endian, 64-bit stamps, packets as they were.

use super::ConvertError;
use super::ctf_metadata::{OWN, text, whole};
use crate::read::ctf::{
    Defect, Event, Item, MAGIC, Metadata, Packet, Trace, TraceError as ReadError, Type, Value,
};
use crate::write::TraceError as WriteError;
use crate::write::sink::{Budget, Sink, io_error};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Writes the trace; answers how many events it has. `out` is a directory that is made, or that
/// holds an older trace with streams of these names.
///
/// # Errors
/// When something cannot be read or written, or lengths and tags refer to headers.
pub(super) fn convert(
    trace: &Trace,
    out: &Path,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    let metadata = text(&trace.metadata)?;
    prepare(trace, out)?;
    let mut sink = Sink::create(&out.join("metadata"))?;
    sink.put(metadata.as_bytes());
    sink.flush(&mut Budget(None))?;
    let mut events = 0;
    for (i, s) in trace.streams.iter().enumerate() {
        let mut file = StreamFile {
            metadata: &trace.metadata,
            sink: Sink::create(&out.join(&s.name))?,
            bytes: Vec::new(),
            open: None,
        };
        for item in trace.reader(i).into_iter().flatten() {
            match item {
                Ok(Item::Packet(packet)) => file.packet(packet)?,
                Ok(Item::Event(event)) => {
                    events += 1;
                    file.event(&event)?;
                }
                Err(ReadError::Stream(defect)) => damaged(*defect),
                Err(e) => return Err(e.into()),
            }
        }
        file.close()?;
    }
    Ok(events)
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

/// A stream in the making.
struct StreamFile<'a> {
    metadata: &'a Metadata,
    sink: Sink,
    /// The packet in the making: its events.
    bytes: Vec<u8>,
    open: Option<Open>,
}

struct Open {
    packet: Arc<Packet>,
    begin: Option<u64>,
    end: Option<u64>,
}

impl StreamFile<'_> {
    fn packet(&mut self, packet: Arc<Packet>) -> Result<(), ConvertError> {
        self.close()?;
        self.open = Some(Open {
            begin: packet.begin.map(|t| t.cycles),
            end: packet.end.map(|t| t.cycles),
            packet,
        });
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), ConvertError> {
        let id = u32::try_from(event.id()).map_err(|_| ConvertError::Unsupported {
            what: format!("event `{}` with the id {}", event.name(), event.id()),
            why: "ids have 32 bits".to_owned(),
        })?;
        self.bytes.extend(id.to_le_bytes());
        if let Some(at) = event.time.map(|t| t.cycles) {
            self.bytes.extend(at.to_le_bytes());
            if let Some(open) = &mut self.open {
                open.begin.get_or_insert(at);
                open.end = open.end.max(Some(at));
            }
        }
        let [_, scopes @ ..] = event.scopes();
        for (ty, value) in scopes {
            if let (Some(ty), Some(Value::Struct(values))) = (ty, value) {
                for (f, v) in ty.fields.iter().zip(values) {
                    put(&mut self.bytes, &f.ty, v);
                }
            }
        }
        Ok(())
    }

    /// Writes the packet.
    fn close(&mut self) -> Result<(), ConvertError> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let packet = &open.packet;
        let class = &packet.class;
        let mut head = MAGIC.to_le_bytes().to_vec();
        head.extend(self.metadata.uuid.iter().flatten());
        head.extend(class.id.to_le_bytes());
        if class.clock.is_some() {
            let begin = open.begin.unwrap_or(0);
            head.extend(begin.to_le_bytes());
            head.extend(open.end.unwrap_or(begin).to_le_bytes());
        }
        let mut context = Vec::new();
        let values = match &packet.context {
            Some(Value::Struct(values)) => values.as_slice(),
            _ => &[],
        };
        let fields = class.packet_context.as_ref().map_or(&[][..], |c| &c.fields);
        for (f, v) in fields.iter().zip(values) {
            if !OWN.contains(&f.name.as_str()) {
                put(&mut context, &f.ty, v);
            }
        }
        let bits = 8 * (head.len() + 32 + context.len() + self.bytes.len()) as u64;
        let discarded = packet.discarded.unwrap_or(0);
        let sequence = packet.sequence.unwrap_or(packet.number);
        for n in [bits, bits, discarded, sequence] {
            head.extend(n.to_le_bytes());
        }
        self.sink.put(&head);
        self.sink.put(&context);
        self.sink.put(&self.bytes);
        self.bytes.clear();
        Ok(self.sink.flush(&mut Budget(None))?)
    }
}

/// Adds a value in the output's form of its type.
fn put(out: &mut Vec<u8>, ty: &Type, value: &Value) {
    match (ty, value) {
        (Type::Int(i), v) => number(out, i.size, v),
        (Type::Enum(e), v) => number(out, e.int.size, v),
        (Type::Float(f), Value::Float(v)) if f.size == 32 => out.extend((*v as f32).to_le_bytes()),
        (Type::Float(_), Value::Float(v)) => out.extend(v.to_le_bytes()),
        (_, Value::Text(t)) => {
            out.extend(t.bytes().filter(|&b| b != 0));
            out.push(0);
        }
        (Type::Struct(s), Value::Struct(values)) => {
            for (f, v) in s.fields.iter().zip(values) {
                put(out, &f.ty, v);
            }
        }
        (Type::Array(a), Value::Array(values)) => values.iter().for_each(|v| put(out, &a.of, v)),
        (Type::Variant(v), Value::Variant(i, value)) => {
            if let Some(option) = v.options.get(*i) {
                put(out, &option.ty, value);
            }
        }
        // A decoded value fits its type.
        _ => (),
    }
}

fn number(out: &mut Vec<u8>, size: u32, value: &Value) {
    let bits = match *value {
        Value::Unsigned(v) => v,
        Value::Signed(v) => v as u64,
        _ => 0,
    };
    let bytes = bits.to_le_bytes();
    out.extend(bytes.iter().take(whole(size) as usize / 8));
}
