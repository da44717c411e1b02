//! Calls, returns and other moves of contexts; core registers; interrupts on and off; waiting and
//! stopping.

use super::{Flow, NEXT};
use crate::context::{Half, depth_in};
use crate::core::TriCore;
use crate::counters::{self, Change};
use crate::csfr::Written;
use crate::decoded::DecodedInsn;
use crate::exec;
use crate::isa::Opcode;
use crate::meters::Meter;
use crate::pipeline::Plan;
use crate::reserved::{self, NO_REGISTER};
use crate::simple_csfrs::{DBGTCR, DCX};
use crate::state::*;
use crate::trap::{Exc, Exec, SYSTEM_CALL, Trap};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};

/// The PRIV trap of what the mode does not allow.
fn privileged(allowed: bool) -> Exec {
    match allowed {
        true => Ok(()),
        false => Err(Trap::PRIV.into()),
    }
}

impl TriCore {
    /// Reports to pipeline and meters that the instruction issues as planned.
    #[inline(always)]
    pub(crate) fn complete(&mut self, s: &DecodedInsn, plan: Plan, stall: u64, latency: u8) {
        self.pipe.commit(s, plan, stall, latency, &mut self.tally);
        self.kinds[s.class as usize] += 1;
    }

    /// Cycles of a call, return, trap or interrupt beyond an issue cycle.
    pub(crate) fn switch_cycles(&self) -> u64 {
        let t = &self.params.timing;
        u64::from(t.context_cycles) - 1 + u64::from(t.redirect_cycles)
    }

    pub(super) fn supervisor_only(&self) -> Exec {
        privileged(self.st.supervisor())
    }

    /// User-1 mode or supervisor.
    fn not_user0(&self) -> Exec {
        privileged(self.st.psw & PSW_IO != 0)
    }

    /// Executes an instruction of class Context.
    pub(super) fn context_instruction(
        &mut self,
        s: &DecodedInsn,
        plan: Plan,
        cx: &mut RunCx<'_>,
    ) -> Exec<Flow> {
        let (pc, at) = (self.st.pc, plan.at);
        let behind = pc.wrapping_add(s.len.into());
        self.next = match s.opcode {
            Opcode::Call => pc.wrapping_add(s.o as u32),
            Opcode::Calla => s.o as u32,
            Opcode::Calli => exec::by_register(&mut self.st, s),
            Opcode::Ret | Opcode::Rfe | Opcode::Rfm => self.st.r[A11],
            _ => behind,
        } & !1;
        let (from, to) = (pc.into(), self.next.into());
        match s.opcode {
            Opcode::Call | Opcode::Calla | Opcode::Calli => {
                let deeper = depth_in(self.st.psw)?;
                let stall = self.save_context(cx, Half::Upper, at)?;
                self.st.psw = deeper;
                self.st.r[A11] = behind;
                self.transfer(s, plan, stall);
                self.tell(cx, FactKind::Call { from, to });
            }
            Opcode::Ret => {
                let stall = self.ret(cx, at)?;
                self.transfer(s, plan, stall);
                self.tell(cx, FactKind::Return { from, to });
            }
            Opcode::Rfe => {
                let stall = self.rfe(cx, at)?;
                self.handling = None;
                self.transfer(s, plan, stall);
                self.tell(cx, FactKind::TrapReturn { to });
            }
            Opcode::Rfm => {
                self.supervisor_only()?;
                return self.rfm(s, plan, cx);
            }
            Opcode::Syscall => {
                self.complete(s, plan, 0, 0);
                self.trap_behind(Trap {
                    class: SYSTEM_CALL,
                    tin: s.k as u8,
                });
            }
            Opcode::Rslcx => {
                let (link, stall) = self.restore_context(cx, Half::Lower, at)?;
                self.st.r[A11] = link;
                self.moved(s, plan, stall);
            }
            Opcode::Svlcx | Opcode::Bisr => {
                if s.opcode == Opcode::Bisr {
                    self.supervisor_only()?;
                }
                let stall = self.save_context(cx, Half::Lower, at)?;
                if s.opcode == Opcode::Bisr {
                    let st = &mut self.st;
                    st.icr = st.icr & !ICR_CCPN | ICR_IE | s.k as u32 & ICR_CCPN;
                    self.recompute_pending();
                }
                self.moved(s, plan, stall);
            }
            _ => return Err(Trap::IOPC.into()),
        }
        Ok(Flow::Done)
    }

