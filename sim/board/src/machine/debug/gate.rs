//! The order in which cores get chunks of a loop: recorded in one run, and forced in another.
//!
//! A loop with a dynamic schedule gives each chunk to the first core that requests it. Two runs that differ by a few
//! cycles therefore do different work on each core. A [`Gate`] stands before the functions that give out chunks.
//! Recording, it stores the order in which their calls took effect, by their last atomic access, and changes nothing.
//! Forcing, it admits the cores in that order, one at a time. It delays a core that comes too early; the meters count
//! the delay as idle.

use crate::machine::Machine;
use crate::machine::debug::Halts;
use crate::near::did_you_mean;
use std::collections::{BTreeMap, BTreeSet};
use trueboard_analyses::regions::matches;
use trueboard_core::time::Tick;

/// Cycles by which a core is delayed before it is looked at again.
const DELAY: u64 = 32;
/// Cycles after which a core is let in although it is not its turn.
const PATIENCE: u64 = 100_000_000;
/// How atomic instructions begin, in the texts of disassemblers: SPARC, TriCore, Epiphany.
const ATOMICS: [&str; 6] = ["cas", "swap", "ldstub", "cmpswap", "ldmst", "testset"];

/// What a gate is to do.
#[derive(Clone, Debug, Default)]
pub struct HandOut {
    /// Patterns of the functions that hand out.
    pub functions: Vec<String>,
    /// The cores in the order in which they are let in; without it the order is recorded.
    pub order: Option<Vec<u8>>,
}

/// A call that has not returned.
#[derive(Clone, Copy)]
struct Open {
    turn: usize,
    returns_to: u64,
}

/// See the module.
pub struct Gate {
    entries: BTreeSet<u64>,
    atomics: BTreeSet<u64>,
    order: Option<Vec<u8>>,
    /// Calls so far, by core and when they took effect.
    turns: Vec<(Tick, u8)>,
    open: BTreeMap<u8, Open>,
    /// Since when a core is delayed.
    delayed: BTreeMap<u8, Tick>,
    delays: u64,
    waited: u64,
    /// The first call that did not come in its order.
    lost: Option<usize>,
}

impl Gate {
    /// A gate before the requested functions of `machine`.
    ///
    /// # Errors
    /// Says that no function matches.
    pub(crate) fn new(machine: &Machine, asked: &HandOut) -> Result<Gate, String> {
        let mut entries = BTreeSet::new();
        let mut atomics = BTreeSet::new();
        for core in 0..machine.core_count() as u8 {
            let Some(image) = machine.image_of(core) else {
                continue;
            };
            let functions = image.symbols().iter().filter(|s| s.code && s.size > 0);
            for s in functions.filter(|s| asked.functions.iter().any(|p| matches(p, &s.name))) {
                if entries.insert(s.at) {
                    machine.atomics(core, s.at, s.at + s.size, &mut atomics);
                }
            }
        }
        if entries.is_empty() {
            let images = (0..machine.core_count() as u8).filter_map(|c| machine.image_of(c));
            let functions = images.flat_map(|i| i.symbols()).filter(|s| s.code);
            let near = asked
                .functions
                .first()
                .map(|first| did_you_mean(first, functions.map(|s| s.name.as_str())));
            return Err(format!(
                "--hand-out {}: no function of the images matches{}; name those that hand out the chunks of loops",
                asked.functions.join(", "),
                near.unwrap_or_default()
            ));
        }
        Ok(Gate {
            entries,
            atomics,
            order: asked.order.clone(),
            turns: Vec::new(),
            open: BTreeMap::new(),
            delayed: BTreeMap::new(),
            delays: 0,
            waited: 0,
            lost: None,
        })
    }

    /// The cores in the order in which their calls took effect.
    #[must_use]
    pub fn order(&self) -> Vec<u8> {
        let mut turns = self.turns.clone();
        turns.sort_unstable();
        turns.into_iter().map(|t| t.1).collect()
    }

    /// How often a core was delayed, and for how many base ticks in all.
    #[must_use]
    pub fn delays(&self) -> (u64, u64) {
        (self.delays, self.waited)
    }

