//! The errors that a status register records.

use serde::{Deserialize, Serialize};

/// The first error that a status register has taken down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct First {
    pub address: u64,
    pub master: u8,
    pub fatal: bool,
    /// Others came behind it.
    pub several: bool,
}

/// What the status registers of a code know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Status {
    pub corrected: u32,
    pub fatal: u32,
    pub first: Option<First>,
    /// Interrupts that wait: 1 corrected, 2 not correctable.
    pub pending: u32,
    /// Addresses in buffers: of what was corrected, and of what was not.
    pub addresses: [Vec<u64>; 2],
}
