//! What an instruction touches, for those who check programs: registers by their place in the register file, memory, and
//! lines of the caches.
//!
//! Places of a [`RegSet`]: %g0 to %g7, %f0 to %f31 from 32 on, and from 64 on sixteen for each window, its locals and
//! its ins. What the current window calls outs are the ins of the window below.

use crate::core::Leon;
use crate::decoded::{DecodedInsn, Readiness};
use crate::exec::branch::BranchKind;
use crate::exec::mem;
use crate::handlers::BlockInsn;
use crate::isa::{Class, Op};
use crate::memory::{CCR_SNOOP, DCACHE_LOOKS_UP, ICACHE_LOOKS_UP};
use crate::row_facts::{FP, ROWS, RowFacts, SP, sp_from_sp};
use crate::state::DISCARD;
use crate::trap;
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{Executed, InsnKind, Looked, RegSet, Touched};

const FLOATING: u32 = 32;
/// The integer registers that `d`, a store, has as its data, a bit each.
fn data_of(d: &DecodedInsn, row: &RowFacts) -> u32 {
    match row.count {
        2 => 3 << (d.rd & 30),
        _ => 1 << (d.rd & 31),
    }
}

/// Registers of the FPU from `number` on, in the first word of a set.
#[inline]
fn floating(number: u8, count: u8) -> u64 {
    if count == 0 {
        return 0;
    }
    let bits = (1u64 << count) - 1;
    bits << (FLOATING + u32::from(number & !(count - 1) & 31))
}

/// The instruction at `pa` as memory has it, which need not be ready to be executed.
#[cold]
fn decoded_again(pa: u64, cx: &RunCx<'_>) -> Option<(DecodedInsn, u32)> {
    let &[a, b, c, d] = cx.mem.peek(pa, 4)? else {
        return None;
    };
    let (insn, meta) = DecodedInsn::decode(u32::from_be_bytes([a, b, c, d]));
    (meta.ready == Readiness::Yes).then_some((insn, meta.reads))
}

/// What is known of an instruction before it is executed.
pub struct BeforeInsn {
    pc: u32,
    npc: u32,
    physical: u64,
    annulled: bool,
    insn: Option<Looks>,
    fetched: bool,
    access: Option<Touched>,
    cached: bool,
    had: bool,
}

/// An instruction, and what it reads.
struct Looks {
    insn: DecodedInsn,
    row: RowFacts,
    /// Integer registers that are its operands, a bit each.
    mask: u32,
    reads: RegSet,
    passes: RegSet,
}

impl Leon {
    /// The visible registers of `mask`, a bit each, while `cwp` is the window.
    #[inline]
    fn in_file(&self, mask: u32, cwp: u8) -> RegSet {
        let mut set = RegSet::NONE;
        set.0[0] = u64::from(mask & 0xfe);
        let mut window = |w: u8, bits: u32| {
            let (word, shift) = (1 + usize::from(w / 4), 16 * u32::from(w % 4));
            set.add(word, u64::from(bits & 0xffff) << shift);
        };
        if mask >> 16 != 0 {
            window(cwp, mask >> 16);
        }
        if mask & 0xff00 != 0 {
            window(self.state.regs.below(cwp), mask & 0xff00);
        }
        set
    }

    /// Reads the next instruction.
    #[inline]
    pub(crate) fn begin_check(&self, cx: &RunCx<'_>) -> BeforeInsn {
        let st = &self.state;
        let physical = self.memory.mmu.look_through(st.pc, cx.mem);
        let mut before = BeforeInsn {
            pc: st.pc,
            npc: st.npc,
            physical: physical.unwrap_or(0),
            annulled: st.annul,
            insn: None,
            fetched: physical.is_some_and(|pa| self.memory.icache.probe(pa)),
            access: None,
            cached: false,
            had: false,
        };
        let Some(pa) = physical else {
            return before;
        };
        let known = match self.code.get(pa) {
            Some(e) if e.ready == Readiness::Yes => Some((e.insn, e.reads)),
            _ => decoded_again(pa, cx),
        };
        let Some((d, mask)) = known else {
            return before;
        };
        let Some(&row) = ROWS.get(d.op as usize) else {
            return before;
        };
        before.insn = Some(Looks {
            insn: d,
            row,
            mask,
            reads: self.used(&d, &row, mask, st.psr.cwp),
            passes: self.passed(&d, &row, st.psr.cwp),
        });
        if row.bytes != 0 {
            before.access = self.touched(&d, &row, cx);
            if let Some(a) = before.access.filter(|a| a.memory) {
                // Snooping takes lines away that others write (UM 1.7 p. 78).
                let ccr = self.memory.ccr;
                let looks = ccr & DCACHE_LOOKS_UP != 0 && ccr & CCR_SNOOP == 0;
                before.cached = looks && self.cacheable(a.physical) && !uncached(&d, &row);
                before.had = before.cached && self.memory.dcache.probe(a.physical);
            }
        }
        before
    }

