//! Decoded instructions by physical page.
//!
//! [`CodePages`] keeps an entry for each address at which an instruction can begin. The current page is kept apart, so
//! a fetch costs one index. Stores into decoded code enter the memory's [`CodeLog`]; [`CodePages::invalidate`] removes
//! the entries that they may have changed.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Range;
use trueboard_core::mem::{CodeLog, Memory};

/// Bytes for which the code log has one entry.
const CHUNK: u64 = 64;

/// What a core keeps for an address at which an instruction can begin.
pub trait Entry: Clone {
    /// Bytes between the addresses at which instructions can begin: a power of two.
    const GRAIN: usize;
    /// Bytes beyond its first [`Entry::GRAIN`] ones that an entry depends on: those of the longest instruction, and of
    /// a successor that decoding reads.
    const REACH: usize;
    /// Bytes of the longest block that can begin at an entry; 0 for a core without blocks.
    const LONGEST_BLOCK: usize;

    /// The entry of an address that was not decoded.
    fn blank() -> Self;

    /// Forgets the block that begins here, but not the instruction.
    fn forget_block(&mut self);
}

/// `N` entries: the decoded instructions of `N` times [`Entry::GRAIN`] bytes.
#[derive(Clone, Debug)]
pub struct CodePage<E, const N: usize>(Box<[E; N]>);

impl<E: Entry, const N: usize> Default for CodePage<E, N> {
    fn default() -> Self {
        let blank = vec![E::blank(); N].into_boxed_slice();
        let Ok(entries) = blank.try_into() else {
            unreachable!("the length is the array's");
        };
        CodePage(entries)
    }
}

impl<E: Entry, const N: usize> CodePage<E, N> {
    /// Bytes of code in a page.
    pub const BYTES: u64 = (N * E::GRAIN) as u64;

    const SIZES_ARE_POWERS_OF_TWO: () = assert!(N.is_power_of_two() && E::GRAIN.is_power_of_two());

    /// The number of the entry for an address in the page.
    #[inline(always)]
    #[must_use]
    pub fn index(at: u64) -> usize {
        const { Self::SIZES_ARE_POWERS_OF_TWO };
        (at as usize / E::GRAIN) & (N - 1)
    }

    /// The entries, in the order of their addresses.
    #[inline(always)]
    #[must_use]
    pub fn entries(&self) -> &[E; N] {
        &self.0
    }

    /// The entry for address `at`, taken modulo the size of the page.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, at: u64) -> &E {
        &self.0[Self::index(at)]
    }

    /// The entry for address `at`, to be changed.
    #[inline(always)]
    pub fn at_mut(&mut self, at: u64) -> &mut E {
        &mut self.0[Self::index(at)]
    }

    /// Forgets entries that depend on the bytes `changed`, offsets in the page that may lie beyond its
    /// end, and blocks that reach there.
    pub fn forget(&mut self, changed: Range<u64>) {
        let index = |offset: u64| (offset as usize / E::GRAIN).min(N);
        let end = index(changed.end);
        let reach = E::REACH as u64;
        let first = index(changed.start.saturating_sub(reach)).min(end);
        self.0[first..end].fill(E::blank());
        let longest = E::LONGEST_BLOCK;
        let blocks = first.saturating_sub(longest / E::GRAIN);
        self.0[blocks..first].iter_mut().for_each(E::forget_block);
    }

    /// Forgets all blocks, but no instruction.
    pub fn forget_blocks(&mut self) {
        self.0.iter_mut().for_each(E::forget_block);
    }
}

/// What [`CodePages::invalidate`] had to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalidated {
    /// No store has changed decoded code.
    Nothing,
    /// Entries and blocks at some places were forgotten.
    Some,
    /// The log was too short: everything was forgotten.
    All,
}

/// The decoded instructions of a core, whatever its instruction set.
pub trait DecodedCode {
    /// Entries of the memory's code log that were applied.
    fn seen(&self) -> u64;

