//! `trueboard compare`.

mod expectations;
mod firmware_trace;
mod functions;
mod junit;
mod probes;
mod probes_text;
mod readers;
mod text;
mod tracing;

use super::options::{self, percent};
use super::{Failure, print, print_json};
use crate::cli::{Compare, Firmware};
use std::path::Path;
use trueboard::analysis::{Bound, Tolerance};
use trueboard::compare::{Against, RunsRequest, published_tracing, runs};
use trueboard::{Run, is_recorded};

/// Simulated time after which an image that does not end is given up.
const BUDGET: &str = "10s";

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
        && let Some(table) = published_tracing(spec)?
    {
        return tracing::run(a, table);
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
    nothing_runs(a, &subjects.iter().collect::<Vec<_>>())?;
    let request = RunsRequest {
        against: a.against.as_deref().map(Against::named).transpose()?,
        runs: subjects.iter().map(as_run).collect::<Result<_, _>>()?,
        tolerance,
        bounds,
        published_tolerance,
        other_firmware: a.other_firmware,
    };
    let answer = runs(&request, &())?;
    if let Some(path) = &a.junit {
        let row = |r: &trueboard::compare::Row| {
            let m = &r.measured;
            (
                format!("{} ({}), {}", m.event, m.program, m.variant),
                r.beyond,
            )
        };
        let rows: Vec<_> = answer.measurements.iter().map(row).collect();
        junit::write(path, &junit::runs(&answer.runs, &rows)?)?;
    }
    if a.json {
        print_json(&answer)?;
    } else {
        print(&text::text(&answer))?;
    }
    Ok(u8::from(!answer.verdict()?))
}

/// `--tolerance`.
fn tolerance(a: &Compare) -> Result<Option<Tolerance>, Failure> {
    let tolerance = a.tolerance.as_deref();
    tolerance.map(|t| percent("--tolerance", t)).transpose()
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

/// The run as the library takes it.
fn as_run(f: &Firmware) -> Result<Run, Failure> {
    options::run(f, f.elf.first().filter(|_| f.elf.len() == 1))
}

/// Whether it is run now, and was not recorded.
fn runs_now(f: &Firmware) -> bool {
    f.elf.iter().all(|p| !is_recorded(p))
}

/// Refuses options about a run where none is to be made.
fn nothing_runs(a: &Compare, subjects: &[&Firmware]) -> Result<(), Failure> {
    if subjects.iter().any(|f| runs_now(f)) {
        return Ok(());
    }
    match a.firmware.given(&[]) {
        None => Ok(()),
        Some(option) => Err(Failure::usage(format!(
            "{option} is for images that are run now, and none is given"
        ))),
    }
}
