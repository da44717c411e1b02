//! The judge of traces that firmware wrote: calls and their order, time stamps, numbers of events, lost records. It takes
//! records from any reader ([`Written`]) and what happened ([`Happened`]), and shares no code with tracers.

use super::counts::{Counted, Counts, Reads};
use super::happened::{Happened, Side};
use super::recorded::{Recorded, TooDifferent, recorded, recorded_where};
use super::times::{Clock, Line, Stamp, Times, beyond, offset, times};
use serde::Serialize;
use std::collections::BTreeMap;

/// A record of a call, or of its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// What it says happened.
    pub what: String,
    /// When, in picoseconds of the trace.
    pub at: i64,
    /// On which side of the event the tracer makes such a record.
    pub side: Side,
}

/// What a thread of a trace has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// Calls and ends, in the order of the trace.
    pub notes: Vec<Noted>,
    /// Numbers of events, likewise; `at` is in picoseconds of the trace.
    pub counted: Vec<Counted>,
    /// Records that the tracer says it dropped.
    pub discarded: u64,
}

/// What a trace has, as its reader hands it over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// What the board's clock showed when the time of the trace was 0, in cycles, if the trace says it.
    pub zero_cycles: Option<u64>,
    /// Cores of whose clock nothing is known: their times are not judged.
    pub without_clock: Vec<u8>,
    /// By core.
    pub threads: BTreeMap<u8, Thread>,
    /// Values that nothing in a run can be held against, by their kind: how many.
    pub unseen: BTreeMap<String, usize>,
}

impl Written {
    /// The thread of a core.
    pub fn thread(&mut self, core: u8) -> &mut Thread {
        self.threads.entry(core).or_default()
    }
}

/// Time stamps and numbers of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThreadAnswer {
    /// The core.
    pub core: u8,
    /// Its time stamps; nothing if it has none of a matched call.
    pub times: Option<Times>,
    /// Its numbers of events.
    pub counts: Vec<Counts>,
    /// Events that the tracer dropped.
    pub dropped: Option<Dropped>,
}

/// Events that a tracer dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// In truth.
    pub happened: u64,
    /// As the trace says; it cannot tell of those behind its last packet.
    pub recorded: u64,
}

/// A payload that is not the one that left the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongPayload {
    /// The core.
    pub core: u8,
    /// The record, by its number among those of its thread, from 1.
    pub number: usize,
    /// The event.
    pub what: String,
    /// What it says.
    pub recorded: String,
    /// What left the board.
    pub written: String,
}

/// A trace, judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// Calls: where trace and truth differ.
    #[serde(flatten)]
    pub recorded: Recorded,
    /// The trace says when its time is 0. Otherwise that moment is taken from most of its stamps.
    pub has_zero: bool,
    /// By core.
    pub threads: Vec<ThreadAnswer>,
    /// Payloads that were compared with what left the board.
    pub payloads: usize,
    /// Those that differ.
    pub wrong_payloads: Vec<WrongPayload>,
    /// Damage of the trace, each in a sentence.
    pub defects: Vec<String>,
    /// What could not be judged, and why.
    pub not_judged: Vec<String>,
    /// Values that nothing in a run can be held against, by their kind: how many.
    pub not_compared: BTreeMap<String, usize>,
}

/// What a run tells a judge beside its calls.
pub struct Run<'a> {
    /// Reads of counters.
    pub reads: Reads<'a>,
    /// Reads that the report left out.
    pub left_out: u64,
    /// A cycle of a core's clock, in picoseconds.
    pub tick: &'a dyn Fn(u8) -> i64,
}

