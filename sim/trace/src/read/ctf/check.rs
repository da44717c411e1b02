//! Properties of every sound trace beyond readability (sections 5 and 6): times do not run back, events lie within
//! their packets, packets follow each other without gap, the counter of lost events does not fall.

use super::clock::Time;
use super::error::{Defect, Fault, TraceError};
use super::event::Event;
use super::metadata::Metadata;
use super::packet::{Packet, PacketReader};
use super::stream::{Item, other_uuid};
use super::trace::Trace;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trueboard_ctf::Uuid;

/// What a stream was found to have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Name of its file.
    pub stream: String,
    /// Packets that could be begun.
    pub packets: u64,
    /// Events that could be read.
    pub events: u64,
    /// Events that the tracer says it lost.
    pub discarded: u64,
    /// Time of the first event.
    pub first_ns: Option<i128>,
    /// Time of the last event.
    pub last_ns: Option<i128>,
    /// Defects found.
    pub defects: u64,
}

/// The rules, for one stream.
#[derive(Clone, Debug, Default)]
struct Rules {
    /// Latest event, or begin of the packet if there was none in it.
    last: Option<Time>,
    /// `timestamp_end` of the packet before.
    end: Option<Time>,
    /// `packet_seq_num` of the packet before, and its number in the file: damaged packets, which do not
    /// come here, have numbers too.
    sequence: Option<(u64, u64)>,
    discarded: Option<u64>,
    summary: Summary,
}

const TRACER: &str = "mend the tracer or its clock";
const COPIED: &str = "packets were lost, repeated or mixed up when they were copied";

impl Rules {
    fn packet(&mut self, p: &Packet, found: &mut dyn FnMut(Fault)) {
        self.summary.packets += 1;
        let mut tell = |cause: String, remedy| {
            found(Fault {
                bit: 0,
                cause,
                remedy,
                short: false,
            });
        };
        if let (Some(begin), Some(end)) = (p.begin, p.end)
            && end.cycles < begin.cycles
        {
            let cause = format!(
                "timestamp_end {} is before timestamp_begin {}",
                end.cycles, begin.cycles
            );
            tell(cause, TRACER);
        }
        if let (Some(begin), Some(before)) = (p.begin, self.end)
            && begin.cycles < before.cycles
        {
            let cause = format!(
                "timestamp_begin {} is before the end {} of the packet before",
                begin.cycles, before.cycles
            );
            tell(cause, COPIED);
        }
        if let (Some(now), Some((before, number))) = (p.sequence, self.sequence) {
            let passed = p.number.wrapping_sub(number);
            let expected = before.wrapping_add(passed) & p.mask("packet_seq_num");
            if now != expected {
                let cause = format!("packet_seq_num is {now}, expected {expected}");
                tell(cause, COPIED);
            }
        }
        if let Some(now) = p.discarded {
            match p.lost_since(self.discarded) {
                Some(more) => {
                    self.summary.discarded = self.summary.discarded.saturating_add(more);
                }
                None => {
                    let before = self.discarded.unwrap_or(0);
                    let cause = format!("events_discarded fell from {before} to {now}");
                    tell(cause, COPIED);
                }
            }
        }
        self.last = p.begin;
        self.end = p.end.or(self.end);
        self.sequence = p.sequence.map(|now| (now, p.number));
        self.discarded = p.discarded;
    }

    fn event(&mut self, e: &Event, found: &mut dyn FnMut(Fault)) {
        self.summary.events += 1;
        let Some(now) = e.time else {
            return;
        };
        let mut tell = |cause: String| {
            found(Fault {
                bit: e.first_bit,
                cause,
                remedy: TRACER,
                short: false,
            });
        };
        let cycles = now.cycles;
        match (self.last, e.packet.begin) {
            (_, Some(begin)) if cycles < begin.cycles => tell(format!(
                "its time {cycles} is before timestamp_begin {} of its packet",
                begin.cycles
            )),
            (Some(last), _) if cycles < last.cycles => tell(format!(
                "its time {cycles} is before {}, that of the event before",
                last.cycles
            )),
            _ => (),
        }
        if let Some(end) = e.packet.end
            && cycles > end.cycles
        {
            tell(format!(
                "its time {cycles} is after timestamp_end {} of its packet",
                end.cycles
            ));
        }
        self.last = Some(now);
        self.summary.first_ns.get_or_insert(now.ns);
        self.summary.last_ns = Some(now.ns);
    }
}

fn defect(file: &Path, p: &Packet, event: Option<(u64, &str)>, fault: Fault) -> Defect {
    Defect {
        file: file.into(),
        packet: p.number,
        byte: p.byte + fault.bit / 8,
        event: event.map(|(n, name)| (n, name.to_owned())),
        cause: fault.cause,
        remedy: fault.remedy,
    }
}

