//! The board's memories: flat bytes, no time. What an access costs is the bus's business.
//!
//! Caches hold tags only, so a byte lives in exactly one place. The price: software that reads a
//! *stale* cached copy on real hardware reads the fresh value here.

use crate::bus::{BusFault, Op};
use crate::net::Packet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes of memory that share one mark saying "decoded instructions were taken from here".
const CODE_CHUNK_SHIFT: u32 = 6;
const PAGE_SHIFT: u32 = 12;

/// Bytes that one memory may have.
pub const LARGEST: u64 = 2 << 30;

/// One memory of the board, at a fixed place in the physical address space.
#[derive(Clone, Serialize, Deserialize)]
pub struct Region {
    /// Its name in the board file.
    pub name: String,
    /// First physical address.
    pub base: u64,
    /// False for a ROM: stores are bus errors.
    pub writable: bool,
    bytes: Bytes,
    /// One bit per 64-byte chunk, one word per page: set where a core has decoded instructions.
    #[serde(skip)]
    code: Vec<u64>,
}

/// All memories of the board, and the log of stores that may have changed decoded code.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Memory {
    regions: Vec<Region>,
    #[serde(skip)]
    code_log: CodeLog,
}

/// Physical addresses of stores into decoded code. Each core keeps its place in it and forgets
/// what it decoded from there.
#[derive(Clone, Debug, Default)]
pub struct CodeLog {
    first: u64,
    stores: Vec<u64>,
}

impl CodeLog {
    /// How many entries were ever made.
    pub fn end(&self) -> u64 {
        self.first + self.stores.len() as u64
    }

    /// The entries from number `seen` on, or `None` when some of them are gone: forget everything.
    pub fn since(&self, seen: u64) -> Option<&[u64]> {
        self.stores
            .get(usize::try_from(seen.checked_sub(self.first)?).ok()?..)
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
    /// A zeroed memory of `size` bytes (a multiple of 4 KiB is used; the rest is rounded up).
    pub fn new(name: &str, base: u64, size: u64, writable: bool) -> Region {
        let pages = (size as usize).div_ceil(1 << PAGE_SHIFT);
        Region {
            name: name.to_owned(),
            base,
            writable,
            bytes: Bytes(vec![0; size as usize]),
            code: vec![0; pages],
        }
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.0.len() as u64
    }

    /// The bytes, from [`Region::base`] on.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes.0
    }

    /// True when all of `[pa, pa + len)` lies in this memory.
    #[inline]
    pub fn contains(&self, pa: u64, len: u64) -> bool {
        pa >= self.base && len <= self.size() && pa - self.base <= self.size() - len
    }

    /// The `N` bytes at `off`; zeros past the end, which [`Region::contains`] excludes.
    #[inline]
    pub fn get<const N: usize>(&self, off: usize) -> [u8; N] {
        match self.bytes.0.get(off..off + N) {
            Some(b) => b.try_into().unwrap_or([0; N]),
            None => [0; N],
        }
    }

    /// Stores `N` bytes at `off`. False, with nothing done, where instructions were decoded and the
    /// store has to be logged.
    #[inline(always)]
    pub fn put_beside_code<const N: usize>(&mut self, off: usize, data: [u8; N]) -> bool {
        if self.is_code(off) {
            return false;
        }
        let place = self.bytes.0.get_mut(off..off + N);
        if let Some(Ok(place)) = place.map(<&mut [u8; N]>::try_from) {
            *place = data;
        }
        true
    }

    /// True when instructions were decoded near `off`.
    #[inline(always)]
    pub fn is_code(&self, off: usize) -> bool {
        let marks = self.code.get(off >> PAGE_SHIFT).copied().unwrap_or(0);
        marks & (1 << ((off >> CODE_CHUNK_SHIFT) & 63)) != 0
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
        Some(&r.bytes.0[off..off + len])
    }

    /// Writes bytes at `pa` as a loader or debugger does: ROM too. False when no memory holds them.
    pub fn poke(&mut self, pa: u64, data: &[u8]) -> bool {
        let Some(i) = self.find(pa, data.len() as u64) else {
            return false;
        };
        let r = &mut self.regions[i];
        let off = (pa - r.base) as usize;
        r.bytes.0[off..off + data.len()].copy_from_slice(data);
        let chunk = 1u64 << CODE_CHUNK_SHIFT;
        let mut at = pa & !(chunk - 1);
        while at < pa + data.len() as u64 {
            self.code_log.push(at);
            at += chunk;
        }
        true
    }

