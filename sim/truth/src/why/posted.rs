//! The store that a core has posted last: what it waits for, others wait for with it.

use super::rows::{Data, Waited};
use trueboard_core::defect;
use trueboard_core::time::Tick;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Posted {
    /// The instruction.
    pub pc: u64,
    pub data: Data,
    /// When it was posted.
    at: Tick,
    waits: Vec<Waited>,
}

impl Posted {
    /// The instruction at `pc` has posted a store at `at`, which waits for this long.
    pub fn new(pc: u64, data: Data, at: Tick, waits: Vec<Waited>) -> Posted {
        Posted {
            pc,
            data,
            at,
            waits,
        }
    }

    /// How the last `cycles` before the store is through, at `end`, divide: what of them it waited for whom; in
    /// the rest it was transferred. It waits first, so the last cycles are those of the transfer.
    pub fn waits_within(&self, cycles: u64, end: Tick, ticks: u64) -> Vec<Waited> {
        let waited: u64 = self.waits.iter().map(|w| w.cycles).sum();
        let taken = end.since(self.at) / ticks.max(1);
        let transfer = taken.saturating_sub(waited);
        let mut left = defect!("why-posted", cycles.saturating_sub(transfer).min(waited), 0);
        let mut within = Vec::new();
        // The latest waits are the ones that are waited for.
        for w in self.waits.iter().rev() {
            let cycles = w.cycles.min(left);
            left -= cycles;
            if cycles != 0 {
                within.push(Waited { cycles, ..*w });
            }
        }
        within
    }
}
