//! One run beside another: every number of the one against that of the other.

use super::measured::Tolerance;
use crate::regions::matches;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of a run: by place (a core, a bus, a region, a counter) and meter.
pub type Numbers = BTreeMap<String, BTreeMap<String, u64>>;

/// How far meters whose name matches may be apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The meter, or `place.meter`, with `*` for any text and `?` for one character.
    pub pattern: String,
    /// How far.
    pub tolerance: Tolerance,
}

/// A number that the two runs do not agree on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Where.
    pub place: String,
    /// What.
    pub meter: String,
    /// Here; `None` when this run has no such place.
    pub here: Option<u64>,
    /// In the other run; `None` when that one has no such place.
    pub against: Option<u64>,
    /// The difference in percent of the other run's number; `None` when that is 0 or not there.
    pub percent: Option<f64>,
    /// What is allowed, in percent.
    pub bound_percent: f64,
    /// It is more than that, or only one of the runs has such a place.
    pub beyond: bool,
}

/// All differences of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differences {
    /// Numbers that were compared.
    pub compared: u64,
    /// Those that differ, the largest difference first.
    pub differ: Vec<Difference>,
}

impl Differences {
    /// Those that are beyond their bound.
    pub fn beyond(&self) -> impl Iterator<Item = &Difference> {
        self.differ.iter().filter(|d| d.beyond)
    }
}

/// A bound that no meter of the two runs matches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no meter of the runs is called `{0}`")]
pub struct UnusedBound(pub String);

/// Holds the numbers of one run against those of another. Of several bounds that match a meter the
/// last one counts, without one `tolerance`. A meter that only one of the runs has at a place is 0 in
/// the other one; a place that only one of them has is beyond every bound.
///
/// # Errors
/// A bound that matches nothing.
pub fn differences(
    here: &Numbers,
    against: &Numbers,
    tolerance: Tolerance,
    bounds: &[Bound],
) -> Result<Differences, UnusedBound> {
    let mut used = vec![false; bounds.len()];
    let mut out = Differences {
        compared: 0,
        differ: Vec::new(),
    };
    let places: BTreeSet<&String> = here.keys().chain(against.keys()).collect();
    for place in places {
        let (a, b) = (here.get(place), against.get(place));
        let meters: BTreeSet<&String> = [a, b]
            .into_iter()
            .flatten()
            .flat_map(|m| m.keys())
            .collect();
        for meter in meters {
            let full = format!("{place}.{meter}");
            let mut allowed = tolerance;
            for (bound, used) in bounds.iter().zip(&mut used) {
                if matches(&bound.pattern, meter) || matches(&bound.pattern, &full) {
                    (allowed, *used) = (bound.tolerance, true);
                }
            }
            let number = |m: &BTreeMap<String, u64>| m.get(meter).copied().unwrap_or(0);
            let (a, b) = (a.map(number), b.map(number));
            out.compared += 1;
            if a == b {
                continue;
            }
            out.differ.push(Difference {
                place: place.clone(),
                meter: meter.clone(),
                here: a,
                against: b,
                percent: a.zip(b).and_then(|(a, b)| percent(a, b)),
                bound_percent: allowed.ppm as f64 / 10_000.0,
                beyond: a.zip(b).is_none_or(|(a, b)| allowed.exceeded(a, b)),
            });
        }
    }
    if let Some((bound, _)) = bounds.iter().zip(&used).find(|(_, used)| !**used) {
        return Err(UnusedBound(bound.pattern.clone()));
    }
    out.differ.sort_by(by_size);
    Ok(out)
}

fn percent(a: u64, b: u64) -> Option<f64> {
    (b != 0).then(|| (a as f64 - b as f64) / b as f64 * 100.0)
}

/// Places of one run only first, then what the other run has not at all, then by percent.
fn by_size(x: &Difference, y: &Difference) -> Ordering {
    let size = |d: &Difference| match (d.here.zip(d.against), d.percent) {
        (None, _) => (2, 0.0),
        (Some(_), None) => (1, 0.0),
        (Some(_), Some(p)) => (0, p.abs()),
    };
    let ((kind_x, x_percent), (kind_y, y_percent)) = (size(x), size(y));
    kind_y
        .cmp(&kind_x)
        .then(y_percent.total_cmp(&x_percent))
        .then_with(|| (&x.place, &x.meter).cmp(&(&y.place, &y.meter)))
}
