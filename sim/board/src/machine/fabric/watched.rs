//! Registers of devices that a debugger watches.

use trueboard_core::mem::Watchpoint;

/// Watchpoints that lie in no memory, and the first that was reached.
#[derive(Default)]
pub(crate) struct WatchedRegisters {
    points: Vec<Watchpoint>,
    reached: Option<Watchpoint>,
}

impl WatchedRegisters {
    /// Watches exactly `points` from now on.
    pub fn arm(&mut self, points: Vec<Watchpoint>) {
        self.points = points;
        self.reached = None;
    }

    /// Some registers are watched.
    #[inline]
    pub fn any(&self) -> bool {
        !self.points.is_empty()
    }

    /// Notes an access to the register word at `pa`. A write counts whether it changes the register or not: what it
    /// does to the device is not in the value.
    pub fn note(&mut self, pa: u64, write: bool) {
        const BYTES: u64 = 4;
        let stops = |p: &&Watchpoint| {
            let kind = if write {
                p.kind.writes()
            } else {
                p.kind.reads()
            };
            kind && p.at < pa + BYTES && pa < p.at.saturating_add(p.len)
        };
        let reached = self.points.iter().find(stops);
        self.reached = self.reached.or(reached.copied());
    }

    /// The first that was reached, which is then forgotten.
    pub fn take_reached(&mut self) -> Option<Watchpoint> {
        self.reached.take()
    }
}
