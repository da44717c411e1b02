//! The store buffer: stores that were posted, and how far their transfers are.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The stores with transfers that are pending or not yet over.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Posted {
    pub(super) stores: VecDeque<Store>,
    /// When the next transfer may start.
    pub(super) free_at: u64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Store {
    pub(super) mem: usize,
    pub(super) pa: u32,
    pub(super) bytes: u16,
    pub(super) pc: u32,
    /// When it came into the buffer.
    pub(super) asked: u64,
    /// When its transfer is over, if that was made.
    pub(super) done: Option<u64>,
}

impl Posted {
    /// True when nothing is left to be done at the start of a slice.
    pub fn is_idle(&self) -> bool {
        self.stores.back().is_none_or(|s| s.done.is_some())
    }

    /// When the next transfer is to start; never if none is left.
    pub fn next(&self) -> u64 {
        if self.is_idle() {
            return u64::MAX;
        }
        let next = self.stores.iter().find(|s| s.done.is_none());
        next.map_or(u64::MAX, |s| s.asked.max(self.free_at))
    }
}

/// Bytes of the bus words that `bytes` at `pa` touch: an access across a boundary of double words
/// takes two.
pub(super) fn beats(pa: u32, bytes: u32) -> u16 {
    if (pa & 7) + bytes > 8 && bytes <= 8 {
        16
    } else {
        bytes as u16
    }
}
