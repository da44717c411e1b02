//! Accesses to the own SRAM: their turn, their bank, their time.
//!
//! The core runs ahead of others in private work, so a load from its SRAM may come before a store
//! that another core, or its own DMA engine, makes at an earlier time. For every eight bytes the time
//! of the last own access is kept. When something arrives from outside that should have come before
//! it, these bytes are *contended* from then on: own accesses to them wait for their turn, so that
//! spinning on a flag goes on and ends exactly when it does in the lock-step mode.

use crate::code::SRAM;
use crate::core::Ecore;
use crate::issue::Live;
use crate::meters::Event;
use crate::run::{Exit, Limits};
use serde::{Deserialize, Serialize};

/// Bits of an address that choose its bank.
pub(crate) const BANK: u32 = 0x6000;

/// The address of the line that is fetched while the instruction at `pc` is issued.
#[inline(always)]
pub(crate) fn fetched_behind(pc: u32) -> u32 {
    pc.wrapping_add(8)
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

/// When loads and stores used a bank of the SRAM: the last cycle, and from the lowest bit on which of
/// the cycles up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BankUse {
    last: u64,
    cycles: u64,
}

impl BankUse {
    #[inline(always)]
    fn note(&mut self, t: u64) {
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

impl Ecore {
    /// The turn, bank and time of an access to the SRAM.
    #[inline(always)]
    pub(crate) fn local(
        &mut self,
        address: u32,
        t: u64,
        store: bool,
        l: &mut Live,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let bank = (address >> 13 & 3) as usize;
        if self.bank_used[bank] == t {
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

    /// From this cycle on no bank is used by the mesh.
    pub(crate) fn mesh_is_done(&self) -> u64 {
        // What was never used is one before 0.
        let after = self.bank_used.iter().map(|last| last.wrapping_add(1));
        after.fold(0, u64::max)
    }

    /// Another one used the bank: try again in the next cycle.
    #[cold]
    fn bank_lost(&mut self, l: &mut Live) -> Exit {
        if !l.pair {
            self.counts.add(Event::BankLost, 1);
            l.now += 1;
        }
        l.pair = false;
        Exit::Again
    }
}
