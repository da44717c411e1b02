//! Probes: calls of the functions with which a program measures itself, such as tracepoints and reads of counters.
//! When each one was entered and left, and how the parts of its core's CPI stack stood then.

use crate::regions::matches;
use crate::stack::{Change, OfTask, ShadowStack};
use crate::symbols::Symbols;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::Dictionary;
use trueboard_core::observe::{Kinds, Observer, Running};
use trueboard_core::time::Tick;

/// Calls that are kept of each core; more are counted.
const LIMIT: usize = 1_000_000;

/// A call of a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeCall {
    /// The function: its place in [`Probes::names`].
    pub name: usize,
    /// When it was entered.
    pub entered: Tick,
    /// The parts of the CPI stack at that time.
    pub before: Vec<u64>,
    /// When it was left, and by how much the parts had advanced since; nothing of one that never was left.
    pub left: Option<(Tick, Vec<u64>)>,
}

/// What a frame of a stack is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A function that belongs to no probe.
    Other,
    /// The handler of a trap or an interrupt.
    Handler,
    /// A probe: the place of its call.
    Probe(usize),
    /// A function called out of a probe.
    Inside,
}

/// A change that waits for the meters of its moment.
#[derive(Clone, Copy)]
enum Due {
    Enter(usize),
    Leave(usize),
}

/// Whether a function was called out of probes, and whether by others.
#[derive(Clone, Copy, Default)]
struct Callers {
    probes: bool,
    others: bool,
}

struct Core {
    meters: &'static Dictionary,
    stack: ShadowStack,
    frames: OfTask<Vec<Mark>>,
    /// By address: the probe that begins there.
    known: FxHashMap<u64, Option<usize>>,
    due: Vec<Due>,
    calls: Vec<ProbeCall>,
    /// Calls that were begun: those kept, and those that are due.
    begun: usize,
    left_out: u64,
    functions: BTreeMap<u64, Callers>,
}

/// Follows the probes of all cores.
pub struct Probes {
    patterns: Vec<String>,
    symbols: Arc<dyn Symbols>,
    names: Vec<String>,
    cores: Vec<Core>,
}

impl Probes {
    /// Follows functions whose names match one of `patterns`, on cores with these dictionaries of meters, through
    /// calls up to `stack_limit` deep. Of a probe that a probe calls nothing is kept.
    pub fn new(
        patterns: Vec<String>,
        symbols: Arc<dyn Symbols>,
        cores: impl IntoIterator<Item = &'static Dictionary>,
        stack_limit: usize,
    ) -> Probes {
        let core = |meters| Core {
            meters,
            stack: ShadowStack::new(stack_limit),
            frames: OfTask::default(),
            known: FxHashMap::default(),
            due: Vec::new(),
            calls: Vec::new(),
            begun: 0,
            left_out: 0,
            functions: BTreeMap::new(),
        };
        Probes {
            patterns,
            symbols,
            names: Vec::new(),
            cores: cores.into_iter().map(core).collect(),
        }
    }

    /// Names of the probes that were called.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The calls of `core`, in order.
    #[must_use]
    pub fn calls(&self, core: u8) -> &[ProbeCall] {
        self.cores
            .get(usize::from(core))
            .map_or(&[], |c| c.calls.as_slice())
    }

    /// Calls of `core` beyond those that were kept.
    #[must_use]
    pub fn left_out(&self, core: u8) -> u64 {
        self.cores.get(usize::from(core)).map_or(0, |c| c.left_out)
    }

    /// The name of the function at `pc` of `core`.
    #[must_use]
    pub fn function_at(&self, core: u8, pc: u64) -> Option<&str> {
        self.symbols.function(core, pc).map(|(name, _)| name)
    }

    /// Functions that probes call: those that probes alone call, and those that others call too.
    #[must_use]
    pub fn callees(&self) -> (Vec<String>, Vec<String>) {
        let mut all: BTreeMap<&str, Callers> = BTreeMap::new();
        for (core, c) in (0..).zip(&self.cores) {
            for (&entry, callers) in &c.functions {
                if let Some((name, 0)) = self.symbols.function(core, entry) {
                    let sum = all.entry(name).or_default();
                    sum.probes |= callers.probes;
                    sum.others |= callers.others;
                }
            }
        }
        let called = all.into_iter().filter(|(_, c)| c.probes);
        let (shared, own): (Vec<_>, Vec<_>) = called.partition(|(_, c)| c.others);
        let names = |of: Vec<(&str, Callers)>| of.into_iter().map(|(n, _)| n.to_owned()).collect();
        (names(own), names(shared))
    }
}

/// The probe that begins at `entry`, found once.
fn probe(
    known: &mut FxHashMap<u64, Option<usize>>,
    names: &mut Vec<String>,
    (patterns, symbols): (&[String], &dyn Symbols),
    (core, entry): (u8, u64),
) -> Option<usize> {
    *known.entry(entry).or_insert_with(|| {
        let (name, offset) = symbols.function(core, entry)?;
        if offset != 0 || !patterns.iter().any(|p| matches(p, name)) {
            return None;
        }
        let place = names.iter().position(|n| n == name);
        Some(place.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        }))
    })
}