/// Judges a trace.
///
/// # Errors
/// When calls and records have too little in common to be matched.
pub fn judge(
    happened: &BTreeMap<u8, Happened>,
    written: &Written,
    run: &Run<'_>,
) -> Result<Judged, TooDifferent> {
    let calls = happened.iter().map(|(core, h)| {
        let names = h.events.iter().map(|e| e.what.clone());
        (*core, names.collect::<Vec<_>>())
    });
    let notes = written.threads.iter().map(|(core, t)| {
        let names = t.notes.iter().map(|n| n.what.clone());
        (*core, names.collect::<Vec<_>>())
    });
    let calls: BTreeMap<u8, Vec<String>> = calls.filter(|(_, c)| !c.is_empty()).collect();
    let notes: BTreeMap<u8, Vec<String>> = notes.filter(|(_, n)| !n.is_empty()).collect();
    let tick = run.tick;
    let of_all = |r: &Recorded| -> BTreeMap<u8, Stamps> {
        let one = |(core, thread): (&u8, &Thread)| {
            let pairs = r.pairs.get(core).map_or(&[][..], Vec::as_slice);
            (*core, of_thread(happened.get(core), thread, pairs))
        };
        written.threads.iter().map(one).collect()
    };
    let mut recorded = recorded(&calls, &notes)?;
    let mut stamps = of_all(&recorded);
    let zero = match written.zero_cycles {
        Some(cycles) => i64::try_from(cycles).unwrap_or(0).saturating_mul(tick(0)),
        None => {
            let all: Vec<Stamp> = stamps.values().flat_map(|s| &s.known).cloned().collect();
            -offset(&all, |_| 0).0
        }
    };
    // Which of equal records are missing, only their times tell: by a right clock, or by the one that the stamps show.
    let lacking = |core: &u8| recorded.missing.iter().any(|p| p.core == *core);
    let lacking: Vec<u8> = stamps.keys().copied().filter(lacking).collect();
    let right = lacking.iter().map(|core| (*core, Line::default()));
    let shown = lacking.iter().filter_map(|core| {
        let line = times(&stamps.get(core)?.at(zero), 0, tick(*core)).1?;
        Some((*core, line))
    });
    let clocks: [BTreeMap<u8, Line>; 2] = [right.collect(), shown.collect()];
    for lines in clocks.iter().filter(|lines| !lines.is_empty()) {
        let may = |core: u8, i: usize, j: usize| {
            let note = written.threads.get(&core).and_then(|t| t.notes.get(j));
            let (Some(line), Some(note)) = (lines.get(&core), note) else {
                return true;
            };
            let of = |h: &Happened| Some(h.spans(h.events.get(i)?, note.side));
            let spans = happened.get(&core).and_then(of).unwrap_or_default();
            let at = line.corrected(note.at + zero);
            spans.is_empty() || beyond(at, &spans, tick(core)) == 0
        };
        let again = recorded_where(&calls, &notes, &may)?;
        let stamps_again = of_all(&again);
        let matched = |r: &Recorded| r.pairs.values().map(Vec::len).sum::<usize>();
        let wrong = |stamps: &BTreeMap<u8, Stamps>| -> usize {
            let of = |(core, s): (&u8, &Stamps)| times(&s.at(zero), 0, tick(*core)).0.wrong;
            stamps.iter().map(of).sum()
        };
        // A record that is late stays the record of its call.
        let unmatched = matched(&recorded).saturating_sub(matched(&again));
        let saved = wrong(&stamps).saturating_sub(wrong(&stamps_again));
        if saved > 0 && 2 * unmatched <= saved {
            (recorded, stamps) = (again, stamps_again);
        }
    }
    let mut found = Judged {
        recorded,
        has_zero: written.zero_cycles.is_some(),
        not_compared: written.unseen.clone(),
        ..Judged::default()
    };
    for (core, thread) in &written.threads {
        let of = stamps.remove(core).unwrap_or_default();
        let (mut known, mut unknown) = (of.at(zero), of.unknown);
        if written.without_clock.contains(core) {
            unknown += std::mem::take(&mut known).len();
        }
        let (judged, line) = times(&known, unknown, tick(*core));
        if judged.judged == 0 && unknown > 0 {
            let text = format!(
                "core {core}: {unknown} time stamps: no call and no read of a timer in the run's trace says when the tracer \
                 read its clock for them"
            );
            found.not_judged.push(text);
        }
        let counts = match line {
            None if thread.counted.is_empty() => Vec::new(),
            None => {
                let text = format!(
                    "core {core}: numbers of events: the stamps of this thread are on no line, so that their windows are unknown"
                );
                found.not_judged.push(text);
                Vec::new()
            }
            Some(line) => {
                // The call that a record is about says best when its counters were read, and when it was made if its stamp
                // is wrong.
                let of_call = |at: i64, c: &Counted| {
                    let number = c.note? + 1;
                    let stamp = known.binary_search_by_key(&number, |s| s.number).ok()?;
                    let spans = &known[stamp].spans;
                    let nearest = spans.iter().min_by_key(|s| s.1.abs_diff(at))?;
                    let right = beyond(at, spans, tick(*core)) == 0;
                    Some((if right { at } else { nearest.1 }, nearest.1))
                };
                let one = |c: &Counted| {
                    let at = line.corrected(c.at + zero);
                    let (at, since) = of_call(at, c).unwrap_or((at, at));
                    Counted {
                        at,
                        since,
                        ..c.clone()
                    }
                };
                let mut records: Vec<Counted> = thread.counted.iter().map(one).collect();
                records.sort_by_key(|r| r.at);
                let unsure = match judged.clock {
                    Clock::Right => 0,
                    _ => i64::try_from(judged.span_ps).unwrap_or(0),
                };
                run.reads.judge(*core, &records, tick(*core) + unsure)
            }
        };
        for c in counts.iter().filter(|c| c.not_judged > 0) {
            let why = match run.left_out {
                0 => "no read of a counter belongs to them".to_owned(),
                n => format!("the report of the run left {n} reads of counters out"),
            };
            let all = c.exact + c.explained + c.wrong + c.not_judged;
            found.not_judged.push(format!(
                "core {core}: {} of {all} numbers of event {:#04x}: {why}",
                c.not_judged, c.event
            ));
        }
        found.threads.push(ThreadAnswer {
            core: *core,
            times: (judged.judged + unknown > 0).then_some(judged),
            counts,
            dropped: happened
                .get(core)
                .and_then(|h| h.dropped)
                .map(|happened| Dropped {
                    happened,
                    recorded: thread.discarded,
                }),
        });
    }
    Ok(found)
}

