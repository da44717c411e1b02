//! Floating-point instructions as the pipeline sees them: when the FPU may be used, how long an
//! operation takes, loads and stores (SPARC V8 manual, B.2, B.5, B.33; GR740 UM 2.9 section 6.5).
//!
//! FPops issue in order, one per cycle; each result has a cycle from which it can be used. Divide
//! and square root share an iteration unit that takes one at a time.

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::fpu::{Entry, FpKind, FpOutcome};
use crate::isa::{Class, Counted, FP_REGISTERS, Op};
use crate::live::Live;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;
use trueboard_core::isa::Field;
use trueboard_core::meter::CoreMeter;

/// Registers of an operand of an FPop.
#[derive(Clone, Copy, PartialEq)]
enum Width {
    None,
    Single,
    Double,
}

/// The registers that an FPop reads and writes.
#[derive(Clone, Copy)]
struct Shape {
    rs1: Width,
    rs2: Width,
    rd: Width,
}

/// By the number of the operation.
static SHAPES: [Shape; Op::COUNT] = {
    let mut all = [Shape::NONE; Op::COUNT];
    let mut i = 0;
    while i < all.len() {
        all[i] = Shape::of(Op::ALL[i]);
        i += 1;
    }
    all
};

impl Shape {
    const NONE: Shape = Shape {
        rs1: Width::None,
        rs2: Width::None,
        rd: Width::None,
    };

    /// From the row of the table. What is not implemented neither waits nor writes.
    const fn of(op: Op) -> Shape {
        let mut shape = Shape::NONE;
        if matches!(op.class(), Class::FpUnimp) || !op.class().is_fpop() {
            return shape;
        }
        let operands = op.row().form.operands;
        let mut i = 0;
        while i < operands.len() {
            let width = Width::of(&operands[i]);
            if operands[i].role.writes() {
                shape.rd = width;
            } else {
                // A sole source is the second.
                shape.rs1 = shape.rs2;
                shape.rs2 = width;
            }
            i += 1;
        }
        shape
    }
}

impl Width {
    const fn of(operand: &Field) -> Width {
        match operand.registers {
            Some(r) if r.file == FP_REGISTERS && r.count == 1 => Width::Single,
            Some(r) if r.file == FP_REGISTERS && r.count == 2 => Width::Double,
            _ => Width::None,
        }
    }
}

impl Leon {
    /// Traps when PSR.EF=0 or there is no FPU.
    pub(crate) fn fp_enabled(&self) -> Exec {
        if self.psr.ef {
            Ok(())
        } else {
            Err(Exc::Trap(trap::FP_DISABLED))
        }
    }

    #[inline(always)]
    fn fp_enter(&mut self, kind: FpKind) -> Exec {
        match self.fpu.enter(kind) {
            Entry::Proceed => Ok(()),
            Entry::Trap => Err(Exc::Trap(trap::FP_EXCEPTION)),
        }
    }

    /// A floating-point branch reports an earlier operation's exception.
    pub(crate) fn fp_pending(&mut self) -> Exec {
        self.fp_enter(FpKind::Work)
    }

    #[inline(always)]
    fn ready(&self, reg: u8, width: Width) -> u64 {
        let r = usize::from(reg);
        match width {
            Width::None => 0,
            Width::Single => self.fp_ready[r].max(self.fp_double_ready[r >> 1]),
            Width::Double => self.fp_pair_ready[r >> 1],
        }
    }

    #[inline(always)]
    fn set_ready(&mut self, l: &Live, reg: u8, width: Width, cycle: u64) {
        if l.free {
            return;
        }
        let r = usize::from(reg);
        match width {
            Width::None => {}
            Width::Single => {
                self.fp_ready[r] = cycle;
                self.fp_pair_ready[r >> 1] = cycle.max(self.fp_pair_ready[r >> 1]);
            }
            Width::Double => {
                self.fp_double_ready[r >> 1] = cycle;
                self.fp_pair_ready[r >> 1] = cycle;
            }
        }
    }

    /// Any FPop; the common ones have arms of their own that call [`Leon::fpop_of`].
    pub(crate) fn fpop(&mut self, s: &DecodedInsn, op: Op) -> Exec {
        let mut l = self.live_any();
        let done = self.fpop_of(&mut l, s, op);
        self.keep(&l);
        done
    }

    /// One of the common FPops; counts it.
    #[inline(always)]
    pub(crate) fn fpop_hot(&mut self, l: &mut Live, s: &DecodedInsn, op: Op) -> Exec {
        self.fpop_of(l, s, op)?;
        self.count(l, Counted::Fpop);
        Ok(())
    }

    /// The FPop `op`. Inlined with a constant `op`, everything that depends on it folds away.
    #[inline(always)]
    pub(crate) fn fpop_of(&mut self, l: &mut Live, s: &DecodedInsn, op: Op) -> Exec {
        self.fp_enabled()?;
        self.fp_enter(FpKind::Work)?;
        let shape = SHAPES[op as usize];
        // A result must not overtake an older one for the same register.
        let operands = self
            .ready(s.rs1, shape.rs1)
            .max(self.ready(s.rs2, shape.rs2))
            .max(self.ready(s.rd, shape.rd));
        self.wait_live(l, CoreMeter::FpuStalls, operands);
        let latency = self.latency(s, op);
        if op.class().uses_iteration_unit() {
            self.wait_live(l, CoreMeter::FpuStalls, self.fdiv_free);
            self.fdiv_free = l.cycle + latency;
        }
        let pc = self.pc_of(l);
        let outcome = self.fpu.operate(op, (s.rs1, s.rs2, s.rd), pc, s.imm as u32);
        if outcome == FpOutcome::Done {
            let done = l.cycle + latency;
            self.set_ready(l, s.rd, shape.rd, done);
            if op.class() == Class::FpCmp {
                self.fcc_ready = done;
            }
        }
        Ok(())
    }

