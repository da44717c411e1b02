//! What changes with every instruction, while the execution loop holds it where the host can keep it in
//! registers, and the instructions that the loop takes in a row. Between slices, and for everything that
//! is not on the hot path, PC, nPC and the cycle are in [`Leon`]: [`Leon::write_back`] puts them there
//! and [`Leon::hot_state`] takes them up again.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::meters::Meter;

/// What the loop holds: only what nearly every instruction changes, as the host has few registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HotState {
    /// The place of the instruction being executed in its page.
    pub at: u32,
    pub cycle: u64,
    /// The instruction being executed costs nothing.
    pub free: bool,
}

/// Instructions of one page that the loop fetches one after the other.
///
/// Up to `end` nPC is the next address, so neither PC nor nPC is moved along with every instruction;
/// what a control transfer changes is where the window ends and what follows it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FetchWindow {
    /// The last place that the loop takes without checking what is pending.
    pub end: u32,
    /// Virtual address of the page.
    page: u32,
    /// The instruction behind `end` follows in memory; only otherwise `then` is nPC at `end`, and
    /// `after` is nPC when PC is `then`.
    straight: bool,
    then: u32,
    after: u32,
}

/// Instructions of a line of the instruction cache in front of the last one.
const LINE: u32 = 7;

impl Leon {
    /// PC.
    #[inline(always)]
    pub(crate) fn pc_of(&self, l: &HotState) -> u32 {
        self.window.page + 4 * l.at
    }

    /// nPC.
    #[inline(always)]
    fn npc_of(&self, l: &HotState) -> u32 {
        if self.window.straight || l.at != self.window.end {
            self.pc_of(l).wrapping_add(4)
        } else {
            self.window.then
        }
    }

