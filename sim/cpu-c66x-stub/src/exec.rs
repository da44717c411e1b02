//! The steps of described functions.

use crate::core::{Frame, Looping, StubCore, Wait};
use crate::meters::Meter;
use crate::micro::{Micro, Notification, Then};
use crate::op::{Op, Value};
use crate::run::Go;
use std::sync::Arc;
use trueboard_core::cpu::{RunCx, Stop};

/// Calls that may be nested.
const DEEPEST: usize = 64;

impl StubCore {
    /// The value of an operand.
    pub(crate) fn value(&self, v: Value) -> u64 {
        match v {
            Value::Is(n) => n,
            Value::Var(i) => {
                let vars = self.context().map(|c| &c.vars);
                vars.and_then(|v| v.get(usize::from(i)))
                    .copied()
                    .unwrap_or(0)
            }
        }
    }

    pub(crate) fn set_var(&mut self, i: u8, value: u64) {
        self.with_context(|c| {
            if let Some(v) = c.vars.get_mut(usize::from(i)) {
                *v = value;
            }
        });
    }

    fn values(&self, values: &[Value]) -> Vec<u64> {
        values.iter().map(|v| self.value(*v)).collect()
    }

    /// Calls function number `f`.
    pub(crate) fn enter(&mut self, f: u16, site: u32, cx: &mut RunCx<'_>) {
        let frame = Frame { site, function: f };
        let first = self.first_op(f);
        self.with_context(|c| {
            c.frames.push(frame);
            c.pc = first;
        });
        self.count(Meter::Calls, 1);
        self.entered(frame, cx);
        self.trace_function(f, true);
    }

    fn leave(&mut self, cx: &mut RunCx<'_>) {
        let at = self.at_op();
        let Some(c) = self.context_mut() else { return };
        let Some(frame) = c.frames.pop() else { return };
        c.pc = frame.site + 1;
        let over = c.frames.is_empty();
        self.left(frame, at, cx);
        if self.handler.is_some() {
            self.trace_function(frame.function, false);
        } else if over {
            self.wait(Wait::End, cx);
        } else {
            self.trace_function(frame.function, false);
        }
    }

    /// Executes the op at the program counter; it costs one cycle besides its own.
    pub(crate) fn op(&mut self, cx: &mut RunCx<'_>) -> Result<Go, String> {
        let Some(program) = self.program.clone() else {
            return Ok(Go::On);
        };
        let pc = self.at_op();
        let Some(op) = program.ops.get(pc as usize) else {
            return Err(format!("there is no step {pc}"));
        };
        self.note_op(pc);
        self.spend(1, Meter::IssueCycles);
        self.count(Meter::Instructions, 1);
        self.with_context(|c| c.pc = pc + 1);
        self.execute(op, pc, &program, cx)
    }

