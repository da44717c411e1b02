//! Requests of devices that the machine carries out after the slice.

use trueboard_core::device::{CoreSignal, DevId, MemoryChange};
use trueboard_core::time::Tick;

/// See the module.
#[derive(Default)]
pub(crate) struct Requests {
    /// The core that ended the run through a device, and the status it gave.
    pub exit: Option<(u8, u32)>,
    /// Why a device resets the board.
    pub reset: Option<&'static str>,
    /// Signals to cores.
    pub signals: Vec<(u8, CoreSignal, Tick)>,
    /// Changes of memories, each with the device that makes it and when.
    pub changes: Vec<(DevId, Tick, MemoryChange)>,
}

impl Requests {
    /// Whether there is nothing to be done.
    pub fn is_empty(&self) -> bool {
        self.signals.is_empty()
            && self.changes.is_empty()
            && self.exit.is_none()
            && self.reset.is_none()
    }
}
