//! Registers of the SDRAM controller and the command timing that they set (GR740 UM 2.9,
//! SDRAM controller). The formulas give the manual's times at 100 MHz with TRP 0, TC 0 and TRFC 4:
//! tRP 20 ns, CAS 20 ns, tRFC 70 ns, tRAS 50 ns, tRC 80 ns; for other field values they are
//! estimated: one cycle for each step.

use serde::{Deserialize, Serialize};
use trueboard_core::regs;
use trueboard_core::regs::RegBank;

regs! {
    /// Registers of the SDRAM controller.
    pub enum Reg: MAP {
        Sdcfg1 @ 0x00 = 0, rw 0xfffdffff; "RF 31 refresh on, TRP 30, TRFC 29:27, TC 26 (CAS and RAS-to-CAS delay 3), BANKSZ 25:23, COLSZ 22:21, COMMAND 20:18, MS 16, 64 15 (64 data bits), RFLOAD 14:0";
        Sdcfg2 @ 0x04 = 0, rw 0x4000e000; "CE 30, EN2T 15, DCS 14, BPARK 13";
        Muxcfg @ 0x20 = 0x00001000, rw 0xfff700ff; "ERRLOC 31:20, DDERR 19, DWIDTH 18:16, BEID 15:12, DATAMUX 7:5, CEN 4, BAUPD 3, BAEN 2, CODE 1, EDEN 0";
        Ftda @ 0x24 = 0, rw 0xfffffffc; "diagnostic address; stored";
        Ftdc @ 0x28 = 0, rw 0xffffffff; "diagnostic check bits; stored";
        Ftdd @ 0x2c = 0, rw 0xffffffff; "diagnostic data; stored";
        Ftbnd @ 0x30 = 0, rw 0xfffffff8; "boundary of the code in use; stored";
    }
}

/// What the configuration registers say, in SDRAM cycles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rules {
    /// From activate to read or write, and from read to the first word.
    pub cas: u64,
    /// From precharge to activate.
    pub rp: u64,
    /// Length of a refresh.
    pub rfc: u64,
    /// From activate to precharge, at least.
    pub ras: u64,
    /// From activate to activate, at least.
    pub rc: u64,
    /// Additional cycle of each command sequence in 2T mode.
    pub set_up: u64,
    /// Between two refreshes; `None` when refresh is off.
    pub refresh: Option<u64>,
    /// Bytes of one word.
    pub word_bytes: u64,
    /// Columns of a row.
    pub columns: u64,
    /// Bytes of a chip-select bank.
    pub bank_bytes: u64,
    /// Check bits are kept, so that a part of a word is read and written.
    pub edac: bool,
}

impl Rules {
    pub fn new(bank: &RegBank) -> Rules {
        let cfg = bank.get(Reg::Sdcfg1 as usize, 0);
        let field = |low: u32, bits: u32| u64::from(cfg >> low & ((1 << bits) - 1));
        let rp = 2 + field(30, 1);
        let rfc = 3 + field(27, 3);
        // A refresh period shorter than the refresh itself would leave no time for accesses.
        let period = (field(0, 15) + 1).max(2 * (rp + rfc));
        let wide = field(15, 1);
        Rules {
            cas: 2 + field(26, 1),
            rp,
            rfc,
            ras: 1 + field(27, 3),
            rc: 4 + field(30, 1) + field(27, 3),
            set_up: u64::from(bank.get(Reg::Sdcfg2 as usize, 0) >> 15 & 1),
            refresh: (field(31, 1) == 1).then_some(period),
            word_bytes: 4 << wide,
            // 256, 512, 1024, 2048 columns; 4096 with the largest bank size.
            columns: 256 << field(21, 2),
            bank_bytes: (4 << 20) << field(23, 3),
            edac: bank.get(Reg::Muxcfg as usize, 0) & 1 == 1,
        }
    }
}
