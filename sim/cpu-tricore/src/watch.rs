//! Units that look at every instruction while software has switched them on: FPU traps, the temporal
//! protection system, and the debug triggers that start and stop the counters in task mode.
//!
//! Sources: TC1.6 architecture manual, volume 1, "Floating point unit", "Temporal protection system"
//! and "Core debug controller". While one of them is on, instructions go one at a time.

use crate::core::TriCore;
use crate::counters::{self, Counting};
use crate::decoded::DecodedInsn;
use crate::run::Step;
use crate::state::{PSW_RM, SYSCON_TPROTEN};
use crate::trap::Trap;
use serde::{Deserialize, Serialize};
use trueboard_core::cpu::RunCx;

/// FPU_TRAP_CON.
pub const FPU_TRAP_CON: u32 = 0xa000;
/// FPU_TRAP_PC.
pub const FPU_TRAP_PC: u32 = 0xa004;
/// FPU_TRAP_OPC.
pub const FPU_TRAP_OPC: u32 = 0xa008;
/// FPU_TRAP_SRC1; SRC2 and SRC3 follow.
pub const FPU_TRAP_SRC1: u32 = 0xa010;
/// TPS_CON.
pub const TPS_CON: u32 = 0xe400;
/// TPS_TIMER0; two more follow.
pub const TPS_TIMER0: u32 = 0xe404;
/// TR0EVT; the others follow in steps of 8, each with its TRnADR behind it.
pub const TR0EVT: u32 = 0xf000;
/// SWEVT: what DEBUG does.
pub const SWEVT: u32 = 0xfd10;

/// FPU_TRAP_CON.TST: an instruction was captured.
const TST: u32 = 1;
/// FPU_TRAP_CON.TCL: written, it clears TST.
const TCL: u32 = 1 << 1;
/// FPU_TRAP_CON.FXE to FIE: which exceptions trap.
const ENABLES: u32 = 0x1f << 18;
/// From an enable bit to the bit of the same exception in PSW and in FPU_TRAP_CON.
const ENABLE_TO_FLAG: u32 = 8;
/// FX to FI in PSW, and as they are captured.
const FLAGS: u32 = 0x1f << 26;
/// From PSW.RM to FPU_TRAP_CON.RM.
const RM_SHIFT: u32 = 16;
/// FPU_TRAP_CON.RM.
const CAPTURED_RM: u32 = 3 << 8;
/// FPU_TRAP_OPC.FMT: the format of the captured instruction is RR, not RRR.
const FMT_RR: u32 = 1 << 8;
/// First byte of instructions of format RR that the FPU executes.
const RR: u32 = 0x4b;

/// TPS_CON.TEXP0 to TEXP2: timers that have expired.
const TEXP: u32 = 7;
/// TPS_CON.TTRAP: the trap was requested.
const TTRAP: u32 = 1 << 16;
/// Timers of the temporal protection system.
const TIMERS: usize = 3;

/// Triggers of the debug controller.
const TRIGGERS: u32 = 8;
/// TRnEVT and SWEVT: EVTA, the action.
const EVTA: u32 = 7;
/// The actions that only tell others outside, or nobody: disabled and pulse.
const EVTA_PULSE: u32 = 1;
/// TRnEVT.TYP: the program counter is compared, not data addresses.
const TYP_PC: u32 = 1 << 12;
/// TRnEVT.RNG: with the next trigger's address this one's makes a range.
const RNG: u32 = 1 << 13;
/// TRnEVT.ASI_EN: only while TASK_ASI is ASI, bits 20:16.
const ASI_EN: u32 = 1 << 15;
const TASK_ASI: u32 = 0x8004;

/// The units' registers but for those of the debug triggers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Watch {
    /// One of the units is on.
    pub on: bool,
    fpu_con: u32,
    fpu_pc: u32,
    fpu_opc: u32,
    fpu_sources: [u32; 3],
    tps_con: u32,
    timers: [u32; TIMERS],
    /// The cycle up to which the timers have counted.
    counted: u64,
    /// A timer's expiry has set TTRAP, and the trap is still to be taken.
    expired: bool,
}

/// Which of a series of registers, one word apart, `off` is.
fn index(off: u32, first: u32, count: usize) -> Option<usize> {
    let i = off.checked_sub(first)? as usize;
    (i.is_multiple_of(4) && i / 4 < count).then_some(i / 4)
}

