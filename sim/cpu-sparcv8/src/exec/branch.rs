//! Control transfers (SPARC V8 manual, B.20 to B.26) and their timing (GR740 UM 1.7 p. 52).

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::history::ANNULLED;
use crate::isa::Counted;
use crate::live::Live;
use crate::state::DISCARD;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::CoreMeter;

/// %asr17.DBP: no branch prediction.
const ASR17_DBP: u32 = 1 << 27;
/// %asr17.DBPM: no prediction while the target misses the instruction cache.
const ASR17_DBPM: u32 = 1 << 25;

/// Conditions 8..16 negate 0..8; one bit per value of N Z V C, from the manual's table B.20.
const ICC_TRUE: [u16; 16] = icc_table();

const fn icc_table() -> [u16; 16] {
    let mut table = [0u16; 16];
    let mut cc = 0;
    while cc < 16 {
        let (n, z, v, c) = (cc & 8 != 0, cc & 4 != 0, cc & 2 != 0, cc & 1 != 0);
        let low = [false, z, z || n != v, n != v, c || z, c, n, v];
        let mut i = 0;
        while i < 8 {
            if low[i] {
                table[i] |= 1 << cc;
            } else {
                table[i + 8] |= 1 << cc;
            }
            i += 1;
        }
        cc += 1;
    }
    table
}

/// Whether integer condition `cond` holds for the codes `cc`.
#[inline(always)]
pub(crate) fn icc_holds(cond: u8, cc: u8) -> bool {
    ICC_TRUE[usize::from(cond & 15)] >> (cc & 15) & 1 != 0
}

/// Whether floating-point condition `cond` holds for `fcc` (0 equal, 1 less, 2 greater, 3
/// unordered).
pub(crate) fn fcc_holds(cond: u8, fcc: u8) -> bool {
    const L: u8 = 1 << 1;
    const G: u8 = 1 << 2;
    const U: u8 = 1 << 3;
    // Table B.22: FBN, FBNE, FBLG, FBUL, FBL, FBUG, FBG, FBU; 8 more negate them.
    const TRUE: [u8; 8] = [0, L | G | U, L | G, U | L, L, U | G, G, U];
    let low = TRUE[usize::from(cond & 7)] & (1 << (fcc & 3)) != 0;
    low != (cond & 8 != 0)
}

impl Leon {
    /// Cycles until the condition codes are known to a branch issued now.
    #[inline(always)]
    fn icc_wait(&self, cycle: u64) -> u64 {
        (self.icc_cycle + 1 + u64::from(self.params.timing.icc_cycles)).saturating_sub(cycle)
    }

    #[inline(always)]
    pub(crate) fn bicc(&mut self, l: &mut Live, s: &DecodedInsn) {
        let wait = self.icc_wait(l.cycle);
        self.branch(l, s, wait);
    }

    /// Bicc in the cycle behind the one in which the condition codes were set.
    #[inline(always)]
    pub(crate) fn bicc_at_once(&mut self, l: &mut Live, s: &DecodedInsn) {
        let wait = u64::from(self.params.timing.icc_cycles);
        self.branch(l, s, wait);
    }

    /// Bicc, when the condition codes are known after `wait` cycles.
    #[inline(always)]
    fn branch(&mut self, l: &mut Live, s: &DecodedInsn, wait: u64) {
        let (cond, annul) = (s.rd & 15, s.rd & 16 != 0);
        let target = self.pc_of(l).wrapping_add_signed(s.imm);
        self.count(l, Counted::Branch);
        if cond & 7 == 0 {
            return self.transfer(l, cond == 8, annul && cond == 8, annul, target);
        }
        let taken = icc_holds(cond, self.psr.icc);
        if wait != 0 {
            if !self.predicts(target) {
                self.stall_live(l, CoreMeter::IccStalls, wait);
            } else if !taken {
                self.stall_live(l, CoreMeter::IccStalls, wait);
                self.meter_live(l, CoreMeter::BranchMisses, 1);
            }
        }
        if taken {
            self.meter_live(l, CoreMeter::BranchesTaken, 1);
        }
        self.transfer(l, taken, false, annul, target)
    }

