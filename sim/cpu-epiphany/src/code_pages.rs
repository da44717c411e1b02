//! Decoded instructions by physical page.

use crate::blocks::{self, Blocks};
use crate::counters::counts::Counts;
use crate::decoded::{BREAK, DecodedInsn, READY};
use crate::params::TimingParams;
use trueboard_core::mem::Memory;
use trueboard_engine::blocks::BlockId;
use trueboard_engine::derived::Derived;
use trueboard_engine::pages::{self, code_bytes};

/// The instruction UNIMPL, in place of one that is not there.
pub(crate) const UNIMPL: u32 = 0x000f_000f;
/// Half-words in a page of 4 KiB.
pub(crate) const PAGE_HALVES: usize = 2048;

/// Decoded pages of 4 KiB.
pub(crate) type CodePages = pages::CodePages<DecodedInsn, PAGE_HALVES>;

impl pages::Entry for DecodedInsn {
    const GRAIN: usize = 2;
    /// An instruction and the one that may pair with it.
    const REACH: usize = 6;
    const LONGEST_BLOCK: usize = blocks::LONGEST_BYTES;

    fn blank() -> DecodedInsn {
        DecodedInsn::blank()
    }

    fn forget_block(&mut self) {
        self.block = BlockId::UNKNOWN;
    }
}

/// Decoded instructions and blocks of them. None of it is state: instructions are decoded again from memory.
#[derive(Clone, Default)]
pub(crate) struct Code {
    pub pages: CodePages,
    /// Not there while the body of a block is executed, and before the first one.
    pub blocks: Derived<Option<Box<Blocks>>>,
}

impl Code {
    /// Adds what executions of blocks count as, once.
    pub fn meter(&mut self, counts: &mut Counts) {
        if let Some(blocks) = &mut *self.blocks {
            blocks::meter(blocks, counts);
        }
    }

    /// Executions of blocks that were not metered.
    pub fn unmetered(&self) -> Option<&Blocks> {
        self.blocks.as_deref().filter(|blocks| !blocks.is_drained())
    }

    /// What is known of the instruction at `pa`.
    pub fn known(&self, pa: u64) -> Option<&DecodedInsn> {
        self.pages.get(pa).filter(|s| s.flags & READY != 0)
    }

    /// Decodes the instruction of the SRAM at local address `pc`, which is `pa`, into the current page: whether it is
    /// without cost, and whether there is a breakpoint. One that is not whole in memory is none.
    pub fn decode(
        &mut self,
        (pa, pc): (u64, u32),
        (free, stops): (bool, bool),
        mem: &mut Memory,
        p: &TimingParams,
    ) {
        let insn = decode(pa, pc, free, mem, p);
        let entry = self.pages.current.at_mut(pa);
        *entry = insn.unwrap_or_else(|| DecodedInsn::new(pc, UNIMPL, 0, free, p));
        entry.flags |= if stops { BREAK } else { 0 };
    }

    /// The instruction at `pa` outside the SRAM, if a memory holds it.
    pub fn outside(
        &mut self,
        pa: u64,
        free: bool,
        mem: &mut Memory,
        p: &TimingParams,
    ) -> Option<DecodedInsn> {
        self.pages.select(pa);
        let entry = self.pages.current.at_mut(pa);
        if entry.flags & READY == 0 {
            *entry = decode(pa, pa as u32, free, mem, p)?;
        }
        Some(*entry)
    }
}

/// The instruction at `pa`, which the core sees at `pc`.
pub(crate) fn decode(
    pa: u64,
    pc: u32,
    free: bool,
    mem: &mut Memory,
    p: &TimingParams,
) -> Option<DecodedInsn> {
    let word = word(pa, mem)?;
    let len = if crate::isa::is_long(word as u16) {
        4
    } else {
        2
    };
    let next = self::word(pa + len, mem).unwrap_or(0);
    Some(DecodedInsn::new(pc, word, next, free, p))
}

/// The instruction word at `pa`, marked as code; the upper half of a 16-bit one is 0.
fn word(pa: u64, mem: &mut Memory) -> Option<u32> {
    let low = u16::from_le_bytes(code_bytes(pa, mem)?);
    let high = if crate::isa::is_long(low) {
        u16::from_le_bytes(code_bytes(pa + 2, mem)?)
    } else {
        0
    };
    Some(u32::from(high) << 16 | u32::from(low))
}
