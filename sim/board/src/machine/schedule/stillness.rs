//! The record of tests for an endless run (`nowhere.rs`).

use serde::{Deserialize, Serialize};

/// For how long nothing has happened that loops could have to do with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Stillness {
    /// Stores, traps, and accesses to devices, clocks and counters so far.
    pub course: (u64, u64),
    /// Looks since that changed.
    pub looks: u32,
    /// The cores were followed after so many.
    pub followed: u32,
    /// The cores are in loops for ever.
    pub proven: bool,
}
