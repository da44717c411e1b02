//! Executing one instruction: what it does ([`crate::exec`]), when its result can be used
//! ([`crate::pipeline`]), and what it is counted as. The two latter follow from its timing class.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::exec::host::Timed;
use crate::exec::mem::Atomic;
use crate::exec::system::{self, AsrWrite, PsrWrite};
use crate::exec::{alu, branch, fp, mem};
use crate::fpu::{FpKind, FpOutcome};
use crate::isa::{Class, Counted, Op};
use crate::meters::Meter;
use crate::opcodes::each_opcode;
use crate::pipeline::{self, extra_cycles};
use crate::row_facts::{SP, puts_stack};
use crate::state::{IuReg, State};
use crate::trap::{self, Exc, Exec};
use crate::window::HotState;
use crate::window_left::WindowLeft;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{ControlFlow, FactKind};
use trueboard_engine::ops::Ops;

/// Executes the instruction at place `$i` of the current page, with opcode `$opcode`, and counts it.
macro_rules! single_step {
    (
        ($core:ident, $l:ident, $i:ident, $cx:ident) $opcode:expr;
        $($($op:ident)|+ => $kind:ident $what:tt;)*
    ) => {
        match $opcode {
            $($(Op::$op => step_of!(($core, $l, $i, $cx) $op $kind $what),)+)*
        }
    };
}

/// How an opcode of a kind of [`each_opcode`] is executed and counted.
macro_rules! step_of {
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident integer ($f:expr)) => {
        $core.integer($l, $i, Op::$op, $f)
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident compare ($f:expr)) => {{
        $core.integer($l, $i, Op::$op, $f);
        $core.branch_behind($l, $i);
    }};
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident plain ($f:expr)) => {
        $core.integer($l, $i, Op::$op, $f)
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident trapping ($f:expr)) => {
        $core.integer_or_trap($l, $i, Op::$op, $f)?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident transfer ($f:ident)) => {
        $core.$f($l, &$core.insn($i), $cx)?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident load ($signed:literal)) => {
        access_of!(($core, $l, $i, $cx) $op mem::load::<_, { Op::$op.bytes() as usize }, $signed>)
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident store ()) => {
        access_of!(($core, $l, $i, $cx) $op mem::store::<_, { Op::$op.bytes() as usize }>)
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident access ($f:expr)) => {
        access_of!(($core, $l, $i, $cx) $op $f)
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident float ($f:ident)) => {{
        let d = &$core.insn($i);
        $core.$f::<{ Op::$op.bytes() as usize }>($l, d, Op::$op, $cx)?;
        $core.executed($l, Op::$op, d);
    }};
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident fpop ()) => {
        $core.fpop($l, &$core.insn($i), Op::$op)?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident seldom_fpop ()) => {
        $core.rare($l, $i, (Op::$op, false), Leon::fpop_by_itself, $cx)?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident seldom_trapping ($f:expr)) => {
        $core.rare(
            $l,
            $i,
            (Op::$op, true),
            |core, d, _| on_state(core, d, $f),
            $cx,
        )?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident single ($f:expr)) => {
        $core.rare(
            $l,
            $i,
            (Op::$op, true),
            |core, d, _| on_state(core, d, $f),
            $cx,
        )?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident seldom_integer ($f:expr)) => {
        $core.rare(
            $l,
            $i,
            (Op::$op, true),
            |core, d, _| on_state(core, d, always($f)),
            $cx,
        )?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident seldom_plain ($f:expr)) => {
        $core.rare(
            $l,
            $i,
            (Op::$op, true),
            |core, d, _| on_state(core, d, always($f)),
            $cx,
        )?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident own ($f:expr)) => {
        $core.rare($l, $i, (Op::$op, false), $f, $cx)?
    };
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident rare ($f:expr)) => {
        $core.rare($l, $i, (Op::$op, true), $f, $cx)?
    };
}

/// A load or store, by `$f`.
macro_rules! access_of {
    (($core:ident, $l:ident, $i:ident, $cx:ident) $op:ident $f:expr) => {{
        let d = $core.insn($i);
        let (core, l, cx) = (&mut *$core, &mut *$l, &mut *$cx);
        $f(&mut Timed { core, l, cx }, &d)?;
        $core.executed($l, Op::$op, &d);
    }};
}

/// An operation on the state alone.
fn on_state(
    core: &mut Leon,
    d: &DecodedInsn,
    f: impl Fn(&mut State, &DecodedInsn) -> Exec,
) -> Exec {
    f(&mut core.state, d)
}

