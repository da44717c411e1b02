//! Contexts: half of the general registers in a block of 64 bytes, free blocks in a list (TC1.6
//! architecture manual, volume 1, "Tasks and functions").

use crate::core::TriCore;
pub(crate) use crate::memory::CSA as BYTES;
use crate::memory::Context;
use crate::simple_csfrs::{COMPAT, COMPAT_RM};
use crate::state::*;
use crate::trap::{Exec, Trap};
use trueboard_core::cpu::RunCx;

/// A context's registers in the order of its words; words 0 and 1 are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// PSW, A10 to A15, D8 to D15.
    Upper,
    /// A2 to A7, A11, D0 to D7.
    Lower,
}

impl Half {
    /// Registers of the words from 2 on.
    const fn registers(self) -> [u8; 14] {
        match self {
            Half::Upper => [26, 27, 8, 9, 10, 11, 28, 29, 30, 31, 12, 13, 14, 15],
            Half::Lower => [18, 19, 0, 1, 2, 3, 20, 21, 22, 23, 4, 5, 6, 7],
        }
    }
}

/// The address that a link word names.
pub(crate) const fn link_address(link: u32) -> u32 {
    (link >> 16 & 0xf) << 28 | (link & 0xffff) << 6
}

/// PSW.CDC as it counts: the bits below the leading ones and the 0 that ends them.
fn depth_mask(psw: u32) -> u32 {
    let ones = (psw << 25).leading_ones().min(7);
    (1 << (7 - ones)) - 1
}

/// Counting is switched off by a counter of ones.
fn counts(psw: u32) -> bool {
    psw & PSW_CDE != 0 && psw & PSW_CDC != PSW_CDC
}

/// The PSW after the call depth counter was incremented by a call.
///
/// # Errors
/// CDO when the counter would wrap.
pub(crate) fn depth_in(psw: u32) -> Result<u32, Trap> {
    let deeper = if counts(psw) {
        let next = psw + 1;
        if next & PSW_CDC & depth_mask(next) == 0 {
            return Err(Trap::CDO);
        }
        next
    } else {
        psw
    };
    Ok(deeper | PSW_CDE)
}

/// Whether the call depth counter is 0, or does not count.
fn depth_is_zero(psw: u32) -> bool {
    !counts(psw) || psw & PSW_CDC & depth_mask(psw) == 0
}

impl State {
    /// The words of a context with PCXI in front.
    pub(crate) fn context(&self, half: Half) -> Context {
        let mut words = [0; 16];
        words[0] = self.pcxi;
        words[1] = match half {
            Half::Upper => self.psw,
            Half::Lower => self.r[A11],
        };
        for (w, r) in words[2..].iter_mut().zip(half.registers()) {
            *w = self.reg(r);
        }
        words
    }

    /// Takes up the registers of a context from its word 2 on.
    pub(crate) fn take_context(&mut self, half: Half, words: &Context) {
        for (&w, r) in words[2..].iter().zip(half.registers()) {
            self.set_reg(r, w);
        }
    }
}

impl TriCore {
    /// Saves a context to the first free block. Answers the cycles its memory took beyond those of
    /// local memory. A free context list that is depleted now has its trap pending.
    pub(crate) fn save_context(&mut self, cx: &mut RunCx<'_>, half: Half, cycle: u64) -> Exec<u64> {
        let head = self.st.fcx & LINK;
        if head == 0 {
            return Err(Trap::FCU.into());
        }
        let link = self.st.access(link_address(head), 4, cycle);
        let words = self.st.context(half);
        let (next, stall) = self.mem.take_free(cx, &mut self.tally, link, &words)?;
        let st = &mut self.st;
        st.pcxi = (st.icr & ICR_CCPN) << PCXI_PCPN_SHIFT | head;
        if st.icr & ICR_IE != 0 {
            st.pcxi |= PCXI_PIE;
        }
        if half == Half::Upper {
            st.pcxi |= PCXI_UL;
        }
        let depleted = head == st.lcx & LINK;
        st.fcx = next & LINK;
        if depleted {
            self.trap_behind(Trap::FCD);
        }
        self.written(cx);
        Ok(stall)
    }

