//! The execution loop: fetch, interlocks, execute.

use crate::block_exec::Left;
use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::trap::{self, Exc};
use crate::window::HotState;
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::{ControlFlow, CoreState};

/// Lines of code in which a core goes on by single steps that spins, or whose last slice was brief.
const STEP_LINES: u32 = 32;
/// A slice of fewer cycles and control transfers is brief: entering blocks costs more than they spare.
const BRIEF_CYCLES: u64 = 256;
const BRIEF_TRANSFERS: u8 = 12;

/// How an instruction off the hot path ended.
pub(crate) enum Step {
    Next,
    Stop(Stop),
}

impl Leon {
    /// Runs one slice.
    #[inline(always)]
    pub(crate) fn run_slice(&mut self, cx: &mut RunCx<'_>) -> Stop {
        if self.control.state != CoreState::Running {
            return self.not_running();
        }
        if cx.facts.control_flow() != self.flow {
            self.observe_control(cx.facts, cx.meters);
        }
        let (begin, noted) = (self.cycle, self.history.noted());
        let steps = cx.facts.steps();
        let reported = self.flow != ControlFlow::Unreported;
        let stop = match (reported, self.breakpoints.is_empty()) {
            (false, true) if steps && cx.facts.in_blocks() => self.slice_checked(cx),
            (true, _) if steps => self.slice_observed::<true>(cx),
            (false, _) if steps => self.slice_observed::<false>(cx),
            (true, true) => self.slice::<true, false>(cx),
            (false, true) => self.slice::<false, false>(cx),
            (true, false) => self.slice::<true, true>(cx),
            (false, false) => self.slice::<false, true>(cx),
        };
        let transfers = self.history.noted().wrapping_sub(noted);
        self.brief = transfers < BRIEF_TRANSFERS && self.cycle - begin < BRIEF_CYCLES;
        stop
    }

    #[cold]
    fn not_running(&self) -> Stop {
        if self.control.state != CoreState::Error {
            return Stop::Idle;
        }
        Stop::Error(self.control.error.clone().unwrap_or_else(|| ErrorStop {
            trap: 0,
            pc: self.state.pc.into(),
            what: "stopped".to_owned(),
            exit: None,
        }))
    }

    #[inline(always)]
    pub(crate) fn begin_slice(&mut self, cx: &mut RunCx<'_>) {
        if self.memory.direct.size == 0 {
            self.find_ram(cx);
        }
        self.limits.until = self.cycle_of(cx.until);
        self.limits.shared = self.cycle_of(cx.shared_until);
        self.limits.sync = if cx.sync_until == cx.shared_until {
            self.limits.shared
        } else {
            self.cycle_of(cx.sync_until)
        };
        self.limits.waiters = cx.bus.anyone_waits();
        self.spin.stands();
        if cx.mem.code_log().end() != self.code.seen() {
            self.apply_code_invalidations(cx);
        }
        if cx.bus.has_snoops(self.id) {
            self.apply_snoops(cx);
        }
        // Signals have reviewed it; only what ended the last slice may be left.
        if self.pending_work {
            self.control.yield_now = false;
            self.recompute_pending();
        }
    }

    /// The loop of a slice: blocks, or the instructions at hand one after the other. Whatever is not an
    /// ordinary instruction at hand goes through [`Leon::single_step`]. `F`: calls and returns are trace
    /// events. `B`: there are breakpoints; lines of code that have some are executed one instruction at a
    /// time.
    fn slice<const F: bool, const B: bool>(&mut self, cx: &mut RunCx<'_>) -> Stop {
        if B && self.stops_here(cx.armed) {
            return Stop::Breakpoint;
        }
        self.begin_slice(cx);
        let mut l = self.hot_state();
        // Lines of code that are gone on with before blocks are looked for.
        let mut lines = if self.brief { STEP_LINES } else { 0 };
        while l.cycle < self.limits.until {
            let mut alone = false;
            if lines == 0 && self.is_shunned(&l) {
                lines = STEP_LINES;
            }
            if lines == 0 && self.may_enter_blocks(&l) {
                self.write_back(&l);
                let left = self.run_blocks::<false>(cx);
                l = self.hot_state();
                match left {
                    Left::Due => continue,
                    Left::Alone => alone = true,
                    Left::Steps => {}
                    // The usual end of a slice when several cores run.
                    Left::Failed(Exc::Sync) => return Stop::Sync,
                    Left::Failed(e) => {
                        if let Step::Stop(stop) = self.fail::<F>(e, cx) {
                            return stop;
                        }
                        l = self.hot_state();
                        continue;
                    }
                }
            }
            let pc = self.window.pc_of(&l);
            let same_line = self.in_flight.fetch.covers(pc);
            let i = l.at as usize & (PAGE_WORDS - 1);
            let stops = B && self.breakpoints.contains(pc.into());
            let ready = !self.pending_work
                && !stops
                && (same_line || self.fetch_next(pc))
                && self.code.current.entries()[i].ready == Readiness::Yes;
            if !ready {
                self.write_back(&l);
                if let Step::Stop(stop) = self.single_step::<F>(cx) {
                    return stop;
                }
                l = self.hot_state();
                lines = lines.saturating_sub(1);
                continue;
            }
            // All eight instructions of a line are decoded together. A store into code makes work pending.
            let alone = alone || B && self.may_stop_in_line(l.at);
            if !alone && (!same_line || self.in_flight.fetch.is_plain()) {
                self.window.widen(&l);
            }
            loop {
                let i = l.at as usize & (PAGE_WORDS - 1);
                self.interlock(&mut l, i);
                if let Err(e) = self.execute::<F>(&mut l, i, cx) {
                    self.write_back(&l);
                    if e == Exc::Sync {
                        return Stop::Sync;
                    }
                    if let Step::Stop(stop) = self.fail::<F>(e, cx) {
                        return stop;
                    }
                    l = self.hot_state();
                    break;
                }
                l.cycle += 1;
                if l.cycle >= self.limits.until {
                    self.window.begin_behind(&mut l);
                    break;
                }
                if l.at != self.window.end {
                    l.at += 1;
                    continue;
                }
                lines = lines.saturating_sub(1);
                if lines == 0 || !self.next_window::<B>(&mut l) {
                    self.window.begin_behind(&mut l);
                    break;
                }
            }
        }
        self.write_back(&l);
        self.end_at_horizon(cx)
    }

