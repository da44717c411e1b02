//! Questions to runs: comparisons, causes of cycles, power, and clocks of traces. Each answers a text of JSON.

use crate::errors;
use crate::setup::{Image, Options, setup};
use crate::signals::watched;
use pyo3::prelude::*;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trueboard::analysis::why::Grain;
use trueboard::analysis::{Bound as MeterBound, Tolerance};
use trueboard::compare::{self, Against};
use trueboard::internals::board::Budget;
use trueboard::internals::clocksync::kinds::parse;
use trueboard::{Error, Firmware, Follow, Run, energy, sync, why as causes};

/// A run: the directory or the report of one that is over, or what `trueboard.Board` says.
#[derive(FromPyObject)]
#[expect(
    clippy::large_enum_variant,
    reason = "one for each question; FromPyObject makes no box"
)]
pub enum Subject {
    /// Firmware that runs now.
    #[pyo3(transparent)]
    Now((String, Vec<Image>, Options)),
    /// One that is over.
    #[pyo3(transparent)]
    Recorded(PathBuf),
}

impl Subject {
    fn run(self) -> Result<Run, Error> {
        Ok(match self {
            Subject::Recorded(path) => Run::Recorded(path),
            Subject::Now(_) => self.firmware()?.into(),
        })
    }

    fn firmware(self) -> Result<Firmware, Error> {
        match self {
            Subject::Now((_, _, options)) if options.has_devices() => Err(Error::Request(
                "devices of Python are for runs; start one, and ask it".to_owned(),
            )),
            Subject::Now((board, images, options)) => Ok(setup(board, images, options).open()?),
            Subject::Recorded(path) => Err(Error::Request(format!(
                "{}: is a run that is over; give a board with an image",
                path.display()
            ))),
        }
    }
}

/// A signal ends the runs.
struct Attended(Arc<AtomicBool>);

impl Follow for Attended {
    fn stop(&self, _: &mut trueboard::Options) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// Asks without Python's lock.
fn ask<T: Send>(
    py: Python<'_>,
    question: impl FnOnce(&dyn Follow) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let follow = Attended(Arc::default());
    let answer = watched(py, &follow.0, || question(&follow))?;
    answer.map_err(|e| errors::question(py, &e))
}

fn json(answer: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(answer).map_err(|e| Error::Unusable(format!("JSON: {e}")))
}

fn tolerance(ppm: Option<u64>) -> Option<Tolerance> {
    ppm.map(|ppm| Tolerance { ppm })
}

fn time(py: Python<'_>, text: Option<&str>) -> PyResult<Option<Budget>> {
    let time = text.map(str::parse).transpose();
    time.map_err(|e| errors::time(py, &e))
}

/// A run beside the truth, and beside another run or published figures; and why it says nothing, if it does not.
/// Tolerances are in parts per million.
#[pyfunction]
pub fn compare_runs(
    py: Python<'_>,
    run: Subject,
    against: Option<String>,
    tolerances: (Option<u64>, Option<u64>),
    bounds: Vec<(String, u64)>,
    other_firmware: bool,
) -> PyResult<(String, Option<String>)> {
    ask(py, |follow| {
        let bounds = bounds.into_iter().map(|(pattern, ppm)| MeterBound {
            pattern,
            tolerance: Tolerance { ppm },
        });
        let request = compare::RunsRequest {
            runs: vec![run.run()?],
            against: against.as_deref().map(Against::named).transpose()?,
            tolerance: tolerance(tolerances.0),
            published_tolerance: tolerance(tolerances.1),
            bounds: bounds.collect(),
            other_firmware,
        };
        let answer = compare::runs(&request, follow)?;
        let problem = answer.verdict().err().map(|e| e.to_string());
        Ok((json(&answer)?, problem))
    })
}

/// Two builds of a firmware, function by function; and why that says nothing, if it does not.
#[pyfunction]
pub fn compare_functions(
    py: Python<'_>,
    run: Subject,
    against: Subject,
    allowed: u64,
) -> PyResult<(String, Option<String>)> {
    ask(py, |follow| {
        let request = compare::FunctionsRequest {
            run: run.run()?,
            against: against.run()?,
            tolerance: Tolerance { ppm: allowed },
        };
        let answer = compare::functions(&request, follow)?;
        let problem = answer.verdict().err().map(|e| e.to_string());
        Ok((json(&answer)?, problem))
    })
}

/// A trace that firmware wrote in a recorded run, beside what happened; and why it says nothing, if it does not.
#[pyfunction]
pub fn compare_trace(
    py: Python<'_>,
    run: PathBuf,
    trace: PathBuf,
) -> PyResult<(String, Option<String>)> {
    ask(py, |_| {
        let answer = compare::firmware_trace(&run, &trace)?;
        let problem = answer.verdict().err().map(|e| e.to_string());
        Ok((json(&answer)?, problem))
    })
}

/// What the functions cost with which a program measures itself.
#[pyfunction]
pub fn probes(
    py: Python<'_>,
    run: Subject,
    patterns: Vec<String>,
    free: Vec<String>,
    replay: bool,
    most_lost: Option<u64>,
) -> PyResult<String> {
    ask(py, |follow| {
        let request = compare::ProbesRequest {
            probes: patterns,
            free,
            replay,
            most_lost: tolerance(most_lost),
            ..compare::ProbesRequest::new(run.firmware()?)
        };
        json(&compare::probes(&request, follow)?)
    })
}

/// What `trueboard.why` asks.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Why {
    function: Option<String>,
    itself: bool,
    late: Option<String>,
    period: Option<String>,
    core: Option<u8>,
    start: Option<String>,
    stop: Option<String>,
    by: String,
}

