//! Reader of CTF traces that barectf's tracepoints made.

use super::truth;
use super::truth::Time;
use crate::Error;
use crate::compare::unusable;
use crate::run::read;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use trueboard_analyses::tracers::happened::{Happened, Side};
use trueboard_analyses::tracers::judged::{Noted, Thread, Written, WrongPayload};
use trueboard_analyses::tracers::recorded::{Recorded, recorded};
use trueboard_analyses::tracers::tracepoints::event_of;
use trueboard_board::Report;
use trueboard_board::report::TracingReport;
use trueboard_clocksync::true_clocks::{Ratio, TrueClocks};
use trueboard_trace::read::ctf::{FieldView, Item, Stream, Trace, check};

const PS: i128 = 1000;

/// What a stream had when it left the board.
struct Left {
    /// Events.
    events: Vec<String>,
    /// Their payloads.
    payloads: Vec<String>,
}

/// A CTF trace, and what should be in it.
pub(super) struct Read {
    pub(super) written: Written,
    pub(super) happened: BTreeMap<u8, Happened>,
    pub(super) defects: Vec<String>,
    /// Payloads, by core and record.
    payloads: BTreeMap<u8, Vec<String>>,
    /// Records and payloads of the streams that left the board, unless the trace is those.
    left: Option<BTreeMap<u8, Left>>,
}

/// Reads the trace in a directory, and what the run did of it.
pub(super) fn read_trace(
    run: &Path,
    folder: &Path,
    report: &Report,
    time: &Time,
) -> Result<Read, Error> {
    let trace = Trace::open(folder)?;
    let classes = trace.metadata.streams.iter();
    let events: BTreeSet<String> = classes
        .flat_map(|s| s.events.values())
        .map(|e| e.name.clone())
        .collect();
    let of =
        |function: &str| event_of(function, events.iter().map(String::as_str)).map(str::to_owned);
    let happened = truth::tracepoints(run, time, &of)?;
    if happened.values().all(|h| h.events.is_empty()) {
        return Err(unusable(
            &folder.display(),
            "the run called no tracepoint of barectf's that records an event of this trace; `trueboard compare RUN` judges \
             the streams of described workloads",
        ));
    }
    let clocks = clocks(run)?;
    let mut found = Read {
        written: Written {
            zero_cycles: Some(0),
            ..Written::default()
        },
        happened,
        defects: Vec::new(),
        payloads: BTreeMap::new(),
        left: None,
    };
    let summaries = check(&trace, &mut |defect| found.defects.push(defect.to_string()))?;
    let mut own = true;
    let mut traces = BTreeSet::new();
    let mut left = BTreeMap::new();
    for (i, stream) in trace.streams.iter().enumerate() {
        let Some(of) = stream_of(folder, stream, report) else {
            return Err(unusable(
                &stream.path.display(),
                "the run traced no stream of this name; name the directory as the run did",
            ));
        };
        traces.extend(of.stream.rsplit_once('/').map(|t| t.0));
        let clock = clock_of(&of.stream, &clocks);
        if clock.is_none() {
            found.written.without_clock.push(of.core);
        }
        let (mut thread, payloads) = records(&trace, i, clock);
        thread.discarded = summaries.get(i).map_or(0, |s| s.discarded);
        found.written.threads.insert(of.core, thread);
        found.payloads.insert(of.core, payloads);
        let there = run.join("streams").join(&of.stream);
        if there.is_file() && there.canonicalize().ok() != stream.path.canonicalize().ok() {
            own = false;
            let mut other = Trace::open(there.parent().unwrap_or(run))?;
            other.streams = vec![Stream {
                name: stream.name.clone(),
                path: there,
            }];
            let (thread, payloads) = records(&other, 0, clock);
            let events = thread.notes.into_iter().map(|n| n.what).collect();
            left.insert(of.core, Left { events, payloads });
        }
    }
    // Cores of other traces are not missing here.
    let here = |core: &u8| {
        let mut all = report.tracing.iter().filter(|t| t.core == *core);
        all.any(|t| {
            t.stream
                .rsplit_once('/')
                .is_some_and(|(trace, _)| traces.contains(trace))
        })
    };
    found.happened.retain(|core, _| here(core));
    if own {
        let all = found.written.threads.values().map(|t| t.notes.len()).sum();
        found.written.unseen.insert("payloads".to_owned(), all);
    }
    found.left = (!own).then_some(left);
    Ok(found)
}

