//! Basic blocks as they are reported to those who check programs: what their instructions touch is known of the block, but
//! for addresses, bytes and the stack pointer, which are noted on the way and reported behind it.

use crate::access::InBlock;
use crate::blocks::{Block, Blocks, places};
use crate::checked::SP;
use crate::core::Ecore;
use crate::isa::{Access, Op};
use crate::noted::Known;
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{DynamicEvent, Executed};
use trueboard_engine::blocks::BlockId;

impl Ecore {
    /// Whether block `id` may be executed and reported as a whole.
    pub(crate) fn admits_block(
        &mut self,
        blocks: &Blocks,
        id: BlockId,
        cx: &mut RunCx<'_>,
    ) -> bool {
        let Some(block) = blocks.get(id) else {
            return false;
        };
        let known = match block.extra.known.get() {
            Some(known) => known,
            None => {
                if !std::mem::replace(&mut self.noted.announced, true) {
                    cx.facts.blocks_forgotten(self.common.id);
                }
                let known = self.known(block, cx);
                block.extra.known.set(Some(known));
                known
            }
        };
        self.noted.seen.clear();
        (self.noted.number, self.noted.moves) = (known.number, known.moves);
        cx.facts.admits_block(self.common.id, known.number)
    }

    #[cold]
    fn known(&self, block: &Block, cx: &mut RunCx<'_>) -> Known {
        let insns: Vec<Executed> = places(block).map(|pc| self.executed_at(pc, cx).1).collect();
        let moves = insns.iter().enumerate().fold(0, |bits, (i, insn)| {
            bits | u16::from(insn.writes.0[0] >> SP & 1 != 0) << i
        });
        Known {
            number: cx.facts.block_found(self.common.id, &insns),
            moves,
        }
    }

    /// Notes `op`, which has just been executed.
    pub(crate) fn note_executed<const N: bool>(&mut self, op: &Op, access: &InBlock<'_, N>) {
        let moves = self.noted.moves >> (access.i & 15) & 1 != 0;
        let traits = op.opcode.traits();
        if traits.access == Access::None && !moves {
            return;
        }
        let mut seen = DynamicEvent {
            place: access.i as u8,
            at: self.tick(access.t() + 1),
            ..DynamicEvent::default()
        };
        if moves {
            let physical = self.global(self.st.reg(SP));
            self.noted.seen.push(DynamicEvent {
                stack_pointer: true,
                physical,
                ..seen
            });
        }
        if traits.access != Access::None {
            let at = access.address as usize;
            let bytes = usize::from(traits.bytes).min(8);
            seen.address = access.address.into();
            seen.physical = self.global(access.address);
            let held = access.sram.bytes().get(at..at + bytes).unwrap_or(&[]);
            for (to, from) in seen.held.iter_mut().zip(held) {
                *to = *from;
            }
            self.noted.seen.push(seen);
        }
    }

    /// Reports the first `count` instructions of the block, which have ended in cycle `now`.
    pub(crate) fn report_block(&mut self, count: usize, now: u64, cx: &mut RunCx<'_>) {
        if count != 0 {
            let at = self.tick(now);
            let seen = &self.noted.seen;
            cx.facts
                .block_executed(at, self.common.id, (self.noted.number, count), seen);
        }
    }
}
