//! GRGPRBANK, general purpose register bank: pin functions, PLL configuration, drive strengths
//! (GR740 UM 2.9 ch. 30).
//!
//! Registers are storage. Not modelled: another clock frequency after PLLRECFG, the effect of
//! LOCKDOWN, pin multiplexing.

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::{Missing, Storage};
use serde::Deserialize;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        FTMFUNC @ 0x00 = 0, rw 0x003f_ffff; "functions of PROM/IO pins";
        ALTFUNC @ 0x04 = 0, rw 0x003f_ffff; "alternative functions of PROM/IO pins";
        LVDSMCLK @ 0x08 = 0, rw 0x0003_ffff; "SMEM 17, DMEM 16, SPWOE 15:0";
        PLLNEWCFG @ 0x0c = 0, rw 0xffff_ffff; "SWTAG 31:27, SPW 26:18, MEM 17:9, SYS 8:0";
        PLLRECFG @ 0x10 = 0, rw 0x7; "which PLLs take their new configuration";
        PLLCURCFG @ 0x14 = 0x0040_1415, rw 0; "SWTAG 31:27, SPW 26:18, MEM 17:9, SYS 8:0";
        DRVSTR1 @ 0x18 = 0, rw 0xffff_ffff; "drive strengths";
        DRVSTR2 @ 0x1c = 0, rw 0xffff_ffff; "drive strengths";
        LOCKDOWN @ 0x20 = 0, rw 0x00ff_00ff; "PERMANENT 23:16, REVOCABLE 7:0";
    }
}

const MISSING: &[Missing] = &[
    (
        Reg::PLLRECFG as usize,
        0x7,
        "PLLRECFG: clocks keep their frequency",
    ),
    (
        Reg::LOCKDOWN as usize,
        0x00ff_00ff,
        "LOCKDOWN: registers stay writable",
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// PLLCURCFG after reset.
    #[serde(default = "pllcurcfg")]
    pllcurcfg: u32,
}

fn pllcurcfg() -> u32 {
    MAP[Reg::PLLCURCFG as usize].reset
}

pub(crate) fn build(params: ron::Value, _: &BuildEnv) -> Result<Storage, String> {
    let p: Params = parse("gprbank", params)?;
    let presets = vec![(Reg::PLLCURCFG as usize, p.pllcurcfg)];
    Ok(Storage::new("gprbank", MAP, MISSING, presets))
}