    /// The first call that could not be made in its order: what the cores did differs more than in that.
    #[must_use]
    pub fn lost(&self) -> Option<usize> {
        self.lost
    }

    /// Whether `core` may make the next call.
    fn lets_in(&mut self, machine: &Machine, core: u8, now: Tick) -> bool {
        let Some(order) = self.order.as_ref().filter(|_| self.lost.is_none()) else {
            return true;
        };
        let turn = self.turns.len();
        let its = order.get(turn).is_none_or(|&c| c == core);
        if its && self.open.is_empty() {
            return true;
        }
        let since = *self.delayed.entry(core).or_insert_with(|| {
            self.delays += 1;
            now
        });
        if now.since(since) < PATIENCE * machine.ticks_per_cycle(core) {
            return false;
        }
        self.lost = Some(turn);
        true
    }
}

impl Halts for Gate {
    fn breakpoints(&self) -> BTreeSet<u64> {
        let returns = self.open.values().map(|o| o.returns_to);
        let fixed = self.entries.iter().chain(&self.atomics).copied();
        fixed.chain(returns).collect()
    }

    fn stopped(&mut self, machine: &mut Machine, core: u8) {
        let (pc, now) = (machine.pc(core), machine.core_time(core));
        if let Some(open) = self.open.get(&core).copied() {
            // What the function calls belongs to its own call.
            if pc == open.returns_to {
                self.open.remove(&core);
            } else if self.atomics.contains(&pc)
                && let Some(turn) = self.turns.get_mut(open.turn)
            {
                turn.0 = now;
            }
            return;
        }
        if !self.entries.contains(&pc) {
            return;
        }
        if !self.lets_in(machine, core, now) {
            let to = Tick(now.0 + DELAY * machine.ticks_per_cycle(core));
            self.waited += to.since(now);
            machine.delay(core, to);
            return;
        }
        self.delayed.remove(&core);
        let turn = self.turns.len();
        self.turns.push((now, core));
        if let Some(returns_to) = machine.return_address(core) {
            self.open.insert(core, Open { turn, returns_to });
        }
    }
}

impl Machine {
    /// Advances a core's time without work. Its slice ends at its present position.
    fn delay(&mut self, core: u8, to: Tick) {
        let i = usize::from(core);
        self.held = None;
        if let Some(c) = self.cores.get_mut(i) {
            c.skip_to(to, &mut self.meters);
        }
        // It reaches its breakpoint again.
        self.reported[i] = None;
        self.note_times();
    }

    /// Base ticks in a cycle of a core.
    #[must_use]
    pub fn ticks_per_cycle(&self, core: u8) -> u64 {
        let info = self.info.get(usize::from(core));
        info.map_or(1, |i| i.clock.ticks_per_cycle())
    }

    /// Where a function returns to that `core` has just entered.
    pub(crate) fn return_address(&self, core: u8) -> Option<u64> {
        let of = |name: &str| {
            let i = self.registers(core).iter().position(|r| r.name == name)?;
            Some(self.register(core, i))
        };
        // %o7 holds the address of the call itself (SPARC V8 manual, appendix B.24).
        of("o7")
            .map(|at| at + 8)
            .or_else(|| of("a11"))
            .or_else(|| of("lr"))
    }

    /// Adds the addresses of atomic instructions from `at` to `end`.
    fn atomics(&self, core: u8, mut at: u64, end: u64, found: &mut BTreeSet<u64>) {
        let Some(c) = self.cores.get(usize::from(core)) else {
            return;
        };
        while at < end {
            let len = usize::try_from(end - at).unwrap_or(4).min(4);
            let Some(bytes) = c
                .physical(at, &self.mem)
                .and_then(|pa| self.mem.peek(pa, len))
            else {
                return;
            };
            let (text, length) = c.disasm(at, bytes);
            if ATOMICS.iter().any(|a| text.trim_start().starts_with(a)) {
                found.insert(at);
            }
            at += length.max(2) as u64;
        }
    }
}