/// What made the cycles of a run, or the difference of two.
#[pyfunction]
pub fn why(
    py: Python<'_>,
    run: Subject,
    against: Option<Subject>,
    asked: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let asked: Why = asked.extract()?;
    let period = time(py, asked.period.as_deref())?;
    let moment = |text: Option<String>| {
        let at = time(py, text.as_deref())?;
        Ok::<_, PyErr>(text.zip(at).map(|(text, at)| causes::Moment { text, at }))
    };
    let (from, to) = (moment(asked.start)?, moment(asked.stop)?);
    let by = match asked.by.as_str() {
        "function" => Grain::Function,
        "line" => Grain::Line,
        "instruction" => Grain::Instruction,
        other => {
            let text = format!("by `{other}`: must be function, line or instruction");
            return Err(errors::error(py, "RequestError", text));
        }
    };
    ask(py, |follow| {
        let request = causes::Request {
            against: against.map(Subject::run).transpose()?,
            function: asked.function,
            itself: asked.itself,
            late: asked.late,
            period,
            core: asked.core,
            from,
            to,
            by,
            ..causes::Request::new(run.run()?)
        };
        json(&causes::answer(&request, follow)?)
    })
}

/// What `trueboard.power` asks.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Power {
    start: Option<String>,
    stop: Option<String>,
    every: Option<String>,
    regions: Vec<String>,
    waits: Vec<String>,
    usage: Vec<f64>,
    clock_mhz: Option<f64>,
}

/// What a run used.
#[pyfunction]
pub fn power(py: Python<'_>, run: Subject, asked: &Bound<'_, PyAny>) -> PyResult<String> {
    let asked: Power = asked.extract()?;
    let [from, to, every] =
        [&asked.start, &asked.stop, &asked.every].map(|text| time(py, text.as_deref()));
    let (from, to, every) = (from?, to?, every?);
    ask(py, |follow| {
        let request = energy::RunRequest {
            from,
            to,
            every,
            regions: asked.regions,
            waits: asked.waits,
            usage: asked.usage,
            clock_mhz: asked.clock_mhz,
            ..energy::RunRequest::new(run.firmware()?)
        };
        json(&energy::of_run(&request, follow)?)
    })
}

/// What the power model of a board says by itself.
#[pyfunction]
pub fn power_model(
    py: Python<'_>,
    board: String,
    set: Vec<String>,
    usage: Vec<f64>,
    clock_mhz: Option<f64>,
) -> PyResult<String> {
    ask(py, |_| {
        json(&energy::of_board(&energy::BoardRequest {
            board,
            set,
            usage,
            clock_mhz,
        })?)
    })
}

/// What `trueboard.sync` asks.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Clocks {
    by_stream: bool,
    reference: Option<String>,
    pairs: Vec<String>,
    truth: Option<PathBuf>,
    out: Option<PathBuf>,
}

/// Traces brought to one clock: what is known of the clocks, whether that is complete, and what could not be read.
#[pyfunction]
pub fn synchronise(
    py: Python<'_>,
    traces: Vec<PathBuf>,
    asked: &Bound<'_, PyAny>,
) -> PyResult<(String, bool, Vec<String>)> {
    let asked: Clocks = asked.extract()?;
    ask(py, |_| {
        let kinds = asked.pairs.iter().map(|text| parse(text));
        let kinds: Result<_, _> = kinds.collect();
        let request = sync::Request {
            clocks: match asked.by_stream {
                true => sync::Owner::Stream,
                false => sync::Owner::Trace,
            },
            reference: asked.reference,
            kinds: kinds.map_err(|e| Error::Request(e.to_string()))?,
            truth: asked.truth,
            out: asked.out,
            ..sync::Request::new(traces)
        };
        let mut lines = Vec::new();
        let answer = sync::synchronise(&request, &mut |line| lines.push(line.to_owned()))?;
        Ok((json(&answer)?, answer.complete, lines))
    })
}
