//! The core that runs a host's program.

use crate::clock::HostClock;
use crate::drain::PacketCheck;
use crate::env::Shared;
use crate::meters::{METERS, Meter};
use crate::params::Params;
use crate::program::Program;
use crate::task::Task;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{Core, ErrorStop, Past, RegName, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;
use trueboard_core::meter::{Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::{Clock, Tick};

/// After so many steps in a row without time, the program is endless.
const ENDLESS: u32 = 1_000_000;

/// A host. Without a program it does nothing.
pub struct EHost {
    pub(crate) params: Params,
    pub(crate) id: u8,
    cycle: Clock,
    pub(crate) clock: HostClock,
    pub(crate) program: Arc<Program>,
    pub(crate) check: Option<PacketCheck>,
    pub(crate) state: State,
}

/// What changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// Of the program, which is not part of a snapshot.
    mark: String,
    pub now: Tick,
    started: bool,
    /// The files that are there from the beginning are.
    opened: bool,
    pub tasks: Vec<Task>,
    pub shared: Shared,
    /// When its way to the chip and to memory is free.
    pub port_free: Tick,
    /// The read that is under way: thread, bytes.
    pub asked: Option<(u32, u32)>,
    /// Distinguishes answers.
    pub tag: u32,
    metered: Tick,
    /// Cycles in which it waited or slept.
    idle: u64,
    /// Steps since time went on for it.
    standing: u32,
    pub steps: u64,
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
            standing: 0,
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

    /// The next thread, and its time.
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

    pub(crate) fn finish(&mut self, status: u32) {
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
            bank.add(true, Meter::Cycles, busy);
            bank.add(true, Meter::IssueCycles, busy);
            bank.add(true, Meter::IdleCycles, idle);
            bank.add(true, Meter::Instructions, std::mem::take(&mut s.steps));
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
            s.standing = 0;
        }
    }
}

impl Core for EHost {
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
            self.state.standing += 1;
            if self.state.standing > ENDLESS {
                self.meter(cx.meters);
                return Stop::Break(format!(
                    "the host's script makes {ENDLESS} steps in a row in which no time passes, the last in \
                     step {}; let it sleep or wait for something",
                    self.pc()
                ));
            }
            self.think(i, cx);
        }
    }

    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        _cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        self.pass(at);
        self.answered(delivery, at);
        Ok(0)
    }

    fn meters(&self) -> &'static Dictionary {
        &METERS
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

impl Inspect for EHost {
    fn pc(&self) -> u64 {
        self.state.tasks.first().map_or(0, |t| t.pc.into())
    }

    fn history(&self) -> Vec<Past> {
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
}
