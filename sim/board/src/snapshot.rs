//! Snapshots of a whole machine: save, and go on later, in another process, as if nothing had
//! happened. Observers (traces, judges of counters) are no part of it and begin anew.

use crate::machine::Machine;
use serde::{Deserialize, Serialize};
use trueboard_core::device::DevId;
use trueboard_core::event::EventQueue;
use trueboard_core::fact::CoreState;
use trueboard_core::mem::Memory;
use trueboard_core::meter::Meters;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

/// First bytes of a snapshot.
const MAGIC: &str = "trueboard.snapshot/1";

#[derive(Serialize, Deserialize)]
struct Saved {
    magic: String,
    board: String,
    now: Tick,
    cores: Vec<Vec<u8>>,
    states: Vec<CoreState>,
    devices: Vec<DeviceState>,
    memory: Memory,
    holders: Vec<Vec<(u64, u8)>>,
    queue: EventQueue,
    snoops: Vec<Vec<u64>>,
    meters: Meters,
    die_mc: i64,
    power: Option<Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
struct DeviceState {
    name: String,
    clocked: bool,
    bytes: Vec<u8>,
}

impl Machine {
    /// The whole state, as bytes.
    pub fn save(&self) -> Vec<u8> {
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
        to_bytes(&Saved {
            magic: MAGIC.to_owned(),
            board: self.name.clone(),
            now: self.now,
            cores: self.cores.iter().map(|c| c.save()).collect(),
            states: self.states.clone(),
            devices: devices.collect(),
            memory: self.mem.clone(),
            holders: f.memories.iter().map(|m| held(&m.holders)).collect(),
            queue: f.queue.clone(),
            snoops: f.snoops.clone(),
            meters: self.meters.clone(),
            die_mc: f.die_mc,
            power: self.power.as_ref().map(|p| p.save()),
        })
    }

    /// Takes the state that [`Machine::save`] gave, on a machine built from the same board file.
    ///
    /// # Errors
    /// When the bytes are no snapshot of this board. The machine is then not to be used any more.
    pub fn load_state(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let s: Saved = from_bytes(bytes)?;
        if s.magic != MAGIC || s.board != self.name || s.cores.len() != self.cores.len() {
            return Err(SnapshotError::new(format!(
                "it is of {} ({} cores), not of this board",
                s.board,
                s.cores.len()
            )));
        }
        if s.devices.len() != self.fabric.slots.len() {
            return Err(SnapshotError::new(
                "its devices are not those of this board",
            ));
        }
        for (core, bytes) in self.cores.iter_mut().zip(&s.cores) {
            core.load(bytes)?;
        }
        for (i, d) in s.devices.iter().enumerate() {
            let slot = &mut self.fabric.slots[i];
            if slot.name != d.name {
                return Err(SnapshotError::new(format!(
                    "it has {} for {}",
                    d.name, slot.name
                )));
            }
            slot.clocked = d.clocked;
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
        self.fabric.die_mc = s.die_mc;
        self.meters = s.meters;
        self.now = s.now;
        if let (Some(p), Some(bytes)) = (&mut self.power, &s.power) {
            p.load(bytes)?;
        }
        self.resume();
        Ok(())
    }
}
