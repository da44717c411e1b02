//! Execution of basic blocks ([`crate::blocks`]) from lines of code that are at hand, one linked to
//! the next. What is not in a block, or needs more than it has, is left to single steps
//! ([`crate::run`]).

use crate::block_find::find;
use crate::blocks::{self, Done};
use crate::checked_blocks::admits_block;
use crate::code_pages::{PAGE_HALVES, Ready};
use crate::core::TriCore;
use crate::exec;
use crate::meters::Meter;
use crate::pipeline::{BlockTiming, BranchOutcome, Chain, EntryState, NO_GROUP, Pipe};
use crate::translate::{self, At, Ran};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::FactBuf;
use trueboard_engine::block_loop::{self, Executor, Rest, Stopped};
use trueboard_engine::blocks::{BlockId, Node, NodeId};
use trueboard_jit::TranslatedId;

type ExecCx<'a> = blocks::ExecCx<'a, TriCore>;
type Blocks = blocks::Blocks<TriCore>;
type BlockInsn = blocks::BlockInsn<TriCore>;
type End = blocks::End<TriCore>;

/// A core while it executes blocks. `N`: what they touch is noted and reported.
struct Running<'x, 'a, const N: bool> {
    x: &'x mut ExecCx<'a>,
    facts: &'a mut FactBuf,
    pc: u32,
    /// A block was passed, and left by a branch or not: the group of bytes that was fetched last follows from it.
    came: Option<bool>,
    executed: bool,
    page: u32,
    until: u64,
}

/// Where a block is left before its end.
struct Exit {
    /// How many of its instructions were executed.
    done: usize,
    /// They were fetched from the cache.
    cached: bool,
    /// The cycle in which the block was entered.
    entered: u64,
}

impl Exit {
    /// In front of the block.
    const NONE: Exit = Exit {
        done: 0,
        cached: false,
        entered: 0,
    };
}

impl TriCore {
    /// Executes blocks until the slice ends or a single step is needed. True when the slice has ended,
    /// or there is pending work. `N`: what they touch is noted and reported.
    #[inline(always)]
    pub(crate) fn run_blocks<const N: bool>(&mut self, cx: &mut RunCx<'_>) -> bool {
        let mut blocks = self.blocks.take().unwrap_or_default();
        self.chain = self.pipe.enter_blocks();
        let mut x = ExecCx {
            core: self,
            memory: cx.mem,
        };
        let mut running: Running<'_, '_, N> = Running {
            pc: x.core.st.pc,
            page: x.core.page,
            until: x.core.until,
            x: &mut x,
            facts: cx.facts,
            came: None,
            executed: false,
        };
        let stopped = block_loop::run(&mut running, &mut blocks);
        running.bring_group();
        let (executed, pc) = (running.executed, running.pc);
        if executed {
            self.waits_for = 0;
        }
        self.st.pc = pc;
        leave(self, &blocks);
        *self.blocks = Some(blocks);
        stopped == Stopped::Over
    }
}

impl<const N: bool> Executor for Running<'_, '_, N> {
    type Insn = BlockInsn;
    type Timing = BlockTiming;
    type Extra = End;
    type Exit = Exit;

    #[inline(always)]
    fn block(&mut self, blocks: &mut Blocks) -> Option<BlockId> {
        let pc = self.pc;
        if pc >> 12 != self.page {
            return None;
        }
        let core = &mut *self.x.core;
        let entry = core.code.current.at(pc.into());
        if entry.block == BlockId::UNKNOWN && entry.ready == Ready::Yes {
            let i = (pc >> 1) as usize & (PAGE_HALVES - 1);
            let found = find(blocks, &core.pipe, core.code.current.entries(), i);
            core.code.current.at_mut(pc.into()).block = found;
        }
        let id = core.code.current.at(pc.into()).block;
        blocks.get(id).map(|_| id)
    }

    #[inline(always)]
    fn node(&mut self, blocks: &mut Blocks, id: BlockId) -> Option<(NodeId, bool)> {
        if self.came.is_some() {
            self.bring_group();
            leave(self.x.core, blocks);
        }
        let core = &mut *self.x.core;
        let node = enter(&mut core.pipe, blocks, id, (self.pc, core.group));
        node.map(|node| (node, true))
    }

    #[inline(always)]
    fn decides(
        &mut self,
        blocks: &Blocks,
        (from, outcome): (NodeId, BranchOutcome),
        _: BlockId,
    ) -> bool {
        blocks.at(from).timing.decides_next(outcome)
    }

