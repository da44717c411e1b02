//! General purpose register: the bootstrap signals as they were sampled at reset (GR740 UM 2.9
//! ch. 3.1; layout as in RTEMS' `gr740-bootstrap-regs.h`).

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::Storage;
use serde::Deserialize;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        BOOTSTRAP @ 0x00 = 0, rw 0; "B10..B1 25:16, GPIO lines at reset 15:0";
    }
}

/// Parameters in a board file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// What was sampled.
    #[serde(default)]
    bootstrap: u32,
}

pub(crate) fn build(params: ron::Value, _: &BuildEnv) -> Result<Storage, String> {
    let p: Params = parse("gpreg", params)?;
    let presets = vec![(Reg::BOOTSTRAP as usize, p.bootstrap & 0x03ff_ffff)];
    Ok(Storage::new("gpreg", MAP, &[], presets))
}
