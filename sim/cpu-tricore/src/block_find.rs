//! Search for basic blocks in decoded code.

use crate::blocks::{End, LONGEST, jumps};
use crate::code_pages::{Entry, PAGE_HALVES, Ready};
use crate::core::TriCore;
use crate::handlers::{handler, never};
use crate::pipeline::Pipe;
use std::cell::Cell;
use trueboard_engine::blocks::BlockId;

type Blocks = crate::blocks::Blocks<TriCore>;
type BlockInsn = crate::blocks::BlockInsn<TriCore>;
type Handler = crate::blocks::Handler<TriCore>;

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
