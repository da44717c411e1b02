//! Whether executions begin periodically, and which begin early or late.

use serde::{Deserialize, Serialize};

/// An interval that differs from the mean of those before it by this much or more is a violation, in
/// percent of that mean.
pub const TOLERANCE_PERCENT: u64 = 5;

/// [`TOLERANCE_PERCENT`] as the part of a mean that it is: one in so many.
const TOLERANCE: u64 = 100 / TOLERANCE_PERCENT;
const _: () = assert!(TOLERANCE * TOLERANCE_PERCENT == 100);

/// The intervals between the beginnings of executions, in base ticks. Each is held against the mean of all
/// before it; the first has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Periods {
    /// How many intervals.
    pub intervals: u64,
    /// All of them together.
    pub ticks: u64,
    /// Those that are [`TOLERANCE_PERCENT`] or more off the mean of those before.
    pub violations: u64,
    /// By how much violations were longer than that mean, summed; negative if they were shorter.
    pub deviation_ticks: i64,
    /// By how much violations were longer than that mean and the tolerance, summed; negative if they were
    /// shorter.
    pub excess_ticks: i64,
}

impl Periods {
    /// Takes in an interval.
    #[inline(always)]
    pub fn add(&mut self, ticks: u64) {
        let (n, sum) = (self.intervals, self.ticks);
        self.intervals = n + 1;
        self.ticks = sum + ticks;
        // Without the rounding of the mean.
        if n != 0 && is_off(ticks, n, sum, TOLERANCE) {
            let mean = sum / n;
            // Runs of 2^63 ticks there are not.
            let deviation = ticks.wrapping_sub(mean).cast_signed();
            let within = mean / TOLERANCE;
            self.violations += 1;
            self.deviation_ticks += deviation;
            self.excess_ticks += deviation - within.cast_signed();
        }
    }

    /// Executions begin periodically: there are three or more, and at least half of the intervals behind the
    /// first are within the tolerance.
    #[must_use]
    pub fn is_periodic(&self) -> bool {
        let held = self.intervals.saturating_sub(1);
        held != 0 && 2 * self.violations <= held
    }

    /// The mean interval in base ticks; 0 without an interval.
    #[must_use]
    pub fn mean_ticks(&self) -> u64 {
        self.ticks.checked_div(self.intervals).unwrap_or(0)
    }
}

/// `ticks` is off the mean of `n` intervals of `sum` ticks by one part in `parts` or more.
#[inline(always)]
fn is_off(ticks: u64, n: u64, sum: u64, parts: u64) -> bool {
    if let Some(all) = ticks.checked_mul(n)
        && let Some(off) = all.abs_diff(sum).checked_mul(parts)
    {
        return off >= sum;
    }
    let wide = u128::from;
    let off = (wide(ticks) * wide(n)).abs_diff(wide(sum));
    off.saturating_mul(wide(parts)) >= wide(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(intervals: &[u64]) -> Periods {
        let mut p = Periods::default();
        intervals.iter().for_each(|&i| p.add(i));
        p
    }

    #[test]
    fn a_period_needs_three_executions() {
        assert!(!of(&[]).is_periodic());
        assert!(!of(&[100]).is_periodic());
        assert!(of(&[100, 100]).is_periodic());
        assert!(!of(&[100, 200]).is_periodic());
    }

    #[test]
    fn a_late_execution_is_a_violation_with_its_deviation() {
        let p = of(&[1000, 1000, 1000, 1100, 1000]);
        assert_eq!((p.violations, p.deviation_ticks), (1, 100));
        assert_eq!(p.excess_ticks, 50);
        assert_eq!(p.mean_ticks(), 1020);
        assert!(p.is_periodic());
    }

    /// Means of those before: 100, 100, 110, 105.
    #[test]
    fn a_function_is_periodic_as_long_as_half_of_its_intervals_are() {
        let half = of(&[100, 100, 130, 90, 105]);
        assert_eq!((half.violations, half.intervals - 1), (2, 4));
        assert!(half.is_periodic());
        let more = of(&[100, 100, 130, 90, 105, 200]);
        assert_eq!((more.violations, more.intervals - 1), (3, 5));
        assert!(!more.is_periodic());
    }

    /// 130 is 30 longer than its mean, 25 of them beyond the tolerance of 5; 90 is 20 shorter than 110, whose tolerance
    /// is 5.
    #[test]
    fn deviations_and_excesses_are_of_the_mean_before() {
        let p = of(&[100, 100, 130]);
        assert_eq!((p.deviation_ticks, p.excess_ticks), (30, 25));
        let p = of(&[100, 100, 130, 90]);
        assert_eq!((p.deviation_ticks, p.excess_ticks), (10, 0));
    }

    #[test]
    fn five_percent_is_a_violation_and_less_is_none() {
        assert_eq!(of(&[100, 105]).violations, 1);
        assert_eq!(of(&[100, 104]).violations, 0);
        assert_eq!(of(&[100, 95]).violations, 1);
        assert_eq!(of(&[100, 95]).deviation_ticks, -5);
    }

    /// Intervals that are alike are soon no violations any more, as the running mean follows.
    #[test]
    fn a_lasting_shift_stops_being_a_violation() {
        let mut intervals = vec![100; 10];
        intervals.extend([120; 60]);
        let p = of(&intervals);
        assert!((10..60).contains(&p.violations), "{}", p.violations);
        assert_eq!(of(&[200, 100, 200, 100, 200, 100]).violations, 5);
    }
}
