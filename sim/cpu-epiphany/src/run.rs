//! The execution loop: issue, execute, account; what comes before the next instruction.

use crate::access::SingleStep;
use crate::code_pages::{UNIMPL, decode};
use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::decoded::{BREAK, DecodedInsn, FREE, PAIRS, PUTS_STACK, READY, STEP, result};
use crate::dispatch::{Flow, fpu_exceptions};
use crate::fpu::Mode;
use crate::isa::is_long;
use crate::memory::bank_use::fetched_behind;
use crate::memory::map::SRAM;
use crate::meters::METERS;
use crate::pipeline::{HotState, PENDING};
use crate::slice::{Exit, Limits};
use crate::state::{LR, SP, config};
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::inspect::Inspect;
use trueboard_core::observe::{Kinds, Left, Stepped};
use trueboard_engine::common::stopped;
use trueboard_engine::guest::{Guest, Step};

impl Ecore {
    /// Begins a slice.
    pub(crate) fn begin(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        if !self.find_sram(cx) {
            let what = "the board has no memory for the core's SRAM at its window";
            return Some(self.activity.stop(stopped(self.live.pc.into(), what)));
        }
        self.spin_begins(cx);
        self.slice_start = self.live.now;
        let horizon = self.cycle_of(cx.until);
        let (planned, ends) = (self.cycle_of(cx.planned), self.cycle_of(cx.ends));
        self.live.begin(horizon, planned, ends);
        self.limits = self.limits(cx);
        if std::mem::take(&mut self.between) {
            // The second of a pair belongs to the first.
            self.live.until = self.live.horizon.min(self.alarm);
            let lim = self.limits;
            let exit = self.in_sram(cx, &lim);
            if let Step::Stop(stop) = self.left(exit) {
                return Some(stop);
            }
        }
        None
    }

    /// Does what is due before the next instruction.
    pub(crate) fn pending(&mut self, cx: &mut RunCx<'_>) -> Step {
        if let Some(stop) = self.attend(cx) {
            self.remind_alarm(cx);
            return Step::Stop(stop);
        }
        self.limits = self.limits(cx);
        Step::Next
    }

    /// Executes instructions until other work is pending.
    pub(crate) fn run(&mut self, cx: &mut RunCx<'_>) -> Step {
        let l = &mut self.live;
        l.until = l.horizon.min(self.alarm);
        if l.now >= self.alarm {
            self.pending_work = true;
            return Step::Next;
        }
        let lim = self.limits;
        let exit = if self.spin.follows() {
            self.follow_loop(cx, &lim)
        } else if self.live.pc < SRAM {
            self.in_sram(cx, &lim)
        } else {
            self.outside_sram(cx, &lim)
        };
        self.left(exit)
    }

    /// What follows where instructions are not gone on with.
    fn left(&mut self, exit: Exit) -> Step {
        match exit {
            Exit::Again => Step::Next,
            Exit::Sync => Step::Stop(Stop::Sync),
            Exit::Hang => {
                self.activity.state = CoreState::Idle;
                Step::Stop(Stop::Idle)
            }
            Exit::Stop(stop) => Step::Stop(*stop),
        }
    }

    fn limits(&self, cx: &RunCx<'_>) -> Limits {
        let single = self.st.config & config::SINGLE_ISSUE != 0;
        let fpu_exceptions = fpu_exceptions(self.st.config);
        let notes = cx.facts.in_blocks();
        Limits {
            sync: self.cycle_of(cx.sync_until),
            pairs: if single { 0 } else { PAIRS },
            mode: Mode::of_config(self.st.config),
            fpu_latency: self.fpu_latency(),
            fpu_exceptions,
            // A slice of one cycle, as in the lock-step mode, has no room for one.
            blocks: !single
                && !self.reads_watched
                && fpu_exceptions == 0
                && (notes || !cx.facts.steps())
                && self.live.horizon > self.live.now + 1,
            notes,
        }
    }

    /// Ready time of a result of the FPU, less eight times the cycle of issue.
    fn fpu_latency(&self) -> u64 {
        let nearest = u64::from(self.st.config & config::RMODE == 0);
        8 * (u64::from(self.params.timing.fpu_cycles) + nearest) + result::FPU
    }

