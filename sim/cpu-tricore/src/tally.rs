//! What a core has metered and not yet handed to the board.

use crate::meters::Meter;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::meter::CoreBank;

/// Classes of instructions, rounded up so that an index masks for free.
pub(crate) const KINDS: usize = 32;

/// Sums since the last [`Tally::flush`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    #[serde(with = "BigArray")]
    sums: [u64; Meter::COUNT],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            sums: [0; Meter::COUNT],
        }
    }
}

impl Tally {
    /// Adds `n` to `m`.
    #[inline(always)]
    pub fn add(&mut self, m: Meter, n: u64) {
        self.sums[m as usize] += n;
    }

    /// The sum of `m`.
    #[must_use]
    pub fn get(&self, m: Meter) -> u64 {
        self.sums[m as usize]
    }

    /// The sums, for translated code.
    pub(crate) fn sums(&self) -> &[u64; Meter::COUNT] {
        &self.sums
    }

    /// What was metered since `before`, with nothing handed to the board meanwhile.
    #[must_use]
    pub fn since(&self, before: &Tally) -> Tally {
        let mut tally = self.clone();
        let sums = tally.sums.iter_mut().zip(&before.sums);
        sums.for_each(|(n, old)| *n = n.wrapping_sub(*old));
        tally
    }

    /// Adds `more`, `times` times.
    pub fn add_times(&mut self, more: &Tally, times: u64) {
        for (n, more) in self.sums.iter_mut().zip(&more.sums) {
            *n += times * more;
        }
    }

    /// Hands everything to the board's bank.
    pub fn flush(&mut self, supervisor: bool, bank: &mut CoreBank) {
        for &m in Meter::ALL {
            match std::mem::take(&mut self.sums[m as usize]) {
                0 => {}
                n => bank.add(supervisor, m, n),
            }
        }
    }
}
