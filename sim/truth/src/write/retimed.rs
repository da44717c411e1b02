//! Events that were read from CTF traces, written as one CTF trace with other times: all on one
//! clock. Names and values of environment, contexts and payloads stay; how they lie in the bits does
//! not: everything is little-endian and byte-aligned here. A packet stays a packet.

mod layout;

use super::TraceError;
use super::ctf::{MAGIC, prepare};
use super::ctf_metadata::escaped;
use super::sink::{Budget, Sink};
use crate::read::ctf::{Clock, EnvValue, Event, Packet, StreamClass, StructType, Trace};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fields of packet contexts that are made anew.
const MADE: [&str; 6] = [
    "timestamp_begin",
    "timestamp_end",
    "content_size",
    "packet_size",
    "events_discarded",
    "packet_seq_num",
];

/// Bytes of a packet before what is left of its context: magic, stream_id, six numbers.
const HEAD: usize = 8 + 6 * 8;

/// A trace in the making.
#[derive(Debug)]
pub struct Retimed {
    dir: PathBuf,
    traces: Vec<Input>,
    /// By trace and number of the stream.
    streams: BTreeMap<(usize, usize), Stream>,
}

/// What has to be known of a trace that was read.
#[derive(Debug)]
struct Input {
    /// What its files are called by.
    name: String,
    /// Its streams' file names.
    streams: Vec<String>,
    /// The number of its first class of streams; they are numbered through.
    first: u32,
    /// The ids of its classes.
    ids: Vec<u64>,
}

impl Retimed {
    /// Begins a trace in a directory, replacing one of ours; `clock` is the one that all times are
    /// of. The traces that are read have names, which begin the names of files.
    ///
    /// # Errors
    /// When it cannot be written, or the directory holds something else.
    pub fn create(
        dir: &Path,
        clock: &Clock,
        traces: &[(String, &Trace)],
    ) -> Result<Retimed, TraceError> {
        prepare(dir)?;
        let mut next = 0;
        let mut inputs = Vec::new();
        for (name, trace) in traces {
            inputs.push(Input {
                name: name.clone(),
                streams: trace.streams.iter().map(|s| s.name.clone()).collect(),
                first: next,
                ids: trace.metadata.streams.iter().map(|s| s.id).collect(),
            });
            next += trace.metadata.streams.len() as u32;
        }
        let mut metadata = Sink::create(&dir.join("metadata"))?;
        metadata.put(text(clock, traces, &inputs).as_bytes());
        metadata.flush(&mut Budget(None))?;
        Ok(Retimed {
            dir: dir.into(),
            traces: inputs,
            streams: BTreeMap::new(),
        })
    }

    /// Takes the next event of the trace with this number. Of each stream they come in order of
    /// time.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn event(&mut self, trace: usize, event: &Event, time: u64) -> Result<(), TraceError> {
        let Some(input) = self.traces.get(trace) else {
            return Err(TraceError::Unknown(format!("trace {trace}")));
        };
        let number = event.stream();
        if !self.streams.contains_key(&(trace, number)) {
            let stream = input.streams.get(number).map_or("", String::as_str);
            let name = file_name(&["stream", &input.name, stream]);
            let stream = Stream::create(&self.dir.join(name))?;
            self.streams.insert((trace, number), stream);
        }
        let id = event.packet.class.id;
        let class = input.ids.iter().position(|i| *i == id).unwrap_or(0);
        let class = input.first + class as u32;
        match self.streams.get_mut(&(trace, number)) {
            Some(stream) => stream.event(class, event, time),
            None => Ok(()),
        }
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<(), TraceError> {
        self.streams.values_mut().try_for_each(Stream::close)
    }
}

/// A file name of these parts.
fn file_name(parts: &[&str]) -> String {
    let usual = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let name = |part: &&str| part.replace(|c| !usual(c), "_");
    parts.iter().map(name).collect::<Vec<_>>().join("_")
}

/// A file, and the packet in the making.
#[derive(Debug)]
struct Stream {
    sink: Sink,
    /// The packet that was read.
    packet: Option<Arc<Packet>>,
    class: u32,
    begin: u64,
    end: u64,
    sequence: u64,
    bytes: Vec<u8>,
}

impl Stream {
    fn create(path: &Path) -> Result<Stream, TraceError> {
        Ok(Stream {
            sink: Sink::create(path)?,
            packet: None,
            class: 0,
            begin: 0,
            end: 0,
            sequence: 0,
            bytes: Vec::new(),
        })
    }

