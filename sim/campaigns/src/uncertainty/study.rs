//! Screening, then an interval from the constants that matter.

use super::constants::{Constant, Varied};
use super::request::{Request, Screening};
use super::runs::{ENERGY, Identity, RunResult, Runs, TIME};
use crate::engine::MOST;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_analyses::uncertainty::{
    Effect, Point, change_percent, effects, elementary_effects, latin_hypercube, one_at_a_time,
    trajectories,
};

/// Of what `--json` prints.
pub const SCHEMA: &str = "trueboard-uncertainty-1";

/// What was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Study {
    /// Of the form in which this is.
    pub schema: String,
    /// What was run.
    pub identity: Identity,
    /// Images, the script of the host, or the workload, as given.
    pub program: String,
    /// How constants were screened: `one-at-a-time` or `morris`.
    pub screening: String,
    /// See [`Request::seed`].
    pub seed: u64,
    /// How many runs were made.
    pub runs: u64,
    /// Those with the greatest effect first.
    pub constants: Vec<Constant>,
    /// How many of the first of them were varied together.
    pub together: usize,
    /// How far each number depends on them.
    pub meters: Vec<Meter>,
    /// Runs that ended otherwise than the one with all constants at their values.
    pub failed: Vec<Failed>,
    /// The exit code of the command.
    pub code: u8,
}

/// A number of the run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Meter {
    /// Its name.
    pub meter: String,
    /// With all constants at their values.
    pub nominal: u64,
    /// The least of all runs.
    pub low: u64,
    /// The most.
    pub high: u64,
    /// The least, in percent beside the nominal one.
    pub low_percent: f64,
    /// The most, in percent beside the nominal one.
    pub high_percent: f64,
    /// By constant, in their order.
    pub effects: Vec<Effect>,
}

/// A run that ended otherwise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// What it set of the board file.
    pub set: Vec<String>,
    /// How it ended.
    pub detail: String,
}

/// Makes the runs of a study; nothing if it was stopped.
pub fn of(
    request: &Request,
    constants: &[Varied],
    runs: &mut Runs<'_>,
) -> Result<Option<Study>, Error> {
    let n = constants.len();
    for (option, runs) in [
        ("--samples", request.samples),
        ("--trajectories", request.trajectories.saturating_mul(n + 1)),
    ] {
        if runs > MOST {
            return Err(Error::usage(format!(
                "{option}: {runs} runs are more than the {MOST} of a study; give a smaller number"
            )));
        }
    }
    let identity = runs.identity()?;
    let Some(nominal) = runs.results(&[vec![None; n]])? else {
        return Ok(None);
    };
    let Some(nominal) = nominal.into_iter().next() else {
        return Ok(None);
    };
    let ways = match request.screening {
        Screening::OneAtATime => vec![one_at_a_time(n)],
        Screening::Morris => {
            // Whole numbers lie beside the levels: effects are by the steps that were made.
            let on = |p: &Point| -> Point {
                let places = p.iter().zip(constants);
                places.map(|(p, c)| Some(c.nearest((*p)?))).collect()
            };
            let ways = trajectories(n, request.trajectories.max(1), request.seed);
            ways.iter().map(|w| w.iter().map(on).collect()).collect()
        }
    };
    let mut points: Vec<Point> = ways.concat();
    let Some(screened) = runs.results(&points)? else {
        return Ok(None);
    };
    let found = screen(request.screening, &nominal, &ways, &screened);
    let order = ranked(&found, n);
    let together: Vec<usize> = order
        .iter()
        .copied()
        .filter(|&c| size(&found, c) > 0.0)
        .take(request.matter)
        .collect();
    let mut joint = corners(&found, &together, n);
    if together.len() > 1 {
        joint.extend(latin_hypercube(n, &together, request.samples, request.seed));
    }
    let Some(sampled) = runs.results(&joint)? else {
        return Ok(None);
    };
    points.extend(joint);
    let results: Vec<RunResult> = screened.into_iter().chain(sampled).collect();
    let failed = points
        .iter()
        .zip(&results)
        .filter(|(_, r)| r.outcome != nominal.outcome);
    let failed: Vec<Failed> = failed
        .map(|(p, r)| Failed {
            set: runs.sets(p),
            detail: r.detail.clone(),
        })
        .collect();
    let usable = results.iter().filter(|r| r.outcome == nominal.outcome);
    let usable: Vec<&RunResult> = usable.collect();
    let meters = nominal.meters.iter().map(|(name, &value)| {
        let values = usable.iter().filter_map(|r| r.meters.get(name)).copied();
        let (low, high) = (
            values.clone().chain([value]).min().unwrap_or(value),
            values.chain([value]).max().unwrap_or(value),
        );
        let all = found.get(name).map_or(&[][..], Vec::as_slice);
        Meter {
            meter: name.clone(),
            nominal: value,
            low,
            high,
            low_percent: change_percent(value as f64, low as f64),
            high_percent: change_percent(value as f64, high as f64),
            effects: order.iter().filter_map(|&c| all.get(c).copied()).collect(),
        }
    });
    let code = match (nominal.outcome.exit_code(), failed.is_empty()) {
        (0, false) => 1,
        (code, _) => code,
    };
    Ok(Some(Study {
        schema: SCHEMA.to_owned(),
        identity,
        program: program(request),
        screening: match request.screening {
            Screening::OneAtATime => "one-at-a-time".to_owned(),
            Screening::Morris => "morris".to_owned(),
        },
        seed: request.seed,
        runs: runs.made() as u64,
        constants: (order.iter())
            .filter_map(|&c| Some(constants.get(c)?.constant.clone()))
            .collect(),
        together: together.len(),
        meters: meters.collect(),
        failed,
        code,
    }))
}

