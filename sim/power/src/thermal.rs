//! A die on a package in an ambient: two first-order stages whose temperature rises add up. For
//! power that is constant over an interval the update is exact, however long the interval is.

use serde::{Deserialize, Serialize};

/// Temperatures at the start of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Start {
    /// Everything is at ambient temperature.
    Cold,
    /// As after a long time at this power.
    Steady {
        /// Nanowatts.
        nw: f64,
    },
}

/// A thermal resistance with its time constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stage {
    pub k_per_w: f64,
    pub tau_s: f64,
}

impl Stage {
    /// The rise that lasting power leads to, in K.
    pub fn steady(&self, nw: f64) -> f64 {
        self.k_per_w * (nw * 1e-9)
    }

    /// The rise `seconds` after it was `rise`, with constant power.
    pub fn after(&self, rise: f64, nw: f64, seconds: f64) -> f64 {
        let way = -libm::expm1(-seconds / self.tau_s);
        rise + (self.steady(nw) - rise) * way
    }
}
