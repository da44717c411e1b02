//! The number of a device.

use serde::{Deserialize, Serialize};

/// A device of the board, by index.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct DevId(pub u16);
