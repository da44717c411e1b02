//! Pages of decoded instructions, by physical address.

use crate::blocks::LONGEST_BYTES;
use crate::decoded::{DecodedInsn, DecodedMeta, Readiness};
use trueboard_engine::blocks::BlockId;
use trueboard_engine::pages;

/// Instructions in a page of 4 KiB.
pub(crate) const PAGE_WORDS: usize = 1024;

/// Decoded pages of 4 KiB.
pub(crate) type CodePages = pages::CodePages<Entry, PAGE_WORDS>;

/// Of [`Entry::heat`]: a block here mostly stops at once.
pub(crate) const BLACKLISTED: u8 = u8::MAX;

/// What is kept of the instruction at an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// What to do; meaningless unless it is decoded.
    pub insn: DecodedInsn,
    /// Integer registers read, one bit each.
    pub reads: u32,
    pub ready: Readiness,
    /// How often a block was looked for here in vain; [`BLACKLISTED`] if none is to be.
    pub heat: u8,
    /// The block that begins here.
    pub block: BlockId,
}

impl Entry {
    /// The entry of an instruction that was decoded.
    pub fn of((insn, meta): (DecodedInsn, DecodedMeta)) -> Entry {
        Entry {
            insn,
            reads: meta.reads,
            ready: meta.ready,
            heat: 0,
            block: BlockId::UNKNOWN,
        }
    }
}

impl pages::Entry for Entry {
    const GRAIN: usize = 4;
    const REACH: usize = 0;
    const LONGEST_BLOCK: usize = LONGEST_BYTES;

    fn blank() -> Entry {
        Entry::of((DecodedInsn::EMPTY, DecodedMeta::EMPTY))
    }

    fn forget_block(&mut self) {
        self.block = BlockId::UNKNOWN;
    }
}