    /// Stores `N` bytes at offset `off` of memory `i`; the caller has checked place and permission.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, i: usize, off: usize, data: [u8; N]) {
        let r = &mut self.regions[i];
        if let Some(b) = r.bytes.0.get_mut(off..off + N) {
            b.copy_from_slice(&data);
        }
        if r.is_code(off) {
            self.code_log.push(r.base + off as u64);
        }
    }

    /// Does what packet `p` asks, and answers what a reading one gets.
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
        if let Some(m) = self.regions[i].code.get_mut(off >> PAGE_SHIFT) {
            *m |= 1 << ((off >> CODE_CHUNK_SHIFT) & 63);
        }
    }

    /// The log of stores into decoded code.
    #[inline]
    pub fn code_log(&self) -> &CodeLog {
        &self.code_log
    }

    /// True when both have the same memories, whatever is in them.
    pub fn same_regions(&self, other: &Memory) -> bool {
        let shape = |r: &Region| (r.base, r.size(), r.writable);
        let shapes = |m: &Memory| m.regions.iter().map(shape).collect::<Vec<_>>();
        shapes(self) == shapes(other)
    }

    /// Puts back what [`Memory`]'s serialised form leaves out, after loading a snapshot.
    pub fn after_load(&mut self) {
        for r in &mut self.regions {
            r.code = vec![0; r.bytes.0.len().div_ceil(1 << PAGE_SHIFT)];
        }
        // Whoever holds a place in the old log must forget what it decoded.
        self.code_log = CodeLog {
            first: u64::MAX / 2,
            stores: Vec::new(),
        };
    }
}

/// Bytes that serialise as their non-zero pages only, so that a snapshot of an almost empty
/// 256 MiB memory is small.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let pages: Vec<(u64, &[u8])> = self
            .0
            .chunks(1 << PAGE_SHIFT)
            .enumerate()
            .filter(|(_, p)| p.iter().any(|&b| b != 0))
            .map(|(i, p)| (i as u64, p))
            .collect();
        (self.0.len() as u64, pages).serialize(s)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Bytes, D::Error> {
        let (len, pages): (u64, Vec<(u64, Vec<u8>)>) = Deserialize::deserialize(d)?;
        let wrong = serde::de::Error::custom;
        if len > LARGEST {
            return Err(wrong("a memory of impossible size"));
        }
        let mut bytes = vec![0; len as usize];
        for (i, page) in pages {
            let at = i.checked_mul(1 << PAGE_SHIFT).filter(|&at| at < len);
            let place = at.map(|at| at as usize).and_then(|at| {
                let end = at.checked_add(page.len())?;
                bytes.get_mut(at..end)
            });
            match place {
                Some(b) => b.copy_from_slice(&page),
                None => return Err(wrong("a page outside its memory")),
            }
        }
        Ok(Bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        let mut m = Memory::default();
        m.add(Region::new("ram", 0x1000, 0x2000, true));
        m
    }

    #[test]
    fn bounds_are_exact() {
        let m = memory();
        assert_eq!(m.find(0x1000, 4), Some(0));
        assert_eq!(m.find(0x2ffc, 4), Some(0));
        assert_eq!(m.find(0x2ffd, 4), None);
        assert_eq!(m.find(0xfff, 1), None);
        assert_eq!(m.find(u64::MAX, 8), None);
        // Longer than the memory itself.
        assert_eq!(m.find(0x1000, 0x2001), None);
        assert_eq!(m.peek(0x1000, usize::MAX), None);
    }

    #[test]
    fn only_stores_into_decoded_code_are_logged() {
        let mut m = memory();
        m.mark_code(0, 0x40);
        m.put(0, 0x80, [1, 2, 3, 4]);
        assert_eq!(m.code_log().end(), 0);
        m.put(0, 0x7c, [1, 2, 3, 4]);
        assert_eq!(m.code_log().since(0), Some(&[0x107c][..]));
    }

    #[test]
    fn snapshots_hold_only_what_is_not_zero() {
        let mut m = memory();
        m.put(0, 0x1004, [7, 0, 0, 9]);
        let bytes = crate::snapshot::to_bytes(&m);
        assert!(bytes.len() < 4200);
        let back: Memory = crate::snapshot::from_bytes(&bytes).unwrap();
        assert_eq!(back.peek(0x2004, 4), Some(&[7, 0, 0, 9][..]));
    }
}
