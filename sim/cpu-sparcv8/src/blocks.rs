//! Basic blocks of SPARC code: which instructions they hold, when these are executed, and what that
//! counts as.
//!
//! An instruction goes on one cycle after the one before it, or waits for a result of that one; all else
//! that it may wait for is memory, the FPU and the condition codes of a branch, each with a time of its
//! own. So a block has one timing, whatever came before it: what its first instruction waits for is added
//! at its entry, and a wait for something else moves the rest of the block along.

use crate::code_pages::{Entry, PAGE_WORDS};
use crate::decoded::{DecodedInsn, Readiness};
use crate::exec::branch::BranchKind;
use crate::handlers::{Handler, handler, transfer};
use crate::isa::{Class, Op};
use crate::metered::Metered;
use crate::meters::Meter;
use crate::params::TimingParams;
use crate::pipeline::{extra_cycles, interlock_of, produced};
use crate::tally::Tally;
use trueboard_core::defect;
use trueboard_engine::blocks::{self, BlockId};

/// Instructions of a block, at most.
const LONGEST: usize = 32;
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

impl PartialEq for Outcome {
    #[inline(always)]
    fn eq(&self, other: &Outcome) -> bool {
        self.next == other.next
    }
}

impl blocks::Outcome for Outcome {
    #[inline(always)]
    fn link(self) -> usize {
        self.link as usize
    }
}

/// An instruction of a block. Times are cycles from the entry of the block.
#[derive(Clone, Debug)]
pub(crate) struct BlockInsn {
    /// What executes it. The control transfer has none of use.
    pub run: Handler,
    pub insn: DecodedInsn,
    pub pc: u32,
    /// When the instruction before it has ended.
    pub start: u8,
    /// When it is issued: what it waits for of the one before is there.
    pub at: u8,
    pub class: Class,
    /// The instruction that follows it, where execution goes on with that.
    pub next: Option<Box<BlockInsn>>,
}

/// What is to be known of a block while it is executed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Begun {
    /// Where it goes on: behind it, unless its control transfer is taken; and the link for that.
    pub next: u32,
    pub link: u32,
    /// When its last instruction begins, an annulled delay slot included.
    pub last: u64,
}

/// The instructions of a block and their timing.
#[derive(Clone, Debug)]
pub(crate) struct BlockTiming {
    /// The first of them, each linked to the next one.
    pub first: Box<BlockInsn>,
    /// All of them by themselves, the control transfer and its delay slot last.
    pub insns: Box<[BlockInsn]>,
    pub begun: Begun,
    /// When all of it has ended.
    pub cycles: u8,
    /// Lines of code behind its first one, an annulled delay slot included.
    pub lines: u8,
    /// How many instructions come before its control transfer: all, if it has none.
    body: u8,
    /// The address of its first instruction, and of its last line.
    pub pc: u32,
    pub last_line: u32,
    /// Registers that its first instruction reads.
    pub reads: u32,
    /// What its last instruction is still producing.
    pub produced: u32,
    /// What an execution is metered as, without lines of code.
    metered: Metered,
    /// What it is metered as, with lines of code, up to the cycle in which its control transfer is done.
    issued: Metered,
    /// What is left of it, of which the lines of code are none.
    rest: Metered,
}

impl blocks::Timing for BlockTiming {
    type Outcome = Outcome;

    #[inline(always)]
    fn instructions(&self) -> usize {
        self.insns.len()
    }
}

/// The blocks of a core.
pub(crate) type Blocks = blocks::Blocks<Class, BlockTiming>;

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

/// Adds the block that begins at `pc`, in the page of `entries`. [`BlockId::UNKNOWN`] if more has to be
/// decoded before that can be said. `observed`: its calls and returns are trace events.
#[cold]
pub(crate) fn find(
    blocks: &mut Blocks,
    entries: &[Entry; PAGE_WORDS],
    pc: u32,
    t: &TimingParams,
    observed: bool,
) -> BlockId {
    let mut found = Found::new(pc, t);
    let entry = |at: u32| {
        let same_page = at & !0xfff == pc & !0xfff;
        same_page.then(|| &entries[(at >> 2) as usize & (PAGE_WORDS - 1)])
    };
    let mut body = None;
    while found.insns.len() + 2 < LONGEST
        && let Some(e) = entry(found.pc)
    {
        match e.ready {
            Readiness::No => return BlockId::UNKNOWN,
            Readiness::Yes => {}
            _ => break,
        }
        if let Some(run) = handler(&e.insn) {
            found.push(run, e);
            continue;
        }
        let Some(transfer) = transfer(&e.insn, observed) else {
            break;
        };
        let Some(slot) = entry(found.pc.wrapping_add(4)) else {
            break;
        };
        let in_slot = match slot.ready {
            Readiness::No => return BlockId::UNKNOWN,
            Readiness::Yes => handler(&slot.insn),
            _ => None,
        };
        let annuls = always_annuls(&e.insn);
        if annuls || in_slot.is_some() {
            body = Some(found.insns.len());
            found.push(transfer, e);
        }
        if !annuls && let Some(run) = in_slot {
            found.push(run, slot);
        }
        break;
    }
    let Some(timing) = found.timing(body) else {
        return BlockId::NONE;
    };
    let id = blocks.add(found.insns.iter().map(|b| b.class).collect(), ());
    blocks.keep(id, timing);
    id
}

/// The delay slot of this control transfer is never executed.
fn always_annuls(d: &DecodedInsn) -> bool {
    let kind = BranchKind::of(d);
    matches!(d.op, Op::Bicc | Op::Fbfcc) && kind.is_unconditional() && kind.annul
}

