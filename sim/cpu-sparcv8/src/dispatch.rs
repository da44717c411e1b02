//! Executing one instruction: what it does ([`crate::exec`]), when its result can be used
//! ([`crate::pipeline`]), and what it is counted as. The two latter follow from its timing class.

use crate::checked::{SP, puts_stack};
use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::exec::mem::Atomic;
use crate::exec::system::{self, AsrWrite, PsrWrite};
use crate::exec::{alu, branch, fp, mem};
use crate::fpu::{FpKind, FpOutcome};
use crate::isa::{Class, Counted, Op};
use crate::meters::Meter;
use crate::pipeline::{self, extra_cycles};
use crate::state::State;
use crate::trap::{self, Exc, Exec};
use crate::window::HotState;
use crate::window_left::WindowLeft;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::FactKind;

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
    pub(crate) fn execute<const F: bool>(
        &mut self,
        l: &mut HotState,
        i: usize,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        /// A load or store; then what follows from its class.
        macro_rules! access {
            ($op:ident, $d:ident => $access:expr) => {{
                let $d = &self.insn(i);
                $access?;
                self.executed(l, Op::$op, $d);
            }};
        }
        /// A load of up to a word.
        macro_rules! load {
            ($op:ident, $signed:literal) => {
                access!($op, d => {
                    let value = |v| mem::extend(v, Op::$op.bytes(), $signed);
                    self.load_word::<{ Op::$op.bytes() as usize }>(l, d, cx, value)
                })
            };
        }
        /// A store of up to a word.
        macro_rules! store {
            ($op:ident) => {
                access!($op, d => self.store_word::<{ Op::$op.bytes() as usize }>(l, d, cx))
            };
        }
        /// A load or store of the FPU.
        macro_rules! float {
            ($op:ident, $access:ident) => {
                access!($op, d => self.$access::<{ Op::$op.bytes() as usize }>(l, d, Op::$op, cx))
            };
        }
        if F && puts_stack(&self.insn(i)) {
            return self.put_stack(l, i, cx);
        }
        let op = self.code.current.entries()[i & (PAGE_WORDS - 1)].insn.op;
        match op {
            Op::Add => self.integer(l, i, Op::Add, alu::add::<false, false>),
            Op::Addcc => self.integer(l, i, Op::Addcc, alu::add::<false, true>),
            Op::Addx => self.integer(l, i, Op::Addx, alu::add::<true, false>),
            Op::Addxcc => self.integer(l, i, Op::Addxcc, alu::add::<true, true>),
            Op::Sub => self.integer(l, i, Op::Sub, alu::sub::<false, false>),
            Op::Subcc => {
                self.integer(l, i, Op::Subcc, alu::sub::<false, true>);
                self.branch_behind(l, i);
            }
            Op::Subx => self.integer(l, i, Op::Subx, alu::sub::<true, false>),
            Op::Subxcc => self.integer(l, i, Op::Subxcc, alu::sub::<true, true>),
            Op::And => self.logic::<false>(l, i, Op::And, |a, b| a & b),
            Op::Andcc => {
                self.logic::<true>(l, i, Op::Andcc, |a, b| a & b);
                self.branch_behind(l, i);
            }
            Op::Andn => self.logic::<false>(l, i, Op::Andn, |a, b| a & !b),
            Op::Andncc => self.logic::<true>(l, i, Op::Andncc, |a, b| a & !b),
            Op::Or => self.logic::<false>(l, i, Op::Or, |a, b| a | b),
            Op::Orcc => {
                self.logic::<true>(l, i, Op::Orcc, |a, b| a | b);
                self.branch_behind(l, i);
            }
            Op::Orn => self.logic::<false>(l, i, Op::Orn, |a, b| a | !b),
            Op::Orncc => self.logic::<true>(l, i, Op::Orncc, |a, b| a | !b),
            Op::Xor => self.logic::<false>(l, i, Op::Xor, |a, b| a ^ b),
            Op::Xorcc => self.logic::<true>(l, i, Op::Xorcc, |a, b| a ^ b),
            Op::Xnor => self.logic::<false>(l, i, Op::Xnor, |a, b| a ^ !b),
            Op::Xnorcc => self.logic::<true>(l, i, Op::Xnorcc, |a, b| a ^ !b),
            Op::Sll => self.logic::<false>(l, i, Op::Sll, alu::sll),
            Op::Srl => self.logic::<false>(l, i, Op::Srl, alu::srl),
            Op::Sra => self.logic::<false>(l, i, Op::Sra, alu::sra),
            Op::Sethi => self.integer(l, i, Op::Sethi, alu::sethi),
            Op::Umul => self.integer(l, i, Op::Umul, alu::multiply::<false, false>),
            Op::Smul => self.integer(l, i, Op::Smul, alu::multiply::<true, false>),
            Op::Umulcc => self.integer(l, i, Op::Umulcc, alu::multiply::<false, true>),
            Op::Smulcc => self.integer(l, i, Op::Smulcc, alu::multiply::<true, true>),
            Op::Save => self.integer_or_trap(l, i, Op::Save, branch::save)?,
            Op::Restore => self.integer_or_trap(l, i, Op::Restore, branch::restore)?,
            Op::Bicc => self.bicc(l, &self.insn(i)),
            Op::Fbfcc => self.fbfcc(l, &self.insn(i))?,
            Op::Call => self.call::<F>(l, &self.insn(i), cx),
            Op::Jmpl => self.jmpl::<F>(l, &self.insn(i), cx)?,
            Op::Ld => load!(Ld, false),
            Op::Ldub => load!(Ldub, false),
            Op::Ldsb => load!(Ldsb, true),
            Op::Lduh => load!(Lduh, false),
            Op::Ldsh => load!(Ldsh, true),
            Op::Ldd => access!(Ldd, d => self.load_double(l, d, cx)),
            Op::St => store!(St),
            Op::Stb => store!(Stb),
            Op::Sth => store!(Sth),
            Op::Std => access!(Std, d => self.store_double(l, d, cx)),
            Op::Ldf => float!(Ldf, load_fp),
            Op::Lddf => float!(Lddf, load_fp),
            Op::Stf => float!(Stf, store_fp),
            Op::Stdf => float!(Stdf, store_fp),
            Op::Faddd => self.fpop(l, &self.insn(i), Op::Faddd)?,
            Op::Fsubd => self.fpop(l, &self.insn(i), Op::Fsubd)?,
            Op::Fmuld => self.fpop(l, &self.insn(i), Op::Fmuld)?,
            Op::Fadds => self.fpop(l, &self.insn(i), Op::Fadds)?,
            Op::Fsubs => self.fpop(l, &self.insn(i), Op::Fsubs)?,
            Op::Fmuls => self.fpop(l, &self.insn(i), Op::Fmuls)?,
            Op::Fmovs => self.fpop(l, &self.insn(i), Op::Fmovs)?,
            // The others, off the hot path. They are listed so that a new row without an arm does not
            // compile, and so that the jump table needs no check.
            Op::Taddcc
            | Op::Tsubcc
            | Op::Taddcctv
            | Op::Tsubcctv
            | Op::Mulscc
            | Op::Udiv
            | Op::Sdiv
            | Op::Udivcc
            | Op::Sdivcc
            | Op::Unimp
            | Op::Cbccc
            | Op::Rett
            | Op::Ticc
            | Op::Flush
            | Op::Rdy
            | Op::Stbar
            | Op::Rdasr
            | Op::Rdpsr
            | Op::Rdwim
            | Op::Rdtbr
            | Op::Wry
            | Op::Wrasr
            | Op::Wrpsr
            | Op::Wrwim
            | Op::Wrtbr
            | Op::Ldstub
            | Op::Swap
            | Op::Ldstuba
            | Op::Swapa
            | Op::Casa
            | Op::Lda
            | Op::Lduba
            | Op::Lduha
            | Op::Ldda
            | Op::Ldsba
            | Op::Ldsha
            | Op::Sta
            | Op::Stba
            | Op::Stha
            | Op::Stda
            | Op::Ldfsr
            | Op::Stfsr
            | Op::Stdfq
            | Op::Ldc
            | Op::Ldcsr
            | Op::Lddc
            | Op::Stc
            | Op::Stcsr
            | Op::Stdcq
            | Op::Stdc
            | Op::Cpop1
            | Op::Cpop2
            | Op::Fnegs
            | Op::Fabss
            | Op::Fsqrts
            | Op::Fsqrtd
            | Op::Fsmuld
            | Op::Fdivs
            | Op::Fdivd
            | Op::Fitos
            | Op::Fdtos
            | Op::Fitod
            | Op::Fstod
            | Op::Fstoi
            | Op::Fdtoi
            | Op::Fcmps
            | Op::Fcmpd
            | Op::Fcmpes
            | Op::Fcmped
            | Op::Fsqrtq
            | Op::Faddq
            | Op::Fsubq
            | Op::Fmulq
            | Op::Fdivq
            | Op::Fdmulq
            | Op::Fqtos
            | Op::Fqtod
            | Op::Fitoq
            | Op::Fstoq
            | Op::Fdtoq
            | Op::Fqtoi
            | Op::Fcmpq
            | Op::Fcmpeq
            | Op::Fpop1Unknown
            | Op::Fpop2Unknown => {
                self.write_back(l);
                self.next_npc = self.window.next_npc_of(l);
                let mode = self.state.psr.s;
                let done = self.execute_rare(i, cx);
                l.cycle = self.cycle;
                self.window.check_pending_with(l, self.next_npc);
                done?;
                self.count(l, op.class().counted());
                if self.state.psr.s != mode {
                    self.leave_mode(l, mode, cx.meters);
                }
            }
        }
        Ok(())
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
        self.execute::<false>(l, i, cx)?;
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

    #[inline(always)]
    fn logic<const CC: bool>(
        &mut self,
        l: &HotState,
        i: usize,
        op: Op,
        f: impl Fn(u32, u32) -> u32 + Copy,
    ) {
        self.integer(l, i, op, |st, d| alu::logic::<CC>(st, d, f));
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

    /// A load of `N` bytes, up to a word, of which `value` goes to a register.
    #[inline(always)]
    pub(crate) fn load_word<const N: usize>(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
        cx: &mut RunCx<'_>,
        value: impl Fn(u64) -> u32,
    ) -> Exec {
        let v = self.load::<N>(l, cx, self.state.address(d))?;
        self.state.regs.put(d.rd, value(v));
        Ok(())
    }

    /// LDD.
    #[inline(always)]
    pub(crate) fn load_double(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        mem::even(d.rd)?;
        let v = self.load::<{ Op::Ldd.bytes() as usize }>(l, cx, self.state.address(d))?;
        mem::set_pair(&mut self.state, d.rd, v);
        Ok(())
    }

    /// A store of the low `N` bytes of a register.
    #[inline(always)]
    pub(crate) fn store_word<const N: usize>(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        let v = self.state.regs.get(d.rd);
        self.store(l, cx, self.state.address(d), mem::low::<N>(v))
    }

    /// STD.
    #[inline(always)]
    pub(crate) fn store_double(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        mem::even(d.rd)?;
        let v = mem::pair(&self.state, d.rd);
        self.store(l, cx, self.state.address(d), v.to_be_bytes())
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

    /// The others. What the loop holds is in the core itself.
    #[inline(never)]
    fn execute_rare(&mut self, i: usize, cx: &mut RunCx<'_>) -> Exec {
        let d = &self.insn(i);
        match d.op {
            Op::Ldfsr => return self.ldfsr(d, cx),
            Op::Stfsr => return self.stfsr(d, cx),
            Op::Stdfq => return self.stdfq(d, cx),
            op if op.class().is_fpop() => {
                let mut l = self.hot_state_any();
                let done = self.fpop_of(&mut l, d, op);
                self.write_back(&l);
                return done;
            }
            Op::Udiv => alu::divide(&mut self.state, d, false, false)?,
            Op::Sdiv => alu::divide(&mut self.state, d, true, false)?,
            Op::Udivcc => alu::divide(&mut self.state, d, false, true)?,
            Op::Sdivcc => alu::divide(&mut self.state, d, true, true)?,
            Op::Taddcc => alu::tagged(&mut self.state, d, false, false)?,
            Op::Taddcctv => alu::tagged(&mut self.state, d, false, true)?,
            Op::Tsubcc => alu::tagged(&mut self.state, d, true, false)?,
            Op::Tsubcctv => alu::tagged(&mut self.state, d, true, true)?,
            Op::Mulscc => alu::mulscc(&mut self.state, d),
            Op::Rett => return self.rett(d, cx),
            Op::Ticc => return self.ticc(d),
            Op::Flush => self.flush_caches(true, true),
            Op::Stbar => {}
            Op::Rdy => system::read(&mut self.state, d, |st| st.y),
            Op::Rdpsr | Op::Rdwim | Op::Rdtbr => {
                self.state.supervisor()?;
                let value: fn(&State) -> u32 = match d.op {
                    Op::Rdpsr => |st| st.psr.to_bits(),
                    Op::Rdwim => |st| st.wim,
                    _ => |st| st.tbr,
                };
                system::read(&mut self.state, d, value);
            }
            Op::Rdasr => {
                let (st, counters) = (&mut self.state, &self.counters);
                let value = system::read_asr(st, counters, d, &self.params, self.cycle);
                if self.params.up_counter && system::UP_COUNTER.contains(&d.rs1) {
                    let got = cx.bus.interposed_read(self.id, d.rs1.into(), value);
                    self.clock_access(cx, d.rs1, got, false);
                    if got != value {
                        self.state.regs.put(d.rd, got);
                    }
                }
            }
            Op::Wry => system::write_y(&mut self.state, d),
            Op::Wrasr => {
                let written = system::written(&self.state, d);
                let mut value = written;
                let counts = self.params.up_counter && system::UP_COUNTER.contains(&d.rd);
                if counts {
                    // Of a write that is lost, the register keeps what it has.
                    value = match cx.bus.interposed_write(self.id, d.rd.into(), value) {
                        Some(taken) => taken,
                        None if d.rd == *system::UP_COUNTER.start() => {
                            self.counters.high(self.cycle)
                        }
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
                        self.recompute_direct();
                        self.in_flight.fetch.invalidate();
                    }
                }
            }
            Op::Wrpsr => {
                match system::write_psr(&self.state, d)? {
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
            }
            Op::Wrwim => system::write_wim(&mut self.state, d)?,
            Op::Wrtbr => system::write_tbr(&mut self.state, d)?,
            Op::Ldstub => self.atomic(cx, d, Atomic::ldstub(&self.state, d))?,
            Op::Swap => self.atomic(cx, d, Atomic::swap(&self.state, d))?,
            Op::Ldstuba => self.atomic(cx, d, Atomic::ldstuba(&self.state, d)?)?,
            Op::Swapa => self.atomic(cx, d, Atomic::swapa(&self.state, d)?)?,
            Op::Casa => self.atomic(cx, d, Atomic::casa(&self.state, d)?)?,
            op if op.is_alternate() => match op.class().counted() {
                Counted::Store => self.store_alternate(d, cx)?,
                _ => self.load_alternate(d, cx, matches!(op, Op::Ldsba | Op::Ldsha))?,
            },
            Op::Stdcq => {
                // Privileged (V8 manual, B.5), which comes before cp_disabled.
                self.state.supervisor()?;
                return Err(Exc::Trap(trap::CP_DISABLED));
            }
            op if op.class() == Class::Coproc => return Err(Exc::Trap(trap::CP_DISABLED)),
            _ => return Err(Exc::Trap(trap::ILLEGAL)),
        }
        let class = d.op.class();
        let t = &self.params.timing;
        if matches!(class, Class::Div | Class::DivCc) {
            self.stall(Meter::MulDivStalls, extra_cycles(class, t));
        }
        self.pipeline
            .executed(class, d.rd, self.cycle, &self.params.timing);
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
        let (bytes, (asi, va)) = (d.op.bytes(), mem::alternate(&self.state, d)?);
        let v = self.read_asi(cx, asi, va, bytes)?;
        if bytes == 8 {
            mem::set_pair(&mut self.state, d.rd, v);
        } else {
            self.state.regs.put(d.rd, mem::extend(v, bytes, signed));
        }
        Ok(())
    }

    /// STA and its sizes.
    fn store_alternate(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let (bytes, (asi, va)) = (d.op.bytes(), mem::alternate(&self.state, d)?);
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