impl Read {
    /// Payloads beside those that left the board: how many were compared, and those that differ; nothing if the trace is
    /// what the run itself kept.
    pub(super) fn payloads(&self, judged: &Recorded) -> Option<(usize, Vec<WrongPayload>)> {
        let left = self.left.as_ref()?;
        let calls = |h: &Happened| h.events.iter().map(|e| e.what.clone()).collect::<Vec<_>>();
        let happened: BTreeMap<u8, Vec<String>> = self
            .happened
            .iter()
            .map(|(core, h)| (*core, calls(h)))
            .collect();
        let notes: BTreeMap<u8, Vec<String>> = left
            .iter()
            .map(|(core, l)| (*core, l.events.clone()))
            .collect();
        let truth = recorded(&happened, &notes).ok()?;
        let (mut compared, mut wrong) = (0, Vec::new());
        for (core, pairs) in &judged.pairs {
            let written: BTreeMap<usize, usize> = truth
                .pairs
                .get(core)
                .into_iter()
                .flatten()
                .copied()
                .collect();
            for (i, j) in pairs {
                let says = self.payloads.get(core).and_then(|p| p.get(*j));
                let is = written
                    .get(i)
                    .and_then(|k| left.get(core)?.payloads.get(*k));
                let (Some(says), Some(is)) = (says, is) else {
                    continue;
                };
                compared += 1;
                if says != is {
                    let what = self.written.threads.get(core).and_then(|t| t.notes.get(*j));
                    wrong.push(WrongPayload {
                        core: *core,
                        number: j + 1,
                        what: what.map_or_else(String::new, |n| n.what.clone()),
                        recorded: says.clone(),
                        written: is.clone(),
                    });
                }
            }
        }
        Some((compared, wrong))
    }
}

/// The records of a stream with their payloads.
fn records(trace: &Trace, stream: usize, clock: Option<(Ratio, Ratio)>) -> (Thread, Vec<String>) {
    let (mut thread, mut payloads) = (Thread::default(), Vec::new());
    for item in trace.reader(stream).into_iter().flatten() {
        let Ok(Item::Event(event)) = item else {
            continue;
        };
        let at = clock.map_or(0, |c| true_time(c, event.cycles()));
        thread.notes.push(Noted {
            what: event.name().to_owned(),
            at,
            side: Side::After,
        });
        let fields: Vec<_> = event.payload().collect();
        payloads.push(serde_json::to_string(&Payload(&fields)).unwrap_or_default());
    }
    (thread, payloads)
}

/// Picoseconds at which a clock shows so many cycles.
fn true_time((zero, tick): (Ratio, Ratio), cycles: u64) -> i64 {
    let exact = |r: Ratio, n: i128| i128::from(r.num) * n * PS / i128::from(r.den.max(1));
    i64::try_from(exact(zero, 1) + exact(tick, i128::from(cycles))).unwrap_or(i64::MAX / 4)
}

/// What the clocks of a run truly showed; nothing if the run did not say.
fn clocks(run: &Path) -> Result<BTreeMap<String, (Ratio, Ratio)>, Error> {
    let file = run.join("streams/truth-clocks.json");
    if !file.is_file() {
        return Ok(BTreeMap::new());
    }
    let known = TrueClocks::parse(&read(&file)?);
    let known = known.map_err(|e| unusable(&file.display(), e))?;
    let clocks = known.clocks.into_iter();
    Ok(clocks
        .map(|c| (c.name, (c.ns_at_zero, c.ns_per_tick)))
        .collect())
}

/// The clock of a stream `TRACE/STREAM`: that of its own name, or of its trace.
fn clock_of(stream: &str, clocks: &BTreeMap<String, (Ratio, Ratio)>) -> Option<(Ratio, Ratio)> {
    let (trace, name) = stream.rsplit_once('/')?;
    clocks.get(name).or_else(|| clocks.get(trace)).copied()
}

/// The stream of the run that a file is.
fn stream_of<'a>(folder: &Path, stream: &Stream, report: &'a Report) -> Option<&'a TracingReport> {
    let folder = folder.canonicalize().ok();
    let folder = folder
        .as_deref()
        .and_then(Path::file_name)?
        .to_string_lossy();
    let mine = |t: &&TracingReport| t.stream.rsplit('/').next() == Some(stream.name.as_str());
    let all: Vec<&TracingReport> = report.tracing.iter().filter(mine).collect();
    match all.as_slice() {
        [one] => Some(one),
        _ => {
            let whole = format!("{folder}/{}", stream.name);
            all.into_iter().find(|t| t.stream == whole)
        }
    }
}

/// Fields as JSON has them.
struct Payload<'a>(&'a [FieldView<'a>]);

impl serde::Serialize for Payload<'_> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.0.iter().map(|f| (f.name, f)))
    }
}
