//! What runs, and on which board.

use crate::device::{self, Given, Raised};
use crate::errors;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use std::path::PathBuf;
use trueboard::Setup;
use trueboard::analysis::profile::request::Functions;
use trueboard::analysis::regions::Selector;
use trueboard::analysis::regions::request::Request;

/// The number of a core.
pub struct CoreNumber(u8);

impl From<CoreNumber> for u8 {
    fn from(core: CoreNumber) -> u8 {
        core.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for CoreNumber {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<CoreNumber> {
        let number: i64 = given.extract()?;
        u8::try_from(number).map(CoreNumber).map_err(|_| {
            let most = u8::MAX;
            let text = format!("no board has a core {number}: cores are 0 to {most}");
            errors::error(given.py(), "CoreError", text)
        })
    }
}

/// An image: what it is called, its bytes where it is no file, and the cores that run it.
pub type Image = (PathBuf, Option<Vec<u8>>, Vec<CoreNumber>);

/// The options of a run that `trueboard.Board` has checked and completed.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    sets: Vec<String>,
    host: Option<PathBuf>,
    workload: Option<String>,
    stdin: Vec<u8>,
    regions: Vec<String>,
    profile: bool,
    free: Vec<String>,
    dumps: Vec<(String, Option<u64>)>,
    strict: bool,
    start: Vec<CoreNumber>,
    at: Option<u64>,
    devices: Vec<Given>,
}

impl Options {
    /// Devices of Python are asked for.
    pub fn has_devices(&self) -> bool {
        !self.devices.is_empty()
    }
}

/// Builds the board, loads the images and boots.
#[pyfunction]
pub fn start(
    py: Python<'_>,
    board: String,
    images: Vec<Image>,
    options: &Bound<'_, PyAny>,
) -> PyResult<Simulation> {
    let mut options: Options = options.extract()?;
    let (devices, raised) = (std::mem::take(&mut options.devices), Raised::default());
    let setup = device::add(py, setup(board, images, options), devices, &raised)?;
    let started = py.detach(|| setup.start());
    if let Some(e) = device::raised(&raised) {
        return Err(e);
    }
    match started {
        Ok(simulation) => Ok(Simulation::new(simulation, raised)),
        Err(e) => Err(errors::input(py, &e)),
    }
}

/// The setup of a run.
pub fn setup(board: String, images: Vec<Image>, given: Options) -> Setup {
    let mut setup = Setup::board(board).start_cores(given.start.into_iter().map(u8::from));
    for set in given.sets {
        setup = setup.set(set);
    }
    for (name, bytes, cores) in images {
        let cores = cores.into_iter().map(u8::from);
        setup = match bytes {
            Some(bytes) => setup.image_bytes_on(cores, name, bytes),
            None => setup.image_on(cores, name),
        };
    }
    if let Some(host) = given.host {
        setup = setup.host(host);
    }
    if let Some(workload) = given.workload {
        setup = setup.workload(workload);
    }
    for pattern in given.free {
        setup = setup.free(pattern);
    }
    for (variable, bytes) in given.dumps {
        setup = setup.dump(variable, bytes);
    }
    if let Some(address) = given.at {
        setup = setup.raw_at(address);
    }
    if given.strict {
        setup = setup.strict();
    }
    let regions = given.regions.iter().map(|r| Selector::named(r)).collect();
    if let Some(regions) = Request::of(regions) {
        setup = setup.analyse(regions);
    }
    if given.profile {
        setup = setup.analyse(Functions::default());
    }
    setup.stdin(given.stdin)
}

/// ` (did you mean `NAME`?)` for the one of `known` that is nearly `word`, or nothing.
#[pyfunction]
pub fn did_you_mean(word: &str, known: Vec<String>) -> String {
    trueboard::internals::board::did_you_mean(word, known.iter().map(String::as_str))
}

/// The names of the boards that are built in.
#[pyfunction]
pub fn board_names() -> Vec<String> {
    trueboard::board_names()
}