    /// Issues and executes `s`, the next instruction, as soon as its operands are ready. Returns that cycle. `OWN`: it
    /// comes from the SRAM, and the next line is fetched meanwhile.
    ///
    /// # Errors
    /// When it is not issued now. Cycles that it has waited are lost and counted then.
    #[inline(always)]
    pub(crate) fn step<const OWN: bool>(
        &mut self,
        s: &DecodedInsn,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Result<u64, Exit> {
        let need = self.ready.need(s);
        let t = match OWN {
            true => l.earliest(s, need),
            false => need.max(l.first()),
        };
        if t > l.now
            && let Some(exit) = l.with_copy(|l| self.lose(s, need, t, l))
        {
            return Err(exit);
        }
        if t >= l.until {
            return Err(Exit::Again);
        }
        self.issue(s, t, l, cx, lim)?;
        Ok(t)
    }

    /// As [`Ecore::step`], of an instruction with further tests behind it.
    pub(crate) fn step_alone<const OWN: bool>(
        &mut self,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Result<u64, Exit> {
        let mut l = self.live;
        let issued = self.step::<OWN>(s, &mut l, cx, lim);
        self.live = l;
        issued
    }

    /// Executes `s` in cycle `t`, in which it is issued.
    #[inline(always)]
    pub(crate) fn issue(
        &mut self,
        s: &DecodedInsn,
        t: u64,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let before = l.line;
        let joins = t < l.now;
        let mut lost = 0;
        if s.flags & STEP != 0 {
            lost = self.mesh.delay(fetched_behind(l.pc), t);
            l.line = t + 1 + lost;
        }
        let reported = cx.facts.steps().then_some(l.pc);
        let stack = (s.flags & PUTS_STACK != 0 && cx.facts.on()).then(|| self.st.reg(SP));
        let mut stepping = SingleStep { t, l, cx };
        let flow = match self.execute(&s.op, &mut stepping, lim) {
            Ok(flow) => flow,
            Err(exit) => {
                l.line = before;
                return Err(exit);
            }
        };
        self.counts.issued(s.op.opcode, 1);
        if lost != 0 {
            self.counts.add(Counted::FetchLost, lost);
        }
        if joins {
            self.counts.add(Counted::DualIssue, 1);
        }
        self.go_on(flow, s, t, l, cx, lim);
        if let Some(from) = stack {
            self.live = *l;
            let (from, to) = (from.into(), self.st.reg(SP).into());
            let chained = false;
            self.fact(cx, FactKind::Stack { from, to, chained });
        }
        if let Some(pc) = reported {
            self.report(pc, s, l, cx);
        }
        Ok(())
    }

    /// Reports `s` at `pc`, which has been executed, to observers.
    #[cold]
    fn report(&mut self, pc: u32, s: &DecodedInsn, l: &HotState, cx: &mut RunCx<'_>) {
        if cx.facts.wants(Kinds::EXECUTED) {
            self.check(pc, l, cx);
        }
        if !cx.facts.wants(Kinds::METERED) {
            return;
        }
        self.hand_over(cx.meters);
        let (address, bytes) = self.accessed;
        let done = Stepped {
            pc: pc.into(),
            bytes: s.op.len,
            next: l.pc.into(),
            slot: false,
            uncounted: None,
            access: Some((address.into(), bytes)),
            left: Left::default(),
        };
        let at = self.tick(l.now);
        cx.facts
            .stepped(at, self.common.id, &done, &METERS, cx.meters);
        if cx.facts.wants(Kinds::STATE) {
            self.live = *l;
            cx.facts.state(self.common.id, self, cx.mem);
        }
    }

    /// What comes after `s`, issued in cycle `t`.
    #[inline(always)]
    pub(crate) fn go_on(
        &mut self,
        flow: Flow,
        s: &DecodedInsn,
        t: u64,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) {
        match flow {
            Flow::Next => self.ready.results(s, t, lim.fpu_latency),
            Flow::Later => self.ready.changed_base(s, t),
            Flow::Jump(target) => return self.jump(s, t, target, l, cx),
            Flow::Call(target) => {
                self.ready.results(s, t, lim.fpu_latency);
                self.ready.mark_pending(s);
                return self.jump(s, t, target, l, cx);
            }
            Flow::Elsewhere => return,
        }
        self.ready.mark_pending(s);
        let pc = l.pc;
        l.issued(s, t, lim.pairs);
        if pc == l.loop_end {
            l.with_copy(|l| self.end_of_loop(t, l));
        }
    }

    /// A taken branch at the program counter, issued in cycle `t`.
    #[inline(always)]
    fn jump(&mut self, s: &DecodedInsn, t: u64, target: u32, l: &mut HotState, cx: &mut RunCx<'_>) {
        use crate::isa::Opcode;
        let pc = l.pc;
        self.history.note(pc, target);
        self.counts.add(Counted::BranchesTaken, 1);
        let cycles = u64::from(self.params.timing.branch_cycles);
        l.redirect(t, target, cycles, &mut self.counts);
        l.branched(t);
        if cx.facts.on() {
            let (from, to) = (pc.into(), target.into());
            let kind = match s.op.opcode {
                kind if kind.traits().links => FactKind::Call { from, to },
                // RTS is JR of the link register.
                Opcode::Jr if s.op.rn == LR => FactKind::Return { from, to },
                _ => return,
            };
            self.live = *l;
            if target != pc.wrapping_add(s.op.len.into()) {
                // Line counts are settled first, so that meters read here equal meters without a reader.
                self.lines.drop_all(t, &mut self.counts);
            }
            self.fact(cx, kind);
        }
    }

    /// The last instruction of the hardware loop was executed.
    #[cold]
    pub(crate) fn end_of_loop(&mut self, t: u64, l: &mut HotState) {
        if self.checked_loop != self.st.le {
            self.checked_loop = self.st.le;
            self.st.check_loop(self.common.id);
        }
        self.st.lc = self.st.lc.saturating_sub(1);
        if self.st.lc != 0 {
            self.history.note(l.pc, self.st.ls);
            // The line was fetched in time: there is no bubble.
            l.go(t + 1, self.st.ls & !1);
            l.line = t + 1;
            l.branched(t);
        }
        self.review_loop();
        l.loop_end = self.live.loop_end;
    }

    /// Nothing can be issued before cycle `t`; `need` is when operands are there. An answer says that
    /// this cannot be waited for here.
    fn lose(&mut self, s: &DecodedInsn, need: u64, t: u64, l: &mut HotState) -> Option<Exit> {
        if need >= PENDING >> 3 {
            let Some(load) = self.outside.load else {
                // Cannot be: only a load leaves its register so.
                return Some(Exit::Hang);
            };
            return Some(self.wait_for_load(load, l));
        }
        l.lose(s, need, t, &self.ready, &mut self.counts);
        None
    }

    /// Decodes the instruction of the SRAM at the program counter and continues with it, or executes it without cost.
    #[cold]
    pub(crate) fn special(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Option<Exit> {
        let pc = self.live.pc;
        if pc >= SRAM {
            return Some(Exit::Again);
        }
        let pa = self.base() + u64::from(pc);
        self.code.pages.select(pa);
        let s = *self.code.pages.current.at(pa);
        if s.flags & READY == 0 {
            let free = self.common.zero_cost.contains(pc.into());
            let stops = self.common.breakpoints.contains(pc.into());
            let p = &self.params.timing;
            self.code.decode((pa, pc), (free, stops), cx.mem, p);
            return None;
        }
        if s.flags & BREAK != 0 {
            if self.live.first() >= self.live.until {
                return Some(Exit::Again);
            }
            if self.stops_here(cx) {
                self.between = self.live.pair;
                return Some(Exit::Stop(Box::new(Stop::Breakpoint)));
            }
        }
        if s.flags & FREE != 0 {
            return Some(self.step_free(&s, cx, lim));
        }
        if s.flags & BREAK != 0 {
            // Nothing stops it.
            return self.step_alone::<true>(&s, cx, lim).err();
        }
        None
    }

    /// Executes one instruction from outside the SRAM.
    fn outside_sram(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Exit {
        let pc = self.live.pc;
        if self.stops_here(cx) {
            return Exit::Stop(Box::new(Stop::Breakpoint));
        }
        let free = self.common.zero_cost.contains(pc.into());
        let pa = self.global(pc);
        let p = &self.params.timing;
        // What is known of the SRAM is of its local addresses.
        let own = pa.wrapping_sub(self.base()) < SRAM.into();
        let slot = match own {
            true => decode(pa, pc, free, cx.mem, p),
            false => self.code.outside(pa, free, cx.mem, p),
        };
        // Where there is nothing, a line is fetched and does not come.
        let s = slot.unwrap_or_else(|| DecodedInsn::new(pc, UNIMPL, 0, false, p));
        if s.flags & FREE != 0 {
            return self.step_free(&s, cx, lim);
        }
        if pc >> 20 != 0 {
            let there = match self.fetch(s.op.len, cx, lim) {
                Ok(cycle) => cycle,
                Err(exit) => return exit,
            };
            if there > self.live.now {
                let l = &mut self.live;
                self.counts.add(Counted::FetchOutside, there - l.now);
                l.wait(Counted::FetchExternal, there, &mut self.counts);
                return Exit::Again;
            }
            let behind = pc.wrapping_add(u32::from(s.op.len));
            let last = match behind & 7 {
                0 => true,
                // Half of an instruction is none.
                6 => match cx.mem.peek(self.global(behind), 2) {
                    Some(&[low, high]) => is_long(u16::from_le_bytes([low, high])),
                    _ => false,
                },
                _ => false,
            };
            let now = (self.live.first(), self.live.now);
            self.lines.note_empty(last, now, &mut self.counts);
        }
        let t = match self.step_alone::<false>(&s, cx, lim) {
            Ok(t) => t,
            Err(exit) => return exit,
        };
        if self.live.pc != pc.wrapping_add(u32::from(s.op.len)) {
            self.lines.drop_all(t, &mut self.counts);
        }
        Exit::Again
    }

    /// A breakpoint is in front of the next instruction.
    #[inline]
    fn stops_here(&self, cx: &RunCx<'_>) -> bool {
        let breakpoints = &self.common.breakpoints;
        breakpoints.stop(cx.armed, || self.next_instruction())
    }

    /// What is due before the next instruction.
    #[inline(never)]
    fn attend(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.spin.forget();
        if cx.mem.code_log().end() != self.code.pages.seen() {
            self.apply_code_log(cx.mem.code_log());
        }
        if self.live.now >= self.alarm {
            let bank = cx.meters.cores.get(usize::from(self.common.id));
            self.look_at_timers(self.live.now, bank);
        }
        // What woke it may have come together with what put it to sleep.
        if self.activity.state == CoreState::Idle {
            self.wake_if_due(self.live.now);
        }
        self.pending_work = false;
        let yields = std::mem::take(&mut self.common.yield_now);
        if self.activity.state != CoreState::Running || self.st.halted() {
            self.pending_work = true;
            return Some(Stop::Idle);
        }
        if yields {
            self.pending_work = true;
            return Some(Stop::Yield);
        }
        if std::mem::take(&mut self.gie_idle) {
            // IDLE comes first.
            self.pending_work = true;
            return self.one_more();
        }
        if let Some(n) = self.due() {
            self.take_interrupt(n, cx);
        }
        None
    }

    /// Enters the handler of interrupt `n` before the next instruction.
    fn take_interrupt(&mut self, n: u32, cx: &mut RunCx<'_>) {
        let pc = self.live.pc;
        let vector = 4 * n;
        self.st.enter_interrupt(n, pc);
        let cycles = u64::from(self.params.timing.interrupt_cycles);
        self.counts.add(Counted::Entry, cycles);
        self.counts.add(Counted::Interrupts, 1);
        self.counts.add(Counted::Traps, 1);
        self.history.note_interrupt(pc, vector);
        let kind = FactKind::Interrupt {
            level: n as u8,
            pc: pc.into(),
            to: vector.into(),
        };
        self.fact(cx, kind);
        self.live.go(self.live.now + cycles, vector);
        if cx.facts.wants(Kinds::EXECUTED) {
            self.check_interrupt(pc, vector, cx);
        }
    }

    /// One instruction without a test of interrupts.
    fn one_more(&mut self) -> Option<Stop> {
        let t = self.live.now;
        if let Some(stop) = self.live.over() {
            self.gie_idle = true;
            return Some(stop);
        }
        self.live.pc = self.live.pc.wrapping_add(2);
        self.live.now = t + 1;
        self.live.pair = false;
        self.counts.issued(crate::isa::Opcode::Idle, 1);
        self.sleep();
        self.wake_if_due(t + 1);
        (self.activity.state != CoreState::Running).then_some(Stop::Idle)
    }
}
