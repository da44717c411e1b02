//! Basic blocks of TriCore code: which instructions they hold, and what their executions count as.

use crate::decoded::DecodedInsn;
use crate::memory::CodeAtHand;
use crate::noted::Known;
use crate::pipeline::{BlockTiming, Branch};
use crate::tally::KINDS;
use std::cell::Cell;
use trueboard_core::mem::Memory;
use trueboard_engine::blocks::{self, Insn};

/// Instructions of a block, at most.
pub const LONGEST: usize = 24;
/// Bytes of a block, at most.
pub const LONGEST_BYTES: usize = 4 * LONGEST;

/// What handlers of a core `C` act on.
pub struct ExecCx<'a, C> {
    /// The core, with the cycle in which the block was entered.
    pub core: &'a mut C,
    /// The memories.
    pub memory: &'a mut Memory,
}

/// How a handler ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was executed.
    Yes,
    /// It was, and has overwritten code.
    CodeWritten,
    /// It has to be executed step by step: nothing has happened.
    No,
}

/// Executes an instruction of a block of the core `C`, and those linked behind it.
pub type Handler<C> = fn(&mut ExecCx<'_, C>, &BlockInsn<C>) -> Done;

/// An instruction of a block of the core `C`.
#[derive(Debug)]
pub struct BlockInsn<C> {
    /// What executes it. The jump at the end of a block has none of use.
    pub handler: Handler<C>,
    /// The decoded instruction.
    pub insn: DecodedInsn,
    /// Its number in the block.
    pub number: u8,
    /// Bytes of the block up to its end.
    pub end: u8,
    /// The instruction that is executed behind it, unless that is left to others.
    pub next: Option<Box<BlockInsn<C>>>,
}

impl<C> Clone for BlockInsn<C> {
    fn clone(&self) -> BlockInsn<C> {
        BlockInsn {
            next: self.next.clone(),
            ..*self
        }
    }
}

impl<C> Insn for BlockInsn<C> {
    #[inline(always)]
    fn bytes(&self) -> u32 {
        self.insn.len.into()
    }
}

/// The end of a block.
#[derive(Clone, Debug)]
pub struct End<C> {
    /// How many of its instructions come before its branch: all, if it has none.
    pub body: usize,
    /// Those instructions, each linked to the next one.
    pub linked: Option<Box<BlockInsn<C>>>,
    /// Its branch.
    pub branch: Option<Branch>,
    /// All of its lines of code were known.
    pub reached: Cell<CodeAtHand>,
    /// What those who check programs call the block.
    pub known: Cell<Known>,
}

/// The blocks of the core `C`.
pub type Blocks<C> = blocks::Blocks<BlockInsn<C>, BlockTiming, End<C>>;

/// Counts the kinds of `insns`, executed `times`.
pub fn count<C>(insns: &[BlockInsn<C>], times: u64, kinds: &mut [u64; KINDS]) {
    for BlockInsn { insn, .. } in insns {
        kinds[insn.class as usize & (KINDS - 1)] += times;
    }
}

/// Whether an instruction can end a block.
pub fn jumps(s: &DecodedInsn) -> bool {
    s.opcode.traits().control.ends_block()
}
