//! What each step of a program does.

use crate::env::{Env, Want};
use crate::expect::{c_string, hex};
use crate::host::EHost;
use crate::program::{Program, Read, Step};
use crate::task::{Doing, Move, Task};
use crate::words::ns_text;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::mem::Memory;

/// How often a thread polls the notes of another one.
const EXIT_LOOK_NS: u64 = 10_000;

impl EHost {
    /// Lets thread `i` go on with its step.
    pub(crate) fn think(&mut self, i: usize, cx: &mut RunCx<'_>) {
        let program = self.program.clone();
        let Some(mut task) = self.state.tasks.get(i).cloned() else {
            return;
        };
        let mut doing = std::mem::take(&mut task.doing);
        let got = std::mem::take(&mut task.got);
        let begun = doing != Doing::Nothing;
        let Some(step) = program.steps.get(task.pc as usize) else {
            self.end_of(i);
            return;
        };
        self.state.steps += u64::from(!begun);
        let now = self.state.now;
        let mut env = Env {
            now,
            id: self.id,
            clock: self.clock,
            stamp_ns: self.params.stamp_ns,
            bus: &mut *cx.bus,
            shared: &mut self.state.shared,
            check: self.check.as_mut(),
        };
        let mut spawned = None;
        let mut finished = None;
        let want = match step {
            Step::Begin(name) => {
                if task.job.is_none() {
                    let kind = FactKind::Call {
                        from: task.pc.into(),
                        to: Program::call(*name),
                    };
                    cx.facts.push(now, Source::Core(self.id), kind);
                }
                Want::Next
            }
            Step::End => {
                if task.job.is_none() {
                    let kind = FactKind::Return {
                        from: task.pc.into(),
                        to: task.pc.into(),
                    };
                    cx.facts.push(now, Source::Core(self.id), kind);
                }
                Want::Next
            }
            Step::Write { .. } if begun => Want::Next,
            Step::Write { at, bytes } => {
                doing = Doing::Once;
                Want::Write {
                    at: *at,
                    bytes: bytes.clone(),
                }
            }
            Step::Read(r) if begun => read(r, &got, &mut env),
            Step::Read(r) => {
                doing = Doing::Once;
                Want::Read {
                    at: r.at,
                    bytes: r.bytes,
                }
            }
            Step::Clear { .. } if begun => Want::Next,
            Step::Clear { at, bytes } => {
                doing = Doing::Once;
                clear(cx.mem, *at, *bytes);
                let words = u64::from(bytes.div_ceil(4));
                Want::Work {
                    ns: words.saturating_mul(self.params.clear_ps) / 1000,
                }
            }
            Step::Started { core } => {
                env.shared.started(*core);
                Want::Next
            }
            Step::Poll(p) => {
                if !begun {
                    doing = Doing::Poll(p.begin(&env));
                }
                match &mut doing {
                    Doing::Poll(s) => p.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::Traps(t) => {
                if !begun {
                    doing = Doing::Traps(t.begin());
                }
                match &mut doing {
                    Doing::Traps(s) => t.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::Drain(d) => {
                if !begun {
                    doing = Doing::Drain(d.begin());
                }
                match &mut doing {
                    Doing::Drain(s) => d.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::Exchange(e) => {
                if !begun {
                    doing = Doing::Exchange(e.begin(&mut env));
                }
                match &mut doing {
                    Doing::Exchange(s) => e.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::WaitExit { core, timeout_ns } => {
                let deadline = match doing {
                    Doing::Deadline(at) => at,
                    _ => env.deadline(*timeout_ns),
                };
                doing = Doing::Deadline(deadline);
                if env.shared.exits.contains_key(&core.number) {
                    Want::Next
                } else if now >= deadline {
                    env.fail(&format!(
                        "wait_exit: the program of {} has not ended after {}",
                        core.name(),
                        ns_text(*timeout_ns)
                    ));
                    Want::Next
                } else {
                    // The thread that serves TRAPs detects it; this one polls its note.
                    Want::Work { ns: EXIT_LOOK_NS }
                }
            }
            Step::ExpectExit { core, status } => {
                match env.shared.exits.get(&core.number) {
                    Some(s) if s == status => {}
                    Some(s) => env.fail(&format!(
                        "expect_exit: the program of {} ended with status {s}, not {status}",
                        core.name()
                    )),
                    None => env.fail(&format!(
                        "expect_exit: the program of {} has not ended",
                        core.name()
                    )),
                }
                Want::Next
            }
            Step::Sleep { .. } if begun => Want::Next,
            Step::Sleep { ns } => {
                doing = Doing::Once;
                Want::Nap { ns: *ns }
            }
            Step::Print(text) => {
                env.bus.print(self.id, now, format!("{text}\n").as_bytes());
                Want::Next
            }
            Step::Repeat { times } => {
                task.loops.push((task.pc + 1, *times));
                Want::Next
            }
            Step::Again => {
                if let Some((start, left)) = task.loops.pop()
                    && left > 1
                {
                    task.loops.push((start, left - 1));
                    task.pc = start.wrapping_sub(1);
                }
                Want::Next
            }
            Step::Job { job, end } => {
                spawned = Some(Task::new(task.pc + 1, Some(*job), now));
                task.pc = end.wrapping_sub(1);
                Want::Next
            }
            Step::Round { job, .. } if env.shared.stopped.contains(job) => {
                task.over = true;
                Want::Next
            }
            Step::Round { start, .. } if begun => {
                task.pc = start.wrapping_sub(1);
                Want::Next
            }
            Step::Round { every_ns, .. } => {
                doing = Doing::Once;
                Want::Nap { ns: *every_ns }
            }
            Step::StopJob { job } => {
                if !env.shared.stopped.contains(job) {
                    env.shared.stopped.push(*job);
                }
                let mut tasks = self.state.tasks.iter();
                if tasks.any(|t| t.job == Some(*job) && !t.over) {
                    doing = Doing::Once;
                    Want::Work { ns: EXIT_LOOK_NS }
                } else {
                    Want::Next
                }
            }
            Step::Finish { status } => {
                finished = Some(*status);
                Want::Next
            }
        };
        self.settle_want(&mut task, doing, want);
        if let Some(t) = self.state.tasks.get_mut(i) {
            *t = task;
        }
        self.state.tasks.extend(spawned);
        if let Some(status) = finished {
            self.finish(status);
        }
    }

    /// Lets `task` do what it wants.
    fn settle_want(&self, task: &mut Task, doing: Doing, want: Want) {
        let now = self.state.now;
        task.doing = doing;
        match want {
            Want::Read { at, bytes } => {
                task.moving = Some(Move {
                    at,
                    bytes: vec![0; bytes as usize],
                    done: 0,
                    reads: true,
                });
            }
            Want::Write { at, bytes } => {
                task.moving = Some(Move {
                    at,
                    bytes,
                    done: 0,
                    reads: false,
                });
            }
            Want::Work { ns } => task.ready = now.after(self.clock.ticks(ns)),
            Want::Nap { ns } => {
                let ns = ns.saturating_add(self.params.sleep_overhead_ns);
                task.ready = now.after(self.clock.ticks(ns));
            }
            Want::Next => {
                task.doing = Doing::Nothing;
                task.pc = task.pc.wrapping_add(1);
            }
        }
    }

    /// Thread `i` has come to the end of the program.
    fn end_of(&mut self, i: usize) {
        if i == 0 {
            self.finish(0);
        } else if let Some(t) = self.state.tasks.get_mut(i) {
            t.over = true;
        }
    }
}

/// Clears memory of the host's own.
fn clear(mem: &mut Memory, at: u32, bytes: u32) {
    const PIECE: u32 = 4096;
    let zeros = [0; PIECE as usize];
    for piece in (0..bytes).step_by(PIECE as usize) {
        let len = PIECE.min(bytes - piece) as usize;
        let at = u64::from(at) + u64::from(piece);
        let clean = mem.peek(at, len).is_none_or(|b| b.iter().all(|&b| b == 0));
        if let (false, Some(zeros)) = (clean, zeros.get(..len)) {
            mem.poke(at, zeros);
        }
    }
}

/// Does with what was read what the script wants.
fn read(r: &Read, got: &[u8], env: &mut Env<'_>) -> Want {
    if let Some(problem) = r.expect.as_ref().and_then(|e| e.problem(got)) {
        env.fail(&format!("{} {problem}", r.what));
    }
    if r.print {
        let shown = if r.text { c_string(got) } else { hex(got) };
        let line = format!("{} = {shown}\n", r.what);
        env.bus.print(env.id, env.now, line.as_bytes());
    }
    if let Some(name) = &r.save {
        env.bus.stream(name, got);
    }
    Want::Next
}
