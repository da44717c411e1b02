//! A trace that firmware wrote, beside the true calls, time stamps, numbers of events and lost records.

mod ctf;
mod paraver;
mod truth;

use super::unusable;
use crate::Error;
use crate::run::read_report;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::tracers::counts::Reads;
use trueboard_analyses::tracers::happened::Happened;
use trueboard_analyses::tracers::judged::{Judged, Run, Written, judge};
use trueboard_board::Report;
use truth::Time;

/// A trace that firmware wrote, beside the events of its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirmwareTrace {
    /// The file or the directory.
    pub trace: String,
    /// Where they differ.
    #[serde(flatten)]
    pub judged: Judged,
    /// Whether the trace has exactly the events of the run, in order.
    pub complete: bool,
    /// Calls, time stamps and numbers of events are what happened, as far as they were judged.
    pub agrees: bool,
}

/// Holds a trace against the run in a directory, which kept a trace of its calls: a Paraver trace with its `.pcf` beside
/// it, or the directory of a CTF trace.
///
/// # Errors
/// Files that cannot be used, and traces that differ in more than can be matched. [`FirmwareTrace::verdict`] says
/// whether anything was compared.
pub fn firmware_trace(run: &Path, trace: &Path) -> Result<FirmwareTrace, Error> {
    let report = read_report(run)?;
    let time = Time::of(&report);
    let judged = match trace.is_dir() {
        true => of_ctf(run, trace, &report, &time),
        false => of_paraver(run, trace, &report, &time),
    }?;
    Ok(FirmwareTrace {
        trace: trace.display().to_string(),
        complete: judged.recorded.complete(),
        agrees: judged.agrees(),
        judged,
    })
}

fn of_paraver(run: &Path, trace: &Path, report: &Report, time: &Time) -> Result<Judged, Error> {
    let (labels, written) = paraver::read(trace)?;
    let happened = truth::calls(run, time, &labels.wanted())?;
    held(trace, &happened, &written, report, time)
}

fn of_ctf(run: &Path, trace: &Path, report: &Report, time: &Time) -> Result<Judged, Error> {
    let read = ctf::read_trace(run, trace, report, time)?;
    let mut judged = held(trace, &read.happened, &read.written, report, time)?;
    if let Some((compared, wrong)) = read.payloads(&judged.recorded) {
        (judged.payloads, judged.wrong_payloads) = (compared, wrong);
    }
    judged.defects = read.defects;
    Ok(judged)
}

fn held(
    trace: &Path,
    happened: &BTreeMap<u8, Happened>,
    written: &Written,
    report: &Report,
    time: &Time,
) -> Result<Judged, Error> {
    let handled = |core: u8, at: i64| happened.get(&core).is_some_and(|h| h.handled(at));
    let windows = &report.windows;
    let run = Run {
        reads: Reads::new(&windows.windows, |tick| time.ps(tick), handled),
        left_out: windows.left_out,
        tick: &|core| time.cycle(core),
    };
    judge(happened, written, &run).map_err(|e| unusable(&trace.display(), e))
}

impl FirmwareTrace {
    /// Whether trace and truth agree.
    ///
    /// # Errors
    /// [`Error::NotJudged`] where nothing was compared, and where they agree but a part was not judged.
    pub fn verdict(&self) -> Result<bool, Error> {
        if self.judged.recorded.tallies.is_empty() {
            return Err(Error::NotJudged(format!(
                "{}: nothing was compared: the run made no call that such a trace records, and the trace records none",
                self.trace
            )));
        }
        match self.judged.not_judged.first() {
            Some(what) if self.agrees => Err(Error::NotJudged(format!(
                "{}: nothing differs, but a part was not judged: {what}",
                self.trace
            ))),
            _ => Ok(self.agrees),
        }
    }
}
