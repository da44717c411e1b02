//! The time of the last own access to each part of the SRAM.
//!
//! The core runs ahead of other cores in private work, so a load from its SRAM may come before a store of an earlier
//! time by another core or its own DMA engine. The time of the last own access is kept for every eight bytes. A packet
//! that arrives in the past of this access makes the bytes *contended* from then on. Own accesses to them wait for
//! their turn, so spinning on a flag ends exactly as in the lock-step mode.

use crate::memory::map::SRAM;
use serde::{Deserialize, Serialize};

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

/// The last own access to eight bytes that are not contended.
pub(crate) struct LastAccess<'a>(&'a mut u32);

impl LastAccess<'_> {
    /// There is one in cycle `t`.
    #[inline(always)]
    pub fn set(self, t: u64, store: bool) {
        *self.0 = access(t, store);
    }
}

impl Touched {
    /// All of them, for translated code.
    pub fn words(&mut self) -> &mut [u32] {
        &mut self.0
    }

    /// An own access in cycle `t`. False when it must wait for its turn, which is before `sync`.
    #[inline(always)]
    pub(super) fn note(&mut self, address: u32, t: u64, store: bool, sync: u64) -> bool {
        let Some(last) = self.0.get_mut(address as usize >> 3) else {
            return true;
        };
        if *last == CONTENDED {
            return t < sync;
        }
        *last = access(t, store);
        true
    }

    /// The last own access to the bytes at `address`; `None` if own accesses wait for their turn there.
    #[inline(always)]
    pub fn uncontended(&mut self, address: u32) -> Option<LastAccess<'_>> {
        let last = self.0.get_mut(address as usize >> 3)?;
        (*last != CONTENDED).then_some(LastAccess(last))
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
