//! Devices that are objects of Python.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Arc, Mutex, PoisonError};
use trueboard::{Io, Mapped, Peripheral, Setup};

/// A device of `trueboard.Board`: its place, and a function that makes one.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Given {
    name: String,
    at: u64,
    size: u64,
    lines: std::collections::BTreeMap<u16, String>,
    make: Py<PyAny>,
}

/// The first exception of a device, which ends the run.
pub type Raised = Arc<Mutex<Option<PyErr>>>;

/// The exception that a device has raised since the last call.
pub fn raised(raised: &Raised) -> Option<PyErr> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Adds devices to a setup. They are there without any effect of the first call of `make`, which finds mistakes before
/// the run.
///
/// # Errors
/// `make` raises, or what it makes cannot be read and written.
pub fn add(
    py: Python<'_>,
    mut setup: Setup,
    given: Vec<Given>,
    raised: &Raised,
) -> PyResult<Setup> {
    for device in given {
        let tried = device.make.bind(py).call0()?;
        for method in ["read", "write"] {
            if !tried.hasattr(method)? {
                let (name, class) = (&device.name, tried.get_type());
                let text = format!("device {name}: {class} has no method `{method}`");
                return Err(errors::error(py, "RequestError", text));
            }
        }
        let mut place = Mapped::new(device.name, device.at, device.size);
        place.lines = device.lines;
        let (make, raised) = (device.make, raised.clone());
        setup = setup.device_of(place, move || {
            Python::attach(|py| Device {
                object: make.call0(py),
                raised: raised.clone(),
            })
        });
    }
    Ok(setup)
}

/// An object of Python as a device. An exception is kept, the read answers 0, and the run ends with the slice.
struct Device {
    object: PyResult<Py<PyAny>>,
    raised: Raised,
}

/// Time and lines, for Python: `trueboard.Io`.
#[pyclass(module = "trueboard", name = "Io")]
pub struct PyIo {
    /// The cycle of the device's clock, counted from reset.
    #[pyo3(get)]
    cycle: u64,
    wake: Option<u64>,
    lines: Vec<(u16, bool)>,
}

#[pymethods]
impl PyIo {
    /// Asks for `tick` in so many cycles, in place of an earlier request.
    fn wake_in(&mut self, cycles: u64) {
        self.wake = Some(cycles);
    }

    /// Drives an output line.
    fn line(&mut self, line: u16, level: bool) {
        self.lines.push((line, level));
    }
}

impl Device {
    /// Calls a method; a missing one and an exception answer the default.
    fn call<T: Default + for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>>(
        &self,
        method: &str,
        io: Option<&mut Io>,
        arguments: &[u64],
        answers: bool,
    ) -> T {
        let done = Python::attach(|py| -> PyResult<T> {
            let object = match &self.object {
                Ok(object) => object.bind(py),
                Err(e) => return Err(e.clone_ref(py)),
            };
            if !object.hasattr(method)? {
                return Ok(T::default());
            }
            let mut words: Vec<Bound<'_, PyAny>> = Vec::new();
            for argument in arguments {
                words.push(argument.into_pyobject(py)?.into_any());
            }
            let shown = match &io {
                Some(io) => Some(Bound::new(
                    py,
                    PyIo {
                        cycle: io.cycle(),
                        wake: None,
                        lines: Vec::new(),
                    },
                )?),
                None => None,
            };
            words.extend(shown.iter().map(|io| io.clone().into_any()));
            let words = pyo3::types::PyTuple::new(py, words)?;
            let answer = object.call_method1(method, words)?;
            if let (Some(io), Some(shown)) = (io, shown) {
                let shown = shown.borrow();
                if let Some(cycles) = shown.wake {
                    io.wake_in(cycles);
                }
                for (line, level) in &shown.lines {
                    io.line(*line, *level);
                }
            }
            match answers {
                true => answer.extract(),
                false => Ok(T::default()),
            }
        });
        done.unwrap_or_else(|e| {
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(e);
            T::default()
        })
    }

    /// Its attributes, for `pickle`.
    fn state<T>(
        &self,
        f: impl FnOnce(Python<'_>, &Bound<'_, PyModule>, &Bound<'_, PyDict>) -> PyResult<T>,
    ) -> PyResult<T> {
        Python::attach(|py| {
            let object = match &self.object {
                Ok(object) => object.bind(py),
                Err(e) => return Err(e.clone_ref(py)),
            };
            let attributes = object.getattr("__dict__")?;
            f(py, &py.import("pickle")?, attributes.cast::<PyDict>()?)
        })
    }
}

impl Peripheral for Device {
    fn read(&mut self, offset: u32, io: &mut Io) -> u32 {
        self.call("read", Some(io), &[offset.into()], true)
    }

    fn write(&mut self, offset: u32, value: u32, io: &mut Io) {
        self.call::<u32>("write", Some(io), &[offset.into(), value.into()], false);
    }

    fn tick(&mut self, io: &mut Io) {
        self.call::<u32>("tick", Some(io), &[], false);
    }

    fn peek(&self, offset: u32, cycle: u64) -> u32 {
        self.call("peek", None, &[offset.into(), cycle], true)
    }

    fn save(&self) -> Vec<u8> {
        let saved = self.state(|_, pickle, attributes| {
            let bytes = pickle.call_method1("dumps", (attributes, 4))?;
            bytes.extract::<Vec<u8>>()
        });
        saved.unwrap_or_else(|e| {
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(e);
            Vec::new()
        })
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let restored = self.state(|py, pickle, attributes| {
            let saved = pickle.call_method1("loads", (PyBytes::new(py, bytes),))?;
            attributes.clear();
            attributes.update(saved.cast::<PyDict>()?.as_mapping())
        });
        restored.map_err(|e| e.to_string())
    }
}
