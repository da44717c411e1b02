//! GRGPRBANK, general purpose register bank: pin functions, PLL configuration, drive strengths
//! (GR740 UM 2.9 ch. 30; masks of the fields also in RTEMS' `gr740-iopll-regs.h`).
//!
//! Registers are storage, which LOCKDOWN protects: bit n of its halves locks the register at 4n (UM 2.9,
//! table 460). A bit of PERMANENT stays until the next reset. Not modelled: another clock frequency after
//! PLLRECFG, pin multiplexing, drive strengths.

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::{Missing, Storage};
use serde::Deserialize;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        FTMFUNC @ 0x00 = 0, rw 0x003f_ffff; "functions of PROM/IO pins";
        ALTFUNC @ 0x04 = 0, rw 0x003f_ffff; "alternative functions of PROM/IO pins";
        LVDSMCLK @ 0x08 = 0, rw 0x0003_00ff; "SMEM 17, DMEM 16, SPWOE 7:0";
        PLLNEWCFG @ 0x0c = 0, rw 0x1fff_ffff; "SWTAG 28:27, SPW 26:18, MEM 17:9, SYS 8:0";
        PLLRECFG @ 0x10 = 0, rw 0x7; "which PLLs take their new configuration";
        PLLCURCFG @ 0x14 = 0x0040_1415, rw 0; "SWTAG 28:27, SPW 26:18, MEM 17:9, SYS 8:0";
        DRVSTR1 @ 0x18 = 0x000f_ffff, rw 0x000f_ffff; "drive strengths of groups 9 (19:18) to 0 (1:0)";
        DRVSTR2 @ 0x1c = 0x000f_ffff, rw 0x000f_ffff; "drive strengths of groups 19 (19:18) to 10 (1:0)";
        LOCKDOWN @ 0x20 = 0, rw 0x00ff_00ff; "PERMANENT 23:16, REVOCABLE 7:0: bit n locks the register at 4n";
    }
}

const MISSING: &[Missing] = &[(
    Reg::PLLRECFG as usize,
    0x7,
    "PLLRECFG: clocks keep their frequency",
)];

/// LOCKDOWN.PERMANENT.
const PERMANENT: u32 = 0x00ff_0000;

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

/// See the module.
pub(crate) struct Gprbank(Storage);

pub(crate) fn build(params: ron::Value, _: &BuildEnv) -> Result<Gprbank, String> {
    let p: Params = parse("gprbank", params)?;
    let presets = vec![(Reg::PLLCURCFG as usize, p.pllcurcfg)];
    Ok(Gprbank(Storage::new("gprbank", MAP, MISSING, presets)))
}

impl Device for Gprbank {
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn map(&self) -> &'static [RegDesc] {
        self.0.map()
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        self.0.reset(phase, cx);
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.0.read(off, cx)
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let locks = self.0.get(Reg::LOCKDOWN as usize);
        let locked = (locks | locks >> 16) & 0xff;
        match Reg::at(off) {
            Some((Reg::LOCKDOWN, _)) => self.0.write(off, value | locks & PERMANENT, cx),
            Some((reg, _)) if locked >> (off / 4) & 1 != 0 => {
                let name = MAP[reg as usize].name;
                cx.warn(off, format!("{name}: locked by LOCKDOWN, write lost"));
                Ok(())
            }
            _ => self.0.write(off, value, cx),
        }
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        self.0.peek(off, now)
    }

    fn save(&self) -> Vec<u8> {
        self.0.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.0.load(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    fn rig() -> Rig<Gprbank> {
        Rig::new(build(ron::Value::Unit, &BuildEnv::default()).unwrap())
    }

    #[test]
    fn reset_values() {
        let mut r = rig();
        r.check_reset_values(&[]);
        r.check_snapshot();
        trueboard_core::regs::check_map(MAP).unwrap();
    }

    /// UM 2.9, table 460.
    #[test]
    fn lockdown_locks() {
        let mut r = rig();
        r.write(0x20, 0x0002_0001);
        r.write(0x00, 5);
        r.write(0x04, 5);
        r.write(0x18, 5);
        assert_eq!((r.read(0x00), r.read(0x04), r.read(0x18)), (0, 0, 5));
        assert_eq!(r.warnings.len(), 2);
        r.write(0x20, 0);
        r.write(0x00, 5);
        r.write(0x04, 5);
        assert_eq!(
            (r.read(0x00), r.read(0x04), r.read(0x20)),
            (5, 0, 0x0002_0000)
        );
        r.with(|d, cx| d.reset(ResetPhase::Enter, cx));
        r.write(0x04, 5);
        assert_eq!(r.read(0x04), 5);
    }
}
