//! What changes with every instruction, while the execution loop holds it where the host can keep
//! it in registers, and the piece of code being executed. Between slices, and for everything that
//! is not on the hot path, PC, nPC and the cycle live in [`Leon`]: [`Leon::keep`] puts them there
//! and [`Leon::live`] takes them up again.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use trueboard_core::meter::{CORE_METERS, CoreMeter};

/// See the module. Only what nearly every instruction changes: the host has few registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    /// The slot of the instruction being executed, in its page.
    pub at: u32,
    pub cycle: u64,
    /// The instruction being executed costs nothing.
    pub free: bool,
}

/// Slots of one page that the loop takes one after the other.
///
/// Up to `end` nPC is the next one, so neither PC nor nPC is moved along with every instruction;
/// what a control transfer changes is where the piece ends and what comes behind it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    /// The last slot that the loop takes without a look around.
    pub end: u32,
    /// Virtual address of the page.
    page: u32,
    /// Nothing changes the order of instructions up to behind `end`; only otherwise `then` is nPC
    /// at `end`, and `after` is nPC when PC is `then`.
    straight: bool,
    then: u32,
    after: u32,
}

/// Slots of a line of the instruction cache in front of the last one.
const LINE: u32 = 7;

/// In [`Leon::hazard`]: the multiplier is producing them, not a load. %g0 never makes one wait.
pub(crate) const FROM_MULTIPLIER: u32 = 1;

/// The bit of integer register `rd`; none for [`crate::state::DISCARD`].
#[inline(always)]
pub(crate) fn bit(rd: u8) -> u32 {
    1u32.wrapping_shl(rd.into()) & !1
}

impl Leon {
    /// PC.
    #[inline(always)]
    pub(crate) fn pc_of(&self, l: &Live) -> u32 {
        self.piece.page + 4 * l.at
    }

    /// nPC.
    #[inline(always)]
    fn npc_of(&self, l: &Live) -> u32 {
        if self.piece.straight || l.at != self.piece.end {
            self.pc_of(l).wrapping_add(4)
        } else {
            self.piece.then
        }
    }

    /// nPC of the instruction that is next.
    #[inline(always)]
    pub(crate) fn next_npc_of(&self, l: &Live) -> u32 {
        let p = &self.piece;
        if p.straight || l.at != p.end && l.at + 1 != p.end {
            self.pc_of(l).wrapping_add(8)
        } else if l.at == p.end {
            p.after
        } else {
            p.then
        }
    }

    /// PC and nPC behind the instruction that was executed.
    #[inline(always)]
    pub(crate) fn behind(&self, l: &Live) -> (u32, u32) {
        (self.npc_of(l), self.next_npc_of(l))
    }

    /// Begins a piece of one instruction at `pc`.
    #[inline(always)]
    pub(crate) fn begin(&mut self, l: &mut Live, pc: u32, npc: u32) {
        self.begin_straight(l, pc);
        if npc != pc.wrapping_add(4) {
            self.turn(npc, npc.wrapping_add(4));
        }
    }

    #[inline(always)]
    fn begin_straight(&mut self, l: &mut Live, pc: u32) {
        l.at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        self.piece.page = pc & !0xfff;
        self.piece.end = l.at;
        self.piece.straight = true;
    }

    /// Begins the piece behind the instruction that was executed.
    #[inline(always)]
    pub(crate) fn begin_behind(&mut self, l: &mut Live) {
        if self.piece.straight {
            let pc = self.pc_of(l).wrapping_add(4);
            self.begin_straight(l, pc);
        } else {
            let (pc, npc) = self.behind(l);
            self.begin(l, pc, npc);
        }
    }

    /// PC behind the instruction that was executed, the last one of its piece, if it is in the same
    /// page and nPC follows it.
    #[inline(always)]
    pub(crate) fn straight_behind(&self, l: &Live) -> Option<u32> {
        let p = &self.piece;
        let pc = if p.straight {
            self.pc_of(l).wrapping_add(4)
        } else if p.after == p.then.wrapping_add(4) {
            p.then
        } else {
            return None;
        };
        (pc & !0xfff == p.page).then_some(pc)
    }

    /// Begins a piece at slot `at` of the same page, up to the end of the cache line.
    #[inline(always)]
    pub(crate) fn begin_line(&mut self, l: &mut Live, at: u32) {
        l.at = at;
        self.piece.end = at | LINE;
        self.piece.straight = true;
    }

    /// Lets the piece go on to the end of the cache line, unless this is a delay slot.
    #[inline(always)]
    pub(crate) fn widen(&mut self, l: &Live) {
        if self.piece.straight {
            self.piece.end = l.at | LINE;
        }
    }

    #[inline(always)]
    fn turn(&mut self, then: u32, after: u32) {
        self.piece.straight = false;
        self.piece.then = then;
        self.piece.after = after;
    }

    /// The instruction being executed transfers control to `target`, after the delay slot.
    #[inline(always)]
    pub(crate) fn turn_to(&mut self, l: &Live, target: u32) {
        if l.at == self.piece.end {
            let then = self.npc_of(l);
            self.turn(then, target);
        } else {
            self.piece.end = l.at + 1;
            self.turn(target, target.wrapping_add(4));
        }
    }

    /// Something has to be looked at before the next instruction.
    #[inline(always)]
    pub(crate) fn look(&mut self, l: &Live) {
        if l.at != self.piece.end {
            let (then, after) = self.behind(l);
            self.turn(then, after);
            self.piece.end = l.at;
        }
    }

    /// The same, and nPC of the next instruction is `npc`.
    #[inline(always)]
    pub(crate) fn look_with(&mut self, l: &Live, npc: u32) {
        self.look(l);
        let then = self.npc_of(l);
        self.turn(then, npc);
    }

    /// For the loop, which executes nothing that is free.
    #[inline(always)]
    pub(crate) fn live(&mut self) -> Live {
        let mut l = Live {
            at: 0,
            cycle: self.cycle,
            free: false,
        };
        self.begin(&mut l, self.pc, self.npc);
        l
    }

    /// For any instruction.
    pub(crate) fn live_any(&mut self) -> Live {
        Live {
            free: self.free,
            ..self.live()
        }
    }

    #[inline(always)]
    pub(crate) fn keep(&mut self, l: &Live) {
        self.pc = self.pc_of(l);
        self.npc = self.npc_of(l);
        self.cycle = l.cycle;
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
    pub(crate) fn look_if_asked(&mut self, l: &Live) {
        if self.attention {
            self.look(l);
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
