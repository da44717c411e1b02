//! Time stamps of a tracer beside the spans in which it truly read its clock. All times are picoseconds.
//!
//! A stamp is right if the tracer can have read it: it lies in such a span, to within a tick of the clock. Nothing else
//! is tolerated. Where stamps are wrong, the clock is described by the simplest line that puts most of them right: an
//! offset, or an offset and a drift.

use serde::Serialize;

/// Drifts are in parts per billion.
const BILLION: i128 = 1_000_000_000;

/// A stamp, and when the clock can have been read for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its number among the records of its thread, from 1.
    pub number: usize,
    /// What was recorded.
    pub what: String,
    /// What the trace says, on the true time line if its clock is right.
    pub at: i64,
    /// Spans in which the clock was read, in order; at least one.
    pub spans: Vec<(i64, i64)>,
}

impl Stamp {
    fn hull(&self) -> (i64, i64) {
        let first = self.spans.first().map_or(self.at, |s| s.0);
        (first, self.spans.last().map_or(self.at, |s| s.1))
    }

    fn middle(&self) -> i64 {
        let (from, to) = self.hull();
        from + (to - from) / 2
    }
}

/// What the clock of a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// It shows the true time.
    Right,
    /// It is late or early by a constant.
    Offset,
    /// It is too fast or too slow.
    Drift,
    /// Its stamps are on no line.
    Irregular,
}

/// A stamp that is not where the clock was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Off {
    /// Its number among the records of its thread, from 1.
    pub number: usize,
    /// What was recorded.
    pub what: String,
    /// By how much it is late, beyond what the clock is; negative if it is early.
    pub late_ps: i64,
}

/// The stamps of a thread, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Times {
    /// Stamps that were judged.
    pub judged: usize,
    /// Stamps of records that are matched, but of which the reading of the clock is unknown.
    pub not_judged: usize,
    /// The clock.
    pub clock: Clock,
    /// By how much it is late at the first stamp; negative if it is early.
    pub offset_ps: i64,
    /// By how much the offset may be wrong, for the width of the spans.
    pub unsure_ps: u64,
    /// By how many parts in 10^9 it is fast; negative if it is slow.
    pub drift_ppb: i64,
    /// Stamps outside of their spans.
    pub wrong: usize,
    /// The largest deviation of a stamp from its span.
    pub largest_ps: i64,
    /// The largest deviation that offset and drift leave: the jitter that the spans do not hide.
    pub jitter_ps: u64,
    /// The median width of the spans: smaller deviations may go unseen.
    pub span_ps: u64,
    /// Stamps that offset and drift do not explain, in order.
    pub off: Vec<Off>,
}

/// A line: what is to be taken from a stamp, by its true time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Line {
    zero: i64,
    offset: i64,
    ppb: i64,
}

impl Line {
    fn error(self, at: i64) -> i64 {
        let drift = i128::from(at - self.zero) * i128::from(self.ppb) / BILLION;
        self.offset + i64::try_from(drift).unwrap_or(i64::MAX / 2)
    }

    /// The true time of a stamp.
    #[must_use]
    pub fn corrected(self, stamp: i64) -> i64 {
        // The drift over the error itself is below a tick.
        stamp - self.error(stamp - self.error(stamp))
    }
}