    /// Forgets what the stores in `log` have changed since the last call.
    fn invalidate(&mut self, log: &CodeLog) -> Invalidated;

    /// Forgets what depends on the bytes near the place of `address` in any page.
    fn forget_place(&mut self, address: u64);

    /// Forgets everything that was decoded. The current page stays the current one.
    fn clear(&mut self);
}

/// Decoded pages by number: address divided by [`CodePage::BYTES`]. The current one is kept apart.
///
/// Only the number of the current page is state, and serialised or copied; instructions are decoded again
/// from memory.
#[derive(Debug)]
pub struct CodePages<E, const N: usize> {
    /// The current page.
    pub current: CodePage<E, N>,
    number: u64,
    others: Others<E, N>,
    /// Entries of the memory's code log that were applied.
    seen: u64,
}

/// The `B` bytes at `pa`, marked as code in `mem`: a store there is logged. `None` where no memory holds all of them.
pub fn code_bytes<const B: usize>(pa: u64, mem: &mut Memory) -> Option<[u8; B]> {
    let i = mem.find(pa, B as u64)?;
    let at = (pa - mem.region(i).base) as usize;
    mem.mark_code(i, at);
    Some(mem.region(i).get(at))
}

const NO_PAGE: u64 = u64::MAX;

/// Pages by number, hashed: control often goes back and forth between two.
#[derive(Clone, Debug)]
struct Others<E, const N: usize>(Vec<Vec<(u64, CodePage<E, N>)>>);

/// Lists of [`Others`]: a power of two.
const LISTS: usize = 64;

impl<E, const N: usize> Default for Others<E, N> {
    fn default() -> Self {
        Others((0..LISTS).map(|_| Vec::new()).collect())
    }
}

impl<E, const N: usize> Others<E, N> {
    fn list(number: u64) -> usize {
        number as usize & (LISTS - 1)
    }

    fn take(&mut self, number: u64) -> Option<CodePage<E, N>> {
        let list = &mut self.0[Self::list(number)];
        let i = list.iter().position(|(n, _)| *n == number)?;
        Some(list.swap_remove(i).1)
    }

    /// Adds a page that is not there.
    fn put(&mut self, number: u64, page: CodePage<E, N>) {
        self.0[Self::list(number)].push((number, page));
    }

    fn get(&self, number: u64) -> Option<&CodePage<E, N>> {
        let list = &self.0[Self::list(number)];
        list.iter().find(|(n, _)| *n == number).map(|(_, p)| p)
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut CodePage<E, N>> {
        let list = &mut self.0[Self::list(number)];
        list.iter_mut().find(|(n, _)| *n == number).map(|(_, p)| p)
    }

    fn pages_mut(&mut self) -> impl Iterator<Item = &mut CodePage<E, N>> {
        self.0.iter_mut().flatten().map(|(_, p)| p)
    }
}

impl<E: Entry, const N: usize> Clone for CodePages<E, N> {
    fn clone(&self) -> CodePages<E, N> {
        CodePages::at(self.number)
    }
}

impl<E, const N: usize> Serialize for CodePages<E, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(to)
    }
}

impl<'de, E: Entry, const N: usize> Deserialize<'de> for CodePages<E, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<CodePages<E, N>, D::Error> {
        u64::deserialize(from).map(CodePages::at)
    }
}

impl<E: Entry, const N: usize> Default for CodePages<E, N> {
    fn default() -> CodePages<E, N> {
        CodePages {
            current: CodePage::default(),
            number: NO_PAGE,
            others: Others::default(),
            seen: 0,
        }
    }
}

impl<E: Entry, const N: usize> CodePages<E, N> {
    /// Nothing decoded; page `number` is the current one.
    fn at(number: u64) -> CodePages<E, N> {
        CodePages {
            number,
            ..CodePages::default()
        }
    }

