//! Execution of basic blocks ([`crate::blocks`]) from lines of code that are at hand, one linked to
//! the next. What is not in a block, or needs more than it has, is left to single steps
//! ([`crate::run`]).

use crate::blocks::{self, BlockInsn, Blocks, End};
use crate::checked_blocks::admits_block;
use crate::code_pages::{CodePages, PAGE_HALVES, Ready};
use crate::core::TriCore;
use crate::exec;
use crate::handlers::{Done, ExecCx};
use crate::meters::Meter;
use crate::pipeline::{BlockTiming, BranchOutcome, Chain, EntryState, NO_GROUP, Pipe};
use crate::tally::{KINDS, Tally};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::FactBuf;
use trueboard_engine::block_loop::{self, Executor, Rest, Stopped};
use trueboard_engine::blocks::{BlockId, Node, NodeId};
use trueboard_engine::checks::Noted;
use trueboard_engine::common::Common;
use trueboard_engine::history::History;

/// A core while it executes blocks. `N`: what they touch is noted and reported.
struct Running<'x, 'a, const N: bool> {
    x: &'x mut ExecCx<'a>,
    pipe: &'a mut Pipe,
    chain: &'x mut Chain,
    code: &'a mut CodePages,
    history: &'a mut History,
    kinds: &'a mut [u64; KINDS],
    pending_work: &'a mut bool,
    noted: &'a mut Noted,
    facts: &'a mut FactBuf,
    common: &'a Common,
    pc: u32,
    /// The group of bytes that was fetched last; if a block was passed it follows from `came`.
    group: &'a mut u32,
    /// A block was passed, and left by a branch or not.
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
        // The parts apart, so that instructions can stay where they are.
        let mut chain = self.pipe.enter_blocks();
        let mut x = ExecCx {
            seen: self.code.seen(),
            now: self.pipe.now(),
            stopped: 0,
            memory: cx.mem,
            st: &mut self.st,
            mem: &mut self.mem,
            tally: &mut self.tally,
        };
        let mut running: Running<'_, '_, N> = Running {
            pc: x.st.pc,
            x: &mut x,
            chain: &mut chain,
            pipe: &mut self.pipe,
            code: &mut self.code,
            history: &mut self.history,
            kinds: &mut self.kinds,
            pending_work: &mut self.pending_work,
            noted: &mut self.noted,
            facts: cx.facts,
            common: &self.common,
            group: &mut self.group,
            came: None,
            executed: false,
            page: self.page,
            until: self.until,
        };
        let stopped = block_loop::run(&mut running, &mut self.blocks);
        running.bring_group();
        if running.executed {
            self.waits_for = 0;
        }
        running.x.st.pc = running.pc;
        leave(&mut self.pipe, &mut chain, &self.blocks);
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
        let entry = self.code.current.at(pc.into());
        if entry.block == BlockId::UNKNOWN && entry.ready == Ready::Yes {
            let i = (pc >> 1) as usize & (PAGE_HALVES - 1);
            let found = blocks::find(blocks, self.pipe, self.code.current.entries(), i);
            self.code.current.at_mut(pc.into()).block = found;
        }
        let id = self.code.current.at(pc.into()).block;
        blocks.get(id).map(|_| id)
    }

    #[inline(always)]
    fn node(&mut self, blocks: &mut Blocks, id: BlockId) -> Option<(NodeId, bool)> {
        if self.came.is_some() {
            self.bring_group();
            leave(self.pipe, self.chain, blocks);
        }
        let node = enter(self.pipe, blocks, id, (self.pc, *self.group));
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
    fn execute(
        &mut self,
        blocks: &Blocks,
        (node, n): (NodeId, &Node<BlockTiming>),
    ) -> Result<BranchOutcome, Exit> {
        let block = blocks.of(n);
        let (t, insns, bytes, end) = (&n.timing, block.insns(), block.bytes(), &block.extra);
        let (pc, x) = (self.pc, &mut self.x);
        // As many instructions as time and fetches allow.
        x.now = self.chain.now();
        let entered = x.now;
        let mut count = t.issued_before(x.now, self.until);
        let physical = self.code.base() as u32 | pc & 0xfff;
        let (reach, cached) = x.mem.reach(pc, physical, bytes, &end.reached);
        if reach < bytes {
            count = count.min(block.within(reach));
        }
        let body = count.min(end.body);
        let id = self.common.id;
        if N && !admits_block(self.noted, id, (insns, end), pc, x.mem, self.facts) {
            return Err(Exit::NONE);
        }
        let done = match N {
            true => x.execute_noting(
                &insns[..body],
                self.pending_work,
                t,
                (self.common, self.noted),
            ),
            false if body == end.body => x.execute_all(end, self.pending_work),
            false => x.execute(&insns[..body], self.pending_work),
        };
        if done < body || count < insns.len() || *self.pending_work {
            return Err(Exit {
                done,
                cached,
                entered,
            });
        }
        if cached {
            x.tally.add(Meter::PcacheHits, t.fetches.into());
        }
        self.pipe.end_hold(t, x.tally);
        self.chain.retire(node, t);
        self.pc = pc.wrapping_add(bytes);
        let mut outcome = BranchOutcome::default();
        if let Some(branch) = &end.branch
            && let Some(BlockInsn { insn, .. }) = insns.get(end.body)
        {
            let at = self.pc.wrapping_sub(insn.len.into());
            let taken = exec::takes(x.st, insn).is_some_and(|taken| taken.bit() != 0);
            let target = at.wrapping_add(insn.o as u32);
            outcome = self.pipe.resolve(branch, (at, target), taken, x.tally);
            self.chain.branch(outcome);
            if taken {
                self.history.note(at, target);
                self.pc = target;
            }
        }
        if N {
            let at = self.common.tick(self.chain.now());
            self.noted.report(id, insns.len(), at, self.facts);
        }
        blocks.count(node, n);
        (self.executed, self.came) = (true, Some(outcome.taken));
        Ok(outcome)
    }

    #[inline(always)]
    fn leave(&mut self, blocks: &mut Blocks, node: NodeId, exit: Exit) -> Rest<BranchOutcome> {
        if exit.done == 0 {
            return Rest::Step;
        }
        self.retire_prefix(blocks, node, exit);
        match *self.pending_work || self.is_over() {
            true => Rest::Over,
            // What has to be asked for follows, or what is not at hand.
            false => Rest::Step,
        }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.chain.now() >= self.until
    }
}

