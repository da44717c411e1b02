//! Snapshots of a whole machine: save, and go on later, in another process, as if nothing had
//! happened. What judges, warnings and regions have gathered goes along, so that the report at the
//! end is that of a run in one go; traces begin anew.

use crate::fabric::{CoreWarnings, Race, Refusal, Refused, Violation, Warnings};
use crate::judge::Judge;
use crate::machine::Machine;
use crate::nowhere::Stillness;
use crate::post::Post;
use crate::sample::Sampler;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use trueboard_core::device::DevId;
use trueboard_core::event::EventQueue;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::mem::Memory;
use trueboard_core::meter::Meters;
use trueboard_core::snapshot::{SnapshotError, from_bytes, seal, to_bytes, unseal};
use trueboard_core::time::Tick;

/// What the saved states look like: a hash of the sources that define them (`states.rs`).
const SCHEMA: &str = env!("TRUEBOARD_STATES");

#[derive(Serialize, Deserialize)]
struct Saved {
    board: String,
    fingerprint: String,
    /// SHA-256 of the images.
    images: Vec<String>,
    now: Tick,
    cores: Vec<Vec<u8>>,
    states: Vec<CoreState>,
    devices: Vec<DeviceState>,
    memory: Memory,
    holders: Vec<Vec<(u64, u8)>>,
    queue: EventQueue,
    snoops: Vec<Vec<u64>>,
    post: Post,
    streams: BTreeMap<String, Vec<u8>>,
    core_warnings: CoreWarnings,
    typed: VecDeque<u8>,
    meters: Meters,
    die_mc: i64,
    power: Option<Vec<u8>>,
    observed: Observed,
    regions: Vec<u8>,
}

/// What was seen so far and changes nothing.
#[derive(Serialize, Deserialize)]
struct Observed {
    warnings: Warnings,
    refusals: BTreeMap<Refusal, Refused>,
    not_kept: u64,
    touched: u64,
    stillness: Stillness,
    races: BTreeMap<(u8, u64), Race>,
    violations: BTreeMap<(u8, u64), Violation>,
    judge: Option<Judge>,
    sampler: Option<Sampler>,
}

#[derive(Serialize, Deserialize)]
struct DeviceState {
    name: String,
    clocked: bool,
    bytes: Vec<u8>,
}

impl Machine {
    /// The whole state, as bytes of a file.
    pub fn save(&self) -> Vec<u8> {
        self.save_with(Vec::new(), self.fabric.streams.clone())
    }

    /// The whole state together with what is known of `regions`, and all `streams` of the run.
    pub(crate) fn save_with(
        &self,
        regions: Vec<u8>,
        streams: BTreeMap<String, Vec<u8>>,
    ) -> Vec<u8> {
        let f = &self.fabric;
        let devices = f.slots.iter().enumerate().map(|(i, s)| DeviceState {
            name: s.name.clone(),
            clocked: s.clocked,
            bytes: f.device_ref(DevId(i as u16)).save(),
        });
        // Few lines are held at a time: only those are kept.
        let held = |all: &Vec<u8>| -> Vec<(u64, u8)> {
            let lines = all.iter().enumerate();
            lines
                .filter(|(_, h)| **h != 0)
                .map(|(i, h)| (i as u64, *h))
                .collect()
        };
        let saved = Saved {
            board: self.name.clone(),
            fingerprint: self.fingerprint.clone(),
            images: self.images.iter().map(|i| i.sha256.clone()).collect(),
            now: self.now,
            cores: self.cores.iter().map(|c| c.save()).collect(),
            states: self.states.clone(),
            devices: devices.collect(),
            memory: self.mem.clone(),
            holders: f.memories.iter().map(|m| held(&m.holders)).collect(),
            queue: f.queue.clone(),
            snoops: f.snoops.clone(),
            post: f.post.clone(),
            streams,
            core_warnings: f.core_warnings.clone(),
            typed: f.typed.clone(),
            meters: self.meters.clone(),
            die_mc: f.die_mc,
            power: self.power.as_ref().map(|p| p.save()),
            observed: Observed {
                warnings: f.warnings.clone(),
                refusals: f.refusals.clone(),
                not_kept: f.not_kept,
                touched: f.touched,
                stillness: self.stillness.clone(),
                races: f.races.clone(),
                violations: f.violations.clone(),
                judge: f.judge.clone(),
                sampler: self.sampler.clone(),
            },
            regions,
        };
        seal(SCHEMA, &to_bytes(&saved))
    }

