//! Basic blocks: successive instructions in the SRAM without accesses outside the core. They execute one by one, with
//! issue cycles from [`crate::pipeline::timing`]. An instruction that accesses another place leaves the block for a
//! single step.
//!
//! A link of a node holds under three conditions: the core comes directly from it, the block at the program counter is
//! still that of the link's node, and only results that the previous node decides are in flight
//! ([`BlockTiming::decides`]).

use crate::code_pages::PAGE_HALVES;
use crate::counters::counts::Counts;
use crate::decoded::{DecodedInsn, READY, branches, waits};
use crate::isa::{BlockRole, Group, Op};
use crate::memory::bank_use::{fetched_behind, one_bank};
use crate::noted::Known;
use crate::pipeline::HotState;
use crate::pipeline::timing::{BlockTiming, EntryState, LONGEST};
use std::cell::Cell;
use trueboard_engine::blocks::{self, BlockId, Insn, NodeId};

/// Bytes of the longest one.
pub(crate) const LONGEST_BYTES: usize = 4 * LONGEST;
/// Shorter ones are not worth it.
const SHORTEST: usize = 2;
/// A block is shortened when it has been left this often, and at least each fourth time.
const LEFT: u32 = 16;

impl Insn for DecodedInsn {
    #[inline(always)]
    fn bytes(&self) -> u32 {
        self.op.len.into()
    }
}

/// What is kept of a block beside its instructions.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    /// What its instructions do, the branch apart.
    pub body: Box<[Op]>,
    pub pc: u32,
    /// What its timing depends on: general registers as bits, and whether on the flags of the FPU.
    pub waits: (u64, bool),
    /// Which of its loads and stores were last seen in the bank that is fetched from.
    pub same: Cell<u16>,
    taken: Cell<u32>,
    left: Cell<u32>,
    /// What those who check programs know it by.
    pub known: Cell<Option<Known>>,
}

impl Extra {
    fn new(insns: &[DecodedInsn], pc: u32) -> Extra {
        let body = insns.iter().filter(|s| !branches(s));
        Extra {
            body: body.map(|s| s.op).collect(),
            pc,
            waits: waits(insns),
            same: Cell::new(0),
            taken: Cell::new(0),
            left: Cell::new(0),
            known: Cell::new(None),
        }
    }

    /// Access `i` has changed its bank. Accesses behind it by the same base have so, too, most likely.
    fn change_bank(&self, i: usize) {
        let same = self.same.get();
        let (bit, now) = (1 << (i % LONGEST), same >> (i % LONGEST) & 1 == 0);
        let by = self.body.get(i).map(|op| op.rn);
        let behind = self.body.iter().enumerate().skip(i + 1);
        let likewise = behind.filter(|(_, op)| op.group == Group::LoadStore && Some(op.rn) == by);
        let bits = likewise.fold(bit, |bits, (j, _)| bits | 1 << j);
        self.same.set(if now { same | bits } else { same & !bits });
    }

    /// The block was executed.
    #[inline(always)]
    pub fn count(&self) {
        self.taken.set(self.taken.get().saturating_add(1));
    }

    /// Code has executed it so often.
    pub fn count_more(&self, times: u64) {
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        self.taken.set(self.taken.get().saturating_add(times));
    }

    /// It was left in the middle. True if that happens so often that it is of no use any more.
    fn is_left(&self) -> bool {
        let is_left = self.is_left_next();
        self.left.set(self.left.get() + 1);
        is_left
    }

    /// What [`Extra::is_left`] answers next.
    pub fn is_left_next(&self) -> bool {
        let left = self.left.get() + 1;
        left >= LEFT && left >= self.taken.get() / 4
    }
}

/// A basic block.
pub(crate) type Block = blocks::Block<DecodedInsn, Extra>;

/// The addresses of the instructions of a block.
pub(crate) fn places(block: &Block) -> impl Iterator<Item = u32> {
    block.insns().iter().scan(block.extra.pc, |at, s| {
        let pc = *at;
        *at = at.wrapping_add(s.bytes());
        Some(pc)
    })
}

/// How many instructions of `block` there are up to the one at `end`, and that one; all if it is no part of the
/// block.
#[inline(always)]
pub(crate) fn up_to(block: &Block, end: u32) -> usize {
    let distance = end.wrapping_sub(block.extra.pc);
    if distance as usize >= LONGEST_BYTES {
        return block.insns().len();
    }
    find_end(block, end)
}

#[cold]
fn find_end(block: &Block, end: u32) -> usize {
    let before = places(block).position(|pc| pc == end);
    before.map_or(block.insns().len(), |before| before + 1)
}

/// The blocks of a core.
pub(crate) type Blocks = blocks::Blocks<DecodedInsn, BlockTiming, Extra>;

