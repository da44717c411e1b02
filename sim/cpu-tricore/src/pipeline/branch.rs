//! What jumps cost.

use super::Pipe;
use super::predict::static_taken;
use crate::decoded::DecodedInsn;
use crate::isa::{Class, Control};
use crate::meters::Meter;
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use trueboard_engine::blocks::Outcome;

/// How a branch was resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BranchOutcome {
    /// It was taken.
    pub taken: bool,
    /// It was not predicted.
    pub missed: bool,
    /// Cycles beyond its own.
    pub cycles: u8,
}

impl Outcome for BranchOutcome {
    type Key = BranchOutcome;

    #[inline(always)]
    fn key(self) -> BranchOutcome {
        self
    }

    #[inline(always)]
    fn link(self) -> usize {
        usize::from(self.taken) | usize::from(self.missed) << 1
    }
}

impl BranchOutcome {
    /// Execution does not go on with what was fetched.
    #[inline(always)]
    pub fn redirects(self) -> bool {
        self.taken || self.missed
    }
}

/// The LOOP instruction that runs without overhead, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<u32>", into = "Option<u32>")]
pub(crate) struct Looping(u32);

impl Looping {
    /// None: instructions have even addresses.
    pub const NONE: Looping = Looping(1);

    /// Its address, or what no address is.
    pub const fn word(&self) -> &u32 {
        &self.0
    }
}

impl From<Option<u32>> for Looping {
    #[inline(always)]
    fn from(at: Option<u32>) -> Looping {
        at.map_or(Looping::NONE, Looping)
    }
}

impl From<Looping> for Option<u32> {
    fn from(looping: Looping) -> Option<u32> {
        (looping != Looping::NONE).then_some(looping.0)
    }
}

/// What a prediction rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Nothing that changes.
    Fixed,
    /// The history of taken branches.
    History,
    /// The last target.
    Target,
    /// Whether the loop runs already.
    Running,
}

/// A branch, as far as what it costs goes.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    rule: Rule,
    /// By what the rule guesses, then by whether it is taken.
    outcomes: [[BranchOutcome; 2]; 2],
}

impl Branch {
    /// What its prediction rests on.
    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// How it is resolved when its rule says `guess`.
    pub(crate) fn outcome(&self, guess: bool, taken: bool) -> BranchOutcome {
        self.outcomes[usize::from(guess)][usize::from(taken)]
    }
}

impl Pipe {
    /// What there is to know of a branch before it is executed.
    #[must_use]
    pub fn branch_of(&self, insn: &DecodedInsn) -> Branch {
        let of = |guess| [false, true].map(|taken| self.outcome(insn, guess, taken));
        Branch {
            rule: self.rule(insn),
            outcomes: [of(false), of(true)],
        }
    }

    #[inline]
    fn rule(&self, insn: &DecodedInsn) -> Rule {
        match (self.params.superscalar, insn.class) {
            (true, Class::Loop) => Rule::Running,
            (true, _) if control(insn) == Control::Conditional => Rule::History,
            (true, _) if control(insn) == Control::Indirect => Rule::Target,
            _ => Rule::Fixed,
        }
    }

    /// The outcome of a branch of which its rule says `guess`.
    #[inline]
    fn outcome(&self, insn: &DecodedInsn, guess: bool, taken: bool) -> BranchOutcome {
        let p = &self.params;
        let (cycles, missed) = match (self.rule(insn), guess, taken) {
            // LOOP costs time in its first and last iteration only (TC1.6P & TC1.6E architecture
            // manual, volume 2, p. 2-18).
            (Rule::Running, true, true) => (0, false),
            (Rule::Running, false, true) => (p.taken_cycles, false),
            (Rule::Running, _, false) => (p.mispredicted_cycles, true),
            (Rule::History, true, true) => (p.taken_cycles, false),
            (Rule::History, false, false) => (0, false),
            (Rule::History, ..) => (p.mispredicted_cycles, true),
            (Rule::Target, true, _) => (p.taken_cycles, false),
            (Rule::Target, false, _) => (p.mispredicted_cycles, true),
            (Rule::Fixed, ..) if p.superscalar => (p.taken_cycles, false),
            (Rule::Fixed, ..) if control(insn) == Control::Indirect => {
                (p.mispredicted_cycles, true)
            }
            (Rule::Fixed, ..) => {
                let certain = !matches!(control(insn), Control::Conditional | Control::Counted);
                match (certain || static_taken(insn), taken) {
                    (true, true) => (p.taken_cycles, false),
                    (false, false) => (0, false),
                    (true, false) if insn.class == Class::Loop => (p.mispredicted_cycles, true),
                    // The sequential path was fetched along.
                    (true, false) => (p.fallthrough_cycles, true),
                    (false, true) => (p.mispredicted_cycles, true),
                }
            }
        };
        BranchOutcome {
            taken,
            missed,
            cycles,
        }
    }

    /// What `rule` says of the branch at `pc`, before it learns that it is `taken` to `target`, or not.
    #[inline(always)]
    fn guess(&mut self, rule: Rule, pc: u32, target: u32, taken: bool) -> bool {
        match rule {
            Rule::Fixed => false,
            Rule::History => self.predictor.guess(pc, taken),
            Rule::Target => self.predictor.target(pc, target),
            Rule::Running => {
                let running = self.looping == Looping::from(Some(pc));
                self.looping = taken.then_some(pc).into();
                running
            }
        }
    }

    /// The jump that was committed last has been resolved: `taken` to `target`, or not.
    #[inline]
    pub fn branch(
        &mut self,
        insn: &DecodedInsn,
        pc: u32,
        target: u32,
        taken: bool,
        tally: &mut Tally,
    ) {
        let guess = self.guess(self.rule(insn), pc, target, taken);
        let outcome = self.outcome(insn, guess, taken);
        meter(outcome, tally);
        self.next += u64::from(outcome.cycles);
        if outcome.redirects() {
            self.redirect();
        }
    }

    /// Predicts branch `b` at `pc`, learns that it is `taken` to `target`, or not, and meters it. The
    /// outcome is left to be accounted for.
    #[inline(always)]
    pub fn resolve(
        &mut self,
        b: &Branch,
        (pc, target): (u32, u32),
        taken: bool,
        tally: &mut Tally,
    ) -> BranchOutcome {
        let guess = self.guess(b.rule, pc, target, taken);
        let outcome = b.outcome(guess, taken);
        meter(outcome, tally);
        outcome
    }
}

#[inline(always)]
fn meter(outcome: BranchOutcome, tally: &mut Tally) {
    tally.add(Meter::TotalBranch, 1);
    tally.add(Meter::BranchesTaken, outcome.taken.into());
    tally.add(Meter::BranchMisses, outcome.missed.into());
    tally.add(Meter::BranchStalls, outcome.cycles.into());
}

#[inline]
fn control(s: &DecodedInsn) -> Control {
    s.opcode.traits().control
}