/// What runs, as it was given.
fn program(request: &Request) -> String {
    let f = &request.program;
    let elf = f.elf.iter().map(|p| p.display().to_string());
    let host = f.host.iter().map(|p| p.display().to_string());
    let others = f.image.iter().chain(&f.workload).cloned();
    elf.chain(host).chain(others).collect::<Vec<_>>().join(", ")
}

/// Effects by meter, and by constant.
type Found = BTreeMap<String, Vec<Effect>>;

fn screen(
    how: Screening,
    nominal: &RunResult,
    ways: &[Vec<Point>],
    results: &[RunResult],
) -> Found {
    let of = |(name, &value): (&String, &u64)| {
        let at = |r: &RunResult| r.meters.get(name).copied().unwrap_or(0) as f64;
        let results: Vec<f64> = results.iter().map(at).collect();
        let effects = match how {
            Screening::OneAtATime => effects(value as f64, &results),
            Screening::Morris => {
                let mut rest = results.as_slice();
                let parts = ways.iter().map(|w| {
                    let (part, behind) = rest.split_at(w.len().min(rest.len()));
                    rest = behind;
                    part.to_vec()
                });
                let parts: Vec<Vec<f64>> = parts.collect();
                elementary_effects(value as f64, ways, &parts)
            }
        };
        (name.clone(), effects)
    };
    nominal.meters.iter().map(of).collect()
}

/// A constant's greatest effect on any meter.
fn size(found: &Found, constant: usize) -> f64 {
    let all = found.values().filter_map(|e| e.get(constant));
    all.map(|e| e.size_percent).fold(0.0, f64::max)
}

/// Constants with the greatest effect on time or energy first; those without one by their effect on any meter. Cores
/// that share work out in another order miss more or less whatever is changed, and that says little of the constant.
fn ranked(found: &Found, constants: usize) -> Vec<usize> {
    let of_run = |c: usize| {
        let all = [TIME, ENERGY]
            .into_iter()
            .filter_map(|m| found.get(m)?.get(c));
        all.map(|e| e.size_percent).fold(0.0, f64::max)
    };
    let mut order: Vec<usize> = (0..constants).collect();
    order.sort_by(|&a, &b| {
        let run = of_run(b).total_cmp(&of_run(a));
        let order = run.then(size(found, b).total_cmp(&size(found, a)));
        order.then(a.cmp(&b))
    });
    order
}

/// For each meter the two points at which every one of these constants is where it makes that meter least, or most.
fn corners(found: &Found, together: &[usize], constants: usize) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for effects in found.values() {
        for most in [false, true] {
            let mut point = vec![None; constants];
            for &c in together {
                let (Some(e), Some(place)) = (effects.get(c), point.get_mut(c)) else {
                    continue;
                };
                if e.size_percent > 0.0 {
                    let rises = e.high_percent > e.low_percent;
                    let beyond = match most {
                        true => e.high_percent.max(e.low_percent) > 0.0,
                        false => e.high_percent.min(e.low_percent) < 0.0,
                    };
                    *place = beyond.then_some(if rises == most { 1.0 } else { 0.0 });
                }
            }
            if !points.contains(&point) {
                points.push(point);
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_most_comes_first_and_corners_are_extremes() {
        let e = |low: f64, high: f64| Effect {
            low_percent: low,
            high_percent: high,
            size_percent: low.abs().max(high.abs()),
        };
        let found = Found::from([
            (
                TIME.to_owned(),
                vec![e(0.0, 0.0), e(-1.0, 2.0), e(3.0, -4.0)],
            ),
            (
                "misses".to_owned(),
                vec![e(0.0, 0.0), e(0.0, 0.5), e(0.0, 0.0)],
            ),
        ]);
        assert_eq!(ranked(&found, 3), [2, 1, 0]);
        let points = corners(&found, &[2, 1], 3);
        let least = vec![None, Some(0.0), Some(1.0)];
        let most = vec![None, Some(1.0), Some(0.0)];
        assert!(
            points.contains(&least) && points.contains(&most),
            "{points:?}"
        );
        assert!(points.contains(&vec![None, Some(1.0), None]));
    }
}