impl<const N: bool> Running<'_, '_, N> {
    /// The group of bytes that was fetched last, now that execution has come to the program counter.
    #[inline(always)]
    fn bring_group(&mut self) {
        if let Some(taken) = self.came.take() {
            *self.group = last_group(self.pc, taken);
        }
    }

    /// Accounts for the first instructions of the block of `node`, up to `exit`.
    #[inline(always)]
    fn retire_prefix(&mut self, blocks: &mut Blocks, node: NodeId, exit: Exit) {
        let count = exit.done;
        self.executed = true;
        self.bring_group();
        let (block, n) = blocks.node(node);
        if N {
            let ended = self.common.tick(exit.entered + n.timing.end(count - 1));
            let id = self.common.id;
            self.noted.report(id, count, ended, self.facts);
        }
        let place = (self.pc, *self.group);
        self.pc = self.pc.wrapping_add(block.insns()[count - 1].end.into());
        *self.group = last_group(self.pc, false);
        let tally = &mut *self.x.tally;
        let (pipe, chain) = (&mut *self.pipe, &mut *self.chain);
        let fetches = retire_first((node, count), place, pipe, chain, blocks, tally, self.kinds);
        if exit.cached {
            tally.add(Meter::PcacheHits, fetches);
        }
    }
}

impl ExecCx<'_> {
    /// Executes `insns`; answers how many were executed. Overwritten code is pending work.
    #[inline(always)]
    fn execute(&mut self, insns: &[BlockInsn], pending: &mut bool) -> usize {
        for b in insns {
            let how = (b.handler)(self, b);
            if how != Done::Yes {
                return self.stopped(how, pending);
            }
        }
        insns.len()
    }

    /// As [`ExecCx::execute`], of all instructions of a block but its branch.
    #[inline(always)]
    fn execute_all(&mut self, block: &End, pending: &mut bool) -> usize {
        let Some(first) = &block.linked else {
            return 0;
        };
        match (first.handler)(self, first) {
            Done::Yes => block.body,
            how => self.stopped(how, pending),
        }
    }

    /// How many instructions were executed, the last of which has ended with `how`.
    #[inline(always)]
    fn stopped(&mut self, how: Done, pending: &mut bool) -> usize {
        let written = how == Done::CodeWritten;
        *pending |= written;
        usize::from(self.stopped) + usize::from(written)
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
fn leave(pipe: &mut Pipe, chain: &mut Chain, blocks: &Blocks) {
    pipe.leave_blocks(chain, |id| &blocks.at(id).timing);
    *chain = pipe.enter_blocks();
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
    (node, count): (NodeId, usize),
    (pc, mut group): (u32, u32),
    pipe: &mut Pipe,
    chain: &mut Chain,
    blocks: &mut Blocks,
    tally: &mut Tally,
    kinds: &mut [u64; KINDS],
) -> u64 {
    let n = blocks.at(node);
    let (id, entry) = (n.block(), n.timing.entry());
    let is = |t: &BlockTiming| t.is_for(&entry, count);
    let mut prefix = blocks.find(id, entry.hash(count), is);
    if prefix.is_none() {
        leave(pipe, chain, blocks);
        prefix = new_node(pipe, blocks, (id, count), entry, pc);
    }
    match prefix {
        Some(prefix) => {
            let t = &blocks.at(prefix).timing;
            pipe.end_hold(t, tally);
            chain.retire(prefix, t);
            blocks.execute(prefix);
            t.fetches.into()
        }
        None => {
            let insns = blocks.node(node).0.insns();
            let insns = insns.get(..count).unwrap_or(insns);
            let sent = insns.iter().map(|i| &i.insn);
            let fetches = pipe.send(sent, pc, &mut group, tally);
            blocks::count(insns, 1, kinds);
            *chain = pipe.enter_blocks();
            fetches.into()
        }
    }
}
