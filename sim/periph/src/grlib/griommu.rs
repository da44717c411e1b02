//! GRIOMMU, the I/O memory management unit (GR740 UM 2.9 ch. 12; register offsets as in RTEMS'
//! `griommu` driver).
//!
//! Registers are storage: no I/O master that it could check is modelled. The capability registers
//! read 0 (estimated: their values are not known), so drivers find no features.

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::{Missing, Storage};
use serde::Deserialize;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        CAP0 @ 0x00 = 0, rw 0; "capabilities 0";
        CAP1 @ 0x04 = 0, rw 0; "capabilities 1";
        CAP2 @ 0x08 = 0, rw 0; "capabilities 2";
        CTRL @ 0x10 = 0, rw 0x001f_ffff; "control; EN 0";
        FLUSH @ 0x14 = 0, rw 0, w1c 0xf3; "cache flush; reads 0: done";
        STATUS @ 0x18 = 0, rw 0, w1c 0x3f; "errors and flush completion";
        IMASK @ 0x1c = 0, rw 0x2f; "interrupt mask";
        AHBFAS @ 0x20 = 0, rw 0; "failing access";
        MSTCFG @ 0x40 [16; 4] = 0, rw 0x1f; "group and bus of each master";
        GRPCTRL @ 0x80 [16; 4] = 0, rw 0xffff_fff3; "group control: table base, page, AG";
        DIAGCTRL @ 0xc0 = 0, rw 0xc037_ffff; "diagnostic access";
        DIAGD @ 0xc4 [8; 4] = 0, rw 0xffff_ffff; "diagnostic data";
        DIAGT @ 0xe4 = 0, rw 0xffff_ffff; "diagnostic tag";
        DERRI @ 0xe8 = 0, rw 0xffff_ffff; "data error injection";
        TERRI @ 0xec = 0, rw 0xffff_ffff; "tag error injection";
        ASMPCTRL @ 0x100 [4; 4] = 0, rw 0x0007_ffff; "access control of the ASMP register blocks";
    }
}

const MISSING: &[Missing] = &[(
    Reg::CTRL as usize,
    1,
    "CTRL: protection and translation (EN) are not modelled",
)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

pub(crate) fn build(params: ron::Value, _: &BuildEnv) -> Result<Storage, String> {
    let Params {} = parse("griommu", params)?;
    Ok(Storage::new("griommu", MAP, MISSING, Vec::new()))
}
