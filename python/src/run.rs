//! Runs in pieces: between two of them Python handles its signals, Ctrl-C above all.

use crate::errors;
use crate::outcome::RunState;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use std::time::{Duration, Instant};
use trueboard::{StopReason, Until};

/// The time of the host that a run may take.
pub struct Limit {
    seconds: Option<f64>,
    begun: Instant,
}

impl Limit {
    /// So many seconds from now on.
    pub fn new(seconds: Option<f64>) -> Limit {
        Limit {
            seconds,
            begun: Instant::now(),
        }
    }

    /// The seconds that are up.
    fn up(&self) -> Option<f64> {
        let span = |s| Duration::try_from_secs_f64(s).unwrap_or(Duration::ZERO);
        self.seconds.filter(|&s| self.begun.elapsed() >= span(s))
    }
}

/// Runs as far as `until` says; answers also why the run came back, if it was not the limit.
pub fn to(
    simulation: &Simulation,
    py: Python<'_>,
    until: impl Into<Until>,
    limit: &Limit,
) -> PyResult<(RunState, Option<StopReason>)> {
    let until = until.into().slice();
    let ended = pieces(simulation, py, limit, |s| match s.run(until.clone()) {
        Err(e) => Some(Err(e)),
        Ok(StopReason::Slice) => None,
        Ok(reason) => Some(Ok((RunState::paused(s, &reason), Some(reason)))),
    })?;
    match ended {
        Ok(state) => state.map_err(|e| errors::not_there(py, "RequestError", &e)),
        Err(seconds) => Ok((simulation.with(py, |s| RunState::timeout(s, seconds)), None)),
    }
}

/// Calls `piece` until it has an answer; an error where the limit comes first: its seconds.
fn pieces<T: Send>(
    simulation: &Simulation,
    py: Python<'_>,
    limit: &Limit,
    piece: impl Fn(&mut trueboard::Simulation) -> Option<T> + Sync,
) -> PyResult<Result<T, f64>> {
    loop {
        let answer = simulation.with(py, &piece);
        simulation.check_devices()?;
        if let Some(answer) = answer {
            return Ok(Ok(answer));
        }
        py.check_signals()?;
        simulation.give_way(py);
        if let Some(seconds) = limit.up() {
            return Ok(Err(seconds));
        }
    }
}
