//! All messages at once: hulls, and the lines of largest and smallest slope between them.

use super::Quality;
use super::affine::Affine;
use super::point::{Line, Message, Point, Way, cross, lower_hull, upper_hull};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// Which of the possible lines is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Means of α and β of the two extreme lines, as Trace Compass.
    Mean,
    /// The line that halves the angle between them, as Duda.
    Bisector,
}

/// What a set of messages says about two clocks.
#[derive(Clone, Debug)]
pub struct Fit {
    /// How much that is.
    pub quality: Quality,
    /// Upper hull of the messages to the reference; they lie below the line.
    pub upper: Vec<Point>,
    /// Lower hull of the messages to the other clock; they lie above the line.
    pub lower: Vec<Point>,
    /// The possible line of largest slope, if the slope has an upper limit.
    pub steepest: Option<Line>,
    /// The possible line of smallest slope, if the slope has a lower limit.
    pub flattest: Option<Line>,
}

impl Fit {
    /// Fits messages, in any order.
    pub fn new(messages: &[Message]) -> Fit {
        let of = |way| {
            let of_way = messages.iter().filter(move |m| m.way == way);
            of_way.map(|m| m.point).collect::<Vec<_>>()
        };
        let upper = upper_hull(of(Way::ToReference));
        let lower = lower_hull(of(Way::ToOther));
        // Every possible line rises at most as fast as from a point below it to a later one above
        // it, and at least as fast as from a point above it to a later one below it. Both limits
        // are reached, as long as there is a line at all.
        let steepest = lines(&upper, &lower).min_by(Line::cmp_slope);
        let flattest = lines(&lower, &upper).max_by(Line::cmp_slope);
        let quality = match (&steepest, &flattest) {
            _ if crossed(&upper, &lower) => Quality::Fail,
            (Some(_), Some(_)) => Quality::Accurate,
            (None, None) if upper.is_empty() && lower.is_empty() => Quality::Absent,
            (None, None) => Quality::Incomplete,
            _ => Quality::Approximate,
        };
        Fit {
            quality,
            upper,
            lower,
            steepest,
            flattest,
        }
    }

    /// The line that stands for the clocks. `nominal` is the slope that the clocks' stated
    /// frequencies give; it is used as far as the messages leave the slope open. Without any
    /// message, and if no line satisfies all of them, there is none.
    pub fn line(&self, method: Method, nominal: &BigRational) -> Option<Affine> {
        match (self.quality, self.steepest, self.flattest) {
            (Quality::Accurate, Some(s), Some(f)) => {
                let (steepest, flattest) = (Affine::through(&s), Affine::through(&f));
                let share = match method {
                    Method::Mean => None,
                    Method::Bisector => bisector(&steepest, &flattest, nominal),
                };
                let half = || BigRational::new(1.into(), 2.into());
                Some(flattest.mix(&steepest, &share.unwrap_or_else(half)))
            }
            (Quality::Approximate, s, f) => {
                let limit = s.or(f).map(|l| Affine::through(&l))?;
                let beyond = match s {
                    Some(_) => *nominal > limit.slope,
                    None => *nominal < limit.slope,
                };
                if beyond {
                    return Some(limit);
                }
                self.with_slope(nominal)
            }
            (Quality::Incomplete, ..) => self.with_slope(nominal),
            _ => None,
        }
    }

    /// The line of this slope in the middle of those that are possible; when messages go one way
    /// only, the line on which the fastest of them took no time.
    fn with_slope(&self, slope: &BigRational) -> Option<Affine> {
        let offsets = |hull: &[Point]| {
            let of = |p: &Point| Affine::with_slope_through(slope, *p).offset;
            hull.iter().map(of).collect::<Vec<_>>()
        };
        let offset = match (
            offsets(&self.upper).into_iter().max(),
            offsets(&self.lower).into_iter().min(),
        ) {
            (Some(low), Some(high)) => (low + high) / BigRational::from_integer(2.into()),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => return None,
        };
        let slope = slope.clone();
        Some(Affine { slope, offset })
    }
}

/// All lines from a point of one hull to a later point of the other.
fn lines<'a>(from: &'a [Point], to: &'a [Point]) -> impl Iterator<Item = Line> {
    from.iter().flat_map(move |&from| {
        let later = to.partition_point(|p| p.x <= from.x);
        to[later..].iter().map(move |&to| Line { from, to })
    })
}

/// Whether no line satisfies all messages: somewhere the hull of those below it is above the hull of
/// those above it. Both are straight between their points, so it shows at one of those.
fn crossed(upper: &[Point], lower: &[Point]) -> bool {
    let inside = |points: &[Point], hull: &[Point], turn: i128| {
        points.iter().any(|&p| {
            let next = hull.partition_point(|h| h.x < p.x);
            match (
                hull.get(next),
                next.checked_sub(1).and_then(|i| hull.get(i)),
            ) {
                (Some(h), _) if h.x == p.x => turn * (i128::from(p.y) - i128::from(h.y)) > 0,
                (Some(h), Some(before)) => turn * cross(*before, *h, p) > 0,
                _ => false,
            }
        })
    };
    inside(upper, lower, 1) || inside(lower, upper, -1)
}

/// How far from the flattest to the steepest line (0 to 1) the bisector lies, with both axes in the
/// same unit of time. It goes where the sum of two vectors of one length along the lines goes, so their
/// slopes count by the length of the other line. Square roots are the same on every host.
fn bisector(steepest: &Affine, flattest: &Affine, nominal: &BigRational) -> Option<BigRational> {
    let length = |a: &Affine| {
        let slope = (&a.slope / nominal).to_f64()?;
        Some((1.0 + slope * slope).sqrt())
    };
    if steepest.slope <= flattest.slope {
        return None;
    }
    let (steep, flat) = (length(steepest)?, length(flattest)?);
    let share = flat / (steep + flat);
    // Rounded: a share that is a little off is still a possible line, and numbers stay short.
    BigRational::from_float((share * SHARES).round() / SHARES)
}

/// Steps into which the angle between the extreme lines is divided.
const SHARES: f64 = (1u64 << 32) as f64;
