//! Measured and true values by the reading function, of runs with a trace of their calls.

use crate::Error;
use crate::run::read_report;
use serde::Serialize;
use std::path::{Path, PathBuf};
use trueboard_analyses::compare::by_reader::{ByReader, Reader, Step, Waiting};
use trueboard_board::NotThere;
use trueboard_trace::read::ctf::{Event, Trace};

/// The reads of runs by function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Readers {
    /// A row for each function that read, by name.
    pub rows: Vec<Reader>,
}

/// Lists the reads of each function, of runs in these directories. A read belongs to the outermost open function whose
/// name matches `pattern`, or to the innermost one.
///
/// # Errors
/// Runs without a report or a trace of calls, and a pattern that no called function matches. [`Readers::verdict`] says
/// whether all reads were judged.
pub fn readers(runs: &[PathBuf], pattern: &str) -> Result<Readers, Error> {
    let mut found = ByReader::default();
    for path in runs {
        let r = read_report(path)?;
        let calls = folder_of_calls("--by-reader", path)?;
        if r.windows.left_out > 0 {
            return Err(Error::Unusable(format!(
                "--by-reader: {}: the report left {} reads out",
                path.display(),
                r.windows.left_out
            )));
        }
        let mut waiting = Waiting::new(&r.windows.windows, r.time.hz, pattern);
        each_step(&calls, &mut |core, ns, step| {
            found.step(&mut waiting, core, ns, step);
        })?;
        found.end(&waiting);
    }
    NotThere::unless_matched(
        "--by-reader",
        pattern,
        "function that was called",
        found.called(),
    )?;
    let rows = found.rows();
    if rows.is_empty() {
        let text = "--by-reader: no counter was read: nothing was compared";
        return Err(Error::NotJudged(text.to_owned()));
    }
    Ok(Readers { rows })
}

impl Readers {
    /// Whether every judged read is exact or explained.
    ///
    /// # Errors
    /// [`Error::NotJudged`] where nothing is wrong, and a read was not judged.
    pub fn verdict(&self) -> Result<bool, Error> {
        if self.rows.iter().any(|r| r.wrong > 0) {
            return Ok(false);
        }
        match self.rows.iter().find(|r| r.not_judged > 0) {
            None => Ok(true),
            Some(r) => Err(Error::NotJudged(format!(
                "--by-reader: nothing is wrong, but {} of {} reads by {} were not judged",
                r.not_judged, r.reads, r.reader
            ))),
        }
    }
}

/// Where a run kept its trace of calls.
pub(super) fn folder_of_calls(option: &str, run: &Path) -> Result<PathBuf, Error> {
    let folder = run.join("ctf");
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(Error::Unusable(format!(
        "{option}: {}: there is no trace of calls; run it with --out {} --trace ctf",
        folder.display(),
        run.display()
    )))
}

/// Hands over each event of cores in a trace: core, nanoseconds, and what it is among calls.
pub(super) fn each_step(
    folder: &Path,
    take: &mut dyn FnMut(u8, i128, Step<'_>),
) -> Result<(), Error> {
    let trace = Trace::open(folder)?;
    for event in trace.events() {
        let event = event?;
        let Some(core) = core(&trace, &event) else {
            continue;
        };
        let depth = event.field("depth").and_then(|f| f.unsigned());
        let depth = depth.and_then(|d| usize::try_from(d).ok());
        match (event.name(), depth) {
            ("call", Some(depth)) => {
                let name = event.field("function").and_then(|f| f.text());
                let function = name.as_deref().unwrap_or("?");
                take(core, event.ns(), Step::Call { depth, function });
            }
            ("return", Some(depth)) => take(core, event.ns(), Step::Return { depth }),
            _ => take(core, event.ns(), Step::Other),
        }
    }
    Ok(())
}

/// The core whose stream has the event.
pub(super) fn core(trace: &Trace, event: &Event) -> Option<u8> {
    let stream = trace.streams.get(event.stream())?;
    stream.name.strip_prefix("stream_core_")?.parse().ok()
}
