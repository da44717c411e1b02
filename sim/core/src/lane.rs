//! The lane: the fast path of a core's stores through a bus and a shared cache while no other access uses them. One
//! structure holds all that such a store changes, so handlers and translated code need no call.
//!
//! Any other access to bus or cache closes the lane first, which brings both up to date. The lane holds lines that the
//! shared cache has as dirty and most recently used of their sets, and that only one core may hold. A store of that
//! core changes only bus time and counts. The lane is derived, and no part of the state.

use crate::time::Clock;

/// Stores of 1, 2, 4 and 8 bytes.
pub const SIZES: usize = 4;
/// Lines that are known, at most: one of each set of a shared cache with as many sets, or more.
pub const PLACES: usize = 128;
/// Cores that have a lane: as many as the bits of a word beside the number of a line can name.
pub const MOST_CORES: usize = 32;

/// Lines of this many bytes, by the logarithm.
const LINE_SHIFT: u32 = 5;
/// No line of a core.
const NONE: u32 = u32::MAX;

/// When a store of one size is over, in cycles from its grant, and how many were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfSize {
    /// The write buffer is free.
    pub done: u64,
    /// The bus is free.
    pub end: u64,
    /// Stores since the lane was opened.
    pub stores: u64,
}

/// See the module. Times are cycles of the core, which are those of the bus.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The clock of the core that owns the lane.
    pub clock: Clock,
    /// Lines that stores may go to, each with its core ([`Lane::line_of`]), by the low bits of their number.
    pub lines: [u32; PLACES],
    /// From when on the bus is free; never while the lane is closed.
    pub free_from: u64,
    /// Grant of the last store.
    pub start: u64,
    /// End of the transfer before the last store.
    pub over: u64,
    /// By the logarithm of their bytes.
    pub sizes: [OfSize; SIZES],
}

impl Lane {
    /// A closed lane at a core with `clock`.
    #[must_use]
    pub fn new(clock: Clock) -> Lane {
        Lane {
            clock,
            lines: [NONE; PLACES],
            free_from: u64::MAX,
            start: 0,
            over: 0,
            sizes: [OfSize::default(); SIZES],
        }
    }

    /// Whether lines of a shared cache of this shape can be known.
    #[must_use]
    pub fn suits(sets: u32, line_bytes: u32) -> bool {
        line_bytes == 1 << LINE_SHIFT && sets as usize >= PLACES
    }

    /// The line of `pa` as one of `core`, and its place.
    #[inline(always)]
    #[must_use]
    pub fn line_of(core: u8, pa: u32) -> (u32, usize) {
        let line = pa >> LINE_SHIFT;
        (
            line | u32::from(core) << (32 - LINE_SHIFT),
            line as usize % PLACES,
        )
    }

    /// The line of `pa` is known as one of `core`, in place of another one of its set.
    #[inline(always)]
    pub fn note(&mut self, core: u8, pa: u64) {
        let (line, place) = Lane::line_of(core, pa as u32);
        self.lines[place] = if pa >> 32 == 0 { line } else { NONE };
    }

    /// No line of the set of `pa` is known any more.
    #[inline(always)]
    pub fn forget_set(&mut self, pa: u64) {
        self.lines[Lane::line_of(0, pa as u32).1] = NONE;
    }

    /// No line is known any more.
    pub fn forget(&mut self) {
        self.lines.fill(NONE);
    }

    /// Makes a store of `N` bytes of `core` to `pa` in `cycle`: when the write buffer is free. `None`, and nothing has
    /// changed, if it has to go another way.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, core: u8, pa: u32, cycle: u64) -> Option<u64> {
        let (line, place) = Lane::line_of(core, pa);
        if cycle < self.free_from || self.lines[place] != line {
            return None;
        }
        let size = &mut self.sizes[N.trailing_zeros() as usize % SIZES];
        size.stores += 1;
        self.over = self.free_from;
        self.start = cycle;
        self.free_from = cycle + size.end;
        Some(cycle + size.done)
    }

    /// Opens the lane: the bus is free from `cycle` on, for stores of these times.
    pub fn open(&mut self, cycle: u64, sizes: [OfSize; SIZES]) {
        self.free_from = cycle;
        self.sizes = sizes;
    }

    /// Opens the lane for stores that take no time, from any cycle on.
    #[inline(always)]
    pub fn open_untimed(&mut self) {
        self.free_from = 0;
        self.sizes = [OfSize::default(); SIZES];
    }

    /// Opens the lane again with its earlier times: the bus is free from `cycle` on.
    #[inline(always)]
    pub fn open_again(&mut self, cycle: u64) {
        self.free_from = cycle;
        self.sizes.iter_mut().for_each(|of| of.stores = 0);
    }

    /// True while stores may go this way.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.free_from != u64::MAX
    }

    /// Stores since the lane was opened.
    #[must_use]
    pub fn stores(&self) -> u64 {
        self.sizes.iter().map(|s| s.stores).sum()
    }

    /// Closes the lane.
    pub fn close(&mut self) {
        self.free_from = u64::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_takes_the_lane_while_it_is_open_and_free() {
        let mut lane = Lane::new(Clock::new(2));
        let of = |done, end| OfSize {
            done,
            end,
            stores: 0,
        };
        lane.note(1, 0x4000_0020);
        assert_eq!(lane.store::<4>(1, 0x4000_0020, 5), None);
        lane.open(7, [of(4, 5), of(4, 5), of(2, 3), of(2, 3)]);
        assert_eq!(lane.store::<4>(1, 0x4000_0020, 6), None);
        assert_eq!(lane.store::<4>(1, 0x4000_0040, 7), None);
        assert_eq!(lane.store::<4>(0, 0x4000_0020, 7), None);
        assert_eq!(lane.stores(), 0);
        assert_eq!(lane.store::<4>(1, 0x4000_003c, 7), Some(9));
        assert_eq!(lane.store::<4>(1, 0x4000_0020, 9), None);
        assert_eq!(lane.store::<1>(1, 0x4000_0020, 12), Some(16));
        assert_eq!((lane.over, lane.start, lane.free_from), (10, 12, 17));
        assert_eq!(lane.sizes.map(|s| s.stores), [1, 0, 1, 0]);
        lane.open_untimed();
        assert_eq!(lane.store::<4>(1, 0x4000_0020, 5), Some(5));
        assert_eq!(lane.store::<8>(1, 0x4000_0020, 5), Some(5));
        lane.forget_set(0x8000_0020);
        assert_eq!(lane.store::<4>(1, 0x4000_0020, 100), None);
        lane.note(1, 0x4000_0020);
        lane.close();
        assert!(!lane.is_open() && lane.store::<4>(1, 0x4000_0020, 100).is_none());
    }
}
