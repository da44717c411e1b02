//! How far results depend on constants that are known only as ranges: points of a screening and of a sample, and what
//! their results say.
//!
//! A point has a place from 0 (the lowest value) to 1 (the highest) for each constant, or none where the constant keeps
//! its value.

use serde::{Deserialize, Serialize};
use trueboard_core::random;

/// By constant, the place in its range; none: its value.
pub type Point = Vec<Option<f64>>;

/// Draws of points and faults. Recorded studies depend on their sequences.
#[derive(Clone, Debug)]
pub struct Random(random::Random);

impl Random {
    /// The sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    /// From 0 up to below 1.
    pub fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    /// A whole number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }

    /// Numbers from 0 to `n` - 1 in any order.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            all.swap(i, self.below(i + 1));
        }
        all
    }
}

/// Each constant at its lowest and then at its highest value, all others at theirs: two points a constant.
#[must_use]
pub fn one_at_a_time(constants: usize) -> Vec<Point> {
    let at = |c: usize, place: f64| {
        let mut point = vec![None; constants];
        point[c] = Some(place);
        point
    };
    (0..constants)
        .flat_map(|c| [at(c, 0.0), at(c, 1.0)])
        .collect()
}

/// Morris' trajectories (Technometrics 33, 1991) on four levels: each begins anywhere and changes one constant after
/// the other, in any order, by two thirds of its range; so each has a point more than there are constants.
#[must_use]
pub fn trajectories(constants: usize, count: usize, seed: u64) -> Vec<Vec<Point>> {
    const STEP: f64 = 2.0 / 3.0;
    let mut random = Random::new(seed);
    let mut one = || {
        // From the lower two levels the step leads up, from the upper two down.
        let mut at: Vec<f64> = (0..constants)
            .map(|_| random.below(4) as f64 / 3.0)
            .collect();
        let point = |at: &[f64]| at.iter().map(|&p| Some(p)).collect::<Point>();
        let mut points = vec![point(&at)];
        for c in random.order(constants) {
            at[c] += if at[c] < 0.5 { STEP } else { -STEP };
            points.push(point(&at));
        }
        points
    };
    (0..count).map(|_| one()).collect()
}

/// A Latin hypercube: each of `samples` equal parts of a constant's range has one point, anywhere in it. Constants that
/// are not in `varied` keep their values.
#[must_use]
pub fn latin_hypercube(
    constants: usize,
    varied: &[usize],
    samples: usize,
    seed: u64,
) -> Vec<Point> {
    let mut random = Random::new(seed);
    let mut points = vec![vec![None; constants]; samples];
    for &c in varied {
        for (point, part) in points.iter_mut().zip(random.order(samples)) {
            let place = (part as f64 + random.unit()) / samples as f64;
            if let Some(p) = point.get_mut(c) {
                *p = Some(place);
            }
        }
    }
    points
}

/// What a constant does to a result. Percent of the result with all constants at their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// At its lowest value; of trajectories the least change that the way through the range makes.
    pub low_percent: f64,
    /// At its highest value; of trajectories the greatest change.
    pub high_percent: f64,
    /// The larger of the two by amount; of trajectories the mean amount (Morris' μ*).
    pub size_percent: f64,
}

/// Effects of [`one_at_a_time`] from the results of its points.
#[must_use]
pub fn effects(nominal: f64, results: &[f64]) -> Vec<Effect> {
    let percent = |r: f64| change_percent(nominal, r);
    let pairs = results.chunks_exact(2);
    pairs
        .map(|pair| {
            let (low, high) = (percent(pair[0]), percent(pair[1]));
            Effect {
                low_percent: low,
                high_percent: high,
                size_percent: low.abs().max(high.abs()),
            }
        })
        .collect()
}

/// Elementary effects of [`trajectories`] for the whole range of each constant, from the results of their points.
#[must_use]
pub fn elementary_effects(nominal: f64, ways: &[Vec<Point>], results: &[Vec<f64>]) -> Vec<Effect> {
    let constants = ways.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut all: Vec<Vec<f64>> = vec![Vec::new(); constants];
    for (points, results) in ways.iter().zip(results) {
        for (points, results) in points.windows(2).zip(results.windows(2)) {
            for (c, found) in all.iter_mut().enumerate() {
                let place = |i: usize| points[i].get(c).copied().flatten().unwrap_or(0.0);
                let step = place(1) - place(0);
                if step != 0.0 {
                    let change = results[1] - results[0];
                    found.push(change_percent(nominal, nominal + change / step));
                }
            }
        }
    }
    let of = |e: Vec<f64>| Effect {
        low_percent: e.iter().copied().reduce(f64::min).unwrap_or(0.0),
        high_percent: e.iter().copied().reduce(f64::max).unwrap_or(0.0),
        size_percent: e.iter().map(|e| e.abs()).sum::<f64>() / e.len().max(1) as f64,
    };
    all.into_iter().map(of).collect()
}

