//! Units that test every instruction while software has switched them on: FPU traps, the temporal protection system,
//! and the debug triggers that start and stop the counters in task mode.
//!
//! Sources: TC1.6 architecture manual, volume 1, "Floating point unit", "Temporal protection system"
//! and "Core debug controller". While one of them is on, instructions go one at a time.

use crate::core::TriCore;
use crate::counters::{Change, Counting};
use crate::decoded::{NONE, RegNo};
use crate::state::{PSW_RM, SYSCON_TPROTEN};
use crate::trap::Trap;
use crate::watch::{ENABLES, FpuInsn};
use trueboard_core::cpu::RunCx;
use trueboard_engine::guest::Step;

/// TR0EVT; its successors follow in steps of 8, each with its TRnADR behind it.
const TR0EVT: u32 = 0xf000;
/// SWEVT: what DEBUG does.
const SWEVT: u32 = 0xfd10;
/// FX to FI in PSW, and as they are captured.
const FLAGS: u32 = 0x1f << 26;
/// Triggers of the debug controller.
const TRIGGERS: u32 = 8;
/// TRnEVT and SWEVT: EVTA, the action.
const EVTA: u32 = 7;
/// The actions without effect on the core: disabled and pulse.
const EVTA_PULSE: u32 = 1;
/// TRnEVT.TYP: the program counter is compared, not data addresses.
const TYP_PC: u32 = 1 << 12;
/// TRnEVT.RNG: with the next trigger's address this one's makes a range.
const RNG: u32 = 1 << 13;
/// TRnEVT.ASI_EN: only while TASK_ASI is ASI, bits 20:16.
const ASI_EN: u32 = 1 << 15;
const TASK_ASI: u32 = 0x8004;

impl TriCore {
    fn timers_enabled(&self) -> bool {
        self.st.syscon & SYSCON_TPROTEN != 0
    }

    /// The value of a register of these units.
    pub(crate) fn watched_csfr(&self, off: u32) -> Option<u32> {
        self.watch.get(off, self.cycle(), self.timers_enabled())
    }

    /// Writes a register of these units; false when it is none.
    pub(crate) fn set_watched_csfr(&mut self, off: u32, v: u32) -> bool {
        let (cycle, enabled) = (self.cycle(), self.timers_enabled());
        self.watch.set(off, v, cycle, enabled)
    }

    /// SYSCON is about to change: the timers count up to here as they did.
    pub(crate) fn count_timers(&mut self) {
        let (cycle, enabled) = (self.cycle(), self.timers_enabled());
        self.watch.count(cycle, enabled);
    }

    /// The core's clock stops until `cycle`, and so do the timers.
    pub(crate) fn timers_stand_until(&mut self, cycle: u64) {
        self.count_timers();
        self.watch.counted = self.watch.counted.max(cycle);
    }

    /// Looks whether a unit is on; after a write of a register.
    pub(crate) fn review_watch(&mut self) {
        let timers = self.timers_enabled() && self.watch.timers.iter().any(|&t| t != 0);
        let triggers = (0..TRIGGERS).any(|n| {
            let evt = self.simple_csfrs.get(TR0EVT + 8 * n).unwrap_or(0);
            Counting::of(evt) != Counting::NoChange && evt & TYP_PC != 0
        });
        self.watch.on = self.watch.fpu_con & ENABLES != 0
            || timers
            || self.watch.expired
            || triggers && self.counters.in_task_mode();
    }

    /// Executes one instruction, and tests its effects.
    pub(crate) fn step_watched(&mut self, cx: &mut RunCx<'_>) -> Step {
        // An instruction with a pending request gets its answer first.
        if cx.answer.is_none() {
            self.count_timers();
            if std::mem::take(&mut self.watch.expired) {
                self.trap_behind(Trap::TAE);
                self.review_watch();
                return Step::Next;
            }
            self.trigger(cx);
        }
        let pc = self.st.pc;
        let insn = if self.watch.fpu_con & ENABLES == 0 {
            None
        } else {
            let pa = self.mem.physical(pc).into();
            let bytes = cx.mem.peek(pa, 4).and_then(|b| b.try_into().ok());
            bytes.map(u32::from_le_bytes).and_then(FpuInsn::of)
        };
        let Some(insn) = insn else {
            return match self.step(cx) {
                Ok(()) => Step::Next,
                Err(e) => self.fail(e, cx),
            };
        };
        // Only what this instruction raises is to be seen.
        let before = self.st.psw & FLAGS;
        let value = |r: RegNo| if r == NONE { 0 } else { self.st.reg(r) };
        let sources = insn.sources.map(value);
        self.st.psw &= !FLAGS;
        let result = self.step(cx);
        let raised = self.st.psw & FLAGS;
        self.st.psw |= before;
        match result {
            Ok(()) => {
                let rm = self.st.psw & PSW_RM;
                if self.watch.capture(pc, &insn, raised, rm, sources) {
                    self.trap_behind(Trap::CAE);
                }
                Step::Next
            }
            Err(e) => self.fail(e, cx),
        }
    }

    /// Starts or stops the counters for triggers on the program counter.
    fn trigger(&mut self, cx: &mut RunCx<'_>) {
        for n in 0..TRIGGERS {
            let off = TR0EVT + 8 * n;
            let evt = self.simple_csfrs.get(off).unwrap_or(0);
            if evt & TYP_PC != 0 && self.hits(evt, off) {
                self.count_task(Counting::of(evt), off, cx);
            }
        }
    }

    /// Whether the trigger at `off` fires at the program counter.
    fn hits(&self, evt: u32, off: u32) -> bool {
        let asi = self.simple_csfrs.get(TASK_ASI).unwrap_or(0);
        if evt & ASI_EN != 0 && evt >> 16 & 0x1f != asi {
            return false;
        }
        let from = self.simple_csfrs.get(off + 4).unwrap_or(0);
        if evt & RNG == 0 {
            return self.st.pc == from;
        }
        let to = self.simple_csfrs.get(off + 12).unwrap_or(0);
        (from..=to).contains(&self.st.pc)
    }

    /// DEBUG: true when it is an event that adjusts the counters, and no more.
    pub(crate) fn software_event(&mut self, cx: &mut RunCx<'_>) -> bool {
        let evt = self.simple_csfrs.get(SWEVT).unwrap_or(0);
        let counting = Counting::of(evt);
        if counting == Counting::NoChange || evt & EVTA > EVTA_PULSE {
            return false;
        }
        self.count_task(counting, SWEVT, cx);
        true
    }

    /// A debug event that is set up in register `off` starts or stops the counters.
    fn count_task(&mut self, counting: Counting, off: u32, cx: &mut RunCx<'_>) {
        if self.counters.would_change(counting) {
            self.change_counters(Change::Task(counting), cx.meters);
            let setup = self.csfr(off).unwrap_or(0);
            self.tell_of_counting(off, setup, cx);
        }
    }
}
