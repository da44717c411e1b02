//! Packets as the C code writes them that barectf 3.1.2 generates from
//! `models/workloads/keystone2/barectf.yaml`: default features, every field on a byte boundary,
//! little-endian, one stream class with `cpu_id` in the packet context. And the metadata (CTF 1.8)
//! that describes them to readers.

use crate::workload::TraceFormat;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Bytes of a packet (thesis on the Keystone 2 port of barectf: 256).
pub const PACKET_BYTES: usize = 256;
/// CTF 1.8.3, 5.1: the magic number of a packet.
const MAGIC: u32 = 0xc1fc_1fc1;
/// Packet header: magic 4, uuid 16, stream_id 8.
const CONTEXT: usize = 28;
const CONTENT_SIZE: usize = CONTEXT + 8;
const TIMESTAMP_BEGIN: usize = CONTEXT + 16;
const TIMESTAMP_END: usize = CONTEXT + 24;
const DISCARDED: usize = CONTEXT + 32;
const CPU_ID: usize = CONTEXT + 40;
/// First byte of the first event.
pub const CONTENT: usize = CONTEXT + 44;
/// Event header: id 8, timestamp 8.
const EVENT_HEADER: usize = 16;
/// What is written when a packet is closed: content_size, timestamp_end, events_discarded.
pub const CLOSING_BYTES: usize = 24;

/// One kind of event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventClass {
    /// Its name.
    pub name: String,
    /// Its fields: name and bytes.
    pub fields: Vec<(String, usize)>,
}

impl EventClass {
    /// Bytes of a record.
    pub fn bytes(&self) -> usize {
        EVENT_HEADER + self.fields.iter().map(|f| f.1).sum::<usize>()
    }
}

/// What a tracer writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    uuid: [u8; 16],
    events: Vec<EventClass>,
}

impl Format {
    /// Checks what a workload says.
    ///
    /// # Errors
    /// All that is wrong, each with its path.
    pub fn new(t: &TraceFormat) -> Result<Format, Vec<String>> {
        let mut problems = Vec::new();
        let uuid = uuid(&t.uuid);
        if uuid.is_none() {
            problems.push(format!(
                "trace.uuid: `{}` is no UUID; write 32 hexadecimal digits in groups of 8-4-4-4-12",
                t.uuid
            ));
        }
        if t.events.is_empty() {
            problems.push("trace.events: there is none".to_owned());
        }
        // barectf numbers events by name.
        let mut events = Vec::new();
        for (name, fields) in &t.events {
            if !identifier(name) {
                problems.push(format!("trace.events.{name}: is no C identifier"));
            }
            let mut class = EventClass {
                name: name.clone(),
                fields: Vec::new(),
            };
            for (field, bits) in fields {
                if !identifier(field) || class.fields.iter().any(|f| f.0 == *field) {
                    problems.push(format!(
                        "trace.events.{name}.{field}: is no C identifier, or there twice"
                    ));
                }
                if !matches!(bits, 8 | 16 | 32 | 64) {
                    problems.push(format!(
                        "trace.events.{name}.{field}: must have 8, 16, 32 or 64 bits"
                    ));
                }
                class.fields.push((field.clone(), usize::from(bits / 8)));
            }
            if CONTENT + class.bytes() > PACKET_BYTES {
                problems.push(format!(
                    "trace.events.{name}: a record of {} bytes does not fit a packet, which has \
                     room for {}",
                    class.bytes(),
                    PACKET_BYTES - CONTENT
                ));
            }
            events.push(class);
        }
        match uuid {
            Some(uuid) if problems.is_empty() => Ok(Format { uuid, events }),
            _ => Err(problems),
        }
    }

    /// The number of an event.
    pub fn event(&self, name: &str) -> Option<u16> {
        self.events
            .iter()
            .position(|e| e.name == name)
            .map(|i| i as u16)
    }

    /// The event of this number.
    pub fn class(&self, event: u16) -> Option<&EventClass> {
        self.events.get(usize::from(event))
    }