    /// Registers on which the address and the result of `d` depend. Those that it stores are passed on, not used.
    #[inline]
    fn used(&self, d: &DecodedInsn, row: &RowFacts, mask: u32, cwp: u8) -> RegSet {
        let mut mask = mask;
        if matches!(row.class, Class::Store | Class::StoreDouble) {
            let address = 1u32 << (d.rs1 & 31) | 1u32 << (d.rs2 & 31);
            mask &= !data_of(d, row) | address;
        }
        // The result does not depend on the register.
        let same = d.rs1 == d.rs2 && d.imm == 0;
        if same && matches!(d.op, Op::Xor | Op::Xorcc | Op::Sub | Op::Subcc | Op::Andn) {
            mask = 0;
        }
        let mut set = self.in_file(mask, cwp);
        if row.sources != (0, 0) {
            set.0[0] |= floating(d.rs1, row.sources.0) | floating(d.rs2, row.sources.1);
        }
        set
    }

    /// Registers that `d` stores.
    #[inline]
    fn passed(&self, d: &DecodedInsn, row: &RowFacts, cwp: u8) -> RegSet {
        match row.class {
            Class::Store | Class::StoreDouble => self.in_file(data_of(d, row), cwp),
            Class::Fstore | Class::FstoreDouble => RegSet([floating(d.rd, row.count), 0, 0, 0]),
            _ => RegSet::NONE,
        }
    }

    /// Where `d`, which accesses, loads or stores with the registers as they are.
    fn touched(&self, d: &DecodedInsn, row: &RowFacts, cx: &RunCx<'_>) -> Option<Touched> {
        // Registers of the caches and the MMU, and flushes, have spaces of their own.
        if row.alternate && !matches!(d.imm as u8, 0x08..=0x0b | 0x1c | 0x01) {
            return None;
        }
        let st = &self.state;
        let va = mem::address(st, d);
        let by_mmu = !row.alternate || d.imm as u8 != 0x1c;
        let physical = match by_mmu {
            true => self.memory.mmu.look_through(va, cx.mem)?,
            false => va.into(),
        };
        let access = kind_of_access(d, row);
        Some(Touched {
            address: va.into(),
            physical,
            memory: cx.mem.find(physical, row.bytes.into()).is_some(),
            value: if access.load { 0 } else { st.regs.get(d.rd) },
            ..access
        })
    }

    /// Reports what has become of the instruction.
    #[inline]
    pub(crate) fn end_check(&mut self, before: BeforeInsn, cx: &mut RunCx<'_>) {
        let st = &self.state;
        let mut done = Executed {
            pc: before.pc.into(),
            physical: before.physical,
            bytes: 4,
            next: st.pc.into(),
            kind: InsnKind::Other,
            reads: RegSet::NONE,
            passes: RegSet::NONE,
            writes: RegSet::NONE,
            access: None,
            fetch: Looked::Bypassed,
            stack: st.regs.get(SP).into(),
            sp_from_sp: false,
            masked: !st.psr.et || st.psr.pil == 15,
            saved: None,
        };
        let ready = self.memory.ccr & ICACHE_LOOKS_UP != 0;
        if ready && self.cacheable(before.physical) {
            let now = before.fetched || self.memory.icache.probe(before.physical);
            done.fetch = Looked::of(before.fetched, now);
        }
        let completed = !before.annulled && st.pc == before.npc;
        match &before.insn {
            Some(Looks {
                insn: d,
                row,
                mask,
                reads,
                passes,
            }) if completed => {
                (done.reads, done.passes) = (*reads, *passes);
                done.writes = self.written(d, row, st.psr.cwp);
                done.kind = kind_of(d, row.class, *mask, before.pc);
                done.sp_from_sp = sp_from_sp(d, row);
                if let Some(mut a) = before.access {
                    if before.cached {
                        a.cache = Looked::of(before.had, self.memory.dcache.probe(a.physical));
                    }
                    a.take_outcome(cx.mem, self.state.regs.get(d.rd & 31));
                    done.access = Some(a);
                }
            }
            _ if !before.annulled && !st.psr.et && st.pc == (st.tbr & !15) => {
                let tt = (st.tbr >> 4 & 0xff) as u8;
                let interrupt = (trap::INTERRUPT + 1..=trap::INTERRUPT + 15).contains(&tt);
                // The processor writes PC and nPC into %l1 and %l2 of the handler's window.
                done.writes = self.in_file(0b110 << 16, st.psr.cwp);
                done.kind = InsnKind::Trap { interrupt };
            }
            _ => return,
        }
        let at = self.tick();
        cx.facts.executed(at, self.common.id, &done);
    }

