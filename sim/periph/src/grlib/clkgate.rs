//! GRCLKGATE, clock gating unit (GR740 UM 2.9 ch. 25).
//!
//! Output pin n is the clock of core n, pin 16+n its reset, active high. Writes to the bits of a
//! core that UNLOCK does not name are ignored. Not modelled: OVERRIDE (gating of processor and FPU
//! clocks is a matter of their power model).

use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        UNLOCK @ 0x0 = 0, rw 0xffff; "1 = the core's bits in CLKEN and RESET can be written";
        CLKEN @ 0x4 = 0, rw 0xffff; "1 = clock on";
        RESET @ 0x8 = 0, rw 0xffff; "1 = in reset";
        OVERRIDE @ 0xc = 0, rw 0x000f_000f; "FOVERRIDE 19:16, OVERRIDE 3:0";
    }
}

const RESET_PIN: u16 = 16;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// How many cores there are, 1 to 16.
    cores: u8,
    /// Cores with a running clock after reset, one bit each; all other cores are held in reset.
    on_at_reset: u32,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clkgate {
    params: Params,
    unlock: u32,
    clken: u32,
    reset: u32,
    override_: u32,
}

impl Clkgate {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Clkgate, String> {
        let p: Params = parse("clkgate", params)?;
        within("cores", p.cores.into(), 1..=16)?;
        within("on_at_reset", p.on_at_reset.into(), 0..=(1 << p.cores) - 1)?;
        Ok(Clkgate::new(p))
    }

    fn new(params: Params) -> Clkgate {
        let all = (1u32 << params.cores) - 1;
        Clkgate {
            unlock: 0,
            clken: params.on_at_reset,
            reset: all & !params.on_at_reset,
            override_: 0,
            params,
        }
    }

    fn value(&self, reg: Reg) -> u32 {
        match reg {
            Reg::UNLOCK => self.unlock,
            Reg::CLKEN => self.clken,
            Reg::RESET => self.reset,
            Reg::OVERRIDE => self.override_,
        }
    }

    /// Drives the lines of the cores in `clocks` and `resets`.
    fn drive(&self, clocks: u32, resets: u32, cx: &mut Cx<'_>) {
        for n in 0..u16::from(self.params.cores) {
            if clocks >> n & 1 != 0 {
                cx.line(n, self.clken >> n & 1 != 0);
            }
            if resets >> n & 1 != 0 {
                cx.line(RESET_PIN + n, self.reset >> n & 1 != 0);
            }
        }
    }
}

impl Device for Clkgate {
    fn kind(&self) -> &'static str {
        "clkgate"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => *self = Clkgate::new(self.params.clone()),
            // All of them, so that whoever listens starts with the truth.
            ResetPhase::Hold => self.drive(u32::MAX, u32::MAX, cx),
            ResetPhase::Exit => {}
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
        let desc = &MAP[reg as usize];
        check_write(desc, off, value, self.value(reg), cx);
        let (clken, reset) = (self.clken, self.reset);
        let unlocked = |old: u32| (old & !self.unlock) | (value & self.unlock);
        match reg {
            Reg::UNLOCK => self.unlock = value & ((1 << self.params.cores) - 1),
            Reg::CLKEN => self.clken = unlocked(clken),
            Reg::RESET => self.reset = unlocked(reset),
            Reg::OVERRIDE => self.override_ = value & desc.rw,
        }
        self.drive(clken ^ self.clken, reset ^ self.reset, cx);
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, _)| self.value(reg))
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::device::Effect;

    fn rig() -> Rig<Clkgate> {
        let p = ron::from_str("(cores: 11, on_at_reset: 0x4c0)").unwrap();
        Rig::new(Clkgate::build(p, &BuildEnv::default()).unwrap())
    }

    #[test]
    fn after_reset() {
        let mut r = rig();
        r.check_reset_values(&["CLKEN", "RESET"]);
        r.check_snapshot();
        assert_eq!((r.read(4), r.read(8)), (0x4c0, 0x33f));
        let lines = r.took();
        assert_eq!(lines.len(), 22);
        assert!(lines.contains(&Effect::Line {
            pin: 6,
            level: true
        }));
        assert!(lines.contains(&Effect::Line {
            pin: 16,
            level: true
        }));
    }

    #[test]
    fn only_unlocked_bits_change() {
        let mut r = rig();
        r.took();
        r.write(4, 0);
        r.write(8, 0);
        assert_eq!((r.read(4), r.read(8)), (0x4c0, 0x33f));
        assert_eq!(r.took(), []);
        r.write(0, 1 << 6);
        r.write(4, 0);
        let off = Effect::Line {
            pin: 6,
            level: false,
        };
        assert_eq!((r.read(4), r.took()), (0x480, vec![off]));
    }

    #[test]
    fn the_enable_sequence() {
        let mut r = rig();
        r.took();
        let b = 1 << 2;
        for (off, v) in [
            (0, b),
            (8, 0x33f),
            (4, 0x4c4),
            (4, 0x4c0),
            (8, 0x33b),
            (4, 0x4c4),
            (0, 0),
        ] {
            r.write(off, v);
        }
        assert_eq!((r.read(4), r.read(8), r.read(0)), (0x4c4, 0x33b, 0));
        let pins: Vec<_> = r.took();
        assert_eq!(pins.len(), 4);
        assert!(r.warnings.is_empty());
    }

    #[test]
    fn parameters_are_checked() {
        let p = ron::from_str("(cores: 2, on_at_reset: 4)").unwrap();
        assert!(Clkgate::build(p, &BuildEnv::default()).is_err());
    }
}
