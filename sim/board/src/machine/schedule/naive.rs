//! The naive scheduler, the judge of the fast one: it executes one instruction of the core that is furthest behind,
//! then decides again. It has no slices, list of times, waiting cores or basic blocks.
//!
//! Order at equal times: a point of the power grid, events of devices, arrivals of a network, cores by their numbers.

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::machine::fabric::Lanes;
use trueboard_core::cpu::{ArmedStops, RunCx, Stop};
use trueboard_core::fact::CoreState;
use trueboard_core::observe::{Kinds, Observer};
use trueboard_core::time::Tick;

/// Wants every instruction for itself: cores execute no basic blocks.
struct Singly;

impl Observer for Singly {
    fn kinds(&self) -> Kinds {
        Kinds::INSTRUCTION
    }
}

impl Machine {
    /// Like [`Machine::run`], with actions of other cores, devices and the network between any two instructions: slow,
    /// the judge of the scheduler. It ignores `quantum_cycles` and `relax_cycles`, so it equals a board in reference
    /// mode. All cores execute single steps from now on. It ignores strict runs and samples.
    pub fn run_naively(&mut self, until: Tick) -> Ended {
        if let Some(ended) = &self.ended {
            return ended.clone();
        }
        if !self.core_facts.steps() || self.core_facts.charges() {
            self.observe(Box::new(Singly));
        }
        self.disarm();
        self.held = None;
        // Its transfers pass all stages.
        self.fabric.lanes = Lanes::default();
        let ended = loop {
            if let Some(ended) = self.act_naively(until) {
                break ended;
            }
        };
        self.settle();
        if ended != Ended::Paused {
            self.ended = Some(ended.clone());
        }
        ended
    }

    /// Does the one thing that comes next; how the run ends, if it does.
    fn act_naively(&mut self, until: Tick) -> Option<Ended> {
        let event = self.fabric.queue.next_at();
        let arrival = self.fabric.network_queue.next_at();
        let grid = self.power.as_ref().map_or(Tick::NEVER, |p| p.next_at());
        let mut due: Vec<(Tick, usize)> = (0..self.cores.len())
            .filter(|&i| self.cores[i].state() == CoreState::Running)
            .map(|i| (self.cores[i].due(), i))
            .collect();
        due.sort_unstable();
        let core = due.first().copied();
        let next = event.min(arrival).min(core.map_or(Tick::NEVER, |c| c.0));
        if next == Tick::NEVER && !(self.fabric.outside.awaited && until < Tick::NEVER) {
            return Some(Ended::Nothing);
        }
        self.now = self.now.max(next.min(grid).min(until));
        if grid <= next && grid < until {
            self.advance_power(grid);
            return None;
        }
        if next >= until {
            return Some(Ended::Paused);
        }
        let mut stop = None;
        if event == next {
            self.settle_cores();
            self.fabric.run_events(event, &mut self.meters);
        } else if arrival == next {
            let (at, in_flight) = self.fabric.network_queue.take(next)?;
            self.deliver(at, in_flight);
        } else {
            let (at, i) = core?;
            // Others have their turn before the core in this time, or in any that is later.
            let second = due.get(1).map_or(
                Tick::NEVER,
                |&(at, other)| {
                    if i < other { at.after(1) } else { at }
                },
            );
            let turn = second.min(event).min(arrival).min(grid);
            stop = Some((i, self.one_naively(i, at, turn)));
            if self.watching.any() {
                self.report_pulses(at, i);
            }
        }
        self.note_states();
        match stop {
            Some((i, Stop::Error(error))) => return Some(self.end_of(i, error)),
            Some((_, Stop::Break(what))) => return Some(Ended::Strict { what }),
            _ => {}
        }
        self.deliver_signals();
        self.after_devices()
    }

    /// Executes an instruction of core `i`, which is due at `at`, or what is due before it. What others can see of it
    /// may happen before `turn`.
    fn one_naively(&mut self, i: usize, at: Tick, turn: Tick) -> Stop {
        let (mut settled, mut answer) = (false, None);
        loop {
            let mut room = None;
            let mut cx = RunCx {
                mem: &mut self.mem,
                bus: self.fabric.as_bus(&mut room),
                meters: &mut self.meters,
                facts: &mut self.core_facts,
                until: at.after(1),
                planned: at.after(1),
                ends: at.after(1),
                shared_until: turn,
                sync_until: turn,
                settled,
                armed: ArmedStops::None,
                answer: answer.take(),
            };
            match self.cores[i].run(&mut cx) {
                Stop::Settle => {
                    self.settle_cores();
                    settled = true;
                }
                Stop::Peer(access) => answer = Some(self.peer(i, access)),
                stop => return stop,
            }
        }
    }
}