    /// A context was moved, and execution continues at [`TriCore::next`].
    fn transfer(&mut self, s: &DecodedInsn, plan: Plan, stall: u64) {
        self.complete(s, plan, 0, 0);
        let cycles = self.switch_cycles() + stall;
        self.pipe
            .context_switch(cycles, Meter::ContextCycles, &mut self.tally);
        self.tally.add(Meter::TotalBranch, 1);
        self.tally.add(Meter::BranchesTaken, 1);
        self.note_transfer(self.st.pc, self.next);
        self.group = crate::pipeline::NO_GROUP;
    }

    /// A context was moved, and the next instruction follows.
    fn moved(&mut self, s: &DecodedInsn, plan: Plan, stall: u64) {
        self.complete(s, plan, 0, 0);
        let cycles = u64::from(self.params.timing.context_cycles) - 1 + stall;
        self.pipe
            .hold(cycles, Meter::ContextCycles, &mut self.tally);
    }

    /// RFM: the context of a debug monitor.
    fn rfm(&mut self, s: &DecodedInsn, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
        if self.simple_csfrs.get(DBGTCR) != Some(1) {
            return Ok(NEXT);
        }
        let base = self.simple_csfrs.get(DCX).unwrap_or(0);
        let (st, tally) = (&self.st, &mut self.tally);
        let words = self.mem.whole(plan.at, |mem| {
            let mut words = [0; 4];
            for (i, w) in words.iter_mut().enumerate() {
                let a = st.access(base.wrapping_add(4 * i as u32), 4, plan.at);
                *w = mem.load(cx, tally, a)?.0 as u32;
            }
            Ok(words)
        })?;
        self.loaded();
        let pcxi = self.st.pcxi;
        let [link, psw, a10, a11] = words;
        self.st.pcxi = link;
        self.set_psw(psw, cx.meters);
        (self.st.r[A10], self.st.r[A11]) = (a10, a11);
        self.interrupt_state(pcxi);
        self.simple_csfrs.set(DBGTCR, 0);
        self.transfer(s, plan, 0);
        Ok(Flow::Done)
    }

    /// Executes an instruction of class System.
    pub(super) fn system(&mut self, s: &DecodedInsn, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
        self.next = self.st.pc.wrapping_add(s.len.into());
        match s.opcode {
            Opcode::Mfcr => return self.mfcr(s, plan, cx),
            Opcode::Mtcr => return self.mtcr(s, plan, cx),
            Opcode::Enable => {
                self.not_user0()?;
                self.st.icr |= ICR_IE;
            }
            Opcode::Disable => {
                self.not_user0()?;
                let old = self.st.icr & ICR_IE;
                self.st.icr &= !ICR_IE;
                if s.d != crate::decoded::NONE {
                    self.st.set_reg(s.d, (old != 0).into());
                }
            }
            Opcode::Restore => {
                self.not_user0()?;
                self.st.icr &= !ICR_IE;
                if self.st.reg(s.a) & 1 != 0 {
                    self.st.icr |= ICR_IE;
                }
            }
            Opcode::Rstv => self.st.psw &= !(PSW_V | PSW_SV | PSW_AV | PSW_SAV),
            Opcode::Trapv if self.st.psw & PSW_V != 0 => return Err(Trap::OVF.into()),
            Opcode::Trapsv if self.st.psw & PSW_SV != 0 => return Err(Trap::SOVF.into()),
            Opcode::Trapv | Opcode::Trapsv => {}
            Opcode::Isync => {
                self.complete(s, plan, 0, 0);
                self.pipe.refetch(&mut self.tally);
                self.group = crate::pipeline::NO_GROUP;
                return Ok(Flow::Done);
            }
            Opcode::Dsync => {
                let stall = self.mem.complete_stores(cx, plan.at)?;
                self.complete(s, plan, 0, 0);
                self.pipe.hold(stall, Meter::SyncCycles, &mut self.tally);
                return Ok(Flow::Done);
            }
            Opcode::Wait => {
                self.mem.finish_posting(cx, plan.at)?;
                self.complete(s, plan, 0, 0);
                if !self.st.interrupt_due() && !self.nmi {
                    self.activity.state = CoreState::Idle;
                }
                self.pending_work = true;
                return Ok(Flow::Done);
            }
            Opcode::Debug if self.software_event(cx) => {}
            Opcode::Debug => return Err(Exc::Debug),
            _ => return Err(Trap::IOPC.into()),
        }
        self.recompute_pending();
        Ok(NEXT)
    }

