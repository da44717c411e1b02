//! The kinds of cores that boards can have. The file of a kind holds all facts that depend on its name; a new kind is a
//! file and a line in [`KINDS`].

mod checks;
mod debug;
mod ehost;
mod epiphany;
mod leon;
mod stub;
mod tricore;

use crate::boardfile::schema::{BoardFile, CoreGroup};
use crate::machine::ended::Ended;
use crate::machine::judge::Units;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use trueboard_core::cpu::{Core, PeerAccess};
use trueboard_core::meter::{Dictionary, MeterDef, UnknownMeter};
use trueboard_core::time::Clock;
use trueboard_image::Expected;
use trueboard_periph::typed;

/// An event that a counter of a core can be set to count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CounterEvent {
    /// The counter.
    pub counter: &'static str,
    /// What selects it in the control register; `None` when the counter counts nothing else.
    pub code: Option<u8>,
    /// Its name in the manual.
    pub name: &'static str,
    /// The meter that is its truth, or the meters that sum to it; `-` for time.
    pub meter: String,
    /// What it counts.
    pub doc: &'static str,
}

/// What is known of a core from the board file.
#[derive(Clone, Debug)]
pub struct CoreInfo {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static CoreKind,
    /// Its clock.
    pub clock: Clock,
    /// Its frequency.
    pub hz: u64,
}

/// What a core runs.
#[derive(Clone, Copy, Debug)]
pub enum Runs {
    /// ELF files.
    Images(Expected),
    /// A described workload.
    Workload,
    /// A host's script, which loads and starts the cores of an Epiphany.
    HostScript,
}

/// The part that a core has in its board.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Its number.
    pub id: u8,
    /// Its clock.
    pub clock: Clock,
    /// Frequency of `clock`.
    pub hz: u64,
}

/// A core, or lines for the user.
pub type Built = Result<Box<dyn Core>, Vec<String>>;
/// Builds a core from a board file's parameters.
pub type Build = fn(ron::Value, Site) -> Built;

/// Whether an image has a symbol.
pub(crate) type HasSymbol<'a> = &'a dyn Fn(&str) -> bool;

/// A kind of core.
pub struct CoreKind {
    /// Its name in board files and reports.
    pub name: &'static str,
    /// What it runs.
    pub runs: Runs,
    /// Its meters.
    pub meters: &'static Dictionary,
    /// What debuggers are handed of it; none where they cannot show it.
    pub debug: Option<&'static DebugDescription>,
    /// What observers of causes ([`trueboard_core::observe::Kinds::CAUSE`]) cannot see of it, in a sentence.
    pub not_observed: Option<&'static str>,
    /// What checks of firmware know of it.
    pub checks: CheckFacts,
    /// Builds one.
    pub(crate) build: Build,
    /// The name of a trap.
    pub(crate) trap_name: fn(u16) -> &'static str,
    /// How core number `core` ended the run when it halted with a status; `has` says which symbols its image has.
    pub(crate) ended: fn(core: u8, cpu: &dyn Core, has: HasSymbol<'_>, status: u32) -> Ended,
    /// Registers that a loader sets from the entry of an image, with the bits that they get of it.
    pub(crate) at_entry: &'static [(&'static str, u64)],
    /// The parameter by which a core serves traps itself, where no host does.
    pub(crate) serves_traps: Option<&'static str>,
    /// Whether another core's access, with its answer, finds that a core is not halted.
    pub(crate) found_running: fn(PeerAccess, u32) -> bool,
    /// What its own counters can count, by a board file's parameters.
    pub(crate) counters: fn(&ron::Value) -> Vec<CounterEvent>,
    /// Adds its counters and clocks to the judged units.
    pub(crate) judged:
        fn(&mut Units, core: u8, &CoreInfo, params: &ron::Value) -> Result<(), UnknownMeter>,
}

/// All kinds, by name.
pub static KINDS: &[&CoreKind] = &[
    &stub::ARM,
    &stub::C66X,
    &ehost::KIND,
    &EPIPHANY,
    &leon::KIND,
    &TRICORE,
];

pub(crate) use checks::NO_SOURCES;
use checks::UNCHECKED;
pub use checks::{CheckFacts, RuleSources};
pub use debug::{DebugDescription, Fault};
pub(crate) use epiphany::KIND as EPIPHANY;
pub(crate) use tricore::KIND as TRICORE;

