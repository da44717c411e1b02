//! Missed deadlines: what late and long calls of a periodic function had more than the others.

use super::against::Side;
use super::{Changes, Grain, Kinds, changes};
use crate::profile::observe::TOLERANCE_PERCENT;
use crate::why::observe::{Activation, CauseRow};
use serde::Serialize;

/// The calls of a periodic function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Late {
    /// Intervals between the beginnings of two calls.
    pub intervals: usize,
    /// Those that are longer than the period by more than the tolerance: their calls are late.
    pub late: usize,
    /// The period that they are held against, in base ticks: a given one, or the mean of all intervals before.
    pub period_ticks: Option<u64>,
    /// What made intervals of late calls longer than the others; what made them long, if all are late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited: Option<Changes>,
    /// Calls.
    pub calls: usize,
    /// Those that took longer than the median by more than the tolerance.
    pub long: usize,
    /// The median, in base ticks.
    pub median_ticks: u64,
    /// What made long calls longer than the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took: Option<Changes>,
}

/// Holds `activations`, by core and time, against each other. `period` is in base ticks.
#[must_use]
pub fn late(
    activations: &[Activation],
    period: Option<u64>,
    kinds: Kinds<'_>,
    grain: Grain,
) -> Late {
    let longer = |n: u64, than: u64| {
        u128::from(n) * 100 > u128::from(than) * u128::from(100 + TOLERANCE_PERCENT)
    };
    let (mut late, mut punctual) = (Vec::new(), Vec::new());
    let mut sum: (u64, u64) = (0, 0);
    for pair in activations.windows(2) {
        let [a, b] = pair else { continue };
        if a.core != b.core {
            sum = (0, 0);
            continue;
        }
        let interval = b.begin - a.begin;
        let reference = period.or(sum.0.checked_div(sum.1));
        sum = (sum.0 + interval, sum.1 + 1);
        match reference.is_some_and(|r| longer(interval, r)) {
            true => late.push(&b.before),
            false => punctual.push(&b.before),
        }
    }
    let mut taken: Vec<u64> = activations.iter().map(|a| a.end - a.begin).collect();
    taken.sort_unstable();
    let median = taken.get(taken.len() / 2).copied().unwrap_or(0);
    let (long, others): (Vec<&Activation>, Vec<&Activation>) =
        (activations.iter()).partition(|a| longer(a.end - a.begin, median));
    let long: Vec<&Vec<CauseRow>> = long.into_iter().map(|a| &a.rows).collect();
    let others: Vec<&Vec<CauseRow>> = others.into_iter().map(|a| &a.rows).collect();
    let compared = |these: &[&Vec<CauseRow>], others: &[&Vec<CauseRow>]| {
        (!these.is_empty()).then(|| changes(&side(others), &side(these), kinds, grain))
    };
    Late {
        intervals: late.len() + punctual.len(),
        late: late.len(),
        period_ticks: period,
        waited: compared(&late, &punctual),
        calls: activations.len(),
        long: long.len(),
        median_ticks: median,
        took: compared(&long, &others),
    }
}

fn side<'a>(of: &[&'a Vec<CauseRow>]) -> Side<'a> {
    Side {
        rows: of.iter().flat_map(|rows| rows.iter()).collect(),
        calls: of.len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::CoreKind;

    /// Of calls by core, beginning and length: which intervals are late, and which calls are long.
    fn counted(calls: &[(u8, u64, u64)], period: Option<u64>) -> (usize, usize) {
        let of = |&(core, begin, length): &(u8, u64, u64)| Activation {
            core,
            begin,
            end: begin + length,
            rows: Vec::new(),
            before: Vec::new(),
        };
        let calls: Vec<Activation> = calls.iter().map(of).collect();
        let found = late(&calls, period, &|_| CoreKind::default(), Grain::default());
        (found.late, found.long)
    }

    /// Calls of core 0 with these intervals between their beginnings.
    fn with_intervals(intervals: &[u64]) -> Vec<(u8, u64, u64)> {
        let mut calls = vec![(0, 0, 1)];
        for interval in intervals {
            let begin = calls.last().map_or(0, |c| c.1) + interval;
            calls.push((0, begin, 1));
        }
        calls
    }

    #[test]
    fn an_interval_is_late_by_more_than_five_percent_of_the_mean_before() {
        let of = |intervals: &[u64], period| counted(&with_intervals(intervals), period).0;
        assert_eq!(of(&[100, 100, 105], None), 0);
        assert_eq!(of(&[100, 100, 106], None), 1);
        // The mean of 200 and 100 is 150, of which 5 % are 7.5.
        assert_eq!(of(&[200, 100, 157], None), 0);
        assert_eq!(of(&[200, 100, 158], None), 1);
        // A given period is that of the first interval, too.
        assert_eq!(of(&[105, 106, 106], Some(100)), 2);
    }

    #[test]
    fn each_core_has_a_period_of_its_own() {
        let mut calls = with_intervals(&[100, 100]);
        calls.extend([(1, 0, 1), (1, 1000, 1), (1, 2000, 1)]);
        assert_eq!(counted(&calls, None).0, 0);
    }

    #[test]
    fn a_call_is_long_by_more_than_five_percent_of_the_median() {
        let lengths = |last| [(0, 0, 100), (0, 1000, 20), (0, 2000, 100), (0, 3000, last)];
        assert_eq!(counted(&lengths(105), None).1, 0);
        assert_eq!(counted(&lengths(106), None).1, 1);
    }
}