    /// The metadata of the stream of `core`, whose counter has `hz` cycles a second. Streams with
    /// clocks of their own are traces of their own, and their clocks have their own UUIDs: that is
    /// by which readers tell clocks apart.
    pub fn metadata(&self, core: &str, processor: u8, hz: u64) -> String {
        let uint = |bits: usize, base: u8, map: bool| {
            let map = if map { " map = clock.tsc.value;" } else { "" };
            format!(
                "integer {{ signed = false; size = {bits}; align = 8; byte_order = native; base = \
                 {base};{map} }}"
            )
        };
        let (u8s, u32s, u64s) = (uint(8, 10, false), uint(32, 10, false), uint(64, 10, false));
        let clock = uint(64, 10, true);
        let mut clock_uuid = self.uuid;
        if let Some(last) = clock_uuid.last_mut() {
            *last ^= 0x80 | processor;
        }
        let mut s = format!(
            "/* CTF 1.8 */\n\n\
             trace {{\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = le;\n\tuuid = \"{}\";\n\
             \tpacket.header := struct {{\n\t\t{u32s} magic;\n\t\t{u8s} uuid[16];\n\t\t{u64s} \
             stream_id;\n\t}} align(8);\n}};\n\n\
             env {{\n\tdomain = \"bare\";\n\ttracer_name = \"barectf\";\n\ttracer_major = 3;\n\
             \ttracer_minor = 1;\n\ttracer_patch = 2;\n\ttracer_pre = \"\";\n\thostname = \
             \"{core}\";\n}};\n\n\
             clock {{\n\tname = tsc;\n\tuuid = \"{}\";\n\tfreq = {hz};\n\tprecision = 0;\n\toffset_s \
             = 0;\n\toffset = 0;\n\tabsolute = false;\n}};\n\n\
             stream {{\n\tid = 0;\n\tpacket.context := struct {{\n\t\t{u64s} packet_size;\n\t\t{u64s} \
             content_size;\n\t\t{clock} timestamp_begin;\n\t\t{clock} timestamp_end;\n\t\t{u64s} \
             events_discarded;\n\t\t{u32s} cpu_id;\n\t}} align(8);\n\
             \tevent.header := struct {{\n\t\t{u64s} id;\n\t\t{clock} timestamp;\n\t}} \
             align(8);\n}};\n",
            uuid_text(&self.uuid),
            uuid_text(&clock_uuid),
        );
        for (i, e) in self.events.iter().enumerate() {
            let _ = write!(
                s,
                "\nevent {{\n\tstream_id = 0;\n\tid = {i};\n\tname = \"{}\";\n\tfields := struct {{\n",
                e.name
            );
            for (name, bytes) in &e.fields {
                let base = if name == "addr" { 16 } else { 10 };
                let _ = writeln!(s, "\t\t{} {name};", uint(8 * bytes, base, false));
            }
            s += "\t} align(1);\n};\n";
        }
        s
    }
}

fn identifier(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn uuid(text: &str) -> Option<[u8; 16]> {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    if groups != [8, 4, 4, 4, 12] || !text.is_ascii() {
        return None;
    }
    let digits = text.replace('-', "");
    let n = u128::from_str_radix(&digits, 16).ok()?;
    Some(n.to_be_bytes())
}

fn uuid_text(uuid: &[u8; 16]) -> String {
    let t = format!("{:032x}", u128::from_be_bytes(*uuid));
    [&t[..8], &t[8..12], &t[12..16], &t[16..20], &t[20..]].join("-")
}

/// The packet that a tracer writes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packet {
    bytes: Vec<u8>,
    at: usize,
}

impl Packet {
    /// True between open and close.
    pub fn is_open(&self) -> bool {
        self.at != 0
    }

    /// True when `bytes` more fit.
    pub fn fits(&self, bytes: usize) -> bool {
        self.is_open() && self.at + bytes <= PACKET_BYTES
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        if let Some(to) = self.bytes.get_mut(at..at + bytes.len()) {
            to.copy_from_slice(bytes);
        }
    }

    fn put_u64(&mut self, at: usize, value: u64) {
        self.put(at, &value.to_le_bytes());
    }

    /// Opens it at time stamp `now`.
    pub fn open(&mut self, format: &Format, cpu: u32, now: u64) {
        self.bytes = vec![0; PACKET_BYTES];
        self.put(0, &MAGIC.to_le_bytes());
        self.put(4, &format.uuid);
        self.put_u64(CONTEXT, 8 * PACKET_BYTES as u64);
        self.put_u64(TIMESTAMP_BEGIN, now);
        self.put(CPU_ID, &cpu.to_le_bytes());
        self.at = CONTENT;
    }

    /// Writes a record; the caller has asked whether it fits.
    pub fn write(&mut self, class: &EventClass, event: u16, now: u64, values: &[u64]) {
        let mut at = self.at;
        self.put_u64(at, event.into());
        self.put_u64(at + 8, now);
        at += EVENT_HEADER;
        for ((_, bytes), value) in class.fields.iter().zip(values) {
            self.put(at, &value.to_le_bytes()[..*bytes]);
            at += bytes;
        }
        self.at = at;
    }

    /// Closes it at time stamp `now`, with this many events discarded so far; answers its bytes.
    pub fn close(&mut self, now: u64, discarded: u64) -> Vec<u8> {
        self.put_u64(CONTENT_SIZE, 8 * self.at as u64);
        self.put_u64(TIMESTAMP_END, now);
        self.put_u64(DISCARDED, discarded);
        self.at = 0;
        std::mem::take(&mut self.bytes)
    }
}
