//! Runs that call functions of Python: at breakpoints, and at equal distances of time.

use crate::address;
use crate::core::Core;
use crate::outcome::RunState;
use crate::run;
use crate::simulation::Simulation;
use crate::time;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use trueboard::{StopReason, Stops, Time, Until};

/// What is called when.
pub struct Calls<'py> {
    /// The function of each breakpoint, by address.
    at: BTreeMap<u64, Bound<'py, PyAny>>,
    /// The time between two calls of a function, and the function.
    every: Option<(Time, Bound<'py, PyAny>)>,
}

impl<'py> Calls<'py> {
    /// Functions by breakpoint, and one with the time between two calls of it.
    pub fn new(
        simulation: &Simulation,
        at: Option<Bound<'py, PyDict>>,
        every: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    ) -> PyResult<Calls<'py>> {
        let mut by_address = BTreeMap::new();
        for (place, function) in at.into_iter().flatten() {
            by_address.insert(address::place(simulation, 0, &place)?.at, function);
        }
        let every = match every {
            Some((span, function)) => Some((time::span(simulation, &span)?, function)),
            None => None,
        };
        Ok(Calls {
            at: by_address,
            every,
        })
    }
}

/// Runs until a point of time, the end, or until a function answers true.
pub fn observe<'py>(
    simulation: &Bound<'py, Simulation>,
    calls: &Calls<'py>,
    until: Time,
    timeout: Option<f64>,
) -> PyResult<RunState> {
    let (py, run) = (simulation.py(), simulation.get());
    let stops = Stops {
        breakpoints: calls.at.keys().copied().collect(),
        ..Stops::default()
    };
    let span = calls.every.as_ref().map(|every| every.0);
    let (begin, span) = run.with(py, |s| (s.latest_time(), span.map(|span| s.ticks(span))));
    // The next multiple of the span, from the begin on.
    let next = |now: u64| {
        let after = |span: u64| {
            let passed = now.saturating_sub(begin) / span + 1;
            begin.saturating_add(passed.saturating_mul(span))
        };
        Time::ticks(span.map_or(u64::MAX, after))
    };
    let limit = run::Limit::new(timeout);
    let mut due = next(begin);
    loop {
        let (last, end) = run.with(py, |s| {
            let earlier = s.ticks(until) <= s.ticks(due);
            (earlier, if earlier { until } else { due })
        });
        let (state, pause) = run::to(run, py, Until::first(&stops, end), &limit)?;
        let answer = match (&pause, &calls.every) {
            (Some(StopReason::Breakpoint { core }), _) => {
                let core = Core {
                    simulation: simulation.clone().unbind(),
                    number: *core,
                };
                match calls.at.get(&core.address(py)) {
                    Some(function) => function.call1((core,))?,
                    None => return Ok(state),
                }
            }
            (Some(StopReason::Time), Some((_, function))) if !last => {
                due = next(run.with(py, |s| s.latest_time()));
                function.call1((simulation,))?
            }
            _ => return Ok(state),
        };
        if answer.is_truthy()? {
            return Ok(state);
        }
    }
}
