//! Branch prediction: a history of two-bit counters with a target buffer on the TC1.6P, a static
//! rule on the TC1.6E.
//!
//! That the one is dynamic and the other static is in the TC27x user's manual; the static rule is
//! that of the OTAWA plug-in for the TC275. Size and index of the history are not published.

use crate::decoded::DecodedInsn;
use serde::{Deserialize, Serialize};

/// One entry of the history, as it is saved: equal bits of the program counter select counter and target.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename = "Entry")]
struct Entry {
    /// 0 and 1 predict not taken, 2 and 3 taken.
    counter: u8,
    /// Last target of an indirect jump.
    target: u32,
}

/// A predictor as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Predictor")]
struct Saved {
    entries: Vec<Entry>,
}

/// What was learnt of jumps at one address.
#[derive(Clone, Copy, Debug)]
pub struct Remembered(usize, Entry);

/// The dynamic predictor. Counters lie together, as translated code changes them by their places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct Predictor {
    counters: Vec<u8>,
    targets: Vec<u32>,
}

impl From<Saved> for Predictor {
    fn from(saved: Saved) -> Predictor {
        Predictor {
            counters: saved.entries.iter().map(|e| e.counter).collect(),
            targets: saved.entries.iter().map(|e| e.target).collect(),
        }
    }
}

impl From<Predictor> for Saved {
    fn from(p: Predictor) -> Saved {
        let entries = p.counters.into_iter().zip(p.targets);
        Saved {
            entries: entries
                .map(|(counter, target)| Entry { counter, target })
                .collect(),
        }
    }
}

impl Predictor {
    /// A counter from which on a jump is predicted to be taken.
    pub const TAKEN: u8 = 2;
    /// The highest counter.
    pub const SURELY_TAKEN: u8 = 3;

    /// An empty history of `entries`, a power of two: weakly not taken.
    #[must_use]
    pub fn new(entries: u16) -> Predictor {
        let entries = usize::from(entries.max(1));
        Predictor {
            counters: vec![1; entries],
            targets: vec![0; entries],
        }
    }

    /// The place of the jump at `pc`.
    #[inline(always)]
    pub fn place(&self, pc: u32) -> usize {
        (pc >> 1) as usize & (self.counters.len() - 1)
    }

    /// The counters by their places: 0 and 1 predict not taken, 2 and 3 taken.
    pub fn counters(&mut self) -> &mut [u8] {
        &mut self.counters
    }

    /// The guess for the conditional jump at `pc`, which learns that it is `taken`.
    #[inline]
    pub fn guess(&mut self, pc: u32, taken: bool) -> bool {
        let place = self.place(pc);
        let counter = &mut self.counters[place];
        let guess = *counter >= Predictor::TAKEN;
        *counter = if taken {
            (*counter + 1).min(Predictor::SURELY_TAKEN)
        } else {
            counter.saturating_sub(1)
        };
        guess
    }

    /// What was learnt of jumps at `pc`.
    pub fn remembered(&self, pc: u32) -> Remembered {
        let i = self.place(pc);
        let (counter, target) = (self.counters[i], self.targets[i]);
        Remembered(i, Entry { counter, target })
    }

    /// Forgets what was learnt since.
    pub fn put_back(&mut self, Remembered(i, entry): Remembered) {
        (self.counters[i], self.targets[i]) = (entry.counter, entry.target);
    }

    /// Whether the indirect jump at `pc` goes where it went last; it learns `target`.
    #[inline]
    pub fn target(&mut self, pc: u32, target: u32) -> bool {
        let place = self.place(pc);
        std::mem::replace(&mut self.targets[place], target) == target
    }
}

/// The static rule: 16-bit jumps and backward ones are taken, 32-bit forward ones are not.
#[must_use]
pub fn static_taken(insn: &DecodedInsn) -> bool {
    insn.len == 2 || insn.o < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_learnt_in_one_and_unlearnt_in_two() {
        let mut p = Predictor::new(128);
        let guesses: Vec<bool> = [true, true, true, false, false, false]
            .map(|taken| p.guess(0x8000_0100, taken))
            .into();
        assert_eq!(guesses, [false, true, true, true, true, false]);
    }

    #[test]
    fn entries_are_shared_by_addresses_that_differ_above_the_index() {
        let mut p = Predictor::new(128);
        p.guess(0x100, true);
        assert!(
            p.guess(0x200, true),
            "same seven bits of the half-word address"
        );
        assert!(!p.guess(0x102, true));
    }

    #[test]
    fn indirect_jumps_go_where_they_went() {
        let mut p = Predictor::new(128);
        assert!(!p.target(0x10, 0x400));
        assert!(p.target(0x10, 0x400));
        assert!(!p.target(0x10, 0x500));
    }
}
