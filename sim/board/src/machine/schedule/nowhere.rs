//! Endless runs: every running core is in a loop that no pending event can end.
//!
//! A jump to itself is such a loop. Any other loop is proven by what it leaves unchanged. Conditions: no core stores,
//! no device, clock or counter is accessed, no event is pending, and no timer or DMA channel of a core works. Memory is
//! then constant, and a core's future follows from its registers alone. A core whose registers have returned to an
//! earlier state is in that loop forever. The run is endless when this holds for all cores. A loop that stores, if only
//! with an atomic, is not found.
//!
//! The result depends only on the state of the machine at fixed moments of simulated time.

use crate::machine::Machine;
use crate::machine::debug::{Pause, Stops};
use crate::machine::schedule::stillness::Stillness;
use trueboard_core::fact::CoreState;
use trueboard_core::time::Tick;

/// Base ticks for which cores are followed one instruction at a time.
const LOOK: u64 = 200_000;
/// So often the registers of a core have to come back: what is on its way into them is no part of them.
const REPEATS: u32 = 4;
/// Turns of a loop that are looked at, at most: each costs the host as much as thousands of instructions.
const TURNS: u32 = 64;

impl Machine {
    /// The cores will stay in their loops forever. Tests the machine, up to `end` at the latest.
    pub(crate) fn goes_nowhere(&mut self, end: Tick) -> bool {
        if self.host.is_some() || self.fabric.outside.awaited {
            return false;
        }
        self.jumps_to_itself() || self.loops_for_ever(end)
    }

    /// No event is left, or the cores take no interrupts and no watchdog runs.
    fn jumps_to_itself(&self) -> bool {
        if self.fabric.network_queue.next_at() != Tick::NEVER {
            return false;
        }
        let mut all_masked = true;
        let mut any = false;
        for (core, state) in self.cores.iter().zip(&self.states) {
            match state {
                CoreState::Running => match core.standstill(&self.mem) {
                    Some(still) => (any, all_masked) = (true, all_masked && still.masked),
                    None => return false,
                },
                CoreState::Idle => all_masked = false,
                CoreState::Held | CoreState::Error => {}
            }
        }
        let nothing_comes = self.fabric.queue.is_empty();
        let may_reset = self.fabric.may_reset();
        any && (nothing_comes || all_masked && !may_reset)
    }

    fn loops_for_ever(&mut self, end: Tick) -> bool {
        let course = self.course();
        if course != self.stillness.course || !self.is_quiet() {
            self.stillness = Stillness {
                course,
                ..Stillness::default()
            };
            return false;
        }
        let still = &mut self.stillness;
        still.looks += 1;
        // A computation in registers may take long: it is followed ever more rarely.
        if still.looks < 2 * still.followed {
            return false;
        }
        still.followed = still.looks;
        self.stillness.proven = self.all_repeat(end);
        self.stillness.proven
    }

    fn course(&self) -> (u64, u64) {
        let cores = self.meters.cores.iter().zip(&self.cores);
        let changes = cores.map(|(bank, core)| bank.sum(core.meters().changes));
        (changes.sum(), self.fabric.touched)
    }

    /// Nothing happens but what cores execute.
    fn is_quiet(&self) -> bool {
        let cores = self.cores.iter().zip(&self.states);
        let mut awake = cores.filter(|(_, s)| matches!(s, CoreState::Running | CoreState::Idle));
        self.fabric.queue.is_empty() && awake.all(|(c, _)| c.is_quiet())
    }

    /// Follows all cores that run; true if each of them is in a loop.
    fn all_repeat(&mut self, end: Tick) -> bool {
        let running = (0..).zip(&self.states);
        let running = running.filter(|(_, s)| **s == CoreState::Running);
        let running: Vec<u8> = running.map(|(core, _)| core).collect();
        self.stopped_to_look = true;
        let all = !running.is_empty() && running.iter().all(|&core| self.repeats(core, end));
        // No core stays in the middle of a slice, nor at a breakpoint.
        self.run_until_break(
            Tick(self.now.0.saturating_add(1).min(end.0)),
            &Stops::default(),
        );
        self.reported.fill(None);
        self.stopped_to_look = false;
        all && self.course() == self.stillness.course && self.is_quiet()
    }

    fn repeats(&mut self, core: u8, end: Tick) -> bool {
        let end = Tick(self.now.0.saturating_add(LOOK).min(end.0));
        let mut stops = Stops {
            step: Some(core),
            ..Stops::default()
        };
        if self.run_until_break(end, &stops) != (Pause::Stepped { core }) {
            return false;
        }
        stops.step = None;
        stops.breakpoints.insert(self.pc(core));
        let first = self.cores[usize::from(core)].visible_state();
        let (mut repeats, mut turns) = (0, 0);
        while turns < TURNS {
            turns += 1;
            match self.run_until_break(end, &stops) {
                Pause::Breakpoint { core: at } if at == core => {
                    let again = self.cores[usize::from(core)].visible_state() == first;
                    repeats += u32::from(again);
                    if repeats == REPEATS {
                        return true;
                    }
                }
                Pause::Breakpoint { .. } => {}
                _ => return false,
            }
        }
        false
    }
}