    /// Makes the page of physical address `pa` the current one.
    pub fn select(&mut self, pa: u64) {
        let wanted = pa / CodePage::<E, N>::BYTES;
        if wanted == self.number {
            return;
        }
        let page = self.others.take(wanted).unwrap_or_default();
        let old = std::mem::replace(&mut self.current, page);
        if self.number != NO_PAGE {
            self.others.put(self.number, old);
        }
        self.number = wanted;
    }

    /// True when the page of `pa` is the current one.
    #[inline(always)]
    #[must_use]
    pub fn is_current(&self, pa: u64) -> bool {
        pa / CodePage::<E, N>::BYTES == self.number
    }

    /// Physical address of the first byte of the current page.
    #[inline(always)]
    #[must_use]
    pub fn base(&self) -> u64 {
        self.number.wrapping_mul(CodePage::<E, N>::BYTES)
    }

    /// The entry for `pa`, in any page; `None` when its page was never selected.
    #[must_use]
    pub fn get(&self, pa: u64) -> Option<&E> {
        let page = match self.is_current(pa) {
            true => &self.current,
            false => self.others.get(pa / CodePage::<E, N>::BYTES)?,
        };
        Some(page.at(pa))
    }

    /// [`DecodedCode::seen`], for the core itself.
    #[inline(always)]
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Forgets what depends on the chunk of the code log that `pa` lies in.
    fn forget(&mut self, pa: u64) {
        let bytes = CodePage::<E, N>::BYTES;
        let (page, first) = (pa / bytes, pa % bytes / CHUNK * CHUNK);
        if let Some(p) = self.page(page) {
            p.forget(first..first + CHUNK);
        }
        // Instructions that reach over from the page before.
        if first < E::REACH as u64
            && let Some(p) = page.checked_sub(1).and_then(|n| self.page(n))
        {
            p.forget(bytes + first..bytes + first + CHUNK);
        }
    }

    fn page(&mut self, number: u64) -> Option<&mut CodePage<E, N>> {
        if number == self.number {
            Some(&mut self.current)
        } else {
            self.others.get_mut(number)
        }
    }

    /// Forgets all blocks, but no instruction.
    pub fn forget_blocks(&mut self) {
        self.current.forget_blocks();
        self.others.pages_mut().for_each(CodePage::forget_blocks);
    }
}

impl<E: Entry, const N: usize> DecodedCode for CodePages<E, N> {
    #[inline(always)]
    fn seen(&self) -> u64 {
        CodePages::seen(self)
    }

    fn invalidate(&mut self, log: &CodeLog) -> Invalidated {
        if log.end() == self.seen {
            return Invalidated::Nothing;
        }
        let invalidated = match log.since(self.seen) {
            Some(stores) => {
                let code = stores.iter().filter(|&&pa| pa != CodeLog::WATCHED);
                let forget = |_, &pa: &u64| {
                    self.forget(pa);
                    Invalidated::Some
                };
                code.fold(Invalidated::Nothing, forget)
            }
            None => {
                self.clear();
                Invalidated::All
            }
        };
        self.seen = log.end();
        invalidated
    }

    fn forget_place(&mut self, address: u64) {
        let first = address % CodePage::<E, N>::BYTES / CHUNK * CHUNK;
        self.current.forget(first..first + CHUNK);
        let others = self.others.pages_mut();
        others.for_each(|page| page.forget(first..first + CHUNK));
    }

