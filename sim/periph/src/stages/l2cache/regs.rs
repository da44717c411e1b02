//! Registers of the level-2 cache and what they say (GR740 UM 2.9 ch. 9, "Level-2 cache").

use serde::{Deserialize, Serialize};
use trueboard_core::bus::Txn;
use trueboard_core::regs;
use trueboard_core::regs::RegBank;

regs! {
    /// Registers of the level-2 cache.
    pub enum Reg: MAP {
        Cc @ 0x00 = 0, rw 0xf007ff3f; "L2CC: EN 31, EDAC 30, REPL 29:28 (0 LRU, 1 random, 2 and 3 by master), BBS 18:16, INDEX-WAY 15:12, LOCK 11:8 (ways kept), HPRHB 5, HPB 4, UC 3, HC 2, WP 1 (write-through), HP 0";
        Cs @ 0x04 = 0x00502803, rw 0; "L2CS: LS 24, AT 23, MP 22, MTRR 21:16, BBUS_W 15:13, WAY_SIZE 12:2 in KiB, WAY 1:0";
        Cfma @ 0x08 = 0, rw 0xffffffef; "L2CFMA: ADDR 31:5, DI 3, FMODE 2:0: 1 invalidate, 2 write back, 3 both; +4 for the whole cache";
        Cfsi @ 0x0c = 0, rw 0xffffffbf; "L2CFSI: INDEX 31:16 or TAG 31:10, FL 9, VB 8, DB 7, WAY 5:4, DI 3, WF 2 (whole way), FMODE 1:0";
        Cerr @ 0x20 = 0, rw 0x00080fff; "L2CERR: master 31:28, SCRUB 27, TYPE 26:24, TAG/DATA 23, COR/UCOR 22, MULTI 21, VALID 20, DISERESP 19, count 18:16, IRQ pending 15:12, IRQ mask 11:8, CB 7:6, TCB 5:4, XCB 3, RCB 2, COMP 1, RST 0";
        Cerra @ 0x24 = 0, rw 0; "L2CERRA: address of the error";
        Ctcb @ 0x28 = 0, rw 0x0000007f; "L2CTCB: tag check bits; stored";
        Ccb @ 0x2c = 0, rw 0x0fffffff; "L2CCB: data check bits; stored";
        Cscrub @ 0x30 = 0, rw 0xffff000f; "L2CSCRUB: INDEX 31:16, WAY 3:2, PEN 1, EN 0; the scrubber is not modelled";
        Csdel @ 0x34 = 0, rw 0x0000ffff; "L2CSDEL: scrub delay; stored";
        Ceinj @ 0x38 = 0, rw 0xfffffffd; "L2CEINJ: ADDR 31:2, INJ 0; no error is injected";
        Caccc @ 0x3c = 0, rw 0x000067f6; "L2CACCC: DSC 14, SH 13, SPLITQ 10, NHM 9 (no hit under miss), BERR 8, OAPM 7, FLINE 6, DBPF 5, 128WF 4, DBPWS 2, SPLIT 1";
        Ceinjcfg @ 0x4c [2; 4] = 0, rw 0x00000700; "L2CEINJCFG: EDI 10, TER 9, IMD 8; also at 0x50, where the manual has it";
        Cmtrr @ 0x80 [16; 4] = 0, rw 0xffffffff; "L2CMTRR: ADDR 31:18, ACC 17:16 (0 uncached, 1 write-through), MASK 15:2, WP 1 (write protection), AC 0 (active)";
    }
}

/// How a transfer is to be treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Past the cache.
    Bypass,
    /// Reads allocate; writes go to memory too and allocate nothing.
    Through,
    /// Reads and writes allocate.
    Back,
}

/// What the registers say, ready for use at each access.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Control {
    pub enabled: bool,
    /// Copy-back for every address.
    pub ordinary: bool,
    pub write_through: bool,
    pub split: bool,
    pub hit_under_miss: bool,
    pub locked_ways: u32,
    /// Replacement: 0 LRU, 1 random, 2 and 3 by master.
    pub replace: u32,
    /// The way of masters beyond the number of ways, with `replace` 2.
    pub index_way: u32,
    /// Active ranges, as in the registers.
    mtrrs: Vec<u32>,
}

impl Control {
    pub fn new(bank: &RegBank, ways: u32) -> Control {
        let cc = bank.get(Reg::Cc as usize, 0);
        let access = bank.get(Reg::Caccc as usize, 0);
        let mtrrs: Vec<u32> = (0..16)
            .map(|i| bank.get(Reg::Cmtrr as usize, i))
            .filter(|m| m & 1 == 1)
            .collect();
        let (enabled, write_through) = (cc >> 31 == 1, cc & 2 != 0);
        Control {
            enabled,
            write_through,
            ordinary: enabled && !write_through && mtrrs.is_empty(),
            split: access & 2 != 0,
            hit_under_miss: access & 0x200 == 0,
            locked_ways: (cc >> 8 & 0xf).min(ways),
            replace: cc >> 28 & 3,
            index_way: cc >> 12 & 0xf,
            mtrrs,
        }
    }

    /// The active range that `pa` is in.
    fn range(&self, pa: u64) -> Option<u32> {
        let high = (pa >> 18) as u32 & 0x3fff;
        self.mtrrs
            .iter()
            .copied()
            .find(|m| (high ^ (m >> 18)) & (m >> 2 & 0x3fff) == 0)
    }

    #[inline]
    pub fn policy(&self, t: &Txn) -> Policy {
        if !self.enabled || t.uncached {
            return Policy::Bypass;
        }
        if !self.mtrrs.is_empty()
            && let Some(range) = self.range(t.pa)
        {
            return if range >> 16 & 3 == 0 {
                Policy::Bypass
            } else {
                Policy::Through
            };
        }
        if self.write_through {
            Policy::Through
        } else {
            Policy::Back
        }
    }

    /// True when a write to `pa` is forbidden.
    pub fn protected(&self, pa: u64) -> bool {
        !self.mtrrs.is_empty() && self.range(pa).is_some_and(|m| m & 2 != 0)
    }

    /// The way that a line of `master` must go to, when replacement is by master.
    pub fn fixed_way(&self, master: u8, ways: u32) -> Option<u32> {
        let master = u32::from(master);
        match self.replace {
            2 if master < ways => Some(master),
            2 => Some(self.index_way % ways),
            3 => Some(master % ways),
            _ => None,
        }
    }
}
