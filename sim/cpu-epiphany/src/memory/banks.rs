//! Accesses to the own SRAM: their turn, their bank, their time.
//!
//! The core runs ahead of others in private work, so a load from its SRAM may come before a store
//! that another core, or its own DMA engine, makes at an earlier time. For every eight bytes the time
//! of the last own access is kept. When something arrives from outside that should have come before
//! it, these bytes are *contended* from then on: own accesses to them wait for their turn, so that
//! spinning on a flag goes on and ends exactly when it does in the lock-step mode.

use crate::code_pages::SRAM;
use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::pipeline::HotState;
use crate::run::{Exit, Limits};
use serde::{Deserialize, Serialize};
use trueboard_core::fact::CoreState;

/// Bits of an address that choose its bank.
pub(crate) const BANK: u32 = 0x6000;

/// The address of the line that is fetched while the instruction at `pc` is issued.
#[inline(always)]
pub(crate) fn fetched_behind(pc: u32) -> u32 {
    pc.wrapping_add(8)
}

/// The same when the instruction before the one at `pc` was the last.
fn fetched_before(pc: u32) -> u32 {
    pc.wrapping_add(7)
}

/// Contended bytes, in place of a time.
const CONTENDED: u32 = u32::MAX;

/// Last own access to each eight bytes of the SRAM: twice the cycle, and 1 for a store.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Touched(Vec<u32>);

/// An own access in cycle `t`.
#[inline(always)]
fn access(t: u64, store: bool) -> u32 {
    (t as u32) << 1 | u32::from(store)
}

impl Default for Touched {
    fn default() -> Touched {
        Touched(vec![0; SRAM as usize / 8])
    }
}

impl Touched {
    /// An own access in cycle `t`. False when it must wait for its turn, which is before `sync`.
    #[inline(always)]
    fn note(&mut self, address: u32, t: u64, store: bool, sync: u64) -> bool {
        let Some(last) = self.0.get_mut(address as usize >> 3) else {
            return true;
        };
        if *last == CONTENDED {
            return t < sync;
        }
        *last = access(t, store);
        true
    }

    /// Own accesses wait for their turn.
    #[inline(always)]
    pub fn is_contended(&self, address: u32) -> bool {
        self.0.get(address as usize >> 3) == Some(&CONTENDED)
    }

    /// The last own access to these bytes, a load, is made again so many cycles later.
    pub fn later(&mut self, address: u32, cycles: u64) {
        if let Some(last) = self.0.get_mut(address as usize >> 3)
            && *last != CONTENDED
        {
            *last = last.wrapping_add((cycles as u32) << 1);
        }
    }

    /// An access from outside in cycle `t`.
    pub fn reach(&mut self, address: u32, t: u64, write: bool) {
        /// Cores are never so far ahead of each other.
        const FAR: u32 = 1 << 24;
        if let Some(last) = self.0.get_mut(address as usize >> 3)
            && *last != CONTENDED
            && (write || *last & 1 != 0)
        {
            let ahead = (*last >> 1).wrapping_sub(t as u32) & (u32::MAX >> 1);
            if ahead != 0 && ahead < FAR {
                *last = CONTENDED;
            }
        }
    }
}

/// When somebody used a bank of the SRAM: the last cycle, and from the lowest bit on which of the cycles
/// up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BankUse {
    last: u64,
    cycles: u64,
}

impl BankUse {
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
    owed: BankUse,
    /// By how many cycles those are later.
    shift: u64,
    /// Up to this cycle the core stands still for what its loads and stores in each bank should have
    /// waited for.
    stands: [u64; 4],
    /// From this cycle on nothing is used and nothing owed.
    done: u64,
}

impl MeshUse {
    fn note(&mut self, bank: usize, t: u64) {
        self.banks[bank & 3].note(t);
        self.done = self.done.max(t + 1);
    }

    /// What is used in cycle `t` is made up for in cycle `now` or later, as far apart from others as
    /// they came.
    fn owe(&mut self, t: u64, now: u64) {
        self.shift = self.shift.max(now - t);
        self.owe_at(t + self.shift);
    }

