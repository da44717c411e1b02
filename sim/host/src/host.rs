//! The core that runs a host's program.

use crate::clock::HostClock;
use crate::drain::PacketCheck;
use crate::params::Params;
use crate::poll::ns_text;
use crate::program::{Program, Read, Step};
use crate::task::{Doing, Env, Move, Shared, Task, Want};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::{Core, ErrorStop, RegName, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::{CoreState, FactKind, Source};
use trueboard_core::mem::Memory;
use trueboard_core::meter::{CoreMeter, Meters};
use trueboard_core::net::{Mail, Packet};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::{Clock, Tick};

/// A host. Without a program it does nothing.
pub struct EHost {
    params: Params,
    id: u8,
    cycle: Clock,
    clock: HostClock,
    program: Arc<Program>,
    check: Option<PacketCheck>,
    state: State,
}

/// What changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// Of the program, which is not part of a snapshot.
    mark: String,
    now: Tick,
    started: bool,
    /// The files that are there from the beginning are.
    opened: bool,
    tasks: Vec<Task>,
    shared: Shared,
    /// When its way to the chip and to memory is free.
    port_free: Tick,
    /// The read that is under way: thread, bytes.
    asked: Option<(u32, u32)>,
    /// Tells answers apart.
    tag: u32,
    metered: Tick,
    /// Cycles in which it waited or slept.
    idle: u64,
    steps: u64,
    finished: Option<u32>,
}

impl EHost {
    /// The host with number `id` on a board with `base_hz` base ticks a second.
    pub fn new(params: Params, id: u8, cycle: Clock, base_hz: u64, program: Program) -> EHost {
        let clock = HostClock::new(&params, base_hz);
        let state = State {
            mark: program.mark(),
            now: Tick(0),
            started: false,
            opened: false,
            tasks: Vec::new(),
            shared: Shared::default(),
            port_free: Tick(0),
            asked: None,
            tag: 0,
            metered: Tick(0),
            idle: 0,
            steps: 0,
            finished: None,
        };
        EHost {
            params,
            id,
            cycle,
            clock,
            program: Arc::new(program),
            check: None,
            state,
        }
    }

    /// Packets that are drained must pass `check`.
    pub fn set_check(&mut self, check: PacketCheck) {
        self.check = Some(check);
    }

    /// The thread that goes on next, and when.
    fn next(&self) -> Option<(usize, Tick)> {
        let s = &self.state;
        let when = |t: &Task| match t.moving {
            Some(_) => t.ready.max(s.port_free),
            None => t.ready,
        };
        let alive = s.tasks.iter().enumerate().filter(|(_, t)| !t.over);
        alive
            .map(|(i, t)| (i, when(t)))
            .min_by_key(|&(i, at)| (at, i))
    }

    /// Moves the next bytes of thread `i`'s transfer.
    fn move_on(&mut self, i: usize, cx: &mut RunCx<'_>) {
        let now = self.state.now;
        let Some(task) = self.state.tasks.get_mut(i) else {
            return;
        };
        let Some(m) = &mut task.moving else { return };
        let at = m.at.wrapping_add(m.done);
        let left = m.bytes.len() as u32 - m.done;
        let bytes = [4, 2, 1]
            .into_iter()
            .find(|b| at.is_multiple_of(*b) && *b <= left)
            .unwrap_or(1);
        let from = m.done as usize;
        let mut value = [0; 8];
        let part = m.bytes.get(from..from + bytes as usize).unwrap_or_default();
        if let Some(v) = value.get_mut(..part.len()) {
            v.copy_from_slice(part);
        }
        let packet = Packet {
            txn: Txn {
                master: self.id,
                at: now,
                pa: at.into(),
                bytes: bytes as u16,
                op: if m.reads { Op::Read } else { Op::Write },
                line: false,
                uncached: true,
                pc: task.pc.into(),
            },
            value: if m.reads {
                0
            } else {
                u64::from_le_bytes(value)
            },
            tag: self.state.tag,
        };
        let timing = cx.bus.send(&packet, cx.meters);
        if m.reads {
            if timing.first == Tick::NEVER {
                // The bus of the ARM answers with an error where the chip does not answer.
                let answer = Mail::Answer {
                    tag: self.state.tag,
                    value: Err(BusFault::Unmapped),
                };
                self.state.asked = Some((i as u32, bytes));
                self.answered(&answer, now);
                let what = format!("nothing answers a read of {at:#010x}; it is taken for 0");
                cx.bus.tell(self.id, now, &what);
                return;
            }
            self.state.asked = Some((i as u32, bytes));
            return;
        }
        m.done += bytes;
        let over = m.done as usize >= m.bytes.len();
        self.state.port_free = timing.freed;
        if over {
            task.ready = self.state.port_free;
            task.moving = None;
            task.got.clear();
        }
    }