/// What a core at `l` executes at once of block `id` after `entry`: all instructions up to the end of the hardware loop,
/// or the prefix that issues in time; and whether it is such a prefix.
#[inline(always)]
pub(crate) fn fit(
    blocks: &mut Blocks,
    id: BlockId,
    entry: &EntryState,
    l: &HotState,
) -> Option<(NodeId, bool)> {
    let block = blocks.get(id)?;
    let (most, same) = (up_to(block, l.loop_end), block.extra.same.get());
    let left = l.until.saturating_sub(l.first());
    let found = blocks.find(id, entry.hash(most, same), |t| t.is_for(entry, most, same));
    match found {
        Some(node) if blocks.at(node).timing.ends_within(left) => Some((node, false)),
        _ => find_fit(blocks, id, entry, (most, left)),
    }
}

/// [`fit`], for what issues within `left` cycles of the first `most` instructions.
#[inline(never)]
fn find_fit(
    blocks: &mut Blocks,
    id: BlockId,
    entry: &EntryState,
    (most, left): (usize, u64),
) -> Option<(NodeId, bool)> {
    let node = node_of(blocks, id, entry, most)?;
    match blocks.at(node).timing.before(left) {
        0 => None,
        length if length < most => Some((node_of(blocks, id, entry, length)?, true)),
        _ => Some((node, false)),
    }
}

/// The node of the first `length` instructions of block `id` after `entry`; none if its timing is too much to keep, or there
/// is no room.
pub(crate) fn node_of(
    blocks: &mut Blocks,
    id: BlockId,
    entry: &EntryState,
    length: usize,
) -> Option<NodeId> {
    let same = blocks.get(id)?.extra.same.get();
    let hash = entry.hash(length, same);
    if let Some(node) = blocks.find(id, hash, |t| t.is_for(entry, length, same)) {
        return Some(node);
    }
    let timing = timing_of(blocks.get(id)?, entry, length)?;
    blocks.keep(id, timing)
}

/// The timing of the first `length` instructions of `block` after `entry`; none if it is too much to keep.
pub(crate) fn timing_of(block: &Block, entry: &EntryState, length: usize) -> Option<BlockTiming> {
    let (insns, extra) = (block.insns().get(..length)?, &block.extra);
    BlockTiming::new(*entry, insns, extra.pc, extra.same.get())
}

/// Finds the block that begins at `pc`, at place `i` among the entries of its page. [`BlockId::UNKNOWN`] if more must
/// be decoded first.
#[cold]
pub(crate) fn find(
    blocks: &mut Blocks,
    entries: &[DecodedInsn; PAGE_HALVES],
    mut i: usize,
    pc: u32,
) -> BlockId {
    let mut insns = Vec::new();
    // All lines that are fetched behind its instructions are of one bank.
    let line = fetched_behind(pc);
    let mut at = pc;
    while let Some(s) = entries.get(i) {
        if s.flags & READY == 0 {
            return BlockId::UNKNOWN;
        }
        let fits =
            s.is_ordinary() && (stays(s) || branches(s)) && one_bank(line, fetched_behind(at));
        if !fits || insns.len() == LONGEST {
            break;
        }
        insns.push(*s);
        if branches(s) {
            break;
        }
        at = at.wrapping_add(s.bytes());
        i += s.bytes() as usize / 2;
    }
    if insns.len() < SHORTEST {
        return BlockId::NONE;
    }
    let extra = Extra::new(&insns, pc);
    blocks.add(insns, extra)
}

/// Whether an instruction can be in a block.
fn stays(s: &DecodedInsn) -> bool {
    s.op.opcode.traits().block == BlockRole::Inside
}

/// Load or store `i` of the block of `node` is in another bank than its timing assumes: what a core at `l` executes in its
/// place.
#[cold]
pub(crate) fn retime(
    blocks: &mut Blocks,
    node: NodeId,
    i: usize,
    l: &HotState,
) -> Option<(NodeId, bool)> {
    let node = blocks.at(node);
    let (id, entry) = (node.block(), node.timing.entry);
    blocks.get(id)?.extra.change_bank(i);
    fit(blocks, id, &entry, l)
}

/// Block `id` was left after `done` instructions: what to execute in its place from now on, if that is another one.
#[cold]
pub(crate) fn leave(blocks: &mut Blocks, id: BlockId, done: usize) -> Option<BlockId> {
    let block = blocks.get(id).filter(|block| block.extra.is_left())?;
    if done < SHORTEST {
        return Some(BlockId::NONE);
    }
    let insns = block.insns().get(..done)?.to_vec();
    let extra = Extra::new(&insns, block.extra.pc);
    Some(blocks.add(insns, extra))
}

/// Adds what executions of blocks count as to `counts`, once.
pub(crate) fn meter(blocks: &Blocks, counts: &mut Counts) {
    blocks.drain(|insns, timing, times| count(insns, timing, times, counts));
}

/// Adds what `insns`, executed `times` with `timing`, count as.
pub(crate) fn count(insns: &[DecodedInsn], timing: &BlockTiming, times: u64, counts: &mut Counts) {
    for s in insns {
        counts.issued(s.op.opcode, times);
    }
    counts.add_tally(&timing.tally, times);
}
