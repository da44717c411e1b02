//! The loop over instructions in the core's own memory: by basic blocks where that is possible, else in
//! single steps.

use crate::access::InBlock;
use crate::blocks::{self, Blocks, Extra};
use crate::code::{self, Behind};
use crate::code_pages::PAGE_HALVES;
use crate::core::Ecore;
use crate::decoded::DecodedInsn;
use crate::dispatch::Flow;
use crate::isa::Op;
use crate::memory::bank_use::fetched_behind;
use crate::memory::map::SRAM;
use crate::pipeline::HotState;
use crate::pipeline::timing::{BlockTiming, EntryState, Next};
use crate::slice::{Exit, Limits};
use crate::translate::{self, CodeInsn, InCode, Ran};
use trueboard_core::cpu::RunCx;
use trueboard_core::mem::Region;
use trueboard_engine::block_loop::{self, Executor, Rest};
use trueboard_engine::blocks::{BlockId, Node, NodeId};
use trueboard_jit::TranslatedId;

impl Ecore {
    /// Executes instructions from the SRAM until other work is pending. An earlier decoding makes no difference.
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
        let mut step = false;
        let exit = loop {
            if !self.turn_page(l.pc) {
                break None;
            }
            // Offsets in a page are those of the address in it.
            let s = self.code.pages.current.at(l.pc.into());
            if !s.is_ordinary() {
                break None;
            }
            // What the next instruction waits for is of the next slice.
            if l.first() >= l.until {
                break Some(Exit::Again);
            }
            if !step && s.block != BlockId::NONE && l.first() >= quiet {
                step = self.run_blocks(&mut l, quiet, cx, lim);
                continue;
            }
            step = false;
            let s = *s;
            if let Err(exit) = self.step::<true>(&s, &mut l, cx, lim) {
                break Some(exit);
            }
        };
        self.live = l;
        exit
    }

    /// Makes the page of `pc` the current one; false outside of the SRAM.
    #[inline(always)]
    fn turn_page(&mut self, pc: u32) -> bool {
        let pa = self.base() + u64::from(pc);
        if !self.code.pages.is_current(pa) {
            if pc >= SRAM {
                return false;
            }
            self.code.pages.select(pa);
        }
        true
    }

    /// Executes blocks: whether a single step comes next, if the slice is not over.
    #[inline(always)]
    fn run_blocks(
        &mut self,
        l: &mut HotState,
        quiet: u64,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> bool {
        // Apart, so that their instructions can stay where they are.
        let mut blocks = self.code.blocks.take().unwrap_or_default();
        let cx_facts = cx.facts.on();
        let mut running = Running {
            core: self,
            l: *l,
            quiet,
            cx,
            lim,
            done: 0,
            cut: false,
            in_code: !lim.notes && !cx_facts,
            by_code: false,
            in_front: false,
        };
        block_loop::run(&mut running, &mut blocks);
        *l = running.l;
        let step = !running.in_front;
        let full = blocks.is_full();
        *self.code.blocks = Some(blocks);
        if full {
            self.clear_blocks();
        }
        step
    }

    /// Executes an instruction that code leaves to it. An error says whether it was left for the bank that it accesses.
    #[inline(never)]
    pub(crate) fn execute_for_code(
        &mut self,
        insn: &CodeInsn,
        sram: &mut Region,
        lim: &Limits,
    ) -> Result<(), bool> {
        let mut access = InBlock::<false> {
            issues: &insn.issues,
            sram,
            bank: insn.bank,
            from: self.live.now - u64::from(insn.pair),
            i: insn.i.into(),
            mispredicted: false,
            address: 0,
        };
        match self.execute(&insn.op, &mut access, lim) {
            Ok(_) => Ok(()),
            Err(_) => Err(access.mispredicted),
        }
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
            issues: &timing.issues,
            sram,
            bank,
            from,
            i,
            mispredicted: false,
            address: 0,
        };
        while let Some(op) = ops.get(access.i) {
            if self.execute(op, &mut access, lim).is_err() {
                return Err((access.i, access.mispredicted));
            }
            if N {
                self.note_executed(op, &access);
            }
            access.i += 1;
        }
        Ok(())
    }
}

