//! The special registers: their local addresses and names (AR, registers; CPU).
//!
//! MOVTS and MOVFS name them by group and number: address = [`BASE`] + 0x100 group + 4 number. The
//! 16-bit forms reach the first eight of group 0.

/// Address of register 0 of group 0.
pub const BASE: u32 = 0xf_0400;

/// Address of a special register by its group (0 to 3) and number (0 to 63).
#[must_use]
pub const fn address(group: u8, number: u8) -> u32 {
    BASE + 0x100 * (group & 3) as u32 + 4 * (number & 63) as u32
}

/// Defines the registers: constant, group, number, name in a disassembly.
macro_rules! registers {
    ($($name:ident $group:literal $number:literal $text:literal $doc:literal;)*) => {
        $(
            #[doc = $doc]
            pub const $name: u32 = address($group, $number);
        )*

        /// Addresses and names of all registers, in the order of the addresses. Names are those of
        /// GNU objdump where it has one, else those of the manual.
        pub const REGISTERS: &[(u32, &str)] = &[$(($name, $text)),*];
    };
}

registers! {
    CONFIG 0 0 "config" "Core configuration.";
    STATUS 0 1 "status" "Core status.";
    PC 0 2 "pc" "Next instruction.";
    DEBUGSTATUS 0 3 "debug" "Halted, transaction pending, multicore breakpoint.";
    IAB 0 4 "iab" "Return port of instruction fetches.";
    LC 0 5 "lc" "Hardware loop: count.";
    LS 0 6 "ls" "Hardware loop: start.";
    LE 0 7 "le" "Hardware loop: last instruction.";
    IRET 0 8 "iret" "Return address of an interrupt.";
    IMASK 0 9 "imask" "Interrupts blocked.";
    ILAT 0 10 "ilat" "Interrupts requested.";
    ILATST 0 11 "ilatst" "Sets bits of ILAT.";
    ILATCL 0 12 "ilatcl" "Clears bits of ILAT.";
    IPEND 0 13 "ipend" "Interrupts in service.";
    CTIMER0 0 14 "ctimer0" "Event counter 0.";
    CTIMER1 0 15 "ctimer1" "Event counter 1.";
    FSTATUS 0 16 "hstatus" "Writes all bits of STATUS.";
    DEBUGCMD 0 18 "debugcmd" "Resumes or halts.";
    SIMCMD 0 19 "simcmd" "Command of the vendor's simulator; not in silicon.";
    DMA0CONFIG 1 0 "dma0config" "DMA channel 0: configuration.";
    DMA0STRIDE 1 1 "dma0stride" "DMA channel 0: inner strides.";
    DMA0COUNT 1 2 "dma0count" "DMA channel 0: counts.";
    DMA0SRCADDR 1 3 "dma0srcaddr" "DMA channel 0: source.";
    DMA0DSTADDR 1 4 "dma0dstaddr" "DMA channel 0: destination.";
    DMA0AUTODMA0 1 5 "dma0auto0" "DMA channel 0: slave data, low.";
    DMA0AUTODMA1 1 6 "dma0auto1" "DMA channel 0: slave data, high.";
    DMA0STATUS 1 7 "dma0status" "DMA channel 0: status.";
    DMA1CONFIG 1 8 "dma1config" "DMA channel 1: configuration.";
    DMA1STRIDE 1 9 "dma1stride" "DMA channel 1: inner strides.";
    DMA1COUNT 1 10 "dma1count" "DMA channel 1: counts.";
    DMA1SRCADDR 1 11 "dma1srcaddr" "DMA channel 1: source.";
    DMA1DSTADDR 1 12 "dma1dstaddr" "DMA channel 1: destination.";
    DMA1AUTODMA0 1 13 "dma1auto0" "DMA channel 1: slave data, low.";
    DMA1AUTODMA1 1 14 "dma1auto1" "DMA channel 1: slave data, high.";
    DMA1STATUS 1 15 "dma1status" "DMA channel 1: status.";
    MEMCONFIG 2 0 "memconfig" "Test of the SRAM.";
    MEMSTATUS 2 1 "memstatus" "Fault of the memory protection.";
    MEMPROTECT 2 2 "memprotect" "Read-only pages.";
    MEMRESERVE 2 3 "memreserve" "Reserved.";
    MESHCFG 3 0 "meshconfig" "Mesh: events to count, edges.";
    COREID 3 1 "coreid" "Row and column of the core.";
    MULTICAST 3 2 "meshmulticast" "Number taken in multicast mode.";
    RESETCORE 3 3 "swreset" "Reset of the core.";
    CMESHROUTE 3 4 "cmeshroute" "Route of the cMesh (Epiphany-IV).";
    XMESHROUTE 3 5 "xmeshroute" "Route of the xMesh (Epiphany-IV).";
    RMESHROUTE 3 6 "rmeshroute" "Route of the rMesh (Epiphany-IV).";
}

/// Name of the register at a local address.
#[must_use]
pub fn name(address: u32) -> Option<&'static str> {
    let found = REGISTERS.binary_search_by_key(&address, |&(address, _)| address);
    Some(REGISTERS.get(found.ok()?)?.1)
}
