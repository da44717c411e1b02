//! AHBSTAT, AHB status register: latches the first failing access of a bus (GR740 UM 2.9 ch. 27).
//!
//! The board reports an error response through [`ErrorLatch`]. The low byte of AHBS describes the access: HWRITE 7,
//! HMASTER 6:3, HSIZE 2:0. Output pin 0 is the interrupt.
//!
//! The filters are as in GRLIB's `ahbstat.vhd`: AF keeps error responses out, CF correctable errors; they
//! change only in a write with FW = 1, and FW reads 0. The other flags are what software writes, and NE that
//! it sets interrupts as one that an error sets.
//!
//! Not modelled: the second register set of newer revisions (the manual has one), the tracking of addresses by AHBFAR
//! while no error is held, and correctable errors of the bus itself.

use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{BusError, Cx, Device, ErrorLatch, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        AHBS @ 0x0 = 0, rw 0x3f00; "ME 13, FW 12: write CF and AF, CF 11, AF 10, CE 9, NE 8, HWRITE 7, HMASTER 6:3, HSIZE 2:0";
        AHBFAR @ 0x4 = 0, rw 0; "failing address";
    }
}

const ME: u32 = 1 << 13;
const FW: u32 = 1 << 12;
const CF: u32 = 1 << 11;
const AF: u32 = 1 << 10;
const CE: u32 = 1 << 9;
const NE: u32 = 1 << 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ahbstat {
    status: u32,
    address: u32,
    errors: u64,
}

impl Ahbstat {
    /// Builds one; there are no parameters.
    ///
    /// # Errors
    /// When there are some.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Ahbstat, String> {
        let Params {} = parse("ahbstat", params)?;
        Ok(Ahbstat::default())
    }

    fn value(&self, reg: Reg) -> u32 {
        match reg {
            Reg::AHBS => self.status,
            Reg::AHBFAR => self.address,
        }
    }
}

impl Device for Ahbstat {
    fn kind(&self) -> &'static str {
        "ahbstat"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            *self = Ahbstat::default();
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
        check_write(&MAP[reg as usize], off, value, self.value(reg), cx);
        if reg == Reg::AHBS {
            let filters = if value & FW != 0 { value } else { self.status };
            let new = value & !self.status & NE != 0;
            self.status = value & (ME | CE | NE) | filters & (CF | AF) | self.status & 0xff;
            if new {
                cx.pulse(0);
            }
        }
        Ok(())
    }

    fn error_latch(&mut self) -> Option<&mut dyn ErrorLatch> {
        Some(self)
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, _)| self.value(reg))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("errors", self.errors)]
    }

    trueboard_core::serde_state!();
}

impl ErrorLatch for Ahbstat {
    fn bus_error(&mut self, error: BusError, cx: &mut Cx<'_>) {
        if self.status & AF != 0 {
            return;
        }
        self.errors += 1;
        if self.status & NE != 0 {
            self.status |= ME;
            return;
        }
        let how = u8::from(error.write) << 7 | (error.master & 15) << 3 | error.size & 7;
        self.status = (self.status & !0xff) | NE | u32::from(how);
        self.address = error.address;
        cx.pulse(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    fn error(write: bool, master: u8, size: u8, address: u32) -> BusError {
        BusError {
            write,
            master,
            size,
            address,
        }
    }

    #[test]
    fn latches_the_first_error_until_rearmed() {
        let mut r = Rig::new(Ahbstat::build(ron::Value::Unit, &BuildEnv::default()).unwrap());
        r.check_reset_values(&[]);
        r.check_snapshot();
        r.with(|d, cx| d.bus_error(error(true, 1, 2, 0xe000_0004), cx));
        assert_eq!(r.raised(0), 1);
        assert_eq!((r.read(0), r.read(4)), (0x18a, 0xe000_0004));
        r.with(|d, cx| d.bus_error(error(false, 0, 2, 0xe100_0000), cx));
        assert_eq!((r.read(0), r.read(4)), (0x218a, 0xe000_0004));
        assert_eq!(r.raised(0), 0);
        r.write(0, 0);
        r.with(|d, cx| d.bus_error(error(false, 0, 2, 0xe100_0000), cx));
        assert_eq!((r.read(0), r.read(4)), (0x102, 0xe100_0000));
        assert_eq!(r.raised(0), 1);
    }

    /// `ahbstat.vhd`: FW lets CF and AF be written, and is no filter of writes.
    #[test]
    fn filters_are_written_with_fw() {
        let mut r = Rig::new(Ahbstat::build(ron::Value::Unit, &BuildEnv::default()).unwrap());
        r.write(0, CF | AF);
        assert_eq!(r.read(0), 0);
        r.write(0, FW | AF);
        assert_eq!(r.read(0), AF, "FW reads 0");
        r.write(0, 0);
        assert_eq!(r.read(0), AF);
        r.write(0, FW | CF);
        r.with(|d, cx| d.bus_error(error(true, 0, 2, 4), cx));
        assert_eq!((r.read(0), r.read(4), r.raised(0)), (CF | NE | 0x82, 4, 1));
        r.write(0, 0);
        r.write(0, NE | CE | ME);
        assert_eq!((r.read(0), r.raised(0)), (CF | NE | CE | ME | 0x82, 1));
    }

    #[test]
    fn all_accesses_can_be_filtered() {
        let mut r = Rig::new(Ahbstat::build(ron::Value::Unit, &BuildEnv::default()).unwrap());
        r.write(0, FW | AF);
        r.with(|d, cx| d.bus_error(error(false, 0, 2, 0xe100_0000), cx));
        assert_eq!((r.read(0), r.read(4), r.raised(0)), (AF, 0, 0));
    }
}