/// Judges the stamps of a thread whose clock shows whole ticks of `tick` picoseconds; also the line of the clock, if its
/// stamps are on one.
#[must_use]
pub fn times(stamps: &[Stamp], not_judged: usize, tick: i64) -> (Times, Option<Line>) {
    let wrong: Vec<i64> = stamps
        .iter()
        .map(|s| beyond(s.at, &s.spans, tick))
        .collect();
    let none = wrong.iter().filter(|w| **w != 0).count();
    let mut widths: Vec<i64> = stamps.iter().map(|s| s.hull()).map(|h| h.1 - h.0).collect();
    widths.sort_unstable();
    let width = widths.get(widths.len() / 2).copied().unwrap_or(0);
    let mut found = Times {
        judged: stamps.len(),
        not_judged,
        clock: Clock::Right,
        offset_ps: 0,
        unsure_ps: 0,
        drift_ppb: 0,
        wrong: none,
        largest_ps: wrong
            .iter()
            .copied()
            .max_by_key(|w| w.unsigned_abs())
            .unwrap_or(0),
        jitter_ps: 0,
        span_ps: width.unsigned_abs(),
        off: Vec::new(),
    };
    let mut line = Some(Line::default());
    let mut left = wrong;
    if none > 0 {
        let (offset, unsure) = offset(stamps, |_| 0);
        let constant = Line {
            offset,
            ..Line::default()
        };
        let (drifting, unsure_beside) = drifting(stamps);
        let mut fewest = none;
        for (clock, candidate, slack, unsure) in [
            (Clock::Offset, constant, tick, unsure),
            (Clock::Drift, drifting, tick + width, unsure_beside),
        ] {
            let of = |s: &Stamp| beyond(s.at - candidate.error(s.middle()), &[s.hull()], slack);
            let outside: Vec<i64> = stamps.iter().map(of).collect();
            let count = outside.iter().filter(|d| **d != 0).count();
            if fewest > 0 && 2 * count <= fewest {
                (fewest, left) = (count, outside);
                (found.clock, line) = (clock, Some(candidate));
                found.unsure_ps = unsure;
            }
        }
        if 2 * fewest > stamps.len() {
            (found.clock, line) = (Clock::Irregular, None);
        }
    }
    if let Some(line) = line {
        let first = stamps.first().map_or(0, Stamp::middle);
        (found.offset_ps, found.drift_ppb) = (line.error(first), line.ppb);
    }
    for (s, &late_ps) in stamps.iter().zip(&left).filter(|(_, d)| **d != 0) {
        found.jitter_ps = found.jitter_ps.max(late_ps.unsigned_abs());
        found.off.push(Off {
            number: s.number,
            what: s.what.clone(),
            late_ps,
        });
    }
    (found, line)
}

/// How late `at` is for the nearest of the spans, beyond `slack`; 0 within one.
#[must_use]
pub fn beyond(at: i64, spans: &[(i64, i64)], slack: i64) -> i64 {
    let of = |&(from, to): &(i64, i64)| match () {
        () if at < from - slack => at - from,
        () if at > to + slack => at - to,
        () => 0,
    };
    let all = spans.iter().map(of);
    all.min_by_key(|d| d.unsigned_abs()).unwrap_or(0)
}

/// The offset that puts most stamps into their spans, once `drift` is taken from each, and by how much it may be wrong;
/// 0 if that is one of them.
pub fn offset(stamps: &[Stamp], drift: impl Fn(&Stamp) -> i64) -> (i64, u64) {
    // At one place begins come in front of ends.
    let mut ends = Vec::with_capacity(2 * stamps.len());
    for s in stamps {
        let (at, (from, to)) = (s.at - drift(s), s.hull());
        ends.push((at - to, 0, 1));
        ends.push((at - from, 1, -1));
    }
    ends.sort_unstable();
    let (mut depth, mut most, mut best) = (0, 0, (0, 0));
    for (i, &(at, _, step)) in ends.iter().enumerate() {
        depth += step;
        if depth > most {
            most = depth;
            best = (at, ends.get(i + 1).map_or(at, |e| e.0));
        }
    }
    match best.0 <= 0 && 0 <= best.1 {
        true => (0, 0),
        false => {
            let wide = best.1 - best.0;
            (best.0 + wide / 2, wide.unsigned_abs().div_ceil(2))
        }
    }
}

