//! The execution loop: fetch, plan, execute, account; what comes before the next instruction.

use crate::blocks::Blocks;
use crate::code_pages::{self, Ready};
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::dispatch::Flow;
use crate::memory::{Fault, Limits};
use crate::pipeline::{NO_GROUP, groups};
use crate::state::{GLOBALS, PSW_GW};
use crate::trap::{Exc, Exec, Trap};
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;
use trueboard_engine::guest::{Guest, Step};

impl TriCore {
    /// Begins a slice.
    #[inline(always)]
    pub(crate) fn begin(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        let limits = Limits {
            until: self.common.cycle_of(cx.until),
            shared: self.common.cycle_of(cx.shared_until),
            sync: self.common.cycle_of(cx.sync_until),
        };
        self.until = limits.until;
        if self.blocks.as_deref().is_some_and(Blocks::is_full) {
            self.clear_blocks();
        }
        self.mem.begin_slice(cx, limits);
        if self.common.yield_now {
            self.common.yield_now = false;
            self.recompute_pending();
        }
        if cx.facts.steps() {
            self.spin_forgets();
        } else if cx.answer.is_none() {
            return self.spin_begins(cx);
        }
        None
    }

    /// A breakpoint is in front of the next instruction.
    #[inline(always)]
    fn stops_here(&self, cx: &RunCx<'_>) -> bool {
        let breakpoints = &self.common.breakpoints;
        breakpoints.stop(cx.armed, || self.next_instruction())
    }

    /// There is a breakpoint at physical address `pa`, by whatever address the core knows it.
    fn may_stop_at(&self, pa: u64) -> bool {
        let physical = |at: u64| u64::from(self.mem.physical(at as u32));
        self.common.breakpoints.iter().any(|at| physical(at) == pa)
    }

    /// Executes one instruction.
    #[inline(always)]
    pub(crate) fn step(&mut self, cx: &mut RunCx<'_>) -> Exec {
        let pc = self.st.pc;
        if pc >> 12 != self.page {
            if self.stops_here(cx) {
                return Err(Exc::Breakpoint);
            }
            self.turn_page(pc);
        }
        if self.code.current.at(pc.into()).ready != Ready::Yes && self.is_special(cx)? {
            return Err(Exc::Free);
        }
        let insn = self.code.current.at(pc.into()).insn;
        let s = &insn;
        let (groups, last) = groups(pc, s.len, self.group);
        if groups > 0 {
            if groups > 1 {
                self.fetch_group(pc, cx)?;
            }
            self.fetch_group(last << 3, cx)?;
        }
        self.issue(s, cx)
    }

    /// Issues and executes the instruction at the program counter, which was fetched.
    #[inline(always)]
    pub(crate) fn issue(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let pc = self.st.pc;
        let plan = self.pipe.plan(s);
        if plan.joins {
            self.mem.core_at(self.pipe.now());
        }
        let flow = match self.execute(s, plan, cx) {
            Ok(flow) => flow,
            Err(e) => {
                // A trap comes when its instruction would issue, with or without an earlier request.
                self.pipe.defer(s, plan, &mut self.tally);
                if !matches!(e, Exc::Trap(_)) {
                    self.waits_for = plan.at;
                }
                return Err(e);
            }
        };
        self.waits_for = 0;
        match flow {
            Flow::Next { stall, latency } => {
                self.complete(s, plan, stall, latency);
                self.st.pc = pc.wrapping_add(s.len.into());
            }
            Flow::Jump { taken, stall } => {
                let target = self.next;
                self.complete(s, plan, stall, 0);
                self.pipe.branch(s, pc, target, taken, &mut self.tally);
                if taken {
                    self.note_transfer(pc, target);
                    self.redirect(target);
                } else {
                    self.st.pc = pc.wrapping_add(s.len.into());
                }
            }
            Flow::Done => self.st.pc = self.next,
        }
        Ok(())
    }

    /// Makes the page of `pc` the current one.
    #[cold]
    fn turn_page(&mut self, pc: u32) {
        self.page = pc >> 12;
        self.code.select(self.mem.physical(pc).into());
    }

