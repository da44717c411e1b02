//! Basic blocks of SPARC code: which instructions they hold, when these are executed, and what that
//! counts as.
//!
//! An instruction issues one cycle after its predecessor, or waits for its predecessor's result. Memory, the FPU and
//! the condition codes of a branch have ready times of their own. A block therefore has one timing, independent of
//! earlier code. The stall of its first instruction is added at its entry, and any other stall delays the rest of the
//! block.

use crate::decoded::DecodedInsn;
use crate::isa::Class;
use crate::metered::Metered;
use crate::meters::Meter;
use crate::noted::CheckerIds;
use crate::params::TimingParams;
use crate::pipeline::{extra_cycles, interlock_of, produced};
use crate::tally::{COUNTED, Tally};
use std::cell::Cell;
use std::sync::Arc;
use trueboard_core::cpu::RunCx;
use trueboard_core::uarch::memo::MemoLine;
use trueboard_engine::blocks;
use trueboard_jit::Heat;

/// Instructions of a block, at most.
pub(crate) const LONGEST: usize = 32;
/// Bytes of a block, at most.
pub(crate) const LONGEST_BYTES: usize = 4 * LONGEST;

/// What a block is to those who count: the classes of its instructions.
impl blocks::Insn for Class {
    fn bytes(&self) -> u32 {
        4
    }
}

/// How a block was left: where to, and which link is for that.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub next: u32,
    pub link: u32,
}

impl blocks::Outcome for Outcome {
    type Key = u32;

    #[inline(always)]
    fn key(self) -> u32 {
        self.next
    }

    #[inline(always)]
    fn link(self) -> usize {
        self.link as usize
    }
}

/// How a handler ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It was executed.
    Yes,
    /// It was, but has waited: the slice ends before the end of the block.
    Delayed,
    /// It was, and work is pending.
    Pending,
    /// It was, and annuls its delay slot, which it does not always do; the slice ends before that.
    Annulled,
    /// It was not, for a reason that the core keeps. Nothing has changed but time and the caches.
    Failed,
    /// It was, and the meters as they were before it are wanted.
    Observed,
}

impl Done {
    /// Of its number.
    #[inline(always)]
    pub fn of(number: u8) -> Done {
        const ALL: [Done; 6] = [
            Done::Yes,
            Done::Delayed,
            Done::Pending,
            Done::Annulled,
            Done::Failed,
            Done::Observed,
        ];
        ALL.get(usize::from(number))
            .copied()
            .unwrap_or(Done::Failed)
    }
}

/// Executes an instruction of a block of the core `C`, and those linked behind it. The core keeps which
/// instruction has ended that otherwise than by [`Done::Yes`].
pub(crate) type Handler<C> = fn(&mut C, &mut RunCx<'_>, &BlockInsn<C>) -> Done;

/// An instruction of a block of the core `C`. Times are cycles from the entry of the block.
#[derive(Clone)]
pub(crate) struct BlockInsn<C> {
    /// What executes it. The control transfer has none of use.
    pub run: Handler<C>,
    pub insn: DecodedInsn,
    pub pc: u32,
    /// When the instruction before it has ended.
    pub start: u8,
    /// When it is issued: what it waits for of the one before is there.
    pub at: u8,
    pub class: Class,
    /// The instruction that follows it, if execution continues there.
    pub next: Option<Box<BlockInsn<C>>>,
}

/// What is to be known of a block while it is executed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PendingExit {
    /// Where it continues: behind it, unless its control transfer is taken; and the link for that.
    pub target: u32,
    pub link: u32,
    /// When its last instruction begins, an annulled delay slot included.
    pub last_issue: u32,
}

/// Lines of code of a block.
#[derive(Clone, Copy)]
pub(crate) struct MemoLines {
    pub first: MemoLine,
    pub last: MemoLine,
}

/// What a block is metered as before and behind its control transfer, which is an event: a call, or a return from one or
/// from a trap.
#[derive(Clone)]
pub(crate) struct Parts {
    /// Up to the cycle in which the control transfer is done, with lines of code.
    pub issued: Metered,
    /// What is left of the block, of which the lines of code are none.
    pub rest: Metered,
}

/// What is looked at where a block is metered, or not executed as a whole.
#[derive(Clone)]
pub(crate) struct Details<C> {
    /// Its instructions by themselves, the control transfer and its delay slot last. Translated code refers to them.
    pub insns: Arc<[BlockInsn<C>]>,
    /// What an execution is metered as, without lines of code.
    pub metered: Metered,
    /// The two parts of `metered` where its control transfer is an event.
    pub parts: Option<Parts>,
    /// What those who check programs call it, if it notes what it accesses.
    pub checker_ids: Option<CheckerIds>,
}

