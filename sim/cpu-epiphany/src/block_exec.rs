//! The loop over instructions in the core's own memory: by basic blocks where that is possible, else in
//! single steps.

use crate::access::InBlock;
use crate::blocks::{self, Blocks};
use crate::code_pages::PAGE_HALVES;
use crate::core::Ecore;
use crate::decoded::{BREAK, FREE, READY};
use crate::isa::Op;
use crate::memory::bank_use::fetched_behind;
use crate::memory::map::SRAM;
use crate::pipeline::HotState;
use crate::pipeline::timing::{BlockTiming, EntryState};
use crate::slice::{Exit, Limits};
use trueboard_core::cpu::RunCx;
use trueboard_core::mem::Region;
use trueboard_engine::blocks::{BlockId, NodeId};

/// How far a block was executed.
enum Executed {
    /// All of it, with the timing of this node.
    All(NodeId),
    /// A prefix; the next instruction needs a single step.
    Part,
    /// A prefix, as every time: from now on this block is executed in its place.
    Replaced(BlockId),
}

impl Ecore {
    /// Executes instructions from the SRAM until something else is to be done. Whether one was decoded
    /// before makes no difference.
    pub(crate) fn in_sram(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Exit {
        loop {
            if let Some(exit) = self.in_decoded(cx, lim).or_else(|| self.special(cx, lim)) {
                return exit;
            }
        }
    }

    /// Executes decoded instructions from the SRAM; `None` behind the last one.
    fn in_decoded(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Option<Exit> {
        let mut l = self.live;
        let quiet = if lim.blocks {
            self.mesh.done()
        } else {
            u64::MAX
        };
        let mut page = self.own_page();
        let mut step = false;
        // The node that was executed last, if the core stands behind it.
        let mut left = NodeId::NONE;
        let exit = loop {
            if l.pc >> 12 != page {
                if l.pc >= SRAM {
                    break None;
                }
                self.code.pages.select(self.base() + u64::from(l.pc));
                page = l.pc >> 12;
            }
            // Offsets in a page are those of the address in it.
            let s = self.code.pages.current.at(l.pc.into());
            if s.flags & (READY | FREE | BREAK) != READY {
                break None;
            }
            // What the next instruction waits for is of the next slice.
            if l.first() >= l.until {
                break Some(Exit::Again);
            }
            if !step && s.block != BlockId::NONE && l.first() >= quiet {
                let id = s.block;
                if id == BlockId::UNKNOWN {
                    self.find_block(l.pc);
                    left = NodeId::NONE;
                    step = true;
                    continue;
                }
                if lim.notes && !self.may_pass(id, cx) {
                    step = true;
                    continue;
                }
                let pc = l.pc;
                let behind = std::mem::replace(&mut left, NodeId::NONE);
                match self.execute_block((behind, id), &mut l, cx, lim) {
                    Executed::All(node) => left = node,
                    Executed::Part => step = true,
                    Executed::Replaced(by) => {
                        step = true;
                        self.code.pages.current.at_mut(pc.into()).block = by;
                    }
                }
                continue;
            }
            (step, left) = (false, NodeId::NONE);
            let s = *s;
            let need = self.ready.need(&s);
            let t = l.earliest(&s, need);
            if t > l.now
                && let Some(exit) = l.aside(|l| self.lose(&s, need, t, l))
            {
                break Some(exit);
            }
            if t >= l.until {
                break Some(Exit::Again);
            }
            if let Err(exit) = self.issue(&s, t, &mut l, cx, lim) {
                break Some(exit);
            }
        };
        self.live = l;
        exit
    }

    /// The number of the current page among those of the SRAM, if it is one.
    #[inline(always)]
    fn own_page(&self) -> u32 {
        let offset = self.code.pages.base().wrapping_sub(self.base());
        u32::try_from(offset).map_or(u32::MAX, |offset| offset >> 12)
    }

    /// Finds the block that begins at `pc`, in the current page.
    #[cold]
    fn find_block(&mut self, pc: u32) {
        if self.code.blocks.as_ref().is_some_and(|b| b.is_full()) {
            self.clear_blocks();
        }
        let found = self.code.blocks.get_or_insert_default();
        let i = (pc >> 1) as usize & (PAGE_HALVES - 1);
        let found = blocks::find(found, self.code.pages.current.entries(), i, pc);
        self.code.pages.current.at_mut(pc.into()).block = found;
    }

    /// Executes block `id`, or as much of it as can be, directly behind node `left` if there is one.
    #[inline(always)]
    fn execute_block(
        &mut self,
        place: (NodeId, BlockId),
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Executed {
        // Apart, so that its instructions can stay where they are.
        let Some(mut blocks) = self.code.blocks.take() else {
            return Executed::Part;
        };
        let executed = self.execute_in(&mut blocks, place, l, cx, lim);
        let full = matches!(executed, Executed::Part) && blocks.is_full();
        *self.code.blocks = Some(blocks);
        if full {
            // There may have been no room for a timing.
            self.clear_blocks();
        }
        executed
    }

    /// [`Ecore::execute_block`], of `blocks`.
    #[inline(always)]
    fn execute_in(
        &mut self,
        blocks: &mut Blocks,
        (left, id): (NodeId, BlockId),
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Executed {
        let from = l.first();
        let (mut node, mut cut) = match blocks::linked(blocks, (left, id), &mut self.ready, l) {
            Some(node) => (node, false),
            None => match l.aside(|l| self.find_node(blocks, (left, id), l, lim)) {
                Some(found) => found,
                None => return Executed::Part,
            },
        };
        let mut done = 0;
        let body = loop {
            let (block, n) = blocks.node(node);
            let body = &block.extra.body;
            let body = body.get(..n.timing.length.into()).unwrap_or(body);
            let sram = cx.mem.region_mut(self.sram);
            let place = (&n.timing, fetched_behind(l.pc), from);
            let went = match lim.notes {
                false => self.execute_body::<false>(body, sram, place, done, lim),
                true => self.execute_body::<true>(body, sram, place, done, lim),
            };
            let Err((executed, differs)) = went else {
                break body.len();
            };
            done = executed;
            if differs && let Some(other) = blocks::turn_over(blocks, node, done, l) {
                // Up to here its timing is the same.
                (node, cut) = other;
                continue;
            }
            let executed = self.leave(blocks, node, done, l);
            if lim.notes {
                self.report_block(done, l.now, cx);
            }
            return executed;
        };
        blocks.execute(node);
        if cx.facts.on() {
            // Whoever hears of a call may look at meters.
            blocks::meter(blocks, &mut self.counts);
        }
        let (block, n) = blocks.node(node);
        n.timing.account(l, &mut self.ready);
        block.extra.count();
        let (count, at) = (usize::from(n.timing.length), n.timing.last(from));
        if let Some(last) = block.insns().get(count - 1) {
            let pc = l.pc.wrapping_sub(last.op.len.into());
            if body < count {
                l.pc = pc;
                let flow = self.branch(&last.op, pc);
                self.go_on(flow, last, at, l, cx, lim);
            } else if pc == l.loop_end {
                l.aside(|l| self.end_of_loop(at, l));
            }
        }
        if lim.notes {
            self.report_block(count, l.now, cx);
        }
        if cut {
            Executed::Part
        } else {
            Executed::All(node)
        }
    }

    /// The node of what can be executed of block `id`, and whether that is a prefix; linked to node `left` if what decides it
    /// is known of that. None if there is none.
    #[inline(never)]
    fn find_node(
        &mut self,
        blocks: &mut Blocks,
        (left, id): (NodeId, BlockId),
        l: &HotState,
        lim: &Limits,
    ) -> Option<(NodeId, bool)> {
        let extra = &blocks.get(id)?.extra;
        let (waits, expected) = (extra.waits, extra.expected());
        let decided = (blocks.look(left))
            .is_some_and(|left| (left.timing).decides(waits, &mut self.ready, l.first()));
        let entry = EntryState::of(&mut self.ready, l, waits, lim.fpu_latency)?;
        let fit = blocks::fit(blocks, id, &entry, l)?;
        if decided && !fit.1 {
            blocks.link(left, expected, fit.0);
        }
        Some(fit)
    }

    /// Executes instructions of a block from number `i` on, without their time: the bank that is fetched from, and the
    /// cycle in which the block begins, are with its timing in `place`. An error says which is left for a single step, and
    /// whether that is for the bank that it accesses. `N`: what they touch is noted.
    #[inline(never)]
    fn execute_body<const N: bool>(
        &mut self,
        ops: &[Op],
        sram: &mut Region,
        (timing, bank, from): (&BlockTiming, u32, u64),
        i: usize,
        lim: &Limits,
    ) -> Result<(), (usize, bool)> {
        let mut access = InBlock::<N> {
            timing,
            sram,
            bank,
            from,
            i,
            differs: false,
            address: 0,
        };
        while let Some(op) = ops.get(access.i) {
            if self.execute(op, &mut access, lim).is_err() {
                return Err((access.i, access.differs));
            }
            if N {
                self.note_executed(op, &access);
            }
            access.i += 1;
        }
        Ok(())
    }

    /// Accounts for the first `done` instructions of the block of `node`: the next one needs a single step.
    #[cold]
    fn leave(
        &mut self,
        blocks: &mut Blocks,
        node: NodeId,
        done: usize,
        l: &mut HotState,
    ) -> Executed {
        let node = blocks.at(node);
        let (id, entry) = (node.block(), node.timing.entry);
        if done != 0 {
            if let Some(prefix) = blocks::node_of(blocks, id, &entry, done) {
                l.aside(|l| blocks.at(prefix).timing.account(l, &mut self.ready));
                blocks.execute(prefix);
            } else if let Some(block) = blocks.get(id)
                // What a timing has room for, its prefix has too: it is not kept.
                && let Some(timing) = blocks::timing_of(block, &entry, done)
            {
                l.aside(|l| timing.account(l, &mut self.ready));
                let insns = block.insns().get(..done).unwrap_or(block.insns());
                blocks::count(insns, &timing, 1, &mut self.counts);
            }
        }
        match blocks::leave(blocks, id, done) {
            Some(by) => Executed::Replaced(by),
            None => Executed::Part,
        }
    }
}
