//! The value that a register of a clock must show, by a decoding of its unit.

use serde::{Deserialize, Serialize};

/// What a register of a clock must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// Its name, and its number among registers of this name.
    pub(super) register: (&'static str, Option<usize>),
    /// Nothing where it is not known.
    pub(super) expected: Option<u32>,
    /// Ticks of the clock since reset, whether or not it counts them.
    pub(super) ticks: u64,
    /// Bits of the register that count.
    pub(super) mask: u32,
    /// Ticks after which it shows what it showed before.
    pub(super) period: u64,
    /// It counts down.
    pub(super) down: bool,
    /// How often firmware has written what it shows or counts.
    pub(super) presets: u64,
    /// Ticks, or cycles, in which it stood still.
    pub(super) stops: u64,
}

/// A counter of cycles that counts up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Up {
    /// Its value in cycle `since`.
    pub(super) count: u64,
    pub(super) since: u64,
    pub(super) stopped: bool,
    /// Cycles in which it stood still.
    pub(super) missed: u64,
    /// Sum of what firmware took away by writing it.
    pub(super) taken: i64,
    /// How often firmware has changed its value.
    pub(super) presets: u64,
}

impl Up {
    /// Brings the count, modulo 2^`bits`, up to `cycle`.
    pub(super) fn settle(&mut self, cycle: u64, bits: u32) {
        let passed = cycle.saturating_sub(self.since);
        if self.stopped {
            self.missed += passed;
        } else {
            self.count = self.count.wrapping_add(passed) & (u64::MAX >> (64 - bits));
        }
        self.since = self.since.max(cycle);
    }

    /// Firmware sets the count; settle first.
    pub(super) fn set(&mut self, count: u64) {
        self.taken += self.count.cast_signed() - count.cast_signed();
        self.presets += u64::from(self.count != count);
        self.count = count;
    }

    /// Ticks since reset of a register that shows the count from bit `shift` on. They pass when the register
    /// moves, as long as the counter is neither stopped nor written.
    pub(super) fn ticks(&self, shift: u32) -> u64 {
        let counted = (self.count >> shift).wrapping_add(self.missed >> shift);
        counted.wrapping_add_signed(self.taken >> shift)
    }
}
