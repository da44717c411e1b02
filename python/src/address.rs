//! Addresses and symbols as Python gives them.

use crate::errors;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use trueboard::{NotThere, Stops, Watchpoint};

/// An address, and the size in bytes of what is there if a symbol says it.
#[derive(Clone, Copy)]
pub struct Place {
    pub at: u64,
    pub size: Option<u64>,
}

/// The place that an address or the name of a symbol means: of a core's own image first, then of any.
pub fn place(simulation: &Simulation, core: u8, given: &Bound<'_, PyAny>) -> PyResult<Place> {
    if let Ok(at) = given.extract::<u64>() {
        return Ok(Place { at, size: None });
    }
    let what = "an address is a number or the name of a symbol";
    let name: String = given
        .extract()
        .map_err(|_| errors::wrong_type(what, given))?;
    let found = simulation.with(given.py(), |s| {
        let own = s.core(core)?;
        let mut all = std::iter::once(own).chain(s.cores());
        // None of the images has it: what the core's own has, if anything, may be meant.
        let symbol = all.find_map(|c| c.symbol(&name).ok());
        let symbol = symbol.map_or_else(|| own.symbol(&name), Ok)?;
        Ok(Place {
            at: symbol.at,
            size: Some(symbol.size).filter(|size| *size != 0),
        })
    });
    found.map_err(|e| errors::not_there(given.py(), "SymbolError", &e))
}

/// The number of a core that the board has.
pub fn core(simulation: &Simulation, py: Python<'_>, core: i64) -> PyResult<u8> {
    let known = simulation.with(py, |s| match u8::try_from(core) {
        Ok(core) => s.core(core).map(|_| core),
        Err(_) => {
            let (name, cores) = (&s.machine().name, s.machine().core_count());
            Err(NotThere::core(name, core, cores))
        }
    });
    known.map_err(|e| errors::not_there(py, "CoreError", &e))
}

/// Breakpoints, and watched memory: a symbol, or an address with a number of bytes.
pub fn stops(
    simulation: &Simulation,
    breakpoints: Option<Vec<Bound<'_, PyAny>>>,
    watch: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<Stops> {
    let mut stops = Stops::default();
    for given in breakpoints.iter().flatten() {
        stops.breakpoints.insert(place(simulation, 0, given)?.at);
    }
    for given in watch.iter().flatten() {
        let pair = given.extract::<(Bound<'_, PyAny>, u64)>().ok();
        let (at, bytes) = match &pair {
            Some((at, bytes)) => (place(simulation, 0, at)?.at, *bytes),
            None => {
                let place = place(simulation, 0, given)?;
                (place.at, place.size.unwrap_or(4))
            }
        };
        let at = simulation.with(given.py(), |s| s.machine().seen_by_all(0, at));
        stops.watched.insert(Watchpoint::change(at, bytes));
    }
    Ok(stops)
}
