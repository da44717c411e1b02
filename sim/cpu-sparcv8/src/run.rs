//! The execution loop: fetch, interlocks, execute.

use crate::block_exec::Left;
use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::meters::Meter;
use crate::short_slices::STEP_LINES;
use crate::trap::{self, Exc};
use crate::window::HotState;
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::ControlFlow;
use trueboard_core::inspect::Inspect;
use trueboard_engine::guest::{Guest, Step};

impl Leon {
    #[inline(always)]
    pub(crate) fn begin(&mut self, cx: &mut RunCx<'_>) {
        if cx.facts.control_flow() != self.flow {
            self.observe_control(cx.facts, cx.meters);
        }
        if cx.facts.in_blocks() && !self.noted.on {
            self.note_blocks();
        }
        if self.memory.fast_ram.size == 0 {
            self.find_ram(cx);
        }
        let common = &self.common;
        self.limits.until = common.cycle_of(cx.until);
        self.limits.shared = common.cycle_of(cx.shared_until);
        self.limits.sync = if cx.sync_until == cx.shared_until {
            self.limits.shared
        } else {
            common.cycle_of(cx.sync_until)
        };
        self.limits.waiters = cx.bus.anyone_waits();
        self.spin.resume();
        if cx.bus.has_snoops(self.common.id) {
            self.apply_snoops(cx);
        }
        // Signals have reviewed it; only what ended the last slice may be left.
        if self.pending_work {
            self.common.yield_now = false;
            self.recompute_pending();
        }
        self.short_slices.begin(self.cycle, self.history.noted());
    }

    /// A slice has ended.
    #[inline(always)]
    pub(crate) fn end(&mut self, stop: &Stop) {
        let synchronises = matches!(stop, Stop::Sync);
        self.short_slices
            .end(self.cycle, self.history.noted(), synchronises);
    }

