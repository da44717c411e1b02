//! What is known of each byte of memory: whether it was written, who did so last, and who has read it since.

/// Bytes of a page.
pub const PAGE: u64 = 4096;
const WORDS: usize = PAGE as usize / 4;
/// No core.
pub const NOBODY: u8 = 255;
/// DMA, a host.
pub const OUTSIDE: u8 = 254;

/// The last write to a word, and the last read behind it.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The number of the write among all; 0: none.
    pub seq: u32,
    /// Who wrote.
    pub writer: u8,
    /// Which of its bytes, a bit each.
    pub bytes: u8,
    /// It orders what cores do: a lock, a flag.
    pub orders: bool,
    /// Its reader since then, [`NOBODY`], or several: [`Word::readers`].
    pub reader: u8,
    /// Which of its bytes that one has read, a bit each.
    pub read_bytes: u8,
    /// The writing instruction, and the writer's clock then.
    pub pc: u32,
    /// See there.
    pub clock: u32,
    /// The reading instruction, and the reader's clock.
    pub read_pc: u32,
    /// See there.
    pub read_clock: u32,
    /// A list of readers, by number from 1 on; 0: at most one.
    pub readers: u32,
}

impl Word {
    /// Notes that `core` has read some of its bytes. False if others have read it since it was written.
    #[inline]
    pub fn read(&mut self, core: u8, bytes: u8, clock: u32, pc: u32) -> bool {
        if self.reader == core {
            self.read_bytes |= bytes;
        } else if self.reader == NOBODY {
            (self.reader, self.read_bytes) = (core, bytes);
        } else {
            return false;
        }
        (self.read_pc, self.read_clock) = (pc, clock);
        true
    }
}

const BLANK: Word = Word {
    seq: 0,
    writer: NOBODY,
    bytes: 0,
    orders: false,
    reader: NOBODY,
    read_bytes: 0,
    pc: 0,
    clock: 0,
    read_pc: 0,
    read_clock: 0,
    readers: 0,
};

#[cold]
fn blank() -> Box<[Word; WORDS]> {
    let words = vec![BLANK; WORDS].into_boxed_slice();
    words
        .try_into()
        .unwrap_or_else(|_| Box::new([BLANK; WORDS]))
}

/// A page of memory.
pub struct Page {
    /// Which bytes were written, a bit each.
    written: [u64; PAGE as usize / 64],
    /// By word; none while nothing is known of them.
    words: Option<Box<[Word; WORDS]>>,
    /// By core and cache, the number of the last write when each 16 bytes were brought in.
    fills: Vec<Vec<u32>>,
    /// Instructions of blocks lie there: a bit for each 64 bytes.
    code: u64,
}

impl Page {
    #[cold]
    fn new() -> Box<Page> {
        Box::new(Page {
            written: [0; PAGE as usize / 64],
            words: None,
            fills: Vec::new(),
            code: 0,
        })
    }

    fn mask(off: usize, bytes: usize) -> (usize, u64) {
        let mask = if bytes >= 64 {
            u64::MAX
        } else {
            (1 << bytes) - 1
        };
        (off / 64, mask << (off % 64))
    }

    /// Some of the bytes were written. They do not cross a line of 64.
    #[inline]
    pub fn is_written(&self, off: usize, bytes: usize) -> bool {
        let (i, mask) = Page::mask(off, bytes);
        self.written.get(i).is_some_and(|w| w & mask != 0)
    }

    /// Notes that the bytes were written.
    #[inline]
    pub fn write(&mut self, off: usize, bytes: usize) {
        let (i, mask) = Page::mask(off, bytes);
        if let Some(w) = self.written.get_mut(i) {
            *w |= mask;
        }
    }

    /// The word at `off`.
    #[inline]
    pub fn word(&mut self, off: usize) -> &mut Word {
        let words = self.words.get_or_insert_with(blank);
        &mut words[off / 4 % WORDS]
    }

    /// The words that `bytes` bytes at `off` lie in; none while nothing is known of the page's.
    #[inline]
    pub fn words(&mut self, off: usize, bytes: usize) -> &mut [Word] {
        let words = self.words.as_mut();
        let words = words.and_then(|w| w.get_mut(off / 4..(off + bytes).div_ceil(4)));
        words.unwrap_or_default()
    }

    /// The word at `off`, if its page has a shadow.
    #[inline]
    pub fn known(&self, off: usize) -> Option<&Word> {
        self.words.as_ref()?.get(off / 4)
    }

    /// Instructions of blocks lie at `off`.
    #[inline]
    pub fn note_code(&mut self, off: usize) {
        self.code |= 1 << ((off / 64) & 63);
    }

    /// Instructions of blocks lie in the 64 bytes at `off`.
    #[inline]
    pub fn is_code(&self, off: usize) -> bool {
        self.code >> ((off / 64) & 63) & 1 != 0
    }

