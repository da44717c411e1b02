//! The bytes of one memory, with three sets of places: pages written since the last image, decoded instructions, and
//! bytes that a debugger watches.
//!
//! One test of a *guard* finds all three: a bit for each chunk of 64 bytes, a word for each page. A store to a guarded
//! chunk takes the slow path. All chunks of a page are guarded until its first store after an image. Chunks with
//! decoded instructions stay guarded, watched chunks while they are watched.

use super::image::{PAGE, PAGE_SHIFT, Pages};
use super::zeros;

/// Bytes that share a bit of the guard.
const CHUNK_SHIFT: u32 = 6;

pub(super) struct Bytes {
    flat: Vec<u8>,
    guard: Vec<u64>,
    /// Where instructions were decoded, in the form of `guard`.
    code: Vec<u64>,
    /// Watched places, in the form of `guard`; empty without any.
    watched: Vec<u64>,
    /// What all pages hold but those that are `written`.
    image: Pages,
    /// Numbers of the pages with stores since `image` was made.
    written: Vec<u32>,
    /// Which pages are in `written`.
    is_written: Vec<bool>,
}

/// The bit of the chunk at `off` in the words of its page.
#[inline(always)]
fn chunk(off: usize) -> u64 {
    1 << ((off >> CHUNK_SHIFT) & 63)
}

impl Bytes {
    /// `len` zeros.
    pub fn zeros(len: usize) -> Bytes {
        let pages = len.div_ceil(PAGE);
        Bytes {
            flat: zeros(len),
            guard: vec![u64::MAX; pages],
            code: vec![0; pages],
            watched: Vec::new(),
            image: Pages::zeros(len),
            written: Vec::new(),
            is_written: vec![false; pages],
        }
    }

    #[inline(always)]
    pub fn flat(&self) -> &[u8] {
        &self.flat
    }

    /// The bytes, and the guard of each page.
    pub fn direct(&mut self) -> (&mut [u8], &[u64]) {
        (&mut self.flat, &self.guard)
    }

    /// True when instructions were decoded near `off`.
    #[inline(always)]
    pub fn is_code(&self, off: usize) -> bool {
        let code = self.code.get(off >> PAGE_SHIFT).copied().unwrap_or(0);
        code & chunk(off) != 0
    }

    /// Notes that instructions were decoded near `off`.
    pub fn mark_code(&mut self, off: usize) {
        let page = off >> PAGE_SHIFT;
        if let (Some(guard), Some(code)) = (self.guard.get_mut(page), self.code.get_mut(page)) {
            *guard |= chunk(off);
            *code |= chunk(off);
        }
    }

    fn is_watched(&self, off: usize) -> bool {
        let watched = self.watched.get(off >> PAGE_SHIFT).copied().unwrap_or(0);
        watched & chunk(off) != 0
    }

    /// Watches the chunks with bytes of `offs`, and no others than those of the calls since
    /// [`Bytes::unwatch`].
    pub fn watch(&mut self, offs: std::ops::Range<usize>) {
        self.watched.resize(self.guard.len(), 0);
        let first = offs.start >> CHUNK_SHIFT << CHUNK_SHIFT;
        for off in (first..offs.end).step_by(1 << CHUNK_SHIFT) {
            if let (Some(watched), Some(guard)) = (
                self.watched.get_mut(off >> PAGE_SHIFT),
                self.guard.get_mut(off >> PAGE_SHIFT),
            ) {
                *watched |= chunk(off);
                *guard |= chunk(off);
            }
        }
    }

    /// Nothing is watched any more.
    pub fn unwatch(&mut self) {
        let watched = std::mem::take(&mut self.watched);
        let pages = watched.iter().enumerate().filter(|page| *page.1 != 0);
        for (page, _) in pages {
            if self.is_written.get(page) == Some(&true) {
                self.guard[page] = self.code[page];
            }
        }
    }

    /// True when a store of `N` bytes at `off` takes the long way. One that is not aligned can reach into
    /// another chunk.
    #[inline(always)]
    fn is_guarded<const N: usize>(&self, off: usize) -> bool {
        let guard = self.guard.get(off >> PAGE_SHIFT).copied().unwrap_or(0);
        guard & chunk(off) != 0 || N > 1 && !off.is_multiple_of(N)
    }

    /// Makes a store of `bytes` bytes at `off` possible. True when instructions were decoded there, or the place is
    /// watched.
    #[cold]
    #[inline(never)]
    fn long_way(&mut self, off: usize, bytes: usize) -> bool {
        let last = off.saturating_add(bytes.max(1) - 1);
        for page in off >> PAGE_SHIFT..=last >> PAGE_SHIFT {
            self.note_written(page);
        }
        let guarded = |off| self.is_code(off) || self.is_watched(off);
        guarded(off) || guarded(last)
    }

    fn note_written(&mut self, page: usize) {
        if let Some(is @ false) = self.is_written.get_mut(page) {
            *is = true;
            self.written.push(page as u32);
            let watched = self.watched.get(page).copied().unwrap_or(0);
            self.guard[page] = self.code[page] | watched;
        }
    }

    /// Stores `data` at `off`; past the end, nothing. True when instructions were decoded there, or the place is
    /// watched.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, off: usize, data: [u8; N]) -> bool {
        let guarded = self.is_guarded::<N>(off) && self.long_way(off, N);
        self.copy_in(off, data);
        guarded
    }

    /// Stores `data` at `off` at an unwatched place without decoded instructions. False, without effect, elsewhere.
    #[inline(always)]
    pub fn put_beside_code<const N: usize>(&mut self, off: usize, data: [u8; N]) -> bool {
        if self.is_guarded::<N>(off) && self.long_way(off, N) {
            return false;
        }
        self.copy_in(off, data);
        true
    }

    #[inline(always)]
    fn copy_in<const N: usize>(&mut self, off: usize, data: [u8; N]) {
        let place = self.flat.get_mut(off..off + N);
        if let Some(Ok(place)) = place.map(<&mut [u8; N]>::try_from) {
            *place = data;
        }
    }

    /// Writes `data` at `off`, wherever instructions were decoded; the caller has checked that there is room.
    pub fn poke(&mut self, off: usize, data: &[u8]) {
        if data.is_empty() {
            return;
        }
        self.long_way(off, data.len());
        self.flat[off..off + data.len()].copy_from_slice(data);
    }

    /// What is here now.
    pub fn image(&self) -> Pages {
        let mut image = self.image.clone();
        for &page in &self.written {
            let at = page as usize * PAGE;
            let end = self.flat.len().min(at + PAGE);
            image.set(page as usize, &self.flat[at..end]);
        }
        image
    }

    /// What is here now; the next image costs what is written from now on.
    pub fn new_image(&mut self) -> Pages {
        self.image = self.image();
        for page in self.written.drain(..) {
            self.guard[page as usize] = u64::MAX;
            self.is_written[page as usize] = false;
        }
        self.image.clone()
    }

    /// Goes back to `image`, of a memory of this size. All decoded instructions are forgotten.
    pub fn restore(&mut self, image: &Pages) {
        let mut changed = self.image.differ(image);
        changed.extend(self.written.drain(..).map(|page| page as usize));
        for page in changed {
            let at = page * PAGE;
            let end = self.flat.len().min(at + PAGE);
            if at < end {
                image.copy(page, &mut self.flat[at..end]);
            }
        }
        self.image = image.clone();
        self.guard.fill(u64::MAX);
        self.code.fill(0);
        self.is_written.fill(false);
    }
}
