//! The board's memories: flat bytes without time. The bus knows the cost of an access.
//!
//! Caches hold tags only, so a byte lives in exactly one place. The price: software that reads a *stale* cached copy on
//! real hardware reads the fresh value here.

mod bytes;
mod image;
#[cfg(test)]
mod tests;
mod watch;
mod zeros;

pub use image::MemoryImage;
pub use watch::{WatchKind, Watchpoint};
pub use zeros::zeros;

use crate::bus::{BusFault, Op};
use crate::net::Packet;
use bytes::Bytes;
use image::RegionImage;
use serde::{Serialize, Serializer};
use watch::Watched;

/// Bytes that one memory may have.
pub const LARGEST: u64 = 2 << 30;

/// Bytes for which the code log has one entry.
const CODE_CHUNK: u64 = 64;

/// One memory of the board, at a fixed place in the physical address space.
pub struct Region {
    /// Its name in the board file.
    pub name: String,
    /// First physical address.
    pub base: u64,
    /// False for a ROM: stores are bus errors.
    pub writable: bool,
    bytes: Bytes,
}

/// All memories of the board, and the log of stores that may have changed decoded code. Its serialised
/// form is that of its [`MemoryImage`].
#[derive(Default)]
pub struct Memory {
    regions: Vec<Region>,
    code_log: CodeLog,
    watched: Watched,
}

/// Physical addresses of stores into decoded code, and marks of accesses that reach a watchpoint
/// ([`CodeLog::WATCHED`]). Each core keeps its place in it, and forgets what it decoded from there.
#[derive(Clone, Debug, Default)]
pub struct CodeLog {
    first: u64,
    stores: Vec<u64>,
}

impl CodeLog {
    /// The entry of an access that has changed no code, but has reached a watchpoint: cores that read the log behind it
    /// learn of it.
    pub const WATCHED: u64 = u64::MAX;

    /// How many entries were ever made.
    pub fn end(&self) -> u64 {
        self.first + self.stores.len() as u64
    }

    /// The entries from number `seen` on, or `None` when some of them are gone: forget everything.
    pub fn since(&self, seen: u64) -> Option<&[u64]> {
        self.stores
            .get(usize::try_from(seen.checked_sub(self.first)?).ok()?..)
    }

    /// Only accesses that reach watchpoints were made since the log had `seen` entries.
    pub fn is_code_unchanged(&self, seen: u64) -> bool {
        let watched = |stores: &[u64]| stores.iter().all(|&pa| pa == CodeLog::WATCHED);
        self.since(seen).is_some_and(watched)
    }

    fn push(&mut self, pa: u64) {
        const KEEP: usize = 1 << 16;
        if self.stores.len() >= KEEP {
            self.first += self.stores.len() as u64;
            self.stores.clear();
        }
        self.stores.push(pa);
    }
}

impl Region {
    /// A zeroed memory of `size` bytes.
    pub fn new(name: &str, base: u64, size: u64, writable: bool) -> Region {
        Region {
            name: name.to_owned(),
            base,
            writable,
            bytes: Bytes::zeros(size as usize),
        }
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.flat().len() as u64
    }

    /// The bytes, from [`Region::base`] on.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.flat()
    }

    /// True when all of `[pa, pa + len)` lies in this memory.
    #[inline]
    pub fn contains(&self, pa: u64, len: u64) -> bool {
        pa >= self.base && len <= self.size() && pa - self.base <= self.size() - len
    }

    /// The `N` bytes at `off`; zeros past the end, which [`Region::contains`] excludes.
    #[inline]
    pub fn get<const N: usize>(&self, off: usize) -> [u8; N] {
        match self.bytes.flat().get(off..off + N) {
            Some(b) => b.try_into().unwrap_or([0; N]),
            None => [0; N],
        }
    }

    /// Stores `N` bytes at `off`. False, without effect, at a place with decoded instructions or a watch: the store
    /// must be logged.
    #[inline(always)]
    pub fn put_beside_code<const N: usize>(&mut self, off: usize, data: [u8; N]) -> bool {
        self.bytes.put_beside_code(off, data)
    }

    /// True when instructions were decoded near `off`.
    #[inline(always)]
    pub fn is_code(&self, off: usize) -> bool {
        self.bytes.is_code(off)
    }
}