    /// When the bytes at `off` came into cache number `cache`: 0 if that is not known.
    #[inline]
    pub fn filled(&self, cache: usize, off: usize) -> u32 {
        let fills = self.fills.get(cache).and_then(|f| f.get(off / 16));
        fills.copied().unwrap_or(0)
    }

    /// Notes that the line of `line` bytes at `off` has come into a cache.
    pub fn fill(&mut self, cache: usize, off: usize, line: usize, seq: u32) {
        if self.fills.len() <= cache {
            self.fills.resize(cache + 1, Vec::new());
        }
        let fills = &mut self.fills[cache];
        if fills.is_empty() {
            *fills = vec![0; PAGE as usize / 16];
        }
        let first = off / line.max(16) * (line.max(16) / 16);
        for f in fills.iter_mut().skip(first).take(line.max(16) / 16) {
            *f = seq;
        }
    }
}

struct Region {
    at: u64,
    size: u64,
    pages: Vec<Option<Box<Page>>>,
}

/// All memories.
#[derive(Default)]
pub struct Shadow {
    regions: Vec<Region>,
    last: usize,
}

impl Shadow {
    /// Of memories at these addresses, with their sizes.
    pub fn new(memories: impl Iterator<Item = (u64, u64)>) -> Shadow {
        let regions = memories.map(|(at, size)| Region {
            at,
            size,
            pages: (0..size.div_ceil(PAGE)).map(|_| None).collect(),
        });
        Shadow {
            regions: regions.collect(),
            last: 0,
        }
    }

    #[inline]
    fn region(&mut self, pa: u64) -> Option<&mut Region> {
        let within = |r: &Region| pa.wrapping_sub(r.at) < r.size;
        if !self.regions.get(self.last).is_some_and(within) {
            self.last = self.other_region(pa)?;
        }
        self.regions.get_mut(self.last)
    }

    #[cold]
    fn other_region(&self, pa: u64) -> Option<usize> {
        let within = |r: &Region| pa.wrapping_sub(r.at) < r.size;
        self.regions.iter().position(within)
    }

    /// The page of `pa`, and the offset in it.
    #[inline]
    pub fn page(&mut self, pa: u64) -> Option<(&mut Page, usize)> {
        let region = self.region(pa)?;
        let off = pa - region.at;
        let page = region.pages.get_mut((off / PAGE) as usize)?;
        Some((page.get_or_insert_with(Page::new), (off % PAGE) as usize))
    }

    /// The page of `pa`, if it has a shadow.
    #[inline]
    pub fn known(&mut self, pa: u64) -> Option<(&mut Page, usize)> {
        let region = self.region(pa)?;
        let off = pa - region.at;
        let page = region.pages.get_mut((off / PAGE) as usize)?.as_mut()?;
        Some((page, (off % PAGE) as usize))
    }

    /// The page, read-only.
    pub fn look(&self, pa: u64) -> Option<(&Page, usize)> {
        let region = self
            .regions
            .iter()
            .find(|r| pa.wrapping_sub(r.at) < r.size)?;
        let off = pa - region.at;
        let page = region.pages.get((off / PAGE) as usize)?.as_ref()?;
        Some((page, (off % PAGE) as usize))
    }

    /// Calls `f` for each piece of `[pa, pa + bytes)` that lies in 64 bytes.
    pub fn each(&mut self, pa: u64, bytes: u64, mut f: impl FnMut(&mut Page, usize, usize)) {
        let mut at = pa;
        let end = pa.saturating_add(bytes);
        while at < end {
            let next = (at / 64 + 1).saturating_mul(64).min(end);
            if let Some((page, off)) = self.page(at) {
                f(page, off, (next - at) as usize);
            }
            at = next;
        }
    }

    /// Notes that bytes were written.
    pub fn write(&mut self, pa: u64, bytes: u64) {
        self.each(pa, bytes, Page::write);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_known_one_by_one() {
        let mut shadow = Shadow::new([(0x1000, 0x3000)].into_iter());
        shadow.write(0x10fe, 4);
        let mut is = |pa, n| {
            let (page, off) = shadow.page(pa).expect("a memory");
            page.is_written(off, n)
        };
        assert!(!is(0x10fc, 2) && is(0x10fc, 4) && is(0x1101, 1) && !is(0x1102, 2));
        assert!(shadow.page(0x4000).is_none() && shadow.page(0xfff).is_none());
    }

    #[test]
    fn a_line_is_filled_as_a_whole() {
        let mut shadow = Shadow::new([(0, 0x1000)].into_iter());
        let (page, off) = shadow.page(0x48).expect("a memory");
        page.fill(1, off, 32, 7);
        assert_eq!(
            [0x3c, 0x40, 0x5c, 0x60].map(|o| page.filled(1, o)),
            [0, 7, 7, 0]
        );
    }
}
