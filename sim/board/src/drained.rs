//! Traces that firmware made and a host drained: their packets are checked on the way, and at the
//! end what is in them is held against what the firmware says that it wrote.

use crate::hosted::{AllMetadata, Hosted};
use crate::machine::Machine;
use crate::report::{TracerReport, TracerTruth, TracingReport};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trueboard_truth::read::ctf::{Event, Metadata, PacketCheck};
use trueboard_truth::tracers::Traced;

/// Bytes of a packet in a ring (firmware/parallella/README.md, "Packet rings").
const PACKET: usize = 256;
/// The mailboxes of cores (ibid., "Mailboxes"), and the words that are read here.
const MAILBOXES: u64 = 0x8e80_0000;
const MAILBOX_BYTES: u64 = 64;
const STATE: usize = 8;
const ATTEMPTED: usize = 12;
const DISCARDED: usize = 16;
const PACKETS: usize = 20;
const FINISHED: u32 = 2;

/// Reads the metadata files among `files`, which have names like `TRACE/metadata`.
///
/// # Errors
/// Every one that cannot be understood.
pub(crate) fn metadata<'a>(
    files: impl Iterator<Item = &'a (String, Vec<u8>)>,
) -> Result<AllMetadata, Vec<String>> {
    let mut all = AllMetadata::new();
    let mut problems = Vec::new();
    for (name, bytes) in files {
        let Some(folder) = name.strip_suffix("/metadata") else {
            continue;
        };
        match Metadata::from_file(bytes, Path::new(name)) {
            Ok(m) => {
                all.insert(folder.to_owned(), Arc::new(m));
            }
            Err(e) => problems.push(format!("drain: metadata: {e}")),
        }
    }
    if problems.is_empty() {
        Ok(all)
    } else {
        Err(problems)
    }
}

/// What checks packets while they are drained.
pub(crate) fn check(all: AllMetadata) -> trueboard_host::PacketCheck {
    let mut streams: BTreeMap<String, PacketCheck> = BTreeMap::new();
    Box::new(move |stream, packet| {
        let folder = stream.rsplit_once('/').map_or("", |parts| parts.0);
        let Some(metadata) = all.get(folder) else {
            return Ok(());
        };
        let check = streams
            .entry(stream.to_owned())
            .or_insert_with(|| PacketCheck::new(metadata.clone(), stream));
        check.packet(packet).map(|_| ()).map_err(|d| d.to_string())
    })
}

/// What was drained, held against what the firmware says and against what its tracers really did.
pub(crate) fn report<'a>(
    m: &Machine,
    host: &Hosted,
    truth: &dyn Fn(u8) -> Option<&'a Traced>,
    stream: &dyn Fn(&str) -> Vec<u8>,
) -> Vec<TracingReport> {
    let cores = |(trace, cores): &(String, Vec<u8>)| {
        let metadata = host.metadata.get(trace);
        let one = |&core: &u8| of_core(m, host, (trace, core), metadata, truth(core), stream);
        cores.iter().map(one).collect::<Vec<_>>()
    };
    host.drained.iter().flat_map(cores).collect()
}

