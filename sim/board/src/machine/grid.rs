//! Power and temperature on a fixed grid of simulated time. The grid belongs to the model and not to observation, so
//! tracing cannot change the value of a sensor.

use trueboard_core::meter::{CoreMeter, Meters};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_power::{PowerState, Sample};

/// What a run had used at a point of the grid, or at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerPoint {
    /// When.
    pub at: Tick,
    /// Microjoules since the start, in the order of [`PowerState::components`].
    pub energy_uj: Vec<f64>,
    /// Cycles that each core had run.
    pub cycles: Vec<u64>,
    /// Die temperature in thousandths of a degree Celsius.
    pub die_mc: i64,
}

/// Advances the power model at every grid point.
#[derive(Clone)]
pub(crate) struct PowerGrid {
    state: PowerState,
    interval: u64,
    at: Tick,
    /// Every point so far, where they are wanted.
    series: Option<Vec<PowerPoint>>,
}

impl PowerGrid {
    /// A grid of `interval` base ticks.
    pub fn new(state: PowerState, interval: u64) -> PowerGrid {
        PowerGrid {
            state,
            interval: interval.max(1),
            at: Tick(0),
            series: None,
        }
    }

    /// Keeps every point from now on.
    pub fn keep(&mut self) {
        self.series.get_or_insert_default();
    }

    /// The points that were kept.
    pub fn series(&self) -> &[PowerPoint] {
        self.series.as_deref().unwrap_or_default()
    }

    /// The next grid point.
    pub fn next_at(&self) -> Tick {
        self.at.after(self.interval)
    }

    /// Die temperature in thousandths of a degree Celsius.
    pub fn die_mc(&self) -> i64 {
        self.state.die_mc()
    }

    /// Adds the time up to `to`; `meters` are those of that moment.
    pub fn advance(&mut self, to: Tick, base_hz: u64, meters: &Meters) -> Sample {
        let sample = self.state.advance(self.at, to, base_hz, meters);
        self.at = to;
        if let Some(series) = &mut self.series {
            let cores = meters.cores.iter();
            series.push(PowerPoint {
                at: to,
                energy_uj: self.state.energy_uj().iter().map(|e| e.1).collect(),
                cycles: cores.map(|c| c.get(CoreMeter::CYCLES)).collect(),
                die_mc: self.state.die_mc(),
            });
        }
        sample
    }

    pub fn state(&self) -> &PowerState {
        &self.state
    }

    /// The state, for snapshots and the digest.
    pub fn save(&self) -> Vec<u8> {
        to_bytes(&(self.at, &self.state))
    }

    /// Takes a saved state.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        (self.at, self.state) = from_bytes(bytes)?;
        Ok(())
    }
}
