//! Basic blocks of TriCore code: which instructions they hold, and what their executions count as.

use crate::code_pages::{Entry, PAGE_HALVES, Ready};
use crate::decoded::DecodedInsn;
use crate::handlers::{Handler, handler, never};
use crate::memory::CodeAtHand;
use crate::noted::Known;
use crate::pipeline::{BlockTiming, Branch, Pipe};
use crate::tally::KINDS;
use std::cell::Cell;
use trueboard_engine::blocks::{self, BlockId, Insn};

/// Instructions of a block, at most.
const LONGEST: usize = 24;
/// Bytes of a block, at most.
pub const LONGEST_BYTES: usize = 4 * LONGEST;

/// An instruction of a block.
#[derive(Clone, Debug)]
pub struct BlockInsn {
    /// What executes it. The jump at the end of a block has none of use.
    pub handler: Handler,
    /// The decoded instruction.
    pub insn: DecodedInsn,
    /// Its number in the block.
    pub number: u8,
    /// Bytes of the block up to its end.
    pub end: u8,
    /// The instruction that is executed behind it, unless that is left to others.
    pub next: Option<Box<BlockInsn>>,
}

impl Insn for BlockInsn {
    #[inline(always)]
    fn bytes(&self) -> u32 {
        self.insn.len.into()
    }
}

/// The end of a block.
#[derive(Clone, Debug)]
pub struct End {
    /// How many of its instructions come before its branch: all, if it has none.
    pub body: usize,
    /// Those instructions, each linked to the next one.
    pub linked: Option<Box<BlockInsn>>,
    /// Its branch.
    pub branch: Option<Branch>,
    /// All of its lines of code were known.
    pub reached: Cell<CodeAtHand>,
    /// What those who check programs call the block.
    pub known: Cell<Known>,
}

/// The blocks of a core.
pub type Blocks = blocks::Blocks<BlockInsn, BlockTiming, End>;

/// Adds the block that begins at entry `i` of a page. [`BlockId::UNKNOWN`] if more has to be decoded
/// before that can be said.
#[cold]
pub fn find(
    blocks: &mut Blocks,
    pipe: &Pipe,
    entries: &[Entry; PAGE_HALVES],
    mut i: usize,
) -> BlockId {
    let (mut insns, mut end) = (Vec::new(), 0);
    while let Some(e) = entries.get(i) {
        let insn = e.insn;
        i += usize::from(insn.len / 2);
        if e.ready == Ready::No {
            return BlockId::UNKNOWN;
        }
        let handler = match handler(&insn) {
            None if jumps(&insn) => Some(never as Handler),
            handler => handler,
        };
        let Some(handler) = handler.filter(|_| e.ready == Ready::Yes && i <= PAGE_HALVES) else {
            break;
        };
        end += insn.len;
        insns.push(BlockInsn {
            handler,
            insn,
            number: insns.len() as u8,
            end,
            next: None,
        });
        if jumps(&insn) || insns.len() == LONGEST {
            break;
        }
    }
    let last = insns.last().map(|last| last.insn).filter(jumps);
    let body = insns.len() - usize::from(last.is_some());
    let end = End {
        body,
        linked: linked(&insns[..body]),
        reached: Cell::default(),
        branch: last.map(|insn| pipe.branch_of(&insn)),
        known: Cell::default(),
    };
    blocks.add(insns, end)
}

/// Copies of `insns`, each linked to the next one: the first of them, if there is one.
fn linked(insns: &[BlockInsn]) -> Option<Box<BlockInsn>> {
    insns.iter().rev().fold(None, |next, insn| {
        Some(Box::new(BlockInsn {
            next,
            ..insn.clone()
        }))
    })
}

/// Counts the kinds of `insns`, executed `times`.
pub fn count(insns: &[BlockInsn], times: u64, kinds: &mut [u64; KINDS]) {
    for BlockInsn { insn, .. } in insns {
        kinds[insn.class as usize & (KINDS - 1)] += times;
    }
}

/// Whether an instruction can end a block.
pub fn jumps(s: &DecodedInsn) -> bool {
    s.opcode.traits().control.ends_block()
}