    /// Takes an answer that came at `at`.
    fn answered(&mut self, mail: &Mail, at: Tick) {
        let Mail::Answer { tag, value } = mail else {
            return;
        };
        if *tag != self.state.tag {
            return;
        }
        let Some((i, bytes)) = self.state.asked.take() else {
            return;
        };
        self.state.tag = self.state.tag.wrapping_add(1);
        let Some(task) = self.state.tasks.get_mut(i as usize) else {
            return;
        };
        let Some(m) = &mut task.moving else { return };
        let from = m.done as usize;
        let word = value.unwrap_or(0).to_le_bytes();
        if let (Some(to), Some(got)) = (
            m.bytes.get_mut(from..from + bytes as usize),
            word.get(..bytes as usize),
        ) {
            to.copy_from_slice(got);
        }
        m.done += bytes;
        self.state.port_free = at;
        if m.done as usize >= m.bytes.len() {
            task.got = std::mem::take(&mut m.bytes);
            task.moving = None;
            task.ready = at;
        }
    }

    /// Lets thread `i` go on with its step.
    fn think(&mut self, i: usize, cx: &mut RunCx<'_>) {
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
                    doing = p.begin(&env);
                }
                match &mut doing {
                    Doing::Poll(s) => p.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::Traps(t) => {
                if !begun {
                    doing = t.begin();
                }
                match &mut doing {
                    Doing::Traps(s) => t.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::Drain(d) => {
                if !begun {
                    doing = d.begin();
                }
                match &mut doing {
                    Doing::Drain(s) => d.go_on(s, &got, &mut env),
                    _ => Want::Next,
                }
            }
            Step::Exchange(e) => {
                if !begun {
                    doing = e.begin(&mut env);
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
                    // The thread that serves TRAPs finds out; this one looks at what it noted.
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

    fn finish(&mut self, status: u32) {
        let failed = u32::from(self.state.shared.failed);
        self.state.finished = Some(if status == 0 { failed } else { status });
    }

    fn meter(&mut self, meters: &mut Meters) {
        let s = &mut self.state;
        let (from, to) = (self.cycle.cycles_at(s.metered), self.cycle.cycles_at(s.now));
        s.metered = s.metered.max(s.now);
        let idle = s.idle.min(to.saturating_sub(from));
        s.idle = 0;
        if let Some(bank) = meters.cores.get_mut(usize::from(self.id)) {
            let busy = to.saturating_sub(from) - idle;
            bank.add(true, CoreMeter::Cycles, busy);
            bank.add(true, CoreMeter::IssueCycles, busy);
            bank.add(true, CoreMeter::IdleCycles, idle);
            bank.add(true, CoreMeter::Instructions, std::mem::take(&mut s.steps));
        }
    }

    /// Puts its time forward to `at`.
    fn pass(&mut self, at: Tick) {
        let s = &mut self.state;
        if at > s.now {
            if s.asked.is_none() && at > s.port_free {
                let from = s.now.max(s.port_free);
                s.idle += self.cycle.cycles(at.since(from));
            }
            s.now = at;
        }
    }
}

/// How often a thread looks at what another one noted.
const EXIT_LOOK_NS: u64 = 10_000;

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
    let text = || {
        let mut word = [0; 8];
        match word.get_mut(..got.len()) {
            Some(w) => {
                w.copy_from_slice(got);
                format!("{:#x}", u64::from_le_bytes(word))
            }
            None => got.iter().map(|b| format!("{b:02x}")).collect(),
        }
    };
    if let Some(want) = r.expect {
        let bytes = want.to_le_bytes();
        if bytes.get(..got.len()) != Some(got) {
            env.fail(&format!("{} is {}, not {want:#x}", r.what, text()));
        }
    }
    if r.print {
        let line = format!("{} = {}\n", r.what, text());
        env.bus.print(env.id, env.now, line.as_bytes());
    }
    if let Some(name) = &r.save {
        env.bus.stream(name, got);
    }
    Want::Next
}

impl Core for EHost {
    fn kind(&self) -> &'static str {
        "ehost"
    }

    fn now(&self) -> Tick {
        self.state.now
    }

    fn state(&self) -> CoreState {
        match &self.state {
            s if !s.started || s.finished.is_some() => CoreState::Held,
            s if s.asked.is_some() => CoreState::Idle,
            _ => CoreState::Running,
        }
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        loop {
            if let Some(status) = self.state.finished {
                self.meter(cx.meters);
                return Stop::Error(ErrorStop {
                    trap: 0,
                    pc: self.pc(),
                    what: "the host's script is over".to_owned(),
                    exit: Some(status),
                });
            }
            if !std::mem::replace(&mut self.state.opened, true) {
                for (name, bytes) in &self.program.files {
                    cx.bus.stream(name, bytes);
                }
            }
            let Some((i, at)) = self.next() else {
                self.finish(0);
                continue;
            };
            self.pass(at);
            if self.state.now >= cx.sync_until.min(cx.until) {
                self.meter(cx.meters);
                return Stop::Sync;
            }
            let moving = self.state.tasks.get(i).is_some_and(|t| t.moving.is_some());
            if moving {
                self.move_on(i, cx);
                // What the packet does comes before what the host does next.
                return Stop::Yield;
            }
            self.think(i, cx);
        }
    }

    fn receive(&mut self, mail: &Mail, at: Tick, _cx: &mut RunCx<'_>) -> Result<u64, BusFault> {
        self.pass(at);
        self.answered(mail, at);
        Ok(0)
    }

    fn meters(&self) -> &'static [CoreMeter] {
        &[
            CoreMeter::Cycles,
            CoreMeter::IdleCycles,
            CoreMeter::Instructions,
            CoreMeter::IssueCycles,
        ]
    }

    fn signal(&mut self, signal: CoreSignal, at: Tick, _meters: &mut Meters) {
        if let CoreSignal::Start(_) = signal
            && !self.state.started
        {
            self.pass(at);
            self.state.started = true;
            self.state.tasks.push(Task::new(0, None, at));
        }
    }

    fn skip_to(&mut self, at: Tick, meters: &mut Meters) {
        self.pass(at);
        self.meter(meters);
    }

    fn settle(&mut self, meters: &mut Meters) {
        self.meter(meters);
    }

    fn pc(&self) -> u64 {
        self.state.tasks.first().map_or(0, |t| t.pc.into())
    }

    fn history(&self) -> Vec<u64> {
        Vec::new()
    }

    fn registers(&self) -> &'static [RegName] {
        &[RegName {
            name: "pc",
            bits: 32,
        }]
    }

    fn get(&self, _i: usize) -> u64 {
        self.pc()
    }

    fn set(&mut self, _i: usize, _value: u64) {}

    fn disasm(&self, pc: u64, _bytes: &[u8]) -> (String, usize) {
        (format!("step {pc} of the host's script"), 1)
    }

    fn set_free(&mut self, _ranges: &[(u64, u64)]) {}

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.state)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: State = from_bytes(bytes)?;
        if state.mark != self.state.mark {
            return Err(SnapshotError::new(
                "it was made with another host script; give the same one",
            ));
        }
        self.state = state;
        Ok(())
    }
}
