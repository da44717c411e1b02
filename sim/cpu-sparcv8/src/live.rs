//! What changes with every instruction, while the execution loop holds it where the host can keep
//! it in registers. Between slices, and for everything that is not on the hot path, it lives in
//! [`Leon`]: [`Leon::keep`] puts it there and [`Leon::live`] takes it up again.

use crate::core::Leon;
use trueboard_core::meter::{CORE_METERS, CoreMeter};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    pub pc: u32,
    pub npc: u32,
    /// nPC after the instruction being executed.
    pub next: u32,
    /// Address of the last instruction that the loop takes without a look around.
    pub last: u32,
    pub cycle: u64,
    /// Registers that the instruction before is still producing, one bit each; bit 0
    /// ([`FROM_MULTIPLIER`]) says by which unit.
    pub hazard: u32,
    /// The instruction being executed costs nothing.
    pub free: bool,
}

/// In [`Live::hazard`]: the multiplier is producing them, not a load. %g0 never makes one wait.
pub(crate) const FROM_MULTIPLIER: u32 = 1;

/// The bit of integer register `rd`; none for [`crate::state::NOWHERE`].
#[inline(always)]
pub(crate) fn bit(rd: u8) -> u32 {
    1u32.wrapping_shl(rd.into()) & !1
}

impl Live {
    /// The instruction being executed transfers control to `target`, after the delay slot.
    #[inline(always)]
    pub fn transfer(&mut self, target: u32) {
        self.next = target;
        if self.pc != self.last {
            self.last = self.npc;
        }
    }

    /// Something has to be looked at before the next instruction.
    #[inline(always)]
    pub fn look(&mut self) {
        self.last = self.pc;
    }

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
    /// For the loop, which executes nothing that is free.
    #[inline(always)]
    pub(crate) fn live(&self) -> Live {
        Live {
            pc: self.pc,
            npc: self.npc,
            next: self.npc.wrapping_add(4),
            last: self.pc,
            cycle: self.cycle,
            hazard: self.hazard,
            free: false,
        }
    }

    /// For any instruction.
    pub(crate) fn live_any(&self) -> Live {
        Live {
            free: self.free,
            ..self.live()
        }
    }

    #[inline(always)]
    pub(crate) fn keep(&mut self, l: &Live) {
        self.pc = l.pc;
        self.npc = l.npc;
        self.cycle = l.cycle;
        self.hazard = l.hazard;
    }

    /// Lets `cycles` pass, charged to `m`: [`Leon::stall`] on the hot path.
    #[inline(always)]
    pub(crate) fn stall_live(&mut self, l: &mut Live, m: CoreMeter, cycles: u64) {
        if cycles != 0 && !l.free {
            l.cycle += cycles;
            self.acc[m as usize & (CORE_METERS - 1)] += cycles;
        }
    }

    /// Adds to a meter: [`Leon::meter`] on the hot path.
    #[inline(always)]
    pub(crate) fn meter_live(&mut self, l: &Live, m: CoreMeter, n: u64) {
        if !l.free {
            self.acc[m as usize & (CORE_METERS - 1)] += n;
        }
    }

    /// After an access off the hot path: if a device was accessed or code overwritten, that is
    /// looked after before the next instruction.
    #[inline(always)]
    pub(crate) fn look_if_asked(&self, l: &mut Live) {
        if self.attention {
            l.look();
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