    fn execute(
        &mut self,
        op: &Op,
        pc: u32,
        program: &Arc<crate::program::Program>,
        cx: &mut RunCx<'_>,
    ) -> Result<Go, String> {
        let costs = self.params.costs;
        let work = |cycles| Micro::Cost(cycles, Meter::IssueCycles);
        match op {
            Op::Nop => {}
            Op::Compute(n) => {
                let n = self.value(*n);
                self.first(vec![work(n)]);
            }
            Op::Loop {
                count,
                var,
                period_us,
                end,
            } => self.begin_loop(pc, (*count, *var, *period_us, *end)),
            Op::Next => self.next_pass(cx),
            Op::Call(f) => {
                if self.context().is_some_and(|c| c.frames.len() >= DEEPEST) {
                    return Err(format!("more than {DEEPEST} calls are nested"));
                }
                self.enter(*f, pc, cx);
            }
            Op::Ret => self.leave(cx),
            Op::Set(v, n) => self.set_var(*v, self.value(*n)),
            Op::Add(v, n) => {
                let sum = self.value(Value::Var(*v)).wrapping_add(self.value(*n));
                self.set_var(*v, sum);
            }
            Op::Clock(v) => {
                let now = self.tsc.read(self.cycle);
                self.set_var(*v, now);
            }
            Op::Store(at, n) => {
                let value = self.value(*n);
                self.first(vec![Micro::Store(*at, value)]);
            }
            Op::Elapsed(v, at) => {
                let from = self.value(Value::Var(*v));
                let past = self.tsc.read(self.cycle).wrapping_sub(from);
                self.first(vec![Micro::Store(*at, past)]);
            }
            Op::Trace(event, values) => {
                let values = self.values(values);
                self.first(self.tracepoint(*event, values));
            }
            Op::Tracing(on) => self.tracer.on = *on && program.tracer.is_some(),
            Op::Flush => self.first(self.flushed()),
            Op::Sleep(us) => {
                let until = self.cycle + costs.sleep;
                let until = until.saturating_add(self.cycles_of_us(self.value(*us)));
                self.first(vec![work(costs.sleep), Micro::Sleep(until)]);
            }
            Op::Pend(s) => self.first(vec![work(costs.semaphore), Micro::Pend(*s)]),
            Op::Post(s) => {
                if let Some(n) = self.semaphores.get_mut(usize::from(*s)) {
                    *n = n.saturating_add(1);
                }
                let s = *s;
                self.ready(1, |w| w == Wait::Semaphore(s));
                self.first(vec![work(costs.semaphore)]);
            }
            Op::TaskCreate(t) => {
                let task = self.tasks.get_mut(usize::from(*t));
                let Some(task) = task.filter(|t| t.waits == Some(Wait::Creation)) else {
                    return Err("the task was created before".to_owned());
                };
                task.waits = None;
                task.turn = self.turns;
                self.turns += 1;
                self.look = true;
                self.first(vec![work(costs.task_create)]);
            }
            Op::Priority(_) | Op::Yield => {
                let current = self.current.map(usize::from);
                if let Some(t) = current.and_then(|i| self.tasks.get_mut(i)) {
                    match op {
                        Op::Priority(p) => t.priority = *p,
                        _ => {
                            t.turn = self.turns;
                            self.turns += 1;
                        }
                    }
                    self.look = true;
                }
                self.first(vec![work(costs.semaphore)]);
            }
            Op::Print(text) => {
                let name = crate::layout::core_name(self.id);
                self.first(vec![Micro::Print(format!("{name}: {text}\n"))]);
            }
            Op::Exit(status) => {
                // What went wrong without ending the run is reported at its end.
                let status = (*status).max(u32::from(self.unanswered > 0));
                let what = format!("the workload ended with status {status}");
                return Ok(Go::Stop(Stop::Error(self.stop(what, Some(status)))));
            }
            Op::Interrupt(to) => {
                let micros = self.notification(*to, Notification::Interrupt);
                self.first(micros);
            }
            Op::Release(dsp) => self.first(self.release(*dsp)),
            Op::Exchange(to) => self.exchange(*to),
            Op::Drain { queue, batch } => {
                self.first(vec![Micro::Look(*queue, Then::Drain(*queue, *batch))]);
            }
            other => self.message_op(other, program)?,
        }
        Ok(Go::On)
    }

    fn begin_loop(
        &mut self,
        pc: u32,
        (count, var, period_us, end): (Option<Value>, Option<u8>, Option<Value>, u32),
    ) {
        let left = count.map(|c| self.value(c));
        if left == Some(0) {
            return self.with_context(|c| c.pc = end + 1);
        }
        let period = period_us.map(|p| self.cycles_of_us(self.value(p)));
        let next = self.cycle.saturating_add(period.unwrap_or(0));
        self.with_context(|c| {
            c.loops.push(Looping {
                body: pc + 1,
                left,
                done: 0,
                var,
                period,
                next,
            });
        });
        if let Some(v) = var {
            self.set_var(v, 0);
        }
    }

    fn next_pass(&mut self, cx: &mut RunCx<'_>) {
        let Some(l) = self.context_mut().and_then(|c| c.loops.last_mut()) else {
            return;
        };
        l.done += 1;
        if let Some(left) = &mut l.left {
            *left -= 1;
            if *left == 0 {
                return self.with_context(|c| {
                    c.loops.pop();
                });
            }
        }
        let at = l.next;
        l.next = at.saturating_add(l.period.unwrap_or(0));
        let (body, var, done, period) = (l.body, l.var, l.done, l.period);
        self.with_context(|c| c.pc = body);
        if let Some(v) = var {
            self.set_var(v, done);
        }
        if period.is_some() && at > self.cycle {
            self.wait(Wait::Until(at), cx);
        }
    }
}
