//! Messages one at a time: the incremental algorithm of Jabbarifar and Dagenais as Trace Compass
//! carries it out (`SyncAlgorithmFullyIncremental`), with products of 128 bits instead of 64.
//!
//! It answers after every message and keeps hulls only. It has to decide early: a slope that nothing
//! limits yet counts as the nominal one; the last point of a hull is looked at when another one has
//! followed, so that an answer may be wider than need be; and after the hulls have met, the last good
//! line stays for ever. [`Streaming::fit`] makes the best answer from what is kept.

use super::Quality;
use super::affine::{Affine, whole};
use super::batch::Fit;
use super::point::{Message, Point, Way, cross};
use num_rational::BigRational;

/// One of the two extreme lines in the making: the point that it hangs on, if known, and the newest
/// point that limits it.
#[derive(Clone, Copy, Debug, Default)]
struct Limit {
    anchor: Option<Point>,
    newest: Option<Point>,
}

impl Limit {
    /// The slope; the nominal one as long as it is unknown.
    fn slope(&self, nominal: &BigRational) -> BigRational {
        match (self.anchor, self.newest) {
            (Some(a), Some(b)) if a.x != b.x => {
                BigRational::new((b.y - a.y).into(), (b.x - a.x).into())
            }
            _ => nominal.clone(),
        }
    }

    /// Moves the anchor along `hull` to where the line touches it; `turn` is the direction in which
    /// the hull turns.
    fn adjust(&mut self, hull: &[Point], turn: i128) {
        let Some(newest) = self.newest else { return };
        let start = hull.iter().position(|&p| Some(p) == self.anchor);
        let mut touched = None;
        for edge in hull[start.unwrap_or(0)..].windows(2) {
            let (here, next) = (edge[0], edge[1]);
            touched = Some(here);
            if turn * cross(here, next, newest) <= 0 {
                self.anchor = Some(here);
                break;
            }
            if next.x >= newest.x {
                self.anchor = None;
                break;
            }
        }
        self.anchor = self.anchor.or(touched);
        if self.anchor.is_some_and(|a| a.x > newest.x) {
            self.anchor = None;
        }
    }
}

/// The state after some messages.
#[derive(Clone, Debug)]
pub struct Streaming {
    /// Upper hull of the messages to the reference.
    upper: Vec<Point>,
    /// Lower hull of the messages to the other clock.
    lower: Vec<Point>,
    steepest: Limit,
    flattest: Limit,
    nominal: BigRational,
    /// How much is known.
    quality: Quality,
    line: Affine,
    accuracy: Option<BigRational>,
    messages: u64,
    qualified: u64,
}

impl Streaming {
    /// The state without messages, for clocks whose stated frequencies have this ratio (the other
    /// one's to the reference's; Trace Compass has 1, with all clocks in nanoseconds).
    pub fn new(nominal: BigRational) -> Streaming {
        Streaming {
            upper: Vec::new(),
            lower: Vec::new(),
            steepest: Limit::default(),
            flattest: Limit::default(),
            quality: Quality::Absent,
            line: Affine {
                slope: nominal.clone(),
                offset: whole(0),
            },
            nominal,
            accuracy: None,
            messages: 0,
            qualified: 0,
        }
    }

    /// Takes the next message, in order of time.
    pub fn push(&mut self, message: Message) {
        let p = message.point;
        self.messages += 1;
        let (own, other, own_limit, other_limit, turn) = match message.way {
            Way::ToReference => (
                &mut self.upper,
                &self.lower,
                &mut self.flattest,
                &mut self.steepest,
                1,
            ),
            Way::ToOther => (
                &mut self.lower,
                &self.upper,
                &mut self.steepest,
                &mut self.flattest,
                -1,
            ),
        };
        let qualifies = match (own_limit.anchor, own_limit.newest) {
            (Some(anchor), Some(newest)) => turn * cross(p, anchor, newest) > 0,
            _ => true,
        };
        if qualifies {
            while let [.., a, b] = own[..]
                && turn * cross(p, a, b) > 0
            {
                own.pop();
            }
            own.push(p);
            own_limit.newest = Some(p);
            self.qualified += 1;
        }
        own_limit.adjust(other, turn);
        let lost = |anchor: Option<Point>| !anchor.is_some_and(|a| own.contains(&a));
        if other_limit.newest.is_some() && lost(other_limit.anchor) {
            other_limit.adjust(own, -turn);
        }
        if qualifies {
            self.conclude();
        }
    }

    fn conclude(&mut self) {
        let known = (
            self.steepest.anchor.is_some(),
            self.flattest.anchor.is_some(),
        );
        if self.quality == Quality::Fail {
            return;
        }
        if known == (false, false) {
            if self.quality == Quality::Absent {
                self.quality = Quality::Incomplete;
            }
            return;
        }
        let (steepest, flattest) = (
            self.steepest.slope(&self.nominal),
            self.flattest.slope(&self.nominal),
        );
        if known == (true, true) {
            if steepest <= flattest {
                self.quality = Quality::Fail;
                return;
            }
            self.quality = Quality::Accurate;
        } else {
            self.quality = Quality::Approximate;
        }
        let (Some(s), Some(f)) = (self.steepest.newest, self.flattest.newest) else {
            return;
        };
        let half = BigRational::new(1.into(), 2.into());
        let flat = Affine::with_slope_through(&flattest, f);
        self.line = flat.mix(&Affine::with_slope_through(&steepest, s), &half);
        self.accuracy = Some(steepest - flattest);
    }

