//! A run.

use crate::checkpoint::Checkpoint;
use crate::core::{Core, read, write};
use crate::device::{self, Raised};
use crate::observe::{self, Calls};
use crate::outcome::RunState;
use crate::python::{plain, table};
use crate::run::{self, Limit};
use crate::{address, errors, time};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use trueboard::analysis::profile::functions;
use trueboard::{NotThere, Until};

/// A board with firmware on it, at some point of its run.
#[pyclass(module = "trueboard", frozen)]
pub struct Simulation {
    run: Mutex<trueboard::Simulation>,
    /// Threads that wait for it.
    waiting: AtomicUsize,
    /// What devices of Python have raised.
    raised: Raised,
}

impl Simulation {
    pub(crate) fn new(run: trueboard::Simulation, raised: Raised) -> Simulation {
        Simulation {
            run: Mutex::new(run),
            waiting: AtomicUsize::new(0),
            raised,
        }
    }

    /// Raises what a device of Python has raised.
    pub(crate) fn check_devices(&self) -> PyResult<()> {
        device::raised(&self.raised).map_or(Ok(()), Err)
    }

    /// Does something with the run while other threads of Python go on. The run is free again when Python's lock
    /// is taken again, so that nobody waits for both.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut trueboard::Simulation) -> T + Send,
    ) -> T {
        py.detach(|| {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            // A run that panicked is as it was then.
            let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            f(&mut run)
        })
    }

    /// Lets threads that wait for the run have it, between two pieces: the lock is not fair.
    pub(crate) fn give_way(&self, py: Python<'_>) {
        const TRIES: usize = 1000;
        let waits = || self.waiting.load(Ordering::Relaxed) != 0;
        py.detach(|| {
            (0..TRIES)
                .take_while(|_| waits())
                .for_each(|_| std::thread::yield_now());
        });
    }

    fn seconds(run: &trueboard::Simulation) -> f64 {
        run.latest_time() as f64 / run.machine().base_hz as f64
    }
}

type Any<'py> = Bound<'py, PyAny>;

