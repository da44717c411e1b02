//! A transfer as its master requests it, and the errors of a bus.

use crate::time::Tick;
use serde::{Deserialize, Serialize};

/// What a transfer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    /// Instruction fetch.
    Fetch,
    /// Data read.
    Read,
    /// Write.
    Write,
    /// Atomic read and write with the bus locked in between.
    Rmw,
}

impl Op {
    /// True for all operations that change memory.
    pub fn writes(self) -> bool {
        matches!(self, Op::Write | Op::Rmw)
    }
}

/// One request of a bus master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Txn {
    /// Index of the master on its bus (a core's index; others from the board file).
    pub master: u8,
    /// The time of the master's request.
    pub at: Tick,
    /// Physical address. A line transfer names the address that is wanted first.
    pub pa: u64,
    /// Bytes to move: 1, 2, 4, 8, or a whole line.
    pub bytes: u16,
    /// What it does.
    pub op: Op,
    /// True when all of `bytes` belong to one cache-line fill (aligned down to their size).
    pub line: bool,
    /// True when the access must not be served from a shared cache's line allocation.
    pub uncached: bool,
    /// Program counter of the instruction that caused it, for messages.
    pub pc: u64,
}

/// An access that the bus answers with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BusFault {
    /// Nothing is at this address.
    Unmapped,
    /// A store to read-only memory.
    ReadOnly,
    /// The device refuses this size or offset.
    Refused,
}