    /// Static prediction says "taken", unless it is switched off.
    #[inline(always)]
    fn predicts(&self, target: u32) -> bool {
        // The state after reset, and a target that is known to be in the instruction cache.
        let usual = self.asr17 & (ASR17_DBP | ASR17_DBPM) == ASR17_DBPM;
        usual && self.iknown.has(target) || self.predicts_anyway(target)
    }

    #[inline(never)]
    fn predicts_anyway(&self, target: u32) -> bool {
        if self.asr17 & ASR17_DBP != 0 {
            return false;
        }
        self.asr17 & ASR17_DBPM == 0
            || self.fetch.covers(target)
            || self.mmu.enabled()
            || self.icache.probe(u64::from(target))
    }

    /// Sets the next PCs of a branch: the delay slot is annulled when the branch is not taken and
    /// `annul` is set, or `always_annul` says so.
    #[inline(always)]
    fn transfer(
        &mut self,
        l: &mut Live,
        taken: bool,
        always_annul: bool,
        annul: bool,
        target: u32,
    ) {
        let annul = if taken { always_annul } else { annul };
        if taken {
            let pc = self.pc_of(l);
            let from = if annul { pc | ANNULLED } else { pc };
            self.note_transfer(from, target);
            self.turn_to(l, target);
        }
        if annul {
            if !taken {
                let pc = self.pc_of(l);
                self.note_transfer(pc | ANNULLED, pc.wrapping_add(8));
            }
            if l.at != self.piece.end && l.cycle + 1 < self.limits.until {
                // The slot is at hand, and nothing is due before it: it is passed at once.
                l.at += 1;
                l.cycle += 1;
                self.meter_live(l, CoreMeter::Annulled, 1);
                self.meter_live(l, CoreMeter::IssueCycles, 1);
                return;
            }
            self.annul = true;
            self.attention = true;
            self.look(l);
        }
    }

