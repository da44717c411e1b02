//! Who used the banks of the SRAM, and when. A bank serves one access in a cycle: of the mesh, of a load or
//! store, or of the fetch of a line.

use serde::{Deserialize, Serialize};

/// Bits of an address that choose its bank.
pub(crate) const BANK: u32 = 0x6000;

/// The bank of `address`.
#[inline(always)]
pub(crate) fn bank(address: u32) -> usize {
    (address >> 13 & 3) as usize
}

/// Both addresses are in one bank.
#[inline(always)]
pub(crate) fn one_bank(a: u32, b: u32) -> bool {
    (a ^ b) & BANK == 0
}

/// The address of the line that is fetched while the instruction at `pc` is issued.
#[inline(always)]
pub(crate) fn fetched_behind(pc: u32) -> u32 {
    pc.wrapping_add(8)
}

/// As above, when the instruction before the one at `pc` was the last.
pub(super) fn fetched_before(pc: u32) -> u32 {
    pc.wrapping_add(7)
}

/// Uses of a bank of the SRAM: the last cycle, and, from the lowest bit on, the used cycles up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub(crate) struct BankUse {
    last: u64,
    cycles: u64,
}

impl BankUse {
    /// The last cycle, and the cycles up to it, for translated code.
    pub fn words(&self) -> (&u64, &u64) {
        (&self.last, &self.cycles)
    }

    /// It was used in cycle `t`, which is not before the last one.
    #[inline(always)]
    pub fn note(&mut self, t: u64) {
        let since = t.wrapping_sub(self.last) as u32;
        self.cycles = self.cycles.unbounded_shl(since) | 1;
        self.last = t;
    }

    /// Whether it was used in cycle `t`.
    pub fn at(&self, t: u64) -> bool {
        let before = self.last.checked_sub(t).unwrap_or(u64::MAX);
        before < 64 && self.cycles >> before & 1 != 0
    }
}

/// What the mesh did with the banks of the SRAM.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct MeshUse {
    banks: [BankUse; 4],
    /// Fetches still have to make way in these cycles for what came from outside in earlier ones, in
    /// which the core had run ahead.
    deferred: BankUse,
    /// By how many cycles those are later.
    shift: u64,
    /// Up to this cycle the core stalls for missed waits of its loads and stores in each bank.
    pub(super) stalled_until: [u64; 4],
    /// From this cycle on nothing is used and nothing deferred.
    done: u64,
}

impl MeshUse {
    pub(super) fn note(&mut self, bank: usize, t: u64) {
        self.banks[bank & 3].note(t);
        self.done = self.done.max(t + 1);
    }

    /// What is used in cycle `t` is made up for in cycle `now` or later, as far apart from others as
    /// they came.
    pub(super) fn defer(&mut self, t: u64, now: u64) {
        self.shift = self.shift.max(now - t);
        self.defer_to(t + self.shift);
    }

    fn defer_to(&mut self, t: u64) {
        let t = t.max(self.deferred.last + 1);
        self.deferred.note(t);
        self.done = self.done.max(t + 1);
    }

    /// The core has not come to cycle `t` yet, so nothing more is deferred for what is used then. What was
    /// deferred in that cycle is so in a later one.
    pub(super) fn on_time(&mut self, t: u64) {
        self.shift = 0;
        if self.deferred.at(t) {
            self.defer_to(t);
        }
    }

    #[inline(always)]
    pub(super) fn at(&self, bank: usize, t: u64) -> bool {
        t < self.done && self.banks[bank & 3].at(t)
    }

    /// From this cycle on no bank is used by the mesh.
    #[inline(always)]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Cycles that a fetch of `address` loses if it is first tried in cycle `t`.
    #[inline(always)]
    pub fn delay(&self, address: u32, t: u64) -> u64 {
        if t < self.done {
            self.find_delay(bank(address), t)
        } else {
            0
        }
    }

    #[cold]
    fn find_delay(&self, bank: usize, t: u64) -> u64 {
        let held = |&t: &u64| self.at(bank, t) || self.deferred.at(t);
        (t..self.done).take_while(held).count() as u64
    }
}