    /// Nothing within a block reads meters, and many blocks are left before their end: executions are counted there.
    #[inline(always)]
    fn count_entry<'n>(&mut self, blocks: &'n Blocks, id: NodeId) -> Option<&'n Node<BlockTiming>> {
        blocks.get_node(id)
    }

    #[inline(always)]
    fn uncount(&mut self, _: &mut Blocks, _: NodeId) {}

    #[inline(always)]
    fn execute_code(
        &mut self,
        blocks: &Blocks,
        id: &mut NodeId,
    ) -> Option<Result<BranchOutcome, Exit>> {
        let code = blocks.get_node(*id)?.timing.code.get();
        let number = TranslatedId::of(code.number)?;
        let core = &mut *self.x.core;
        if N || code.pc != self.pc || core.pipe.is_held() {
            return None;
        }
        let before = core.chain.blocks;
        core.st.pc = self.pc;
        let ran = translate::run(core, self.x.memory, blocks, id, number);
        self.pc = core.st.pc;
        if core.chain.blocks != before {
            let taken = core.chain.left & Chain::TAKEN != 0;
            (self.executed, self.came) = (true, Some(taken));
        }
        match ran {
            // The slice may have ended behind the node before.
            Ran::Front => self.is_over().then_some(Err(Exit::NONE)),
            Ran::Retired(outcome) => Some(Ok(outcome)),
            Ran::Within(done) => Some(Err(Exit {
                done,
                cached: blocks.at(*id).timing.code.get().cached,
                entered: core.chain.now(),
            })),
        }
    }

    #[inline(always)]
    fn execute(
        &mut self,
        blocks: &Blocks,
        (node, n): (NodeId, &Node<BlockTiming>),
    ) -> Result<BranchOutcome, Exit> {
        let block = blocks.of(n);
        let (t, insns, bytes, end) = (&n.timing, block.insns(), block.bytes(), &block.extra);
        let pc = self.pc;
        // As many instructions as time and fetches allow.
        let core = &mut *self.x.core;
        let entered = core.chain.now();
        let mut count = t.issued_before(entered, self.until);
        let physical = core.code.base() as u32 | pc & 0xfff;
        let (reach, cached) = core.mem.reach(pc, physical, bytes, &end.reached);
        if reach < bytes {
            count = count.min(block.within(reach));
        }
        let body = count.min(end.body);
        let id = core.common.id;
        if N && !admits_block(&mut core.noted, id, (insns, end), pc, &core.mem, self.facts) {
            return Err(Exit::NONE);
        }
        let done = match N {
            true => self.x.execute_noting(&insns[..body], t),
            false if body == end.body => self.x.execute_all(end),
            false => self.x.execute(&insns[..body]),
        };
        let core = &mut *self.x.core;
        if done < body || count < insns.len() || core.pending_work {
            return Err(Exit {
                done,
                cached,
                entered,
            });
        }
        if cached {
            core.tally.add(Meter::PcacheHits, t.fetches.into());
        }
        core.pipe.end_hold(t, &mut core.tally);
        core.chain.retire(node, t);
        self.pc = pc.wrapping_add(bytes);
        let mut outcome = BranchOutcome::default();
        if let Some(branch) = &end.branch
            && let Some(BlockInsn { insn, .. }) = insns.get(end.body)
        {
            let at = self.pc.wrapping_sub(insn.len.into());
            let taken = exec::takes(&mut core.st, insn).is_some_and(|taken| taken.bit() != 0);
            let target = at.wrapping_add(insn.o as u32);
            let resolved = core
                .pipe
                .resolve(branch, (at, target), taken, &mut core.tally);
            outcome = resolved;
            core.chain.branch(outcome);
            if taken {
                core.history.note(at, target);
                self.pc = target;
            }
        }
        if N {
            let at = core.common.tick(core.chain.now());
            core.noted.report(id, insns.len(), at, self.facts);
        }
        blocks.count(node, n);
        if !N {
            let at = At { pc, physical };
            translate::warm(self.x.core, blocks, (node, t), at);
        }
        (self.executed, self.came) = (true, Some(outcome.taken));
        Ok(outcome)
    }

    #[inline(always)]
    fn leave(&mut self, blocks: &mut Blocks, node: NodeId, exit: Exit) -> Rest<BranchOutcome> {
        if exit.done == 0 {
            return match self.is_over() {
                true => Rest::Over,
                false => Rest::Step,
            };
        }
        self.retire_prefix(blocks, node, exit);
        match self.x.core.pending_work || self.is_over() {
            true => Rest::Over,
            // A request or a missing line follows.
            false => Rest::Step,
        }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.x.core.chain.now() >= self.until
    }
}

impl<const N: bool> Running<'_, '_, N> {
    /// The group of bytes that was fetched last, now that execution has come to the program counter.
    #[inline(always)]
    fn bring_group(&mut self) {
        if let Some(taken) = self.came.take() {
            self.x.core.group = last_group(self.pc, taken);
        }
    }

    /// Accounts for the first instructions of the block of `node`, up to `exit`.
    #[inline(always)]
    fn retire_prefix(&mut self, blocks: &mut Blocks, node: NodeId, exit: Exit) {
        let count = exit.done;
        self.executed = true;
        self.bring_group();
        let core = &mut *self.x.core;
        let (block, n) = blocks.node(node);
        if N {
            let ended = core.common.tick(exit.entered + n.timing.end(count - 1));
            core.noted.report(core.common.id, count, ended, self.facts);
        }
        let place = (self.pc, core.group);
        self.pc = self.pc.wrapping_add(block.insns()[count - 1].end.into());
        core.group = last_group(self.pc, false);
        let fetches = retire_first(core, blocks, (node, count), place);
        if exit.cached {
            core.tally.add(Meter::PcacheHits, fetches);
        }
    }
}

