//! Execution of basic blocks ([`crate::blocks`]) from lines of code that are at hand, one linked to
//! the next. What is not in a block, or needs more than it has, is left to single steps
//! ([`crate::run`]).

use crate::blocks::{self, BlockInsn, Blocks, End};
use crate::code_pages::Ready;
use crate::core::TriCore;
use crate::handlers::{Done, ExecCx};
use crate::meters::Meter;
use crate::noted::Reporter;
use crate::pipeline::{BlockTiming, BranchOutcome, Chain, EntryState, NO_GROUP, Pipe};
use trueboard_core::cpu::RunCx;
use trueboard_engine::blocks::{BlockId, NodeId};

/// The node that was left last, and how.
type Left = (NodeId, BranchOutcome);

impl TriCore {
    /// Executes blocks until the slice ends or a single step is needed. True when the slice has ended,
    /// or there is pending work. `N`: what they touch is noted and reported.
    #[inline(always)]
    pub(crate) fn run_blocks<const N: bool>(&mut self, cx: &mut RunCx<'_>) -> bool {
        // The parts apart, so that instructions can stay where they are.
        let TriCore {
            code,
            blocks,
            st,
            pipe,
            tally,
            kinds,
            mem,
            group,
            history,
            attention,
            noted,
            id,
            clock,
            ..
        } = self;
        let who = Reporter {
            id: *id,
            clock: *clock,
        };
        let (page, until) = (self.page, self.until);
        let frame = code.base() as u32;
        let mut x = ExecCx {
            seen: code.seen(),
            now: pipe.now(),
            stopped: 0,
            memory: cx.mem,
            st,
            mem,
            tally,
        };
        let mut pc = x.st.pc;
        let mut chain = pipe.enter_blocks();
        let mut left: Option<Left> = None;
        let mut executed = false;
        let ended = 'chain: loop {
            if pc >> 12 != page {
                break false;
            }
            let entry = code.current.at(pc.into());
            if entry.block == BlockId::UNKNOWN && entry.ready == Ready::Yes {
                let i = (pc >> 1) as usize & (crate::code_pages::PAGE_HALVES - 1);
                let found = blocks::find(blocks, pipe, code.current.entries(), i);
                code.current.at_mut(pc.into()).block = found;
            }
            let id = code.current.at(pc.into()).block;
            if blocks.get(id).is_none() {
                break false;
            }
            if let Some((_, outcome)) = left {
                leave(pipe, &mut chain, blocks);
                *group = last_group(pc, outcome.taken);
            }
            let Some(mut node) = enter(pipe, blocks, id, (pc, *group)) else {
                break false;
            };
            if let Some((from, outcome)) = left
                && blocks.node(from).1.timing.decides_next(outcome)
            {
                blocks.link(from, outcome, node);
            }
            loop {
                let (block, n) = blocks.node(node);
                let t = &n.timing;
                let (insns, bytes) = (block.insns(), block.bytes());
                // As many instructions as time and fetches allow.
                x.now = chain.now();
                let mut count = t.issued_before(x.now, until);
                let (reach, cached) =
                    x.mem
                        .reach(pc, frame | pc & 0xfff, bytes, &block.extra.reached);
                if reach < bytes {
                    count = count.min(block.within(reach));
                }
                let body = count.min(block.extra.body);
                if N && !noted.may_pass(who, (insns, &block.extra), pc, x.mem, cx.facts) {
                    break 'chain false;
                }
                let entered = x.now;
                let done = match N {
                    true => x.execute_noting(&insns[..body], attention, t, (who.clock, noted)),
                    false if body == block.extra.body => x.execute_all(&block.extra, attention),
                    false => x.execute(&insns[..body], attention),
                };
                if done < body || count < insns.len() || *attention {
                    if done == 0 {
                        break 'chain false;
                    }
                    executed = true;
                    if N {
                        let ended = entered + t.end(done - 1);
                        noted.report(who, &block.extra, (done, ended), cx.facts);
                    }
                    let place = (pc, left.map_or(*group, |(_, o)| last_group(pc, o.taken)));
                    pc = pc.wrapping_add(insns[done - 1].end.into());
                    let node = (node, done);
                    let fetches =
                        pass_prefix(node, place, pipe, &mut chain, blocks, x.tally, kinds);
                    if cached {
                        x.tally.add(Meter::PcacheHits, fetches);
                    }
                    left = None;
                    *group = last_group(pc, false);
                    // Otherwise what has to be asked for follows, or what is not at hand.
                    break 'chain *attention || chain.now() >= until;
                }
                if cached {
                    x.tally.add(Meter::PcacheHits, t.fetches.into());
                }
                pipe.end_hold(t, x.tally);
                chain.pass(node, t);
                pc = pc.wrapping_add(bytes);
                let mut outcome = BranchOutcome::default();
                if let Some(branch) = &block.extra.branch
                    && let Some(BlockInsn { insn, .. }) = insns.get(block.extra.body)
                {
                    let at = pc.wrapping_sub(insn.len.into());
                    let taken = x.st.takes(insn).unwrap_or(false);
                    let target = at.wrapping_add(insn.o as u32);
                    outcome = pipe.resolve(branch, (at, target), taken, x.tally);
                    chain.branch(outcome);
                    if taken {
                        history.note(at, target);
                        pc = target;
                    }
                }
                if N {
                    let all = (insns.len(), chain.now());
                    noted.report(who, &block.extra, all, cx.facts);
                }
                let next = blocks.pass(node, outcome);
                executed = true;
                left = Some((node, outcome));
                if chain.now() >= until {
                    break 'chain true;
                }
                match next {
                    NodeId::NONE => break,
                    next => node = next,
                }
            }
        };
        if let Some((_, outcome)) = left {
            *group = last_group(pc, outcome.taken);
        }
        if executed {
            self.waits_for = 0;
        }
        self.st.pc = pc;
        leave(&mut self.pipe, &mut chain, &self.blocks);
        ended
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
    pipe.leave_blocks(chain, |id| &blocks.node(id).1.timing);
    *chain = pipe.enter_blocks();
}

