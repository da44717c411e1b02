//! `trueboard compare RUN --by-reader PATTERN`: measured beside true by the function that read, of runs that
//! kept a trace of their calls.

use super::report;
use crate::cli::Compare;
use crate::command::{Failure, print, print_json};
use crate::text::{Table, grouped};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use trueboard::analysis::regions::matches;
use trueboard::board::{NotThere, Report};
use trueboard::judge::{Verdict, Window};
use trueboard::trace::read::ctf::{Event, Trace};

/// Reads by one function.
#[derive(Default, Serialize)]
struct Row {
    reader: String,
    reads: u64,
    measured: u64,
    #[serde(rename = "true")]
    truth: u64,
    exact: u64,
    explained: u64,
    wrong: u64,
    not_judged: u64,
}

pub fn run(a: &Compare, pattern: &str) -> Result<u8, Failure> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut called = BTreeSet::new();
    for path in &a.firmware.elf {
        let r = report(path)?;
        let calls = path.join("ctf");
        if !calls.is_dir() {
            return Err(Failure::input(format!(
                "--by-reader: {}: there is no trace of calls; run it with --out {} --trace ctf",
                calls.display(),
                path.display()
            )));
        }
        if r.windows.left_out > 0 {
            return Err(Failure::input(format!(
                "--by-reader: {}: the report left {} reads out",
                path.display(),
                r.windows.left_out
            )));
        }
        called.extend(read_by(&r, &calls, pattern, &mut |reader, w| {
            let row = rows.entry(reader.to_owned()).or_default();
            row.reader = reader.to_owned();
            row.add(w);
        })?);
    }
    let names = called.iter().map(String::as_str);
    NotThere::unless_matched("--by-reader", pattern, "function that was called", names)?;
    if rows.is_empty() {
        let text = "--by-reader: no counter was read: nothing was compared";
        return Err(Failure::input(text.to_owned()));
    }
    let rows: Vec<Row> = rows.into_values().collect();
    if a.json {
        print_json(&rows)?;
    } else {
        print(&table(&rows))?;
    }
    if rows.iter().any(|r| r.wrong > 0) {
        return Ok(1);
    }
    match rows.iter().find(|r| r.not_judged > 0) {
        None => Ok(0),
        Some(r) => Err(Failure::input(format!(
            "--by-reader: nothing is wrong, but {} of {} reads by {} were not judged",
            r.not_judged, r.reads, r.reader
        ))),
    }
}

impl Row {
    fn add(&mut self, w: &Window) {
        self.reads += 1;
        match w.verdict {
            Verdict::Exact => self.exact += 1,
            Verdict::Explained => self.explained += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::NotJudged => self.not_judged += 1,
        }
        if let (Some(truth), true) = (w.truth, w.verdict != Verdict::NotJudged) {
            self.measured = self.measured.saturating_add(w.measured.into());
            self.truth = self.truth.saturating_add(truth);
        }
    }
}