impl Memory {
    /// Adds a memory; answers its index.
    pub fn add(&mut self, region: Region) -> usize {
        self.regions.push(region);
        self.regions.len() - 1
    }

    /// All memories, in the order of the board file.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The memory that holds all of `[pa, pa + len)`.
    #[inline]
    pub fn find(&self, pa: u64, len: u64) -> Option<usize> {
        self.regions.iter().position(|r| r.contains(pa, len))
    }

    /// The memory of index `i`.
    #[inline]
    pub fn region(&self, i: usize) -> &Region {
        &self.regions[i]
    }

    /// The memory of index `i`, to store in.
    #[inline]
    pub fn region_mut(&mut self, i: usize) -> &mut Region {
        &mut self.regions[i]
    }

    /// Reads `len` bytes at `pa`, wherever it lies; `None` when no one memory holds them.
    pub fn peek(&self, pa: u64, len: usize) -> Option<&[u8]> {
        let r = &self.regions[self.find(pa, len as u64)?];
        let off = (pa - r.base) as usize;
        Some(&r.bytes.flat()[off..off + len])
    }

    /// Writes bytes at `pa` as a loader or debugger does: ROM too. False when no memory holds them.
    pub fn poke(&mut self, pa: u64, data: &[u8]) -> bool {
        let Some(i) = self.find(pa, data.len() as u64) else {
            return false;
        };
        let r = &mut self.regions[i];
        let off = (pa - r.base) as usize;
        r.bytes.poke(off, data);
        let mut at = pa & !(CODE_CHUNK - 1);
        while at < pa + data.len() as u64 {
            self.code_log.push(at);
            at += CODE_CHUNK;
        }
        self.watched.note(pa, data.len() as u64, true);
        true
    }

    /// Notes from now on which of `points` are reached.
    pub fn watch(&mut self, points: &[Watchpoint]) {
        self.forget_reached();
        if self.watched.points == points {
            return;
        }
        for region in &mut self.regions {
            region.bytes.unwatch();
        }
        for &Watchpoint { at, len, .. } in points.iter().filter(|p| p.kind.writes()) {
            if let Some(r) = self.find(at, len).and_then(|i| self.regions.get_mut(i)) {
                let off = (at - r.base) as usize;
                r.bytes.watch(off..off + len as usize);
            }
        }
        self.watched.points = points.to_vec();
        self.watched.reads = points.iter().any(|p| p.kind.reads());
    }

    /// Some memory is watched.
    #[must_use]
    pub fn is_watching(&self) -> bool {
        !self.watched.points.is_empty()
    }

    /// A watchpoint was reached since the last [`Memory::forget_reached`]; that of a change perhaps by a
    /// write that has changed nothing.
    #[inline]
    #[must_use]
    pub fn is_watch_reached(&self) -> bool {
        self.watched.reached
    }

    /// Clears the reached watchpoint. Returns the first one, unless it watches changes.
    pub fn forget_reached(&mut self) -> Option<Watchpoint> {
        self.watched.reached = false;
        self.watched.accessed.take()
    }

    /// Reads are watched: cores have to call [`Memory::note_read`] for each of their loads.
    #[inline]
    #[must_use]
    pub fn watches_reads(&self) -> bool {
        self.watched.reads
    }

    /// Notes that a core has read `len` bytes at `pa`. True if that reaches a watchpoint; the code log has
    /// an entry then.
    #[inline]
    pub fn note_read(&mut self, pa: u64, len: u64) -> bool {
        self.watched.reads && self.reads_watched(pa, len)
    }

    #[cold]
    #[inline(never)]
    fn reads_watched(&mut self, pa: u64, len: u64) -> bool {
        let reached = self.watched.note(pa, len, false);
        if reached {
            self.code_log.push(CodeLog::WATCHED);
        }
        reached
    }

    /// The bytes of memory `i`, and for each page of 4 KiB a bit for each chunk of 64 bytes to which stores have to go
    /// by [`Memory::put`]. For translated code, which leaves these stores to handlers.
    pub fn direct(&mut self, i: usize) -> (&mut [u8], &[u64]) {
        self.regions[i].bytes.direct()
    }

