//! What a core has metered and not yet added to the board's meters. Which mode an event belongs to is
//! known when it is added: [`Tally::flush`] is called before the mode changes.

use crate::isa::Counted;
use crate::meters::Meter;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::meter::CoreBank;

/// Pending counts.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Instructions by what they are counted as.
    pub counted: [u64; Counted::COUNT],
    /// Everything else.
    #[serde(with = "BigArray")]
    pub meters: [u64; Meter::COUNT],
    /// Cycles before this one are in the board's meters.
    pub metered_cycle: u64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            counted: [0; Counted::COUNT],
            meters: [0; Meter::COUNT],
            metered_cycle: 0,
        }
    }
}

impl Tally {
    /// Adds to a meter.
    #[inline(always)]
    pub fn add(&mut self, m: Meter, n: u64) {
        let value = &mut self.meters[m as usize];
        *value = value.wrapping_add(n);
    }

    /// Counts an instruction.
    #[inline(always)]
    pub fn count(&mut self, c: Counted) {
        self.count_all(c, 1);
    }

    /// Counts an instruction that was executed so many times.
    #[inline(always)]
    pub fn count_all(&mut self, c: Counted, times: u64) {
        let counted = &mut self.counted[c as usize];
        *counted = counted.wrapping_add(times);
    }

    /// Takes an instruction back that was counted with its block, or will be.
    #[inline(always)]
    pub fn take_back(&mut self, c: Counted) {
        let counted = &mut self.counted[c as usize];
        *counted = counted.wrapping_sub(1);
    }

    /// Adds the pending counts to `bank`, up to `cycle`, as those of supervisor mode if `s`.
    pub fn flush(&mut self, bank: &mut CoreBank, s: bool, cycle: u64) {
        let counted = std::mem::take(&mut self.counted);
        let of = |c: Counted| counted[c as usize];
        // Counts that were taken back ahead of time are below zero: they wrap, and a sum of 0 says nothing.
        let total = counted.iter().copied().fold(0, u64::wrapping_add);
        if counted != [0; Counted::COUNT] {
            let fp = of(Counted::Fpop);
            let atomics = of(Counted::Atomic);
            self.add(Meter::Instructions, total);
            self.add(Meter::IssueCycles, total);
            self.add(Meter::IntInstructions, total.wrapping_sub(fp));
            self.add(Meter::FpInstructions, fp);
            self.add(Meter::Type2, of(Counted::Type2).wrapping_add(fp));
            self.add(Meter::Branches, of(Counted::Branch));
            self.add(Meter::Calls, of(Counted::Call));
            self.add(Meter::Loads, of(Counted::Load).wrapping_add(atomics));
            self.add(Meter::Stores, of(Counted::Store).wrapping_add(atomics));
            self.add(
                Meter::LoadStores,
                of(Counted::Load) + of(Counted::Store).wrapping_add(atomics),
            );
        }
        self.add(Meter::Cycles, cycle - self.metered_cycle);
        bank.add_all(s, &self.meters);
        self.meters = [0; Meter::COUNT];
        self.metered_cycle = cycle;
    }
}
