//! What a core has on its ways to the meshes.

use serde::{Deserialize, Serialize};

/// The ways out of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Writes to the chip: the cMesh.
    Chip,
    /// Reads: the rMesh.
    Read,
    /// Writes to the outside of the chip: the xMesh.
    Off,
}

/// The load that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Load {
    /// First register, and whether the next one is loaded too.
    pub register: u8,
    pub double: bool,
    /// The first cycle in which what it brings can be used.
    pub first: u64,
}

/// What is between the core and the meshes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outside {
    pub load: Option<Load>,
    /// The first cycle in which each way accepts a packet.
    pub free: [u64; 3],
    /// The cycle in which the last of its writes arrives.
    pub arrives: u64,
    /// It waits for an answer that never comes.
    pub hangs: bool,
}

impl Outside {
    /// A load waits for its answer.
    #[inline]
    pub fn waits(&self) -> bool {
        self.load.is_some()
    }

    /// The core waits for an answer, or for one that never comes.
    pub fn is_busy(&self) -> bool {
        self.waits() || self.hangs
    }
}
