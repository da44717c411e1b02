//! The environment of a script's step, and its requests.

use crate::clock::HostClock;
use crate::drain::{PacketCheck, Ring};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::bus::CoreBus;
use trueboard_core::time::Tick;

/// A thread's next request, after the answer to its last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// To read, and to be called again with the bytes.
    Read { at: u32, bytes: u32 },
    /// To write, and to be called again.
    Write { at: u32, bytes: Vec<u8> },
    /// To go on after so many nanoseconds of the host's clock: work.
    Work { ns: u64 },
    /// To sleep by `usleep`, which lasts somewhat longer.
    Nap { ns: u64 },
    /// The next step.
    Next,
}

impl Want {
    pub fn write_word(at: u32, value: u32) -> Want {
        Want::Write {
            at,
            bytes: value.to_le_bytes().to_vec(),
        }
    }
}

/// What threads share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shared {
    /// Exit status of each core's program, by number.
    pub exits: BTreeMap<u8, u32>,
    /// Cores that were started and are looked after by the server of TRAPs.
    pub served: Vec<u8>,
    /// Cores found halted without a TRAP, and reported.
    pub stuck: Vec<u8>,
    /// Rings that were drained, by trace and core.
    pub rings: BTreeMap<(String, u8), Ring>,
    /// Sequence number of the next exchange.
    pub next_seq: u32,
    /// Jobs that are to end, or have ended.
    pub stopped: Vec<u32>,
    /// A condition of the script does not hold.
    pub failed: bool,
}

impl Shared {
    /// The server of TRAPs looks after a core from the moment at which it gets SYNC.
    pub fn started(&mut self, core: u8) {
        self.exits.remove(&core);
        self.stuck.retain(|&c| c != core);
        if !self.served.contains(&core) {
            self.served.push(core);
        }
    }
}

/// What a step may touch.
pub(crate) struct Env<'a> {
    pub now: Tick,
    pub id: u8,
    pub clock: HostClock,
    pub stamp_ns: u64,
    pub bus: &'a mut dyn CoreBus,
    pub shared: &'a mut Shared,
    pub check: Option<&'a mut PacketCheck>,
}

impl Env<'_> {
    /// When `ns` of the host's clock are over.
    pub fn deadline(&self, ns: u64) -> Tick {
        self.now.after(self.clock.ticks(ns))
    }

    /// Adds a warning.
    pub fn warn(&mut self, what: &str) {
        self.bus.warn(self.id, self.now, what);
    }

    /// Adds a warning about an error that makes the run fail.
    pub fn fail(&mut self, what: &str) {
        self.shared.failed = true;
        self.warn(what);
    }

    /// What the host's clock shows.
    pub fn stamp(&self) -> u64 {
        self.clock.at(self.now)
    }
}
