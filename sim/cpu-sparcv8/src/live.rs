//! What changes with every instruction, while the execution loop holds it where the host can keep
//! it in registers. Between slices, and for everything that is not on the hot path, it lives in
//! [`Leon`]: [`Leon::keep`] puts it there and [`Leon::live`] takes it up again.

use crate::core::Leon;
use crate::slot::PAGE_WORDS;
use trueboard_core::meter::{CORE_METERS, CoreMeter};

/// See the module.
///
/// The loop takes a *piece* of code at a time: slots of one page that follow each other, from
/// `at` to `end`. Up to there nPC is the next one, so neither PC nor nPC is moved along with every
/// instruction; what a control transfer changes is where the piece ends and what comes behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    /// The slot of the instruction being executed, in its page.
    pub at: u32,
    /// The last slot that the loop takes without a look around.
    pub end: u32,
    /// Virtual address of the page.
    page: u32,
    /// nPC at `end`.
    then: u32,
    /// nPC behind `end`, when PC is `then`.
    after: u32,
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

/// Slots of a line of the instruction cache in front of the last one.
const LINE: u32 = 7;

impl Live {
    /// PC.
    #[inline(always)]
    pub fn pc(&self) -> u32 {
        self.page + 4 * self.at
    }

    /// nPC.
    #[inline(always)]
    pub fn npc(&self) -> u32 {
        if self.at == self.end {
            self.then
        } else {
            self.pc().wrapping_add(4)
        }
    }

    /// nPC of the instruction that is next.
    #[inline(always)]
    pub fn next_npc(&self) -> u32 {
        if self.at == self.end {
            self.after
        } else if self.at + 1 == self.end {
            self.then
        } else {
            self.pc().wrapping_add(8)
        }
    }

    /// Begins a piece of one instruction at `pc`.
    #[inline(always)]
    pub fn begin(&mut self, pc: u32, npc: u32) {
        self.page = pc & !0xfff;
        self.at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        self.end = self.at;
        self.then = npc;
        self.after = npc.wrapping_add(4);
    }

    /// Lets the piece go on to the end of the cache line, unless this is a delay slot.
    #[inline(always)]
    pub fn widen(&mut self) {
        if self.then == self.pc().wrapping_add(4) {
            self.end = self.at | LINE;
            self.then = (self.page + 4 * self.end).wrapping_add(4);
            self.after = self.then.wrapping_add(4);
        }
    }

    /// Goes on behind the instruction that was executed: PC and nPC of the next one.
    #[inline(always)]
    pub fn behind(&self) -> (u32, u32) {
        (self.npc(), self.next_npc())
    }

    /// The instruction being executed transfers control to `target`, after the delay slot.
    #[inline(always)]
    pub fn transfer(&mut self, target: u32) {
        if self.at == self.end {
            self.after = target;
        } else {
            self.end = self.at + 1;
            self.then = target;
            self.after = target.wrapping_add(4);
        }
    }

    /// Something has to be looked at before the next instruction.
    #[inline(always)]
    pub fn look(&mut self) {
        if self.at != self.end {
            (self.then, self.after) = self.behind();
            self.end = self.at;
        }
    }

    /// The same, and nPC of the next instruction is `npc`.
    #[inline(always)]
    pub fn look_with(&mut self, npc: u32) {
        self.look();
        self.after = npc;
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
        let mut l = Live {
            at: 0,
            end: 0,
            page: 0,
            then: 0,
            after: 0,
            cycle: self.cycle,
            hazard: self.hazard,
            free: false,
        };
        l.begin(self.pc, self.npc);
        l
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
        self.pc = l.pc();
        self.npc = l.npc();
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
