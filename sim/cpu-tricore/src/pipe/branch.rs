//! What jumps cost.

use super::Pipe;
use super::predict::static_taken;
use crate::isa::{Class, Sem};
use crate::slot::Slot;
use crate::tally::Tally;
use trueboard_core::meter::CoreMeter;

/// What a branch costs, known when it is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchCost {
    /// Cycles beyond its own.
    pub cycles: u8,
    /// Execution does not go on with what was fetched.
    pub redirects: bool,
}

impl BranchCost {
    /// Of no branch.
    pub const NONE: BranchCost = BranchCost {
        cycles: 0,
        redirects: false,
    };
}

impl Pipe {
    /// The jump that was committed last has been resolved: `taken` to `target`, or not.
    #[inline]
    pub fn branch(&mut self, slot: &Slot, pc: u32, target: u32, taken: bool, tally: &mut Tally) {
        let cost = self.resolve(slot, pc, target, taken, tally);
        self.next += u64::from(cost.cycles);
        if cost.redirects {
            self.redirect();
        }
    }

    /// Predicts the jump at `pc`, learns that it is `taken` to `target`, or not, and meters it. Answers
    /// its cost, which is left to be accounted for.
    #[inline]
    pub fn resolve(
        &mut self,
        slot: &Slot,
        pc: u32,
        target: u32,
        taken: bool,
        tally: &mut Tally,
    ) -> BranchCost {
        let p = &self.params;
        let (costs, missed): (u8, bool) = match (p.superscalar, slot.class) {
            (true, Class::Loop) => self.loop_costs(pc, taken),
            (true, _) if conditional(slot) => {
                let guess = self.predictor.guess(pc, taken);
                let cost = match (guess, taken) {
                    (true, true) => p.taken_cycles,
                    (false, false) => 0,
                    _ => p.mispredicted_cycles,
                };
                (cost, guess != taken)
            }
            (true, _) if indirect(slot.sem) => {
                let hit = self.predictor.target(pc, target);
                (
                    if hit {
                        p.taken_cycles
                    } else {
                        p.mispredicted_cycles
                    },
                    !hit,
                )
            }
            (true, _) => (p.taken_cycles, false),
            (false, _) => {
                let certain = !conditional(slot) && slot.sem != Sem::Loop;
                let guess = certain || static_taken(slot);
                match (guess, taken) {
                    _ if indirect(slot.sem) => (p.mispredicted_cycles, true),
                    (true, true) => (p.taken_cycles, false),
                    (false, false) => (0, false),
                    (true, false) if slot.class == Class::Loop => (p.mispredicted_cycles, true),
                    // The sequential path was fetched along.
                    (true, false) => (p.fallthrough_cycles, true),
                    (false, true) => (p.mispredicted_cycles, true),
                }
            }
        };
        tally.add(CoreMeter::TotalBranch, 1);
        tally.add(CoreMeter::BranchesTaken, taken.into());
        tally.add(CoreMeter::BranchMisses, missed.into());
        tally.add(CoreMeter::BranchStalls, costs.into());
        BranchCost {
            cycles: costs,
            redirects: taken || missed,
        }
    }

    /// LOOP costs time in its first and last iteration only (TC1.6P & TC1.6E architecture manual,
    /// volume 2, p. 2-18).
    fn loop_costs(&mut self, pc: u32, taken: bool) -> (u8, bool) {
        let running = self.looping == Some(pc);
        self.looping = taken.then_some(pc);
        match (taken, running) {
            (true, true) => (0, false),
            (true, false) => (self.params.taken_cycles, false),
            (false, _) => (self.params.mispredicted_cycles, true),
        }
    }
}

/// Whether a jump depends on a register.
#[inline]
pub(crate) fn conditional(s: &Slot) -> bool {
    s.class == Class::JumpD || matches!(s.sem, Sem::JeqA | Sem::JneA | Sem::JzA | Sem::JnzA)
}

fn indirect(sem: Sem) -> bool {
    matches!(
        sem,
        Sem::Ji | Sem::Jli | Sem::Calli | Sem::Fcalli | Sem::Fret
    )
}
