//! Execution of basic blocks. A special instruction, or pending work before an instruction, leaves the block in front
//! of it for a single step. The executed prefix is accounted.

use crate::block_find::{BlockTiming, Blocks, find};
use crate::blocks::{Done, Outcome, PendingExit, line, lines};
use crate::code_pages::{BLACKLISTED, PAGE_WORDS};
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::handlers::BlockInsn;
use crate::isa::{Class, Op};
use crate::meters::Meter;
use crate::state::Psr;
use crate::tally::COUNTED;
use crate::translate::{self, Ran};
use crate::trap::Exc;
use crate::window::HotState;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::ControlFlow;
use trueboard_engine::block_loop::{self, Executor, Rest};
use trueboard_engine::blocks::{BlockId, Node, NodeId};
use trueboard_jit::TranslatedId;

/// Visits of an address before a block is made there.
const HOT: u8 = 4;
/// A slice with fewer cycles left continues in single steps.
const LEAST_CYCLES: u64 = 4;

/// The link to where a trap goes.
const TRAP_LINK: u32 = 3;

/// What is metered so many times is taken back: counts wrap.
const ONCE_LESS: u64 = u64::MAX;

/// Why blocks are not gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The slice is over, work is pending, or the next line of code has to be looked for.
    Due,
    /// The next instruction is to be executed by itself.
    Alone,
    /// What comes next is to be executed in single steps.
    Steps,
    /// The instruction failed.
    Failed(Exc),
}

/// Where a block is left before its end.
pub(crate) enum Exit {
    /// In front of its first instruction.
    Before(Left),
    /// Where known lines of code or the slice end. If `entered`, the first line was taken, and results that the first
    /// instruction waits for are there.
    Prefix { entered: bool },
    /// At the instruction that has ended so.
    Stopped(Done),
}

/// A core while it executes blocks. `A`: their executions are counted by account. `N`: what they touch is noted and
/// reported.
struct Running<'a, 'b, const A: bool, const N: bool> {
    core: &'a mut Leon,
    cx: &'a mut RunCx<'b>,
    /// Why blocks are not gone on with.
    left: Left,
}

impl<const A: bool, const N: bool> Executor for Running<'_, '_, A, N> {
    type Insn = Class;
    type Timing = BlockTiming;
    type Extra = ();
    type Exit = Exit;

    #[inline(always)]
    fn block(&mut self, blocks: &mut Blocks) -> Option<BlockId> {
        let core = &mut *self.core;
        let pc = core.exit.target;
        let found = match core.base >= core.limits.until {
            true => Err(Left::Due),
            false => core.block_at(blocks, pc),
        };
        if let Err(left) = found {
            self.left = core.leave(pc, 0, left);
        }
        found.ok()
    }

    #[inline(always)]
    fn node(&mut self, blocks: &mut Blocks, id: BlockId) -> Option<(NodeId, bool)> {
        let node = blocks.first(id);
        if node.is_none() {
            self.left = self.core.leave(self.core.exit.target, 0, Left::Alone);
        }
        node.map(|node| (node, true))
    }

    #[inline(always)]
    fn decides(&mut self, _: &Blocks, _: (NodeId, Outcome), _: BlockId) -> bool {
        true
    }

