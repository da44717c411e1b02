//! Errors as Python exceptions, which are classes of `trueboard._errors`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use trueboard::{BudgetError, Error, InputError, NotThere, SnapshotError};

/// An exception of `trueboard._errors`.
pub fn error(py: Python<'_>, class: &str, message: impl Into<String>) -> PyErr {
    let made = py
        .import("trueboard._errors")
        .and_then(|errors| errors.getattr(class)?.call1((message.into(),)));
    made.map_or_else(|e| e, PyErr::from_value)
}

/// What a board, an image or an option has wrong.
pub fn input(py: Python<'_>, e: &InputError) -> PyErr {
    let class = match e {
        InputError::Read { .. } | InputError::Write { .. } => "FileError",
        InputError::UnknownBoard { .. }
        | InputError::Syntax { .. }
        | InputError::Board { .. }
        | InputError::Device { .. }
        | InputError::Set { .. } => "BoardError",
        InputError::Script { .. } | InputError::Workload { .. } => "ScriptError",
        InputError::Elf { .. } => "ImageError",
        _ => "RequestError",
    };
    error(py, class, e.to_string())
}

/// What a call names and the run does not have; `class` says what that is.
pub fn not_there(py: Python<'_>, class: &str, e: &NotThere) -> PyErr {
    error(py, class, e.to_string())
}

/// Why a question has no answer.
pub fn question(py: Python<'_>, e: &Error) -> PyErr {
    let class = match e {
        Error::Input(e) => return input(py, e),
        Error::Run { .. } => "FirmwareError",
        _ => "RequestError",
    };
    error(py, class, e.to_string())
}

/// A checkpoint of another board.
pub fn checkpoint(py: Python<'_>, e: &SnapshotError) -> PyErr {
    error(py, "CheckpointError", e.to_string())
}

/// A text that is no time.
pub fn time(py: Python<'_>, e: &BudgetError) -> PyErr {
    error(py, "TimeError", e.to_string())
}

/// An argument of a wrong type.
pub fn wrong_type(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name();
    let name = name.map_or_else(|_| "?".to_owned(), |n| n.to_string());
    PyTypeError::new_err(format!("{what}, not {name}"))
}
