//! Runs in pieces: between two of them Python handles its signals, Ctrl-C above all.

use crate::errors;
use crate::outcome::RunState;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use std::time::{Duration, Instant};
use trueboard::{Ended, Pause, Stops, Time};

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

/// Runs until a point of time, or the end.
pub fn until(
    simulation: &Simulation,
    py: Python<'_>,
    time: Time,
    limit: &Limit,
) -> PyResult<RunState> {
    let ended = pieces(simulation, py, limit, |s| {
        let over = s.run_slice(time) != Ended::Paused || s.is_past(time);
        over.then(|| RunState::of(s))
    })?;
    Ok(ended.unwrap_or_else(|seconds| simulation.with(py, |s| RunState::timeout(s, seconds))))
}

/// Runs until one of `stops`, a point of time, or the end; answers also which of them it was, if it was not the limit.
pub fn to(
    simulation: &Simulation,
    py: Python<'_>,
    stops: &Stops,
    time: Time,
    limit: &Limit,
) -> PyResult<(RunState, Option<Pause>)> {
    let ended = pieces(simulation, py, limit, |s| {
        match s.run_slice_to(stops, time) {
            Err(e) => Some(Err(e)),
            Ok(pause) => {
                let over = pause != Pause::Ended(Ended::Paused) || s.is_past(time);
                over.then(|| Ok((RunState::paused(s, &pause), Some(pause))))
            }
        }
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
        if let Some(answer) = simulation.with(py, &piece) {
            return Ok(Ok(answer));
        }
        py.check_signals()?;
        simulation.give_way(py);
        if let Some(seconds) = limit.up() {
            return Ok(Err(seconds));
        }
    }
}