/// Where a block is left before its end.
struct LeftAt {
    /// How many of its instructions were executed.
    done: usize,
    /// The next one accesses another bank than the timing assumes.
    mispredicted: bool,
    /// Code has executed it so far.
    by_code: Option<Left>,
}

/// Where code was left.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    /// In front of the block.
    Front,
    /// In front of an instruction with which the interpreter continues.
    Rest,
    /// At an instruction that is not for a block.
    At,
}

/// A core while it executes blocks.
struct Running<'a, 'b> {
    core: &'a mut Ecore,
    l: HotState,
    /// The mesh uses banks before this cycle.
    quiet: u64,
    cx: &'a mut RunCx<'b>,
    lim: &'a Limits,
    /// Instructions of the block that were executed with another timing.
    done: usize,
    /// The node is a prefix, behind which there is no time.
    cut: bool,
    /// Blocks may be executed in code.
    in_code: bool,
    /// The node that is left was executed in code, which has not counted it.
    by_code: bool,
    /// Code was left in front of a block that is to be searched for.
    in_front: bool,
}

impl Executor for Running<'_, '_> {
    type Insn = DecodedInsn;
    type Timing = BlockTiming;
    type Extra = Extra;
    type Exit = LeftAt;

    #[inline(always)]
    fn block(&mut self, blocks: &mut Blocks) -> Option<BlockId> {
        let pc = self.l.pc;
        if !self.core.turn_page(pc) {
            return None;
        }
        let id = self.block_here()?;
        if id == BlockId::UNKNOWN {
            self.find_block(blocks, pc);
            return None;
        }
        if self.lim.notes && !self.core.admits_block(blocks, id, self.cx) {
            return None;
        }
        Some(id)
    }

    #[inline(never)]
    fn node(&mut self, blocks: &mut Blocks, id: BlockId) -> Option<(NodeId, bool)> {
        if let Some(node) = self.node_behind(blocks, id) {
            self.cut = false;
            return Some((node, true));
        }
        let waits = blocks.get(id)?.extra.waits;
        let entry = EntryState::of(&mut self.core.ready, &self.l, waits, self.lim.fpu_latency)?;
        let (node, cut) = blocks::fit(blocks, id, &entry, &self.l)?;
        self.cut = cut;
        Some((node, !cut))
    }

    #[inline(always)]
    fn decides(&mut self, blocks: &Blocks, (from, _): (NodeId, Next), id: BlockId) -> bool {
        let first = self.l.first();
        let ready = &mut self.core.ready;
        (blocks.get(id))
            .is_some_and(|b| blocks.at(from).timing.decides(b.extra.waits, ready, first))
    }

    #[inline(always)]
    fn admits(&mut self, blocks: &Blocks, behind: NodeId, next: NodeId) -> bool {
        let l = &self.l;
        let (block, node) = blocks.node(next);
        let from = l.first();
        let pa = self.core.base() + u64::from(l.pc);
        self.core.code.pages.is_current(pa)
            && self.block_here() == Some(node.block())
            && usize::from(node.timing.length) == blocks::up_to(block, l.loop_end)
            && node.timing.ends_within(l.until.saturating_sub(from))
            && (blocks.at(behind).timing).decides(block.extra.waits, &mut self.core.ready, from)
            && (!self.lim.notes || self.core.admits_block(blocks, node.block(), self.cx))
    }

    #[inline(always)]
    fn uncount(&mut self, blocks: &mut Blocks, id: NodeId) {
        if !std::mem::take(&mut self.by_code) {
            blocks.uncount(id);
        }
    }

