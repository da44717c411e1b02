//! Control transfers: next address, cost (GR740 UM 1.7 p. 52), and trace events.

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::exec::branch::{self, BranchKind};
use crate::exec::fp;
use crate::fpu::FpKind;
use crate::history::ANNULLED;
use crate::isa::{Class, Counted, Op};
use crate::meters::Meter;
use crate::pipeline::extra_cycles;
use crate::state::DISCARD;
use crate::trap::Exec;
use crate::window::HotState;
use crate::window_left::WindowLeft;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{ControlFlow, FactKind};

/// %asr17.DBP: no branch prediction.
pub(crate) const ASR17_DBP: u32 = 1 << 27;
/// %asr17.DBPM: no prediction while the target misses the instruction cache.
pub(crate) const ASR17_DBPM: u32 = 1 << 25;

/// What CALL and JMPL are to those who follow calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transfer {
    /// A call: the return address is left in %o7.
    Call,
    /// A return, to what a call has left there.
    Return,
    /// Neither.
    Jump,
}

impl Transfer {
    /// What CALL or JMPL is.
    #[inline]
    pub fn of(d: &DecodedInsn) -> Transfer {
        if d.op == Op::Call || d.rd == 15 {
            Transfer::Call
        } else if d.rd == DISCARD && (d.rs1 == 31 || d.rs1 == 15) && d.rs2 == 0 {
            Transfer::Return
        } else {
            Transfer::Jump
        }
    }

    /// Its trace event, at `pc` and to `target`.
    #[inline(always)]
    pub fn event(self, pc: u32, target: u32) -> Option<FactKind> {
        let (from, to) = (pc.into(), target.into());
        match self {
            Transfer::Call => Some(FactKind::Call { from, to }),
            Transfer::Return => Some(FactKind::Return { from, to }),
            Transfer::Jump => None,
        }
    }
}

impl Leon {
    #[inline(always)]
    pub(crate) fn bicc(&mut self, l: &mut HotState, d: &DecodedInsn, _: &mut RunCx<'_>) -> Exec {
        let wait = self.codes_wait(l);
        self.branch(l, d, wait);
        Ok(())
    }

    /// Bicc in the cycle behind the one in which the condition codes were set.
    #[inline(always)]
    pub(crate) fn bicc_at_once(&mut self, l: &mut HotState, d: &DecodedInsn) {
        let wait = u64::from(self.params.timing.icc_cycles);
        self.branch(l, d, wait);
    }

    /// Bicc, when the condition codes are known after `wait` cycles.
    #[inline(always)]
    fn branch(&mut self, l: &mut HotState, d: &DecodedInsn, wait: u64) {
        let target = branch::target(self.window.pc_of(l), d);
        self.count(l, Counted::Branch);
        let kind = BranchKind::of(d);
        let (taken, annuls) = if kind.is_unconditional() {
            self.resolve_always(l, kind)
        } else {
            let predicted = wait == 0 || self.predicts(target);
            self.resolve(l, kind, wait, predicted)
        };
        self.transfer(l, taken, annuls, target);
    }

    /// Whether a Bicc without a condition is taken, and whether it annuls its delay slot.
    #[inline(always)]
    pub(crate) fn resolve_always(&mut self, l: &HotState, kind: BranchKind) -> (bool, bool) {
        self.meter_hot(l, Meter::BranchesTaken, u64::from(kind.is_always()));
        (kind.is_always(), kind.annul)
    }

    /// Whether a Bicc with a condition is taken, and whether it annuls its delay slot. The condition codes
    /// are known after `wait` cycles; until then it is predicted, or not.
    #[inline(always)]
    pub(crate) fn resolve(
        &mut self,
        l: &mut HotState,
        kind: BranchKind,
        wait: u64,
        predicted: bool,
    ) -> (bool, bool) {
        let taken = branch::icc_holds(&mut self.state, kind.cond).bit() != 0;
        if !(taken && predicted) {
            self.wait_for_codes(l, wait, predicted);
        }
        if taken {
            self.meter_hot(l, Meter::BranchesTaken, 1);
        }
        (taken, kind.annul && !taken)
    }

    /// Waits for the condition codes that a branch was not predicted by.
    #[inline(always)]
    pub(crate) fn wait_for_codes(&mut self, l: &mut HotState, wait: u64, predicted: bool) {
        if wait != 0 {
            self.stall_hot(l, Meter::IccStalls, wait);
            if predicted {
                self.meter_hot(l, Meter::BranchMisses, 1);
            }
        }
    }

    /// Cycles until the condition codes are known.
    #[inline(always)]
    pub(crate) fn codes_wait(&self, l: &HotState) -> u64 {
        self.pipeline.icc_wait(l.cycle, &self.params.timing)
    }

    /// Static prediction says "taken", unless it is switched off.
    #[inline(always)]
    pub(crate) fn predicts(&self, target: u32) -> bool {
        self.predicts_memoised(target) || self.predicts_otherwise(target)
    }

    /// It does in the state after reset, for a target that is known to be in the instruction cache.
    #[inline(always)]
    pub(crate) fn predicts_memoised(&self, target: u32) -> bool {
        let usual = self.state.asr17 & (ASR17_DBP | ASR17_DBPM) == ASR17_DBPM;
        usual && self.memory.imemo.has(target)
    }

