//! Holders: the cores that may have a line of a memory in their data cache.

use super::LINE_SHIFT;
use trueboard_core::mem::zeros;

/// Lines that share a mark: those of 4 KiB.
const LINES: usize = 128;

/// Of a line, its number and the cores, one bit each.
pub(crate) type Held = (u64, u16);

/// One bit per core and line of 32 bytes: clear where the core's data cache does not hold the line.
#[derive(Default)]
pub(crate) struct Holders {
    lines: Vec<u16>,
    /// Where lines were ever held, by [`LINES`] lines: few are.
    marks: Vec<bool>,
}

impl Holders {
    /// For a memory of `bytes` bytes.
    pub fn new(bytes: u64) -> Holders {
        let lines = (bytes >> LINE_SHIFT) as usize;
        Holders {
            lines: zeros(lines),
            marks: vec![false; lines.div_ceil(LINES)],
        }
    }

    /// The cores that may hold line number `line`; none for a memory without snooping.
    #[inline(always)]
    pub fn of(&self, line: usize) -> Option<u16> {
        self.lines.get(line).copied()
    }

    /// The cores of `who` hold line number `line` from now on.
    #[inline(always)]
    pub fn add(&mut self, line: usize, who: u16) {
        if let Some(holders) = self.lines.get_mut(line) {
            if *holders == 0 {
                self.marks[line / LINES] = true;
            }
            *holders |= who;
        }
    }

    /// Only `who` holds line number `line` from now on; returns its other holders.
    #[inline(always)]
    pub fn keep(&mut self, line: usize, who: u16) -> u16 {
        let Some(holders) = self.lines.get_mut(line) else {
            return 0;
        };
        let others = *holders & !who;
        if others != 0 {
            *holders &= who;
        }
        others
    }

    /// The lines that a core may hold.
    pub fn held(&self) -> Vec<Held> {
        let marked = self.lines.chunks(LINES).enumerate();
        let marked = marked.filter(|(i, _)| self.marks[*i]);
        let lines = marked.flat_map(|(i, lines)| (i * LINES..).zip(lines));
        lines
            .filter(|(_, holders)| **holders != 0)
            .map(|(line, &holders)| (line as u64, holders))
            .collect()
    }

    /// Exactly these lines are held.
    pub fn restore(&mut self, held: &[Held]) {
        let marked = self.lines.chunks_mut(LINES).zip(&mut self.marks);
        for (lines, mark) in marked.filter(|(_, mark)| **mark) {
            lines.fill(0);
            *mark = false;
        }
        for &(line, holders) in held {
            self.add(line as usize, holders);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_found_again() {
        let mut h = Holders::new(0x1_0000);
        h.add(3, 1);
        h.add(3, 4);
        h.add(2047, 2);
        h.add(2048, 2);
        assert_eq!((h.of(3), h.of(2047), h.of(2048)), (Some(5), Some(2), None));
        let before = h.held();
        assert_eq!(before, [(3, 5), (2047, 2)]);
        assert_eq!((h.keep(3, 4), h.keep(3, 4), h.keep(2047, 4)), (1, 0, 2));
        h.add(500, 0x8000);
        assert_eq!(h.held(), [(3, 4), (500, 0x8000)]);
        h.restore(&before);
        assert_eq!(h.held(), before);
        h.add(u64::MAX as usize, 1);
        h.restore(&[(1 << 40, 1)]);
        assert_eq!(h.held(), []);
    }
}
