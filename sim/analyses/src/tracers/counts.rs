//! Numbers of events that a tracer recorded, beside the true ones of the window between its reads of a counter.

use serde::Serialize;
use std::collections::BTreeMap;
use trueboard_judge::{Quantity, Verdict, Window};

/// The numbers of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Its number among the records of its thread with numbers, from 1.
    pub number: usize,
    /// Its true time in picoseconds, as far as it is known.
    pub at: i64,
    /// The counter was read behind this.
    pub since: i64,
    /// The call that the record is about, by its place in the thread's.
    pub note: Option<usize>,
    /// An interrupt handler made it.
    pub sampled: bool,
    /// By number of the counted event: events since the last record.
    pub counts: Vec<(u8, u64)>,
}

/// A number that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongCount {
    /// The record, by its number among those of its thread with numbers, from 1.
    pub number: usize,
    /// What it says.
    pub recorded: u64,
    /// What happened.
    #[serde(rename = "true")]
    pub truth: u64,
}

/// What a thread recorded of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The event's number.
    pub event: u8,
    /// Its name.
    pub name: String,
    /// Records that are exactly what happened.
    pub exact: usize,
    /// Records that are not, because the counter showed something else for a known cause.
    pub explained: usize,
    /// Records that are neither.
    pub wrong: usize,
    /// Records of which no read of the counter is known.
    pub not_judged: usize,
    /// The sum of the judged records.
    pub recorded: u64,
    /// The sum of what happened.
    #[serde(rename = "true")]
    pub truth: u64,
    /// The first record that is wrong.
    pub first_wrong: Option<WrongCount>,
}

/// A read of a counter.
struct Read<'a> {
    at: i64,
    window: &'a Window,
    /// By a handler.
    sampled: bool,
}

/// The reads of all counters of a run.
pub struct Reads<'a> {
    /// By counted core or bus master, which have equal numbers, and event.
    all: BTreeMap<(u8, u8), Vec<Read<'a>>>,
}

impl<'a> Reads<'a> {
    /// Those of these windows; `ps` says when a tick is, `handled` whether a core was in an interrupt handler then.
    #[must_use]
    pub fn new(
        windows: &'a [Window],
        ps: impl Fn(u64) -> i64,
        handled: impl Fn(u8, i64) -> bool,
    ) -> Reads<'a> {
        let mut all: BTreeMap<(u8, u8), Vec<Read<'a>>> = BTreeMap::new();
        // What belongs to no core is of the core that reads the counter, outside of handlers if it does so.
        let mut readers: BTreeMap<u8, (bool, u8)> = BTreeMap::new();
        let sums = || windows.iter().filter(|w| w.quantity == Quantity::Count);
        for window in sums() {
            let reader = (
                handled(window.reader, ps(window.closed_at_tick)),
                window.reader,
            );
            let first = readers.entry(window.counter).or_insert(reader);
            if first.0 && !reader.0 {
                *first = reader;
            }
        }
        for window in sums() {
            let at = ps(window.closed_at_tick);
            let reader = readers.get(&window.counter).map_or(window.reader, |r| r.1);
            let core = window.core.or(window.master).unwrap_or(reader);
            all.entry((core, window.event)).or_default().push(Read {
                at,
                window,
                sampled: handled(window.reader, at),
            });
        }
        for reads in all.values_mut() {
            reads.sort_by_key(|r| r.at);
        }
        Reads { all }
    }

    /// Judges what `records` say of `core`, in order of time. Times may be late by `slack` picoseconds.
    #[must_use]
    pub fn judge(&self, core: u8, records: &[Counted], slack: i64) -> Vec<Counts> {
        let mut found: BTreeMap<u8, Counts> = BTreeMap::new();
        let mut events: Vec<u8> = Vec::new();
        for (event, _) in records.iter().flat_map(|r| &r.counts) {
            if !events.contains(event) {
                events.push(*event);
            }
        }
        for event in events {
            let none = Vec::new();
            let reads = self.all.get(&(core, event)).unwrap_or(&none);
            let counts = one(core, event, records, reads, slack);
            found.insert(event, counts);
        }
        found.into_values().collect()
    }
}

