//! Packets as the C code writes them that barectf 3.1.2 generates from
//! `models/workloads/keystone2/barectf.yaml`: default features, every field on a byte boundary,
//! little-endian, one stream class with `cpu_id` in the packet context. And the metadata (CTF 1.8)
//! that describes them to readers.

use crate::workload::TraceFormat;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use trueboard_ctf::{MAGIC, Uuid, uuid_of, uuid_text};

/// Bytes of a packet (thesis on the Keystone 2 port of barectf: 256).
pub const PACKET_BYTES: usize = 256;
/// Packet header: magic 4, uuid 16, stream_id 8.
const CONTEXT: usize = 28;
const CONTENT_SIZE: usize = CONTEXT + 8;
const TIMESTAMP_END: usize = CONTEXT + 24;
const DISCARDED: usize = CONTEXT + 32;
/// First byte of the first event.
pub const CONTENT: usize = CONTEXT + 44;
/// Event header: id 8, timestamp 8.
const EVENT_HEADER: usize = 16;
/// Fields that are addresses, which readers show in hexadecimal.
const ADDRESSES: [&str; 3] = ["addr", "from", "to"];
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
    uuid: Uuid,
    events: Vec<EventClass>,
}

impl Format {
    /// Checks what a workload says.
    ///
    /// # Errors
    /// All that is wrong, each with its path.
    pub fn new(t: &TraceFormat) -> Result<Format, Vec<String>> {
        let mut problems = Vec::new();
        let uuid = uuid_of(&t.uuid);
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

    /// The metadata of the stream of `core`, with a counter of `hz` cycles a second. Streams with clocks of their own
    /// are separate traces, and their clocks have separate UUIDs: readers identify clocks by them.
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
                let base = if ADDRESSES.contains(&name.as_str()) {
                    16
                } else {
                    10
                };
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

/// The packet that a tracer writes to: empty while none is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packet(trueboard_ctf::Packet);

impl Packet {
    /// True between open and close.
    pub fn is_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// True when `bytes` more fit.
    pub fn fits(&self, bytes: usize) -> bool {
        self.is_open() && self.0.len() + bytes <= PACKET_BYTES
    }

    /// Opens it at time stamp `now`.
    pub fn open(&mut self, format: &Format, cpu: u32, now: u64) {
        let stream = 0;
        self.0.u32(MAGIC).put(&format.uuid).u64(stream);
        let size = 8 * PACKET_BYTES as u64;
        self.0.u64(size).u64(0).u64(now).u64(0).u64(0).u32(cpu);
    }

    /// Writes a record; the caller has tested that it fits.
    pub fn write(&mut self, class: &EventClass, event: u16, now: u64, values: &[u64]) {
        self.0.u64(event.into()).u64(now);
        for ((_, bytes), value) in class.fields.iter().zip(values) {
            self.0.integer(*value, *bytes);
        }
    }

    /// Closes it at time stamp `now`, with this many events discarded so far; answers its bytes.
    pub fn close(&mut self, now: u64, discarded: u64) -> Vec<u8> {
        self.0.set(CONTENT_SIZE, self.0.bits());
        self.0.set(TIMESTAMP_END, now);
        self.0.set(DISCARDED, discarded);
        self.0.pad(PACKET_BYTES);
        self.0.take()
    }
}
