//! Single steps that are reported to observers.

use crate::checked::BeforeInsn;
use crate::core::Leon;
use crate::decoded::{DecodedInsn, Readiness};
use crate::exec::branch::BranchKind;
use crate::exec::mem;
use crate::isa::{Class, Op};
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{Kinds, Left, Stepped};
use trueboard_core::uarch::cache::Cache;
use trueboard_engine::guest::Step;
use trueboard_engine::steps::Steps;

/// Lines that caches held before an instruction, as addresses.
#[derive(Default)]
struct Held {
    /// What the instruction accesses.
    address: Option<u64>,
    data: Vec<u64>,
    code: Vec<u64>,
    shared: Vec<u64>,
}

/// An instruction before it is executed.
pub struct Before {
    pc: u32,
    /// nPC behind it, if it transfers no control.
    behind: u32,
    insn: Option<DecodedInsn>,
    address: Option<(u64, u8)>,
    held: Option<Held>,
}

impl Steps for Leon {
    type Before = Before;
    type Looked = BeforeInsn;

    fn before(&self, cx: &RunCx<'_>) -> Before {
        let pc = self.state.pc;
        let insn = match cx.facts.wants(Kinds::LOOKED_AT) {
            true => self.look_at(pc, cx),
            false => None,
        };
        let address = insn.and_then(|d| self.accessed(&d));
        let caused = cx.facts.wants(Kinds::CAUSE);
        Before {
            pc,
            behind: self.state.npc.wrapping_add(4),
            insn,
            address,
            held: caused.then(|| self.held(pc, address, cx)),
        }
    }

    fn look(&mut self, cx: &RunCx<'_>) -> BeforeInsn {
        self.begin_check(cx)
    }

    fn step(&mut self, cx: &mut RunCx<'_>) -> (Step, bool) {
        // Whether it was completed follows from PC.
        (self.single_step(cx), true)
    }

    fn report(&mut self, looked: BeforeInsn, _completed: bool, cx: &mut RunCx<'_>) {
        self.end_check(looked, cx);
    }

    fn stepped(&self, before: Before, cx: &RunCx<'_>) -> Stepped {
        let Before { behind, insn, .. } = before;
        let class = insn.map(|d| d.op.class());
        let slot = matches!(
            class,
            Some(Class::Branch | Class::Fbranch | Class::Call | Class::Jmpl)
        );
        let next = if slot { self.state.npc } else { self.state.pc };
        let float = insn.filter(|d| d.op == Op::Fbfcc).map(|d| {
            let kind = BranchKind::of(&d);
            match kind.is_unconditional() {
                true => kind.is_always(),
                false => next != behind,
            }
        });
        Stepped {
            pc: before.pc.into(),
            bytes: 4,
            next: next.into(),
            slot,
            uncounted: float,
            access: before.address,
            left: (before.held).map_or_else(Left::default, |held| self.left(&held, cx)),
        }
    }
}

impl Leon {
    /// The instruction at `pc`.
    fn look_at(&self, pc: u32, cx: &RunCx<'_>) -> Option<DecodedInsn> {
        let pa = self.memory.mmu.look_through(pc, cx.mem)?;
        if let Some(known) = self.code.get(pa)
            && known.ready == Readiness::Yes
        {
            return Some(known.insn);
        }
        match cx.mem.peek(pa, 4)? {
            &[a, b, c, d] => Some(DecodedInsn::decode(u32::from_be_bytes([a, b, c, d])).0),
            _ => None,
        }
    }

    /// The lines in the sets of caches into which an instruction at `pc` may bring what it fetches and accesses.
    fn held(&self, pc: u32, access: Option<(u64, u8)>, cx: &RunCx<'_>) -> Held {
        let physical = |va: u32| self.memory.mmu.look_through(va, cx.mem);
        let address = access.and_then(|(at, _)| physical(at as u32));
        let mut held = Held {
            address,
            ..Held::default()
        };
        // Where the line is there, none leaves for it. A store brings no line in, but into shared caches.
        if let Some(pa) = address.filter(|&pa| !self.memory.dcache.probe(pa)) {
            held.data.extend(self.memory.dcache.neighbours(pa));
            cx.bus.shared_lines(pa, &mut held.shared);
        }
        if let Some(pa) = physical(pc).filter(|&pa| !self.memory.icache.probe(pa)) {
            held.code.extend(self.memory.icache.neighbours(pa));
        }
        held
    }

    /// Those of the lines that have left since.
    fn left(&self, held: &Held, cx: &RunCx<'_>) -> Left {
        let gone = |cache: &Cache, lines: &[u64]| lines.iter().copied().find(|&l| !cache.probe(l));
        let mut shared = Vec::new();
        if let Some(pa) = held.address.filter(|_| !held.shared.is_empty()) {
            cx.bus.shared_lines(pa, &mut shared);
        }
        Left {
            known: true,
            data: gone(&self.memory.dcache, &held.data),
            code: gone(&self.memory.icache, &held.code),
            shared: (held.shared.iter().copied()).find(|line| !shared.contains(line)),
        }
    }

    /// Where `d` loads or stores with the registers as they are, and how many bytes.
    fn accessed(&self, d: &DecodedInsn) -> Option<(u64, u8)> {
        let bytes = d.op.bytes();
        (bytes != 0).then(|| (mem::address(&self.state, d).into(), bytes))
    }
}