/// Reads a whole trace and reports every defect of its streams, in the order of the streams and of their bytes.
///
/// # Errors
/// When a file cannot be read at all. What comes before it was reported.
pub fn check(trace: &Trace, found: &mut dyn FnMut(Defect)) -> Result<Vec<Summary>, TraceError> {
    let mut all = Vec::new();
    for (i, stream) in trace.streams.iter().enumerate() {
        let mut rules = Rules::default();
        rules.summary.stream.clone_from(&stream.name);
        let mut defects = 0;
        for item in trace.reader(i).into_iter().flatten() {
            let (packet, event) = match &item {
                Ok(Item::Packet(p)) => (p, None),
                Ok(Item::Event(e)) => (&e.packet, Some((e.number, e.name()))),
                Err(TraceError::Stream(d)) => {
                    defects += 1;
                    found((**d).clone());
                    continue;
                }
                Err(_) => {
                    item?;
                    continue;
                }
            };
            let mut tell = |fault| {
                defects += 1;
                found(defect(&stream.path, packet, event, fault));
            };
            match &item {
                Ok(Item::Packet(p)) => rules.packet(p, &mut tell),
                Ok(Item::Event(e)) => rules.event(e, &mut tell),
                Err(_) => (),
            }
        }
        rules.summary.defects = defects;
        all.push(rules.summary);
    }
    Ok(all)
}

/// Checks the packets of one stream as they come, each whole: what a host drains, say. It knows
/// the packets before and forgets their bytes.
#[derive(Clone, Debug)]
pub struct PacketCheck {
    reader: PacketReader,
    rules: Rules,
    /// What defects call the stream.
    name: PathBuf,
    /// Bytes so far.
    byte: u64,
    /// The last reported UUID that differs from that of the metadata.
    other_uuid: Option<Uuid>,
}

impl PacketCheck {
    /// For a stream of this metadata; `name` is what defects call it.
    pub fn new(metadata: Arc<Metadata>, name: &str) -> PacketCheck {
        let mut rules = Rules::default();
        rules.summary.stream = name.to_owned();
        PacketCheck {
            reader: PacketReader::new(metadata, 0),
            rules,
            name: name.into(),
            byte: 0,
            other_uuid: None,
        }
    }

    /// Checks the next packet; returns its number of events. `bytes` are all of it, padding included. After a defect it
    /// continues with the next packet.
    ///
    /// # Errors
    /// The first defect.
    pub fn packet(&mut self, bytes: &[u8]) -> Result<u64, Defect> {
        self.packet_with(bytes, &mut |_| ())
    }

    /// As [`PacketCheck::packet`]; shows `seen` every event that could be read.
    ///
    /// # Errors
    /// The first defect.
    pub fn packet_with(
        &mut self,
        bytes: &[u8],
        seen: &mut dyn FnMut(&Event),
    ) -> Result<u64, Defect> {
        let (begin, len) = (self.byte, bytes.len() as u64);
        self.byte = begin.saturating_add(len);
        let checked = self.one(bytes, begin, len, seen);
        self.reader.end();
        self.rules.summary.defects += u64::from(checked.is_err());
        checked
    }

    fn one(
        &mut self,
        bytes: &[u8],
        begin: u64,
        len: u64,
        seen: &mut dyn FnMut(&Event),
    ) -> Result<u64, Defect> {
        if let Err(fault) = self.reader.begin(bytes, len, begin) {
            let packet = self.reader.next_number();
            self.reader.skip_packet();
            return Err(Defect {
                file: self.name.clone(),
                packet,
                byte: begin + fault.bit / 8,
                event: None,
                cause: fault.cause,
                remedy: fault.remedy,
            });
        }
        let Some(packet) = self.reader.packet().cloned() else {
            return Ok(0);
        };
        let mut first = None;
        let mut keep = |fault: Fault, event: Option<(u64, &str)>| {
            first.get_or_insert_with(|| defect(&self.name, &packet, event, fault));
        };
        if packet.other_uuid.is_some() && packet.other_uuid != self.other_uuid {
            self.other_uuid = packet.other_uuid;
            keep(other_uuid(), None);
        }
        self.rules.packet(&packet, &mut |fault| keep(fault, None));
        if packet.size() != len {
            let cause = format!(
                "packet_size is {} bytes, but {len} bytes were handed over",
                packet.size()
            );
            let fault = Fault {
                bit: 0,
                cause,
                remedy: "hand over whole packets, one at a time",
                short: false,
            };
            keep(fault, None);
        }
        let mut events = 0;
        loop {
            match self.reader.event(bytes) {
                Ok(Some(e)) => {
                    events += 1;
                    seen(&e);
                    let place = Some((e.number, e.name()));
                    self.rules.event(&e, &mut |fault| keep(fault, place));
                }
                Ok(None) => break,
                Err(fault) => {
                    keep(fault, Some(self.reader.place()));
                    break;
                }
            }
        }
        match first {
            Some(defect) => Err(defect),
            None => Ok(events),
        }
    }

    /// What was seen so far.
    pub fn summary(&self) -> &Summary {
        &self.rules.summary
    }
}
