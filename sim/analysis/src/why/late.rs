//! Missed deadlines: what late and long calls of a periodic function had more than the others.

use super::against::Side;
use super::{Changes, Grain, Kinds, changes};
use serde::Serialize;
use trueboard_truth::profile::TOLERANCE_PERCENT;
use trueboard_truth::why::{Activation, CauseRow};

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