/// An operation that cannot fail, as one that may.
fn always(f: impl Fn(&mut State, &DecodedInsn)) -> impl Fn(&mut State, &DecodedInsn) -> Exec {
    move |st, d| {
        f(st, d);
        Ok(())
    }
}

impl Leon {
    /// The instruction at place `i` of the current page.
    ///
    /// A copy made where it is used: only the fields that are used are loaded.
    #[inline(always)]
    fn insn(&self, i: usize) -> DecodedInsn {
        let d = &self.code.current.entries()[i & (PAGE_WORDS - 1)].insn;
        // Field by field: as one word it would be loaded whole, and taken apart with shifts.
        DecodedInsn {
            op: d.op,
            rd: d.rd,
            rs1: d.rs1,
            rs2: d.rs2,
            imm: d.imm,
        }
    }

    /// Counts an instruction. Each way of executing one does it where its class is known.
    #[inline(always)]
    pub(crate) fn count(&mut self, l: &HotState, counted: Counted) {
        if !l.free {
            self.tally.count(counted);
        }
    }

    /// An operation of the integer unit that cannot fail.
    #[inline(always)]
    fn integer(&mut self, l: &HotState, i: usize, op: Op, f: impl Fn(&mut State, &DecodedInsn)) {
        let d = self.insn(i);
        f(&mut self.state, &d);
        self.executed(l, op, &d);
    }

    /// An operation of the integer unit that may trap.
    #[inline(always)]
    fn integer_or_trap(
        &mut self,
        l: &HotState,
        i: usize,
        op: Op,
        f: impl Fn(&mut State, &DecodedInsn) -> Exec,
    ) -> Exec {
        let d = self.insn(i);
        f(&mut self.state, &d)?;
        self.executed(l, op, &d);
        Ok(())
    }

    /// What follows from the class of an instruction that has been executed.
    #[inline(always)]
    fn executed(&mut self, l: &HotState, op: Op, d: &DecodedInsn) {
        let class = op.class();
        self.pipeline
            .executed(class, d.rd, l.cycle, &self.params.timing);
        self.count(l, class.counted());
    }

    /// Executes the instruction at place `i` of the current page and counts it. On `Err` nothing has
    /// changed but time and the caches.
    #[inline(always)]
    pub(crate) fn execute(&mut self, l: &mut HotState, i: usize, cx: &mut RunCx<'_>) -> Exec {
        let op = self.code.current.entries()[i & (PAGE_WORDS - 1)].insn.op;
        each_opcode!(single_step, (self, l, i, cx) op);
        Ok(())
    }

    /// [`Leon::execute`] for an instruction that may be marked: one that puts the stack pointer elsewhere is reported.
    #[inline(always)]
    pub(crate) fn execute_marked(
        &mut self,
        l: &mut HotState,
        i: usize,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        match self.flow != ControlFlow::Unreported && puts_stack(&self.insn(i)) {
            true => self.put_stack(l, i, cx),
            false => self.execute(l, i, cx),
        }
    }

    /// [`Leon::execute`] for an instruction that puts the stack pointer elsewhere, which is reported.
    #[inline(never)]
    fn put_stack(&mut self, l: &mut HotState, i: usize, cx: &mut RunCx<'_>) -> Exec {
        let here = self.leaves_window(l.cycle);
        // What switches tasks may turn to the window of the next one first, where the pointer is anyone's.
        let left = std::mem::take(&mut self.window_left);
        let from = if left.is_just_before(&here) {
            left.stack
        } else {
            here.stack
        }
        .into();
        self.execute(l, i, cx)?;
        let to = self.state.regs.get(SP).into();
        self.write_back(l);
        let chained = false;
        self.fact(cx, FactKind::Stack { from, to, chained });
        Ok(())
    }

    /// The current window, as one that is left in this cycle.
    fn leaves_window(&self, cycle: u64) -> WindowLeft {
        WindowLeft {
            window: self.state.psr.cwp,
            stack: self.state.regs.get(SP),
            cycle,
            transfers: self.history.noted(),
        }
    }

    /// WRPSR is about to write `psr`.
    ///
    /// A window is left by the write that turns to another one, or by an earlier one that disables traps: RESTORE may
    /// lead through the windows above, which go to the stack, until WRPSR turns back.
    fn window_written(&mut self, psr: u32) {
        let (cwp, et) = (psr as u8 & 0x1f, psr & 1 << 5 != 0);
        let now = &self.state.psr;
        if !now.et && self.window_left.stack != 0 && self.window_left.window == cwp {
            self.window_left = WindowLeft::default();
        } else if cwp != now.cwp || now.et && !et {
            self.window_left = self.leaves_window(self.cycle);
        }
    }