    #[inline(always)]
    fn execute_code(&mut self, blocks: &Blocks, id: &mut NodeId) -> Option<Result<Next, LeftAt>> {
        let code = blocks.get_node(*id)?.timing.code.get();
        let number = TranslatedId::of(code.number)?;
        let from = self.l.first();
        let goes = self.in_code
            && self.done == 0
            && self.l.loop_end & 1 != 0
            && code.mode == self.lim.mode
            && self.core.is_settled(from);
        if !goes {
            return None;
        }
        let mut cx = InCode {
            memory: self.cx.mem,
            lim: self.lim,
        };
        let live = &mut self.core.live;
        live.go_to(&self.l);
        (live.until, live.early_end_from) = (self.l.until, self.l.early_end_from);
        let ran = translate::run(self.core, &mut cx, blocks, id, number);
        self.l.go_to(&self.core.live);
        let (done, mispredicted, left) = match ran {
            // Nothing was executed.
            Ran::Front if self.l.first() == from => return None,
            Ran::Front => (0, false, Left::Front),
            Ran::Retired(taken) => {
                if taken {
                    let cycles = u64::from(self.core.params.timing.branch_cycles);
                    self.l.branched(self.l.now - 1 - cycles);
                }
                let outcome = self.next(blocks, taken);
                let next = blocks.next(*id, outcome);
                if self.is_over() {
                    *self.core.behind = Some(Behind {
                        node: *id,
                        outcome,
                        at: self.l,
                    });
                } else if next != NodeId::NONE && self.admits(blocks, *id, next) {
                    translate::link(self.core, blocks, *id, taken, next);
                }
                return Some(Ok(outcome));
            }
            Ran::Rest(done) => (done, false, Left::Rest),
            Ran::At(done, mispredicted) => (done, mispredicted, Left::At),
        };
        self.by_code = true;
        Some(Err(LeftAt {
            done,
            mispredicted,
            by_code: Some(left),
        }))
    }

    #[inline(always)]
    fn execute(
        &mut self,
        blocks: &Blocks,
        (id, n): (NodeId, &Node<BlockTiming>),
    ) -> Result<Next, LeftAt> {
        let from = self.l.first();
        let i = std::mem::take(&mut self.done);
        let block = blocks.of(n);
        let body = &block.extra.body;
        let body = body.get(..n.timing.length.into()).unwrap_or(body);
        let sram = self.cx.mem.region_mut(self.core.sram);
        let place = (&n.timing, fetched_behind(self.l.pc), from);
        let went = match self.lim.notes {
            false => self
                .core
                .execute_body::<false>(body, sram, place, i, self.lim),
            true => self
                .core
                .execute_body::<true>(body, sram, place, i, self.lim),
        };
        if let Err((done, mispredicted)) = went {
            return Err(LeftAt {
                done,
                mispredicted,
                by_code: None,
            });
        }
        let body = body.len();
        if self.cx.facts.on() {
            // A listener of calls may read meters.
            self.count_code(blocks);
            blocks::meter(blocks, &mut self.core.counts);
        }
        n.timing.account(&mut self.l, &mut self.core.ready);
        block.extra.count();
        let (count, at) = (usize::from(n.timing.length), n.timing.last(from));
        let mut jumped = false;
        if let Some(last) = block.insns().get(count - 1) {
            let pc = self.l.pc.wrapping_sub(last.op.len.into());
            if body < count {
                self.l.pc = pc;
                let flow = self.core.st.branch(&last.op, pc);
                jumped = matches!(flow, Flow::Jump(_) | Flow::Call(_));
                (self.core).go_on(flow, last, at, &mut self.l, self.cx, self.lim);
            } else if pc == self.l.loop_end {
                self.l.with_copy(|l| self.core.end_of_loop(at, l));
                jumped = self.core.st.lc != 0;
            }
        }
        if self.lim.notes {
            self.core.report_block(count, self.l.now, self.cx);
        } else if count == block.insns().len() {
            translate::warm(self.core, blocks, id, self.lim);
        }
        Ok(self.next(blocks, jumped))
    }

