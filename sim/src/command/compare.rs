//! `trueboard compare`.

mod expectations;
mod firmware_trace;
mod functions;
mod junit;
mod overhead;
mod probes;
mod probes_text;
mod readers;
mod text;

use super::options::{self, percent};
use super::profile::is_recorded;
use super::{Failure, print, print_json};
use crate::cli::{Compare, Firmware};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use trueboard::analysis::{
    Bound, Comparison, Differences, Figures, Measurement, Numbers, Published, Tolerance, compare,
    differences, measurements,
};
use trueboard::board::numbers::numbers;
use trueboard::board::report::TracingReport;
use trueboard::board::{Options, Report, Session, built_in, did_you_mean, names as built_in_names};
use trueboard::judge::Verdict;

/// The array in which ePAPI keeps its results.
const RECORDS: &str = "epapi_records";
/// Simulated time after which an image that does not end is given up.
const BUDGET: &str = "10s";

#[derive(Serialize)]
struct Output {
    runs: Vec<RunOutput>,
    measurements: Vec<Row>,
    published: Option<Published>,
    passes: bool,
}

#[derive(Serialize)]
struct RunOutput {
    images: Vec<String>,
    #[serde(flatten)]
    comparison: Comparison,
    against: Option<Differences>,
    /// Traces that firmware made and a host drained, beside what happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tracing: Vec<TracingReport>,
    /// Reads that are not as far from the truth as they seem: in a run whose traces are compared, those that are
    /// explained, of clocks of tracers and of loops that wait for a counter to run down.
    explained: u64,
    /// What could not be compared, in sentences.
    not_judged: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    measured: Measurement,
    published: Option<Figures>,
    /// How far it may be from the published figure.
    #[serde(skip)]
    allowed: Option<Tolerance>,
    beyond: bool,
}

enum Against {
    Run(Box<Report>),
    Figures(Published),
}

pub fn run(a: &Compare) -> Result<u8, Failure> {
    let mut files = super::files::of_runs(&a.firmware, None);
    if let Some(path) = &a.junit {
        files.writes("--junit", path);
    }
    if let Some(path) = &a.firmware_trace {
        files.reads("--firmware-trace", path);
    }
    if let Some(path) = &a.expect {
        files.reads("--expect", path);
    }
    super::check(&files)?;
    if let Some(path) = &a.expect {
        return expectations::run(a, path);
    }
    if let Some(path) = &a.firmware_trace {
        return firmware_trace::run(a, path);
    }
    if !a.probe.is_empty() {
        return probes::run(a);
    }
    if a.by_function {
        return functions::run(a);
    }
    if let Some(spec) = &a.against
        && let Some(table) = overhead::named(spec)?
    {
        return overhead::run(a, &table);
    }
    let subjects = subjects(a);
    if subjects.is_empty() {
        let text =
            "give a run, a report or an image; only figures of what tracing costs name their own";
        return Err(Failure::usage(text));
    }
    if let Some(pattern) = &a.by_reader {
        return readers::run(a, pattern);
    }
    let tolerance = self::tolerance(a)?;
    let published_tolerance = a.against_tolerance.as_deref();
    let published_tolerance = published_tolerance.map(|t| percent("--against-tolerance", t));
    let published_tolerance = published_tolerance.transpose()?;
    let bounds: Vec<Bound> = a
        .bound
        .iter()
        .map(|b| parse_bound(b))
        .collect::<Result<_, _>>()?;
    if !subjects.iter().any(runs_now) {
        nothing_runs(a)?;
    }
    let against = a.against.as_deref().map(open_against).transpose()?;
    let (other, published) = match against {
        Some(Against::Run(r)) => (Some(r), None),
        Some(Against::Figures(p)) => (None, Some(p)),
        None => (None, None),
    };
    if published.is_none() && published_tolerance.is_some() {
        let text = "--against-tolerance is for published figures: give some with --against";
        return Err(Failure::usage(text));
    }
    if other.is_none() && (!bounds.is_empty() || a.other_firmware) {
        let text = "--bound and --other-firmware are for two runs: give the other with --against";
        return Err(Failure::usage(text));
    }
    let mut runs = Vec::new();
    let mut rows = Vec::new();
    let mut reports = Vec::new();
    for subject in &subjects {
        let path = &subject.named();
        let report = open(subject, |_| ())?;
        let found = report.dumps.get(RECORDS).map(|dump| {
            measurements(dump, &report.windows.windows)
                .map_err(|e| Failure::input(format!("{}: {RECORDS}: {e}", path.display())))
        });
        for m in found.transpose()?.unwrap_or_default() {
            let figures = published
                .as_ref()
                .and_then(|p| p.find(&m.event, &m.program, &m.variant));
            rows.push(Row {
                beyond: figures.is_some_and(|f| beyond(&m, f, published_tolerance)),
                published: figures.cloned(),
                allowed: published_tolerance,
                measured: m,
            });
        }
        let against = other.as_ref().map(|o| {
            comparable(subject, &report, o, a)?;
            let (here, there): (Numbers, Numbers) = (numbers(&report), numbers(o));
            differences(&here, &there, tolerance, &bounds).map_err(|e| {
                let named = |(place, meters): (&String, &BTreeMap<String, u64>)| -> Vec<String> {
                    let full = meters.keys().map(|meter| format!("{place}.{meter}"));
                    full.chain(meters.keys().cloned()).collect()
                };
                let known: Vec<String> = here.iter().chain(&there).flat_map(named).collect();
                let near = did_you_mean(&e.0, known.iter().map(String::as_str));
                Failure::input(format!("--bound: {e}{near}"))
            })
        });
        let comparison = compare(&report.windows, &report.regions, tolerance);
        let lenient = a.tolerance.is_none();
        runs.push(RunOutput::new(
            &report,
            comparison,
            against.transpose()?,
            lenient,
        ));
        reports.push(report);
    }
    if published.is_some() && rows.iter().all(|r| r.published.is_none()) {
        return Err(Failure::input(format!(
            "nothing was compared: none of the runs left a measurement in `{RECORDS}` for which \
             there is a published figure",
        )));
    }
    let output = Output {
        passes: runs.iter().all(RunOutput::passes) && !rows.iter().any(|r| r.beyond),
        runs,
        measurements: rows,
        published,
    };
    if let Some(path) = &a.junit {
        let row = |r: &Row| {
            let m = &r.measured;
            (
                format!("{} ({}), {}", m.event, m.program, m.variant),
                r.beyond,
            )
        };
        let rows: Vec<_> = output.measurements.iter().map(row).collect();
        junit::write(path, &junit::runs(&output.runs, &rows)?)?;
    }
    if a.json {
        print_json(&output)?;
    } else {
        print(&text::text(&output, &reports))?;
    }
    verdict(&output)
}