/// The instructions of a block and their timing.
#[derive(Clone)]
pub(crate) struct BlockTiming<C> {
    /// The first of them, each linked to the next one.
    pub first: Box<BlockInsn<C>>,
    pub details: Box<Details<C>>,
    pub exit: PendingExit,
    /// When all of it has ended.
    pub cycles: u8,
    /// Lines of code behind its first one, an annulled delay slot included.
    pub lines: u8,
    /// How many instructions come before its control transfer: all, if it has none.
    pub body: u8,
    /// The address of its first instruction, and of its last line.
    pub pc: u32,
    pub last_line: u32,
    /// Where its lines stand among those that are known hits.
    pub memo: MemoLines,
    /// Registers that its first instruction reads.
    pub reads: u32,
    /// What its last instruction is still producing.
    pub produced: u32,
    /// How often its handlers executed it, until it is translated.
    pub heat: Heat,
    /// Its code of the host: see [`TranslatedId::number`].
    pub code: Cell<u32>,
}

impl<C> blocks::Timing for BlockTiming<C> {
    type Outcome = Outcome;

    #[inline(always)]
    fn instructions(&self) -> usize {
        self.insns().len()
    }
}

/// The blocks of the core `C`.
pub(crate) type Blocks<C> = blocks::Blocks<Class, BlockTiming<C>>;

/// The address of the line of the instruction cache that `pc` is in.
#[inline(always)]
pub(crate) fn line(pc: u32) -> u32 {
    pc & !31
}

/// Lines from that of `from` to that of `to`.
#[inline(always)]
pub(crate) fn lines(from: u32, to: u32) -> u8 {
    (line(to).wrapping_sub(line(from)) >> 5) as u8
}

/// The cycles that an instruction takes beside its first, and what they are metered as.
pub(crate) fn extra_meter(class: Class, t: &TimingParams) -> Option<(Meter, u64)> {
    let stalls = matches!(class, Class::Jmpl | Class::Rett);
    stalls.then(|| (Meter::ControlStalls, extra_cycles(class, t)))
}

impl<C> BlockTiming<C> {
    /// Its instructions.
    #[inline]
    pub fn insns(&self) -> &[BlockInsn<C>] {
        &self.details.insns
    }

    /// Those before its control transfer.
    pub fn body(&self) -> &[BlockInsn<C>] {
        self.insns().get(..self.body.into()).unwrap_or_default()
    }

    /// Instruction `i` is its delay slot.
    pub fn is_slot(&self, i: usize) -> bool {
        i == usize::from(self.body) + 1
    }

    /// Its control transfer always annuls its delay slot, which does not belong to its instructions.
    pub fn annuls_slot(&self) -> bool {
        usize::from(self.body) + 1 == self.insns().len()
    }

    /// Which of its instructions is at `pc`.
    pub fn index_of(&self, pc: u32) -> usize {
        (pc.wrapping_sub(self.pc) >> 2) as usize
    }

    /// Counts and meters the first `count` instructions.
    pub fn meter_first(&self, count: usize, t: &TimingParams, tally: &mut Tally) {
        tally.beyond_hot |= COUNTED;
        for insn in self.insns().iter().take(count) {
            tally.count(insn.class.counted());
            self.meter_wait(insn, t, tally);
            if let Some((m, cycles)) = extra_meter(insn.class, t) {
                tally.add(m, cycles);
            }
        }
    }

    /// Counts and meters all of it, besides lines of code.
    pub fn meter_all(&self, tally: &mut Tally) {
        self.details.metered.add_to(tally, 1);
    }

    /// What an execution is metered as before an event within it: all of it, if there is none.
    pub fn entered(&self) -> &Metered {
        match &self.details.parts {
            Some(parts) => &parts.issued,
            None => &self.details.metered,
        }
    }

    /// Adds what was executed up to the cycle in which its control transfer is done, so many times.
    pub fn meter_issued(&self, times: u64, tally: &mut Tally) {
        if let Some(parts) = &self.details.parts {
            parts.issued.add_to(tally, times);
        }
    }

    /// Adds what is left of a whole execution, besides lines of code.
    pub fn meter_rest(&self, tally: &mut Tally) {
        self.add_rest_to(tally, 1);
    }

    /// What follows an event within it, so many times.
    pub fn add_rest_to(&self, tally: &mut Tally, times: u64) {
        if let Some(parts) = &self.details.parts {
            parts.rest.add_to(tally, times);
        }
    }

    /// The cycles that an instruction waits for the result of the one before, and their meter.
    pub fn wait_of(&self, insn: &BlockInsn<C>, t: &TimingParams) -> Option<(Meter, u64)> {
        if insn.at == insn.start {
            return None;
        }
        let before = self.insns().get(self.index_of(insn.pc).checked_sub(1)?)?;
        interlock_of(produced(before.class, before.insn.rd)?, !0, t)
    }

    /// Meters the cycles of [`BlockTiming::wait_of`].
    pub fn meter_wait(&self, insn: &BlockInsn<C>, t: &TimingParams, tally: &mut Tally) {
        if let Some((m, cycles)) = self.wait_of(insn, t) {
            tally.add(m, cycles);
        }
    }
}

/// Counts and meters whole blocks that were executed.
pub(crate) fn meter_executed<C>(blocks: &Blocks<C>, tally: &mut Tally) {
    blocks.drain(|_, timing, times| timing.details.metered.add_to(tally, times));
}

/// Adds to `tally` what [`meter_executed`] would, and leaves it to that.
pub(crate) fn meter_pending<C>(blocks: &Blocks<C>, tally: &mut Tally) {
    blocks.pending(|_, timing, times| timing.details.metered.add_to(tally, times));
}