    /// Fetches the group of eight bytes at `pc`.
    #[inline(always)]
    fn fetch_group(&mut self, pc: u32, cx: &mut RunCx<'_>) -> Exec {
        let cycle = self.cycle();
        let stall = match self.mem.fetch(cx, &mut self.tally, pc, cycle) {
            Ok(stall) => stall,
            Err(fault) => return Err(self.not_fetched(fault, cycle)),
        };
        self.pipe.fetch(stall);
        self.group = pc >> 3;
        Ok(())
    }

    #[cold]
    fn not_fetched(&mut self, fault: Fault, cycle: u64) -> Exc {
        let e = Exc::from(fault);
        if !matches!(e, Exc::Trap(_)) {
            self.waits_for = cycle;
        }
        e
    }

    /// Looks after an entry that is not simply ready. True when it costs nothing.
    #[cold]
    fn is_special(&mut self, cx: &mut RunCx<'_>) -> Exec<bool> {
        if self.stops_here(cx) {
            return Err(Exc::Breakpoint);
        }
        let pc = self.st.pc;
        if self.code.current.at(pc.into()).ready == Ready::No {
            let free = self.common.zero_cost.contains(pc.into());
            let pa = self.mem.physical(pc).into();
            let stops = self.may_stop_at(pa);
            if !code_pages::decode(&mut self.code, pa, (free, stops), cx.mem) {
                // The fetch says what is wrong; it must not succeed.
                self.fetch_group(pc, cx)?;
                self.group = NO_GROUP;
                return Err(Trap::PSE.into());
            }
        }
        let e = self.code.current.at(pc.into());
        match e.ready {
            Ready::Illegal => {
                if self.group != pc >> 3 {
                    self.fetch_group(pc, cx)?;
                }
                Err(Trap::IOPC.into())
            }
            Ready::Checked | Ready::Free => {
                if e.insn.odd_pair {
                    return Err(Trap::OPD.into());
                }
                if e.insn.writes & GLOBALS != 0 && self.st.psw & PSW_GW == 0 {
                    return Err(Trap::GRWP.into());
                }
                Ok(e.ready == Ready::Free)
            }
            _ => Ok(false),
        }
    }

    /// What is due before the next instruction.
    #[inline(never)]
    pub(crate) fn pending(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.apply_code_log(cx.mem.code_log());
        if self.common.yield_now || self.activity.state != CoreState::Running {
            return Step::Stop(self.after());
        }
        if cx.armed.watches() && cx.mem.is_watch_reached() {
            self.recompute_pending();
            return Step::Stop(Stop::Watched);
        }
        if let Some(trap) = self.pending {
            self.pending = None;
            return self.take_trap(trap, cx);
        }
        if self.nmi {
            self.nmi = false;
            return self.take_trap(Trap::NMI, cx);
        }
        if self.st.interrupt_due() {
            return self.take_interrupt(cx);
        }
        self.recompute_pending();
        if self.common.zero_cost.in_handler {
            return self.in_free_trap(cx);
        }
        if self.stops_here(cx) {
            return Step::Stop(Stop::Breakpoint);
        }
        if self.watch.on {
            return self.step_watched(cx);
        }
        Step::Next
    }

    /// One instruction of a handler that free code has called.
    fn in_free_trap(&mut self, cx: &mut RunCx<'_>) -> Step {
        let pc = self.st.pc;
        if pc >> 12 != self.page {
            self.turn_page(pc);
        }
        match self.is_special(cx) {
            Ok(_) => self.step_free(cx),
            Err(e) => self.fail(e, cx),
        }
    }

    /// After an instruction that ends the slice.
    pub(crate) fn after(&mut self) -> Stop {
        if self.activity.state == CoreState::Running {
            Stop::Yield
        } else {
            Stop::Idle
        }
    }

    #[inline(never)]
    pub(crate) fn fail(&mut self, e: Exc, cx: &mut RunCx<'_>) -> Step {
        match e {
            Exc::Free => self.step_free(cx),
            Exc::Debug => Step::Stop(self.debug_exit()),
            Exc::Trap(trap) => self.take_trap(trap, cx),
            waits => Step::Stop(waits.stop()),
        }
    }
}
