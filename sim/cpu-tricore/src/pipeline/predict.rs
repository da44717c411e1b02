//! Branch prediction: a history of two-bit counters with a target buffer on the TC1.6P, a static
//! rule on the TC1.6E.
//!
//! That the one is dynamic and the other static is in the TC27x user's manual; the static rule is
//! that of the OTAWA plug-in for the TC275. Size and index of the history are not published.

use crate::decoded::DecodedInsn;
use serde::{Deserialize, Serialize};

/// One entry of the history: both are looked up by the same bits of the program counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// 0 and 1 predict not taken, 2 and 3 taken.
    counter: u8,
    /// Last target of an indirect jump.
    target: u32,
}

/// What was learnt of jumps at one address.
#[derive(Clone, Copy, Debug)]
pub struct Remembered(usize, Entry);

/// The dynamic predictor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predictor {
    entries: Vec<Entry>,
}

impl Predictor {
    /// An empty history of `entries`, a power of two: weakly not taken.
    #[must_use]
    pub fn new(entries: u16) -> Predictor {
        let weakly_not_taken = Entry {
            counter: 1,
            target: 0,
        };
        Predictor {
            entries: vec![weakly_not_taken; usize::from(entries.max(1))],
        }
    }

    #[inline(always)]
    fn entry(&mut self, pc: u32) -> &mut Entry {
        let i = (pc >> 1) as usize & (self.entries.len() - 1);
        &mut self.entries[i]
    }

    /// The guess for the conditional jump at `pc`, which learns that it is `taken`.
    #[inline]
    pub fn guess(&mut self, pc: u32, taken: bool) -> bool {
        let e = self.entry(pc);
        let guess = e.counter >= 2;
        e.counter = if taken {
            (e.counter + 1).min(3)
        } else {
            e.counter.saturating_sub(1)
        };
        guess
    }

    /// What was learnt of jumps at `pc`.
    pub fn remembered(&self, pc: u32) -> Remembered {
        let i = (pc >> 1) as usize & (self.entries.len() - 1);
        Remembered(i, self.entries[i])
    }

    /// Forgets what was learnt since.
    pub fn put_back(&mut self, Remembered(i, entry): Remembered) {
        self.entries[i] = entry;
    }

    /// Whether the indirect jump at `pc` goes where it went last; it learns `target`.
    #[inline]
    pub fn target(&mut self, pc: u32, target: u32) -> bool {
        let e = self.entry(pc);
        std::mem::replace(&mut e.target, target) == target
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