    fn event(&mut self, class: u32, event: &Event, time: u64) -> Result<(), TraceError> {
        let same = |p: &Arc<Packet>| Arc::ptr_eq(p, &event.packet);
        if !self.packet.as_ref().is_some_and(same) {
            self.close()?;
            (self.class, self.begin) = (class, time);
            self.bytes.resize(HEAD, 0);
            let context = event.packet.class.packet_context.as_ref();
            let value = event.packet.context.as_ref();
            layout::put(&mut self.bytes, context, value, &MADE);
            self.packet = Some(Arc::clone(&event.packet));
        }
        self.end = time;
        // Ids are at most 32 bits in all metadata that can be read in practice; the low ones count.
        self.bytes
            .extend_from_slice(&(event.id() as u32).to_le_bytes());
        self.bytes.extend_from_slice(&time.to_le_bytes());
        let [_, scopes @ ..] = event.scopes();
        for (ty, value) in scopes {
            layout::put(&mut self.bytes, ty, value, &[]);
        }
        Ok(())
    }

    /// Writes the packet, if there is one.
    fn close(&mut self) -> Result<(), TraceError> {
        let Some(packet) = self.packet.take() else {
            return Ok(());
        };
        let bits = 8 * self.bytes.len() as u64;
        let lost = packet.discarded.unwrap_or(0);
        let numbers = [self.begin, self.end, bits, bits, lost, self.sequence];
        let head = [MAGIC, self.class].into_iter().flat_map(u32::to_le_bytes);
        let head = head.chain(numbers.into_iter().flat_map(u64::to_le_bytes));
        self.bytes.iter_mut().zip(head).for_each(|(b, h)| *b = h);
        self.sink.put(&self.bytes);
        self.bytes.clear();
        self.sequence += 1;
        self.sink.flush(&mut Budget(None))
    }
}

/// The metadata.
fn text(clock: &Clock, traces: &[(String, &Trace)], inputs: &[Input]) -> String {
    let mut s = String::from("/* CTF 1.8 */\n");
    for size in [16, 32, 64] {
        s += &format!(
            "typealias integer {{ size = {size}; align = 8; signed = false; }} := u{size};\n"
        );
    }
    s += "trace { major = 1; minor = 8; byte_order = le;\n  \
          packet.header := struct { u32 magic; u32 stream_id; }; };\n\
          env { domain = \"synchronised\"; tracer_name = \"trueboard\";";
    for (name, trace) in traces {
        for (key, value) in &trace.metadata.env {
            let value = match value {
                EnvValue::Number(n) => n.to_string(),
                EnvValue::Text(t) => format!("\"{}\"", escaped(t)),
            };
            let key = format!("{name}_{key}").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            s += &format!(" _{key} = {value};");
        }
    }
    s += " };\n";
    s += &format!(
        "clock {{ name = \"reference\"; description = \"{}\"; freq = {}; offset_s = {}; offset = {}; \
         absolute = {}; }};\n",
        escaped(&clock.description),
        clock.freq,
        clock.offset_s,
        clock.offset,
        clock.absolute
    );
    s += "typealias integer { size = 64; align = 8; signed = false; map = clock.reference.value; } := tick_t;\n";
    for ((_, trace), input) in traces.iter().zip(inputs) {
        for (id, class) in (input.first..).zip(&trace.metadata.streams) {
            s += &stream_text(id, class);
        }
    }
    s
}

fn stream_text(id: u32, class: &StreamClass) -> String {
    let scope = |ty: &Option<StructType>, without: &[&str]| {
        let members = ty.as_ref().map(|t| layout::members(t, without));
        members.unwrap_or_default()
    };
    let mut s = format!(
        "stream {{ id = {id};\n  packet.context := struct {{ tick_t timestamp_begin; \
         tick_t timestamp_end; u64 content_size; u64 packet_size; u64 events_discarded; \
         u64 packet_seq_num; {}}};\n  event.header := struct {{ u32 id; tick_t timestamp; }} align(8);\n",
        scope(&class.packet_context, &MADE)
    );
    if class.event_context.is_some() {
        let context = scope(&class.event_context, &[]);
        s += &format!("  event.context := struct {{ {context}}};\n");
    }
    s += "};\n";
    for event in class.events.values() {
        s += &format!(
            "event {{ name = \"{}\"; id = {}; stream_id = {id};",
            escaped(&event.name),
            event.id as u32
        );
        if let Some(level) = event.loglevel {
            s += &format!(" loglevel = {level};");
        }
        if event.context.is_some() {
            s += &format!(" context := struct {{ {}}};", scope(&event.context, &[]));
        }
        s += &format!(
            " fields := struct {{ {}}}; }};\n",
            scope(&event.fields, &[])
        );
    }
    s
}