    /// nPC of the instruction that is next.
    #[inline(always)]
    pub(crate) fn next_npc_of(&self, l: &HotState) -> u32 {
        let p = &self.window;
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
    pub(crate) fn behind(&self, l: &HotState) -> (u32, u32) {
        (self.npc_of(l), self.next_npc_of(l))
    }

    /// Begins a window of one instruction at `pc`.
    #[inline(always)]
    pub(crate) fn begin(&mut self, l: &mut HotState, pc: u32, npc: u32) {
        self.begin_straight(l, pc);
        if npc != pc.wrapping_add(4) {
            self.turn(npc, npc.wrapping_add(4));
        }
    }

    #[inline(always)]
    fn begin_straight(&mut self, l: &mut HotState, pc: u32) {
        l.at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        self.window.page = pc & !0xfff;
        self.window.end = l.at;
        self.window.straight = true;
    }

    /// Begins blocks in the page of `pc`, whose instructions follow each other.
    #[inline(always)]
    pub(crate) fn begin_blocks(&mut self, pc: u32) {
        self.window.page = pc & !0xfff;
        self.window.end = u32::MAX;
        self.window.straight = true;
    }

    /// `pc` is in the page of the window.
    #[inline(always)]
    pub(crate) fn is_in_page(&self, pc: u32) -> bool {
        pc & !0xfff == self.window.page
    }

    /// Begins the window behind the instruction that was executed.
    #[inline(always)]
    pub(crate) fn begin_behind(&mut self, l: &mut HotState) {
        if self.window.straight {
            let pc = self.pc_of(l).wrapping_add(4);
            self.begin_straight(l, pc);
        } else {
            let (pc, npc) = self.behind(l);
            self.begin(l, pc, npc);
        }
    }

    /// What follows the window that was begun follows in memory.
    #[inline(always)]
    pub(crate) fn is_straight(&self) -> bool {
        self.window.straight
    }

    /// PC behind the instruction that was executed, the last one of its window, if it is in the same
    /// page and nPC follows it.
    #[inline(always)]
    pub(crate) fn straight_behind(&self, l: &HotState) -> Option<u32> {
        let p = &self.window;
        let pc = if p.straight {
            self.pc_of(l).wrapping_add(4)
        } else if p.after == p.then.wrapping_add(4) {
            p.then
        } else {
            return None;
        };
        (pc & !0xfff == p.page).then_some(pc)
    }

    /// Begins a window at place `at` of the same page, up to the end of the cache line.
    #[inline(always)]
    pub(crate) fn begin_line(&mut self, l: &mut HotState, at: u32) {
        l.at = at;
        self.window.end = at | LINE;
        self.window.straight = true;
    }

    /// Extends the window to the end of the cache line, unless this is a delay slot.
    #[inline(always)]
    pub(crate) fn widen(&mut self, l: &HotState) {
        if self.window.straight {
            self.window.end = l.at | LINE;
        }
    }

    #[inline(always)]
    fn turn(&mut self, then: u32, after: u32) {
        self.window.straight = false;
        self.window.then = then;
        self.window.after = after;
    }

    /// The instruction being executed transfers control to `target`, after the delay slot.
    #[inline(always)]
    pub(crate) fn turn_to(&mut self, l: &HotState, target: u32) {
        if l.at == self.window.end {
            let then = self.npc_of(l);
            self.turn(then, target);
        } else {
            self.window.end = l.at + 1;
            self.turn(target, target.wrapping_add(4));
        }
    }

    /// Ends the window behind this instruction, so that pending work is done before the next one.
    #[inline(always)]
    pub(crate) fn check_pending(&mut self, l: &HotState) {
        if l.at != self.window.end {
            let (then, after) = self.behind(l);
            self.turn(then, after);
            self.window.end = l.at;
        }
    }

    /// [`Leon::check_pending`], with `npc` as nPC of the next instruction.
    #[inline(always)]
    pub(crate) fn check_pending_with(&mut self, l: &HotState, npc: u32) {
        self.check_pending(l);
        let then = self.npc_of(l);
        self.turn(then, npc);
    }

    /// For the loop, which executes no zero-cost code.
    #[inline(always)]
    pub(crate) fn hot_state(&mut self) -> HotState {
        let mut l = HotState {
            at: 0,
            cycle: self.cycle,
            free: false,
        };
        self.begin(&mut l, self.state.pc, self.state.npc);
        l
    }

    /// For an instruction off the hot path, which may cost nothing.
    pub(crate) fn hot_state_any(&mut self) -> HotState {
        HotState {
            free: self.zero_cost.active,
            ..self.hot_state()
        }
    }

    /// Puts PC, nPC and the cycle into the core.
    #[inline(always)]
    pub(crate) fn write_back(&mut self, l: &HotState) {
        self.state.pc = self.pc_of(l);
        self.state.npc = self.npc_of(l);
        self.cycle = l.cycle;
    }

    /// Lets `cycles` pass, charged to `m`: [`Leon::stall`] on the hot path.
    #[inline(always)]
    pub(crate) fn stall_hot(&mut self, l: &mut HotState, m: Meter, cycles: u64) {
        if cycles != 0 && !l.free {
            l.cycle += cycles;
            self.tally.add(m, cycles);
        }
    }

    /// Adds to a meter: [`Leon::meter`] on the hot path.
    #[inline(always)]
    pub(crate) fn meter_hot(&mut self, l: &HotState, m: Meter, n: u64) {
        if !l.free {
            self.tally.add(m, n);
        }
    }

    /// After an access off the hot path: [`Leon::check_pending`] if a device was accessed or code
    /// overwritten.
    #[inline(always)]
    pub(crate) fn check_pending_if_set(&mut self, l: &HotState) {
        if self.pending_work {
            self.check_pending(l);
        }
    }

    /// Waits until cycle `until`, charged to `m`.
    #[inline(always)]
    pub(crate) fn wait_hot(&mut self, l: &mut HotState, m: Meter, until: u64) {
        if l.cycle < until {
            self.stall_hot(l, m, until - l.cycle);
        }
    }
}