    /// Takes the state that [`Machine::save`] gave, on a machine built from the same board file,
    /// with the same images loaded.
    ///
    /// # Errors
    /// Why the bytes are of no use here, and what would be. The machine is then not to be used any
    /// more.
    pub fn load_state(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.load_with(bytes).map(|_| ())
    }

    /// As [`Machine::load_state`]; answers what [`Machine::save_with`] was given.
    pub(crate) fn load_with(&mut self, bytes: &[u8]) -> Result<Vec<u8>, SnapshotError> {
        let s: Saved = from_bytes(unseal(SCHEMA, bytes)?)?;
        self.check_origin(&s)?;
        for (core, bytes) in self.cores.iter_mut().zip(&s.cores) {
            core.load(bytes)?;
        }
        for (i, d) in s.devices.iter().enumerate() {
            self.fabric.slots[i].clocked = d.clocked;
            self.fabric.device(DevId(i as u16)).load(&d.bytes)?;
        }
        for (m, held) in self.fabric.memories.iter_mut().zip(s.holders) {
            m.holders.fill(0);
            for (line, h) in held {
                if let Some(at) = usize::try_from(line)
                    .ok()
                    .and_then(|l| m.holders.get_mut(l))
                {
                    *at = h;
                }
            }
        }
        self.mem = s.memory;
        self.mem.after_load();
        self.states = s.states;
        self.fabric.queue = s.queue;
        self.fabric.snoops = s.snoops;
        self.fabric.post = s.post;
        self.fabric.streams = s.streams;
        self.fabric.core_warnings = s.core_warnings;
        self.fabric.typed = s.typed;
        self.fabric.die_mc = s.die_mc;
        self.meters = s.meters;
        self.now = s.now;
        if let (Some(p), Some(bytes)) = (&mut self.power, &s.power) {
            p.load(bytes)?;
        }
        self.fabric.warnings = s.observed.warnings;
        self.fabric.refusals = s.observed.refusals;
        self.fabric.not_kept = s.observed.not_kept;
        self.fabric.touched = s.observed.touched;
        self.stillness = s.observed.stillness;
        self.fabric.races = s.observed.races;
        self.fabric.violations = s.observed.violations;
        if self.fabric.judge.is_some() && s.observed.judge.is_some() {
            self.fabric.judge = s.observed.judge;
        }
        if let Some(sampler) = &mut self.sampler {
            sampler.resume(s.observed.sampler, self.now, &self.meters);
        }
        // What the reset of this machine recorded is long past.
        drop((self.take_facts(), self.take_console()));
        self.resume();
        Ok(s.regions)
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

    /// A snapshot goes back to the board and the images that it was made with.
    fn check_origin(&self, s: &Saved) -> Result<(), SnapshotError> {
        if s.board != self.name {
            return Err(SnapshotError::new(format!(
                "it is of the board {}, not of {}; say --board {}",
                s.board, self.name, s.board
            )));
        }
        if s.fingerprint != self.fingerprint || s.power.is_some() != self.power.is_some() {
            return Err(SnapshotError::new(format!(
                "it is of {} with other values; use the same board file and the same --set",
                self.name
            )));
        }
        let images = self.images.iter().map(|i| &i.sha256);
        if !images.eq(&s.images) {
            return Err(SnapshotError::new(
                "it was made with other images; give the same files in the same order",
            ));
        }
        // What follows holds for every snapshot of this board that was not tampered with.
        let f = &self.fabric;
        let names = s.devices.iter().map(|d| &d.name);
        let sound = s.cores.len() == self.cores.len()
            && s.states.len() == self.cores.len()
            && s.snoops.len() == self.cores.len()
            && s.post.fits(self.cores.len())
            && s.meters.cores.len() == self.cores.len()
            && s.meters.buses.len() == self.buses.len()
            && s.meters.caches.len() == self.caches.len()
            && s.memory.same_regions(&self.mem)
            && names.eq(f.slots.iter().map(|d| &d.name));
        if !sound {
            return Err(SnapshotError::new(
                "its parts are not those of this board; make it again",
            ));
        }
        Ok(())
    }
}
