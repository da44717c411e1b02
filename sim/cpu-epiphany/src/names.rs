//! Registers by name, in the order that GDB numbers those of an Epiphany: r0 to r63, then special
//! registers.

use crate::isa::special as sr;
use crate::memory::map;
use trueboard_core::cpu::RegName;

/// Defines all registers: names of the general ones, then name and address of each special one.
macro_rules! registers {
    ($($general:literal)*; $($name:literal $address:ident)*) => {
        /// All of them.
        pub(crate) const REGISTERS: &[RegName] = &[
            $( RegName { name: $general, bits: 32 }, )*
            $( RegName { name: $name, bits: 32 }, )*
        ];
        /// Addresses of the special registers.
        const SPECIAL: &[u32] = &[$(sr::$address),*];
    };
}

#[rustfmt::skip]
registers! {
    "r0" "r1" "r2" "r3" "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "r16" "r17" "r18" "r19" "r20" "r21" "r22" "r23" "r24" "r25" "r26" "r27" "r28" "r29" "r30" "r31" "r32" "r33" "r34" "r35" "r36" "r37" "r38" "r39" "r40" "r41" "r42" "r43" "r44" "r45" "r46" "r47" "r48" "r49" "r50" "r51" "r52" "r53" "r54" "r55" "r56" "r57" "r58" "r59" "r60" "r61" "r62" "r63";
    "config" CONFIG  "status" STATUS  "pc" PC  "debugstatus" DEBUGSTATUS
    "lc" LC  "ls" LS  "le" LE  "iret" IRET
    "imask" IMASK  "ilat" ILAT  "ilatst" ILATST  "ilatcl" ILATCL
    "ipend" IPEND  "fstatus" FSTATUS  "debugcmd" DEBUGCMD  "resetcore" RESETCORE
    "ctimer0" CTIMER0  "ctimer1" CTIMER1  "memstatus" MEMSTATUS  "memprotect" MEMPROTECT
    "dma0config" DMA0CONFIG  "dma0stride" DMA0STRIDE  "dma0count" DMA0COUNT  "dma0srcaddr" DMA0SRCADDR
    "dma0dstaddr" DMA0DSTADDR  "dma0auto0" DMA0AUTODMA0  "dma0auto1" DMA0AUTODMA1  "dma0status" DMA0STATUS
    "dma1config" DMA1CONFIG  "dma1stride" DMA1STRIDE  "dma1count" DMA1COUNT  "dma1srcaddr" DMA1SRCADDR
    "dma1dstaddr" DMA1DSTADDR  "dma1auto0" DMA1AUTODMA0  "dma1auto1" DMA1AUTODMA1  "dma1status" DMA1STATUS
    "meshconfig" MESHCFG  "coreid" COREID  "multicast" MULTICAST  "cmeshroute" CMESHROUTE
    "xmeshroute" XMESHROUTE  "rmeshroute" RMESHROUTE
}

/// Number of the first special register.
const FIRST: usize = 64;

/// The local address of register number `i`.
pub(crate) fn address(i: usize) -> Option<u32> {
    match i.checked_sub(FIRST) {
        Some(special) => SPECIAL.get(special).copied(),
        None => Some(map::REGISTERS + 4 * i as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_place() {
        assert_eq!(REGISTERS.len(), FIRST + SPECIAL.len());
        assert_eq!(REGISTERS[FIRST + 2].name, "pc");
        assert_eq!(address(FIRST + 2), Some(sr::PC));
        assert_eq!(
            (address(63), address(REGISTERS.len())),
            (Some(0xf_00fc), None)
        );
    }
}
