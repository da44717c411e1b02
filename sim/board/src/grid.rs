//! Power and temperature on a fixed grid of simulated time.

use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// One point of the grid.
pub(crate) struct Sample {
    pub uw: u64,
    pub die_mc: i64,
}

/// Advances the power model at every grid point.
pub(crate) struct PowerGrid {
    at: Tick,
}

impl PowerGrid {
    pub fn next_at(&self) -> Tick {
        self.at
    }
    pub fn die_mc(&self) -> i64 {
        40_000
    }
    pub fn advance(&mut self, at: Tick, base_hz: u64, meters: &Meters) -> Sample {
        let _ = (base_hz, meters);
        self.at = at.after(1_000_000);
        Sample { uw: 0, die_mc: 40_000 }
    }
    pub fn save(&self) -> Vec<u8> {
        Vec::new()
    }
}
