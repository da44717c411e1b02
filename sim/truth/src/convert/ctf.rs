//! CTF in one plain form, from one trace or several: byte-aligned, little-endian, 64-bit stamps,
//! packets as they were. With [`Output::on_clock`] all times are put on one clock.

use super::ConvertError;
use super::ctf_metadata::{OWN, text, whole};
use crate::read::ctf::{
    Clock, Defect, EnvValue, Event, Item, Packet, StreamClass, Time, Trace,
    TraceError as ReadError, Type, Value,
};
use crate::write::TraceError as WriteError;
use crate::write::sink::{Budget, Sink, io_error};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

const MAGIC: u32 = 0xc1fc_1fc1;

/// A trace that goes into the output.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Stands before the names of its streams, and of its clocks if all traces keep theirs.
    pub prefix: &'a str,
}

/// Puts a time of a stream (part, stream of that part) on the clock of the output.
type Map<'a> = &'a dyn Fn(usize, usize, Time) -> u64;

/// What is written.
pub struct Output<'a> {
    parts: &'a [Part<'a>],
    clocks: Vec<Clock>,
    /// The number in the output of each part's first clock and first stream class.
    firsts: Vec<(usize, u64)>,
    map: Option<Map<'a>>,
}

impl<'a> Output<'a> {
    /// All streams of these traces, with the clocks that they have.
    pub fn new(parts: &'a [Part<'a>]) -> Output<'a> {
        let (mut clocks, mut firsts, mut classes) = (Vec::new(), Vec::new(), 0);
        for p in parts {
            firsts.push((clocks.len(), classes));
            classes += p.trace.metadata.streams.len() as u64;
            clocks.extend(p.trace.metadata.clocks.iter().map(|c| Clock {
                name: format!("{}{}", p.prefix, c.name),
                ..c.clone()
            }));
        }
        Output {
            parts,
            clocks,
            firsts,
            map: None,
        }
    }

    /// Puts all times on one clock. `map` must keep the order of each stream's times.
    #[must_use]
    pub fn on_clock(mut self, clock: Clock, map: Map<'a>) -> Output<'a> {
        self.clocks = vec![clock];
        self.map = Some(map);
        self
    }

    pub(super) fn clocks(&self) -> &[Clock] {
        &self.clocks
    }

    /// One trace keeps its identity, several together have none.
    pub(super) fn uuid(&self) -> Option<[u8; 16]> {
        match self.parts {
            [one] if self.map.is_none() => one.trace.metadata.uuid,
            _ => None,
        }
    }

    /// The environment of the first trace, and what the others have beyond it.
    pub(super) fn env(&self) -> Vec<&(String, EnvValue)> {
        let mut seen = BTreeSet::new();
        let all = self.parts.iter().flat_map(|p| &p.trace.metadata.env);
        all.filter(|(name, _)| seen.insert(name)).collect()
    }

    /// Number, class and clock of every class of streams.
    pub(super) fn classes(&self) -> Vec<(u64, &'a StreamClass, Option<&Clock>)> {
        let mut all = Vec::new();
        for (part, p) in self.parts.iter().enumerate() {
            for class in &p.trace.metadata.streams {
                let class: &'a StreamClass = class;
                all.push((self.class_id(part, class), class, self.clock(part, class)));
            }
        }
        all
    }

    /// One trace keeps the numbers of its classes; of several they are counted through.
    fn class_id(&self, part: usize, class: &StreamClass) -> u64 {
        let Some(p) = self.parts.get(part).filter(|_| self.parts.len() > 1) else {
            return class.id;
        };
        let at = p
            .trace
            .metadata
            .streams
            .iter()
            .position(|s| s.id == class.id);
        let (_, first) = self.firsts.get(part).copied().unwrap_or_default();
        first + at.unwrap_or(0) as u64
    }

    fn clock(&self, part: usize, class: &StreamClass) -> Option<&Clock> {
        let own = class.clock?;
        let (first, _) = self.firsts.get(part)?;
        let at = if self.map.is_some() { 0 } else { first + own };
        self.clocks.get(at)
    }

    /// Writes the trace; answers how many events it has. `out` is a directory that is made, or
    /// that holds an older trace with streams of these names.
    ///
    /// # Errors
    /// When something cannot be read or written, or lengths and tags refer to headers.
    pub fn write(&self, out: &Path, damaged: &mut dyn FnMut(Defect)) -> Result<u64, ConvertError> {
        let metadata = text(self)?;
        self.prepare(out)?;
        let mut sink = Sink::create(&out.join("metadata"))?;
        sink.put(metadata.as_bytes());
        sink.flush(&mut Budget(None))?;
        let mut events = 0;
        for (part, p) in self.parts.iter().enumerate() {
            for (stream, s) in p.trace.streams.iter().enumerate() {
                let path = out.join(format!("{}{}", p.prefix, s.name));
                let mut file = StreamFile {
                    out: self,
                    part,
                    stream,
                    sink: Sink::create(&path)?,
                    bytes: Vec::new(),
                    open: None,
                };
                for item in p.trace.reader(stream).into_iter().flatten() {
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
        }
        Ok(events)
    }

    /// Makes the directory. Files that are none of the output's are left alone, and are an error:
    /// readers would take them for streams.
    fn prepare(&self, out: &Path) -> Result<(), ConvertError> {
        fs::create_dir_all(out).map_err(|e| io_error(out, e))?;
        let mut ours: BTreeSet<String> = BTreeSet::from(["metadata".to_owned()]);
        for p in self.parts {
            let same = |a: &Path, b: &Path| matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
            if same(&p.trace.path, out) {
                return Err(ConvertError::Unsupported {
                    what: format!("{} into itself", out.display()),
                    why: "it would be overwritten while it is read; name another directory"
                        .to_owned(),
                });
            }
            let names = p.trace.streams.iter();
            ours.extend(names.map(|s| format!("{}{}", p.prefix, s.name)));
        }
        let entries = fs::read_dir(out).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut names: Vec<String> = entries
            .map_err(|e| io_error(out, e))?
            .iter()
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .filter(|n| !n.starts_with('.') && !ours.contains(n))
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
}

/// A stream in the making.
struct StreamFile<'a> {
    out: &'a Output<'a>,
    part: usize,
    stream: usize,
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
    fn time(&self, time: Option<Time>) -> Option<u64> {
        let time = time?;
        Some(match self.out.map {
            Some(map) => map(self.part, self.stream, time),
            None => time.cycles,
        })
    }

    fn packet(&mut self, packet: Arc<Packet>) -> Result<(), ConvertError> {
        self.close()?;
        self.open = Some(Open {
            begin: self.time(packet.begin),
            end: self.time(packet.end),
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
        if let Some(at) = self.time(event.time) {
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
        head.extend(self.out.uuid().unwrap_or_default().iter().take(
            // Without a UUID there is no place for one.
            if self.out.uuid().is_some() { 16 } else { 0 },
        ));
        head.extend(self.out.class_id(self.part, class).to_le_bytes());
        if self.out.clock(self.part, class).is_some() {
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
