//! Basic blocks as they are reported to checks: the block gives the static part of its accesses. Addresses, bytes and
//! the stack pointer are recorded during execution and reported behind it.

use crate::access::InBlock;
use crate::blocks::{Block, Blocks, places};
use crate::checked::SP;
use crate::core::Ecore;
use crate::isa::{Access, Op};
use crate::noted::Known;
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{DynamicEvent, Executed, held};
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
                let known = self.known(block, cx);
                block.extra.known.set(Some(known));
                known
            }
        };
        self.noted.moves = known.moves;
        self.noted
            .block
            .begin(self.common.id, known.number, cx.facts)
    }

    #[cold]
    fn known(&mut self, block: &Block, cx: &mut RunCx<'_>) -> Known {
        let insns: Vec<Executed> = places(block).map(|pc| self.executed_at(pc, cx).1).collect();
        let moves = insns.iter().enumerate().fold(0, |bits, (i, insn)| {
            bits | u16::from(insn.writes.0[0] >> SP & 1 != 0) << i
        });
        let noted = &mut self.noted.block;
        Known {
            number: noted.number(self.common.id, &insns, cx.facts),
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
        let (place, at) = (access.i as u8, self.tick(access.t() + 1));
        if moves {
            let physical = self.global(self.st.reg(SP));
            self.noted.block.stack_moved(place, at, physical);
        }
        if traits.access != Access::None {
            let first = access.address as usize;
            let bytes = first..first + usize::from(traits.bytes).min(8);
            let seen = DynamicEvent {
                place,
                at,
                address: access.address.into(),
                physical: self.global(access.address),
                held: held(access.sram.bytes().get(bytes).unwrap_or(&[])),
                ..DynamicEvent::default()
            };
            self.noted.block.accessed(seen);
        }
    }

    /// Reports the first `count` instructions of the block, which have ended in cycle `now`.
    pub(crate) fn report_block(&mut self, count: usize, now: u64, cx: &mut RunCx<'_>) {
        let at = self.tick(now);
        self.noted.block.report(self.common.id, count, at, cx.facts);
    }
}