    #[inline(always)]
    pub(crate) fn fbfcc(&mut self, l: &mut Live, s: &DecodedInsn) -> Exec {
        self.fp_enabled()?;
        self.fp_pending()?;
        let (cond, annul) = (s.rd & 15, s.rd & 16 != 0);
        let target = self.pc_of(l).wrapping_add_signed(s.imm);
        if cond & 7 != 0 {
            self.wait_live(l, CoreMeter::FpuStalls, self.fcc_ready);
        }
        let taken = match cond {
            0 => false,
            8 => true,
            _ => fcc_holds(cond, self.fpu.fcc()),
        };
        self.count(l, Counted::Fbranch);
        self.transfer(l, taken, annul && cond == 8, annul, target);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn call<const F: bool>(
        &mut self,
        l: &mut Live,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
    ) {
        let target = self.pc_of(l).wrapping_add_signed(s.imm);
        let pc = self.pc_of(l);
        self.regs.set(15, pc);
        self.turn_to(l, target);
        let pc = self.pc_of(l);
        self.note_transfer(pc, target);
        if F {
            self.keep(l);
            self.fact(
                cx,
                FactKind::Call {
                    from: self.pc_of(l).into(),
                    to: target.into(),
                },
            );
        }
        self.count(l, Counted::Call);
    }

    #[inline(always)]
    pub(crate) fn jmpl<const F: bool>(
        &mut self,
        l: &mut Live,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
    ) -> Exec {
        let (a, b) = self.operands(s);
        let target = a.wrapping_add(b);
        if target & 3 != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.control_stall(l);
        let pc = self.pc_of(l);
        self.regs.put(s.rd, pc);
        self.turn_to(l, target);
        let pc = self.pc_of(l);
        self.note_transfer(pc, target);
        if F {
            self.keep(l);
            let (from, to) = (self.pc_of(l).into(), target.into());
            if s.rd == 15 {
                self.fact(cx, FactKind::Call { from, to });
            } else if s.rd == DISCARD && (s.rs1 == 31 || s.rs1 == 15) && s.rs2 == 0 {
                self.fact(cx, FactKind::Return { from, to });
            }
        }
        self.count(l, Counted::Type2);
        Ok(())
    }

    #[inline(always)]
    fn control_stall(&mut self, l: &mut Live) {
        let extra = u64::from(self.params.timing.jmpl_cycles.saturating_sub(1));
        self.stall_live(l, CoreMeter::ControlStalls, extra);
    }

    pub(crate) fn rett(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        if self.psr.et {
            return Err(Exc::Trap(if self.psr.s {
                trap::ILLEGAL
            } else {
                trap::PRIVILEGED
            }));
        }
        if !self.psr.s {
            return Err(Exc::Trap(trap::PRIVILEGED));
        }
        let (a, b) = self.operands(s);
        let target = a.wrapping_add(b);
        let up = self.regs.above(self.psr.cwp);
        if self.wim >> up & 1 != 0 {
            return Err(Exc::Trap(trap::WINDOW_UNDERFLOW));
        }
        if target & 3 != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        let mut l = self.live_any();
        self.control_stall(&mut l);
        self.keep(&l);
        self.regs.switch(self.psr.cwp, up);
        self.psr.cwp = up;
        self.psr.et = true;
        self.next_npc = target;
        self.note_return(target);
        self.note_left(self.npc);
        let ps = self.psr.ps;
        self.set_supervisor(ps, cx);
        self.review_attention();
        self.fact(
            cx,
            FactKind::TrapReturn {
                to: self.npc.into(),
            },
        );
        Ok(())
    }

    pub(crate) fn ticc(&mut self, s: &DecodedInsn) -> Exec {
        let cond = s.rd & 15;
        if cond & 7 != 0 {
            let wait = self.icc_wait(self.cycle);
            self.stall(CoreMeter::IccStalls, wait);
        }
        if icc_holds(cond, self.psr.icc) {
            let (a, b) = self.operands(s);
            return Err(Exc::Trap(trap::SOFTWARE | (a.wrapping_add(b) as u8 & 0x7f)));
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn save(&mut self, l: &Live, s: &DecodedInsn) -> Exec {
        let to = self.regs.below(self.psr.cwp);
        if self.wim >> to & 1 != 0 {
            return Err(Exc::Trap(trap::WINDOW_OVERFLOW));
        }
        self.change_window(s, to);
        self.count(l, Counted::Type2);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn restore(&mut self, l: &Live, s: &DecodedInsn) -> Exec {
        let to = self.regs.above(self.psr.cwp);
        if self.wim >> to & 1 != 0 {
            return Err(Exc::Trap(trap::WINDOW_UNDERFLOW));
        }
        self.change_window(s, to);
        self.count(l, Counted::Type2);
        Ok(())
    }

    /// SAVE and RESTORE add in the old window and write in the new one.
    #[inline(always)]
    fn change_window(&mut self, s: &DecodedInsn, to: u8) {
        let (a, b) = self.operands(s);
        self.regs.switch(self.psr.cwp, to);
        self.psr.cwp = to;
        self.regs.put(s.rd, a.wrapping_add(b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::icc;

    #[test]
    fn integer_conditions() {
        use icc::{C, N, V, Z};
        let all = 0..16u8;
        for cc in all {
            assert!(!icc_holds(0, cc) && icc_holds(8, cc));
            assert_eq!(icc_holds(1, cc), cc & Z != 0);
            assert_eq!(icc_holds(3, cc), (cc & N != 0) != (cc & V != 0));
            assert_eq!(
                icc_holds(10, cc),
                !(cc & Z != 0 || (cc & N != 0) != (cc & V != 0))
            );
            assert_eq!(icc_holds(13, cc), cc & C == 0);
        }
    }

    #[test]
    fn float_conditions() {
        for fcc in 0..4 {
            assert_eq!(fcc_holds(9, fcc), fcc == 0); // FBE
            assert_eq!(fcc_holds(1, fcc), fcc != 0); // FBNE
            assert_eq!(fcc_holds(4, fcc), fcc == 1); // FBL
            assert_eq!(fcc_holds(11, fcc), fcc == 0 || fcc == 2); // FBGE
            assert_eq!(fcc_holds(13, fcc), fcc == 0 || fcc == 1); // FBLE
            assert_eq!(fcc_holds(15, fcc), fcc != 3); // FBO
            assert_eq!(fcc_holds(7, fcc), fcc == 3); // FBU
            assert_eq!(fcc_holds(14, fcc), fcc != 2); // FBULE
        }
    }
}
