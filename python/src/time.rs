//! Points and spans of simulated time as Python gives them.

use crate::errors;
use crate::simulation::Simulation;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use trueboard::Time;

/// The time that `until` says: none, cycles of the first core, `"10ms"`, or `"+10ms"` from now on.
pub fn point(simulation: &Simulation, until: Option<&Bound<'_, PyAny>>) -> PyResult<Time> {
    let Some(until) = until else {
        return Ok(Time::END);
    };
    let py = until.py();
    let text = until.extract::<String>().unwrap_or_default();
    match text.trim().strip_prefix('+') {
        Some(span) => {
            let span = span.parse().map_err(|e| errors::time(py, &e))?;
            Ok(simulation.with(py, move |s| s.after(span)))
        }
        None => amount(until),
    }
}

/// A span of time that is longer than nothing.
pub fn span(simulation: &Simulation, span: &Bound<'_, PyAny>) -> PyResult<Time> {
    let time = amount(span)?;
    if simulation.with(span.py(), move |s| s.ticks(time)) == 0 {
        return Err(PyValueError::new_err("a span of time is longer than 0"));
    }
    Ok(time)
}

/// Cycles of the first core, or a text like `"10ms"`.
fn amount(given: &Bound<'_, PyAny>) -> PyResult<Time> {
    if !given.is_instance_of::<PyBool>()
        && let Ok(cycles) = given.extract::<u64>()
    {
        return Ok(Time::cycles(cycles));
    }
    let text: String = given.extract().map_err(|_| {
        let what = "a time is a number of cycles or a text like \"10ms\"";
        errors::wrong_type(what, given)
    })?;
    text.trim()
        .parse()
        .map_err(|e| errors::time(given.py(), &e))
}
