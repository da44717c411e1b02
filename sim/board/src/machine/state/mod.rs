//! The state of a machine: the one list of the parts that decide its future, and of its observed past. Checkpoints,
//! snapshot files and the digest are made from it.

mod checkpoint;
mod digest;
mod file;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;

pub use checkpoint::Checkpoint;
pub use file::SOURCES;

use crate::machine::Machine;
use crate::machine::fabric::network_queue::NetworkQueue;
use crate::machine::fabric::{Faults, Held, Noted, Streamed};
use crate::machine::judge::Judge;
use crate::machine::sample::Sampler;
use crate::machine::schedule::spans::Span;
use crate::machine::schedule::starts::Starts;
use crate::machine::schedule::stillness::Stillness;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use trueboard_core::device::DevId;
use trueboard_core::event::EventQueue;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::mem::MemoryImage;
use trueboard_core::meter::Meters;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

/// See the module.
#[derive(Clone, Serialize, Deserialize)]
struct State {
    now: Tick,
    /// Of each core, in its own form.
    cores: Vec<Vec<u8>>,
    states: Vec<CoreState>,
    devices: Vec<DeviceState>,
    memory: MemoryImage,
    /// Of each memory, the lines that caches may hold.
    holders: Vec<Vec<Held>>,
    queue: EventQueue,
    snoops: Vec<Vec<u64>>,
    network_queue: NetworkQueue,
    streams: BTreeMap<String, Vec<u8>>,
    streamed: BTreeMap<String, Streamed>,
    typed: VecDeque<u8>,
    meters: Meters,
    die_mc: i64,
    faults: Option<Box<Faults>>,
    untimed: bool,
    power: Option<Vec<u8>>,
    observed: Observed,
}

/// What was seen so far and changes nothing.
#[derive(Clone, Serialize, Deserialize)]
struct Observed {
    noted: Noted,
    touched: u64,
    stillness: Stillness,
    starts: Starts,
    spans: Vec<Span>,
    judge: Option<Judge>,
    sampler: Option<Sampler>,
}

#[derive(Clone, Serialize, Deserialize)]
struct DeviceState {
    name: String,
    clocked: bool,
    bytes: Vec<u8>,
}

impl Machine {
    /// All of its state, with an image of its memories.
    fn state(&self, memory: MemoryImage) -> State {
        let f = &self.fabric;
        let devices = f.attached.iter().enumerate().map(|(i, s)| DeviceState {
            name: s.name.clone(),
            clocked: s.clocked,
            bytes: f.device_ref(DevId(i as u16)).save(),
        });
        State {
            now: self.now,
            cores: self.cores.iter().map(|c| c.save()).collect(),
            states: self.states.clone(),
            devices: devices.collect(),
            memory,
            holders: f.memories.iter().map(|m| m.holders.held()).collect(),
            queue: f.queue.clone(),
            snoops: f.snoops.clone(),
            network_queue: f.network_queue.clone(),
            streams: f.outside.streams.clone(),
            streamed: f.outside.streamed.clone(),
            typed: f.outside.typed.clone(),
            meters: self.meters.clone(),
            die_mc: f.die_mc,
            faults: f.faults.clone(),
            untimed: f.untimed,
            power: self.power.as_ref().map(|p| p.save()),
            observed: Observed {
                noted: f.noted.clone(),
                touched: f.touched,
                stillness: self.stillness.clone(),
                starts: self.starts.clone(),
                spans: self.spans.clone(),
                judge: f.judge.clone(),
                sampler: self.sampler.clone(),
            },
        }
    }

    /// Sets the machine to a state of a machine like this one ([`Machine::fits`]). Pending console bytes and facts are
    /// dropped.
    ///
    /// # Errors
    /// When a part does not know its state; the machine is then not to be used any more.
    fn set_state(&mut self, s: State) -> Result<(), SnapshotError> {
        for (core, bytes) in self.cores.iter_mut().zip(&s.cores) {
            core.load(bytes)?;
        }
        for (i, d) in s.devices.iter().enumerate() {
            self.fabric.attached[i].clocked = d.clocked;
            self.fabric.device(DevId(i as u16)).load(&d.bytes)?;
        }
        for (memory, held) in self.fabric.memories.iter_mut().zip(&s.holders) {
            memory.holders.restore(held);
        }
        self.mem.restore(&s.memory);
        self.states = s.states;
        self.fabric.queue = s.queue;
        self.fabric.snoops = s.snoops;
        self.fabric.network_queue = s.network_queue;
        self.fabric.outside.streams = s.streams;
        self.fabric.outside.streamed = s.streamed;
        self.fabric.outside.typed = s.typed;
        self.fabric.die_mc = s.die_mc;
        self.fabric.faults = s.faults;
        self.fabric.untimed = s.untimed;
        self.fabric.lanes.close_untimed();
        self.tell_struck();
        self.meters = s.meters;
        self.now = s.now;
        if let (Some(p), Some(bytes)) = (&mut self.power, &s.power) {
            p.load(bytes)?;
        }
        let o = s.observed;
        self.fabric.noted = o.noted;
        self.fabric.touched = o.touched;
        self.stillness = o.stillness;
        self.starts = o.starts;
        self.spans = o.spans;
        if let (Some(judge), Some(state)) = (&mut self.fabric.judge, o.judge) {
            judge.resume(state);
        }
        if let Some(sampler) = &mut self.sampler {
            sampler.resume(o.sampler, self.now, &self.meters);
        }
        // What was recorded before belongs to another time.
        drop((self.take_facts(), self.take_console()));
        self.resume();
        Ok(())
    }

    /// True when `s` is a state of a machine of these parts.
    fn fits(&self, s: &State) -> bool {
        let f = &self.fabric;
        let names = s.devices.iter().map(|d| &d.name);
        let mut banks = s.meters.cores.iter().zip(&self.cores);
        s.cores.len() == self.cores.len()
            && s.states.len() == self.cores.len()
            && s.snoops.len() == self.cores.len()
            && s.network_queue.fits(self.cores.len())
            && s.meters.cores.len() == self.cores.len()
            && banks.all(|(bank, core)| bank.is_of(core.meters()))
            && s.meters.buses.len() == self.buses.len()
            && s.meters.caches.len() == self.caches.len()
            && s.power.is_some() == self.power.is_some()
            && self.mem.is_of(&s.memory)
            && names.eq(f.attached.iter().map(|d| &d.name))
    }

    /// What every core is doing now, as facts.
    pub(crate) fn state_facts(&self) -> Vec<Fact> {
        let states = self.states.iter().enumerate();
        states
            .map(|(i, &state)| Fact {
                at: self.now,
                source: Source::Core(i as u8),
                kind: FactKind::State(state),
            })
            .collect()
    }
}
