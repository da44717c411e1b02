//! The loop: interrupts, then tasks by priority, then the steps of what runs.

use crate::core::{Context, Handler, StubCore, Wait};
use crate::layout::host_cpu;
use crate::meters::Meter;
use crate::micro::Micro;
use crate::program::ISR_OP;
use std::cmp::Reverse;
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::{CoreState, FactKind};

/// An interrupt of another processor waits.
pub(crate) const IPC: u8 = 1;
/// The timer's interrupt waits.
pub(crate) const TIMER: u8 = 2;
/// An interrupt of another CPU of the host waits.
pub(crate) const SGI: u8 = 4;

/// CPU vector of IPC interrupts on a DSP (TI IPC, default of system event 105), and the shared
/// interrupt of the host (Linux device tree of Keystone 2, SPI 4).
const IPC_LEVELS: (u8, u8) = (5, 4);
/// The software generated interrupt by which Linux on ARM (`arch/arm/kernel/smp.c`) makes a CPU look which task is to run.
pub(crate) const RESCHEDULE: u32 = 2;
/// SYS/BIOS: default interrupt of the tick timer on C66x; the host's number stands for its own timer.
const TIMER_LEVEL: u8 = 14;
/// Linux on ARM: the interrupt that makes a CPU reschedule. It represents all interrupts between CPUs; the handler
/// reads the number later.
const SGI_LEVEL: u8 = RESCHEDULE as u8;

/// How far the slice goes, in cycles.
pub(crate) struct Limits {
    pub until: u64,
    pub shared: u64,
    pub sync: u64,
}

/// What follows a step.
pub(crate) enum Go {
    On,
    Stop(Stop),
}

impl StubCore {
    /// Runs one slice.
    pub(crate) fn slice(&mut self, cx: &mut RunCx<'_>) -> Stop {
        match self.state {
            CoreState::Running => {}
            CoreState::Error => {
                let stopped = || ErrorStop {
                    trap: 0,
                    pc: 0,
                    what: "stopped".to_owned(),
                    exit: None,
                };
                return Stop::Error(self.error.clone().unwrap_or_else(stopped));
            }
            CoreState::Idle | CoreState::Held => return Stop::Idle,
        }
        let limits = Limits {
            until: self.clock.cycle_of(cx.until),
            shared: self.clock.cycle_of(cx.shared_until),
            sync: self.clock.cycle_of(cx.sync_until),
        };
        if self.boots {
            return self.boot(&limits, cx);
        }
        while self.cycle < limits.until {
            let masked = self.context().is_some_and(|c| c.masked);
            if self.handler.is_none() && !masked {
                if self.pending != 0 {
                    self.interrupt(cx);
                    continue;
                }
                if self.look {
                    self.schedule(cx);
                }
                if self.current.is_none() {
                    self.state = CoreState::Idle;
                    return Stop::Idle;
                }
            }
            match self.step(cx, &limits) {
                Ok(Go::On) => {}
                Ok(Go::Stop(stop)) => return stop,
                Err(why) => {
                    let task = self.who();
                    return Stop::Error(self.stop(format!("{task}: {why}"), None));
                }
            }
        }
        Stop::Horizon
    }

    /// What runs, for messages.
    fn who(&self) -> String {
        if self.handler.is_some() {
            return "the interrupt handler".to_owned();
        }
        let tasks = self.program.as_ref().map(|p| &p.tasks);
        let current = self.current.map(usize::from);
        let task = tasks.zip(current).and_then(|(t, i)| t.get(i));
        task.map_or_else(String::new, |t| format!("task {}", t.name))
    }

    fn step(&mut self, cx: &mut RunCx<'_>, limits: &Limits) -> Result<Go, String> {
        let Some(c) = self.context() else {
            return Ok(Go::On);
        };
        if !c.micro.is_empty() {
            return self.micro(cx, limits);
        }
        if c.frames.is_empty() && self.handler.is_some() {
            self.handler_goes_on(cx);
            return Ok(Go::On);
        }
        self.op(cx)
    }

    /// Enters the handler of the first interrupt that waits.
    fn interrupt(&mut self, cx: &mut RunCx<'_>) {
        let bit = self.pending & self.pending.wrapping_neg();
        self.pending &= !bit;
        let level = match (bit, host_cpu(self.id)) {
            (TIMER, _) => TIMER_LEVEL,
            (SGI, _) => SGI_LEVEL,
            (_, None) => IPC_LEVELS.0,
            (_, Some(_)) => IPC_LEVELS.1,
        };
        let pc = self.address(self.at_op());
        let to = self.address(ISR_OP);
        self.handler = Some(Handler {
            context: Context {
                pc: ISR_OP,
                vars: self
                    .tasks
                    .first()
                    .map_or_else(Vec::new, |t| vec![0; t.context.vars.len()]),
                ..Context::default()
            },
            level,
            calls: 0,
            leaving: false,
        });
        if std::mem::take(&mut self.woken) {
            self.spend(self.params.costs.wake, Meter::WakeCycles);
        }
        self.count(Meter::Interrupts, 1);
        self.count(Meter::Traps, 1);
        self.fact(cx, FactKind::Interrupt { level, pc, to });
        let enter = Micro::Cost(self.params.costs.interrupt_enter, Meter::TrapCycles);
        let mut first = vec![enter];
        match bit {
            TIMER => first.push(Micro::Timer),
            SGI => first.extend([
                Micro::IoRead(self.acknowledge_register()),
                Micro::Acknowledged,
            ]),
            _ => first.extend([Micro::IoRead(self.ipc_ack(self.id)), Micro::Sources]),
        }
        self.first(first);
    }

