//! Predecoded instructions by physical page, and the addresses of their first half-words.

use crate::isa::Sem;
use crate::runs::{self, Runs};
use crate::slot::Slot;
use crate::state::GLOBALS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::mem::Memory;

/// State of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ready {
    /// Not decoded yet.
    No,
    /// Decoded.
    Yes,
    /// Decoded; something has to be checked before it executes.
    Checked,
    /// Decoded, and to be executed without cost; the same has to be checked.
    Free,
    /// No such instruction.
    Illegal,
}

/// What is known of the instruction that begins at a half-word.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Meaningless unless it is decoded.
    pub slot: Slot,
    /// What there is.
    pub ready: Ready,
    /// The run that begins here.
    pub run: u16,
}

/// Half-words in a page.
pub const PAGE_HALVES: usize = 2048;
/// Half-words in a chunk of the memory's code log.
const CHUNK_HALVES: usize = 32;

/// The entries of one 4 KiB page.
pub type Page = Box<[Entry; PAGE_HALVES]>;

/// Predecoded pages by physical page number. The page being executed is kept apart.
///
/// Only the number of the current page is state; instructions are decoded again from memory.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "u64", from = "u64")]
pub struct CodeCache {
    /// The current page's entries.
    pub current: Page,
    number: u64,
    others: BTreeMap<u64, Page>,
    /// How much of the memory's log of stores into code has been heeded.
    pub seen: u64,
    /// The runs that entries name.
    pub runs: Runs,
}

const NO_PAGE: u64 = u64::MAX;

impl From<CodeCache> for u64 {
    fn from(code: CodeCache) -> u64 {
        code.number
    }
}

impl From<u64> for CodeCache {
    fn from(number: u64) -> CodeCache {
        CodeCache {
            number,
            ..CodeCache::default()
        }
    }
}

impl Default for CodeCache {
    fn default() -> CodeCache {
        CodeCache {
            current: empty(),
            number: NO_PAGE,
            others: BTreeMap::new(),
            seen: 0,
            runs: Runs::default(),
        }
    }
}

/// Any slot, for entries that have none.
fn no_slot() -> Slot {
    Slot::decode(0).expect("16 zero bits are NOP")
}

fn blank() -> Entry {
    Entry {
        slot: no_slot(),
        ready: Ready::No,
        run: runs::UNKNOWN,
    }
}

fn empty() -> Page {
    vec![blank(); PAGE_HALVES]
        .into_boxed_slice()
        .try_into()
        .expect("the length is the array's")
}

/// The entry for an instruction word.
pub fn entry(word: u32, free: bool) -> Entry {
    let Some(slot) = Slot::decode(word) else {
        return Entry {
            slot: no_slot(),
            ready: Ready::Illegal,
            run: runs::NONE,
        };
    };
    let no_such = matches!(
        slot.sem,
        Sem::Tlbdemap
            | Sem::TlbflushA
            | Sem::TlbflushB
            | Sem::Tlbmap
            | Sem::TlbprobeA
            | Sem::TlbprobeI
    );
    let ready = if no_such {
        Ready::Illegal
    } else if free {
        Ready::Free
    } else if slot.odd_pair || slot.writes & GLOBALS != 0 {
        Ready::Checked
    } else {
        Ready::Yes
    };
    Entry {
        slot,
        ready,
        run: runs::UNKNOWN,
    }
}

impl CodeCache {
    /// Makes the page of `pa` current.
    pub fn select(&mut self, pa: u64) {
        let wanted = pa >> 12;
        if wanted == self.number {
            return;
        }
        let page = self.others.remove(&wanted).unwrap_or_else(empty);
        let old = std::mem::replace(&mut self.current, page);
        if self.number != NO_PAGE {
            self.others.insert(self.number, old);
        }
        self.number = wanted;
    }

    /// Decodes the instruction at `pa`, in the current page. False when no memory holds it.
    pub fn decode(&mut self, pa: u64, free: bool, mem: &mut Memory) -> bool {
        let Some(low) = half(pa, mem) else {
            return false;
        };
        let high = if low & 1 == 0 {
            Some(0)
        } else {
            half(pa + 2, mem)
        };
        let Some(high) = high else {
            return false;
        };
        self.current[(pa >> 1) as usize & (PAGE_HALVES - 1)] =
            entry(u32::from(high) << 16 | u32::from(low), free);
        true
    }

    /// What is known of the instruction at `pa`, in any page.
    pub fn known(&self, pa: u64) -> Option<&Slot> {
        let page = if pa >> 12 == self.number {
            &self.current
        } else {
            self.others.get(&(pa >> 12))?
        };
        let e = &page[(pa >> 1) as usize & (PAGE_HALVES - 1)];
        (!matches!(e.ready, Ready::No | Ready::Illegal)).then_some(&e.slot)
    }

    /// Forgets what was decoded from the 64-byte chunk of `pa`, and instructions and runs that may
    /// reach into it from below.
    pub fn forget(&mut self, pa: u64) {
        let first = (pa as usize >> 1) & (PAGE_HALVES - 1) & !(CHUNK_HALVES - 1);
        if let Some(page) = self.page(pa >> 12) {
            page[first.saturating_sub(1)..first + CHUNK_HALVES].fill(blank());
            for e in &mut page[first.saturating_sub(runs::HALVES)..first] {
                e.run = runs::UNKNOWN;
            }
        }
        if first == 0
            && let Some(page) = (pa >> 12).checked_sub(1).and_then(|n| self.page(n))
        {
            page[PAGE_HALVES - 1] = blank();
        }
    }

    fn page(&mut self, number: u64) -> Option<&mut Page> {
        if number == self.number {
            Some(&mut self.current)
        } else {
            self.others.get_mut(&number)
        }
    }

    /// Forgets everything that was decoded; runs must have been metered.
    pub fn clear(&mut self) {
        *self = CodeCache {
            seen: self.seen,
            number: self.number,
            ..CodeCache::default()
        };
    }

    /// Forgets all runs, which must have been metered.
    pub fn forget_runs(&mut self) {
        self.runs.clear();
        for page in self.others.values_mut().chain([&mut self.current]) {
            page.iter_mut().for_each(|e| e.run = runs::UNKNOWN);
        }
    }

    /// The physical address of the current page.
    pub fn frame(&self) -> u32 {
        (self.number << 12) as u32
    }
}

/// The half-word at `pa`, noted as code.
fn half(pa: u64, mem: &mut Memory) -> Option<u16> {
    let i = mem.find(pa, 2)?;
    let off = (pa - mem.region(i).base) as usize;
    mem.mark_code(i, off);
    Some(u16::from_le_bytes(mem.region(i).get(off)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::mem::Region;

    /// A 32-bit instruction across two pages is forgotten when its second half is overwritten.
    #[test]
    fn a_store_forgets_the_instruction_that_reaches_into_its_chunk() {
        let mut mem = Memory::default();
        mem.add(Region::new("ram", 0, 0x3000, true));
        let mut code = CodeCache::default();
        // MOVH d0, 0x1234
        mem.poke(0xffe, &0x0123_407bu32.to_le_bytes());
        code.select(0xffe);
        assert!(code.decode(0xffe, false, &mut mem));
        assert_eq!(code.known(0xffe).map(|s| s.sem), Some(Sem::Movh));
        let before = mem.code_log().end();
        mem.put(0, 0x1000, [0]);
        assert_eq!(mem.code_log().since(before), Some(&[0x1000][..]));
        code.select(0x1000);
        code.forget(0x1000);
        assert_eq!(code.known(0xffe), None);
        assert!(!code.decode(0x3000, false, &mut mem));
    }
}
