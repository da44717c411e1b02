//! Floating-point instructions as the pipeline sees them: when the FPU may be used, how long an
//! operation takes, loads and stores (SPARC V8 manual, B.2, B.5, B.33; GR740 UM 2.9 section 6.5).
//!
//! FPops issue in order, one per cycle; each result has a cycle from which it can be used. Divide
//! and square root share an iteration unit that takes one at a time.

use crate::core::Leon;
use crate::fpu::{Entry, FpKind, FpOutcome};
use crate::isa::Op;
use crate::live::Live;
use crate::slot::{Kind, Slot};
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;
use trueboard_core::meter::CoreMeter;

/// Registers an FPop reads and writes.
#[derive(Clone, Copy)]
struct Shape {
    rs1: Width,
    rs2: Width,
    rd: Width,
}

#[derive(Clone, Copy, PartialEq)]
enum Width {
    None,
    Single,
    Double,
}

use Width::{Double as D, None as N, Single as S};

#[inline(always)]
fn shape(op: Op) -> Shape {
    let (rs1, rs2, rd) = match op {
        Op::Fmovs | Op::Fnegs | Op::Fabss | Op::Fsqrts | Op::Fitos | Op::Fstoi => (N, S, S),
        Op::Fitod | Op::Fstod => (N, S, D),
        Op::Fdtoi | Op::Fdtos => (N, D, S),
        Op::Fsqrtd => (N, D, D),
        Op::Fadds | Op::Fsubs | Op::Fmuls | Op::Fdivs => (S, S, S),
        Op::Faddd | Op::Fsubd | Op::Fmuld | Op::Fdivd => (D, D, D),
        Op::Fsmuld => (S, S, D),
        Op::Fcmps | Op::Fcmpes => (S, S, N),
        Op::Fcmpd | Op::Fcmped => (D, D, N),
        _ => (N, N, N),
    };
    Shape { rs1, rs2, rd }
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
            N => 0,
            S => self.fp_ready[r].max(self.fp_double_ready[r >> 1]),
            D => self.fp_pair_ready[r >> 1],
        }
    }

    #[inline(always)]
    fn set_ready(&mut self, l: &Live, reg: u8, width: Width, cycle: u64) {
        if l.free {
            return;
        }
        let r = usize::from(reg);
        match width {
            N => {}
            S => {
                self.fp_ready[r] = cycle;
                self.fp_pair_ready[r >> 1] = cycle.max(self.fp_pair_ready[r >> 1]);
            }
            D => {
                self.fp_double_ready[r >> 1] = cycle;
                self.fp_pair_ready[r >> 1] = cycle;
            }
        }
    }

    /// Any FPop; the common ones have arms of their own that call [`Leon::fpop_of`].
    pub(crate) fn fpop(&mut self, s: &Slot, op: Op) -> Exec {
        let mut l = self.live_any();
        let done = self.fpop_of(&mut l, s, op);
        self.keep(&l);
        done
    }

    /// One of the common FPops; counts it.
    #[inline(always)]
    pub(crate) fn fpop_hot(&mut self, l: &mut Live, s: &Slot, op: Op) -> Exec {
        self.fpop_of(l, s, op)?;
        self.count(l, Kind::Fpop);
        Ok(())
    }

    /// The FPop `op`. Inlined with a constant `op`, everything that depends on it folds away.
    #[inline(always)]
    pub(crate) fn fpop_of(&mut self, l: &mut Live, s: &Slot, op: Op) -> Exec {
        self.fp_enabled()?;
        self.fp_enter(FpKind::Work)?;
        let shape = shape(op);
        // A result must not overtake an older one for the same register.
        let operands = self
            .ready(s.rs1, shape.rs1)
            .max(self.ready(s.rs2, shape.rs2))
            .max(self.ready(s.rd, shape.rd));
        self.wait_live(l, CoreMeter::FpuStalls, operands);
        let latency = self.latency(s, op);
        if uses_iteration_unit(op) {
            self.wait_live(l, CoreMeter::FpuStalls, self.fdiv_free);
            self.fdiv_free = l.cycle + latency;
        }
        let pc = self.pc_of(l);
        let outcome = self.fpu.operate(op, (s.rs1, s.rs2, s.rd), pc, s.imm as u32);
        if outcome == FpOutcome::Done {
            let done = l.cycle + latency;
            self.set_ready(l, s.rd, shape.rd, done);
            if matches!(op, Op::Fcmps | Op::Fcmpd | Op::Fcmpes | Op::Fcmped) {
                self.fcc_ready = done;
            }
        }
        Ok(())
    }

    /// Cycles until the result can be used. Which operands make FDIVd and FSQRTd take the longer
    /// time is not published: an inexact quotient or root, whose last bits have to be developed
    /// for rounding, is taken to be the longer case (estimated).
    #[inline(always)]
    fn latency(&self, s: &Slot, op: Op) -> u64 {
        let t = &self.params.timing;
        let by_operand = |(short, long): (u8, u8), exact: bool| if exact { short } else { long };
        u64::from(match op {
            Op::Fmovs | Op::Fnegs | Op::Fabss => t.fp_move_cycles,
            Op::Fdivs => t.fdivs_cycles,
            Op::Fsqrts => t.fsqrts_cycles,
            Op::Fdivd => {
                // A divisor that is a power of two leaves a quotient without further bits.
                by_operand(t.fdivd_cycles, self.fpu.double(s.rs2) << 12 == 0)
            }
            Op::Fsqrtd => {
                // A root whose operand has at most half the significant bits may be exact.
                by_operand(t.fsqrtd_cycles, self.fpu.double(s.rs2) << 38 == 0)
            }
            _ => t.fp_cycles,
        })
    }

    /// The address of a load or store of `bytes`. mem_address_not_aligned comes before an
    /// fp_exception, which stays pending (UM 1.7 p. 60).
    #[inline(always)]
    fn fp_address(&mut self, s: &Slot, kind: FpKind, bytes: u32) -> Exec<u32> {
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
    pub(crate) fn ldf(&mut self, l: &mut Live, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Work, 4)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, S));
        let v = self.load::<4>(l, cx, va)?;
        self.fpu.set_single(s.rd, v as u32);
        self.loaded_fp(l, s.rd, S);
        self.count(l, Kind::Load);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn lddf(&mut self, l: &mut Live, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Work, 8)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, D));
        let v = self.load::<8>(l, cx, va)?;
        self.fpu.set_double(s.rd, v);
        self.loaded_fp(l, s.rd, D);
        self.count(l, Kind::Load);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn stf(&mut self, l: &mut Live, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Store, 4)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, S));
        self.store(l, cx, va, self.fpu.single(s.rd).to_be_bytes())
    }

    #[inline(always)]
    pub(crate) fn stdf(&mut self, l: &mut Live, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Store, 8)?;
        self.wait_live(l, CoreMeter::FpuStalls, self.ready(s.rd, D));
        self.store(l, cx, va, self.fpu.double(s.rd).to_be_bytes())
    }

    pub(crate) fn ldfsr(&mut self, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Work, 4)?;
        self.fpu_drained();
        let v = self.load_any(cx, va, 4)? as u32;
        self.fpu.ldfsr(v);
        Ok(())
    }

    pub(crate) fn stfsr(&mut self, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
        let va = self.fp_address(s, FpKind::Store, 4)?;
        self.fpu_drained();
        self.store_any(cx, va, 4, self.fpu.fsr().into())?;
        self.fpu.stfsr_done();
        Ok(())
    }

    pub(crate) fn stdfq(&mut self, s: &Slot, cx: &mut RunCx<'_>) -> Exec {
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

#[inline(always)]
fn uses_iteration_unit(op: Op) -> bool {
    matches!(op, Op::Fdivs | Op::Fdivd | Op::Fsqrts | Op::Fsqrtd)
}
