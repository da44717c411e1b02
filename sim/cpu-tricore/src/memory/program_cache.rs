//! The program cache, the fetch line buffer, and what the next fetch can take without a look.

use super::Params;
use super::arriving::Arriving;
use super::params::geometry;
use serde::{Deserialize, Serialize};
use trueboard_core::uarch::cache::{Cache, Replacement};
use trueboard_core::uarch::memo::LineMemo;

/// The program cache and the fetch line buffer.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FetchSide {
    pub(super) cache: Cache,
    /// The line last read from memory, into the cache or the buffer.
    pub(super) arriving: Arriving,
    /// First physical address of the line in the fetch line buffer.
    pub(super) buffered: Option<u32>,
    /// Addresses from which groups are taken without another look. Derived.
    #[serde(skip)]
    pub(super) at_hand: AtHand,
    /// Lines of the program cache that can be at hand without a look-up. Derived.
    #[serde(skip)]
    pub(super) known: LineMemo,
}

/// A range of addresses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtHand {
    pub(super) from: u32,
    pub(super) len: u32,
    /// Each group taken is a hit of the program cache.
    pub(super) cached: bool,
}

impl AtHand {
    /// Whether the byte at `pc` lies in it.
    #[inline(always)]
    #[must_use]
    pub(super) fn holds(&self, pc: u32) -> bool {
        pc.wrapping_sub(self.from) < self.len
    }
}

impl FetchSide {
    pub fn new(p: &Params) -> FetchSide {
        FetchSide {
            cache: Cache::new(geometry(p.pcache_kib), Replacement::Lru),
            arriving: Arriving::default(),
            buffered: None,
            at_hand: AtHand::default(),
            known: LineMemo::default(),
        }
    }

    /// The next fetch looks.
    pub fn forget(&mut self) {
        self.at_hand = AtHand::default();
        let g = self.cache.geometry();
        self.known = LineMemo::new(g.sets, g.line_bytes);
    }

    /// PCON1.PCINV.
    pub fn invalidate_cache(&mut self) {
        self.cache.invalidate_all();
        self.arriving = Arriving::default();
        self.forget();
    }

    /// PCON1.PBINV.
    pub fn invalidate_buffer(&mut self) {
        self.buffered = None;
        self.forget();
    }
}
