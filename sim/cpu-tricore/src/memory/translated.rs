//! What translated code accesses by itself: the own data scratchpad, and code at hand.

use super::MemSide;
use super::params::LINE;
use super::place::LOCAL_DSPR;
use super::program_cache::FetchedFrom;
use trueboard_core::mem::Memory;

impl MemSide {
    /// The own data scratchpad: see [`Memory::direct`].
    #[inline(always)]
    pub(crate) fn own_bytes<'m>(&self, memory: &'m mut Memory) -> (&'m mut [u8], &'m [u64]) {
        match self.own.dspr {
            Some(mem) => memory.direct(mem),
            None => (&mut [], &[]),
        }
    }

    /// How many bytes of it accesses reach without another look.
    #[inline(always)]
    pub(crate) fn own_accessed_below(&self) -> usize {
        match self.own.direct {
            0 => 0,
            // Eight from each of these offsets.
            direct => direct as usize + 7,
        }
    }

    /// Loads, and stores, from and to offsets in it below these need no other look.
    pub(crate) fn own_reached(&self) -> (&u32, &u32) {
        (&self.own.direct_loads, &self.own.direct)
    }

    /// Where it begins, seen from an address near `va`.
    pub(crate) fn own_base(&self, va: u32) -> u32 {
        match va >> 28 == LOCAL_DSPR >> 28 {
            true => LOCAL_DSPR,
            false => self.params.dspr.at,
        }
    }

    /// Lines of the program cache that are taken without another look, as a [`LineMemo`] has them.
    ///
    /// [`LineMemo`]: trueboard_core::uarch::memo::LineMemo
    pub(crate) fn known_code_lines(&self) -> &[u32; 256] {
        self.fetching.known_lines()
    }

    /// The first address and the length of the range of code that is taken without another look.
    pub(crate) fn code_at_hand(&self) -> (&u32, &u32) {
        let near = &self.fetching.at_hand;
        (&near.from, &near.len)
    }

    /// The source of the `bytes` at `pc`, physical address `pa`, for fetches without another test, if it is likely to
    /// last.
    pub(crate) fn fetched_from(&self, pc: u32, pa: u32, bytes: u32) -> Option<FetchedFrom> {
        let near = &self.fetching.at_hand;
        let held = near.len.saturating_sub(pc.wrapping_sub(near.from));
        if held >= bytes && !near.cached && near.len > LINE {
            return Some(FetchedFrom::Range(near.from, near.len));
        }
        if self.protected || !self.regs.caches_code(pc) {
            return None;
        }
        let mut lines = (pa & !(LINE - 1)..pa + bytes).step_by(LINE as usize);
        lines
            .all(|line| self.fetching.knows(line))
            .then_some(FetchedFrom::Cache)
    }
}