    fn clear(&mut self) {
        *self = CodePages {
            seen: self.seen,
            number: self.number,
            ..CodePages::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::mem::Region;

    /// Decoded or not, and whether a block begins there.
    #[derive(Clone, Debug, PartialEq)]
    struct Half(bool, bool);

    impl Entry for Half {
        const GRAIN: usize = 2;
        const REACH: usize = 2;
        const LONGEST_BLOCK: usize = 8;
        fn blank() -> Half {
            Half(false, false)
        }
        fn forget_block(&mut self) {
            self.1 = false;
        }
    }

    type Pages = CodePages<Half, 128>;

    /// Pages 0 to 2 of 256 bytes, all of them decoded, with blocks everywhere; page 1 is current.
    fn decoded() -> (Pages, Memory) {
        let mut mem = Memory::default();
        mem.add(Region::new("ram", 0, 0x1000, true));
        let mut pages = Pages::default();
        for page in [0, 2, 1] {
            pages.select(page * 256);
            for at in (0..256).step_by(2) {
                *pages.current.at_mut(at) = Half(true, true);
                mem.mark_code(0, (page * 256 + at) as usize);
            }
        }
        (pages, mem)
    }

    /// Addresses at which no instruction is known, and at which no block is.
    fn missing(pages: &Pages) -> (Vec<u64>, Vec<u64>) {
        let all = || (0..768u64).step_by(2);
        let is = |at: u64, f: fn(&Half) -> bool| pages.get(at).is_some_and(f);
        (
            all().filter(|&at| !is(at, |h| h.0)).collect(),
            all().filter(|&at| !is(at, |h| h.1)).collect(),
        )
    }

    #[test]
    fn a_store_forgets_its_chunk_and_what_reaches_into_it() {
        let (mut pages, mut mem) = decoded();
        assert_eq!(pages.invalidate(mem.code_log()), Invalidated::Nothing);
        mem.put(0, 0x150, [0u8]);
        assert_eq!(pages.invalidate(mem.code_log()), Invalidated::Some);
        let (instructions, blocks) = missing(&pages);
        let from = |first: u64| (first..0x180).step_by(2).collect::<Vec<_>>();
        assert_eq!(instructions, from(0x13e));
        assert_eq!(blocks, from(0x136));
    }

    #[test]
    fn a_store_reaches_into_the_page_before() {
        let (mut pages, mut mem) = decoded();
        mem.put(0, 0x200, [0u8]);
        pages.invalidate(mem.code_log());
        let (instructions, blocks) = missing(&pages);
        assert_eq!((instructions[0], blocks[0]), (0x1fe, 0x1f6));
        assert_eq!(instructions.last(), Some(&0x23e));
    }

    #[test]
    fn a_place_is_forgotten_in_every_page() {
        let (mut pages, _) = decoded();
        pages.forget_place(0x7_0042);
        let all = |page: u64| (page + 0x40..page + 0x80).step_by(2);
        let (instructions, blocks) = missing(&pages);
        let expected: Vec<u64> = [0x3e, 0x13e, 0x23e].into_iter().collect();
        let firsts = instructions.iter().filter(|at| **at & 0xff == 0x3e);
        assert_eq!(firsts.copied().collect::<Vec<_>>(), expected);
        assert!(
            [0, 0x100, 0x200]
                .into_iter()
                .flat_map(all)
                .all(|at| instructions.contains(&at))
        );
        assert_eq!(blocks[0], 0x36);
    }

    #[test]
    fn a_store_into_watched_memory_forgets_no_code() {
        let (mut pages, mut mem) = decoded();
        mem.watch(&[trueboard_core::mem::Watchpoint::change(0x802, 2)]);
        let end = mem.code_log().end();
        mem.put(0, 0x800, [0u8; 4]);
        assert_eq!(mem.code_log().end(), end + 1);
        assert_eq!(pages.invalidate(mem.code_log()), Invalidated::Nothing);
        assert!(missing(&pages).0.is_empty());
    }

    #[test]
    fn a_log_that_is_too_short_forgets_everything_but_the_current_page() {
        let (mut pages, mut mem) = decoded();
        let image = mem.image();
        mem.restore(&image);
        assert_eq!(pages.invalidate(mem.code_log()), Invalidated::All);
        assert!(pages.is_current(0x1fe) && pages.base() == 0x100);
        assert_eq!(missing(&pages).0.len(), 384);
        assert_eq!(pages.number, 1);
    }
}
