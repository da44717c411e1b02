//! The units with judged readings.

use std::sync::Arc;
use trueboard_judge::{ClockUnit, Decoder, SensorUnit};

/// What counts, keeps time and senses, by what the judge must know of it.
#[derive(Default)]
pub(crate) struct Units {
    pub counters: Vec<Arc<dyn Decoder>>,
    pub clocks: Vec<ClockUnit>,
    pub sensors: Vec<SensorUnit>,
}

impl Units {
    /// Adds a unit that counts.
    pub(crate) fn count(&mut self, unit: impl Decoder + 'static) {
        self.counters.push(Arc::new(unit));
    }
}