#[pymethods]
impl Simulation {
    /// Runs until a point of simulated time, or the end.
    #[pyo3(signature = (until = None, *, timeout = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        until: Option<Any<'py>>,
        timeout: Option<f64>,
    ) -> PyResult<Any<'py>> {
        let time = time::point(self, until.as_ref())?;
        let (state, _) = run::to(self, py, time, &Limit::new(timeout))?;
        state.into_python(py)
    }

    /// Runs until a breakpoint, a change of watched memory, a point of simulated time, or the end.
    #[pyo3(signature = (breakpoints = None, *, watch = None, until = None, timeout = None))]
    fn run_to<'py>(
        &self,
        py: Python<'py>,
        breakpoints: Option<Vec<Any<'py>>>,
        watch: Option<Vec<Any<'py>>>,
        until: Option<Any<'py>>,
        timeout: Option<f64>,
    ) -> PyResult<Any<'py>> {
        let stops = address::stops(self, breakpoints, watch)?;
        let time = time::point(self, until.as_ref())?;
        let (state, _) = run::to(self, py, Until::first(stops, time), &Limit::new(timeout))?;
        state.into_python(py)
    }

    /// Lets one core execute one instruction, and the others what comes before it.
    #[pyo3(signature = (core = 0))]
    fn step<'py>(&self, py: Python<'py>, core: i64) -> PyResult<Any<'py>> {
        let core = address::core(self, py, core)?;
        let stops = trueboard::Stops {
            step: Some(core),
            ..trueboard::Stops::default()
        };
        let (state, _) = run::to(self, py, stops, &Limit::new(None))?;
        state.into_python(py)
    }

    /// Runs, and calls functions: at breakpoints, and at equal distances of simulated time.
    #[pyo3(signature = (*, at = None, every = None, until = None, timeout = None))]
    fn observe<'py>(
        slf: &Bound<'py, Self>,
        at: Option<Bound<'py, PyDict>>,
        every: Option<(Any<'py>, Any<'py>)>,
        until: Option<Any<'py>>,
        timeout: Option<f64>,
    ) -> PyResult<Any<'py>> {
        let run = slf.get();
        let calls = Calls::new(run, at, every)?;
        let time = time::point(run, until.as_ref())?;
        observe::observe(slf, &calls, time, timeout)?.into_python(slf.py())
    }

    /// Records the run from now on, to go back in it.
    fn record(&self, py: Python<'_>) -> PyResult<()> {
        let recorded = self.with(py, |s| s.record());
        recorded.map_err(|e| errors::error(py, "RequestError", e.to_string()))
    }

    /// Goes back over the last instruction of a core.
    #[pyo3(signature = (core = 0))]
    fn step_back<'py>(&self, py: Python<'py>, core: i64) -> PyResult<Any<'py>> {
        let core = address::core(self, py, core)?;
        let back = self.with(py, |s| {
            let back = s.step_back(core)?;
            Ok(back.map(|back| RunState::back(s, &back)))
        });
        recorded(py, back)?.into_python(py)
    }

    /// Goes back to where a breakpoint stopped the run, or would have, the last time, or to in front of the last change of
    /// watched memory.
    #[pyo3(signature = (breakpoints = None, *, watch = None))]
    fn run_back<'py>(
        &self,
        py: Python<'py>,
        breakpoints: Option<Vec<Any<'py>>>,
        watch: Option<Vec<Any<'py>>>,
    ) -> PyResult<Any<'py>> {
        let stops = address::stops(self, breakpoints, watch)?;
        let back = self.with(py, |s| {
            let back = s.run_back(&stops)?;
            Ok(back.map(|back| RunState::back(s, &back)))
        });
        recorded(py, back)?.into_python(py)
    }

    /// The whole board as it is now, to go back to.
    fn checkpoint(&self, py: Python<'_>) -> Checkpoint {
        self.with(py, |s| Checkpoint {
            state: s.checkpoint(),
            ticks: s.latest_time(),
            seconds: Simulation::seconds(s),
        })
    }

    /// Goes back, or on, to a checkpoint.
    fn restore(&self, py: Python<'_>, checkpoint: &Bound<'_, Checkpoint>) -> PyResult<()> {
        let state = &checkpoint.get().state;
        let done = self.with(py, |s| s.restore(state));
        done.map_err(|e| errors::checkpoint(py, &e))
    }

    /// A second run that stands where this one stands.
    fn fork(&self, py: Python<'_>) -> PyResult<Simulation> {
        let fork = self.with(py, |s| s.fork());
        let fork = fork.map_err(|e| errors::checkpoint(py, &e))?;
        Ok(Simulation::new(fork, self.raised.clone()))
    }

    /// Bytes for the console's receiver.
    fn type_in(&self, py: Python<'_>, data: &Any<'_>) -> PyResult<()> {
        let bytes = match data.extract::<String>() {
            Ok(text) => text.into_bytes(),
            Err(_) => data
                .extract::<Vec<u8>>()
                .map_err(|_| errors::wrong_type("what is typed in is text or bytes", data))?,
        };
        self.with(py, move |s| s.type_in(&bytes));
        Ok(())
    }

    /// `size` bytes as a core finds them at an address or a symbol, without any effect.
    #[pyo3(signature = (at, size = None, *, core = 0))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        at: Any<'py>,
        size: Option<u64>,
        core: i64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let core = address::core(self, py, core)?;
        Ok(PyBytes::new(py, &read(self, py, core, &at, size)?))
    }

    /// Writes memory as a core sees it, read-only memory too.
    #[pyo3(signature = (at, data, *, core = 0))]
    fn write(&self, py: Python<'_>, at: Any<'_>, data: Any<'_>, core: i64) -> PyResult<()> {
        let core = address::core(self, py, core)?;
        write(self, py, core, &at, &data)
    }

    /// The address of a symbol.
    #[pyo3(signature = (name, *, core = 0))]
    fn symbol(&self, name: Any<'_>, core: i64) -> PyResult<u64> {
        let core = address::core(self, name.py(), core)?;
        Ok(address::place(self, core, &name)?.at)
    }

    /// How the run ended, or where it stands.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        self.with(py, |s| RunState::of(s)).into_python(py)
    }

    /// The name of the board.
    #[getter]
    fn board(&self, py: Python<'_>) -> String {
        self.with(py, |s| s.machine().name.clone())
    }

    /// The latest time that any core has reached, in base ticks.
    #[getter]
    fn now(&self, py: Python<'_>) -> u64 {
        self.with(py, |s| s.latest_time())
    }

    /// The latest time that any core has reached, in seconds.
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        self.with(py, |s| Simulation::seconds(s))
    }

    /// The cores, in the order of the board file.
    #[getter]
    fn cores<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let count = slf.get().with(py, |s| s.cores().count());
        let core = |number| Core {
            simulation: slf.clone().unbind(),
            number: number as u8,
        };
        let cores: PyResult<Vec<_>> = (0..count).map(|n| Bound::new(py, core(n))).collect();
        PyList::new(py, cores?)
    }

    /// Everything that came out of the console, as text.
    #[getter]
    fn console(&self, py: Python<'_>) -> String {
        self.with(py, |s| String::from_utf8_lossy(s.console()).into_owned())
    }

    /// Everything that came out of the console.
    #[getter]
    fn console_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.with(py, |s| s.console().to_vec()))
    }

    /// 128 bits over the state of the board, as hexadecimal digits.
    #[getter]
    fn digest(&self, py: Python<'_>) -> String {
        self.with(py, |s| s.digest())
    }

    /// The report of the run up to here: `trueboard.Report`.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        let report = self.with(py, |s| s.report());
        let fields = plain(py, &report)?;
        let class = py.import("trueboard._report")?.getattr("Report")?;
        class.call1((fields,))
    }

    /// What counters showed and what happened, a row for each measurement.
    #[getter]
    fn windows<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        self.report(py)?.getattr("windows")
    }

    /// What happened in the regions that were asked for, a row for each region and core.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        self.report(py)?.getattr("regions")
    }

    /// What every function cost, a row for each function and core.
    #[getter]
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.with(py, |s| {
            let profiles = s.report().profile?;
            let rows = functions::functions(&profiles, true);
            Some(functions::sheet(&rows, &profiles, true))
        });
        let text = "this run has no profile; start it with Board(…, profile=True)";
        table(
            py,
            &rows.ok_or_else(|| errors::error(py, "RequestError", text))?,
        )
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |s| {
            let (board, seconds) = (&s.machine().name, Simulation::seconds(s));
            let detail = s.outcome().detail;
            format!("<Simulation {board} at {seconds:.9} s: {detail}>")
        })
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        self.report(py)?.call_method0("_repr_html_")
    }
}

/// What going back came to; an error where nothing is recorded, or what was named is not there.
fn recorded(py: Python<'_>, back: Result<Option<RunState>, NotThere>) -> PyResult<RunState> {
    let back = back.map_err(|e| errors::not_there(py, "RequestError", &e))?;
    let text = "the run is not recorded; call record() where the way back may end";
    back.ok_or_else(|| errors::error(py, "RequestError", text))
}
