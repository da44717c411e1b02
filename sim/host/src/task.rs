//! A thread of the host: where it is in the program, and what it waits for.

use crate::drain::DrainState;
use crate::exchange::Exchanging;
use crate::poll::Polling;
use crate::traps::Serving;
use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// How far a step is that takes several accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Doing {
    /// It has not begun.
    #[default]
    Nothing,
    /// Once begun, it has one thing to wait for.
    Once,
    /// Until then at most.
    Deadline(Tick),
    /// See [`crate::poll::Poll`].
    Poll(Polling),
    /// See [`crate::drain::Drain`].
    Drain(DrainState),
    /// See [`crate::exchange::Exchange`].
    Exchange(Exchanging),
    /// See [`crate::traps::Traps`].
    Traps(Serving),
}

/// Bytes that are being moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Move {
    pub at: u32,
    /// What is written, or the room for what is read.
    pub bytes: Vec<u8>,
    pub done: u32,
    pub reads: bool,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// Next step; past the end when it is over.
    pub pc: u32,
    /// The job that it is, if it is not the main thread.
    pub job: Option<u32>,
    /// When it continues.
    pub ready: Tick,
    pub doing: Doing,
    pub moving: Option<Move>,
    /// What it read last.
    pub got: Vec<u8>,
    /// First step and rounds left of each loop that it is in.
    pub loops: Vec<(u32, u32)>,
    pub over: bool,
}

impl Task {
    pub fn new(pc: u32, job: Option<u32>, ready: Tick) -> Task {
        Task {
            pc,
            job,
            ready,
            doing: Doing::Nothing,
            moving: None,
            got: Vec::new(),
            loops: Vec::new(),
            over: false,
        }
    }
}
