//! Looks for the block that begins at an address: its instructions, their handlers and their timing.

use crate::blocks::{
    self, Details, LONGEST, MemoLines, Parts, PendingExit, extra_meter, line, lines,
};
use crate::code_pages::{Entry, PAGE_WORDS};
use crate::control::Transfer;
use crate::core::Leon;
use crate::decoded::{DecodedInsn, Readiness};
use crate::exec::branch::BranchKind;
use crate::handlers::{BlockInsn, Handler, handler, transfer, trap_return};
use crate::isa::{Class, Op};
use crate::metered::Metered;
use crate::meters::Meter;
use crate::noted::CheckerIds;
use crate::noting::{may_annul, noting};
use crate::params::TimingParams;
use crate::pipeline::{extra_cycles, interlock_of, produced};
use std::cell::Cell;
use trueboard_core::fact::ControlFlow;
use trueboard_core::uarch::memo::MemoLine;
use trueboard_engine::blocks::{BlockId, Node};
use trueboard_jit::Heat;

/// The instructions of a block of a LEON and their timing.
pub(crate) type BlockTiming = blocks::BlockTiming<Leon>;
/// The blocks of a LEON.
pub(crate) type Blocks = blocks::Blocks<Leon>;

/// Adds the block that begins at `pc`, in the page of `entries`. [`BlockId::UNKNOWN`] if more has to be
/// decoded before that can be said. `flow`: what is reported of its calls and returns. `checked`: what it accesses is
/// noted.
#[cold]
pub(crate) fn find(
    blocks: &mut Blocks,
    entries: &[Entry; PAGE_WORDS],
    pc: u32,
    t: &TimingParams,
    (flow, checked): (ControlFlow, bool),
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
        let Some(transfer) = transfer(&e.insn, flow) else {
            break;
        };
        let Some(slot) = entry(found.pc.wrapping_add(4)) else {
            break;
        };
        let in_slot = match slot.ready {
            Readiness::No => return BlockId::UNKNOWN,
            Readiness::Yes if slot.insn.op != Op::Rett => handler(&slot.insn),
            Readiness::Yes => trap_return(&e.insn, flow).filter(|_| !checked),
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
    let Some(mut timing) = found.timing(body) else {
        return BlockId::NONE;
    };
    if checked && let Some(first) = noting(&found.insns, body) {
        timing.first = first;
        let annuls = body.is_some_and(|body| {
            let slot = found.insns.get(body + 1);
            slot.is_some() && found.insns.get(body).is_some_and(may_annul)
        });
        timing.details.checker_ids = Some(CheckerIds::new(annuls));
    }
    let id = blocks.add(found.insns.iter().map(|b| b.class).collect(), ());
    blocks.keep(id, timing);
    id
}

/// What runs with each block lies in two cache lines of the host.
const _: () = assert!(size_of::<Node<BlockTiming>>() == 128);

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
    /// See [`Parts::issued`].
    issued: Option<Metered>,
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
            issued: None,
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
        let at = self.time + waited;
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
        if class == Class::Rett
            || matches!(class, Class::Call | Class::Jmpl) && Transfer::of(&e.insn) != Transfer::Jump
        {
            let mut issued = self.metered.clone();
            issued.add(Meter::ICacheHits, lines(self.first, self.pc).into());
            self.issued = Some(issued);
        }
        self.metered.count(class);
        self.time = at + 1 + extra_cycles(class, self.params);
        self.pc = self.pc.wrapping_add(4);
    }

    /// The timing of all of them, of which the first `body` come before a control transfer, if there is one.
    fn timing(&mut self, body: Option<usize>) -> Option<BlockTiming> {
        let last = self.insns.last()?;
        let annulled = body.is_some_and(|body| body + 1 == self.insns.len());
        let (last_issue, ended, behind) = match annulled {
            true => (self.time, self.time + 1, self.pc.wrapping_add(4)),
            false => (u64::from(last.start), self.time, self.pc),
        };
        let last_line = line(behind.wrapping_sub(4));
        Some(BlockTiming {
            first: linked(&self.insns)?,
            details: Box::new(Details {
                insns: self.insns.as_slice().into(),
                parts: self.issued.take().map(|issued| {
                    let rest = self.metered.without(&issued);
                    Parts { issued, rest }
                }),
                checker_ids: None,
                metered: std::mem::take(&mut self.metered),
            }),
            exit: PendingExit {
                target: behind,
                link: 0,
                last_issue: u8::try_from(last_issue).ok()?.into(),
            },
            cycles: u8::try_from(ended).ok()?,
            lines: lines(self.first, last_line),
            body: body.unwrap_or(self.insns.len()) as u8,
            pc: self.first,
            last_line,
            memo: MemoLines {
                first: MemoLine::of(self.first),
                last: MemoLine::of(last_line),
            },
            reads: self.reads,
            produced: match annulled {
                true => 0,
                false => produced(last.class, last.insn.rd).unwrap_or(0),
            },
            heat: Heat::default(),
            code: Cell::new(0),
        })
    }
}
