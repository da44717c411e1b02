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
    known: LineMemo,
    /// How often what is known of them has changed.
    #[serde(skip)]
    changes: u64,
}

/// What was found of a block of code: all of its lines were known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeAtHand {
    /// The address at which it begins.
    pc: u32,
    /// [`FetchSide::changes`] when that was found.
    changes: u64,
}

impl Default for CodeAtHand {
    /// Nothing was found yet.
    fn default() -> CodeAtHand {
        CodeAtHand {
            pc: 0,
            changes: u64::MAX,
        }
    }
}

/// From where a block is fetched without another look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FetchedFrom {
    /// Lines of the program cache.
    Cache,
    /// The range of addresses that begins there and has this length, each group of which is no hit of the cache.
    Range(u32, u32),
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
            changes: 0,
        }
    }

    /// The next fetch looks.
    pub fn forget(&mut self) {
        self.at_hand = AtHand::default();
        let g = self.cache.geometry();
        self.known = LineMemo::new(g.sets, g.line_bytes);
        self.changes += 1;
    }

    /// What is to be kept when all lines of the block at `pc` are known.
    #[inline(always)]
    pub fn reached(&self, pc: u32) -> CodeAtHand {
        CodeAtHand {
            pc,
            changes: self.changes,
        }
    }

    /// The line of `pa` can be at hand without a look-up.
    #[inline(always)]
    pub fn knows(&self, pa: u32) -> bool {
        self.known.has(pa)
    }

    /// The lines that can be, for translated code.
    pub fn known_lines(&self) -> &[u32; 256] {
        self.known.lines()
    }

    /// The set of `pa` was used; its line can be at hand from now on if `complete`.
    pub fn note(&mut self, pa: u32, complete: bool) {
        if !(complete && self.known.has(pa)) {
            self.known.note(pa.into(), complete);
            self.changes += 1;
        }
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