    fn owe_at(&mut self, t: u64) {
        let t = t.max(self.owed.last + 1);
        self.owed.note(t);
        self.done = self.done.max(t + 1);
    }

    /// The core has not come to cycle `t` yet, so nothing more is owed for what is used then. What was
    /// owed in that cycle is so in a later one.
    fn in_time(&mut self, t: u64) {
        self.shift = 0;
        if self.owed.at(t) {
            self.owe_at(t);
        }
    }

    #[inline(always)]
    fn at(&self, bank: usize, t: u64) -> bool {
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
            self.find_delay((address >> 13) as usize, t)
        } else {
            0
        }
    }

    #[cold]
    fn find_delay(&self, bank: usize, t: u64) -> u64 {
        let held = |&t: &u64| self.at(bank, t) || self.owed.at(t);
        (t..self.done).take_while(held).count() as u64
    }
}

impl Ecore {
    /// The turn, bank and time of an access to the SRAM.
    #[inline(always)]
    pub(crate) fn local(
        &mut self,
        address: u32,
        t: u64,
        store: bool,
        l: &mut HotState,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let bank = (address >> 13 & 3) as usize;
        if self.mesh.at(bank, t) {
            return Err(l.aside(|l| self.bank_lost(l)));
        }
        if !self.touched.note(address, t, store, lim.sync) {
            return Err(Exit::Sync);
        }
        self.banks[bank].note(t);
        if l.fetches(t) && (address ^ fetched_behind(l.pc)) & BANK == 0 {
            l.lose_line(&mut self.counts);
        }
        Ok(())
    }

    /// An access in cycle `t` to bytes that are not contended.
    #[inline(always)]
    pub(crate) fn note(&mut self, address: u32, t: u64, store: bool) {
        if let Some(last) = self.touched.0.get_mut(address as usize >> 3) {
            *last = access(t, store);
        }
        self.banks[(address >> 13 & 3) as usize].note(t);
    }

    /// The mesh uses the bank of `address` in cycle `t`: the core's own access comes later.
    pub(crate) fn use_bank(&mut self, address: u32, t: u64, write: bool) {
        self.touched.reach(address, t, write);
        let bank = (address >> 13 & 3) as usize;
        self.mesh.note(bank, t);
        if self.state != CoreState::Running {
            return;
        }
        let l = &mut self.live;
        let stands = (self.ran..self.mesh.stands[bank]).contains(&t);
        if t < l.now && (self.banks[bank].at(t) || stands) {
            // The core ran ahead: it should have waited then, and waits now.
            l.now += 1;
            l.line += 1;
            self.mesh.stands[bank] = l.now;
            l.pair = false;
            self.counts.add(Counted::BankLost, 1);
            return;
        }
        if (address ^ fetched_before(l.pc)) & BANK != 0 {
            return;
        }
        if l.fetches(t) {
            l.lose_line(&mut self.counts);
        } else if l.fetches_target(t) {
            l.lose_target(&mut self.counts);
        } else if t < self.ran {
            self.mesh.owe(t, l.now);
        } else {
            self.mesh.in_time(t);
        }
        if l.line > t + 1 {
            let lost = self.mesh.delay(address, l.line - 1);
            l.line += lost;
            self.counts.add(Counted::FetchLost, lost);
        }
    }

    /// Everybody else comes before the DMA engine, whose cycle `t` is over for the core.
    pub(crate) fn bank_busy(&self, address: u32, t: u64) -> bool {
        let bank = (address >> 13 & 3) as usize;
        let fetches = self.live.fetches(t) && (address ^ fetched_before(self.live.pc)) & BANK == 0;
        address < SRAM && (self.mesh.at(bank, t) || self.banks[bank].at(t) || fetches)
    }

    /// Another one used the bank: try again in the next cycle.
    #[cold]
    fn bank_lost(&mut self, l: &mut HotState) -> Exit {
        if !l.pair {
            self.counts.add(Counted::BankLost, 1);
            l.now += 1;
        }
        l.pair = false;
        Exit::Again
    }
}
