//! The records of a Paraver trace that firmware wrote beside the calls of the run, in order.

use super::readers::{each_step, folder_of_calls};
use crate::Error;
use crate::run::read;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_analyses::compare::by_reader::{OpenFunctions, Step};
use trueboard_analyses::tracers::paraver::{Labels, calls};
use trueboard_analyses::tracers::recorded::{Recorded, recorded};

/// A trace that firmware wrote, beside what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirmwareTrace {
    /// The file.
    pub trace: String,
    /// Where they differ.
    #[serde(flatten)]
    pub recorded: Recorded,
    /// All that happened was recorded, in order, and nothing else.
    pub complete: bool,
}

/// Holds a Paraver trace, with its `.pcf` beside it, against the run in a directory, which kept a trace of its calls.
///
/// # Errors
/// Files that cannot be used, and traces that differ in more than can be matched. [`FirmwareTrace::verdict`] says
/// whether anything was compared.
pub fn firmware_trace(run: &Path, trace: &Path) -> Result<FirmwareTrace, Error> {
    let labels = Labels::of(&read(&trace.with_extension("pcf"))?);
    let at = trace.display().to_string();
    let records = calls(&read(trace)?, &labels).map_err(|e| Error::Unusable(format!("{at}{e}")))?;
    let wanted = labels.record();
    let mut happened: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    let mut open = OpenFunctions::default();
    let folder = folder_of_calls("--firmware-trace", run)?;
    each_step(&folder, &mut |core, _, step| {
        if let Step::Call { depth, function } = step
            && wanted(function, open.caller(core, depth).unwrap_or("?"))
        {
            happened.entry(core).or_default().push(function.to_owned());
        }
        open.step(core, step);
    })?;
    let recorded =
        recorded(&happened, &records).map_err(|e| Error::Unusable(format!("{at}: {e}")))?;
    Ok(FirmwareTrace {
        trace: at,
        complete: recorded.complete(),
        recorded,
    })
}

impl FirmwareTrace {
    /// Whether the trace is complete.
    ///
    /// # Errors
    /// [`Error::NotJudged`] where nothing was compared.
    pub fn verdict(&self) -> Result<bool, Error> {
        if self.recorded.tallies.is_empty() {
            return Err(Error::NotJudged(format!(
                "{}: nothing was compared: the run made no call that such a trace records, and the trace records none",
                self.trace
            )));
        }
        Ok(self.complete)
    }
}
