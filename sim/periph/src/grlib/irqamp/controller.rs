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
    pub stamps: Vec<Stamp>,
}

impl Controller {
    pub fn new(stamps: usize) -> Controller {
        Controller {
            level: 0,
            pending: 0,
            broadcast: 0,
            watchdog: 0,
            stamps: vec![Stamp::default(); stamps],
        }
    }

    /// Latches interrupts with high lines, and high watchdog inputs. A line that stays high is pending again after a
    /// clear. Returns the force bits that broadcast interrupts set in all processors of this controller.
    pub fn latch(&mut self, lines: u32, new: u32, watchdogs: u32, now: u32) -> u32 {
        let asserted = (lines & !self.broadcast & !self.pending) | new;
        self.pending |= lines & !self.broadcast;
        if watchdogs & self.watchdog & 0xffff != 0 {
            self.pending |= (1 << (self.watchdog >> 16 & 0xf)) & 0xfffe;
        }
        for s in &mut self.stamps {
            s.assert(asserted, now);
        }
        lines & self.broadcast
    }

    /// The extended interrupts that a processor with this mask is to see.
    pub fn extended(&self, mask: u32) -> u32 {
        self.pending & mask & 0xffff_0000
    }

    /// The level requested from a processor: the highest number of the high-priority ones, otherwise of the
    /// low-priority ones. The mask of an extended interrupt suffices, without that of its line (`irqamp.vhd` ORs the
    /// line in behind the mask).
    pub fn request(&self, mask: u32, force: u32, extended_irq: u8) -> u32 {
        let extended = u32::from(self.extended(mask) != 0) << extended_irq;
        let asks = ((self.pending | force) & mask | extended) & 0xfffe;
        match asks & self.level {
            0 => highest(asks),
            urgent => highest(urgent),
        }
    }

    /// Interrupt `n` was taken; it was pending here unless it was `forced`.
    pub fn acknowledge(&mut self, n: u32, forced: bool, now: u32) {
        if n != 0 {
            self.pending &= !(u32::from(!forced) << (n & 31));
            for s in &mut self.stamps {
                s.acknowledge(n, now);
            }
        }
    }

    pub fn stamps_anything(&self) -> bool {
        self.stamps.iter().any(|s| s.source() != 0)
    }
}