/// How far `result` is above `nominal`, in percent of it; of nothing, 100 for anything.
#[must_use]
pub fn change_percent(nominal: f64, result: f64) -> f64 {
    match (result - nominal, nominal) {
        (0.0, _) => 0.0,
        (change, 0.0) => 100.0 * change.signum(),
        (change, nominal) => 100.0 * change / nominal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A result that depends on three of four constants; the third works through the first.
    fn result(p: &Point) -> f64 {
        let at = |c: usize| p[c].unwrap_or(0.5);
        100.0 + 8.0 * at(0) - 4.0 * at(1) + 2.0 * at(0) * at(2)
    }

    #[test]
    fn effects_are_those_of_the_constants() {
        let nominal = result(&vec![None; 4]);
        let results: Vec<f64> = one_at_a_time(4).iter().map(result).collect();
        let e = effects(nominal, &results);
        let sizes: Vec<f64> = e.iter().map(|e| e.size_percent * nominal / 100.0).collect();
        for (size, expected) in sizes.iter().zip([4.5, 2.0, 0.5, 0.0]) {
            assert!((size - expected).abs() < 1e-9, "{sizes:?}");
        }
        assert!(e[0].low_percent < 0.0 && e[1].low_percent > 0.0);
    }

    /// By hand, of ranges that are lopsided: the larger side counts, whichever it is.
    #[test]
    fn a_size_is_that_of_the_larger_side() {
        let of = |low, high| effects(200.0, &[low, high])[0];
        let effect = |low_percent, high_percent, size_percent| Effect {
            low_percent,
            high_percent,
            size_percent,
        };
        assert_eq!(of(180.0, 206.0), effect(-10.0, 3.0, 10.0));
        assert_eq!(of(196.0, 240.0), effect(-2.0, 20.0, 20.0));
        assert_eq!(of(150.0, 190.0), effect(-25.0, -5.0, 25.0));
    }

    #[test]
    fn of_nothing_any_change_is_all() {
        assert_eq!(change_percent(0.0, 0.0), 0.0);
        assert_eq!(change_percent(0.0, 3.0), 100.0);
        assert_eq!(change_percent(0.0, -3.0), -100.0);
        assert_eq!(change_percent(8.0, 8.0), 0.0);
        assert_eq!(change_percent(8.0, 10.0), 25.0);
        assert_eq!(change_percent(-8.0, -10.0), 25.0);
    }

    /// The first numbers of the published generator for seed 1234567 (Vigna, splitmix64.c).
    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let three = [(); 3].map(|()| random.0.long());
        assert_eq!(
            three,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn trajectories_find_them_too() {
        let ways = trajectories(4, 20, 7);
        assert_eq!(ways, trajectories(4, 20, 7));
        assert_ne!(ways, trajectories(4, 20, 8));
        for p in ways.iter().flatten().flatten() {
            assert!((0.0..=1.0).contains(&p.unwrap()));
        }
        let results: Vec<Vec<f64>> = ways
            .iter()
            .map(|w| w.iter().map(result).collect())
            .collect();
        let e = elementary_effects(100.0, &ways, &results);
        assert!((8.0..=10.0).contains(&e[0].size_percent), "{e:?}");
        assert!((e[1].size_percent - 4.0).abs() < 1e-9);
        assert!((0.0..=2.0).contains(&e[2].size_percent) && e[2].high_percent > e[2].low_percent);
        assert!(e[3].size_percent.abs() < 1e-9);
    }

    #[test]
    fn each_part_of_a_range_has_one_point() {
        let points = latin_hypercube(3, &[0, 2], 8, 1);
        for c in [0, 2] {
            let mut parts: Vec<usize> = points
                .iter()
                .map(|p| (p[c].unwrap() * 8.0) as usize)
                .collect();
            parts.sort_unstable();
            assert_eq!(parts, [0, 1, 2, 3, 4, 5, 6, 7]);
        }
        assert!(points.iter().all(|p| p[1].is_none()));
    }
}