/// The line of a clock with a drift: the median slope from each stamp to one half of all further on, which a quarter of
/// wrong stamps does not move, then the offset that fits most.
fn drifting(stamps: &[Stamp]) -> (Line, u64) {
    let narrow: Vec<&Stamp> = stamps.iter().filter(|s| s.spans.len() == 1).collect();
    let mut points: Vec<(i64, i64)> = match narrow.len() < 8 {
        true => stamps.iter().map(|s| (s.middle(), s.at)).collect(),
        false => narrow.iter().map(|s| (s.middle(), s.at)).collect(),
    };
    points.sort_unstable();
    let half = points.len().div_ceil(2);
    let slope = |((x0, y0), (x1, y1)): (&(i64, i64), &(i64, i64))| {
        let (dx, dy) = (i128::from(x1 - x0), i128::from(y1 - y0));
        (dx > 0).then(|| (dy - dx) * BILLION / dx)
    };
    let pairs = points.iter().zip(points.get(half..).unwrap_or_default());
    let mut slopes: Vec<i128> = pairs.filter_map(slope).collect();
    slopes.sort_unstable();
    let ppb = slopes.get(slopes.len() / 2).copied().unwrap_or(0);
    let ppb = i64::try_from(ppb).unwrap_or(0);
    let zero = points.first().map_or(0, |p| p.0);
    let line = Line {
        zero,
        offset: 0,
        ppb,
    };
    let (offset, unsure) = offset(stamps, |s| line.error(s.middle()));
    (Line { offset, ..line }, unsure)
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: i64 = 1_000_000;

    /// A stamp each 10 µs, read somewhere in a span of 80 ns; `error` is what the clock adds.
    fn stamps(n: i64, error: impl Fn(i64) -> i64) -> Vec<Stamp> {
        let one = |i: i64| {
            let true_ = 50 * US + i * 10 * US + i * i % 7_000;
            let from = true_ - i * 37 % 60_000;
            Stamp {
                number: 1 + i as usize,
                what: "work".to_owned(),
                at: true_ + error(i),
                spans: vec![(from, from + 80_000)],
            }
        };
        (0..n).map(one).collect()
    }

    #[test]
    fn a_right_clock_has_no_offset_and_a_late_one_its_own() {
        let (t, line) = times(&stamps(300, |_| 0), 2, 4_000);
        assert_eq!(
            (t.clock, t.wrong, t.offset_ps, t.drift_ppb),
            (Clock::Right, 0, 0, 0)
        );
        assert_eq!((t.judged, t.not_judged, t.span_ps), (300, 2, 80_000));
        assert_eq!(line.expect("a line").corrected(77), 77);
        let (t, line) = times(&stamps(300, |_| 100 * US), 0, 4_000);
        assert_eq!((t.clock, t.wrong, t.off.len()), (Clock::Offset, 300, 0));
        let far = (t.offset_ps - 100 * US).unsigned_abs();
        assert!(far <= t.unsure_ps && t.unsure_ps < 80_000, "{t:?}");
        let corrected = line.expect("a line").corrected(150 * US);
        assert!((corrected - 50 * US).abs() < 80_000, "{corrected}");
    }

    #[test]
    fn a_drift_is_told_from_an_offset() {
        // 200 ppm over 3 ms are 600 ns.
        let (t, line) = times(&stamps(300, |i| 2_000 * i), 0, 4_000);
        assert_eq!((t.clock, t.off.len()), (Clock::Drift, 0));
        assert!((t.drift_ppb - 200_000).abs() < 20_000, "{}", t.drift_ppb);
        assert!(t.wrong > 200 && line.is_some());
    }

    #[test]
    fn single_stamps_that_are_off_are_named_beside_any_clock() {
        for late in [0, 100 * US] {
            let mut all = stamps(300, |_| late);
            all[17].at -= 3 * US;
            let (t, _) = times(&all, 0, 4_000);
            assert_eq!(
                t.clock,
                if late == 0 {
                    Clock::Right
                } else {
                    Clock::Offset
                }
            );
            assert_eq!((t.off.len(), t.off[0].number), (1, 18));
            assert!((t.off[0].late_ps + 3 * US).abs() < 160_000, "{:?}", t.off);
            assert_eq!(t.jitter_ps, t.off[0].late_ps.unsigned_abs());
        }
    }

    #[test]
    fn stamps_at_random_are_on_no_line() {
        let (t, line) = times(&stamps(300, |i| i * i * 7_919 % 97 * US), 0, 4_000);
        assert_eq!(t.clock, Clock::Irregular);
        assert!(line.is_none());
    }

    #[test]
    fn a_tick_of_the_clock_is_no_deviation() {
        let spans = vec![(100, 200), (500, 600)];
        let at = |at| beyond(at, &spans, 4);
        assert_eq!(
            [at(96), at(204), at(300), at(495), at(605)],
            [0, 0, 100, -5, 5]
        );
    }

    #[test]
    fn no_stamps_are_no_fault() {
        let (t, _) = times(&[], 0, 4_000);
        assert_eq!((t.clock, t.judged, t.wrong), (Clock::Right, 0, 0));
    }
}
