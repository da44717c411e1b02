//! The record of a run's untimed spans (`untimed.rs`).

use serde::{Deserialize, Serialize};
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// A span that is over: an untimed stretch, and a timed one behind it that has warmed caches and predictors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Span {
    /// Its end, as the option names it.
    pub until: String,
    pub from: Tick,
    /// Since then all took its time.
    pub warmed_from: Tick,
    pub to: Tick,
    /// Executed by all cores in it, and the part of these in the timed stretch.
    pub instructions: u64,
    pub warmed: u64,
    /// The core that has come to the symbol, and the symbol's address.
    pub reached: Option<(u8, u64)>,
    /// What was counted before it, and up to its end.
    pub before: Meters,
    pub counted: Meters,
}