/// The first of `insns`, each linked to the next one.
fn linked(insns: &[BlockInsn]) -> Option<Box<BlockInsn>> {
    insns.iter().rev().fold(None, |next, b| {
        let b = b.clone();
        Some(Box::new(BlockInsn { next, ..b }))
    })
}

/// Instructions of a block that is being found.
struct Found<'a> {
    params: &'a TimingParams,
    insns: Vec<BlockInsn>,
    first: u32,
    reads: u32,
    /// Where the next one is, and when the last one has ended.
    pc: u32,
    time: u64,
    /// What the instructions are metered as.
    metered: Metered,
    /// See [`BlockTiming::issued`].
    issued: Metered,
}

impl Found<'_> {
    fn new(pc: u32, params: &TimingParams) -> Found<'_> {
        Found {
            params,
            insns: Vec::new(),
            first: pc,
            reads: 0,
            pc,
            time: 0,
            metered: Metered::default(),
            issued: Metered::default(),
        }
    }

    fn push(&mut self, run: Handler, e: &Entry) {
        let class = e.insn.op.class();
        let wait = match self.insns.last() {
            Some(before) => produced(before.class, before.insn.rd)
                .and_then(|produced| interlock_of(produced, e.reads, self.params)),
            None => {
                self.reads = e.reads;
                None
            }
        };
        let waited = wait.map_or(0, |(_, cycles)| cycles);
        let at = self.time + defect!("leon-block-wait", waited, 0);
        // A block in which more cycles pass is given up, by its last time.
        let byte = |time: u64| u8::try_from(time).unwrap_or(u8::MAX);
        self.insns.push(BlockInsn {
            run,
            insn: e.insn,
            pc: self.pc,
            start: byte(self.time),
            at: byte(at),
            class,
            next: None,
        });
        let extra = extra_meter(class, self.params);
        for (m, cycles) in wait.into_iter().chain(extra) {
            self.metered.add(m, cycles);
        }
        if matches!(class, Class::Call | Class::Jmpl) {
            self.issued = self.metered.clone();
            let lines = lines(self.first, self.pc);
            self.issued.add(Meter::ICacheHits, lines.into());
        }
        self.metered.count(class);
        self.time = at + 1 + extra_cycles(class, self.params);
        self.pc = self.pc.wrapping_add(4);
    }

    /// The timing of all of them, of which the first `body` come before a control transfer, if there is one.
    fn timing(&mut self, body: Option<usize>) -> Option<BlockTiming> {
        let last = self.insns.last()?;
        let annulled = body.is_some_and(|body| body + 1 == self.insns.len());
        let (begun, ended, behind) = match annulled {
            true => (self.time, self.time + 1, self.pc.wrapping_add(4)),
            false => (u64::from(last.start), self.time, self.pc),
        };
        let last_line = line(behind.wrapping_sub(4));
        Some(BlockTiming {
            first: linked(&self.insns)?,
            insns: self.insns.as_slice().into(),
            begun: Begun {
                next: behind,
                link: 0,
                last: u8::try_from(begun).ok()?.into(),
            },
            cycles: u8::try_from(ended).ok()?,
            lines: lines(self.first, last_line),
            body: body.unwrap_or(self.insns.len()) as u8,
            pc: self.first,
            last_line,
            reads: self.reads,
            produced: match annulled {
                true => 0,
                false => produced(last.class, last.insn.rd).unwrap_or(0),
            },
            rest: self.metered.without(&self.issued),
            metered: std::mem::take(&mut self.metered),
            issued: std::mem::take(&mut self.issued),
        })
    }
}

/// The cycles that an instruction takes beside its first, and what they are metered as.
fn extra_meter(class: Class, t: &TimingParams) -> Option<(Meter, u64)> {
    (class == Class::Jmpl).then(|| (Meter::ControlStalls, extra_cycles(class, t)))
}

impl BlockTiming {
    /// Those before its control transfer.
    pub fn body(&self) -> &[BlockInsn] {
        self.insns.get(..self.body.into()).unwrap_or_default()
    }

    /// Instruction `i` is its delay slot.
    pub fn is_slot(&self, i: usize) -> bool {
        i == usize::from(self.body) + 1
    }

    /// Which of its instructions is at `pc`.
    pub fn index_of(&self, pc: u32) -> usize {
        (pc.wrapping_sub(self.pc) >> 2) as usize
    }

    /// Counts and meters the first `count` instructions.
    pub fn meter_first(&self, count: usize, t: &TimingParams, tally: &mut Tally) {
        for insn in self.insns.iter().take(count) {
            tally.count(insn.class.counted());
            self.meter_wait(insn, t, tally);
            if let Some((m, cycles)) = extra_meter(insn.class, t) {
                tally.add(m, cycles);
            }
        }
    }

    /// Adds what was executed up to the cycle in which its control transfer is done, so many times.
    pub fn meter_issued(&self, times: u64, tally: &mut Tally) {
        self.issued.add_to(tally, times);
    }

    /// Adds what is left of a whole execution, besides lines of code.
    pub fn meter_rest(&self, tally: &mut Tally) {
        self.rest.add_to(tally, 1);
    }

    /// Meters what an instruction waits for of the one before.
    pub fn meter_wait(&self, insn: &BlockInsn, t: &TimingParams, tally: &mut Tally) {
        if insn.at != insn.start
            && let Some(before) = self.index_of(insn.pc).checked_sub(1)
            && let Some(before) = self.insns.get(before)
            && let Some(produced) = produced(before.class, before.insn.rd)
            && let Some((m, cycles)) = interlock_of(produced, !0, t)
        {
            tally.add(m, cycles);
        }
    }
}

/// Counts and meters whole blocks that were executed.
pub(crate) fn meter_executed(blocks: &mut Blocks, tally: &mut Tally) {
    blocks.drain(|_, timing, times| timing.metered.add_to(tally, times));
}