    /// Loads the newest context, takes up its registers from word 2 on, and frees its block. Answers its word 1 and the
    /// cycles its memory took beyond those of local memory.
    pub(crate) fn restore_context(
        &mut self,
        cx: &mut RunCx<'_>,
        half: Half,
        cycle: u64,
    ) -> Exec<(u32, u64)> {
        let link = self.st.pcxi & LINK;
        if link == 0 {
            return Err(Trap::CSU.into());
        }
        if (self.st.pcxi & PCXI_UL != 0) != (half == Half::Upper) {
            return Err(Trap::CTYP.into());
        }
        let back = self.st.access(link_address(link), 4, cycle);
        let (words, read) = self.mem.load_context(cx, &mut self.tally, back)?;
        let freed = self.st.fcx & LINK;
        let wrote = self.mem.store_link(cx, &mut self.tally, back, freed)?;
        self.written(cx);
        self.set_fcx(self.st.fcx & !LINK | link);
        self.st.pcxi = words[0];
        self.st.take_context(half, &words);
        Ok((words[1], read + wrote))
    }

    pub(crate) fn set_fcx(&mut self, fcx: u32) {
        self.st.fcx = fcx & LINK;
        if self.st.fcx != 0 {
            self.out_of_contexts = None;
        }
    }

    /// RET: the caller's registers and PSW; the rounding mode only if COMPAT says so. Answers the stall.
    pub(crate) fn ret(&mut self, cx: &mut RunCx<'_>, cycle: u64) -> Exec<u64> {
        let psw = self.st.psw;
        if counts(psw) && depth_is_zero(psw) {
            return Err(Trap::CDU.into());
        }
        let (saved, stall) = self.restore_context(cx, Half::Upper, cycle)?;
        let rounding = if self.simple_csfrs.get(COMPAT).unwrap_or(0) & COMPAT_RM == 0 {
            psw
        } else {
            saved
        };
        self.set_psw(saved & !PSW_RM | rounding & PSW_RM, cx.meters);
        Ok(stall)
    }

    /// RFE: as above with the whole PSW, and the interrupt state.
    pub(crate) fn rfe(&mut self, cx: &mut RunCx<'_>, cycle: u64) -> Exec<u64> {
        if !depth_is_zero(self.st.psw) {
            return Err(Trap::NEST.into());
        }
        let pcxi = self.st.pcxi;
        let (psw, stall) = self.restore_context(cx, Half::Upper, cycle)?;
        self.set_psw(psw, cx.meters);
        self.interrupt_state(pcxi);
        Ok(stall)
    }

    /// ICR.IE and ICR.CCPN as `pcxi` has them.
    pub(crate) fn interrupt_state(&mut self, pcxi: u32) {
        let ie = if pcxi & PCXI_PIE != 0 { ICR_IE } else { 0 };
        self.st.icr = self.st.icr & !(ICR_IE | ICR_CCPN) | ie | pcxi >> PCXI_PCPN_SHIFT & ICR_CCPN;
        self.recompute_pending();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codings of facts on PSW.CDC: a run of leading ones, a 0, and the counter.
    #[test]
    fn the_counter_wraps_at_the_limit_that_its_coding_says() {
        let codings = [
            (0b000_0000, 64),
            (0b100_0000, 32),
            (0b110_0000, 16),
            (0b111_0000, 8),
            (0b111_1000, 4),
            (0b111_1100, 2),
        ];
        for (start, limit) in codings {
            let mut psw = PSW_CDE | start;
            for _ in 1..limit {
                assert!(psw & PSW_CDC & depth_mask(psw) < limit);
                psw = depth_in(psw).expect("below the limit");
            }
            assert_eq!(depth_in(psw), Err(Trap::CDO), "{start:#b}");
        }
    }

    #[test]
    fn tracing_traps_every_call_and_ones_switch_counting_off() {
        assert_eq!(depth_in(PSW_CDE | 0b111_1110), Err(Trap::CDO));
        assert_eq!(depth_in(PSW_CDE | 0x7f), Ok(PSW_CDE | 0x7f));
        assert!(depth_is_zero(PSW_CDE | 0x7f));
    }

    /// The first call after CDE was cleared is not counted, later ones are.
    #[test]
    fn a_call_switches_counting_on_again() {
        assert_eq!(depth_in(3), Ok(PSW_CDE | 3));
        assert_eq!(depth_in(PSW_CDE | 3), Ok(PSW_CDE | 4));
        assert!(!depth_is_zero(PSW_CDE | 3));
        assert!(depth_is_zero(PSW_CDE | 0b100_0000));
    }

    #[test]
    fn links_name_segment_and_block() {
        assert_eq!(link_address(0x7_0100), 0x7000_4000);
        assert_eq!(link_address(0xd_ffff), 0xd03f_ffc0);
    }
}