    /// The best answer for all messages so far: that of the batch, from the hulls.
    pub fn fit(&self) -> Fit {
        let of = |points: &[Point], way| {
            let message = move |&point: &Point| Message { way, point };
            points.iter().map(message).collect::<Vec<_>>()
        };
        let mut kept = of(&self.upper, Way::ToReference);
        kept.extend(of(&self.lower, Way::ToOther));
        Fit::new(&kept)
    }

    /// How much is known now.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// The present answer; the nominal slope through the origins until there is a better one.
    pub fn line(&self) -> &Affine {
        &self.line
    }

    /// Largest slope less smallest slope, as of the present answer.
    pub fn accuracy(&self) -> Option<&BigRational> {
        self.accuracy.as_ref()
    }

    /// Points in the upper and in the lower hull.
    pub fn hull_points(&self) -> (usize, usize) {
        (self.upper.len(), self.lower.len())
    }

    /// Messages in all, and those that narrowed the answer down when they came.
    pub fn messages(&self) -> (u64, u64) {
        (self.messages, self.qualified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    /// A message to the reference, received at x; or one to the other clock, sent at x.
    fn to_reference(y: i64, x: i64) -> Message {
        let (way, point) = (Way::ToReference, Point { x, y });
        Message { way, point }
    }

    fn to_other(x: i64, y: i64) -> Message {
        let (way, point) = (Way::ToOther, Point { x, y });
        Message { way, point }
    }

    fn answer(s: &Streaming) -> (f64, f64, Quality) {
        let l = s.line();
        let f = |r: &BigRational| r.to_f64().unwrap();
        (f(&l.slope), f(&l.offset), s.quality())
    }

    /// The published sequence of the unit test of Trace Compass (`TsTransformSyncTest`), all ten
    /// steps: α, β, quality, hull sizes, αmax − αmin where published.
    #[test]
    fn the_published_sequence() {
        use Quality::{Accurate, Approximate, Fail, Incomplete};
        let steps = [
            (to_reference(1, 1), 1.0, 0.0, Incomplete, (1, 0), None),
            (to_other(1, 3), 1.0, 0.0, Incomplete, (1, 1), None),
            (to_reference(2, 3), 1.0, 0.5, Approximate, (2, 1), None),
            (to_other(3, 5), 0.75, 1.25, Accurate, (2, 2), Some(2.5)),
            (to_other(4, 8), 0.75, 1.25, Accurate, (2, 2), Some(2.5)),
            (
                to_reference(4, 5),
                1.125,
                0.875,
                Accurate,
                (2, 2),
                Some(1.75),
            ),
            (
                to_reference(4, 6),
                1.125,
                0.875,
                Accurate,
                (2, 2),
                Some(1.75),
            ),
            (to_other(6, 7), 0.725, 1.275, Accurate, (2, 2), Some(0.95)),
            (to_other(7, 4), 0.375, 1.625, Accurate, (2, 2), Some(0.25)),
            (to_reference(7, 3), 0.375, 1.625, Fail, (2, 2), None),
        ];
        let mut s = Streaming::new(whole(1));
        assert_eq!(answer(&s), (1.0, 0.0, Quality::Absent));
        for (i, (message, slope, offset, quality, hulls, accuracy)) in steps.into_iter().enumerate()
        {
            s.push(message);
            assert_eq!(answer(&s), (slope, offset, quality), "step {}", i + 1);
            assert_eq!(s.hull_points(), hulls, "step {}", i + 1);
            if let Some(published) = accuracy {
                let seen = s.accuracy().and_then(ToPrimitive::to_f64);
                assert_eq!(seen, Some(published), "step {}", i + 1);
            }
            if i == 7 {
                assert_eq!(s.steepest.slope(&whole(1)).to_f64(), Some(1.2));
                assert_eq!(s.flattest.slope(&whole(1)).to_f64(), Some(0.25));
            }
        }
        let before = s.line().clone();
        s.push(to_other(20, 30));
        assert_eq!(s.quality(), Fail);
        assert_eq!(*s.line(), before, "a failure is for ever");
    }

    /// All messages of one direction before those of the other: published result.
    #[test]
    fn disjoint_directions_are_approximate() {
        let mut s = Streaming::new(whole(1));
        for (x, y) in [(1, 3), (2, 5), (3, 5), (4, 7)] {
            s.push(to_other(x, y));
            assert_eq!(answer(&s), (1.0, 0.0, Quality::Incomplete));
        }
        for (y, x) in [(7, 6), (8, 6), (10, 8)] {
            s.push(to_reference(y, x));
        }
        assert_eq!(answer(&s), (1.0, 2.5, Quality::Approximate));
        assert_eq!(s.messages().0, 7);
    }

    #[test]
    fn one_direction_tells_nothing() {
        let mut s = Streaming::new(whole(1));
        for i in 0..9 {
            s.push(to_reference(i * 10, i * 11 + 1));
        }
        assert_eq!(answer(&s), (1.0, 0.0, Quality::Incomplete));
    }
}
