//! Values for Python.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use trueboard::analysis::sheet::{Cell, Sheet};

/// Any value as dictionaries, lists, numbers and text.
pub fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A sheet as a list of dictionaries, a row each, with the columns in their order.
pub fn table<'py>(py: Python<'py>, sheet: &Sheet) -> PyResult<Bound<'py, PyList>> {
    let rows = PyList::empty(py);
    for cells in sheet.rows() {
        let row = PyDict::new(py);
        for (column, cell) in sheet.columns().iter().zip(cells) {
            match cell {
                Cell::Text(text) => row.set_item(column, text)?,
                Cell::Count(count) => row.set_item(column, count)?,
                Cell::Real(value) => row.set_item(column, value)?,
            }
        }
        rows.append(row)?;
    }
    Ok(rows)
}
