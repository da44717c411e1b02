//! The fetch window: instructions that the loop takes in a row, with their data in registers of the host.

use crate::code_pages::PAGE_WORDS;

/// What the loop holds: only what nearly every instruction changes, as the host has few registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HotState {
    /// The place of the instruction being executed in its page; in blocks, in all of memory.
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
    sequential: bool,
    then: u32,
    after: u32,
}

/// Instructions of a line of the instruction cache in front of the last one.
const LINE: u32 = 7;

impl FetchWindow {
    /// PC.
    #[inline(always)]
    pub fn pc_of(&self, l: &HotState) -> u32 {
        self.page + 4 * l.at
    }

    /// nPC.
    #[inline(always)]
    pub fn npc_of(&self, l: &HotState) -> u32 {
        if self.sequential || l.at != self.end {
            self.pc_of(l).wrapping_add(4)
        } else {
            self.then
        }
    }

    /// nPC of the instruction that is next.
    #[inline(always)]
    pub fn next_npc_of(&self, l: &HotState) -> u32 {
        let p = self;
        if p.sequential || l.at != p.end && l.at + 1 != p.end {
            self.pc_of(l).wrapping_add(8)
        } else if l.at == p.end {
            p.after
        } else {
            p.then
        }
    }

    /// PC and nPC behind the instruction that was executed.
    #[inline(always)]
    pub fn behind(&self, l: &HotState) -> (u32, u32) {
        (self.npc_of(l), self.next_npc_of(l))
    }

    /// Begins a window of one instruction at `pc`.
    #[inline(always)]
    pub fn begin(&mut self, l: &mut HotState, pc: u32, npc: u32) {
        self.begin_sequential(l, pc);
        if npc != pc.wrapping_add(4) {
            self.turn(npc, npc.wrapping_add(4));
        }
    }

    #[inline(always)]
    fn begin_sequential(&mut self, l: &mut HotState, pc: u32) {
        l.at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        self.page = pc & !0xfff;
        self.end = l.at;
        self.sequential = true;
    }

    /// Begins blocks. Their instructions follow each other in any page: places count from address 0.
    #[inline(always)]
    pub fn begin_blocks(&mut self) {
        self.page = 0;
        self.end = u32::MAX;
        self.sequential = true;
    }

    /// Begins the window behind the instruction that was executed.
    #[inline(always)]
    pub fn begin_behind(&mut self, l: &mut HotState) {
        if self.sequential {
            let pc = self.pc_of(l).wrapping_add(4);
            self.begin_sequential(l, pc);
        } else {
            let (pc, npc) = self.behind(l);
            self.begin(l, pc, npc);
        }
    }

    /// What follows the window that was begun follows in memory.
    #[inline(always)]
    pub fn is_sequential(&self) -> bool {
        self.sequential
    }

    /// PC behind the instruction that was executed, the last one of its window, if it is in the same
    /// page and nPC follows it.
    #[inline(always)]
    pub fn sequential_behind(&self, l: &HotState) -> Option<u32> {
        let p = self;
        let pc = if p.sequential {
            self.pc_of(l).wrapping_add(4)
        } else if p.after == p.then.wrapping_add(4) {
            p.then
        } else {
            return None;
        };
        (pc & !0xfff == p.page).then_some(pc)
    }

    /// Begins a window at place `at` of this page, up to the end of the cache line.
    #[inline(always)]
    pub fn begin_line(&mut self, l: &mut HotState, at: u32) {
        l.at = at;
        self.end = at | LINE;
        self.sequential = true;
    }

    /// Extends the window to the end of the cache line, unless this is a delay slot.
    #[inline(always)]
    pub fn widen(&mut self, l: &HotState) {
        if self.sequential {
            self.end = l.at | LINE;
        }
    }

    #[inline(always)]
    fn turn(&mut self, then: u32, after: u32) {
        self.sequential = false;
        self.then = then;
        self.after = after;
    }

    /// The instruction being executed transfers control to `target`, after the delay slot.
    #[inline(always)]
    pub fn turn_to(&mut self, l: &HotState, target: u32) {
        if l.at == self.end {
            let then = self.npc_of(l);
            self.turn(then, target);
        } else {
            self.end = l.at + 1;
            self.turn(target, target.wrapping_add(4));
        }
    }

    /// Ends the window behind this instruction, so that pending work is done before the next one.
    #[inline(always)]
    pub fn check_pending(&mut self, l: &HotState) {
        if l.at != self.end {
            let (then, after) = self.behind(l);
            self.turn(then, after);
            self.end = l.at;
        }
    }

    /// [`FetchWindow::check_pending`], with `npc` as nPC of the next instruction.
    #[inline(always)]
    pub fn check_pending_with(&mut self, l: &HotState, npc: u32) {
        self.check_pending(l);
        let then = self.npc_of(l);
        self.turn(then, npc);
    }
}
