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
///
/// Ticks are converted to cycles at every transfer and event. A division by a run-time number is slow. It is a shift
/// for powers of two, and otherwise, where exact, a multiplication by the reciprocal, scaled by 2^63 and rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u64", into = "u64")]
pub struct Clock {
    ticks_per_cycle: u64,
    /// 64 when it is no power of two.
    shift: u32,
    reciprocal: u64,
    /// Numbers below are divided right by the reciprocal.
    exact_below: u64,
}

impl From<u64> for Clock {
    fn from(ticks_per_cycle: u64) -> Clock {
        Clock::new(ticks_per_cycle)
    }
}

impl From<Clock> for u64 {
    fn from(clock: Clock) -> u64 {
        clock.ticks_per_cycle
    }
}

/// The base clock: one tick per cycle.
impl Default for Clock {
    fn default() -> Clock {
        Clock::new(1)
    }
}

impl Clock {
    /// A clock with cycles of `ticks_per_cycle` base ticks (at least 1).
    pub fn new(ticks_per_cycle: u64) -> Clock {
        let d = ticks_per_cycle.max(1);
        let reciprocal = (1u64 << 63).div_ceil(d);
        // With e = reciprocal * d - 2^63 the product is n / d + n * e / (d * 2^63): its whole part
        // is right as long as n * e < 2^63. The margin of d lets an edge be rounded up.
        let excess = u128::from(reciprocal) * u128::from(d) - (1 << 63);
        let exact_below = match u64::try_from(excess) {
            Ok(0) => u64::MAX - d,
            Ok(e) => ((1 << 63) / e).saturating_sub(d),
            Err(_) => 0,
        };
        Clock {
            ticks_per_cycle: d,
            shift: if d.is_power_of_two() {
                d.trailing_zeros()
            } else {
                64
            },
            reciprocal,
            exact_below,
        }
    }

    #[inline]
    fn divide(self, n: u64) -> u64 {
        ((u128::from(n) * u128::from(self.reciprocal)) >> 63) as u64
    }

    /// Base ticks in one cycle.
    pub fn ticks_per_cycle(self) -> u64 {
        self.ticks_per_cycle
    }

    /// `cycles` of this clock in base ticks.
    #[inline]
    pub fn ticks(self, cycles: u64) -> u64 {
        cycles * self.ticks_per_cycle
    }

    /// Whole cycles completed at `at`, counted from reset.
    #[inline]
    pub fn cycles_at(self, at: Tick) -> u64 {
        self.cycles(at.0)
    }

    /// Whole cycles in `ticks`.
    #[inline]
    pub fn cycles(self, ticks: u64) -> u64 {
        if self.shift < 64 {
            ticks >> self.shift
        } else if ticks < self.exact_below {
            self.divide(ticks)
        } else {
            ticks / self.ticks_per_cycle
        }
    }

    /// The number of the first edge at or after `at`: the cycle in which an event of that time is visible.
    #[inline]
    pub fn cycle_of(self, at: Tick) -> u64 {
        let d = self.ticks_per_cycle;
        if at.0 >= self.exact_below {
            at.0.div_ceil(d)
        } else if self.shift < 64 {
            (at.0 + (d - 1)) >> self.shift
        } else {
            self.divide(at.0 + d - 1)
        }
    }

    /// The first edge of this clock at or after `at`.
    #[inline]
    pub fn edge_at_or_after(self, at: Tick) -> Tick {
        let d = self.ticks_per_cycle;
        if at.0 < self.exact_below {
            if self.shift < 64 {
                return Tick((at.0 + (d - 1)) & d.wrapping_neg());
            }
            return Tick(self.divide(at.0 + (d - 1)) * d);
        }
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

    /// The reciprocal against the division, near multiples and near the limit, for clocks of all
    /// sizes.
    #[test]
    fn reciprocals_divide_right() {
        let odd = [
            1,
            2,
            3,
            5,
            7,
            10,
            250,
            999,
            1 << 20,
            99_999_989,
            111_111_111,
        ];
        for d in odd
            .into_iter()
            .chain([u64::MAX / 3, (1 << 63) - 1, 1 << 63, u64::MAX])
        {
            let c = Clock::new(d);
            let mut n = 1u64;
            let mut tries = vec![0, d - 1, d, c.exact_below, u64::MAX - 1, u64::MAX];
            for _ in 0..2000 {
                n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let limited = n % c.exact_below.max(1);
                let multiple = limited / d * d;
                tries.extend([n, n >> 32, limited, multiple, multiple.saturating_sub(1)]);
                tries.push(c.exact_below.saturating_sub(n >> 50));
            }
            for n in tries {
                assert_eq!(c.cycles(n), n / d, "{n} / {d}");
                assert_eq!(c.cycle_of(Tick(n)), n.div_ceil(d), "{n} / {d}");
                if let Some(edge) = n.div_ceil(d).checked_mul(d) {
                    assert_eq!(c.edge_at_or_after(Tick(n)), Tick(edge), "{n} to {d}");
                }
            }
        }
    }

    #[test]
    fn never_does_not_wrap() {
        assert_eq!(Tick::NEVER.after(10), Tick::NEVER);
        assert_eq!(Tick(3).since(Tick(9)), 0);
    }
}
