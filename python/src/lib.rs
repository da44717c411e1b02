//! The native half of the Python package `trueboard`: simulations, their cores and their checkpoints, sweeps and
//! questions. The other half is Python (`trueboard/`): boards, outcomes, reports, errors, and what pytest and notebooks
//! need.

mod address;
mod checkpoint;
mod core;
mod device;
mod errors;
mod observe;
mod outcome;
mod python;
mod questions;
mod run;
mod setup;
mod signals;
mod simulation;
mod sweep;
mod time;

use pyo3::prelude::*;

/// Simulations, their cores and their checkpoints.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::checkpoint::Checkpoint;
    #[pymodule_export]
    use crate::core::{Core, cpi_text};
    #[pymodule_export]
    use crate::device::PyIo;
    #[pymodule_export]
    use crate::questions::{
        compare_functions, compare_runs, compare_trace, power, power_model, probes, synchronise,
        why,
    };
    #[pymodule_export]
    use crate::setup::{board_names, did_you_mean, start};
    #[pymodule_export]
    use crate::simulation::Simulation;
    #[pymodule_export]
    use crate::sweep::sweep;
}
