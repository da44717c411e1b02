//! Why a run came back, for Python: `trueboard._outcome.Outcome`.

use crate::python::plain;
use pyo3::prelude::*;
use trueboard::{OutcomeKind, StopReason};

/// An outcome that Python is to get.
pub struct RunState {
    outcome: trueboard::Outcome,
    /// What it is called, where it is not the end of a run.
    kind: Option<&'static str>,
    exit_code: Option<u8>,
}

impl RunState {
    /// How the run ended, or where it stands.
    pub fn of(s: &trueboard::Simulation) -> RunState {
        let outcome = s.outcome();
        let over = outcome.kind != OutcomeKind::Paused;
        RunState {
            exit_code: over.then(|| outcome.kind.exit_code()),
            outcome,
            kind: None,
        }
    }

    /// A run for which the time of the host is up.
    pub fn timeout(s: &trueboard::Simulation, seconds: f64) -> RunState {
        let mut state = RunState::of(s);
        state.outcome.kind = OutcomeKind::Timeout;
        state.exit_code = Some(OutcomeKind::Timeout.exit_code());
        let place = state.outcome.detail.split_once(';');
        let place = place.map_or(String::new(), |(_, place)| format!(";{place}"));
        state.outcome.detail = format!("{seconds} s of the host's time are up{place}");
        state
    }

    /// Why a run came back.
    pub fn paused(s: &trueboard::Simulation, reason: &StopReason) -> RunState {
        let (kind, core, what) = match *reason {
            StopReason::Breakpoint { core } => ("breakpoint", core, "at a breakpoint".to_owned()),
            StopReason::Step { core } => ("step", core, "one instruction further".to_owned()),
            StopReason::Watchpoint { core, at, .. } => {
                ("watchpoint", core, format!("changed {at:#x}"))
            }
            _ => return RunState::of(s),
        };
        RunState::at(s, kind, core, &what)
    }

    /// Where going back ended.
    pub fn back(s: &trueboard::Simulation, reason: &StopReason) -> RunState {
        let (kind, core, what) = match *reason {
            StopReason::Begin => ("begin", 0, "where the recording begins".to_owned()),
            StopReason::Step { core } => ("step", core, "one instruction back".to_owned()),
            StopReason::Watchpoint { core, at, .. } => {
                let what = format!("in front of a change of {at:#x}");
                ("watchpoint", core, what)
            }
            _ => return RunState::paused(s, reason),
        };
        RunState::at(s, kind, core, &what)
    }

    fn at(s: &trueboard::Simulation, kind: &'static str, core: u8, what: &str) -> RunState {
        let stopped = s.core(core);
        let pc = stopped.as_ref().map_or(0, |c| c.pc());
        let place = stopped.map_or_else(|e| e.to_string(), |c| c.place(pc));
        RunState {
            outcome: trueboard::Outcome {
                kind: OutcomeKind::Paused,
                core: Some(core),
                pc: Some(pc),
                detail: format!("core {core}: {what}, before {place}"),
                ..trueboard::Outcome::default()
            },
            kind: Some(kind),
            exit_code: None,
        }
    }

    /// As an object of Python.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let fields = plain(py, &self.outcome)?;
        if let Some(kind) = self.kind {
            fields.set_item("kind", kind)?;
        }
        let class = py.import("trueboard._outcome")?.getattr("Outcome")?;
        class.call_method1("_of", (fields, self.exit_code))
    }
}
