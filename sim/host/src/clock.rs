//! The host's clock: what it shows at a moment of true time, and how long its spans really last.

use crate::params::Params;
use trueboard_core::time::Tick;

/// The host's clock counts nanoseconds, up to its drift; exact integers throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostClock {
    base_hz: u64,
    offset_ns: u64,
    /// Its nanoseconds in 10^9 true ones.
    rate: u64,
}

const BILLION: u64 = 1_000_000_000;

impl HostClock {
    /// The clock that `params` describe, on a board with this many base ticks a second.
    pub fn new(params: &Params, base_hz: u64) -> HostClock {
        let ppb = params.drift_ppb().unwrap_or(0);
        HostClock {
            base_hz: base_hz.max(1),
            offset_ns: params.offset_ns,
            rate: BILLION.saturating_add_signed(ppb),
        }
    }

    /// What it shows at `at`.
    pub fn at(&self, at: Tick) -> u64 {
        // ns * rate / 10^9, with ns = at * 10^9 / base_hz.
        let passed = u128::from(at.0) * u128::from(self.rate) / u128::from(self.base_hz);
        self.offset_ns.saturating_add(passed as u64)
    }

    /// Base ticks in which it advances by `ns`, rounded up.
    pub fn ticks(&self, ns: u64) -> u64 {
        let ticks = (u128::from(ns) * u128::from(self.base_hz)).div_ceil(u128::from(self.rate));
        u64::try_from(ticks).unwrap_or(u64::MAX)
    }

    /// Its relation to true time: (numerator, denominator) of the true nanoseconds after reset at
    /// which it would have shown 0, and of those that one of its nanoseconds lasts.
    pub fn truth(&self) -> ((i128, u128), (i128, u128)) {
        let rate = u128::from(self.rate);
        let late = i128::from(self.offset_ns) * i128::from(BILLION);
        let zero = -late;
        ((zero, rate), (i128::from(BILLION), rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_and_offset_are_exact() {
        let params = Params {
            drift_ppm: 50.0,
            offset_ns: 1_000,
            ..Params::default()
        };
        let c = HostClock::new(&params, 600_000_000);
        assert_eq!(c.at(Tick(0)), 1_000);
        // Ten true seconds at 50 ppm: 500 us more.
        assert_eq!(c.at(Tick(6_000_000_000)), 1_000 + 10_000_500_000);
        assert_eq!(c.ticks(10_000_500_000), 6_000_000_000);
        let ((zero, den), (tick, tick_den)) = c.truth();
        assert_eq!((zero, den), (-1_000_000_000_000, 1_000_050_000));
        assert_eq!((tick, tick_den), (1_000_000_000, 1_000_050_000));
    }

    #[test]
    fn decimals_of_drift() {
        let p = |drift_ppm| Params {
            drift_ppm,
            ..Params::default()
        };
        assert_eq!(p(0.1).drift_ppb(), Some(100));
        assert_eq!(p(-20.005).drift_ppb(), Some(-20_005));
        assert_eq!(p(0.0001).drift_ppb(), None);
        assert_eq!(p(f64::NAN).drift_ppb(), None);
    }
}