    /// The handler has done what it had to: `on_interrupt` runs, or the handler ends.
    fn handler_goes_on(&mut self, cx: &mut RunCx<'_>) {
        let function = self.program.as_ref().and_then(|p| p.on_interrupt);
        let Some(h) = &mut self.handler else { return };
        if h.calls > 0 {
            h.calls -= 1;
            if let Some(f) = function {
                self.enter(f, ISR_OP, cx);
            }
        } else if !h.leaving {
            h.leaving = true;
            let leave = Micro::Cost(self.params.costs.interrupt_leave, Meter::TrapCycles);
            h.context.micro.push_back(leave);
        } else {
            self.handler = None;
            let to = self.address(self.at_op());
            self.fact(cx, FactKind::TrapReturn { to });
            self.look = true;
        }
    }

    /// Lets the ready task with the highest priority run; among equals the one that is ready longest.
    fn schedule(&mut self, cx: &mut RunCx<'_>) {
        self.look = false;
        let ready = (0u8..).zip(&self.tasks).filter(|(_, t)| t.waits.is_none());
        let best = ready.max_by_key(|(_, t)| (t.priority, Reverse(t.turn)));
        let best = best.map(|(i, _)| i);
        if best == self.current {
            return;
        }
        match (self.switch_hook(best), self.current) {
            (Some(mut hook), Some(_)) => {
                hook.push(Micro::Switch(best));
                self.first(hook);
            }
            (hook, _) => self.switch(best, hook, cx),
        }
    }

    /// Lets task `best` run in place of the current one, after what a hook does in its context.
    pub(crate) fn switch(
        &mut self,
        best: Option<u8>,
        hook: Option<Vec<Micro>>,
        cx: &mut RunCx<'_>,
    ) {
        // The stack that traces show is that of the task which runs.
        for f in self.frames(self.current).into_iter().rev() {
            let from = self.at_op();
            self.left(f, from, cx);
        }
        self.current = best;
        if best.is_none() {
            return;
        }
        self.count(Meter::TaskSwitches, 1);
        for f in self.frames(best) {
            self.entered(f, cx);
        }
        let mut all = Vec::new();
        if let Some(hook) = hook {
            all = hook;
            all.push(Micro::Mask(false));
        }
        all.push(Micro::Cost(
            self.params.costs.task_switch,
            Meter::ContextCycles,
        ));
        self.first(all);
    }

    fn frames(&self, task: Option<u8>) -> Vec<crate::core::Frame> {
        let task = task.and_then(|t| self.tasks.get(usize::from(t)));
        task.map(|t| t.context.frames.clone()).unwrap_or_default()
    }

    /// Lets the current task wait. Handlers never do.
    pub(crate) fn wait(&mut self, what: Wait, cx: &mut RunCx<'_>) {
        let current = self.current.map(usize::from);
        if let Some(t) = current.and_then(|i| self.tasks.get_mut(i)) {
            t.waits = Some(what);
            self.look = true;
        }
        if let Wait::Until(cycle) = what {
            let at = trueboard_core::time::Tick(self.clock.ticks(cycle.max(self.cycle + 1)));
            cx.bus.remind(self.id, at, 0);
        }
    }

    /// Continues tasks with a wait that `is_it` accepts.
    pub(crate) fn ready(&mut self, most: usize, is_it: impl Fn(Wait) -> bool) {
        let waiting = self.tasks.iter().enumerate();
        let mut found: Vec<usize> = waiting
            .filter(|(_, t)| t.waits.is_some_and(&is_it))
            .map(|(i, _)| i)
            .collect();
        found.sort_by_key(|&i| Reverse(self.tasks[i].priority));
        for i in found.into_iter().take(most) {
            self.tasks[i].waits = None;
            self.tasks[i].turn = self.turns;
            self.turns += 1;
            self.look = true;
        }
    }

    /// Tasks at their time continue.
    pub(crate) fn wake_sleepers(&mut self) {
        let now = self.cycle;
        self.ready(usize::MAX, |w| matches!(w, Wait::Until(at) if at <= now));
    }

    /// Whether a task sleeps until `now` at most.
    pub(crate) fn sleeps_until(&self, now: u64) -> bool {
        let until = |w: Option<Wait>| matches!(w, Some(Wait::Until(at)) if at <= now);
        self.tasks.iter().any(|t| until(t.waits))
    }
}