impl Watch {
    /// The value of register `off`, if it is one of these, at `cycle`.
    fn get(&self, off: u32, cycle: u64, enabled: bool) -> Option<u32> {
        let mut now = self.clone();
        now.count(cycle, enabled);
        if let Some(i) = index(off, FPU_TRAP_SRC1, 3) {
            return Some(now.fpu_sources[i]);
        }
        if let Some(i) = index(off, TPS_TIMER0, TIMERS) {
            return Some(now.timers[i]);
        }
        match off {
            FPU_TRAP_CON => Some(now.fpu_con),
            FPU_TRAP_PC => Some(now.fpu_pc),
            FPU_TRAP_OPC => Some(now.fpu_opc),
            TPS_CON => Some(now.tps_con),
            _ => None,
        }
    }

    /// Writes register `off`; false when it is none of these.
    fn set(&mut self, off: u32, v: u32, cycle: u64, enabled: bool) -> bool {
        self.count(cycle, enabled);
        if index(off, FPU_TRAP_SRC1, 3).is_some() {
            return true;
        }
        if let Some(i) = index(off, TPS_TIMER0, TIMERS) {
            self.timers[i] = v;
            self.tps_con &= !(1 << i);
            return true;
        }
        match off {
            FPU_TRAP_CON => {
                self.fpu_con = self.fpu_con & !ENABLES | v & ENABLES;
                if v & TCL != 0 {
                    self.fpu_con &= !TST;
                }
            }
            FPU_TRAP_PC | FPU_TRAP_OPC => {}
            // A write clears TTRAP; what has expired then asks again.
            TPS_CON => {
                self.tps_con &= !TTRAP;
                self.request();
            }
            _ => return false,
        }
        true
    }

    /// Lets the timers count up to `cycle`.
    fn count(&mut self, cycle: u64, enabled: bool) {
        let passed = cycle.saturating_sub(self.counted);
        self.counted = self.counted.max(cycle);
        if !enabled {
            return;
        }
        let passed = u32::try_from(passed).unwrap_or(u32::MAX);
        for (i, left) in self.timers.iter_mut().enumerate() {
            if *left != 0 {
                *left = left.saturating_sub(passed);
                if *left == 0 {
                    self.tps_con |= 1 << i;
                }
            }
        }
        self.request();
    }

    fn request(&mut self) {
        if self.tps_con & TEXP != 0 && self.tps_con & TTRAP == 0 {
            self.tps_con |= TTRAP;
            self.expired = true;
        }
    }