    /// A comparison is mostly followed by the branch that it is for: executes that too, as the loop
    /// would, if there is time left for it.
    #[inline(always)]
    fn branch_behind(&mut self, l: &mut HotState, i: usize) {
        let next = (i + 1) & (PAGE_WORDS - 1);
        if self.code.current.entries()[next].insn.op == Op::Bicc
            && l.at != self.window.end
            && l.cycle + 1 < self.limits.until
        {
            l.cycle += 1;
            l.at += 1;
            self.bicc_at_once(l, &self.insn(next));
        }
    }

    /// LDF and LDDF. An FPop can use a loaded register one instruction later, as an integer one can.
    #[inline(always)]
    pub(crate) fn load_fp<const N: usize>(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
        op: Op,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        let va = fp::address(&self.state, &mut self.fpu, d, FpKind::Work, N as u32)?;
        let ready = self.pipeline.fpu.operands_ready(op, d);
        self.wait_hot(l, Meter::FpuStalls, ready);
        let v = self.load::<N>(l, cx, va)?;
        if N == 8 {
            self.fpu.set_double(d.rd, v);
        } else {
            self.fpu.set_single(d.rd, v as u32);
        }
        if !l.free {
            let ready = l.cycle + 1 + u64::from(self.params.timing.load_use_cycles);
            self.pipeline.fpu.result_at(op, d, ready);
        }
        Ok(())
    }

    /// STF and STDF.
    #[inline(always)]
    pub(crate) fn store_fp<const N: usize>(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
        op: Op,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        let va = fp::address(&self.state, &mut self.fpu, d, FpKind::Store, N as u32)?;
        let ready = self.pipeline.fpu.operands_ready(op, d);
        self.wait_hot(l, Meter::FpuStalls, ready);
        if N == 8 {
            self.store(l, cx, va, self.fpu.double(d.rd).to_be_bytes())
        } else {
            self.store(l, cx, va, self.fpu.single(d.rd).to_be_bytes())
        }
    }

    /// One of the common FPops; counts it.
    #[inline(always)]
    fn fpop(&mut self, l: &mut HotState, d: &DecodedInsn, op: Op) -> Exec {
        self.fpop_of(l, d, op)?;
        self.count(l, Counted::Fpop);
        Ok(())
    }

    /// The FPop `op`. Inlined with a constant `op`, everything that depends on it folds away.
    #[inline(always)]
    pub(crate) fn fpop_of(&mut self, l: &mut HotState, d: &DecodedInsn, op: Op) -> Exec {
        fp::enter(&self.state, &mut self.fpu, FpKind::Work)?;
        let class = op.class();
        let ready = self.pipeline.fpu.operands_ready(op, d);
        self.wait_hot(l, Meter::FpuStalls, ready);
        let latency = pipeline::latency(
            class,
            || fp::takes_longer(&self.fpu, class, d),
            &self.params.timing,
        );
        if class.uses_iteration_unit() {
            let free = self.pipeline.fpu.iteration_free();
            self.wait_hot(l, Meter::FpuStalls, free);
            self.pipeline.fpu.iterate_until(l.cycle + latency);
        }
        let pc = self.window.pc_of(l);
        let outcome = self.fpu.operate(op, (d.rs1, d.rs2, d.rd), pc, d.imm as u32);
        if outcome == FpOutcome::Done {
            let done = l.cycle + latency;
            if !l.free {
                self.pipeline.fpu.result_at(op, d, done);
            }
            if class == Class::FpCmp {
                self.pipeline.fpu.condition_at(done);
            }
        }
        Ok(())
    }

