//! The store that a core has posted last: what it waits for, others wait for with it.

use super::rows::{Data, Waited};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Posted {
    /// The instruction.
    pub pc: u64,
    /// What it stores to.
    pub data: Data,
    waits: Vec<Waited>,
}

impl Posted {
    /// The instruction at `pc` has posted a store to `data`, which waits for this long.
    pub fn new(pc: u64, data: Data, waits: Vec<Waited>) -> Posted {
        Posted { pc, data, waits }
    }

    /// How `cycles` for which others wait for the store divide: had it not waited, it would have been through that
    /// much earlier. So they are those that it waited itself, the latest of them, and only beyond that its transfer.
    pub fn waits_within(&self, cycles: u64) -> Vec<Waited> {
        let mut left = cycles;
        let mut within = Vec::new();
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
