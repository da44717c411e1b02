//! What a core has metered and not yet handed to the board.

use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::meter::{CORE_METERS, CoreBank, CoreMeter};

/// Sums since the last [`Tally::settle`].
#[derive(Clone, Serialize, Deserialize)]
pub struct Tally {
    #[serde(with = "BigArray")]
    sums: [u64; CORE_METERS],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            sums: [0; CORE_METERS],
        }
    }
}

impl Tally {
    /// Adds `n` to `m`.
    #[inline(always)]
    pub fn add(&mut self, m: CoreMeter, n: u64) {
        self.sums[m as usize & (CORE_METERS - 1)] += n;
    }

    /// The sum of `m`.
    #[must_use]
    pub fn get(&self, m: CoreMeter) -> u64 {
        self.sums[m as usize & (CORE_METERS - 1)]
    }

    /// Hands everything to the board's bank.
    pub fn settle(&mut self, supervisor: bool, bank: &mut CoreBank) {
        for &m in CoreMeter::ALL {
            match std::mem::take(&mut self.sums[m as usize]) {
                0 => {}
                n => bank.add(supervisor, m, n),
            }
        }
    }
}