    #[inline(always)]
    fn count_entry<'n>(&mut self, blocks: &'n Blocks, id: NodeId) -> Option<&'n Node<BlockTiming>> {
        if !A {
            return blocks.count_entry(id);
        }
        let found = blocks.get_node(id)?;
        if let Some(profile) = &mut *self.core.profile {
            profile.begin(id);
        }
        Some(found)
    }

    #[inline(always)]
    fn uncount(&mut self, blocks: &mut Blocks, id: NodeId) {
        match (A, &mut *self.core.profile) {
            (true, Some(profile)) => profile.left(id, blocks, &mut self.core.tally),
            _ => blocks.uncount(id),
        }
    }

    #[inline(always)]
    fn execute_code(&mut self, blocks: &Blocks, id: &mut NodeId) -> Option<Result<Outcome, Exit>> {
        if A || N {
            return None;
        }
        let code = TranslatedId::of(blocks.get_node(*id)?.timing.code.get())?;
        match translate::run(self.core, blocks, id, code, self.cx) {
            Ran::Front => None,
            Ran::Retired => Some(Ok(self.core.outcome())),
            Ran::Done(done) => {
                let t = &blocks.at(*id).timing;
                if done != Done::Yes && !self.core.is_at_end(t, done) {
                    return Some(Err(Exit::Stopped(done)));
                }
                self.core.retire(t);
                Some(Ok(self.core.outcome()))
            }
        }
    }

    #[inline(always)]
    fn execute(
        &mut self,
        blocks: &Blocks,
        (id, n): (NodeId, &Node<BlockTiming>),
    ) -> Result<Outcome, Exit> {
        let (core, t) = (&mut *self.core, &n.timing);
        if N {
            core.begin_noting(t, self.cx)?;
        } else if !core.fits(t) {
            return Err(Exit::Prefix { entered: false });
        } else if !core.take_first_line(t) {
            return Err(Exit::Before(Left::Steps));
        }
        let late = (core.waits_at_entry(t) || N) && !core.fits(t);
        if late || t.lines != 0 && !core.lines_memoised(t) {
            return Err(Exit::Prefix { entered: true });
        }
        core.exit = t.exit;
        core.pipeline.still_producing(t.produced);
        let done = (t.first.run)(core, self.cx, &t.first);
        if done != Done::Yes {
            if N {
                core.note_stopped(t, done, self.cx);
            }
            if !core.is_at_end(t, done) {
                if done == Done::Observed && !A && !N {
                    // Each of its executions ends so.
                    translate::warm(core, blocks, id, t);
                }
                return Err(Exit::Stopped(done));
            }
        }
        core.retire(t);
        if N {
            core.report_all(t, self.cx);
        } else if !A {
            translate::warm(core, blocks, id, t);
        }
        if A && let Some(profile) = &mut *core.profile
            && profile.switched
        {
            profile.ended(id, blocks, &mut core.tally);
        }
        Ok(core.outcome())
    }

    #[inline(always)]
    fn leave(&mut self, blocks: &mut Blocks, id: NodeId, exit: Exit) -> Rest<Outcome> {
        match self.core.leave_node::<N>(blocks, id, exit, self.cx) {
            Ok(None) => Rest::Done(self.core.outcome()),
            Ok(Some(next)) => Rest::Node(next),
            Err(left) => {
                self.left = left;
                Rest::Step
            }
        }
    }

    /// [`Executor::block`] and [`Leon::fits`] compare the cycle with the end of the slice.
    #[inline(always)]
    fn is_over(&self) -> bool {
        false
    }
}

impl Leon {
    /// Whether blocks may be executed from here: no work is pending, fetches are ordinary, though a line of code may
    /// be arriving, and the next instruction is no delay slot.
    #[inline(always)]
    pub(crate) fn may_enter_blocks(&self, l: &HotState) -> bool {
        self.in_flight.fetch.is_ordinary()
            && self.may_begin_anywhere()
            && l.cycle + LEAST_CYCLES < self.limits.until
    }

    /// Whether a block may begin here, however little time is left, with its line of code complete.
    #[inline(always)]
    pub(crate) fn may_begin_blocks(&self) -> bool {
        self.in_flight.fetch.is_unhindered() && self.may_begin_anywhere()
    }

    /// Whether a block may begin here as far as fetches are not concerned.
    #[inline(always)]
    fn may_begin_anywhere(&self) -> bool {
        !self.pending_work && self.memory.imemo.is_usable() && self.window.is_sequential()
    }

    /// A block that begins here mostly stops at once.
    #[inline(always)]
    pub(crate) fn is_blacklisted(&self, l: &HotState) -> bool {
        self.code.current.entries()[l.at as usize & (PAGE_WORDS - 1)].heat == BLACKLISTED
    }

    /// Executes blocks. `N`: what they touch is noted and reported.
    #[inline(always)]
    pub(crate) fn run_blocks<const N: bool>(&mut self, cx: &mut RunCx<'_>) -> Left {
        let mut blocks = self.blocks.take().unwrap_or_default();
        self.in_block = true;
        let left = match *self.profile {
            Some(_) if !N => {
                // Single steps lie behind.
                self.tally.beyond_hot |= COUNTED;
                self.chain::<true, N>(&mut blocks, cx)
            }
            _ => self.chain::<false, N>(&mut blocks, cx),
        };
        self.in_block = false;
        *self.blocks = Some(blocks);
        left
    }