    /// Executes blocks, or the instructions at hand one after the other. Whatever is not an ordinary instruction at hand
    /// goes through [`Leon::single_step`].
    #[inline(always)]
    pub(crate) fn run(&mut self, cx: &mut RunCx<'_>) -> Step {
        let marks = self.has_marks();
        let mut l = self.hot_state();
        let mut lines = self.short_slices.lines;
        while l.cycle < self.limits.until {
            let mut alone = false;
            if lines == 0 && self.is_blacklisted(&l) {
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
                    Left::Failed(Exc::Sync) => return Step::Stop(Stop::Sync),
                    Left::Failed(e) => {
                        if let Step::Stop(stop) = self.fail(e, cx) {
                            return Step::Stop(stop);
                        }
                        l = self.hot_state();
                        continue;
                    }
                }
            }
            let pc = self.window.pc_of(&l);
            let same_line = self.in_flight.fetch.covers(pc);
            let i = l.at as usize & (PAGE_WORDS - 1);
            let stops = marks && self.common.breakpoints.contains(pc.into());
            let ready = !self.pending_work
                && !stops
                && (same_line || self.fetch_next(pc))
                && self.code.current.entries()[i].ready == Readiness::Yes;
            if !ready {
                self.write_back(&l);
                if let Step::Stop(stop) = self.single_step(cx) {
                    return Step::Stop(stop);
                }
                l = self.hot_state();
                lines = lines.saturating_sub(1);
                continue;
            }
            // All eight instructions of a line are decoded together. A store into code makes work pending.
            let alone = alone || marks && self.has_mark_in_line(l.at);
            if !alone && (!same_line || self.in_flight.fetch.is_unhindered()) {
                self.window.widen(&l);
            }
            loop {
                let i = l.at as usize & (PAGE_WORDS - 1);
                self.interlock(&mut l, i);
                if let Err(e) = self.execute(&mut l, i, cx) {
                    self.write_back(&l);
                    if e == Exc::Sync {
                        return Step::Stop(Stop::Sync);
                    }
                    if let Step::Stop(stop) = self.fail(e, cx) {
                        return Step::Stop(stop);
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
                if lines == 0 || !self.next_window(&mut l, marks) {
                    self.window.begin_behind(&mut l);
                    break;
                }
            }
        }
        self.write_back(&l);
        self.short_slices.lines = lines;
        Step::Next
    }

    /// Whether instructions may be marked that are executed by themselves.
    #[inline(always)]
    fn has_marks(&self) -> bool {
        self.flow != ControlFlow::Unreported || !self.common.breakpoints.is_empty()
    }

    /// Continues with the next window when it is a line at hand, or a known hit, of this page, and no work is pending:
    /// the usual case of the outer loop.
    #[inline(always)]
    fn next_window(&mut self, l: &mut HotState, marks: bool) -> bool {
        let Some(pc) = self.window.sequential_behind(l) else {
            return false;
        };
        if self.pending_work || !self.in_flight.fetch.is_unhindered() {
            return false;
        }
        let same_line = self.in_flight.fetch.covers(pc);
        let at = pc >> 2 & (PAGE_WORDS as u32 - 1);
        if !(same_line || self.memory.imemo.has(pc))
            || self.code.current.entries()[at as usize & (PAGE_WORDS - 1)].ready != Readiness::Yes
            || marks && self.has_mark_in_line(at)
        {
            return false;
        }
        if !same_line {
            self.fetch_memoised(pc);
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
    pub(crate) fn single_step(&mut self, cx: &mut RunCx<'_>) -> Step {
        let mut before_interrupt = false;
        if self.pending_work {
            if cx.mem.code_log().end() != self.code.seen() {
                self.apply_code_log(cx.mem.code_log());
                self.recompute_pending();
            }
            if self.common.yield_now || self.control.power_down {
                return self.after();
            }
            if cx.armed.watches() && cx.mem.is_watch_reached() {
                return Step::Stop(Stop::Watched);
            }
            before_interrupt = self.control.irq_delay != 0;
            match self.handle_pending(cx) {
                Ok(false) => {}
                Ok(true) => return Step::Next,
                Err(e) => return self.fail(e, cx),
            }
        }
        let breakpoints = &self.common.breakpoints;
        if breakpoints.stop(cx.armed, || self.next_instruction()) {
            return Step::Stop(Stop::Breakpoint);
        }
        let mut fetched = false;
        if !self.in_flight.fetch.covers(self.state.pc) && !self.fetch_next(self.state.pc) {
            if let Err(e) = self.fetch_any(cx) {
                return self.fail(e, cx);
            }
            fetched = true;
        }
        let i = (self.state.pc >> 2) as usize & (PAGE_WORDS - 1);
        let free = match self.code.current.entries()[i].ready {
            Readiness::Yes | Readiness::Marked => fetched && self.common.zero_cost.in_handler,
            Readiness::Uncosted => true,
            Readiness::Illegal => return self.fail(Exc::Trap(trap::ILLEGAL), cx),
            Readiness::No => {
                // Overwritten since it was fetched, or a snapshot was loaded: decode it again.
                self.decode_again(cx);
                return Step::Next;
            }
        };
        if free {
            return self.step_zero_cost(i, cx);
        }
        let mut l = self.hot_state();
        self.interlock(&mut l, i);
        let done = self.execute_marked(&mut l, i, cx);
        self.write_back(&l);
        if let Err(e) = done {
            return self.fail(e, cx);
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

    /// For the loop, which executes no zero-cost code.
    #[inline(always)]
    pub(crate) fn hot_state(&mut self) -> HotState {
        let mut l = HotState {
            at: 0,
            cycle: self.cycle,
            free: false,
        };
        self.window.begin(&mut l, self.state.pc, self.state.npc);
        l
    }

    /// For an instruction off the hot path, which may cost nothing.
    pub(crate) fn hot_state_any(&mut self) -> HotState {
        HotState {
            free: self.common.zero_cost.active,
            ..self.hot_state()
        }
    }

    /// Puts PC, nPC and the cycle into the core.
    #[inline(always)]
    pub(crate) fn write_back(&mut self, l: &HotState) {
        self.state.pc = self.window.pc_of(l);
        self.state.npc = self.window.npc_of(l);
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

    /// After an access off the hot path: [`FetchWindow::check_pending`] if a device was accessed or code
    /// overwritten.
    #[inline(always)]
    pub(crate) fn check_pending_if_set(&mut self, l: &HotState) {
        if self.pending_work {
            self.window.check_pending(l);
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
