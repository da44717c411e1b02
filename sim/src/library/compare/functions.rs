//! Two builds of a firmware, function by function.

use super::{images, report_of, unusable};
use crate::Error;
use crate::run::{Follow, Run};
use serde::Serialize;
use trueboard_analyses::profile::request;
use trueboard_analyses::{ByFunction, Matched, Profiled, Tolerance, by_function};
use trueboard_board::{Analyses, Report};

/// A question that compares the functions of two runs.
#[derive(Clone)]
pub struct FunctionsRequest {
    /// The new run.
    pub run: Run,
    /// The old run.
    pub against: Run,
    /// By how much a function may be slower.
    pub tolerance: Tolerance,
}

/// Functions of two runs.
#[derive(Clone, Debug, Serialize)]
pub struct Functions {
    /// Images of the new run.
    pub images: Vec<String>,
    /// Images of the old run.
    pub against: Vec<String>,
    /// Each function of either.
    #[serde(flatten)]
    pub functions: ByFunction,
    /// Whether every function is within its tolerance.
    pub passes: bool,
}

/// Compares the functions of two runs.
///
/// # Errors
/// Runs that cannot be used, were no success or were not profiled, and runs of two boards. [`Functions::verdict`] says
/// whether anything was compared.
pub fn functions(a: &FunctionsRequest, follow: &dyn Follow) -> Result<Functions, Error> {
    let (new, old) = (profiled(&a.run, follow)?, profiled(&a.against, follow)?);
    if new.board != old.board {
        return Err(unusable(
            &a.run.name().display(),
            format_args!(
                "this run is of the board {}, the other one of {}",
                new.board, old.board
            ),
        ));
    }
    let functions = by_function(of(&new), of(&old), a.tolerance);
    let passes = functions.beyond().next().is_none();
    Ok(Functions {
        images: images(&new),
        against: images(&old),
        functions,
        passes,
    })
}

impl Functions {
    /// Whether every function is within its tolerance.
    ///
    /// # Errors
    /// [`Error::NotJudged`] where no function ran in both runs.
    pub fn verdict(&self) -> Result<bool, Error> {
        let both = |f: &Matched| f.here.is_some() && f.against.is_some();
        if !self.functions.functions.iter().any(both) {
            let text = "--by-function: nothing was compared: no function ran in both runs";
            return Err(Error::NotJudged(text.to_owned()));
        }
        Ok(self.passes)
    }
}

/// A report that has a profile.
fn profiled(run: &Run, follow: &dyn Follow) -> Result<Report, Error> {
    let report = report_of(
        run,
        |options| options.analyses = Analyses::one(request::Functions::default()),
        follow,
    )?;
    match report.profile {
        Some(_) => Ok(report),
        None => Err(unusable(
            &run.name().display(),
            "the run was not profiled: run it with --profile",
        )),
    }
}

fn of(report: &Report) -> Profiled<'_> {
    Profiled {
        profiles: report.profile.as_deref().unwrap_or_default(),
        ended_by: report.outcome.core.unwrap_or(0),
    }
}