impl Core {
    fn enters(&mut self, probe: Option<usize>, handler: bool, entry: u64) {
        let within = matches!(self.frames.last(), Some(Mark::Probe(_) | Mark::Inside));
        let mark = match probe {
            _ if handler => Mark::Handler,
            Some(name) if !within => {
                self.due.push(Due::Enter(name));
                self.begun += 1;
                Mark::Probe(self.begun - 1)
            }
            _ => {
                let callers = self.functions.entry(entry).or_default();
                callers.probes |= within;
                callers.others |= !within;
                if within { Mark::Inside } else { Mark::Other }
            }
        };
        self.frames.push(mark);
    }
}

impl Observer for Probes {
    fn kinds(&self) -> Kinds {
        Kinds::CONTROL
    }

    fn happened(&mut self, core: u8, kind: &FactKind) -> bool {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        c.due.clear();
        let by = (self.patterns.as_slice(), &*self.symbols);
        let changes = c.stack.step(kind).to_vec();
        for change in changes {
            match change {
                Change::Enter(frame) => {
                    let at = (core, frame.entry);
                    let probe = probe(&mut c.known, &mut self.names, by, at);
                    c.enters(probe, frame.is_handler(), frame.entry);
                }
                Change::Leave(_) => {
                    if let Some(Mark::Probe(call)) = c.frames.pop() {
                        c.due.push(Due::Leave(call));
                    }
                }
                Change::Switch { task, new } => _ = c.frames.switch(task, new),
            }
        }
        !c.due.is_empty()
    }

    fn measured(&mut self, core: u8, at: Tick, meters: &Running<'_>) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let parts = parts(c.meters, meters);
        for due in c.due.drain(..) {
            match due {
                Due::Enter(_) if c.calls.len() >= LIMIT => c.left_out += 1,
                Due::Enter(name) => c.calls.push(ProbeCall {
                    name,
                    entered: at,
                    before: parts.clone(),
                    left: None,
                }),
                Due::Leave(call) => {
                    let Some(call) = c.calls.get_mut(call) else {
                        continue;
                    };
                    let parts = parts.iter().zip(&call.before);
                    let advanced = parts.map(|(now, before)| now.saturating_sub(*before));
                    call.left = Some((at, advanced.collect()));
                }
            }
        }
    }
}

/// The parts of a core's CPI stack, in the order of its dictionary.
#[must_use]
pub fn parts(dictionary: &Dictionary, meters: &Running<'_>) -> Vec<u64> {
    let all = meters.meters();
    let of = |m: &trueboard_core::meter::CoreMeter| all.get(m.place()).copied().unwrap_or(0);
    dictionary.stack.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::meter::CoreBank;

    struct Names;

    impl Symbols for Names {
        fn function(&self, _core: u8, at: u64) -> Option<(&str, u64)> {
            Some(match at & !0xff {
                0x100 => ("probe", at & 0xff),
                0x200 => ("helper", at & 0xff),
                0x300 => ("shared", at & 0xff),
                _ => ("main", at & 0xff),
            })
        }
    }

    trueboard_core::core_meters! {
        /// What a core of a test counts.
        pub enum Meter {
            IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction was issued.";
            Stores = "stores", Count, "Stores completed.";
        }
        /// The meters of a core of a test.
        pub static METERS of "core of a test";
        stack { IssueCycles }
        executed { Instructions }
        changes { Stores }
    }

    fn call(from: u64, to: u64) -> FactKind {
        FactKind::Call { from, to }
    }

    fn ret(from: u64, to: u64) -> FactKind {
        FactKind::Return { from, to }
    }

    /// Follows these events, one each 10 ticks.
    fn followed(events: &[FactKind]) -> Probes {
        let patterns = vec!["pro*".to_owned()];
        let mut probes = Probes::new(patterns, Arc::new(Names), [&METERS], 100);
        let bank = CoreBank::new(&METERS);
        for (i, event) in (1..).zip(events) {
            if probes.happened(0, event) {
                probes.measured(0, Tick(10 * i), &Running::of_bank(&bank));
            }
        }
        probes
    }

    #[test]
    fn calls_and_what_they_call() {
        let probes = followed(&[
            call(0x900, 0x300),
            ret(0x310, 0x908),
            call(0x910, 0x100),
            call(0x110, 0x200),
            call(0x210, 0x100),
            ret(0x120, 0x218),
            ret(0x220, 0x118),
            call(0x118, 0x300),
            ret(0x310, 0x120),
            ret(0x128, 0x918),
        ]);
        let calls = probes.calls(0);
        assert_eq!(calls.len(), 1, "a probe in a probe is a part of it");
        assert_eq!(calls[0].entered, Tick(30));
        assert_eq!(calls[0].left.as_ref().map(|l| l.0), Some(Tick(100)));
        let (own, shared) = probes.callees();
        assert_eq!(own, ["helper", "probe"]);
        assert_eq!(shared, ["shared"]);
    }
}