    /// Keeps what the FPU did at `pc`, if it is to trap: `raised` are the flags, `sources` the
    /// operands of `word`.
    fn capture(&mut self, pc: u32, word: u32, raised: u32, rm: u32, sources: [u32; 3]) -> bool {
        let enabled = (self.fpu_con & ENABLES) << ENABLE_TO_FLAG;
        if raised & enabled == 0 || self.fpu_con & TST != 0 {
            return false;
        }
        let keep = self.fpu_con & ENABLES;
        self.fpu_con = keep | raised | rm >> RM_SHIFT & CAPTURED_RM | TST;
        self.fpu_pc = pc;
        let format = if word & 0xff == RR {
            FMT_RR | word >> 20 & 0xff
        } else {
            word >> 20 & 0xf
        };
        self.fpu_opc = format | (word >> 28) << 16;
        self.fpu_sources = sources;
        true
    }
}

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

    /// The core's clock stands until `cycle`, and with it the timers.
    pub(crate) fn timers_stand_until(&mut self, cycle: u64) {
        self.count_timers();
        self.watch.counted = self.watch.counted.max(cycle);
    }

    /// Looks whether a unit is on; after a write of a register.
    pub(crate) fn review_watch(&mut self) {
        let timers = self.timers_enabled() && self.watch.timers.iter().any(|&t| t != 0);
        let triggers = (0..TRIGGERS).any(|n| {
            let evt = self.plain.get(TR0EVT + 8 * n).unwrap_or(0);
            Counting::of(evt) != Counting::NoChange && evt & TYP_PC != 0
        });
        self.watch.on = self.watch.fpu_con & ENABLES != 0
            || timers
            || self.watch.expired
            || triggers && self.counters.in_task_mode();
    }

    /// Executes one instruction, and looks at what it does.
    pub(crate) fn step_watched(&mut self, cx: &mut RunCx<'_>) -> Step {
        // An instruction that has asked somebody gets its answer first.
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
        let word = if self.watch.fpu_con & ENABLES == 0 {
            None
        } else {
            let pa = self.mem.physical(pc).into();
            let bytes = cx.mem.peek(pa, 4).and_then(|b| b.try_into().ok());
            bytes.map(u32::from_le_bytes).filter(|&w| is_fpu(w))
        };
        let Some(word) = word else {
            return match self.step(cx) {
                Ok(()) => Step::Next,
                Err(e) => self.fail(e, cx),
            };
        };
        // Only what this instruction raises is to be seen.
        let before = self.st.psw & FLAGS;
        let field = |from: u32| self.st.r[(word >> from & 15) as usize];
        let sources = [field(8), field(12), field(24)];
        self.st.psw &= !FLAGS;
        let result = self.step(cx);
        let raised = self.st.psw & FLAGS;
        self.st.psw |= before;
        match result {
            Ok(()) => {
                let rm = self.st.psw & PSW_RM;
                if self.watch.capture(pc, word, raised, rm, sources) {
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
            let evt = self.plain.get(off).unwrap_or(0);
            if evt & TYP_PC != 0 && self.hits(evt, off) {
                self.count_task(Counting::of(evt), off, cx);
            }
        }
    }

    /// Whether the trigger at `off` fires at the program counter.
    fn hits(&self, evt: u32, off: u32) -> bool {
        let asi = self.plain.get(TASK_ASI).unwrap_or(0);
        if evt & ASI_EN != 0 && evt >> 16 & 0x1f != asi {
            return false;
        }
        let from = self.plain.get(off + 4).unwrap_or(0);
        if evt & RNG == 0 {
            return self.st.pc == from;
        }
        let to = self.plain.get(off + 12).unwrap_or(0);
        (from..=to).contains(&self.st.pc)
    }

    /// DEBUG: true when it is an event that adjusts the counters, and no more.
    pub(crate) fn software_event(&mut self, cx: &mut RunCx<'_>) -> bool {
        let evt = self.plain.get(SWEVT).unwrap_or(0);
        let counting = Counting::of(evt);
        if counting == Counting::NoChange || evt & EVTA > EVTA_PULSE {
            return false;
        }
        self.count_task(counting, SWEVT, cx);
        true
    }

    fn count_task(&mut self, counting: Counting, off: u32, cx: &mut RunCx<'_>) {
        if self.counters.would_change(counting) {
            self.change_counting(counters::Change::Task(counting), off, cx);
        }
    }
}

/// Whether `word` is an instruction of the FPU that can raise exceptions.
fn is_fpu(word: u32) -> bool {
    word & 1 != 0 && DecodedInsn::decode(word).is_some_and(|s| s.opcode.traits().raises)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_that_expires_asks_once_and_again_after_a_write_that_leaves_it() {
        let mut w = Watch::default();
        assert!(w.set(TPS_TIMER0 + 4, 10, 100, true));
        w.count(109, true);
        assert_eq!(
            (w.get(TPS_TIMER0 + 4, 109, true), w.expired),
            (Some(1), false)
        );
        w.count(110, true);
        assert_eq!((w.tps_con, w.expired), (TTRAP | 2, true));
        w.expired = false;
        w.count(500, true);
        assert!(!w.expired);
        // TEXP1 is still set.
        w.set(TPS_CON, 0, 500, true);
        assert_eq!((w.tps_con, w.expired), (TTRAP | 2, true));
        w.expired = false;
        w.set(TPS_TIMER0 + 4, 0, 500, true);
        w.set(TPS_CON, 0, 500, true);
        assert_eq!((w.tps_con, w.expired), (0, false));
    }

    #[test]
    fn timers_stand_while_the_system_is_off() {
        let mut w = Watch::default();
        w.set(TPS_TIMER0, 10, 0, false);
        w.count(50, false);
        assert_eq!(w.get(TPS_TIMER0, 50, true), Some(10));
        assert_eq!(w.get(TPS_TIMER0, 53, true), Some(7));
    }

    #[test]
    fn the_first_of_several_exceptions_is_captured() {
        let mut w = Watch::default();
        let (fze, fz, fx) = (1 << 20, 1 << 28, 1 << 26);
        w.set(FPU_TRAP_CON, fze, 0, false);
        // DIV.F %d3, %d1, %d2.
        let div = 0x3050_214b | 1 << 16;
        assert!(is_fpu(div));
        assert!(!w.capture(0x100, div, fx, 0, [1, 2, 3]));
        assert!(w.capture(0x104, div, fz | fx, 2 << 24, [1, 2, 3]));
        assert!(!w.capture(0x108, div, fz, 0, [4, 5, 6]));
        let get = |w: &Watch, off| w.get(off, 0, false);
        assert_eq!(get(&w, FPU_TRAP_CON), Some(fze | fz | fx | 2 << 8 | TST));
        assert_eq!(get(&w, FPU_TRAP_PC), Some(0x104));
        assert_eq!(get(&w, FPU_TRAP_OPC), Some(0x3_0105));
        assert_eq!(get(&w, FPU_TRAP_SRC1 + 4), Some(2));
        w.set(FPU_TRAP_CON, fze | TCL, 0, false);
        assert!(w.capture(0x10c, div, fz, 0, [4, 5, 6]));
    }
}