/// The read that belongs to a record: the first one behind its stamp, by the thread itself or by a handler.
fn matched(core: u8, record: &Counted, reads: &[Read<'_>], slack: i64) -> Option<usize> {
    let own =
        |r: &Read<'_>| r.sampled == record.sampled && (record.sampled || r.window.reader == core);
    let from = reads.partition_point(|r| r.at < record.since - slack);
    (from..reads.len()).find(|&i| own(&reads[i]))
}

fn one(core: u8, event: u8, records: &[Counted], reads: &[Read<'_>], slack: i64) -> Counts {
    let mut found = Counts {
        event,
        ..Counts::default()
    };
    // What truth and counter stood at for the record before. A read of another core's counter may come from before that:
    // such a record says 0, and does not count as the one before.
    let (mut true_before, mut shown_before) = (0u64, 0u32);
    for record in records {
        let Some(&(_, says)) = record.counts.iter().find(|c| c.0 == event) else {
            continue;
        };
        let known = matched(core, record, reads, slack).map(|i| (i, reads[i].window));
        let Some((i, window, truth)) = known.and_then(|(i, w)| Some((i, w, w.truth?))) else {
            found.not_judged += 1;
            continue;
        };
        if found.name.is_empty() {
            found.name.clone_from(&window.event_name);
        }
        let happened = truth.saturating_sub(true_before);
        let shown = window.measured.wrapping_sub(shown_before);
        let back = shown.cast_signed() < 0;
        // The read before may be of a record that is missing.
        let before = i.checked_sub(1).and_then(|b| reads.get(b));
        let before = before.and_then(|r| r.window.truth).unwrap_or(0);
        let since_read = truth.saturating_sub(before);
        let explained =
            window.verdict != Verdict::Wrong && says == if back { 0 } else { u64::from(shown) };
        if says == happened || says == since_read {
            found.exact += 1;
        } else if explained {
            found.explained += 1;
        } else {
            found.wrong += 1;
            found.first_wrong.get_or_insert(WrongCount {
                number: record.number,
                recorded: says,
                truth: happened,
            });
        }
        found.recorded = found.recorded.saturating_add(says);
        found.truth = found.truth.saturating_add(happened);
        true_before = true_before.max(truth);
        if !back {
            shown_before = window.measured;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A read of the counter of event 8 of core 0 by a core at a microsecond.
    fn window(at: u64, reader: u8, measured: u32, truth: u64) -> Window {
        Window {
            device: "l4stat".to_owned(),
            counter: 0,
            register: "CVAL0".to_owned(),
            quantity: Quantity::Count,
            event: 8,
            event_name: "misses".to_owned(),
            core: Some(0),
            master: None,
            mode: None,
            opened_at_tick: 0,
            opened_pc: 0,
            closed_at_tick: at,
            closed_pc: 0,
            reader,
            measured,
            truth: Some(truth),
            expected: Some(measured),
            difference: None,
            residual: None,
            causes: Vec::new(),
            verdict: match u64::from(measured) == truth {
                true => Verdict::Exact,
                false => Verdict::Explained,
            },
        }
    }

    fn record(number: usize, at: i64, count: u64) -> Counted {
        Counted {
            number,
            at,
            since: at,
            counts: vec![(8, count)],
            ..Counted::default()
        }
    }

    fn judged(windows: &[Window], records: &[Counted]) -> Counts {
        let us = |tick: u64| tick.cast_signed() * 1_000_000;
        let reads = Reads::new(windows, us, |_, at| at == 25_000_000);
        reads.judge(0, records, 4_000).remove(0)
    }

    const US: i64 = 1_000_000;

    #[test]
    fn numbers_are_those_between_two_reads() {
        let windows = [(10, 5, 5), (20, 9, 9), (30, 19, 20)];
        let windows = windows.map(|(at, shown, truth)| window(at, 0, shown, truth));
        let right = [record(1, 9 * US, 5), record(2, 19 * US, 4)];
        let c = judged(&windows, &right);
        assert_eq!(
            (c.exact, c.recorded, c.truth, c.name.as_str()),
            (2, 9, 9, "misses")
        );
        let doubled = [record(1, 9 * US, 10), record(2, 19 * US, 8)];
        let c = judged(&windows, &doubled);
        assert_eq!((c.wrong, c.recorded, c.truth), (2, 18, 9));
        let first = c.first_wrong.expect("a wrong one");
        assert_eq!((first.number, first.recorded, first.truth), (1, 10, 5));
        // The counter itself showed one less, for a known cause.
        let all = [
            record(1, 9 * US, 5),
            record(2, 19 * US, 4),
            record(3, 29 * US, 10),
        ];
        let c = judged(&windows, &all);
        assert_eq!((c.exact, c.explained, c.wrong), (2, 1, 0));
        // A record behind the last read, and one whose neighbour is missing.
        let c = judged(&windows, &[record(1, 31 * US, 1)]);
        assert_eq!((c.not_judged, c.wrong), (1, 0));
        let c = judged(&windows, &[record(1, 19 * US, 4)]);
        assert_eq!((c.exact, c.wrong), (1, 0));
    }

    #[test]
    fn records_of_handlers_are_of_their_reads() {
        // A handler of core 1 read between the stamp of the second record and its own read.
        let windows = [
            window(10, 0, 5, 5),
            window(25, 1, 7, 7),
            window(30, 0, 9, 9),
        ];
        let sample = Counted {
            sampled: true,
            ..record(3, 24 * US, 2)
        };
        let c = judged(
            &windows,
            &[record(1, 9 * US, 5), sample, record(2, 23 * US, 2)],
        );
        assert_eq!((c.exact, c.wrong, c.not_judged), (3, 0, 0));
    }
}
