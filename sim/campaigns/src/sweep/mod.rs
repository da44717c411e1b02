//! Sweeps: firmware run once for each combination of image, settings, inputs and cores, and what that says of time,
//! speed-up, efficiency and energy, of the run and of its regions.
//!
//! A [`Request`] is carried out by [`run`], with results that are kept. Beneath that, a [`Spec`] is turned into a
//! [`Plan`], whose runs [`execute`] carries out one by one, or [`results`] all of them; [`view::groups`] sorts them.
//! `docs/user/howto/sweep.md` has the meaning of all that.

mod energy;
mod plan;
mod regions;
mod result;
mod spec;
mod study;
pub mod view;

pub use plan::{Job, Plan, named};
pub use regions::Region;
pub use result::{RunResult, execute};
pub use spec::{Axis, Choice, Regions, Spec};
pub use study::{Request, Run, Study, run};

use crate::engine::{self, CampaignError};
use crate::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard_board::InputError;

/// Why a sweep cannot go on, in a line: place, cause and remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepError(pub String);

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SweepError {}

impl From<InputError> for SweepError {
    fn from(e: InputError) -> SweepError {
        SweepError(e.to_string())
    }
}

impl From<SweepError> for Error {
    fn from(e: SweepError) -> Error {
        Error::Input(e.0)
    }
}

impl From<CampaignError> for SweepError {
    fn from(e: CampaignError) -> SweepError {
        SweepError(e.to_string())
    }
}

/// Executes all runs of a plan, `threads` at a time (0: one for each processor): their results, in order. Nothing if
/// `stop` was set. Meters are not kept.
///
/// # Errors
/// The first of a run that cannot begin.
pub fn results(
    plan: &Plan,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<RunResult>>, SweepError> {
    let one = |job: &Job| execute(plan, job, stop, |_| trueboard_analyses::Numbers::new());
    let results = engine::parallel(&plan.jobs, threads, one)?;
    let results: Result<Option<Vec<RunResult>>, SweepError> = results
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map(|all| all.into_iter().collect());
    match stop.load(Ordering::Relaxed) {
        true => Ok(None),
        false => results,
    }
}
