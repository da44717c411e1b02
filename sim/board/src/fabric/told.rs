//! What is told at the end of a run: refused accesses, and reads that raced.

use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;

/// An access that the bus refused, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Refusal {
    pub core: u8,
    pub pc: u64,
    pub pa: u64,
    pub write: bool,
    pub fault: BusFault,
}

/// A read that a core made while an older write of its own to the same bytes was on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Race {
    /// The address of the first such read.
    pub pa: u64,
    /// One of them got what was there before the write.
    pub stale: bool,
    pub times: u64,
}

impl Race {
    /// In a sentence.
    pub fn text(&self) -> String {
        let got = if self.stale {
            "got what was there before"
        } else {
            "was not bound to see it"
        };
        let times = match self.times {
            1 => String::new(),
            n => format!(" ({n} times)"),
        };
        format!(
            "read of {:#010x} raced with the core's own write there, still on its way, and {got}{times}",
            self.pa
        )
    }
}
