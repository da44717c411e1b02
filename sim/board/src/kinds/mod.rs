//! The kinds of cores that boards can have. All that the board, and those who use it, must know of a kind by its
//! name is in its file here; a new kind is a file and a line in [`KINDS`].

mod ehost;
mod epiphany;
mod leon;
mod stub;
mod tricore;

use crate::describe::CounterEvent;
use crate::elf::{Expected, Image};
use crate::judge::Units;
use crate::machine::{CoreInfo, Ended};
use serde::de::DeserializeOwned;
use std::fmt;
use trueboard_core::cpu::Core;
use trueboard_core::time::Clock;
use trueboard_periph::typed;

/// The instruction set of a core, as debuggers tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// SPARC V8.
    SparcV8,
    /// TriCore 1.6.
    TriCore,
    /// Epiphany-III.
    Epiphany,
}

/// What a core runs.
#[derive(Clone, Copy, Debug)]
pub enum Runs {
    /// ELF files.
    Images(Isa, Expected),
    /// A described workload.
    Workload,
    /// A host's script, which loads and starts the cores of an Epiphany.
    HostScript,
}

/// The part that a core has in its board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub id: u8,
    pub clock: Clock,
    /// Frequency of `clock`.
    pub hz: u64,
}

/// A core, or lines for the user.
pub(crate) type Built = Result<Box<dyn Core>, Vec<String>>;
/// Builds a core from a board file's parameters.
pub(crate) type Build = fn(ron::Value, Site) -> Built;

/// A kind of core.
pub struct CoreKind {
    /// Its name in board files and reports.
    pub name: &'static str,
    /// What it runs.
    pub runs: Runs,
    /// Builds one.
    pub(crate) build: Build,
    /// The name of a trap.
    pub(crate) trap_name: fn(u16) -> &'static str,
    /// How core number `core` ended the run when it halted with a status, by its image.
    pub(crate) ended: fn(core: u8, cpu: &dyn Core, image: Option<&Image>, status: u32) -> Ended,
    /// What its own counters can count, by a board file's parameters.
    pub(crate) counters: fn(&ron::Value) -> Vec<CounterEvent>,
    /// Adds what it counts and keeps time with to the units whose readings are judged.
    pub(crate) judged: fn(&mut Units, core: u8, &CoreInfo, params: &ron::Value),
}

/// All kinds, by name.
pub static KINDS: &[&CoreKind] = &[
    &stub::ARM,
    &stub::C66X,
    &ehost::KIND,
    &EPIPHANY,
    &leon::KIND,
    &tricore::KIND,
];

pub(crate) use epiphany::KIND as EPIPHANY;

impl CoreKind {
    /// The kind of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static CoreKind> {
        KINDS.iter().copied().find(|k| k.name == name)
    }

    /// What ELF files it runs.
    #[must_use]
    pub fn images(&self) -> Option<Expected> {
        match self.runs {
            Runs::Images(_, expected) => Some(expected),
            Runs::Workload | Runs::HostScript => None,
        }
    }

    /// The instruction set of those.
    #[must_use]
    pub fn isa(&self) -> Option<Isa> {
        match self.runs {
            Runs::Images(isa, _) => Some(isa),
            Runs::Workload | Runs::HostScript => None,
        }
    }

    /// It runs described workloads.
    pub(crate) fn is_stub(&self) -> bool {
        matches!(self.runs, Runs::Workload)
    }

    /// It runs a host's script.
    pub(crate) fn is_host(&self) -> bool {
        matches!(self.runs, Runs::HostScript)
    }
}

impl PartialEq for CoreKind {
    fn eq(&self, other: &CoreKind) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for CoreKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Parameters of a board file, as a kind has them, if nothing is wrong with them.
fn checked<P: DeserializeOwned>(
    params: ron::Value,
    problems: fn(&P) -> Vec<String>,
) -> Result<P, Vec<String>> {
    let params: P = typed(params).map_err(|e| vec![e])?;
    let problems = problems(&params);
    if problems.is_empty() {
        Ok(params)
    } else {
        Err(problems)
    }
}

/// The status is that of the halt.
fn as_halted(core: u8, _: &dyn Core, _: Option<&Image>, status: u32) -> Ended {
    Ended::Exit { core, status }
}

/// It has no names of traps.
fn no_trap_name(_: u16) -> &'static str {
    "trap"
}

/// It has no counters of its own.
fn no_counters(_: &ron::Value) -> Vec<CounterEvent> {
    Vec::new()
}

/// Nothing of it is judged.
fn nothing_judged(_: &mut Units, _: u8, _: &CoreInfo, _: &ron::Value) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_order() {
        let names: Vec<&str> = KINDS.iter().map(|k| k.name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        assert!(
            names
                .iter()
                .all(|n| CoreKind::of(n).is_some_and(|k| k.name == *n))
        );
        assert!(CoreKind::of("leon5").is_none());
    }
}
