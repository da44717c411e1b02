//! Checkpoints: states of a machine in the memory of the host, for returns and forks.

use super::State;
use crate::machine::Machine;
use crate::machine::build;
use crate::machine::ended::Ended;
use crate::machine::host;
use crate::machine::schedule::pace::Slice;
use trueboard_core::device::DevId;
use trueboard_core::mem::MemoryImage;
use trueboard_core::snapshot::{SnapshotError, to_bytes};

/// Bytes of a page of memory that checkpoints share.
const PAGE: usize = 4096;

/// A machine at a point in time. It shares with the checkpoints around it the pages of memory that were not
/// written in between.
#[derive(Clone)]
pub struct Checkpoint {
    state: State,
    /// Of the board file, overrides applied.
    fingerprint: String,
    /// SHA-256 of the images.
    images: Vec<String>,
    end: End,
}

/// The position of a run that has ended, or is at a breakpoint.
#[derive(Clone)]
struct End {
    ended: Option<Ended>,
    exit: Option<(u8, u32)>,
    reset: Option<&'static str>,
    held: Option<Slice>,
    reported: Vec<Option<u64>>,
    /// Which cores stand between two instructions of a cycle.
    between: Vec<bool>,
}

impl Checkpoint {
    /// What the memories hold.
    #[must_use]
    pub fn memory(&self) -> &MemoryImage {
        &self.state.memory
    }

    /// Bytes of the host's memory that it takes beside one from before it, with which it shares pages; without one,
    /// all that it takes. What is small is left out.
    #[must_use]
    pub fn bytes_beside(&self, before: Option<&Checkpoint>) -> u64 {
        let memory = match before {
            Some(before) => self.memory().pages_apart(before.memory()) * PAGE,
            None => self.memory().bytes_held(),
        };
        let s = &self.state;
        let cores: usize = s.cores.iter().map(Vec::len).sum();
        let devices: usize = s.devices.iter().map(|d| d.bytes.len()).sum();
        let held: usize = s.holders.iter().map(|h| std::mem::size_of_val(&**h)).sum();
        let streams: usize = s.streams.values().map(Vec::len).sum();
        (memory + cores + devices + held + streams) as u64
    }

    /// The board's time: nothing before it is left to happen.
    #[must_use]
    pub fn now(&self) -> trueboard_core::time::Tick {
        self.state.now
    }
}

impl Machine {
    /// The machine as it is now, to go back to ([`Machine::restore`]) and to fork from
    /// ([`Machine::fork_at`]). The run is not changed by it.
    ///
    /// Pending console bytes and facts are dropped, and observers keep their own data. It costs the pages of memory
    /// written since the previous checkpoint.
    #[must_use]
    pub fn checkpoint(&mut self) -> Checkpoint {
        let memory = self.mem.new_image();
        Checkpoint {
            state: self.state(memory),
            fingerprint: self.fingerprint.clone(),
            images: self
                .firmware
                .images
                .iter()
                .map(|i| i.sha256.clone())
                .collect(),
            end: End {
                ended: self.ended.clone(),
                exit: self.fabric.requests.exit,
                reset: self.fabric.requests.reset,
                held: self.held,
                reported: self.reported.clone(),
                between: self.cores.iter().map(|c| c.stands_between()).collect(),
            },
        }
    }

    /// Sets the machine to a checkpoint of itself, of its fork, or of another machine with equal board and images. The
    /// run from there repeats itself.
    ///
    /// # Errors
    /// When the checkpoint is of another board or of other images; nothing is changed.
    pub fn restore(&mut self, to: &Checkpoint) -> Result<(), SnapshotError> {
        let images = self.firmware.images.iter().map(|i| &i.sha256);
        if to.fingerprint != self.fingerprint || !images.eq(&to.images) || !self.fits(&to.state) {
            return Err(SnapshotError::new(
                "the checkpoint is of another board, or was made with other images",
            ));
        }
        self.set_state(to.state.clone())?;
        self.ended = to.end.ended.clone();
        self.fabric.requests.exit = to.end.exit;
        self.fabric.requests.reset = to.end.reset;
        self.held = to.end.held;
        self.reported.clone_from(&to.end.reported);
        for (core, &between) in self.cores.iter_mut().zip(&to.end.between) {
            core.stand_between(between);
        }
        self.core_facts.stands_at(&self.meters);
        Ok(())
    }

    /// True when the machine is in the very state of a checkpoint, so that what follows is what followed then. What
    /// was only seen of the run is not compared.
    #[must_use]
    pub fn stands_at(&mut self, at: &Checkpoint) -> bool {
        let (s, f) = (&at.state, &self.fabric);
        let device = |i: usize| f.device_ref(DevId(i as u16)).save();
        let attached = || f.attached.iter().enumerate().zip(&s.devices);
        // What differs most often comes first.
        let same = self.now == s.now
            && self.ended == at.end.ended
            && self.held.is_none()
            && self.states == s.states
            && self.cores.iter().zip(&s.cores).all(|(c, b)| c.save() == *b)
            && to_bytes(&self.meters) == to_bytes(&s.meters)
            && f.die_mc == s.die_mc
            && f.faults == s.faults
            && f.untimed == s.untimed
            && self.power.as_ref().map(|p| p.save()) == s.power
            && to_bytes(&f.queue.sorted()) == to_bytes(&s.queue.sorted())
            && f.snoops == s.snoops
            && to_bytes(&f.network_queue) == to_bytes(&s.network_queue)
            && f.outside.typed == s.typed
            && to_bytes(&f.outside.streamed) == to_bytes(&s.streamed)
            && attached().all(|((i, a), d)| a.clocked == d.clocked && device(i) == d.bytes)
            && f.memories
                .iter()
                .zip(&s.holders)
                .all(|(m, held)| to_bytes(&m.holders.held()) == to_bytes(held));
        same && self.mem.new_image().holds_same(&s.memory)
    }

    /// A second machine at the position of this one, independent from here on.
    ///
    /// # Errors
    /// As [`Machine::fork_at`].
    pub fn fork(&mut self) -> Result<Machine, SnapshotError> {
        let here = self.checkpoint();
        self.fork_at(&here)
    }

    /// A second machine at a checkpoint of this one. It has no observers: it records no facts and takes no samples.
    ///
    /// # Errors
    /// When the checkpoint is of another board or of other images.
    pub fn fork_at(&self, at: &Checkpoint) -> Result<Machine, SnapshotError> {
        let mut fork =
            build::twin(&self.file).map_err(|problems| SnapshotError::new(problems.join("; ")))?;
        fork.firmware.images.clone_from(&self.firmware.images);
        fork.firmware.of_core.clone_from(&self.firmware.of_core);
        fork.tracers.clone_from(&self.tracers);
        if let Some(host) = &self.host {
            host::install(&mut fork, host.clone());
        }
        fork.power.clone_from(&self.power);
        fork.fabric.judge.clone_from(&self.fabric.judge);
        fork.strict = self.strict;
        fork.pace = self.pace;
        fork.without_watchdogs.clone_from(&self.without_watchdogs);
        fork.set_free_ranges(self.free.clone());
        fork.restore(at)?;
        Ok(fork)
    }
}
