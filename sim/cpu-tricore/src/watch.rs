//! The registers of the units that test every instruction while software has switched them on: FPU traps and the
//! temporal protection system.
//!
//! Sources: TC1.6 architecture manual, volume 1, "Floating point unit" and "Temporal protection system".

use crate::decoded::{DecodedInsn, NONE, RegNo};
use crate::isa::decode_op;
use serde::{Deserialize, Serialize};

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

/// FPU_TRAP_CON.TST: an instruction was captured.
const TST: u32 = 1;
/// FPU_TRAP_CON.TCL: written, it clears TST.
const TCL: u32 = 1 << 1;
/// FPU_TRAP_CON.FXE to FIE: which exceptions trap.
pub const ENABLES: u32 = 0x1f << 18;
/// From an enable bit to the bit of its exception in PSW and in FPU_TRAP_CON.
const ENABLE_TO_FLAG: u32 = 8;
/// From PSW.RM to FPU_TRAP_CON.RM.
const RM_SHIFT: u32 = 16;
/// FPU_TRAP_CON.RM.
const CAPTURED_RM: u32 = 3 << 8;
/// FPU_TRAP_OPC.FMT: the format of the captured instruction is RR, not RRR.
const FMT_RR: u32 = 1 << 8;
/// From the lowest bit of FPU_TRAP_OPC to DREG, the destination.
const DREG_SHIFT: u32 = 16;
/// Where the second opcode of a word of format RR or RRR begins, and its bits.
const OP2_SHIFT: u32 = 20;
const OP2_RR: u32 = 0xff;
const OP2_RRR: u32 = 0xf;

/// TPS_CON.TEXP0 to TEXP2: timers that have expired.
const TEXP: u32 = 7;
/// TPS_CON.TTRAP: the trap was requested.
const TTRAP: u32 = 1 << 16;
/// Timers of the temporal protection system.
const TIMERS: usize = 3;

/// The units' registers but for those of the debug triggers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Watch {
    /// One of the units is on.
    pub on: bool,
    pub fpu_con: u32,
    fpu_pc: u32,
    fpu_opc: u32,
    fpu_sources: [u32; 3],
    tps_con: u32,
    pub timers: [u32; TIMERS],
    /// The cycle up to which the timers have counted.
    pub counted: u64,
    /// A timer's expiry has set TTRAP, and the trap is still to be taken.
    pub expired: bool,
}

/// Which of a series of registers, one word apart, `off` is.
fn index(off: u32, first: u32, count: usize) -> Option<usize> {
    let i = off.checked_sub(first)? as usize;
    (i.is_multiple_of(4) && i / 4 < count).then_some(i / 4)
}

impl Watch {
    /// The value of register `off`, if it is one of these, at `cycle`.
    pub fn get(&self, off: u32, cycle: u64, enabled: bool) -> Option<u32> {
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

    /// Writes register `off`; false for any other register.
    pub fn set(&mut self, off: u32, v: u32, cycle: u64, enabled: bool) -> bool {
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
            // A write clears TTRAP; an expired timer then requests its trap again.
            TPS_CON => {
                self.tps_con &= !TTRAP;
                self.request();
            }
            _ => return false,
        }
        true
    }

    /// Lets the timers count up to `cycle`.
    pub fn count(&mut self, cycle: u64, enabled: bool) {
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
    /// operands of `insn`.
    pub fn capture(
        &mut self,
        pc: u32,
        insn: &FpuInsn,
        raised: u32,
        rm: u32,
        sources: [u32; 3],
    ) -> bool {
        let enabled = (self.fpu_con & ENABLES) << ENABLE_TO_FLAG;
        if raised & enabled == 0 || self.fpu_con & TST != 0 {
            return false;
        }
        let keep = self.fpu_con & ENABLES;
        self.fpu_con = keep | raised | rm >> RM_SHIFT & CAPTURED_RM | TST;
        self.fpu_pc = pc;
        self.fpu_opc = insn.opc;
        self.fpu_sources = sources;
        true
    }
}

/// An instruction of the FPU that can raise exceptions.
pub(crate) struct FpuInsn {
    /// As FPU_TRAP_OPC has it.
    opc: u32,
    /// Registers of its sources, or [`NONE`].
    pub sources: [RegNo; 3],
}

impl FpuInsn {
    /// The instruction `word`, if it is one.
    pub fn of(word: u32) -> Option<FpuInsn> {
        let op = decode_op(word)?;
        let s = DecodedInsn::decode(word).filter(|s| s.opcode.traits().raises)?;
        let op2 = op.row().form.fixed.value >> OP2_SHIFT;
        // Of the two formats RRR has a third source.
        let code = match s.c {
            NONE => FMT_RR | op2 & OP2_RR,
            _ => op2 & OP2_RRR,
        };
        Some(FpuInsn {
            opc: code | u32::from(s.d) << DREG_SHIFT,
            sources: [s.a, s.b, s.c],
        })
    }
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
        let div = FpuInsn::of(0x3050_214b | 1 << 16).expect("DIV.F");
        let div = &div;
        assert_eq!(div.sources, [1, 2, NONE]);
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