/// The exit code: 1 where something differs. What was not compared is no success.
fn verdict(output: &Output) -> Result<u8, Failure> {
    let of = |r: &RunOutput| r.images.join(", ");
    if let Some(r) = output.runs.iter().find(|r| !r.compared()) {
        return Err(Failure::input(format!(
            "{}: no counter was read: nothing was compared; give another run with --against",
            of(r)
        )));
    }
    if !output.passes {
        return Ok(1);
    }
    match output.runs.iter().find(|r| !r.not_judged.is_empty()) {
        None => Ok(0),
        Some(r) => {
            let more = match r.not_judged.len() {
                1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            Err(Failure::input(format!(
                "{}: nothing differs, but a part was not judged: {}{more}",
                of(r),
                r.not_judged.first().map_or("", String::as_str)
            )))
        }
    }
}

impl RunOutput {
    /// `lenient`: reads that are explained do not count where there are traces.
    fn new(
        report: &Report,
        mut comparison: Comparison,
        against: Option<Differences>,
        lenient: bool,
    ) -> RunOutput {
        let traced = report.tracing.iter().any(|t| t.truth.is_some());
        let all = comparison.beyond.len();
        if lenient && traced {
            comparison
                .beyond
                .retain(|w| w.verdict != Verdict::Explained);
        }
        let streams = report.tracing.iter();
        let streams = streams.filter_map(|t| Some(format!("{}: {}", t.stream, t.not_judged()?)));
        let mut not_judged: Vec<String> = streams.collect();
        not_judged.extend(comparison.not_judged());
        RunOutput {
            images: report.images.iter().map(|i| i.path.clone()).collect(),
            explained: (all - comparison.beyond.len()) as u64,
            comparison,
            against,
            tracing: report.tracing.clone(),
            not_judged,
        }
    }

    /// Whether there was something to compare.
    fn compared(&self) -> bool {
        let read = !self.comparison.events.is_empty() || !self.comparison.clocks.is_empty();
        let traced = self
            .tracing
            .iter()
            .any(|t| t.truth.is_some() || t.not_judged().is_some());
        self.against.is_some() || read || traced
    }

    fn passes(&self) -> bool {
        let equal = |d: &Differences| d.beyond().next().is_none();
        self.comparison.passes()
            && self.against.as_ref().is_none_or(equal)
            && self.tracing.iter().all(|t| t.incomplete().is_none())
    }
}

/// Refuses a comparison that would say nothing.
fn comparable(
    subject: &Firmware,
    here: &Report,
    other: &Report,
    a: &Compare,
) -> Result<(), Failure> {
    let refuse = |text: String| {
        Err(Failure::input(format!(
            "{}: {text}",
            subject.named().display()
        )))
    };
    if here.board != other.board {
        return refuse(format!(
            "this run is of the board {}, the other one of {}",
            here.board, other.board
        ));
    }
    let hashes =
        |r: &Report| -> Vec<String> { r.images.iter().map(|i| i.sha256.clone()).collect() };
    let differ = hashes(here) != hashes(other);
    if differ && !a.other_firmware {
        return refuse(
            "the two runs have other firmware (the hashes of their images differ); \
             --other-firmware compares them all the same"
                .to_owned(),
        );
    }
    if runs_now(subject) && !other.regions.is_empty() {
        return refuse(
            "the other run has regions, and an image that is run now has none: \
             run it with --region and --out, and compare that"
                .to_owned(),
        );
    }
    Ok(())
}

fn beyond(m: &Measurement, f: &Figures, tolerance: Option<Tolerance>) -> bool {
    let far = |s: u64, f: u64| tolerance.is_some_and(|t| t.exceeded(s, f));
    far(m.value.measured, f.value)
        || far(m.cycles.measured, f.cycles)
        || far(m.instructions.measured, f.instructions)
}

/// `--tolerance`, 0 by default.
fn tolerance(a: &Compare) -> Result<Tolerance, Failure> {
    percent("--tolerance", a.tolerance.as_deref().unwrap_or("0"))
}

/// `cycles=2%`.
fn parse_bound(text: &str) -> Result<Bound, Failure> {
    let Some((pattern, tolerance)) = text.rsplit_once('=') else {
        let text = format!("`{text}` is no bound; write METER=PERCENT, such as cycles=2%");
        return Err(Failure::usage(text));
    };
    Ok(Bound {
        pattern: pattern.to_owned(),
        tolerance: percent(&format!("--bound {pattern}"), tolerance)?,
    })
}

/// Each of the runs: one that was recorded, or firmware with the options that say how it is run now.
fn subjects(a: &Compare) -> Vec<Firmware> {
    let f = a.firmware.clone().ending(BUDGET);
    if f.elf.is_empty() && (!f.image.is_empty() || f.host.is_some() || f.workload.is_some()) {
        return vec![f];
    }
    f.elf.iter().map(|path| alone(&f, path)).collect()
}

/// One of several images or runs, with the options of all.
fn alone(f: &Firmware, path: &Path) -> Firmware {
    Firmware {
        elf: vec![path.to_owned()],
        ..f.clone()
    }
}

/// Whether it is run now, and was not recorded.
fn runs_now(f: &Firmware) -> bool {
    f.elf.iter().all(|p| !is_recorded(p))
}

/// Refuses options about a run where none is to be made.
fn nothing_runs(a: &Compare) -> Result<(), Failure> {
    match a.firmware.given(&[]) {
        None => Ok(()),
        Some(option) => Err(Failure::usage(format!(
            "{option} is for images that are run now, and none is given"
        ))),
    }
}

fn open_against(spec: &str) -> Result<Against, Failure> {
    let path = Path::new(spec);
    let published = |place: &str, text: &str| {
        let p = Published::parse(place, text).map_err(|e| Failure::input(e.to_string()))?;
        Ok(Against::Figures(p))
    };
    if path.extension().is_some_and(|e| e == "ron") {
        return published(spec, &read(path)?);
    }
    if !path.exists()
        && let Some(text) = built_in(&format!("published/{spec}.ron"))
    {
        return published(&format!("models/published/{spec}.ron"), text);
    }
    if !path.exists() {
        let known = built_in_names("published");
        let hint = did_you_mean(spec, known.iter().map(String::as_str));
        return Err(Failure::input(format!(
            "--against {spec}: there is no such report or directory, and no published figures of this \
             name{hint} (there are {})",
            known.join(", ")
        )));
    }
    Ok(Against::Run(Box::new(report(path)?)))
}

/// The report of a recorded run, or of firmware that is run now with `more` than its options say.
fn open(f: &Firmware, more: impl FnOnce(&mut Options)) -> Result<Report, Failure> {
    if let [path] = f.elf.as_slice()
        && is_recorded(path)
    {
        return report(path);
    }
    let (board, cores) = options::open(f, true)?;
    let mut options = options::firmware(f, cores)?;
    more(&mut options);
    let mut session = Session::new(&board, options)?;
    session.dump_if_there(RECORDS);
    let report = session.run(&mut std::io::sink(), &AtomicBool::new(false));
    ended_well(&f.named().display().to_string(), &report)?;
    Ok(report)
}

/// Refuses a run that was no success, with its exit code.
fn ended_well(what: &str, report: &Report) -> Result<(), Failure> {
    match report.outcome.kind.exit_code() {
        0 => Ok(()),
        code => Err(Failure {
            code,
            text: format!("{what}: {}", report.outcome.detail),
        }),
    }
}

/// The report in a file, or in the directory of a run.
pub(super) fn report(path: &Path) -> Result<Report, Failure> {
    let file = if path.is_dir() {
        path.join("report.json")
    } else {
        path.to_owned()
    };
    let text = read(&file)?;
    serde_json::from_str(&text)
        .map_err(|e| Failure::input(format!("{}: not a report: {e}", file.display())))
}

fn read(path: &Path) -> Result<String, Failure> {
    trueboard_files::read_text(path).map_err(|e| Failure::input(format!("{}: {e}", path.display())))
}
