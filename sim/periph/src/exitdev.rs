//! A device of our own that any board can have: firmware ends the run with a status, or prints
//! without a driver. No chip has it.

use crate::BuildEnv;
use crate::params::parse;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Effect, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        EXIT @ 0x0 = 0, rw 0xffff_ffff; "a write ends the run with this status; 0 = success";
        PUTCHAR @ 0x4 = 0, rw 0xff; "a write prints this character";
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Exitdev {
    bytes: u64,
}

impl Exitdev {
    /// Builds one; there are no parameters.
    ///
    /// # Errors
    /// When there are some.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Exitdev, String> {
        let Params {} = parse("exitdev", params)?;
        Ok(Exitdev::default())
    }
}

impl Device for Exitdev {
    fn kind(&self) -> &'static str {
        "exitdev"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, _: ResetPhase, _: &mut Cx<'_>) {}

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        if Reg::at(off).is_none() {
            cx.warn(off, "no register here: reads as 0");
        }
        Ok(0)
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        match Reg::at(off) {
            Some((Reg::EXIT, _)) => cx.effects.push(Effect::Exit(value)),
            Some((Reg::PUTCHAR, _)) => {
                self.bytes += 1;
                cx.effects.push(Effect::Console(value as u8));
            }
            None => cx.warn(off, "no register here: write lost"),
        }
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|_| 0)
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("bytes_sent", self.bytes)]
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    #[test]
    fn prints_and_exits() {
        let mut r = Rig::new(Exitdev::build(ron::Value::Unit, &BuildEnv::default()).unwrap());
        r.check_reset_values(&[]);
        r.write(4, b'!'.into());
        r.write(0, 3);
        r.write(8, 3);
        assert_eq!(r.took(), [Effect::Console(b'!'), Effect::Exit(3)]);
        assert_eq!(r.warnings.len(), 1);
        r.check_snapshot();
    }
}
