//! One core of a simulation.

use crate::address;
use crate::errors;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// Cycles per instruction as all tables have it.
#[pyfunction]
pub fn cpi_text(cycles: u64, instructions: u64) -> String {
    trueboard::internals::core::meter::cpi_text(cycles, instructions)
}

/// One core of a simulation, as it is now.
#[pyclass(module = "trueboard", frozen)]
pub struct Core {
    pub(crate) simulation: Py<Simulation>,
    pub(crate) number: u8,
}

impl Core {
    /// The address of the instruction that it will execute next.
    pub(crate) fn address(&self, py: Python<'_>) -> u64 {
        self.look(py, |c| c.pc())
    }

    fn look<T: Send>(&self, py: Python<'_>, f: impl FnOnce(trueboard::Core<'_>) -> T + Send) -> T {
        let number = self.number;
        let seen = self
            .simulation
            .get()
            .with(py, move |s| s.core(number).map(f));
        // Cores come from the list of those that there are.
        seen.unwrap_or_else(|e| unreachable!("{e}"))
    }

    /// A dictionary of values by name; a name that is not in it raises `class`.
    fn named<'py>(
        &self,
        py: Python<'py>,
        (what, class): (&str, &str),
        values: BTreeMap<&'static str, u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let owner = format!("core {}", self.name(py));
        let made = py.import("trueboard._names")?.getattr("Names")?;
        made.call1((values, owner, what, class))
    }
}

#[pymethods]
impl Core {
    /// Its place in the order of the board file, from 0.
    #[getter]
    fn number(&self) -> u8 {
        self.number
    }

    /// Its name in the board file.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        self.look(py, |c| c.name().to_owned())
    }

    /// `running`, `idle`, `held`, `error`, `hung`, or `exited` of the core that ended the run.
    #[getter]
    fn state(&self, py: Python<'_>) -> String {
        self.look(py, |c| c.state_word().to_owned())
    }

    /// The address of the instruction that it will execute next.
    #[getter]
    fn pc(&self, py: Python<'_>) -> u64 {
        self.address(py)
    }

    /// That address with function and source line, as far as the image has them.
    #[getter]
    fn place(&self, py: Python<'_>) -> String {
        self.look(py, |c| c.place(c.pc()))
    }

    /// Cycles of its clock since reset.
    #[getter]
    fn cycles(&self, py: Python<'_>) -> u64 {
        self.look(py, |c| c.cycles())
    }

    /// Instructions completed since reset.
    #[getter]
    fn instructions(&self, py: Python<'_>) -> PyResult<u64> {
        let counted = self.look(py, |c| c.meter("instructions"));
        counted.map_err(|e| errors::not_there(py, "MeterError", &e))
    }

    /// The registers with their values, by the names of the instruction set.
    #[getter]
    fn registers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.look(py, |c| c.registers().collect());
        self.named(py, ("register", "RegisterError"), values)
    }

    /// What each of its meters has counted, by name.
    #[getter]
    fn meters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.look(py, |c| c.meters().collect());
        self.named(py, ("meter", "MeterError"), values)
    }

    /// Sets a register.
    fn set_register(&self, py: Python<'_>, name: String, value: u64) -> PyResult<()> {
        let number = self.number;
        let set = self
            .simulation
            .get()
            .with(py, move |s| s.core_mut(number)?.set_register(&name, value));
        set.map_err(|e| errors::not_there(py, "RegisterError", &e))
    }

    /// `size` bytes as this core finds them at an address or a symbol, without any effect.
    #[pyo3(signature = (at, size = None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
        size: Option<u64>,
    ) -> PyResult<Vec<u8>> {
        read(self.simulation.get(), py, self.number, at, size)
    }

    /// Writes memory as this core sees it, read-only memory too.
    fn write(
        &self,
        py: Python<'_>,
        at: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        write(self.simulation.get(), py, self.number, at, data)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let number = self.number;
        self.look(py, |c| {
            let state = c.state_word();
            format!(
                "<Core {number} {}: {state} at {}>",
                c.name(),
                c.place(c.pc())
            )
        })
    }
}

/// Bytes of memory as a core finds them.
pub fn read(
    simulation: &Simulation,
    py: Python<'_>,
    core: u8,
    at: &Bound<'_, PyAny>,
    size: Option<u64>,
) -> PyResult<Vec<u8>> {
    let place = address::place(simulation, core, at)?;
    let size = size.or(place.size).unwrap_or(4);
    let none = |found: usize| {
        let text = format!(
            "core {core} finds {found} of {size} bytes at {:#x}",
            place.at
        );
        errors::error(py, "AddressError", text)
    };
    let room = usize::try_from(size).ok().filter(|n| *n <= 1 << 32);
    let room = room.ok_or_else(|| none(0))?;
    let bytes = simulation.with(py, move |s| Ok(s.core(core)?.read(place.at, room)));
    let bytes = bytes.map_err(|e| errors::not_there(py, "CoreError", &e))?;
    if bytes.len() == room {
        Ok(bytes)
    } else {
        Err(none(bytes.len()))
    }
}

/// Writes memory as a core sees it.
pub fn write(
    simulation: &Simulation,
    py: Python<'_>,
    core: u8,
    at: &Bound<'_, PyAny>,
    data: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let bytes: Vec<u8> = data
        .extract()
        .map_err(|_| errors::wrong_type("what is written is bytes", data))?;
    let place = address::place(simulation, core, at)?;
    let size = bytes.len();
    let written = simulation.with(py, move |s| Ok(s.core_mut(core)?.write(place.at, &bytes)));
    let written = written.map_err(|e| errors::not_there(py, "CoreError", &e))?;
    let text = || {
        format!(
            "core {core} has no memory for {size} bytes at {:#x}",
            place.at
        )
    };
    written.map_err(|_| errors::error(py, "AddressError", text()))
}