    /// Blocks that follow each other. `A`: their executions are counted by account.
    #[inline(never)]
    fn chain<const A: bool, const N: bool>(
        &mut self,
        blocks: &mut Blocks,
        cx: &mut RunCx<'_>,
    ) -> Left {
        self.base = self.cycle;
        self.exit.target = self.state.pc;
        self.window.begin_blocks();
        if !N && self.in_flight.fetch.is_arriving() {
            let gone_on = self
                .next_node(blocks)
                .and_then(|id| self.fetch_through::<false>(blocks, id, false, cx));
            if let Err(left) = gone_on {
                return left;
            }
        }
        let mut running: Running<'_, '_, A, N> = Running {
            core: self,
            cx,
            left: Left::Due,
        };
        block_loop::run(&mut running, blocks);
        running.left
    }

    /// How the block under way is left.
    #[inline(always)]
    pub(crate) fn outcome(&self) -> Outcome {
        let PendingExit { target, link, .. } = self.exit;
        Outcome { next: target, link }
    }

    /// Accounts for the executed part of a node that is left before its end, or executes the rest. Blocks go on with the
    /// node returned, or with the successor of this one.
    #[inline(never)]
    fn leave_node<const N: bool>(
        &mut self,
        blocks: &mut Blocks,
        id: NodeId,
        exit: Exit,
        cx: &mut RunCx<'_>,
    ) -> Result<Option<NodeId>, Left> {
        let t = &blocks.at(id).timing;
        let left = match exit {
            // Its first line is not known to hit.
            Exit::Before(Left::Steps) if !N => {
                return self.fetch_through::<false>(blocks, id, false, cx).map(Some);
            }
            Exit::Before(left) => Some(self.leave(t.pc, 0, left)),
            Exit::Prefix { entered } if N => Some(self.enter_prefix::<N>(t, entered, cx)),
            Exit::Prefix { entered } => {
                return self
                    .fetch_through::<false>(blocks, id, entered, cx)
                    .map(Some);
            }
            Exit::Stopped(Done::Observed) => self.observed(blocks, t, cx),
            Exit::Stopped(done) => {
                let left = self.stopped::<N>(t, done, cx);
                let pc = t.pc;
                if std::mem::take(&mut self.at_contended_load) {
                    self.blacklist(blocks, pc);
                }
                match left {
                    Some(left) if !N => self.trapped(blocks, left, cx),
                    left => left,
                }
            }
        };
        left.map_or(Ok(None), Err)
    }

    /// Takes the trap for which an instruction has left its block, if blocks may continue behind it. A change of mode
    /// would find incomplete meters of blocks.
    #[inline(never)]
    fn trapped(&mut self, blocks: &mut Blocks, left: Left, cx: &mut RunCx<'_>) -> Option<Left> {
        let Left::Failed(Exc::Trap(tt)) = left else {
            return Some(left);
        };
        let Psr { et, s, .. } = self.state.psr;
        if !et || !s {
            return Some(left);
        }
        let kind = self.take_trap(tt, cx);
        if self.flow != ControlFlow::Unreported {
            self.fact_behind(blocks, cx, kind);
        }
        if !self.may_begin_blocks() {
            return Some(Left::Due);
        }
        self.base = self.cycle;
        (self.exit.target, self.exit.link) = (self.state.pc, TRAP_LINK);
        None
    }

    /// Takes the first line of a block, if that is a known hit. Its page of code is not always the selected one then: see
    /// [`Leon::select_taken_page`].
    #[inline(always)]
    pub(crate) fn take_first_line(&mut self, t: &BlockTiming) -> bool {
        if self.in_flight.fetch.covers(t.pc) {
            return true;
        }
        let known = self.memory.imemo.has_line(t.memo.first);
        if known {
            self.fetch_memoised(t.pc);
        }
        known
    }

    /// Selects the page of code of the line that was taken last. Blocks that are linked go from page to page without.
    #[inline(always)]
    pub(crate) fn select_taken_page(&mut self) {
        let taken = self.in_flight.fetch.page();
        if self.code.base() as u32 != taken {
            self.code.select(taken.into());
        }
    }

    /// Waits for what the first instruction of a block needs of the one before. False when that is nothing.
    #[inline(always)]
    pub(crate) fn waits_at_entry(&mut self, t: &BlockTiming) -> bool {
        let timing = &self.params.timing;
        let Some((m, cycles)) = self.pipeline.interlock(|| t.reads, timing) else {
            return false;
        };
        self.base += cycles;
        self.tally.add(m, cycles);
        true
    }