/// Hands over each read with the function that made it: the outermost open one whose name matches, or
/// the innermost one. Answers the names of all functions that were called.
fn read_by(
    r: &Report,
    calls: &Path,
    pattern: &str,
    take: &mut dyn FnMut(&str, &Window),
) -> Result<BTreeSet<String>, Failure> {
    let mut called = BTreeSet::new();
    let hz = i128::from(r.time.hz.max(1));
    let ns = |w: &Window| i128::from(w.closed_at_tick) * 1_000_000_000 / hz;
    // By core: reads to come, and open functions.
    let mut waiting: BTreeMap<u8, VecDeque<&Window>> = BTreeMap::new();
    let mut open: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    let mut windows: Vec<&Window> = r.windows.windows.iter().collect();
    windows.sort_by_key(|w| w.closed_at_tick);
    for w in windows {
        waiting.entry(w.reader).or_default().push_back(w);
    }
    let reader = |stack: &[String]| -> String {
        let named = stack.iter().find(|f| matches(pattern, f));
        named
            .or(stack.last())
            .map_or("?", String::as_str)
            .to_owned()
    };
    let trace = Trace::open(calls)?;
    for event in trace.events() {
        let event = event.map_err(|e| Failure::input(e.to_string()))?;
        let Some(core) = core(&trace, &event) else {
            continue;
        };
        let stack = open.entry(core).or_default();
        if let Some(queue) = waiting.get_mut(&core) {
            while queue.front().is_some_and(|w| ns(w) < event.ns()) {
                if let Some(w) = queue.pop_front() {
                    take(&reader(stack), w);
                }
            }
        }
        let depth = event.field("depth").and_then(|f| f.unsigned());
        let depth = depth.and_then(|d| usize::try_from(d).ok());
        match (event.name(), depth) {
            ("call", Some(depth)) => {
                let name = event.field("function").and_then(|f| f.text());
                let name = name.map_or("?".to_owned(), Cow::into_owned);
                stack.truncate(depth.saturating_sub(1));
                if !called.contains(&name) {
                    called.insert(name.clone());
                }
                stack.push(name);
            }
            ("return", Some(depth)) => stack.truncate(depth),
            _ => {}
        }
    }
    for (core, queue) in &waiting {
        let stack = open.get(core).map_or(&[][..], Vec::as_slice);
        for w in queue {
            take(&reader(stack), w);
        }
    }
    Ok(called)
}

/// The calls of a run that kept a trace of them, by core and in order, if function and caller are `wanted`.
pub(super) fn calls(
    run: &Path,
    option: &str,
    wanted: &dyn Fn(&str, &str) -> bool,
) -> Result<BTreeMap<u8, Vec<String>>, Failure> {
    let folder = run.join("ctf");
    if !folder.is_dir() {
        return Err(Failure::input(format!(
            "{option}: {}: there is no trace of calls; run it with --out {} --trace ctf",
            folder.display(),
            run.display()
        )));
    }
    let trace = Trace::open(&folder)?;
    let mut found: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    // By core: open functions.
    let mut open: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for event in trace.events() {
        let event = event.map_err(|e| Failure::input(e.to_string()))?;
        let Some(core) = core(&trace, &event) else {
            continue;
        };
        let stack = open.entry(core).or_default();
        let depth = event.field("depth").and_then(|f| f.unsigned());
        let depth = depth.and_then(|d| usize::try_from(d).ok());
        match (event.name(), depth) {
            ("call", Some(depth)) => {
                let name = event.field("function").and_then(|f| f.text());
                let name = name.map_or("?".to_owned(), Cow::into_owned);
                stack.truncate(depth.saturating_sub(1));
                if wanted(&name, stack.last().map_or("?", String::as_str)) {
                    found.entry(core).or_default().push(name.clone());
                }
                stack.push(name);
            }
            ("return", Some(depth)) => stack.truncate(depth),
            _ => {}
        }
    }
    Ok(found)
}

/// The core whose stream has the event.
fn core(trace: &Trace, event: &Event) -> Option<u8> {
    let stream = trace.streams.get(event.stream())?;
    stream.name.strip_prefix("stream_core_")?.parse().ok()
}

fn table(rows: &[Row]) -> String {
    let mut t = Table::new(&[
        "read by",
        "reads",
        "measured",
        "true",
        "difference",
        "exact",
        "explained",
        "wrong",
        "not judged",
    ]);
    for r in rows {
        let sign = if r.measured < r.truth { "-" } else { "" };
        t.row(&[
            r.reader.clone(),
            grouped(r.reads),
            grouped(r.measured),
            grouped(r.truth),
            format!("{sign}{}", grouped(r.measured.abs_diff(r.truth))),
            grouped(r.exact),
            grouped(r.explained),
            grouped(r.wrong),
            grouped(r.not_judged),
        ]);
    }
    t.to_string()
}