fn of_core(
    m: &Machine,
    host: &Hosted,
    (trace, core): (&str, u8),
    metadata: Option<&Arc<Metadata>>,
    traced: Option<&Traced>,
    read: &dyn Fn(&str) -> Vec<u8>,
) -> TracingReport {
    let (row, col) = host.params.chip.position(core);
    let stream = format!("{trace}/stream-{row}-{col}");
    let bytes = read(&stream);
    let mut check = metadata.map(|meta| PacketCheck::new(meta.clone(), &stream));
    let mut stamps = Vec::new();
    if let Some(check) = &mut check {
        let mut seen = |e: &Event| stamps.push(e.time.map(|t| t.cycles));
        for packet in bytes.chunks(PACKET) {
            // What is wrong with it was reported when it was drained.
            let _ = check.packet_with(packet, &mut seen);
        }
    }
    let truth = traced.map(|t| held_against(t, &stamps));
    let read = check.as_ref().map(|c| c.summary());
    let at = MAILBOXES + MAILBOX_BYTES * u64::from(core);
    let mailbox = m.memory().peek(at, MAILBOX_BYTES as usize);
    let tracer = mailbox.and_then(|box_| {
        let word = |at: usize| {
            let bytes = box_.get(at..at + 4).and_then(|b| b.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        (word(STATE) == FINISHED).then(|| TracerReport {
            attempted: word(ATTEMPTED),
            discarded: word(DISCARDED),
            packets: word(PACKETS),
        })
    });
    let packets = (bytes.len() / PACKET) as u64;
    let events = read.map(|s| s.events);
    let discarded = read.map(|s| s.discarded);
    let agrees = tracer.as_ref().zip(events).map(|(t, events)| {
        let truly = truth.is_none_or(|truth| truth.agrees(t, events));
        truly
            && events == u64::from(t.attempted.wrapping_sub(t.discarded))
            && packets == u64::from(t.packets)
    });
    TracingReport {
        stream,
        core,
        packets,
        events,
        discarded,
        tracer,
        truth,
        agrees,
    }
}

/// What a tracer did, with the time stamps in its stream.
fn held_against(traced: &Traced, stamps: &[Option<u64>]) -> TracerTruth {
    let mut truth = TracerTruth {
        calls: traced.calls,
        written: traced.records_known.then_some(traced.written.len() as u64),
        stamps: 0,
        stamps_off: 0,
        stamps_explained: 0,
        farthest_ticks: 0,
    };
    if stamps.len() == traced.written.len() {
        for (stamp, clock) in stamps.iter().zip(&traced.written) {
            if let (Some(stamp), Some(clock)) = (stamp, clock) {
                let off = stamp.abs_diff(clock.time);
                let explained = off < clock.stood;
                truth.stamps += 1;
                truth.stamps_off += u64::from(off != 0 && !explained);
                truth.stamps_explained += u64::from(off != 0 && explained);
                truth.farthest_ticks = truth.farthest_ticks.max(off);
            }
        }
    }
    truth
}

impl TracerTruth {
    /// Whether the firmware's counts and `events` in the stream are what really happened.
    fn agrees(&self, t: &TracerReport, events: u64) -> bool {
        let dropped = |written| self.calls.checked_sub(written) == Some(u64::from(t.discarded));
        self.calls == u64::from(t.attempted)
            && self.written.is_none_or(|w| w == events && dropped(w))
            && self.stamps_off == 0
    }
}

impl TracingReport {
    /// Lines for the user where firmware, stream and truth differ.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let Some(t) = self.tracer.as_ref().filter(|_| self.agrees == Some(false)) else {
            return Vec::new();
        };
        let mut line = format!(
            "{}: {} events in {} packets were drained, but the firmware says that it made {} calls, \
             dropped {} records and put {} packets into the ring",
            self.stream,
            self.events.unwrap_or_default(),
            self.packets,
            t.attempted,
            t.discarded,
            t.packets
        );
        let Some(truth) = self.truth else {
            return vec![line];
        };
        line += &format!("; it did make {} calls", truth.calls);
        if let Some(written) = truth.written {
            line += &format!(" and write {written} records");
        }
        let mut lines = vec![line];
        if truth.stamps_off > 0 {
            lines.push(format!(
                "{}: {} of {} time stamps are not what the clock showed when it was read; the \
                 farthest is off by {} ticks",
                self.stream, truth.stamps_off, truth.stamps, truth.farthest_ticks
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_truth::tracers::Shown;

    fn shown(stood: u64) -> Shown {
        Shown { time: 100, stood }
    }

    /// Three calls, of which two were written, one of them with a clock that was not read.
    fn traced() -> Traced {
        Traced {
            calls: 3,
            written: vec![Some(shown(0)), None],
            records_known: true,
        }
    }

    fn says(attempted: u32, discarded: u32) -> TracerReport {
        TracerReport {
            attempted,
            discarded,
            packets: 1,
        }
    }

    #[test]
    fn what_is_right_agrees() {
        let truth = held_against(&traced(), &[Some(100), Some(7)]);
        assert_eq!((truth.calls, truth.written), (3, Some(2)));
        assert_eq!((truth.stamps, truth.stamps_off), (1, 0));
        assert!(truth.agrees(&says(3, 1), 2));
    }

    #[test]
    fn planted_defects_are_noticed() {
        let truth = held_against(&traced(), &[Some(100), Some(7)]);
        for (attempted, discarded, events) in
            [(2, 1, 2), (4, 1, 2), (3, 0, 2), (3, 2, 2), (3, 1, 1)]
        {
            assert!(!truth.agrees(&says(attempted, discarded), events));
        }
        for stamp in [99, 101, 0, u64::MAX] {
            let truth = held_against(&traced(), &[Some(stamp), Some(7)]);
            assert_eq!(truth.stamps_off, 1, "{stamp}");
            assert_eq!(truth.farthest_ticks, stamp.abs_diff(100));
            assert!(!truth.agrees(&says(3, 1), 2));
        }
        // The timer had stood still: up to that, but not all of it.
        let paused = Traced {
            written: vec![Some(shown(30)), None],
            ..traced()
        };
        for (stamp, off, explained) in [(100, 0, 0), (75, 0, 1), (129, 0, 1), (70, 1, 0)] {
            let truth = held_against(&paused, &[Some(stamp), Some(7)]);
            let found = (truth.stamps_off, truth.stamps_explained);
            assert_eq!(found, (off, explained), "{stamp}");
        }
        // An event more than was written: counts tell, times are not compared.
        let truth = held_against(&traced(), &[Some(100), Some(7), Some(8)]);
        assert_eq!(truth.stamps, 0);
        assert!(!truth.agrees(&says(3, 1), 3));
    }
}
