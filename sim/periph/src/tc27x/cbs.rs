//! Cerberus, the on-chip debug unit, as far as firmware looks at it: identification, and the enable
//! of the debug system that start-up code asks for before it uses the counters.
//!
//! Counters run whether or not the debug system is enabled. Not modelled: everything else that a
//! debugger uses.

use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers (iLLD `IfxCbs_reg.h`).
    pub enum Reg: MAP {
        JDPID @ 0x08 = 0, rw 0; "module identification";
        JTAGID @ 0x64 = 0, rw 0; "device identification";
        OEC @ 0x78 = 0, rw 0x0017_03ff; "OCDS enable control: IF_LCK_P 20, PAT 7:0; reads 0";
        OSTATE @ 0x80 = 0, rw 0; "OCDS state: OEN 0";
    }
}

/// What software writes to PAT, one after the other with IF_LCK_P set, to enable the debug system.
const PATTERN: [u32; 4] = [0xa1, 0x5e, 0xa1, 0x5e];

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// CBS_JTAGID.
    pub jtagid: u32,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cbs {
    params: Params,
    /// How much of the pattern has come.
    matched: usize,
    enabled: bool,
}

impl Cbs {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is missing.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Cbs, String> {
        Ok(Cbs {
            params: parse("tc27x-cbs", params)?,
            matched: 0,
            enabled: false,
        })
    }
}

impl Device for Cbs {
    fn kind(&self) -> &'static str {
        "tc27x-cbs"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.matched = 0;
            self.enabled = false;
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "no register here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, _)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        check_write(&MAP[reg as usize], off, value, 0, cx);
        if reg == Reg::OEC {
            let locked = value & 1 << 20 != 0;
            let right = locked && PATTERN.get(self.matched) == Some(&(value & 0xff));
            self.matched = if right { self.matched + 1 } else { 0 };
            if self.matched == PATTERN.len() {
                self.enabled = true;
                self.matched = 0;
            }
        }
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let (reg, _) = Reg::at(off)?;
        Some(match reg {
            Reg::JTAGID => self.params.jtagid,
            Reg::OSTATE => u32::from(self.enabled),
            Reg::OEC | Reg::JDPID => 0,
        })
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    fn rig() -> Rig<Cbs> {
        let p = ron::from_str("(jtagid: 0x401DA083)").unwrap();
        Rig::new(Cbs::build(p, &BuildEnv::default()).unwrap())
    }

    #[test]
    fn the_pattern_enables_the_debug_system() {
        let mut r = rig();
        r.check_reset_values(&["JTAGID"]);
        r.check_snapshot();
        for v in [0x0010_00a1, 0x0010_005e, 0x0010_00a1] {
            r.write(0x78, v);
        }
        assert_eq!(r.read(0x80), 0);
        r.write(0x78, 0x0010_005e);
        assert_eq!((r.read(0x80), r.read(0x64)), (1, 0x401d_a083));
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn a_broken_pattern_does_not() {
        let mut r = rig();
        for v in [
            0x0010_00a1,
            0x0010_005e,
            0x0010_005e,
            0x0010_00a1,
            0x0010_005e,
        ] {
            r.write(0x78, v);
        }
        assert_eq!(r.read(0x80), 0);
    }
}
