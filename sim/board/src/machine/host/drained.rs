//! Traces that a host drained from firmware, and those of stub cores. Their packets are checked on the way. At the end
//! their content is compared with the firmware's own counts and the true events of its tracers.

use crate::machine::Machine;
use crate::machine::host::hosted::{AllMetadata, Hosted};
use crate::machine::host::tracer_clock::TracerClock;
use crate::report::{TracerReport, TracerTruth, TracingReport};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trueboard_analyses::tracers::observe::Traced;
use trueboard_cpu_c66x_stub::{TSC_BEGAN, layout};
use trueboard_trace::read::ctf::{Event, Metadata, PacketCheck, Summary};

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
    let layout = host.program.layout();
    let packet_bytes = layout.rings.packet_bytes as usize;
    let (read, stamps) = metadata.map_or_else(Default::default, |meta| {
        let (summary, stamps) = contents(meta, &stream, &bytes, packet_bytes);
        (Some(summary), stamps)
    });
    let truth = traced.map(|t| held_against(t, &stamps));
    let counts = layout.counts(&host.params.chip, core, &|at, n| m.memory().peek(at, n));
    let tracer = counts.map(|c| TracerReport {
        attempted: c.attempted,
        discarded: c.discarded,
        packets: c.packets,
    });
    let packets = (bytes.len() / packet_bytes) as u64;
    let events = read.as_ref().map(|s| s.events);
    let discarded = read.as_ref().map(|s| s.discarded);
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

/// What is in a stream, and the time stamp of each of its events. What is wrong with a packet was reported when it was
/// drained.
fn contents(
    metadata: &Arc<Metadata>,
    stream: &str,
    bytes: &[u8],
    packet_bytes: usize,
) -> (Summary, Vec<Option<u64>>) {
    let mut check = PacketCheck::new(metadata.clone(), stream);
    let mut stamps = Vec::new();
    let mut seen = |e: &Event| stamps.push(e.time.map(|t| t.cycles));
    for packet in bytes.chunks(packet_bytes) {
        let _ = check.packet_with(packet, &mut seen);
    }
    (check.summary().clone(), stamps)
}

/// Bytes of a packet of a stub core.
const STUB_PACKET: usize = layout::PACKET as usize;

/// A line for the user where traces were drained and the firmware's own counts of them are not known.
pub(crate) fn counts_unknown(host: &Hosted) -> Option<String> {
    let traces: Vec<&str> = host
        .drained
        .iter()
        .map(|(trace, _)| trace.as_str())
        .collect();
    (!traces.is_empty() && !host.program.layout().counts_known()).then(|| {
        format!(
            "{}: the firmware's own counts are not known, and its packets are checked alone: the host's script names no \
             layout with a tracer's words (docs/user/reference/host.md)",
            traces.join(", ")
        )
    })
}

/// What stub cores traced, held against their meters and their clocks.
pub(crate) fn of_stubs(m: &Machine, read: &dyn Fn(&str) -> Vec<u8>) -> Vec<TracingReport> {
    let one = |t: &TracerClock| of_stub(m, t, read);
    m.tracers.iter().filter_map(one).collect()
}

fn of_stub(m: &Machine, t: &TracerClock, read: &dyn Fn(&str) -> Vec<u8>) -> Option<TracingReport> {
    let core = m.cores.get(usize::from(t.core))?;
    let bank = m.meters.cores.get(usize::from(t.core))?;
    let meter = |name| core.meters().by_name(name).map_or(0, |of| bank.get(of));
    let (written, dropped) = (meter("events_traced"), meter("events_discarded"));
    let stream = format!("{}/stream", t.name);
    let bytes = read(&stream);
    let metadata = Metadata::from_file(
        &read(&format!("{}/metadata", t.name)),
        Path::new("metadata"),
    );
    // Without a packet there is no metadata.
    let (summary, stamps) = metadata.map_or_else(
        |_| Default::default(),
        |meta| contents(&Arc::new(meta), &stream, &bytes, STUB_PACKET),
    );
    let mut truth = TracerTruth {
        calls: written + dropped,
        written: Some(written),
        stamps: 0,
        stamps_off: 0,
        stamps_explained: 0,
        farthest_ticks: 0,
    };
    let place = core.registers().iter().position(|r| r.name == TSC_BEGAN);
    let began = place
        .map(|i| core.get(i))
        .filter(|&began| began != u64::MAX);
    if let Some(began) = began {
        for (stamp, &cycle) in stamps.iter().zip(core.stamped()) {
            let Some(stamp) = stamp else { continue };
            let off = t.off_by(cycle.saturating_sub(began), *stamp);
            truth.stamps += 1;
            truth.stamps_off += u64::from(off != 0);
            truth.farthest_ticks = truth.farthest_ticks.max(off);
        }
    }
    truth.judged_if_known(stamps.len(), core.stamped().len());
    let packets = (bytes.len() / STUB_PACKET) as u64;
    let counts = summary.events == written && packets == meter("packets_sent");
    Some(TracingReport {
        stream,
        core: t.core,
        packets,
        events: Some(summary.events),
        discarded: Some(summary.discarded),
        tracer: None,
        truth: Some(truth),
        // Events discarded since the last closed packet are in none.
        agrees: Some(counts && summary.discarded <= dropped && truth.stamps_off == 0),
    })
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
    truth.judged_if_known(stamps.len(), traced.written.len());
    truth
}