    /// Ends a slice whose time is over.
    #[inline(always)]
    pub(crate) fn end_at_horizon(&mut self, cx: &RunCx<'_>) -> Stop {
        if (self.control.yield_now || self.control.power_down)
            && let Step::Stop(stop) = self.after()
        {
            return stop;
        }
        if cx.armed.watches() && cx.mem.code_log().is_code_unchanged(self.code.seen()) {
            // What was written is the debugger's business only.
            self.recompute_pending();
        }
        Stop::Horizon
    }

    /// Goes on with the next window when that is a line at hand, or a known hit, of the same page, and
    /// nothing is due before it: the usual case of what the loop around this one does.
    #[inline(always)]
    fn next_window<const B: bool>(&mut self, l: &mut HotState) -> bool {
        let Some(pc) = self.window.straight_behind(l) else {
            return false;
        };
        if self.pending_work || !self.in_flight.fetch.is_plain() {
            return false;
        }
        let same_line = self.in_flight.fetch.covers(pc);
        let at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        if !(same_line || self.memory.iknown.has(pc))
            || self.code.current.entries()[at as usize & (PAGE_WORDS - 1)].ready != Readiness::Yes
            || B && self.may_stop_in_line(at)
        {
            return false;
        }
        if !same_line {
            self.fetch_known(pc);
        }
        self.window.begin_line(l, at);
        true
    }

    /// Waits when the next instruction reads what the one before is still producing.
    #[inline(always)]
    fn interlock(&mut self, l: &mut HotState, i: usize) {
        let reads = || self.code.current.entries()[i & (PAGE_WORDS - 1)].reads;
        if let Some((m, cycles)) = self.pipeline.interlock(reads, &self.params.timing) {
            self.stall_hot(l, m, cycles);
        }
    }

    /// Executes one instruction with every check: pending work before it, a fetch of any kind,
    /// zero-cost code.
    #[inline(never)]
    pub(crate) fn single_step<const F: bool>(&mut self, cx: &mut RunCx<'_>) -> Step {
        let mut before_interrupt = false;
        if self.pending_work {
            if cx.mem.code_log().end() != self.code.seen() {
                self.apply_code_invalidations(cx);
                self.recompute_pending();
            }
            if self.control.yield_now || self.control.power_down {
                return self.after();
            }
            if cx.armed.watches() && cx.mem.is_watch_reached() {
                return Step::Stop(Stop::Watched);
            }
            before_interrupt = self.control.irq_delay != 0;
            match self.handle_pending::<F>(cx) {
                Ok(false) => {}
                Ok(true) => return Step::Next,
                Err(e) => return self.fail::<F>(e, cx),
            }
        }
        if self.stops_here(cx.armed) {
            return Step::Stop(Stop::Breakpoint);
        }
        let mut fetched = false;
        if !self.in_flight.fetch.covers(self.state.pc) && !self.fetch_next(self.state.pc) {
            if let Err(e) = self.fetch_any(cx) {
                return self.fail::<F>(e, cx);
            }
            fetched = true;
        }
        let i = (self.state.pc >> 2) as usize & (PAGE_WORDS - 1);
        let free = match self.code.current.entries()[i].ready {
            Readiness::Yes | Readiness::Break => fetched && self.zero_cost.in_handler,
            Readiness::Uncosted => true,
            Readiness::Illegal => return self.fail::<F>(Exc::Trap(trap::ILLEGAL), cx),
            Readiness::No => {
                // Overwritten since it was fetched, or a snapshot was loaded: decode it again.
                self.decode_again(cx);
                return Step::Next;
            }
        };
        if free {
            return self.step_zero_cost::<F>(i, cx);
        }
        let mut l = self.hot_state();
        self.interlock(&mut l, i);
        let done = self.execute::<F>(&mut l, i, cx);
        self.write_back(&l);
        if let Err(e) = done {
            return self.fail::<F>(e, cx);
        }
        self.in_flight.fetch.alone = None;
        (self.state.pc, self.state.npc) = self.window.behind(&l);
        self.cycle += 1;
        if before_interrupt {
            self.control.irq_delay = self.control.irq_delay.saturating_sub(1);
            self.recompute_pending();
        }
        Step::Next
    }
}