/// The stamps of the matched records of a thread.
#[derive(Default)]
struct Stamps {
    known: Vec<Stamp>,
    /// Those of which it is unknown when the clock was read.
    unknown: usize,
}

impl Stamps {
    /// Those that are known, where the trace begins at `zero`.
    fn at(&self, zero: i64) -> Vec<Stamp> {
        let one = |s: &Stamp| Stamp {
            at: s.at + zero,
            ..s.clone()
        };
        self.known.iter().map(one).collect()
    }
}

fn of_thread(happened: Option<&Happened>, thread: &Thread, pairs: &[(usize, usize)]) -> Stamps {
    let mut found = Stamps::default();
    for &(i, j) in pairs {
        let both = happened.and_then(|h| Some((h, h.events.get(i)?)));
        let (Some((h, event)), Some(note)) = (both, thread.notes.get(j)) else {
            continue;
        };
        let spans = h.spans(event, note.side);
        if spans.is_empty() {
            found.unknown += 1;
            continue;
        }
        found.known.push(Stamp {
            number: j + 1,
            what: note.what.clone(),
            at: note.at,
            spans,
        });
    }
    found
}

impl Judged {
    /// Trace and truth agree in all that was judged.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let right = |t: &ThreadAnswer| {
            t.times.as_ref().is_none_or(|t| t.wrong == 0)
                && t.counts.iter().all(|c| c.wrong == 0)
                && t.dropped.is_none_or(|d| d.happened + d.recorded == 0)
        };
        self.recorded.complete()
            && self.threads.iter().all(right)
            && self.wrong_payloads.is_empty()
            && self.defects.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::happened::Event;
    use super::*;

    const US: i64 = 1_000_000;

    /// Calls of `work` each 10 µs, with a clock that is read within 100 ns.
    fn happened(n: i64) -> BTreeMap<u8, Happened> {
        let one = |i: i64| {
            let at = 10 * US * i;
            Event::read("work", at, Some((at, at + US / 10)))
        };
        BTreeMap::from([(0, Happened::of((0..n).map(one).collect(), None))])
    }

    /// Records of the calls with these numbers, `late` picoseconds behind them.
    fn written(of: impl Iterator<Item = i64>, late: i64) -> Written {
        let mut w = Written {
            zero_cycles: Some(0),
            ..Written::default()
        };
        for i in of {
            w.thread(0).notes.push(Noted {
                what: "work".to_owned(),
                at: 10 * US * i + late,
                side: Side::After,
            });
        }
        w
    }

    fn held(happened: &BTreeMap<u8, Happened>, written: &Written) -> Judged {
        let run = Run {
            reads: Reads::new(&[], |_| 0, |_, _| false),
            left_out: 0,
            tick: &|_| 4_000,
        };
        judge(happened, written, &run).expect("they can be matched")
    }

    #[test]
    fn of_equal_records_the_times_say_which_is_missing() {
        let all = happened(40);
        for late in [0, 30 * US] {
            let j = held(
                &all,
                &written((0..40).filter(|i| ![7, 8, 20].contains(i)), late),
            );
            let missing: Vec<usize> = j.recorded.missing.iter().map(|p| p.number).collect();
            // With a clock that is late by three calls, they alone do not tell.
            if late == 0 {
                assert_eq!(missing, [8, 9, 21]);
                assert_eq!(j.threads[0].times.as_ref().map(|t| t.wrong), Some(0));
            }
            assert_eq!(missing.len(), 3);
            assert!(!j.agrees());
        }
        assert!(held(&all, &written(0..40, 0)).agrees());
    }

    #[test]
    fn dropped_events_and_unknown_clocks_are_no_agreement_in_silence() {
        let events = happened(4).remove(&0).expect("the core").events;
        let dropping = BTreeMap::from([(0, Happened::of(events, Some(2)))]);
        let j = held(&dropping, &written(0..4, 0));
        assert!(j.recorded.complete() && !j.agrees());
        let without = Written {
            without_clock: vec![0],
            ..written(0..4, 0)
        };
        let j = held(&happened(4), &without);
        assert!(j.agrees());
        assert_eq!(j.not_judged.len(), 1);
    }
}