    /// All of a block was executed.
    #[inline(always)]
    pub(crate) fn retire(&mut self, t: &BlockTiming) {
        if t.lines != 0 {
            self.enter_lines(t.lines, t.last_line);
        }
        self.base += u64::from(t.cycles);
    }

    /// The block at `pc`.
    #[inline(always)]
    pub(crate) fn block_at(&mut self, blocks: &mut Blocks, pc: u32) -> Result<BlockId, Left> {
        self.select_taken_page();
        if self.code.is_current(pc.into()) {
            return self.block_in_page(blocks, pc);
        }
        let before = self.code.base();
        if !self.may_fetch_here(pc) {
            return Err(Left::Steps);
        }
        self.code.select(pc.into());
        let found = self.block_in_page(blocks, pc);
        if found.is_err() {
            // Nothing is fetched from there yet.
            self.code.select(before);
        }
        found
    }

    /// The block at `pc`, which is in the current page.
    #[inline(always)]
    fn block_in_page(&mut self, blocks: &mut Blocks, pc: u32) -> Result<BlockId, Left> {
        let mut id = self.code.current.at(pc.into()).block;
        if id == BlockId::UNKNOWN {
            id = self.find_block(blocks, pc);
            if id == BlockId::UNKNOWN {
                return Err(Left::Steps);
            }
        }
        Ok(id)
    }

    /// Looks for the block at `pc`.
    #[inline(never)]
    fn find_block(&mut self, blocks: &mut Blocks, pc: u32) -> BlockId {
        let e = self.code.current.at_mut(pc.into());
        if e.heat == BLACKLISTED {
            return BlockId::UNKNOWN;
        }
        e.heat = e.heat.saturating_add(1);
        if e.heat < HOT || e.ready != Readiness::Yes {
            e.heat = e.heat.min(HOT);
            return BlockId::UNKNOWN;
        }
        e.heat = 0;
        if blocks.is_full() {
            self.meter_all_of(blocks);
            self.charge_nodes(blocks);
            blocks.clear();
            *self.translation = None;
            self.code.forget_blocks();
            self.noted.block.forget_numbers();
            return BlockId::UNKNOWN;
        }
        let entries = self.code.current.entries();
        let how = (self.flow, self.noted.on);
        let found = find(blocks, entries, pc, &self.params.timing, how);
        self.code.current.at_mut(pc.into()).block = found;
        found
    }

    /// Continues in single steps at the block of `pc`: a core that spins stops at once there.
    #[cold]
    pub(crate) fn blacklist(&mut self, blocks: &mut Blocks, pc: u32) {
        let e = self.code.current.at_mut(pc.into());
        (e.block, e.heat) = (BlockId::UNKNOWN, BLACKLISTED);
        blocks.unlink();
        if let Some(translation) = &mut *self.translation {
            translation.unlink();
        }
    }

    /// Whether all of a block is begun within the slice.
    #[inline(always)]
    pub(crate) fn fits(&self, t: &BlockTiming) -> bool {
        self.base + u64::from(t.exit.last_issue) < self.limits.until
    }

    /// Whether all lines of code behind the first of a block are known hits.
    #[inline(always)]
    pub(crate) fn lines_memoised(&self, t: &BlockTiming) -> bool {
        let known = &self.memory.imemo;
        known.has_line(t.memo.last)
            && (t.lines == 1 || (1..t.lines).all(|n| known.has(t.pc + 32 * u32::from(n))))
    }

    /// The instruction that did not go on with the next one was executed, and was the last of the block.
    #[inline(never)]
    pub(crate) fn is_at_end(&self, t: &BlockTiming, done: Done) -> bool {
        done == Done::Delayed && t.index_of(self.stopped) + 1 == t.insns().len()
    }

