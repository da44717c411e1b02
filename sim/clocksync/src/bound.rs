//! How far a line can be off, if both clocks are affine and no message took negative time.
//!
//! The published measure, half the distance between the two extreme lines, is no bound: it is 0
//! where those cross, but other possible lines pass elsewhere. Here the highest and lowest possible
//! line at an instant is found. At x, a possible line is at most as high as the lower hull, and as
//! every line from a point below it to one above it that is extended to x.

use super::affine::{Affine, whole};
use super::batch::Fit;
use super::point::Point;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The points that bind, as distances from the line that was chosen: small numbers, so that floating
/// point loses nothing that matters.
#[derive(Clone, Debug)]
pub struct Bound {
    /// x since the first point, and how far above the line the point is.
    upper: Vec<(f64, f64)>,
    lower: Vec<(f64, f64)>,
    origin: BigRational,
}

impl Bound {
    /// The bound of this line for what was fitted.
    pub fn new(fit: &Fit, line: &Affine) -> Bound {
        let first = fit.upper.iter().chain(&fit.lower).map(|p| p.x).min();
        let origin = whole(first.unwrap_or(0));
        let relative = |p: &Point| {
            let x = whole(p.x);
            let above = whole(p.y) - line.at(&x);
            let f = |r: BigRational| r.to_f64().unwrap_or(f64::INFINITY);
            (f(x - &origin), f(above))
        };
        Bound {
            upper: fit.upper.iter().map(relative).collect(),
            lower: fit.lower.iter().map(relative).collect(),
            origin,
        }
    }

    /// The largest possible distance of the true line from the chosen one at x, in ticks of the
    /// other clock; infinite when nothing limits it.
    pub fn at(&self, x: &BigRational) -> f64 {
        let Some(x) = (x - &self.origin).to_f64() else {
            return f64::INFINITY;
        };
        let flip = |points: &[(f64, f64)]| points.iter().map(|p| (p.0, -p.1)).collect::<Vec<_>>();
        let above = highest(&self.lower, &self.upper, x);
        let below = highest(&flip(&self.upper), &flip(&self.lower), x);
        above.max(below).max(0.0)
    }
}

/// The height at x of the highest line that no point of `roof` lies below and no point of `floor`
/// above.
fn highest(roof: &[(f64, f64)], floor: &[(f64, f64)], x: f64) -> f64 {
    let along = |a: (f64, f64), b: (f64, f64)| a.1 + (b.1 - a.1) / (b.0 - a.0) * (x - a.0);
    let next = roof.partition_point(|p| p.0 < x);
    let on_roof = match (
        next.checked_sub(1).and_then(|i| roof.get(i)),
        roof.get(next),
    ) {
        (_, Some(&p)) if p.0 <= x => p.1,
        (Some(&a), Some(&b)) => along(a, b),
        _ => f64::INFINITY,
    };
    // A point of the floor, one of the roof between it and x: the line over both, up to x.
    let rising = roof[..next].iter().flat_map(|&r| {
        let below = floor.iter().take_while(move |f| f.0 < r.0);
        below.map(move |&f| along(f, r))
    });
    let falling = roof[next..].iter().flat_map(|&r| {
        let below = floor.iter().rev().take_while(move |f| f.0 > r.0);
        below.map(move |&f| along(f, r))
    });
    rising.chain(falling).fold(on_roof, f64::min)
}
