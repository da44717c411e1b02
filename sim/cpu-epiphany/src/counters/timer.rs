//! One of the counters CTIMER0 and CTIMER1.

use serde::{Deserialize, Serialize};

/// One counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Timer {
    /// Value when the event's sum was `from`.
    pub(super) value: u32,
    pub(super) from: u64,
    /// The event.
    pub(super) select: u8,
}

impl Timer {
    pub(super) fn read(&self, sum: u64) -> u32 {
        let counted = sum.saturating_sub(self.from);
        u32::try_from(u64::from(self.value).saturating_sub(counted)).unwrap_or(0)
    }

    /// Whether it counts.
    pub(crate) fn runs(&self) -> bool {
        self.select != 0 && self.value != 0
    }
}
