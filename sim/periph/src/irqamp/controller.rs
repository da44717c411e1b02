//! One internal controller: what is pending, for whom, and which request wins.

use super::stamp::Stamp;
use serde::{Deserialize, Serialize};

/// Number of the highest set bit; 0 when none is.
pub(super) fn highest(bits: u32) -> u32 {
    bits.checked_ilog2().unwrap_or(0)
}

/// The interrupts that source `lines` stand for by `map`. Interrupt 0 does not exist.
pub(super) fn targets(map: &[u8], lines: u32) -> u32 {
    let high = (0..32).filter(|n| lines & (1 << n) != 0);
    high.fold(0, |t, n| t | 1 << map[n]) & !1
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Controller {
    pub level: u32,
    pub pending: u32,
    pub broadcast: u32,
    /// WDOGIRQ 19:16 and WDOGMSK.
    pub watchdog: u32,
    /// One per processor.
    pub mask: Vec<u32>,
    pub stamps: Vec<Stamp>,
}

impl Controller {
    pub fn new(cpus: usize, stamps: usize) -> Controller {
        Controller {
            level: 0,
            pending: 0,
            broadcast: 0,
            watchdog: 0,
            mask: vec![0; cpus],
            stamps: vec![Stamp::default(); stamps],
        }
    }

    /// Takes in the interrupts whose lines are high. A line that stays high sets its pending bit
    /// again after it was cleared; a broadcast one is distributed on its edge only. Answers the
    /// force bits for all processors of this controller.
    pub fn latch(&mut self, lines: u32, new: u32, now: u32) -> u32 {
        let asserted = (lines & !self.broadcast & !self.pending) | new;
        self.pending |= lines & !self.broadcast;
        for s in &mut self.stamps {
            s.assert(asserted, now);
        }
        new & self.broadcast
    }

    /// The extended interrupts that processor `cpu` is to see.
    pub fn extended(&self, cpu: usize) -> u32 {
        self.pending & self.mask[cpu] & 0xffff_0000
    }

    /// The level that processor `cpu` is asked to take: the highest number of the high-priority
    /// ones, else of the others. The mask of an extended interrupt is enough: that of the line it
    /// comes on does not matter (RTEMS' BSP never sets it; its SIS ORs the line in behind the mask).
    pub fn request(&self, cpu: usize, force: u32, extended_irq: u8) -> u32 {
        let extended = u32::from(self.extended(cpu) != 0) << extended_irq;
        let asks = ((self.pending | force) & self.mask[cpu] | extended) & 0xfffe;
        match asks & self.level {
            0 => highest(asks),
            urgent => highest(urgent),
        }
    }

    /// Interrupt `n` was taken.
    pub fn acknowledge(&mut self, n: u32, now: u32) {
        if n != 0 {
            self.pending &= !(1 << (n & 31));
            for s in &mut self.stamps {
                s.acknowledge(n, now);
            }
        }
    }

    pub fn stamps_anything(&self) -> bool {
        self.stamps.iter().any(|s| s.source() != 0)
    }
}