    /// Executes an instruction off the hot path by `f`, with what the loop holds in the core itself, and counts it as `op`.
    /// If `costs`, its class says what it costs.
    #[inline(never)]
    fn rare(
        &mut self,
        l: &mut HotState,
        i: usize,
        (op, costs): (Op, bool),
        f: fn(&mut Leon, &DecodedInsn, &mut RunCx<'_>) -> Exec,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        self.write_back(l);
        self.next_npc = self.window.next_npc_of(l);
        let (mode, class) = (self.state.psr.s, op.class());
        let d = &self.insn(i);
        let done = f(self, d, cx);
        if costs && done.is_ok() {
            let t = &self.params.timing;
            if matches!(class, Class::Div | Class::DivCc) {
                self.stall(Meter::MulDivStalls, extra_cycles(class, t));
            }
            self.pipeline
                .executed(class, d.rd, self.cycle, &self.params.timing);
        }
        l.cycle = self.cycle;
        self.window.check_pending_with(l, self.next_npc);
        done?;
        self.count(l, class.counted());
        if self.state.psr.s != mode {
            self.leave_mode(l, mode, cx.meters);
        }
        Ok(())
    }

    /// An FPop, with what the loop holds in the core itself.
    fn fpop_by_itself(&mut self, d: &DecodedInsn, _: &mut RunCx<'_>) -> Exec {
        let mut l = self.hot_state_any();
        let done = self.fpop_of(&mut l, d, d.op);
        self.write_back(&l);
        done
    }

    fn rdasr(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let (st, counters) = (&mut self.state, &self.counters);
        let value = system::read_asr(st, counters, d, &self.params, self.cycle);
        if self.params.up_counter && system::UP_COUNTER.contains(&d.rs1) {
            let got = cx.bus.interposed_read(self.common.id, d.rs1.into(), value);
            self.clock_access(cx, d.rs1, got, false);
            if got != value {
                self.state.regs.put(d.rd, got);
            }
        }
        Ok(())
    }

    fn wrasr(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let written = system::written(&mut self.state, d);
        let mut value = written;
        let counts = self.params.up_counter && system::UP_COUNTER.contains(&d.rd);
        if counts {
            // Of a write that is lost, the register keeps what it has.
            value = match cx.bus.interposed_write(self.common.id, d.rd.into(), value) {
                Some(taken) => taken,
                None if d.rd == *system::UP_COUNTER.start() => self.counters.high(self.cycle),
                None => self.counters.low(self.cycle),
            };
        }
        let (st, counters) = (&mut self.state, &mut self.counters);
        match system::write_asr(st, counters, (d, value), &self.params, self.cycle)? {
            AsrWrite::Done => {
                if counts {
                    self.clock_access(cx, d.rd, written, true);
                }
            }
            AsrWrite::PowerDown => {
                self.control.power_down = true;
                self.pending_work = true;
            }
            AsrWrite::Watchpoint => {
                self.recompute_fast_ram();
                self.in_flight.fetch.invalidate();
            }
        }
        Ok(())
    }

    fn wrpsr(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        match system::write_psr(&mut self.state, d)? {
            PsrWrite::TrapsEnabled(et) => self.state.psr.et = et,
            PsrWrite::All(v) => {
                if cx.facts.on() {
                    self.window_written(v);
                }
                self.set_supervisor(v & 1 << 7 != 0);
                self.state.change_window(v as u8 & 0x1f);
                self.state.psr.set_bits(v, self.params.fpu);
                self.pipeline.codes_written(self.cycle);
            }
        }
        self.recompute_pending();
        Ok(())
    }

    fn ldfsr(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let bytes = d.op.bytes();
        let va = fp::address(&self.state, &mut self.fpu, d, FpKind::Work, bytes.into())?;
        self.wait_until(Meter::FpuStalls, self.pipeline.fpu.drained());
        let v = self.load_any(cx, va, bytes)? as u32;
        self.fpu.ldfsr(v);
        Ok(())
    }

    fn stfsr(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let bytes = d.op.bytes();
        let va = fp::address(&self.state, &mut self.fpu, d, FpKind::Store, bytes.into())?;
        self.wait_until(Meter::FpuStalls, self.pipeline.fpu.drained());
        self.store_any(cx, va, bytes, self.fpu.fsr().into())?;
        self.fpu.stfsr_done();
        Ok(())
    }

    fn stdfq(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.state.supervisor()?;
        let bytes = d.op.bytes();
        let va = fp::address(
            &self.state,
            &mut self.fpu,
            d,
            FpKind::StoreQueue,
            bytes.into(),
        )?;
        let e = self.fpu.queue_front();
        let v = e.map_or(0, |e| u64::from(e.address) << 32 | u64::from(e.insn));
        self.store_any(cx, va, bytes, v)?;
        self.fpu.queue_pop();
        Ok(())
    }

    /// LDA and its sizes.
    fn load_alternate(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>, signed: bool) -> Exec {
        let (bytes, (asi, va)) = (d.op.bytes(), mem::alternate(&mut self.state, d)?);
        let v = self.read_asi(cx, asi, va, bytes)?;
        mem::set_loaded(&mut self.state, d, v, signed);
        Ok(())
    }

    /// STA and its sizes.
    fn store_alternate(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let (bytes, (asi, va)) = (d.op.bytes(), mem::alternate(&mut self.state, d)?);
        let v = mem::stored(&self.state, d.rd, bytes);
        self.write_asi(cx, asi, va, bytes, v)
    }

    /// SWAP, LDSTUB and CASA: the old value goes to the destination.
    fn atomic(&mut self, cx: &mut RunCx<'_>, d: &DecodedInsn, a: Atomic) -> Exec {
        let old = self.access_atomically(cx, &a)?;
        self.state.regs.set(d.rd, old);
        Ok(())
    }
}