    fn mfcr(&mut self, s: &DecodedInsn, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
        let off = s.k as u32;
        if !counters::is_counter(off) {
            let value = self.csfr(off);
            if value.is_none() {
                let what = || format!("read of core register {off:#06x}: {NO_REGISTER}");
                cx.bus.violated(self.common.id, self.st.pc.into(), &what);
            }
            self.st.set_reg(s.d, value.unwrap_or(0));
            return Ok(NEXT);
        }
        // What the instruction waited for is in what it reads.
        self.pipe.defer(s, plan, &mut self.tally);
        let plan = self.pipe.plan(s);
        let value = self.read_counter(off, cx);
        self.st.set_reg(s.d, value);
        self.complete(s, plan, 0, 0);
        Ok(Flow::Done)
    }

    fn mtcr(&mut self, s: &DecodedInsn, plan: Plan, cx: &mut RunCx<'_>) -> Exec<Flow> {
        self.supervisor_only()?;
        let off = s.k as u32;
        let value = self.st.reg(s.a);
        if !counters::is_counter(off) {
            let from = self.st.pcxi.into();
            let written = self.set_csfr(off, value, cx.meters);
            self.check_reserved((off, value), written, cx);
            if written == Written::Locked {
                self.warn_of_endinit(off, cx);
                // A bus error of a store: the instruction itself completes.
                self.trap_behind(Trap::DAE);
            }
            if off == crate::csfr::PCXI {
                // Tasks are switched by their saved contexts, which hold their stack pointers.
                let (to, chained) = (self.st.pcxi.into(), true);
                self.tell(cx, FactKind::Stack { from, to, chained });
            }
            return Ok(NEXT);
        }
        self.check_reserved((off, value), Written::Done, cx);
        let taken = cx.bus.interposed_write(self.common.id, off, value);
        if taken.is_some_and(|taken| self.counters.stops(off, taken)) {
            self.pipe.defer(s, plan, &mut self.tally);
            let plan = self.pipe.plan(s);
            self.write_counter(off, value, taken, cx);
            self.complete(s, plan, 0, 0);
        } else {
            self.complete(s, plan, 0, 0);
            self.write_counter(off, value, taken, cx);
        }
        Ok(Flow::Done)
    }

    /// MTCR has written value `v` to register number `off`, which has become of it.
    fn check_reserved(&self, (off, v): (u32, u32), written: Written, cx: &mut RunCx<'_>) {
        if let Some(what) = reserved::said(self.params.core_type, (off, v), written) {
            cx.bus
                .violated(self.common.id, self.st.pc.into(), &|| what.clone());
        }
    }

    fn read_counter(&mut self, off: u32, cx: &mut RunCx<'_>) -> u32 {
        let value = self.counter(off, cx.meters).unwrap_or(0);
        let value = cx.bus.interposed_read(self.common.id, off, value);
        let (core, pc) = (self.common.id, self.st.pc.into());
        let kind = FactKind::RegRead {
            core,
            pc,
            offset: off,
            value,
        };
        self.measured(cx, kind);
        value
    }

    /// Firmware writes `value`, and the register takes `taken`: equal, unless a defect is planted.
    fn write_counter(&mut self, off: u32, value: u32, taken: Option<u32>, cx: &mut RunCx<'_>) {
        match taken {
            Some(taken) => self.change_counters(Change::Write(off, taken), cx.meters),
            None => self.flush_meters(cx.meters),
        }
        self.tell_of_counting(off, value, cx);
        self.review_watch();
        self.recompute_pending();
    }

    /// Reports a change of the counters' mode, as a write of register `offset`.
    pub(crate) fn tell_of_counting(&self, offset: u32, value: u32, cx: &mut RunCx<'_>) {
        let kind = FactKind::RegWrite {
            core: self.common.id,
            pc: self.st.pc.into(),
            offset,
            value,
        };
        self.measured(cx, kind);
    }

    fn measured(&self, cx: &mut RunCx<'_>, kind: FactKind) {
        let fact = Fact {
            at: self.tick(),
            source: Source::Core(self.common.id),
            kind,
        };
        cx.bus.measured(&fact, cx.meters);
    }
}
