//! Pages of decoded instructions, by physical address.

use crate::decoded::{DecodedInsn, DecodedMeta};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Instructions in a page.
pub(crate) const PAGE_WORDS: usize = 1024;

/// The predecoded instructions of one 4 KiB page.
#[derive(Clone)]
pub struct Page {
    /// What the loop wants of each.
    pub insns: Box<[DecodedInsn; PAGE_WORDS]>,
    /// What the loop wants of some only.
    pub meta: Box<[DecodedMeta; PAGE_WORDS]>,
}

/// Predecoded pages by physical page number. The page being executed is kept apart.
///
/// Only the number of the current page is state; instructions are decoded again from memory.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "u64", from = "u64")]
pub struct CodePages {
    /// The current page.
    pub current: Page,
    number: u64,
    others: BTreeMap<u64, Page>,
    /// How much of the memory's log of stores into code has been applied.
    pub seen: u64,
}

const NO_PAGE: u64 = u64::MAX;

impl From<CodePages> for u64 {
    fn from(code: CodePages) -> u64 {
        code.number
    }
}

impl From<u64> for CodePages {
    fn from(number: u64) -> CodePages {
        CodePages {
            number,
            ..CodePages::default()
        }
    }
}

impl Default for CodePages {
    fn default() -> CodePages {
        CodePages {
            current: empty(),
            number: NO_PAGE,
            others: BTreeMap::new(),
            seen: 0,
        }
    }
}

fn empty() -> Page {
    fn all<T: Clone>(of: T) -> Box<[T; PAGE_WORDS]> {
        let all = vec![of; PAGE_WORDS].into_boxed_slice();
        all.try_into().ok().expect("the length is the array's")
    }
    Page {
        insns: all(DecodedInsn::EMPTY),
        meta: all(DecodedMeta::EMPTY),
    }
}

impl CodePages {
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

    /// True when the page of `pa` is the current one.
    #[inline(always)]
    pub fn is_current(&self, pa: u64) -> bool {
        pa >> 12 == self.number
    }

    /// Physical address of the instruction at `pc`, in the current page.
    pub fn address(&self, pc: u32) -> u64 {
        self.number << 12 | u64::from(pc & 0xfff)
    }

    /// Forgets what was decoded from the 64-byte chunk of `pa`.
    pub fn forget(&mut self, pa: u64) {
        let page = if pa >> 12 == self.number {
            Some(&mut self.current)
        } else {
            self.others.get_mut(&(pa >> 12))
        };
        if let Some(page) = page {
            let first = (pa as usize >> 2) & (PAGE_WORDS - 1) & !15;
            page.insns[first..first + 16].fill(DecodedInsn::EMPTY);
            page.meta[first..first + 16].fill(DecodedMeta::EMPTY);
        }
    }

    /// Forgets everything that was decoded.
    pub fn clear(&mut self) {
        *self = CodePages {
            seen: self.seen,
            number: self.number,
            ..CodePages::default()
        };
    }
}