impl ExecCx<'_> {
    /// Executes `insns`; answers how many were executed. Overwritten code is pending work.
    #[inline(always)]
    fn execute(&mut self, insns: &[BlockInsn]) -> usize {
        for b in insns {
            let how = (b.handler)(self, b);
            if how != Done::Yes {
                return self.stopped(how);
            }
        }
        insns.len()
    }

    /// As [`ExecCx::execute`], of all instructions of a block but its branch.
    #[inline(always)]
    fn execute_all(&mut self, block: &End) -> usize {
        let Some(first) = &block.linked else {
            return 0;
        };
        match (first.handler)(self, first) {
            Done::Yes => block.body,
            how => self.stopped(how),
        }
    }

    /// How many instructions were executed, the last of which has ended with `how`.
    #[inline(always)]
    fn stopped(&mut self, how: Done) -> usize {
        let written = how == Done::CodeWritten;
        self.core.pending_work |= written;
        usize::from(self.core.stopped) + usize::from(written)
    }
}

/// The group of bytes that was fetched last, when execution has come to `pc`, by a branch if `taken`.
#[inline(always)]
fn last_group(pc: u32, taken: bool) -> u32 {
    match taken {
        false => pc.wrapping_sub(1) >> 3,
        true => NO_GROUP,
    }
}

/// Ends a chain and begins the next one.
#[inline(always)]
fn leave(core: &mut TriCore, blocks: &Blocks) {
    let timing = |place| &blocks.at(blocks.id_at(place)).timing;
    core.pipe.leave_blocks(&core.chain, timing);
    core.chain = core.pipe.enter_blocks();
}

/// The node of block `id`, which begins at `pc`, for the state that `pipe` is in; `group` is the group of bytes that was
/// fetched last.
#[inline(never)]
fn enter(
    pipe: &mut Pipe,
    blocks: &mut Blocks,
    id: BlockId,
    (pc, group): (u32, u32),
) -> Option<NodeId> {
    let entry = pipe.entry_state(group == pc >> 3)?;
    let count = blocks.get(id)?.insns().len();
    node_of(pipe, blocks, (id, count), entry, pc)
}

/// The node of the first `count` instructions of block `id`, which begins at `pc`, after `entry`, the state that `pipe` is
/// in.
#[inline(always)]
fn node_of(
    pipe: &Pipe,
    blocks: &mut Blocks,
    (id, count): (BlockId, usize),
    entry: EntryState,
    pc: u32,
) -> Option<NodeId> {
    let is = |t: &BlockTiming| t.is_for(&entry, count);
    let known = blocks.find(id, entry.hash(count), is);
    match known {
        Some(known) => Some(known),
        None => new_node(pipe, blocks, (id, count), entry, pc),
    }
}

/// As [`node_of`], where no such node is kept.
#[cold]
#[inline(never)]
fn new_node(
    pipe: &Pipe,
    blocks: &mut Blocks,
    (id, count): (BlockId, usize),
    entry: EntryState,
    pc: u32,
) -> Option<NodeId> {
    let insns = blocks.get(id)?.insns().iter().take(count);
    let timing = pipe.time_block(entry, insns.map(|i| &i.insn), pc)?;
    blocks.keep(id, timing)
}

/// Passes the first `count` instructions of the block of `node`, which begins at `pc`; `group` is the group of bytes that
/// was fetched last. Answers how many groups they fetch.
#[inline(never)]
fn retire_first(
    core: &mut TriCore,
    blocks: &mut Blocks,
    (node, count): (NodeId, usize),
    (pc, mut group): (u32, u32),
) -> u64 {
    let n = blocks.at(node);
    let (id, entry) = (n.block(), n.timing.entry());
    let is = |t: &BlockTiming| t.is_for(&entry, count);
    let mut prefix = blocks.find(id, entry.hash(count), is);
    if prefix.is_none() {
        leave(core, blocks);
        prefix = new_node(&core.pipe, blocks, (id, count), entry, pc);
    }
    match prefix {
        Some(prefix) => {
            let t = &blocks.at(prefix).timing;
            core.pipe.end_hold(t, &mut core.tally);
            core.chain.retire(prefix, t);
            blocks.execute(prefix);
            t.fetches.into()
        }
        None => {
            let insns = blocks.node(node).0.insns();
            let insns = insns.get(..count).unwrap_or(insns);
            let sent = insns.iter().map(|i| &i.insn);
            let fetches = core.pipe.send(sent, pc, &mut group, &mut core.tally);
            blocks::count(insns, 1, &mut core.kinds);
            core.chain = core.pipe.enter_blocks();
            fetches.into()
        }
    }
}
