//! What runs, and on which board.

use crate::errors;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use std::path::PathBuf;
use trueboard::Setup;
use trueboard::analysis::profile::request::Functions;
use trueboard::analysis::regions::Selector;
use trueboard::analysis::regions::request::Request;
use trueboard::board::Analyses;

/// An image: what it is called, its bytes where it is no file, and the cores that run it.
pub type Image = (PathBuf, Option<Vec<u8>>, Vec<usize>);

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
    start: Vec<usize>,
    at: Option<u64>,
}

/// Builds the board, loads the images and boots.
#[pyfunction]
pub fn start(
    py: Python<'_>,
    board: String,
    images: Vec<Image>,
    options: &Bound<'_, PyAny>,
) -> PyResult<Simulation> {
    let options: Options = options.extract()?;
    let setup = setup(board, images, options);
    let started = py.detach(|| setup.start());
    match started {
        Ok(simulation) => Ok(Simulation::new(simulation)),
        Err(e) => Err(errors::input(py, &e)),
    }
}

/// The setup of a run.
pub fn setup(board: String, images: Vec<Image>, given: Options) -> Setup {
    let mut setup = Setup::board(board).start_cores(given.start);
    for set in given.sets {
        setup = setup.set(set);
    }
    for (name, bytes, cores) in images {
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
    setup.stdin(given.stdin).with(move |options| {
        let regions = given.regions.iter().map(|r| Selector::named(r)).collect();
        options.analyses = Analyses::default()
            .with_some(Request::of(regions))
            .with_some(given.profile.then(Functions::default));
        options.free = given.free;
        options.dumps = given.dumps;
        options.strict = given.strict;
        options.at = given.at;
    })
}

/// ` (did you mean `NAME`?)` for the one of `known` that is nearly `word`, or nothing.
#[pyfunction]
pub fn did_you_mean(word: &str, known: Vec<String>) -> String {
    trueboard::board::did_you_mean(word, known.iter().map(String::as_str))
}

/// The names of the boards that are built in.
#[pyfunction]
pub fn board_names() -> Vec<String> {
    trueboard::board_names()
}