    #[inline(never)]
    fn predicts_otherwise(&self, target: u32) -> bool {
        if self.state.asr17 & ASR17_DBP != 0 {
            return false;
        }
        self.state.asr17 & ASR17_DBPM == 0
            || self.in_flight.fetch.covers(target)
            || self.memory.mmu.enabled()
            || self.memory.icache.probe(u64::from(target))
    }

    /// Continues at `target` behind the delay slot if the branch is taken; `annuls` the delay slot.
    #[inline(always)]
    fn transfer(&mut self, l: &mut HotState, taken: bool, annuls: bool, target: u32) {
        self.note_branch(self.window.pc_of(l), taken, annuls, target);
        if taken {
            self.window.turn_to(l, target);
        }
        if annuls {
            if l.at != self.window.end && l.cycle + 1 < self.limits.until {
                // The slot is at hand, and nothing is due before it: it is passed at once.
                l.at += 1;
                l.cycle += 1;
                self.meter_hot(l, Meter::Annulled, 1);
                self.meter_hot(l, Meter::IssueCycles, 1);
                return;
            }
            self.state.annul = true;
            self.pending_work = true;
            self.window.check_pending(l);
        }
    }

    /// Records the branch at `pc` for crash messages, unless the next instruction follows.
    #[inline(always)]
    pub(crate) fn note_branch(&mut self, pc: u32, taken: bool, annuls: bool, target: u32) {
        let from = if annuls { pc | ANNULLED } else { pc };
        if taken {
            self.history.note(from, target);
        } else if annuls {
            self.history.note(from, pc.wrapping_add(8));
        }
    }

    /// Goes on at `target` behind the delay slot.
    #[inline(always)]
    fn transfer_to(&mut self, l: &HotState, target: u32) {
        let pc = self.window.pc_of(l);
        self.history.note(pc, target);
        self.window.turn_to(l, target);
    }

    #[inline(always)]
    pub(crate) fn fbfcc(&mut self, l: &mut HotState, d: &DecodedInsn, _: &mut RunCx<'_>) -> Exec {
        let target = branch::target(self.window.pc_of(l), d);
        let (taken, annuls) = self.resolve_float(l, d)?;
        self.count(l, Counted::Fbranch);
        self.transfer(l, taken, annuls, target);
        Ok(())
    }

    /// Whether FBfcc is taken, and whether it annuls its delay slot.
    #[inline(always)]
    pub(crate) fn resolve_float(
        &mut self,
        l: &mut HotState,
        d: &DecodedInsn,
    ) -> Exec<(bool, bool)> {
        fp::enter(&self.state, &mut self.fpu, FpKind::Work)?;
        let kind = BranchKind::of(d);
        let taken = if kind.is_unconditional() {
            kind.is_always()
        } else {
            let ready = self.pipeline.fpu.condition_ready();
            self.wait_hot(l, Meter::FpuStalls, ready);
            branch::fcc_holds(kind.cond, self.fpu.fcc())
        };
        Ok((taken, kind.annul && (kind.is_unconditional() || !taken)))
    }

    #[inline(always)]
    pub(crate) fn call(&mut self, l: &mut HotState, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let pc = self.window.pc_of(l);
        let target = branch::target(pc, d);
        self.state.regs.set(15, pc);
        self.transfer_to(l, target);
        if self.flow != ControlFlow::Unreported
            && let Some(event) = Transfer::of(d).event(pc, target)
        {
            self.write_back(l);
            self.fact(cx, event);
        }
        self.count(l, Counted::Call);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn jmpl(&mut self, l: &mut HotState, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let target = branch::jump_target(&mut self.state, d)?;
        let extra = extra_cycles(Class::Jmpl, &self.params.timing);
        self.stall_hot(l, Meter::ControlStalls, extra);
        let pc = self.window.pc_of(l);
        self.state.regs.put(d.rd, pc);
        self.transfer_to(l, target);
        if self.flow != ControlFlow::Unreported
            && let Some(event) = Transfer::of(d).event(pc, target)
        {
            self.write_back(l);
            self.fact(cx, event);
        }
        self.count(l, Counted::Type2);
        Ok(())
    }

    /// RETT, with what the loop holds in the core itself.
    pub(crate) fn rett(&mut self, d: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let target = branch::trap_return(&mut self.state, d)?;
        let extra = extra_cycles(Class::Rett, &self.params.timing);
        self.stall(Meter::ControlStalls, extra);
        self.state.turn_up(self.state.window_above());
        self.state.psr.et = true;
        // Windows that a handler has left are none of what it interrupted.
        self.window_left = WindowLeft::default();
        self.next_npc = target;
        self.note_return(self.state.pc, target);
        self.trap_stack.leave(self.state.npc);
        // Its meters are complete only when the instruction is: the event has those of the old mode.
        let to = self.state.npc.into();
        self.fact(cx, FactKind::TrapReturn { to });
        self.set_supervisor(self.state.psr.ps);
        self.recompute_pending();
        Ok(())
    }

    /// Ticc, with what the loop holds in the core itself.
    pub(crate) fn ticc(&mut self, d: &DecodedInsn) -> Exec {
        if !BranchKind::of(d).is_unconditional() {
            let wait = self.pipeline.icc_wait(self.cycle, &self.params.timing);
            self.stall(Meter::IccStalls, wait);
        }
        branch::trap_on_condition(&mut self.state, d)
    }
}
