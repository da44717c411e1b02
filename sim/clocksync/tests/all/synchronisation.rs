//! What must hold for any two clocks and any messages between them that take positive time.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use trueboard_clocksync::Quality;
use trueboard_clocksync::affine::{Affine, Converter, whole};
use trueboard_clocksync::batch::{Fit, Method};
use trueboard_clocksync::bound::Bound;
use trueboard_clocksync::point::{Line, Message, Point, Way};
use trueboard_clocksync::streaming::Streaming;

/// Two clocks and their messages, in the order in which they come.
#[derive(Clone, Debug)]
struct Run {
    /// What the other clock shows, by what the reference shows.
    truth: Affine,
    messages: Vec<Message>,
}

/// Ticks that a message takes at least: with less than one, rounding could turn it round.
const LEAST: i64 = 2;

prop_compose! {
    /// One message at a time, in either direction, with any delay and any pause.
    fn runs(most: usize)(
        ppm in -300i64..300,
        ratio in prop::sample::select(vec![(1i64, 1i64), (2, 1), (3, 5), (1, 7)]),
        offset in -1_000_000_000i64..1_000_000_000,
        start in 0i64..1_000_000_000_000,
        steps in prop::collection::vec((any::<bool>(), 0i64..4_000_000, 0i64..5_000), 1..most),
    ) -> Run {
        let (num, den) = ratio;
        let slope = BigRational::new((num * (1_000_000 + ppm)).into(), (den * 1_000_000).into());
        let truth = Affine { slope, offset: whole(offset) };
        let other = Converter::new(&truth).unwrap();
        let longest = 8 * LEAST;
        let mut now = start;
        let mut messages = Vec::new();
        for (to_other, pause, delay) in steps {
            let sent = now + pause;
            let came = sent + longest + delay;
            let (way, point) = if to_other {
                (Way::ToOther, Point { x: sent, y: other.convert(came).unwrap() })
            } else {
                (Way::ToReference, Point { x: came, y: other.convert(sent).unwrap() })
            };
            messages.push(Message { way, point });
            now = came;
        }
        Run { truth, messages }
    }
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(0x5eed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn nominal(run: &Run) -> BigRational {
    run.truth.slope.clone()
}

/// No possible line rises faster (slower) than between some point below and some later point above
/// (above, below): the limits, from all pairs of messages.
fn limits(messages: &[Message]) -> [Option<BigRational>; 2] {
    let slopes = |from: Way, to: Way| {
        let of = move |way| messages.iter().filter(move |m| m.way == way);
        of(from).flat_map(move |a| {
            let later = of(to).filter(move |b| b.point.x > a.point.x);
            later.map(move |b| {
                let (from, to) = (a.point, b.point);
                Affine::through(&Line { from, to }).slope
            })
        })
    };
    [
        slopes(Way::ToReference, Way::ToOther).min(),
        slopes(Way::ToOther, Way::ToReference).max(),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_true_line_is_possible_and_within_the_bound(run in runs(60)) {
        let fit = Fit::new(&run.messages);
        prop_assert_ne!(fit.quality, Quality::Fail);
        let slope = |l: &Option<Line>| l.as_ref().map(|l| Affine::through(l).slope);
        if let Some(s) = slope(&fit.steepest) {
            prop_assert!(run.truth.slope <= s);
        }
        if let Some(f) = slope(&fit.flattest) {
            prop_assert!(run.truth.slope >= f);
        }
        for method in [Method::Mean, Method::Bisector] {
            let line = fit.line(method, &nominal(&run)).unwrap();
            let bound = Bound::new(&fit, &line);
            let first = run.messages[0].point.x;
            for x in (0..20).map(|i| whole(first + (i - 5) * 3_000_000)) {
                let off = (line.at(&x) - run.truth.at(&x)).to_f64().unwrap();
                // The truth counts fractions of ticks, which time stamps do not have.
                prop_assert!(off.abs() <= bound.at(&x) + 1e-3, "{off} {}", bound.at(&x));
            }
        }
    }

    #[test]
    fn the_answer_satisfies_every_message(run in runs(60)) {
        let fit = Fit::new(&run.messages);
        let inverses = [Method::Mean, Method::Bisector].map(|method| {
            let line = fit.line(method, &nominal(&run)).unwrap();
            (line.clone(), Converter::new(&line.inverse().unwrap()).unwrap())
        });
        for (line, to_reference) in &inverses {
            for m in &run.messages {
                let height = line.at(&whole(m.point.x));
                let converted = to_reference.convert(m.point.y).unwrap();
                match m.way {
                    Way::ToOther => {
                        prop_assert!(height <= whole(m.point.y));
                        prop_assert!(converted >= m.point.x);
                    }
                    Way::ToReference => {
                        prop_assert!(height >= whole(m.point.y));
                        prop_assert!(converted <= m.point.x);
                    }
                }
            }
        }
    }

    #[test]
    fn hulls_lose_nothing(run in runs(60)) {
        let fit = Fit::new(&run.messages);
        let seen = [fit.steepest, fit.flattest].map(|l| l.map(|l| Affine::through(&l).slope));
        prop_assert_eq!(seen, limits(&run.messages));
    }

    /// The answer while messages come may be wider than the best one, never narrower; and what the
    /// algorithm keeps gives the best one at any time.
    #[test]
    fn streaming_keeps_what_the_batch_needs(run in runs(300)) {
        let mut streaming = Streaming::new(nominal(&run));
        run.messages.iter().for_each(|m| streaming.push(*m));
        prop_assert_ne!(streaming.quality(), Quality::Fail);
        let (best, kept) = (Fit::new(&run.messages), streaming.fit());
        prop_assert_eq!(kept.quality, best.quality);
        let line = |f: &Fit| f.line(Method::Mean, &nominal(&run));
        if best.quality == Quality::Accurate {
            prop_assert_eq!(line(&kept), line(&best));
        }
        if let (Quality::Accurate, Some(width)) = (streaming.quality(), streaming.accuracy()) {
            let slope = |l: Option<Line>| Affine::through(&l.unwrap()).slope;
            prop_assert!(*width >= slope(best.steepest) - slope(best.flattest));
        }
    }

    /// Points anywhere: the hulls meet exactly when the limits of the slope contradict each other
    /// or two points lie the wrong way round above each other.
    #[test]
    fn failure_is_seen_when_no_line_is_left(
        points in prop::collection::vec((any::<bool>(), 0i64..12, 0i64..12), 1..12),
    ) {
        let message = |(to_other, x, y): (bool, i64, i64)| Message {
            way: if to_other { Way::ToOther } else { Way::ToReference },
            point: Point { x, y },
        };
        let messages: Vec<Message> = points.into_iter().map(message).collect();
        let of = |way| messages.iter().filter(move |m| m.way == way).map(|m| m.point);
        let wrong = of(Way::ToOther).any(|a| {
            of(Way::ToReference).any(|b| a.x == b.x && b.y > a.y)
        });
        let [steepest, flattest] = limits(&messages);
        let slopes = steepest.zip(flattest).is_some_and(|(s, f)| s < f);
        let fit = Fit::new(&messages);
        prop_assert_eq!(fit.quality == Quality::Fail, wrong || slopes);
    }
}

/// Two messages each way leave lines from y = 2 (slope 0) to the one through (0, 0) and (3, 4) (slope 4/3). With
/// clocks of one rate the directions are 0 and atan(4/3), and half of that angle has the tangent 1/2:
/// tan(a / 2) = sin(a) / (1 + cos(a)) = (4/5) / (1 + 3/5). Both lines go through (3/2, 2), and so does the bisector.
#[test]
fn the_bisector_halves_the_angle() {
    let message = |way, x, y| Message {
        way,
        point: Point { x, y },
    };
    let fit = Fit::new(&[
        message(Way::ToReference, 0, 0),
        message(Way::ToOther, 1, 2),
        message(Way::ToOther, 3, 4),
        message(Way::ToReference, 4, 2),
    ]);
    assert_eq!(fit.quality, Quality::Accurate);
    let fraction = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let line = fit.line(Method::Bisector, &whole(1)).unwrap();
    assert_eq!(line.slope, fraction(1, 2));
    assert_eq!(line.offset, fraction(5, 4));
    let line = fit.line(Method::Mean, &whole(1)).unwrap();
    assert_eq!(line.slope, fraction(2, 3));
}