    /// After an instruction that did not go on with the next one. `None` if the block is at its end.
    #[inline(never)]
    fn stopped<const N: bool>(
        &mut self,
        t: &BlockTiming,
        done: Done,
        cx: &mut RunCx<'_>,
    ) -> Option<Left> {
        let i = t.index_of(self.stopped);
        let b = t.insns().get(i)?;
        let behind = i + 1;
        let at_end = behind == t.insns().len();
        if done == Done::Delayed && !at_end && !t.is_slot(behind) {
            if !N {
                self.enter_lines_to(t, b);
                self.takes_lines = true;
            }
            let left = self.run_prefix::<N>(t, behind, cx);
            self.takes_lines = false;
            return Some(left);
        }
        if N {
            self.report_stopped(t, i, done, cx);
        }
        Some(match done {
            Done::Failed => self.leave_at(t, b),
            Done::Annulled => self.leave_before_slot(t, true),
            Done::Pending if !at_end => self.leave_behind(t, behind),
            Done::Pending => {
                t.meter_all(&mut self.tally);
                self.retire(t);
                self.leave(self.exit.target, 0, Left::Due);
                if b.insn.op == Op::Rett {
                    self.state.npc = self.next_npc;
                }
                Left::Due
            }
            _ if at_end => return None,
            _ => self.leave_before_slot(t, false),
        })
    }

    /// Hands the observer the meters as they were before the control transfer of a block that has just
    /// been executed, and executes the rest of the block. `None` if the block is at its end.
    #[inline(never)]
    fn observed(&mut self, blocks: &Blocks, t: &BlockTiming, cx: &mut RunCx<'_>) -> Option<Left> {
        t.meter_issued(1, &mut self.tally);
        self.meter_all_of(blocks);
        let i = t.index_of(self.stopped);
        self.measured(cx);
        let done = match t.insns().get(i + 1) {
            Some(slot) => (slot.run)(self, cx, slot),
            None => self.returned(),
        };
        let left = match done {
            Done::Yes => None,
            done => self.stopped::<false>(t, done, cx),
        };
        if left.is_none() {
            self.retire(t);
            t.meter_rest(&mut self.tally);
        } else {
            // What was executed is metered as far as it goes.
            t.meter_issued(ONCE_LESS, &mut self.tally);
        }
        left
    }

    /// Takes another `count` lines, the last of which is that of `pc`.
    #[inline(always)]
    fn enter_lines(&mut self, count: u8, pc: u32) {
        self.tally.add(Meter::ICacheHits, count.into());
        self.in_flight.fetch.take_line(pc);
    }

    /// Takes the lines up to that of `b`, unless each was taken when it was reached.
    pub(crate) fn enter_lines_to(&mut self, t: &BlockTiming, b: &BlockInsn) {
        if self.takes_lines {
            return;
        }
        let count = lines(t.pc, b.pc);
        if count != 0 {
            self.enter_lines(count, line(b.pc));
        }
    }

    /// Puts the position of execution into the core: at `pc`, so many cycles behind the entry of the block.
    #[inline(always)]
    pub(crate) fn leave(&mut self, pc: u32, after: u64, left: Left) -> Left {
        self.state.pc = pc;
        self.state.npc = pc.wrapping_add(4);
        self.cycle = self.base + after;
        self.select_taken_page();
        left
    }

    /// Leaves a block at an instruction that was issued and has failed.
    #[inline(never)]
    pub(crate) fn leave_at(&mut self, t: &BlockTiming, b: &BlockInsn) -> Left {
        self.enter_lines_to(t, b);
        let count = t.index_of(b.pc);
        self.charge_first(t, count, Some(b));
        t.meter_first(count, &self.params.timing, &mut self.tally);
        t.meter_wait(b, &self.params.timing, &mut self.tally);
        self.pipeline.still_producing(0);
        let left = match self.failure {
            Exc::Alone => Left::Alone,
            e => Left::Failed(e),
        };
        self.leave(b.pc, b.at.into(), left);
        if t.is_slot(t.index_of(b.pc)) {
            self.state.npc = self.exit.target;
        }
        left
    }

    /// Leaves a block between its control transfer and the delay slot: the slice is over.
    #[inline(never)]
    pub(crate) fn leave_before_slot(&mut self, t: &BlockTiming, annulled: bool) -> Left {
        let Some(transfer) = t.insns().get(t.body().len()) else {
            return Left::Alone;
        };
        let count = t.body().len() + 1;
        self.charge_first(t, count, None);
        t.meter_first(count, &self.params.timing, &mut self.tally);
        self.enter_lines_to(t, transfer);
        self.pipeline.still_producing(0);
        self.state.annul = annulled;
        self.pending_work |= annulled;
        let slot = transfer.pc.wrapping_add(4);
        self.leave(slot, t.exit.last_issue.into(), Left::Due);
        self.state.npc = self.exit.target;
        Left::Due
    }
}