    #[cold]
    fn leave(
        &mut self,
        blocks: &mut Blocks,
        node: NodeId,
        LeftAt {
            done,
            mispredicted,
            by_code,
        }: LeftAt,
    ) -> Rest<Next> {
        match by_code {
            None => {}
            Some(Left::Front) => {
                self.in_front = true;
                return Rest::Step;
            }
            Some(Left::Rest) => {
                self.done = done;
                return Rest::Node(node);
            }
            Some(Left::At) if mispredicted => {
                let (block, node) = blocks.node(node);
                block.extra.expect(&node.timing);
            }
            // As often as code has executed it, it was not left.
            Some(Left::At) if blocks.node(node).0.extra.is_left_next() => {
                self.count_code(blocks);
            }
            Some(Left::At) => {}
        }
        if mispredicted && let Some((other, cut)) = blocks::retime(blocks, node, done, &self.l) {
            // Both timings agree up to this instruction.
            (self.cut, self.done) = (cut, done);
            return Rest::Node(other);
        }
        let pc = self.l.pc;
        let node = blocks.at(node);
        let (id, entry) = (node.block(), node.timing.entry);
        let Ecore { ready, counts, .. } = &mut *self.core;
        if done != 0 {
            if let Some(prefix) = blocks::node_of(blocks, id, &entry, done) {
                blocks.at(prefix).timing.account(&mut self.l, ready);
                blocks.execute(prefix);
            } else if let Some(block) = blocks.get(id)
                // What a timing has room for, its prefix has too: it is not kept.
                && let Some(timing) = blocks::timing_of(block, &entry, done)
            {
                timing.account(&mut self.l, ready);
                let insns = block.insns().get(..done).unwrap_or(block.insns());
                blocks::count(insns, &timing, 1, counts);
            }
        }
        if let Some(by) = blocks::leave(blocks, id, done) {
            self.core.code.pages.current.at_mut(pc.into()).block = by;
            self.core.unlink_code();
        }
        if self.lim.notes {
            self.core.report_block(done, self.l.now, self.cx);
        }
        Rest::Step
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.l.first() >= self.l.until
    }
}

impl Running<'_, '_> {
    /// The block at the program counter, which is in the current page, if one can begin there now.
    #[inline(always)]
    fn block_here(&self) -> Option<BlockId> {
        let s = self.core.code.pages.current.at(self.l.pc.into());
        let begins = !self.cut && self.l.first() >= self.quiet && s.is_ordinary();
        begins.then_some(s.block)
    }

    /// Executions that code has counted become those of their nodes.
    fn count_code(&mut self, blocks: &Blocks) {
        if let Some(translation) = &mut *self.core.translation {
            code::count(translation, blocks);
        }
    }

    /// The node of block `id`, if the slice before has ended behind the one in front of it and nothing has happened since.
    #[inline(always)]
    fn node_behind(&mut self, blocks: &Blocks, id: BlockId) -> Option<NodeId> {
        let Behind { node, outcome, at } = self.core.behind.take()?;
        let next = blocks.next(node, outcome);
        let goes = self.l.is_where(&at)
            && next != NodeId::NONE
            && blocks.at(next).block() == id
            && blocks.at(next).timing.entry.fpu() == self.lim.fpu_latency
            && self.admits(blocks, node, next);
        goes.then_some(next)
    }

    /// Finds the block that begins at `pc`, in the current page.
    #[cold]
    fn find_block(&mut self, blocks: &mut Blocks, pc: u32) {
        let i = (pc >> 1) as usize & (PAGE_HALVES - 1);
        let pages = &mut self.core.code.pages;
        let found = blocks::find(blocks, pages.current.entries(), i, pc);
        pages.current.at_mut(pc.into()).block = found;
    }

    /// How the block was left that was executed.
    #[inline(always)]
    fn next(&self, blocks: &Blocks, jumped: bool) -> Next {
        let pc = self.l.pc;
        let id = self.core.code.pages.current.at(pc.into()).block;
        let same = blocks.get(id).map_or(0, |b| b.extra.same.get());
        Next { pc, jumped, same }
    }
}
