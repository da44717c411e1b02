//! Registers by name, in the order that GDB numbers those of an Epiphany: r0 to r63, then special
//! registers.

use crate::core::Ecore;
use crate::isa::special as sr;
use trueboard_core::cpu::RegName;

macro_rules! names {
    ($($n:literal)*) => { &[ $( RegName { name: $n, bits: 32 }, )* ] };
}

#[rustfmt::skip]
pub(crate) const REGISTERS: &[RegName] = names![
    "r0" "r1" "r2" "r3" "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "r16" "r17" "r18" "r19" "r20" "r21" "r22" "r23" "r24" "r25" "r26" "r27" "r28" "r29" "r30" "r31" "r32" "r33" "r34" "r35" "r36" "r37" "r38" "r39" "r40" "r41" "r42" "r43" "r44" "r45" "r46" "r47" "r48" "r49" "r50" "r51" "r52" "r53" "r54" "r55" "r56" "r57" "r58" "r59" "r60" "r61" "r62" "r63"
    "config" "status" "pc" "debugstatus" "lc" "ls" "le" "iret" "imask" "ilat" "ilatst" "ilatcl" "ipend" "fstatus" "debugcmd" "resetcore" "ctimer0" "ctimer1" "memstatus" "memprotect" "dma0config" "dma0stride" "dma0count" "dma0srcaddr" "dma0dstaddr" "dma0auto0" "dma0auto1" "dma0status" "dma1config" "dma1stride" "dma1count" "dma1srcaddr" "dma1dstaddr" "dma1auto0" "dma1auto1" "dma1status" "meshconfig" "coreid" "multicast" "cmeshroute" "xmeshroute" "rmeshroute"
];

/// Number of the first special register.
const FIRST: usize = 64;

/// Addresses of the special registers.
const SPECIAL: [u32; 42] = [
    sr::CONFIG,
    sr::STATUS,
    sr::PC,
    sr::DEBUGSTATUS,
    sr::LC,
    sr::LS,
    sr::LE,
    sr::IRET,
    sr::IMASK,
    sr::ILAT,
    sr::ILATST,
    sr::ILATCL,
    sr::IPEND,
    sr::FSTATUS,
    sr::DEBUGCMD,
    sr::RESETCORE,
    sr::CTIMER0,
    sr::CTIMER1,
    sr::MEMSTATUS,
    sr::MEMPROTECT,
    sr::DMA0CONFIG,
    sr::DMA0STRIDE,
    sr::DMA0COUNT,
    sr::DMA0SRCADDR,
    sr::DMA0DSTADDR,
    sr::DMA0AUTODMA0,
    sr::DMA0AUTODMA1,
    sr::DMA0STATUS,
    sr::DMA1CONFIG,
    sr::DMA1STRIDE,
    sr::DMA1COUNT,
    sr::DMA1SRCADDR,
    sr::DMA1DSTADDR,
    sr::DMA1AUTODMA0,
    sr::DMA1AUTODMA1,
    sr::DMA1STATUS,
    sr::MESHCFG,
    sr::COREID,
    sr::MULTICAST,
    sr::CMESHROUTE,
    sr::XMESHROUTE,
    sr::RMESHROUTE,
];

/// Address of register number `i`, if it is a special one.
fn special(i: usize) -> Option<u32> {
    SPECIAL.get(i.checked_sub(FIRST)?).copied()
}

impl Ecore {
    pub(crate) fn register(&self, i: usize) -> u32 {
        match special(i) {
            Some(at) => self.register_value(at, self.live.now, None),
            None => self.st.r.get(i).copied().unwrap_or(0),
        }
    }

    /// Sets a register as a debugger does: no side effects.
    pub(crate) fn set_register(&mut self, i: usize, v: u32) {
        if let Some(r) = self.st.r.get_mut(i) {
            *r = v;
            return;
        }
        let st = &mut self.st;
        match special(i) {
            Some(sr::STATUS | sr::FSTATUS) => st.status = v,
            Some(sr::PC) => self.begin_at(v),
            Some(sr::LC) => st.lc = v,
            Some(sr::LS) => st.ls = v,
            Some(sr::LE) => st.le = v,
            Some(sr::IRET) => st.iret = v,
            Some(sr::IMASK) => st.imask = v,
            Some(sr::ILAT) => st.ilat = v,
            Some(sr::IPEND) => st.ipend = v,
            _ => {}
        }
        self.review_loop();
        self.pending_work = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_place() {
        assert_eq!(REGISTERS.len(), FIRST + SPECIAL.len());
        assert_eq!(REGISTERS[FIRST + 2].name, "pc");
        assert_eq!(special(FIRST + 2), Some(sr::PC));
        assert_eq!((special(63), special(REGISTERS.len())), (None, None));
    }
}