impl TracerTruth {
    /// Withdraws the verdict on stamps where records cannot be matched. Each of the `events` in the stream was compared
    /// with the record of its number among those `written`. This is right if only the last ones are missing: no stamp
    /// differs then. It is wrong if earlier ones are missing, or if there are more events than records.
    fn judged_if_known(&mut self, events: usize, written: usize) {
        if events > written || events < written && self.stamps_off > 0 {
            (self.stamps, self.stamps_off) = (0, 0);
            (self.stamps_explained, self.farthest_ticks) = (0, 0);
        }
    }

    /// Whether the firmware's counts and `events` in the stream are what really happened.
    fn agrees(&self, t: &TracerReport, events: u64) -> bool {
        let dropped = |written| self.calls.checked_sub(written) == Some(u64::from(t.discarded));
        self.calls == u64::from(t.attempted)
            && self.written.is_none_or(|w| w == events && dropped(w))
            && self.stamps_off == 0
    }
}

impl TracingReport {
    /// Why the trace is not all that happened, in a sentence.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        let truth = self.truth.as_ref()?;
        let events = self.events.unwrap_or(0);
        if truth.stamps_off > 0 {
            return Some(format!(
                "{} of {} time stamps are not what the clock showed when it was read; the farthest is off by {} ticks",
                truth.stamps_off, truth.stamps, truth.farthest_ticks
            ));
        }
        (truth.calls != events || self.agrees == Some(false))
            .then(|| format!("{events} of {} events are in the trace", truth.calls))
    }

    /// What of the trace could not be held against what happened, and why, in a sentence; nothing where all was, and
    /// where there was nothing.
    #[must_use]
    pub fn not_judged(&self) -> Option<String> {
        let Some(events) = self.events else {
            return (self.packets > 0).then(|| {
                format!(
                    "{} packets without metadata, so that their events are not known",
                    self.packets
                )
            });
        };
        if events == 0 {
            return None;
        }
        let Some(truth) = self.truth.as_ref() else {
            return Some(format!(
                "{events} events: the core called no function with a name of barectf's"
            ));
        };
        let why = match truth.written {
            None => {
                "the function that writes records was not called: the compiler has put it into its callers, or it \
                     is not one of barectf 2 or 3"
            }
            Some(written) if written != events => {
                "not as many records are in the trace as were written"
            }
            Some(_) => "the clock was not read for them in a way that is followed",
        };
        let left = events.saturating_sub(truth.stamps);
        (left > 0).then(|| format!("{left} of {events} time stamps: {why}"))
    }

    /// Lines for the user where firmware, stream and truth differ, and where nothing could be compared. Of a stream of
    /// which a part is not judged `trueboard compare` says so.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(t) = self.tracer.as_ref().filter(|_| self.agrees == Some(false)) {
            lines.push(self.contradiction(t));
        }
        if self.truth.is_some_and(|t| t.stamps_off > 0) {
            let off = self.incomplete();
            lines.extend(off.map(|what| format!("{}: {what}", self.stream)));
        }
        let nothing = self.truth.is_none_or(|t| t.stamps == 0) && self.agrees != Some(false);
        let left = self.not_judged().filter(|_| nothing);
        lines.extend(left.map(|what| format!("{}: not judged: {what}", self.stream)));
        lines
    }

    fn contradiction(&self, t: &TracerReport) -> String {
        let mut line = format!(
            "{}: {} events in {} packets were drained, but the firmware says that it made {} calls, dropped {} records \
             and put {} packets into the ring",
            self.stream,
            self.events.unwrap_or_default(),
            self.packets,
            t.attempted,
            t.discarded,
            t.packets
        );
        if let Some(truth) = self.truth {
            line += &format!("; it did make {} calls", truth.calls);
            let written = truth.written.map(|w| format!(" and write {w} records"));
            line += &written.unwrap_or_default();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_analyses::tracers::observe::Shown;

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
        // The last record has not arrived; or the first, so no stamp can be matched.
        let three = Traced {
            calls: 3,
            written: [100, 200, 300]
                .map(|time| Some(Shown { time, stood: 0 }))
                .to_vec(),
            records_known: true,
        };
        let truth = held_against(&three, &[Some(100), Some(200)]);
        assert_eq!((truth.stamps, truth.stamps_off), (2, 0));
        let truth = held_against(&three, &[Some(200), Some(300)]);
        assert_eq!(
            (truth.stamps, truth.stamps_off, truth.farthest_ticks),
            (0, 0, 0)
        );
        // An event more than was written: counts tell, times are not compared.
        let truth = held_against(&traced(), &[Some(100), Some(7), Some(8)]);
        assert_eq!(truth.stamps, 0);
        assert!(!truth.agrees(&says(3, 1), 3));
    }
}
