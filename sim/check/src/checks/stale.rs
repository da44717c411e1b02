//! What the board would have served from a line older than memory. The model's caches hold tags only, so that the
//! program reads what memory has; this keeps for each line the number of the last write when it was brought in.
//!
//! Data: a load that hits a line, of which another one has written the bytes since, where nothing snoops for the
//! core. Code: an instruction in a line that was brought in before a store, perhaps of the core itself, wrote there.

use crate::layout::Layout;
use crate::shadow::{NOBODY, Shadow};
use trueboard_core::observe::{Executed, Looked, Touched};

/// What each core fetched last.
#[derive(Default)]
pub struct Stale {
    /// By core: the line of the last instruction, and the number of the last write then.
    fetched: Vec<(u64, u32)>,
    lines: Vec<(u64, u64)>,
}

impl Stale {
    /// With the caches of these cores.
    pub fn new(layout: &Layout) -> Stale {
        Stale {
            fetched: vec![(u64::MAX, 0); layout.cores.len()],
            lines: layout.cores.iter().map(|c| c.lines).collect(),
        }
    }

    /// Who has overwritten what `core` executes, if its cache has the old bytes: core and instruction.
    pub fn code(
        &mut self,
        core: u8,
        done: &Executed,
        seq: u32,
        shadow: &mut Shadow,
    ) -> Option<(u8, u32)> {
        let i = usize::from(core);
        let line_bytes = self.lines.get(i)?.0;
        if done.fetch == Looked::Bypassed || line_bytes == 0 {
            return None;
        }
        let line = done.physical & !(line_bytes - 1);
        let last = self.fetched.get_mut(i)?;
        if *last == (line, seq) && done.fetch == Looked::Hit {
            return None;
        }
        *last = (line, seq);
        let cache = 2 * i;
        if done.fetch != Looked::Hit {
            let (page, off) = shadow.page(line)?;
            page.fill(cache, off, line_bytes as usize, seq);
            return None;
        }
        let (page, off) = shadow.known(done.physical)?;
        let filled = page.filled(cache, off);
        if filled == 0 {
            page.fill(cache, off, line_bytes as usize, seq.max(1));
            return None;
        }
        let first = off & !3;
        let words = (first..off + usize::from(done.bytes)).step_by(4);
        let newer = words
            .filter_map(|o| page.known(o))
            .find(|w| w.seq > filled)?;
        let party = (newer.writer, newer.pc);
        // Once for each overwriting.
        page.fill(cache, off, line_bytes as usize, seq);
        Some(party)
    }

    /// The line of `core` that an instruction is fetched from, which hits, was brought in behind all that was written
    /// there; false also if nothing is known of it.
    pub fn is_fresh(&self, core: u8, done: &Executed, shadow: &mut Shadow) -> bool {
        let i = usize::from(core);
        let Some((page, off)) = shadow.known(done.physical) else {
            return false;
        };
        let filled = page.filled(2 * i, off);
        page.note_code(off);
        let mut words = (off & !3..off + usize::from(done.bytes)).step_by(4);
        filled != 0 && !words.any(|o| page.known(o).is_some_and(|w| w.seq > filled))
    }

    /// The core has fetched the instruction at `physical`, a hit, while the last write was number `seq`.
    #[inline]
    pub fn fetched(&mut self, core: u8, physical: u64, seq: u32) {
        let i = usize::from(core);
        if let (Some(last), Some(&(line_bytes, _))) = (self.fetched.get_mut(i), self.lines.get(i)) {
            *last = (physical & !line_bytes.wrapping_sub(1), seq);
        }
    }

    /// Who has written what `core` loads, if its cache has the old bytes.
    pub fn data(
        &mut self,
        core: u8,
        a: &Touched,
        seq: u32,
        shadow: &mut Shadow,
    ) -> Option<(u8, u32)> {
        let i = usize::from(core);
        let line_bytes = self.lines.get(i)?.1;
        if a.cache == Looked::Bypassed || line_bytes == 0 {
            return None;
        }
        let cache = 2 * i + 1;
        match a.cache {
            Looked::Filled => {
                let (page, off) = shadow.page(a.physical)?;
                page.fill(cache, off, line_bytes as usize, seq.max(1));
                None
            }
            Looked::Hit if a.load => {
                let (page, off) = shadow.known(a.physical)?;
                let filled = page.filled(cache, off);
                if filled == 0 {
                    page.fill(cache, off, line_bytes as usize, seq.max(1));
                    return None;
                }
                let words = (off & !3..off + usize::from(a.bytes)).step_by(4);
                let mut words = words.filter_map(|o| page.known(o));
                let newer =
                    words.find(|w| w.seq > filled && w.writer != core && w.writer != NOBODY)?;
                let party = (newer.writer, newer.pc);
                page.fill(cache, off, line_bytes as usize, seq);
                Some(party)
            }
            _ => None,
        }
    }
}
