//! What changes with every instruction, while the execution loop holds it where the host can keep
//! it in registers. Between slices, and for everything that is not on the hot path, it lives in
//! [`Leon`]: [`Leon::keep`] puts it there and [`Leon::live`] takes it up again.

use crate::core::Leon;
use trueboard_core::meter::CoreMeter;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    pub pc: u32,
    pub npc: u32,
    /// nPC after the instruction being executed.
    pub next: u32,
    pub cycle: u64,
    /// Registers that the instruction before is still producing, one bit each; bit 0
    /// ([`FROM_MULTIPLIER`]) says by which unit.
    pub hazard: u32,
}

/// In [`Live::hazard`]: the multiplier is producing them, not a load. %g0 never makes one wait.
pub(crate) const FROM_MULTIPLIER: u32 = 1;

impl Live {
    /// Notes that the next instruction must wait if it reads one of these registers.
    #[inline(always)]
    pub fn loading(&mut self, regs: u32) {
        self.hazard = regs & !1;
    }

    /// The same for a product.
    #[inline(always)]
    pub fn multiplying(&mut self, regs: u32) {
        self.hazard = regs | FROM_MULTIPLIER;
    }
}

impl Leon {
    #[inline(always)]
    pub(crate) fn live(&self) -> Live {
        Live {
            pc: self.pc,
            npc: self.npc,
            next: self.next_npc,
            cycle: self.cycle,
            hazard: self.hazard,
        }
    }

    #[inline(always)]
    pub(crate) fn keep(&mut self, l: &Live) {
        self.pc = l.pc;
        self.npc = l.npc;
        self.next_npc = l.next;
        self.cycle = l.cycle;
        self.hazard = l.hazard;
    }

    /// Lets `cycles` pass, charged to `m`: [`Leon::stall`] on the hot path.
    #[inline(always)]
    pub(crate) fn stall_live(&mut self, l: &mut Live, m: CoreMeter, cycles: u64) {
        if cycles != 0 && !self.free {
            l.cycle += cycles;
            self.meter(m, cycles);
        }
    }

    /// Waits until cycle `until`, charged to `m`.
    #[inline(always)]
    pub(crate) fn wait_live(&mut self, l: &mut Live, m: CoreMeter, until: u64) {
        if l.cycle < until {
            self.stall_live(l, m, until - l.cycle);
        }
    }
}
