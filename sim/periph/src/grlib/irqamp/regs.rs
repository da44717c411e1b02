//! Register map and parameters.

use serde::{Deserialize, Serialize};

trueboard_core::regs! {
    /// Registers of one internal controller; the next one's are 4 KiB further.
    pub enum Reg: MAP {
        ILEVEL @ 0x000 = 0, rw 0xfffe; "IL 15:1: 1 = high priority";
        IPEND @ 0x004 = 0, rw 0xffff_fffe; "EIP 31:16, IP 15:1: pending";
        IFORCE0 @ 0x008 = 0, rw 0xfffe; "IF 15:1: force on processor 0";
        ICLEAR @ 0x00c = 0, rw 0xffff_ffff; "EIC 31:16, IC 15:1: writing 1 clears pending";
        MPSTAT @ 0x010 = 0x3c0a_000e, rw 0xffff; "NCPU 31:28, BA 27, ER 26, EIRQ 19:16, STATUS 15:0: 1 = in power-down, writing 1 starts";
        BRDCST @ 0x014 = 0, rw 0xfffe; "BM 15:1: distribute to all processors";
        ERRSTAT @ 0x018 = 0, rw 0xffff; "ERRMODE 15:0: in error mode, writing 1 forces it";
        WDOGCTRL @ 0x01c = 0x2000_0000, rw 0x000f_ffff; "NWDOG 31:27, WDOGIRQ 19:16, WDOGMSK 15:0";
        ASMPCTRL @ 0x020 = 0x3000_0000, rw 0b11; "NCTRL 31:28, ICF 1, L 0";
        ICSELR @ 0x024 [2; 4] = 0, rw 0xffff_ffff; "ICSEL of processor 8n 31:28 to 8n+7 3:0";
        PIMASK @ 0x040 [16; 4] = 0, rw 0xffff_fffe; "EIM 31:16, IM 15:1: 1 = enabled";
        PIFORCE @ 0x080 [16; 4] = 0, rw 0xfffe_fffe; "FC 31:17 clear, IF 15:1 set";
        PEXTACK @ 0x0c0 [16; 4] = 0, rw 0; "EID 4:0: extended interrupt acknowledged last";
        ITCNT @ 0x100 [16; 16] = 0, rw 0; "time-stamp counter";
        ITSTMPC @ 0x104 [16; 16] = 0x1000_0000, rw 0x3f, w1c 0x0600_0000; "TSTAMP 31:27, S1 26, S2 25, KS 5, TSISEL 4:0";
        ITSTMPAS @ 0x108 [16; 16] = 0, rw 0; "time of assertion";
        ITSTMPAC @ 0x10c [16; 16] = 0, rw 0; "time of acknowledge";
        BADDR @ 0x200 [16; 4] = 0, rw 0xffff_fff9; "BOOTADDR 31:3, AS 0: start at once; reads 0";
        IRQMAP @ 0x300 [8; 4] = 0, rw 0x1f1f_1f1f; "target of sources 4n (31:24) to 4n+3 (7:0)";
    }
}

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// Processors; 0 = as many as the board has.
    pub cores: u8,
    /// Internal controllers.
    pub controllers: u8,
    /// The line that extended interrupts 16..31 arrive on.
    pub extended_irq: u8,
    /// Time-stamp register sets.
    pub stamps: u8,
    /// Watchdog inputs.
    pub watchdogs: u8,
    /// Where a processor starts that got no boot address.
    pub boot_address: u32,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            cores: 0,
            controllers: 4,
            extended_irq: 10,
            stamps: 2,
            watchdogs: 4,
            boot_address: 0xc000_0000,
        }
    }
}
