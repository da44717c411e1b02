//! Checkpoints.

use pyo3::prelude::*;

/// The whole board at a point of its run.
#[pyclass(module = "trueboard", frozen)]
pub struct Checkpoint {
    pub(crate) state: trueboard::Checkpoint,
    pub(crate) ticks: u64,
    pub(crate) seconds: f64,
}

#[pymethods]
impl Checkpoint {
    /// The time of the run in base ticks.
    #[getter]
    fn now(&self) -> u64 {
        self.ticks
    }

    /// The time of the run in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.seconds
    }

    fn __repr__(&self) -> String {
        format!("<Checkpoint at {:.9} s>", self.seconds)
    }
}
