//! The buffer of lines that come from outside the core.

use serde::{Deserialize, Serialize};

/// A line of instructions, by address / 8, and the first cycle in which it can be issued from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) number: u32,
    pub(super) first: u64,
    /// When it was asked for.
    pub(super) asked: u64,
}

/// The buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lines {
    pub(super) current: Option<Line>,
    pub(super) next: Option<Line>,
    /// From when on the buffer is empty, as far as that is not counted: an instruction behind which
    /// there is no whole one could be issued then, but for its operands.
    pub(super) empty: Option<u64>,
}

impl Lines {
    /// Cycles before `now` in which the buffer was empty and a line on its way, and not yet counted.
    pub fn waited(&self, now: u64) -> u64 {
        match (self.empty, self.next) {
            (Some(from), Some(line)) => line.first.min(now).saturating_sub(from.max(line.asked)),
            _ => 0,
        }
    }
}