    /// Cycles until the result can be used. Which operands make FDIVd and FSQRTd take the longer
    /// time is not published: an inexact quotient or root, whose last bits have to be developed
    /// for rounding, is taken to be the longer case (estimated).
    #[inline(always)]
    fn latency(&self, s: &DecodedInsn, op: Op) -> u64 {
        let t = &self.params.timing;
        let by_operand = |(short, long): (u8, u8), exact: bool| if exact { short } else { long };
        u64::from(match op.class() {
            Class::FpMove => t.fp_move_cycles,
            Class::FpDivs => t.fdivs_cycles,
            Class::FpSqrts => t.fsqrts_cycles,
            Class::FpDivd => {
                // A divisor that is a power of two leaves a quotient without further bits.
                by_operand(t.fdivd_cycles, self.fpu.double(s.rs2) << 12 == 0)
            }
            Class::FpSqrtd => {
                // A root whose operand has at most half the significant bits may be exact.
                by_operand(t.fsqrtd_cycles, self.fpu.double(s.rs2) << 38 == 0)
            }
            _ => t.fp_cycles,
        })
    }

    /// The address of a load or store of `bytes`. mem_address_not_aligned comes before an
    /// fp_exception, which stays pending (UM 1.7 p. 60).
    #[inline(always)]
    fn fp_address(&mut self, s: &DecodedInsn, kind: FpKind, bytes: u32) -> Exec<u32> {
        self.fp_enabled()?;
        let (a, b) = self.operands(s);
        let va = a.wrapping_add(b);
        if va & (bytes - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.fp_enter(kind)?;
        Ok(va)
    }

    #[inline(always)]
    pub(crate) fn ldf(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Work, 4)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, Width::Single));
        let v = self.load::<4>(l, cx, va)?;
        self.fpu.set_single(s.rd, v as u32);
        self.loaded_fp(l, s.rd, Width::Single);
        self.count(l, Counted::Load);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn lddf(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Work, 8)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, Width::Double));
        let v = self.load::<8>(l, cx, va)?;
        self.fpu.set_double(s.rd, v);
        self.loaded_fp(l, s.rd, Width::Double);
        self.count(l, Counted::Load);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn stf(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Store, 4)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, Width::Single));
        self.store(l, cx, va, self.fpu.single(s.rd).to_be_bytes())
    }

    #[inline(always)]
    pub(crate) fn stdf(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Store, 8)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, Width::Double));
        self.store(l, cx, va, self.fpu.double(s.rd).to_be_bytes())
    }

    pub(crate) fn ldfsr(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Work, 4)?;
        self.fpu_drained();
        let v = self.load_any(cx, va, 4)? as u32;
        self.fpu.ldfsr(v);
        Ok(())
    }

    pub(crate) fn stfsr(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Store, 4)?;
        self.fpu_drained();
        self.store_any(cx, va, 4, self.fpu.fsr().into())?;
        self.fpu.stfsr_done();
        Ok(())
    }

    pub(crate) fn stdfq(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.supervisor()?;
        let va = self.fp_address(s, FpKind::StoreQueue, 8)?;
        let e = self.fpu.queue_front();
        let v = e.map_or(0, |e| u64::from(e.address) << 32 | u64::from(e.insn));
        self.store_any(cx, va, 8, v)?;
        self.fpu.queue_pop();
        Ok(())
    }

    /// An FPop can use a loaded register one instruction later, as an integer one can.
    #[inline(always)]
    fn loaded_fp(&mut self, l: &Live, rd: u8, width: Width) {
        let ready = l.cycle + 1 + u64::from(self.params.timing.load_use_cycles);
        self.set_ready(l, rd, width, ready);
    }

    /// Waits until nothing is under way in the FPU.
    fn fpu_drained(&mut self) {
        let last = self
            .fp_pair_ready
            .iter()
            .copied()
            .max()
            .unwrap_or(0)
            .max(self.fcc_ready);
        self.wait_until(CoreMeter::FpuStalls, last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation that the FPU has uses registers of its own file, and only those.
    #[test]
    fn widths_follow_from_the_row() {
        use Width::{Double as D, None as N, Single as S};
        let shape = |op: Op| {
            let s = SHAPES[op as usize];
            (s.rs1, s.rs2, s.rd)
        };
        assert!(shape(Op::Fadds) == (S, S, S) && shape(Op::Faddd) == (D, D, D));
        assert!(shape(Op::Fsmuld) == (S, S, D) && shape(Op::Fcmpd) == (D, D, N));
        assert!(shape(Op::Fitod) == (N, S, D) && shape(Op::Fdtos) == (N, D, S));
        assert!(shape(Op::Faddq) == (N, N, N) && shape(Op::Add) == (N, N, N));
        for &op in Op::ALL {
            let class = op.class();
            if class.is_fpop() && class != Class::FpUnimp {
                let (_, rs2, rd) = shape(op);
                assert!(rs2 != N && (rd == N) == (class == Class::FpCmp), "{op:?}");
            }
        }
    }
}
