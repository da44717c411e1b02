//! Per set of a cache, the line that the next access can take without a look-up: it is present,
//! complete and the most recently used of its set, so that taking it changes nothing.
//!
//! Derived from the cache's tags and never part of the state. Whoever touches a set another way
//! says so with [`LineMemo::note`] or [`LineMemo::forget`].

/// Lines of this many bytes are remembered; caches with others are looked up each time.
const LINE_SHIFT: u32 = 5;
/// Entries. Caches with more sets share them, which is only slower; those with fewer are looked up
/// each time, as two entries would stand for one set.
const SETS: usize = 128;
/// As many as [`MemoLine::place`] can name.
const PLACES: usize = 1 << u8::BITS;
/// No line: lines have 27 bits.
const NONE: u32 = u32::MAX;

/// See the module.
#[derive(Clone, Debug)]
pub struct LineMemo {
    /// [`SETS`] of them; the room behind them is there so that no [`MemoLine`] is checked for its place.
    lines: [u32; PLACES],
    usable: bool,
}

impl Default for LineMemo {
    fn default() -> LineMemo {
        LineMemo::new(0, 0)
    }
}

impl LineMemo {
    /// For a cache of `sets` sets and lines of `line_bytes`.
    #[must_use]
    pub fn new(sets: u32, line_bytes: u32) -> LineMemo {
        LineMemo {
            lines: [NONE; PLACES],
            usable: line_bytes == 1 << LINE_SHIFT && sets as usize >= SETS,
        }
    }

    /// False for a cache of which no line is ever known.
    #[inline(always)]
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.usable
    }

    /// True when the line of `pa` can be taken.
    #[inline(always)]
    #[must_use]
    pub fn has(&self, pa: u32) -> bool {
        let line = pa >> LINE_SHIFT;
        self.lines[line as usize % SETS] == line
    }

    /// True when `line` can be taken.
    #[inline(always)]
    #[must_use]
    pub fn has_line(&self, line: MemoLine) -> bool {
        self.lines[usize::from(line.place)] == line.line
    }

    /// The lines, each at the place that [`MemoLine::number_and_place`] gives: for translated code.
    #[must_use]
    pub fn lines(&self) -> &[u32; 256] {
        &self.lines
    }

    /// The set of `pa` was used; its line can be taken from now on if `complete`.
    #[inline(always)]
    pub fn note(&mut self, pa: u64, complete: bool) {
        let line = (pa >> LINE_SHIFT) as u32;
        let i = line as usize % SETS;
        let known = complete && self.usable && pa >> 32 == 0;
        self.lines[i] = if known { line } else { NONE };
    }

    /// Forgets what is known of every set.
    pub fn forget(&mut self) {
        self.lines.fill(NONE);
    }
}

/// A line to be looked for often, with its place in each [`LineMemo`].
#[derive(Clone, Copy, Debug)]
pub struct MemoLine {
    line: u32,
    place: u8,
}

impl MemoLine {
    /// The line of `pa`.
    #[must_use]
    pub fn of(pa: u32) -> MemoLine {
        let line = pa >> LINE_SHIFT;
        let place = (line as usize % SETS) as u8;
        MemoLine { line, place }
    }

    /// Its number, and its place in each [`LineMemo`].
    #[must_use]
    pub fn number_and_place(self) -> (u32, usize) {
        (self.line, self.place.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_a_set() {
        let mut m = LineMemo::new(128, 32);
        m.note(0x1000, true);
        assert!(m.has(0x101f) && !m.has(0x1020) && !m.has(0x2000));
        let has_line = |pa| m.has_line(MemoLine::of(pa));
        assert!(has_line(0x101f) && !has_line(0x1020) && !has_line(0x2000));
        m.note(0x2000, true);
        assert!(m.has(0x2000) && !m.has(0x1000));
        m.note(0x1000, false);
        assert!(!m.has(0x2000) && !m.has(0x1000));
    }

    #[test]
    fn larger_caches_share_entries_and_stay_right() {
        let mut m = LineMemo::new(4096, 32);
        m.note(0, true);
        m.note(128 * 32, true);
        assert!(m.has(128 * 32) && !m.has(0));
    }

    #[test]
    fn other_shapes_and_high_addresses_are_not_remembered() {
        for (sets, line_bytes) in [(128, 16), (64, 32)] {
            let mut m = LineMemo::new(sets, line_bytes);
            m.note(0, true);
            assert!(!m.has(0));
        }
        let mut m = LineMemo::new(128, 32);
        m.note(1 << 32, true);
        assert!(!m.has(0));
    }
}
