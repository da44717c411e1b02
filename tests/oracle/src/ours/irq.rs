//! What surrounds our core: a bus on which nothing takes time, with one device, the part of an
//! IRQMP that programs use.

use trueboard_core::bus::{BusFault, CoreBus, Host, Timing, Txn};
use trueboard_core::device::CoreSignal;
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

use crate::layout::irqmp;

/// A bus without time, and an interrupt controller for one core.
#[derive(Clone, Debug, Default)]
pub struct Bus {
    mask: u32,
    force: u32,
}

impl Bus {
    /// The level at the core's input.
    pub fn signal(&self) -> CoreSignal {
        CoreSignal::Irq(
            (self.force & self.mask & 0xfffe)
                .checked_ilog2()
                .unwrap_or(0),
        )
    }
}

impl Host for Bus {}

impl CoreBus for Bus {
    fn transfer(&mut self, t: &Txn, _: &mut Meters) -> Timing {
        Timing::free(t.at)
    }

    fn io_read(&mut self, t: &Txn, _: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        let value = match t.pa as u32 {
            irqmp::MASK => Ok(self.mask.into()),
            irqmp::FORCE => Ok(self.force.into()),
            _ => Err(BusFault::Unmapped),
        };
        (value, Timing::free(t.at))
    }

    fn io_write(&mut self, t: &Txn, v: u64, _: &mut Meters) -> (Result<(), BusFault>, Timing) {
        let v = v as u32 & 0xfffe;
        match t.pa as u32 {
            irqmp::MASK => self.mask = v,
            // One processor: what was forced before stays.
            irqmp::FORCE => self.force |= v,
            irqmp::CLEAR => self.force &= !v,
            _ => return (Err(BusFault::Unmapped), Timing::free(t.at)),
        }
        (Ok(()), Timing::free(t.at))
    }

    fn refused(&mut self, _: &Txn, _: BusFault) {}

    fn irq_ack(&mut self, _: u8, level: u32, _: Tick, _: &mut Meters) {
        self.force &= !(1 << level);
    }

    fn take_snoops(&mut self, _: u8, _: &mut Vec<u64>) {}
}
