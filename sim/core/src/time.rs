//! Integer time. One base tick per board, the least common multiple of its clocks, so that every
//! clock edge is an integer; no floating point ever enters a model's time.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub};

/// A point on the board's timeline, in base ticks since reset.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Tick(pub u64);

impl Tick {
    /// Later than every event that can be scheduled.
    pub const NEVER: Tick = Tick(u64::MAX);

    /// `self - earlier`, or 0 when `earlier` is later.
    pub fn since(self, earlier: Tick) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// `self + ticks`, staying at [`Tick::NEVER`] instead of wrapping.
    #[must_use]
    pub fn after(self, ticks: u64) -> Tick {
        Tick(self.0.saturating_add(ticks))
    }
}

impl Add<u64> for Tick {
    type Output = Tick;
    fn add(self, ticks: u64) -> Tick {
        Tick(self.0 + ticks)
    }
}

impl AddAssign<u64> for Tick {
    fn add_assign(&mut self, ticks: u64) {
        self.0 += ticks;
    }
}

impl Sub for Tick {
    type Output = u64;
    fn sub(self, other: Tick) -> u64 {
        self.0 - other.0
    }
}

/// A clock domain: how many base ticks one of its cycles lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    ticks_per_cycle: u64,
}

/// The base clock: one tick per cycle.
impl Default for Clock {
    fn default() -> Clock {
        Clock::new(1)
    }
}

impl Clock {
    /// A clock whose cycle lasts `ticks_per_cycle` base ticks (at least 1).
    pub fn new(ticks_per_cycle: u64) -> Clock {
        Clock {
            ticks_per_cycle: ticks_per_cycle.max(1),
        }
    }

    /// Base ticks in one cycle.
    pub fn ticks_per_cycle(self) -> u64 {
        self.ticks_per_cycle
    }

    /// `cycles` of this clock in base ticks.
    pub fn ticks(self, cycles: u64) -> u64 {
        cycles * self.ticks_per_cycle
    }

    /// Whole cycles completed at `at`, counted from reset.
    pub fn cycles_at(self, at: Tick) -> u64 {
        at.0 / self.ticks_per_cycle
    }

    /// The first edge of this clock at or after `at`.
    pub fn edge_at_or_after(self, at: Tick) -> Tick {
        Tick(at.0.div_ceil(self.ticks_per_cycle) * self.ticks_per_cycle)
    }
}

/// The smallest base frequency in which a cycle of every clock in `hz` is a whole number of ticks.
///
/// `None` when a clock is 0 Hz or the multiple does not fit 63 bits.
///
/// ```
/// assert_eq!(trueboard_core::time::base_hz(&[250_000_000, 100_000_000]), Some(500_000_000));
/// ```
pub fn base_hz(hz: &[u64]) -> Option<u64> {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let mut lcm = 1u64;
    for &f in hz {
        if f == 0 {
            return None;
        }
        lcm = (lcm / gcd(lcm, f))
            .checked_mul(f)
            .filter(|&l| l < 1 << 63)?;
    }
    Some(lcm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_is_common_multiple_of_gr740_clocks() {
        assert_eq!(base_hz(&[250_000_000, 100_000_000]), Some(500_000_000));
        assert_eq!(
            base_hz(&[600_000_000, 666_666_666]),
            Some(66_666_666_600_000_000)
        );
        assert_eq!(base_hz(&[0]), None);
    }

    #[test]
    fn edges() {
        let c = Clock::new(5);
        assert_eq!(c.edge_at_or_after(Tick(0)), Tick(0));
        assert_eq!(c.edge_at_or_after(Tick(6)), Tick(10));
        assert_eq!(c.cycles_at(Tick(14)), 2);
    }

    #[test]
    fn never_does_not_wrap() {
        assert_eq!(Tick::NEVER.after(10), Tick::NEVER);
        assert_eq!(Tick(3).since(Tick(9)), 0);
    }
}