/// The dictionaries of all kinds, in the order in which their meters are listed ([`core_meters`]).
pub(crate) static DICTIONARIES: &[&Dictionary] = &[
    leon::KIND.meters,
    TRICORE.meters,
    EPIPHANY.meters,
    stub::C66X.meters,
    ehost::KIND.meters,
];

/// The meters of all kinds of cores, one for each name: of each kind what those before it lack.
#[must_use]
pub fn core_meters() -> Vec<&'static MeterDef> {
    let mut all: Vec<&MeterDef> = Vec::new();
    for def in DICTIONARIES.iter().flat_map(|d| d.defs) {
        if all.iter().all(|known| known.name != def.name) {
            all.push(def);
        }
    }
    all
}

/// Kinds of other crates.
static ADDED: Mutex<Vec<&'static CoreKind>> = Mutex::new(Vec::new());

impl CoreKind {
    /// A kind of which no more is known: no debugger shows it, nothing of it is judged, its traps have no names.
    #[must_use]
    pub const fn new(
        name: &'static str,
        runs: Runs,
        meters: &'static Dictionary,
        build: Build,
    ) -> CoreKind {
        CoreKind {
            name,
            runs,
            meters,
            debug: None,
            not_observed: None,
            checks: UNCHECKED,
            build,
            trap_name: no_trap_name,
            ended: as_halted,
            at_entry: PC_ALONE,
            serves_traps: None,
            found_running: never_found,
            counters: no_counters,
            judged: nothing_judged,
        }
    }

    /// Lets boards have cores of `kind`, which another crate brings, from now on.
    ///
    /// # Errors
    /// A line for the user: there is another kind of this name.
    pub fn add(kind: &'static CoreKind) -> Result<(), String> {
        let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = KINDS.iter().chain(&*added);
        match all.find(|known| known.name == kind.name) {
            Some(known) if std::ptr::eq(*known, kind) => {}
            Some(_) => return Err(format!("there is a kind of core `{}` already", kind.name)),
            None => added.push(kind),
        }
        Ok(())
    }

    /// The kind of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static CoreKind> {
        let added = || ADDED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = KINDS.iter().copied().find(|k| k.name == name);
        known.or_else(|| added().iter().copied().find(|k| k.name == name))
    }

    /// What ELF files it runs.
    #[must_use]
    pub fn images(&self) -> Option<Expected> {
        match self.runs {
            Runs::Images(expected) => Some(expected),
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

impl CoreGroup {
    /// Its kind, if there is one of its name.
    #[must_use]
    pub fn kind(&self) -> Option<&'static CoreKind> {
        CoreKind::of(&self.kind)
    }
}

impl BoardFile {
    /// The dictionaries of the cores' meters, core by core; of kinds that there are.
    pub(crate) fn dictionaries(&self) -> Vec<&'static Dictionary> {
        let kinds = self.groups_of_cores().filter_map(CoreGroup::kind);
        kinds.map(|kind| kind.meters).collect()
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

/// The only register that an entry is for.
const PC_ALONE: &[(&str, u64)] = &[("pc", u64::MAX)];

/// Other cores do not see whether it is halted.
fn never_found(_: PeerAccess, _: u32) -> bool {
    false
}

/// The status is that of the halt.
fn as_halted(core: u8, _: &dyn Core, _: HasSymbol<'_>, status: u32) -> Ended {
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
fn nothing_judged(_: &mut Units, _: u8, _: &CoreInfo, _: &ron::Value) -> Result<(), UnknownMeter> {
    Ok(())
}

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

    #[test]
    fn dictionaries_are_in_order_and_listed() {
        for kind in KINDS {
            assert_eq!(kind.meters.problems(), [""; 0], "{kind:?}");
            let listed = DICTIONARIES.iter().any(|d| std::ptr::eq(*d, kind.meters));
            assert!(listed, "{kind:?}");
        }
    }

    /// What has one name is counted in one unit by all kinds.
    #[test]
    fn a_name_means_one_thing() {
        let all = core_meters();
        for def in DICTIONARIES.iter().flat_map(|d| d.defs) {
            let listed = all.iter().find(|d| d.name == def.name);
            assert_eq!(listed.map(|d| d.unit), Some(def.unit), "{}", def.name);
        }
    }
}
