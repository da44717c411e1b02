//! Basic blocks: straight code up to a control transfer, in one page.

use crate::core::{Counts, InMemory, Rv32, count};
use crate::exec::{Flow, execute};
use crate::isa::{Class, Decoded};
use trueboard_core::cpu::RunCx;
use trueboard_engine::block_loop::{self, Executor, Rest, Stopped};
use trueboard_engine::blocks::{self, BlockId, Node, NodeId};
use trueboard_engine::guest::Guest;
use trueboard_engine::pages;

/// Instructions of a block, at most.
const LONGEST: usize = 16;

/// Whether an instruction can be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// It is not decoded.
    No,
    Yes,
    /// By itself: zero-cost code, or a breakpoint.
    Marked,
}

/// What is kept of the instruction at an address.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// None where the bits are no instruction.
    pub insn: Option<Decoded>,
    pub ready: Ready,
    pub block: BlockId,
}

impl Entry {
    pub fn of(insn: Option<Decoded>, ready: Ready) -> Entry {
        let block = BlockId::UNKNOWN;
        Entry { insn, ready, block }
    }
}

impl pages::Entry for Entry {
    const GRAIN: usize = 4;
    const REACH: usize = 0;
    const LONGEST_BLOCK: usize = 4 * LONGEST;

    fn blank() -> Entry {
        Entry::of(None, Ready::No)
    }

    fn forget_block(&mut self) {
        self.block = BlockId::UNKNOWN;
    }
}

impl blocks::Insn for Decoded {
    fn bytes(&self) -> u32 {
        4
    }
}

/// The timing of so many instructions: a cycle each.
#[derive(Debug)]
pub struct Straight(usize);

impl blocks::Timing for Straight {
    type Outcome = Outcome;

    fn instructions(&self) -> usize {
        self.0
    }
}

/// Where a block went on.
#[derive(Clone, Copy, Debug)]
pub struct Outcome(u32);

impl blocks::Outcome for Outcome {
    type Key = u32;

    fn link(self) -> usize {
        (self.0 >> 2) as usize
    }

    fn key(self) -> u32 {
        self.0
    }
}

/// The blocks of a core.
pub type Blocks = blocks::Blocks<Decoded, Straight>;

/// Adds what executions of blocks count as.
fn meter(blocks: &Blocks, counts: &mut Counts) {
    blocks.drain(|insns, _, times| insns.iter().for_each(|insn| count(insn, times, counts)));
}

/// A core while it executes blocks.
struct Running<'a, 'b> {
    core: &'a mut Rv32,
    cx: &'a mut RunCx<'b>,
}

impl Executor for Running<'_, '_> {
    type Insn = Decoded;
    type Timing = Straight;
    type Extra = ();
    /// How many instructions were executed.
    type Exit = usize;

    fn block(&mut self, blocks: &mut Blocks) -> Option<BlockId> {
        let pc = self.core.pc;
        if pc & 3 != 0 {
            return None;
        }
        self.core.code.select(pc.into());
        let entry = self.core.code.current.at(pc.into());
        if entry.block == BlockId::UNKNOWN {
            let found = self.core.find(blocks, pc, self.cx);
            self.core.code.current.at_mut(pc.into()).block = found;
        }
        let id = self.core.code.current.at(pc.into()).block;
        blocks.get(id).map(|_| id)
    }

    fn node(&mut self, blocks: &mut Blocks, id: BlockId) -> Option<(NodeId, bool)> {
        let all = blocks.get(id)?.insns().len();
        Some((node_of(blocks, id, all)?, true))
    }

    fn decides(&mut self, _: &Blocks, _: (NodeId, Outcome), _: BlockId) -> bool {
        true
    }

    fn execute(
        &mut self,
        blocks: &Blocks,
        (_, n): (NodeId, &Node<Straight>),
    ) -> Result<Outcome, usize> {
        let (core, insns) = (&mut *self.core, blocks.of(n).insns());
        let room = core.until.saturating_sub(core.cycle);
        let mut flow = Flow::Next;
        for (i, insn) in insns.iter().enumerate() {
            let at = core.pc.wrapping_add(4 * i as u32);
            let seen = self.cx.mem.code_log().end() == core.code.seen();
            if i as u64 >= room || !seen {
                core.pending |= !seen;
                return Err(i);
            }
            flow = execute(insn, &mut core.x, at, &mut InMemory(self.cx.mem)).map_err(|()| i)?;
        }
        core.pending |= self.cx.mem.code_log().end() != core.code.seen();
        core.passes(insns.len());
        if let Some(last) = insns.last() {
            core.pc = core.pc.wrapping_sub(4);
            let event = core.goes_on(last, flow);
            if let Some(event) = event.filter(|_| self.cx.facts.on()) {
                // An observer may read meters.
                meter(blocks, &mut core.counts);
                core.fact(self.cx, event);
            }
        }
        Ok(Outcome(core.pc))
    }

    fn leave(&mut self, blocks: &mut Blocks, node: NodeId, done: usize) -> Rest<Outcome> {
        let id = blocks.at(node).block();
        if done != 0
            && let Some(prefix) = node_of(blocks, id, done)
        {
            blocks.execute(prefix);
        } else if let Some(block) = blocks.get(id) {
            let insns = block.insns().iter().take(done);
            insns.for_each(|insn| count(insn, 1, &mut self.core.counts));
        }
        self.core.passes(done);
        match self.is_over() {
            true => Rest::Over,
            false => Rest::Step,
        }
    }

    fn is_over(&self) -> bool {
        self.core.pending || self.core.cycle >= self.core.until
    }
}

fn node_of(blocks: &mut Blocks, id: BlockId, count: usize) -> Option<NodeId> {
    blocks.node_for(
        id,
        count as u64,
        |t| t.0 == count,
        |_| Some(Straight(count)),
    )
}

impl Rv32 {
    /// Executes blocks; false where a single step is next.
    pub(crate) fn run_blocks(&mut self, cx: &mut RunCx<'_>) -> bool {
        let mut blocks = std::mem::take(&mut *self.blocks);
        let stopped = block_loop::run(&mut Running { core: self, cx }, &mut blocks);
        *self.blocks = blocks;
        if self.blocks.is_full() {
            self.clear_blocks();
        }
        stopped == Stopped::Over
    }

    /// Forgets all blocks.
    pub(crate) fn clear_blocks(&mut self) {
        self.meter_blocks();
        self.blocks.clear();
        self.code.forget_blocks();
    }

    pub(crate) fn meter_blocks(&mut self) {
        meter(&self.blocks, &mut self.counts);
    }

    /// So many instructions were executed.
    fn passes(&mut self, count: usize) {
        self.cycle += count as u64;
        self.pc = self.pc.wrapping_add(4 * count as u32);
    }

    /// Adds the block at `pc`, in the current page.
    #[cold]
    fn find(&mut self, blocks: &mut Blocks, pc: u32, cx: &mut RunCx<'_>) -> BlockId {
        let mut insns = Vec::new();
        for at in (pc..=pc | 0xffc).step_by(4).take(LONGEST) {
            let known = self.code.current.at(at.into()).ready != Ready::No;
            let here = known || self.decode(at, cx.mem);
            let entry = *self.code.current.at(at.into());
            let Some(insn) = entry.insn.filter(|_| here && entry.ready == Ready::Yes) else {
                break;
            };
            let class = insn.op.class();
            if class == Class::System {
                break;
            }
            insns.push(insn);
            if matches!(class, Class::Branch | Class::Jump) {
                break;
            }
        }
        blocks.add(insns, ())
    }
}