    /// Stores `N` bytes at offset `off` of memory `i`; the caller has checked place and permission.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, i: usize, off: usize, data: [u8; N]) {
        if self.regions[i].bytes.put(off, data) {
            self.log(i, off, N.max(1));
        }
    }

    /// Logs a store of `len` bytes at offset `off` of memory `i`, a place with decoded instructions or a watch.
    #[cold]
    #[inline(never)]
    fn log(&mut self, i: usize, off: usize, len: usize) {
        let r = &self.regions[i];
        let last = off + len - 1;
        let (first_pa, last_pa) = (r.base + off as u64, r.base + last as u64);
        if r.is_code(off) || r.is_code(last) {
            self.code_log.push(first_pa);
            // One that is not aligned.
            if first_pa / CODE_CHUNK != last_pa / CODE_CHUNK {
                self.code_log.push(last_pa);
            }
        }
        if self.watched.note(first_pa, len as u64, true) {
            self.code_log.push(CodeLog::WATCHED);
        }
    }

    /// Carries out packet `p`, and returns the answer to a read.
    ///
    /// # Errors
    /// [`BusFault`] when no memory holds the address, or it must not be written.
    pub fn packet(&mut self, p: &Packet) -> Result<u64, BusFault> {
        let (pa, len) = (p.txn.pa, usize::from(p.txn.bytes).min(8));
        let i = self.find(pa, len as u64).ok_or(BusFault::Unmapped)?;
        let mut bytes = [0; 8];
        if let (Some(to), Some(from)) = (bytes.get_mut(..len), self.peek(pa, len)) {
            to.copy_from_slice(from);
        }
        let was = u64::from_le_bytes(bytes);
        if p.txn.op != Op::Write {
            self.note_read(pa, len as u64);
        }
        let writes = match p.txn.op {
            Op::Write => true,
            Op::Rmw => was == 0,
            Op::Read | Op::Fetch => false,
        };
        if !writes {
            return Ok(was);
        }
        if !self.regions[i].writable {
            return Err(BusFault::ReadOnly);
        }
        let off = (pa - self.regions[i].base) as usize;
        let v = p.value.to_le_bytes();
        match len {
            1 => self.put(i, off, [v[0]]),
            2 => self.put(i, off, [v[0], v[1]]),
            4 => self.put(i, off, [v[0], v[1], v[2], v[3]]),
            8 => self.put(i, off, v),
            _ => return Err(BusFault::Refused),
        }
        Ok(was)
    }

    /// Notes that instructions were decoded at offset `off` of memory `i`.
    pub fn mark_code(&mut self, i: usize, off: usize) {
        self.regions[i].bytes.mark_code(off);
    }

    /// The log of stores into decoded code.
    #[inline]
    pub fn code_log(&self) -> &CodeLog {
        &self.code_log
    }

    /// What the memories hold now.
    #[must_use]
    pub fn image(&self) -> MemoryImage {
        let regions = self.regions.iter();
        MemoryImage {
            regions: regions.map(|r| r.image_of(r.bytes.image())).collect(),
        }
    }

    /// What the memories hold now; the next image costs what is written from now on.
    #[must_use]
    pub fn new_image(&mut self) -> MemoryImage {
        let regions = self.regions.iter_mut().map(|r| {
            let pages = r.bytes.new_image();
            r.image_of(pages)
        });
        MemoryImage {
            regions: regions.collect(),
        }
    }

    /// True when `image` is one of memories like these, whatever is in them.
    #[must_use]
    pub fn is_of(&self, image: &MemoryImage) -> bool {
        let own = self.regions.iter().map(|r| (r.base, r.size(), r.writable));
        let theirs = image.regions.iter();
        own.eq(theirs.map(|r| (r.base, r.pages.len() as u64, r.writable)))
    }

    /// Goes back to an image of these memories ([`Memory::is_of`]). Whoever decoded instructions has to
    /// forget them.
    pub fn restore(&mut self, image: &MemoryImage) {
        for (region, image) in self.regions.iter_mut().zip(&image.regions) {
            region.bytes.restore(&image.pages);
        }
        self.code_log = CodeLog {
            first: u64::MAX / 2,
            stores: Vec::new(),
        };
    }
}

impl Region {
    fn image_of(&self, pages: image::Pages) -> RegionImage {
        RegionImage {
            name: self.name.clone(),
            base: self.base,
            writable: self.writable,
            pages,
        }
    }
}

impl Serialize for Memory {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.image().serialize(s)
    }
}
