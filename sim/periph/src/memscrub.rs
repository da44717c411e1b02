//! Memory scrubber and AHB status register of the memory bus (GR740 UM 2.9 ch. 11).
//!
//! Registers are storage; what they show of errors is laid over them in a machine with faults (`codes.rs` of the board).
//! Not modelled: scrubbing and its bus load; it is off after reset.

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::{Missing, Storage};
use serde::Deserialize;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        AHBS @ 0x00 = 0, rw 0; "CECNT 31:22, UECNT 21:14, DONE 13, SEC 11, SBC 10, CE 9, NE 8, HWRITE 7, HMASTER 6:3, HSIZE 2:0";
        AHBFAR @ 0x04 = 0, rw 0; "failing address";
        AHBERC @ 0x08 = 0, rw 0xffff_ffff; "error limits and interrupt enables";
        STAT @ 0x10 = 0, rw 0; "run count, DONE 13, BURSTLEN, ACTIVE 0";
        CONFIG @ 0x14 = 0, rw 0xffbf; "DELAY 15:8, IRQD 7, SERA 5, LOOP 4, MODE 3:2, ES 1, SCEN 0";
        RANGEL @ 0x18 = 0, rw 0xffff_ffff; "first address";
        RANGEH @ 0x1c = 0, rw 0xffff_ffff; "last address";
        POS @ 0x20 = 0, rw 0xffff_ffff; "position";
        ETHRES @ 0x24 = 0, rw 0xffff_ffff; "error thresholds";
        INIT @ 0x28 = 0, rw 0xffff_ffff; "initialisation data";
        RANGEL2 @ 0x2c = 0, rw 0xffff_ffff; "first address of the second range";
        RANGEH2 @ 0x30 = 0, rw 0xffff_ffff; "last address of the second range";
    }
}

const MISSING: &[Missing] = &[(
    Reg::CONFIG as usize,
    0b11,
    "CONFIG: scrubbing (SCEN, ES) is not modelled",
)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

pub(crate) fn build(params: ron::Value, _: &BuildEnv) -> Result<Storage, String> {
    let Params {} = parse("memscrub", params)?;
    Ok(Storage::new("memscrub", MAP, MISSING, Vec::new()))
}
