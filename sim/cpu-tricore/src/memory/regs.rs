//! The CSFRs of the memory side (TC27x UM, chapter CPU; TriCore 1.6 architecture manual vol. 1).

use super::Params;
use serde::{Deserialize, Serialize};
use trueboard_core::regs;
use trueboard_core::regs::RegBank;

regs! {
    /// Registers of the memory side, by CSFR offset.
    pub(super) enum Reg: MAP {
        Segen @ 0x1030 = 0, rw 0x8000_03FF; "SRI error generation: ADFLIP 7:0, ADTYPE 9:8, AE 31; stored";
        Pma0 @ 0x8100 = 0x300, rw 0x1FFF; "DAC: data cacheability of segment s in bit s";
        Pma1 @ 0x8104 = 0x300, rw 0x3FFF; "CAC: code cacheability of segment s in bit s";
        Pma2 @ 0x8108 = 0xC000, rw 0; "PSI: segments that are peripheral space";
        Dcon2 @ 0x9000 = 0, rw 0; "sizes in KiB: data cache 15:0, DSPR 31:16";
        Smacon @ 0x900C = 0, rw 0x0100_0505; "PC 0, PT 2, DC 8, DT 10, IODT 24; stored";
        Dstr @ 0x9010 = 0, rw 0; "SRE 0, GAE 1, LBE 2, CRE 6, DTME 14, LOE 15, SDE 16, SCE 17, CAC 18, MPE 19, CLE 20, ALN 24; any write clears";
        Datr @ 0x9018 = 0, rw 0; "SBE 3, CWE 9, CFE 10, SOE 14, SME 15; any write clears";
        Deadd @ 0x901C = 0, rw 0; "address of the data access that DSTR or DATR describes";
        Diear @ 0x9020 [2; 4] = 0, rw 0; "DIEAR; DIETR: IED 0, IE_S 3, IE_DUAL 11; any write to DIETR clears";
        Dcon0 @ 0x9040 = 2, rw 2; "DCBYP 1";
        Pstr @ 0x9200 = 0, rw 0; "FRE 0, FBE 2, FPE 12, FME 14; any write clears";
        Pcon1 @ 0x9204 = 0, rw 0; "PCINV 0, PBINV 1: takes no time";
        Pcon2 @ 0x9208 = 0, rw 0; "sizes in KiB: program cache 15:0, PSPR 31:16";
        Pcon0 @ 0x920C = 2, rw 2; "PCBYP 1";
        Piear @ 0x9210 [2; 4] = 0, rw 0; "PIEAR; PIETR: IED 0, IE_S 3, IE_DUAL 11; any write to PIETR clears";
        Dpr @ 0xC000 [32; 4] = 0, rw 0xFFFF_FFF8; "DPRn_L, DPRn_U: first address of data range n, and the one past its last";
        Cpr @ 0xD000 [16; 4] = 0, rw 0xFFFF_FFF8; "CPRn_L, CPRn_U: the same of code range n";
        Cpxe @ 0xE000 [4; 4] = 0, rw 0xFF; "CPXE_s: code ranges that set s may execute";
        Dpre @ 0xE010 [4; 4] = 0, rw 0xFFFF; "DPRE_s: data ranges that set s may read";
        Dpwe @ 0xE020 [4; 4] = 0, rw 0xFFFF; "DPWE_s: data ranges that set s may write";
    }
}

/// PCON0.PCBYP and DCON0.DCBYP.
const BYPASS: u32 = 1 << 1;
pub(super) const PCINV: u32 = 1 << 0;
pub(super) const PBINV: u32 = 1 << 1;

/// The registers, and what follows from them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Regs {
    pub(super) bank: RegBank,
    /// Segments with data that the data cache or read buffer may hold, one bit each.
    pub(super) data_cached: u32,
    /// Segments with code that the program cache may hold.
    pub(super) code_cached: u32,
}

impl Regs {
    pub fn new(p: &Params) -> Regs {
        let mut regs = Regs {
            bank: RegBank::new(MAP),
            data_cached: 0,
            code_cached: 0,
        };
        let sizes =
            |cache_kib: u16, scratchpad: u32| (scratchpad / 1024) << 16 | u32::from(cache_kib);
        regs.set(Reg::Dcon2, sizes(p.dcache_kib, p.dspr.size));
        regs.set(Reg::Pcon2, sizes(p.pcache_kib, p.pspr.size));
        regs
    }

    pub fn get(&self, reg: Reg) -> u32 {
        self.bank.get(reg as usize, 0)
    }

    pub fn set(&mut self, reg: Reg, value: u32) {
        self.bank.set(reg as usize, 0, value);
    }

    /// Data accesses to the segment of `va` may use the data cache or read buffer.
    #[inline]
    pub fn caches_data(&self, va: u32) -> bool {
        self.data_cached >> (va >> 28) & 1 != 0
    }

    /// Fetches from the segment of `va` may use the program cache.
    #[inline]
    pub fn caches_code(&self, va: u32) -> bool {
        self.code_cached >> (va >> 28) & 1 != 0
    }

    /// The data side is bypassed.
    pub fn bypasses_data(&self) -> bool {
        self.get(Reg::Dcon0) & BYPASS != 0
    }

    pub fn review(&mut self) {
        let on = |bypass: u32, segments: u32| if bypass & BYPASS != 0 { 0 } else { segments };
        self.data_cached = on(self.get(Reg::Dcon0), self.get(Reg::Pma0));
        self.code_cached = on(self.get(Reg::Pcon0), self.get(Reg::Pma1));
    }

    /// All of `first..=last` lies in one range that the masks `enable` allow set `set`.
    fn inside(&self, ranges: Reg, enable: Reg, set: u8, (first, last): (u32, u32)) -> bool {
        let enabled = self.bank.get(enable as usize, usize::from(set & 3));
        let count = MAP[ranges as usize].count as usize / 2;
        let bound = |i: usize| self.bank.get(ranges as usize, i);
        (0..count)
            .filter(|i| enabled >> i & 1 != 0)
            .any(|i| bound(2 * i) <= first && last < bound(2 * i + 1))
    }

    pub fn may_read(&self, set: u8, span: (u32, u32)) -> bool {
        self.inside(Reg::Dpr, Reg::Dpre, set, span)
    }

    pub fn may_write(&self, set: u8, span: (u32, u32)) -> bool {
        self.inside(Reg::Dpr, Reg::Dpwe, set, span)
    }

    pub fn may_execute(&self, set: u8, pc: u32) -> bool {
        self.inside(Reg::Cpr, Reg::Cpxe, set, (pc, pc))
    }
}