    /// What is known of `b`, an instruction of a block, beforehand; `cwp` is the window in front of it, and then behind it.
    pub(crate) fn executed_in_block(&self, b: &BlockInsn, cwp: &mut u8) -> Executed {
        let d = &b.insn;
        let mask = self.code.current.at(b.pc.into()).reads;
        let mut done = Executed {
            pc: b.pc.into(),
            physical: b.pc.into(),
            bytes: 4,
            next: b.pc.wrapping_add(4).into(),
            kind: kind_of(d, b.class, mask, b.pc),
            fetch: Looked::Hit,
            ..Executed::default()
        };
        let Some(row) = ROWS.get(d.op as usize) else {
            return done;
        };
        done.reads = self.used(d, row, mask, *cwp);
        done.passes = self.passed(d, row, *cwp);
        match d.op {
            Op::Save => *cwp = self.state.regs.below(*cwp),
            Op::Restore => *cwp = self.state.regs.above(*cwp),
            _ => {}
        }
        done.writes = self.written(d, row, *cwp);
        done.sp_from_sp = sp_from_sp(d, row);
        if row.bytes != 0 {
            done.access = Some(kind_of_access(d, row));
        }
        done
    }

    /// What `d` has written, behind it.
    #[inline]
    fn written(&self, d: &DecodedInsn, row: &RowFacts, cwp: u8) -> RegSet {
        if row.class == Class::Call {
            return self.in_file(1 << 15, cwp);
        }
        if !row.writes || d.rd == DISCARD {
            return RegSet::NONE;
        }
        if row.floating {
            return RegSet([floating(d.rd, row.count), 0, 0, 0]);
        }
        let bits = if row.count == 2 {
            3 << (d.rd & 30)
        } else {
            1 << (d.rd & 31)
        };
        self.in_file(bits, cwp)
    }

    /// Registers that are not 0.
    pub(crate) fn holds(&self) -> RegSet {
        let mut mask = 0;
        for r in 1..32u8 {
            mask |= u32::from(self.state.regs.get(r) != 0) << r;
        }
        let mut set = self.in_file(mask, self.state.psr.cwp);
        for r in (0..32u8).filter(|&r| self.fpu.single(r) != 0) {
            set.add(0, floating(r, 1));
        }
        set
    }
}

/// The name of the register at a place: of a window's, what its function calls it.
pub(crate) fn name(place: usize) -> String {
    match place {
        0..8 => format!("%g{place}"),
        32..64 => format!("%f{}", place - 32),
        _ if place % 16 < 8 => format!("%l{}", place % 8),
        _ => format!("%i{} (of its caller %o{})", place % 8, place % 8),
    }
}

/// What `d`, which accesses memory, does wherever that is.
#[inline]
fn kind_of_access(d: &DecodedInsn, row: &RowFacts) -> Touched {
    let store = matches!(
        row.class,
        Class::Store | Class::StoreDouble | Class::Fstore | Class::FstoreDouble
    );
    Touched {
        bytes: row.bytes,
        load: !store,
        store: store || row.class == Class::Atomic,
        by_stack: d.rs1 == SP || d.rs1 == FP,
        ..Touched::default()
    }
}

/// Loads that pass the data cache: atomics, and alternate spaces that say so.
fn uncached(d: &DecodedInsn, row: &RowFacts) -> bool {
    row.class == Class::Atomic || row.alternate && matches!(d.imm as u8, 0x1c | 0x01)
}

#[inline]
fn kind_of(d: &DecodedInsn, class: Class, mask: u32, pc: u32) -> InsnKind {
    match class {
        Class::Branch | Class::Fbranch => {
            let kind = BranchKind::of(d);
            match kind.is_unconditional() {
                true => InsnKind::Other,
                false => InsnKind::Branch {
                    target: pc.wrapping_add_signed(d.imm).into(),
                },
            }
        }
        Class::Call => InsnKind::Call,
        Class::Jmpl if d.rd == 15 => InsnKind::Call,
        _ => match d.op {
            Op::Stbar => InsnKind::Order,
            Op::Fmovs => InsnKind::Copy,
            Op::Or | Op::Add if mask.count_ones() == 1 && d.imm == 0 => InsnKind::Copy,
            _ => InsnKind::Other,
        },
    }
}