/// The node of block `id`, which begins at `pc`, for the state that `pipe` is in; `group` is the group
/// of bytes that was fetched last.
#[inline(never)]
fn enter(
    pipe: &mut Pipe,
    blocks: &mut Blocks,
    id: BlockId,
    (pc, group): (u32, u32),
) -> Option<NodeId> {
    let entry = pipe.entry_state(group == pc >> 3)?;
    let insns = blocks.get(id)?.insns();
    let count = insns.len();
    let is = |t: &BlockTiming| t.is_for(&entry, count);
    if let Some(known) = blocks.find(id, entry.hash(count), is) {
        return Some(known);
    }
    time(pipe, blocks, (id, count), entry, pc)
}

/// Works out the timing of the first `count` instructions of block `id`, which begins at `pc`, after
/// `entry`, the state that `pipe` is in.
#[cold]
#[inline(never)]
fn time(
    pipe: &Pipe,
    blocks: &mut Blocks,
    (id, count): (BlockId, usize),
    entry: EntryState,
    pc: u32,
) -> Option<NodeId> {
    let insns = blocks.get(id)?.insns();
    let slots = insns.iter().take(count).map(|i| &i.insn);
    let timing = pipe.time_block(entry, slots, pc)?;
    blocks.keep(id, timing)
}

/// Passes the first `count` instructions of the block of `node`, which begins at `pc`; `group` is the
/// group of bytes that was fetched last. Answers how many groups they fetch.
#[inline(never)]
fn pass_prefix(
    (node, count): (NodeId, usize),
    (pc, group): (u32, u32),
    pipe: &mut Pipe,
    chain: &mut Chain,
    blocks: &mut Blocks,
    tally: &mut crate::tally::Tally,
    kinds: &mut [u64; crate::tally::KINDS],
) -> u64 {
    let (_, n) = blocks.node(node);
    let (id, entry) = (n.block(), n.timing.entry());
    let is = |t: &BlockTiming| t.is_for(&entry, count);
    let mut prefix = blocks.find(id, entry.hash(count), is);
    if prefix.is_none() {
        leave(pipe, chain, blocks);
        prefix = time(pipe, blocks, (id, count), entry, pc);
    }
    match prefix {
        Some(prefix) => {
            let t = &blocks.node(prefix).1.timing;
            let fetches = t.fetches.into();
            pipe.end_hold(t, tally);
            chain.pass(prefix, t);
            blocks.execute(prefix);
            fetches
        }
        None => {
            let insns = blocks.node(node).0.insns();
            let insns = insns.get(..count).unwrap_or(insns);
            let fetches = send(insns, (pc, group), pipe, tally);
            blocks::count(insns, 1, kinds);
            *chain = pipe.enter_blocks();
            fetches.into()
        }
    }
}

/// Sends `insns`, which begin at `pc`, through the pipes one by one; `group` is the group of bytes that
/// was fetched last. Answers how many groups they fetch.
#[cold]
#[inline(never)]
fn send(
    insns: &[BlockInsn],
    (pc, mut group): (u32, u32),
    pipe: &mut Pipe,
    tally: &mut crate::tally::Tally,
) -> u32 {
    pipe.send(insns.iter().map(|i| &i.insn), pc, &mut group, tally)
}
