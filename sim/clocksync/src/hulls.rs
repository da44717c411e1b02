//! The two hulls of a link: the messages that decide, as points of both clocks.

use super::affine::{Affine, decimal, float, whole};
use super::network::Link;
use super::point::{Line, Point};
use num_rational::BigRational;
use serde::Serialize;

/// The hulls of the messages between two clocks, and the two possible lines of extreme slope.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hulls {
    /// Messages to the other clock that bind: no possible line passes above them.
    pub lower: Vec<HullPoint>,
    /// Messages to the reference that bind: no possible line passes below them.
    pub upper: Vec<HullPoint>,
    /// The two points that the line of largest slope touches, the earlier one first.
    pub steepest: Option<[HullPoint; 2]>,
    /// The two points that the line of smallest slope touches, the earlier one first.
    pub flattest: Option<[HullPoint; 2]>,
}

/// A message: when it was sent or came on each of the two clocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HullPoint {
    /// Nanoseconds of the reference from its stated origin, exact to a thousandth, rounded down.
    pub reference_ns: String,
    /// Nanoseconds of the other clock from its stated origin, exact to a thousandth, rounded down.
    pub other_ns: String,
    /// Nanoseconds of the other clock by which the point is above the answer.
    pub above_ns: f64,
}

/// Points of a link in nanoseconds.
pub struct Scale<'a> {
    link: &'a Link,
    reference: Affine,
    other: Affine,
}

impl<'a> Scale<'a> {
    /// Of a link between clocks whose nanoseconds these are, by ticks.
    #[must_use]
    pub fn new(link: &'a Link, reference: Affine, other: Affine) -> Scale<'a> {
        Scale {
            link,
            reference,
            other,
        }
    }

    /// Nanoseconds of the other clock by which a point is above the answer.
    #[must_use]
    pub fn above_ns(&self, p: Point) -> f64 {
        let ticks = whole(p.y) - self.link.line.at(&whole(p.x));
        float(&(ticks * &self.other.slope))
    }

    /// Nanoseconds of the reference since another instant of it.
    #[must_use]
    pub fn since_ns(&self, x: i64, origin: i64) -> f64 {
        float(&((whole(x) - whole(origin)) * &self.reference.slope))
    }

    /// Nanoseconds of the other clock by which a line is above the answer at an instant of the reference.
    #[must_use]
    pub fn line_above_ns(&self, line: &Line, x: i64) -> f64 {
        let x: BigRational = whole(x);
        let ticks = Affine::through(line).at(&x) - self.link.line.at(&x);
        float(&(ticks * &self.other.slope))
    }

    fn point(&self, p: Point) -> HullPoint {
        HullPoint {
            reference_ns: decimal(&self.reference.at(&whole(p.x))),
            other_ns: decimal(&self.other.at(&whole(p.y))),
            above_ns: self.above_ns(p),
        }
    }

    /// The hulls of the link.
    #[must_use]
    pub fn hulls(&self) -> Hulls {
        let points = |hull: &[Point]| hull.iter().map(|p| self.point(*p)).collect();
        let ends = |line: &Line| [line.from, line.to].map(|p| self.point(p));
        let fit = &self.link.fit;
        Hulls {
            lower: points(&fit.lower),
            upper: points(&fit.upper),
            steepest: fit.steepest.as_ref().map(ends),
            flattest: fit.flattest.as_ref().map(ends),
        }
    }
}
