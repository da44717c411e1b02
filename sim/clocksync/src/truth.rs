//! The answer held against what the clocks really did.

use super::affine::{Affine, float, whole};
use super::network::{Clock, Link, Method, Network};
use super::point::{Message, Way};
use super::report::{NamedClock, Report};
use super::true_clocks::{Error, TrueClocks};
use serde::Serialize;

/// The error of a link's answer, in nanoseconds of true time by which converted time stamps are
/// late.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkTruth {
    /// True alpha, less 1, in millionths.
    pub ppm: f64,
    /// At begin, middle and end of the other clock's events.
    pub late_ns: [f64; 3],
    /// The largest over that time.
    pub max_ns: f64,
    /// The mean of its size.
    pub mean_ns: f64,
    /// Whether the true line is one of the possible lines, to the rounding of time stamps.
    pub possible: bool,
    /// The error with fewer messages: every k-th, and the first ones only.
    pub thinned: Vec<Thinned>,
}

/// The error of an answer from fewer messages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thinned {
    /// Messages there and back.
    pub messages: [usize; 2],
    /// Mean time between two messages there.
    pub period_ns: f64,
    /// From the first message to the last one.
    pub during_ns: f64,
    /// The largest error.
    pub max_ns: f64,
    /// The mean of its size.
    pub mean_ns: f64,
}

/// Adds the truth to every link of `report` whose clocks the `file` at `place` knows, and a note for each clock that it
/// does not know.
pub fn add(
    report: &mut Report,
    (place, file): (&str, &TrueClocks),
    sources: &[NamedClock],
    (clocks, network, method): (&[Clock], &Network, Method),
) {
    // True nanoseconds by ticks since the first event.
    let ns = |s: &NamedClock| {
        let by_value = file.clock(&s.name)?.ns();
        Some(by_value.moved(&-whole(s.origin), &whole(0)))
    };
    let all: Vec<Option<Affine>> = sources.iter().map(ns).collect();
    for (i, source) in sources.iter().enumerate() {
        if all[i].is_none() {
            let known: Vec<&str> = file.clocks.iter().map(|c| c.name.as_str()).collect();
            report.notes.push(format!(
                "{place}: the file of true clocks does not know {}; it has {}",
                source.name,
                known.join(", ")
            ));
        }
    }
    for (line, link) in report.links.iter_mut().zip(&network.links) {
        if let (Some(x), Some(y)) = (&all[link.reference], &all[link.other]) {
            line.truth = of_link(link, [x, y], clocks, method);
        }
    }
}

fn of_link(
    link: &Link,
    [x, y]: [&Affine; 2],
    clocks: &[Clock],
    method: Method,
) -> Option<LinkTruth> {
    let error = Error::new(x, y, &link.line)?;
    let (first, last) = clocks[link.other].span;
    let middle = first + (last - first) / 2;
    let (max_ns, mean_ns) = error.over(first, last);
    // y = true ticks of the other clock by those of the reference.
    let truth = x.then(&y.inverse()?);
    let (begin, end) = link.span(clocks);
    let possible = [begin, end].iter().all(|&at| {
        let off = float(&(truth.at(&whole(at)) - link.line.at(&whole(at))));
        // A time stamp can be up to a tick early, on either clock.
        let tick = 1.0 + float(&truth.slope);
        off.abs() <= link.bound.at(&whole(at)) + tick
    });
    let stated = clocks[link.other].hz as f64 / clocks[link.reference].hz as f64;
    Some(LinkTruth {
        ppm: (float(&truth.slope) / stated - 1.0) * 1e6,
        late_ns: [first, middle, last].map(|v| error.at(v)),
        max_ns,
        mean_ns,
        possible,
        thinned: thinned(link, [x, y], clocks, method),
    })
}

/// What fewer messages would have given: every 2nd, 4th, … of each way, then the first half,
/// quarter, …; the error is always that over all events.
fn thinned(link: &Link, [x, y]: [&Affine; 2], clocks: &[Clock], method: Method) -> Vec<Thinned> {
    let of = |way| link.messages.iter().filter(move |m| m.way == way).copied();
    let ways = [Way::ToOther, Way::ToReference].map(|w| of(w).collect::<Vec<Message>>());
    let least = ways[0].len().min(ways[1].len());
    let (first, last) = clocks[link.other].span;
    let powers = || (0..).map(|k| 1usize << k).take_while(|k| least / k >= 2);
    let every = powers().map(|k| {
        ways.each_ref()
            .map(|w| w.iter().step_by(k).copied().collect())
    });
    let head = powers().skip(1).map(|k| {
        let head = |w: &Vec<Message>| w[..w.len() / k].to_vec();
        ways.each_ref().map(head)
    });
    let result = |ways: [Vec<Message>; 2]| {
        let counts = ways.each_ref().map(Vec::len);
        let there = ways[0].first().zip(ways[0].last());
        let during = there.map_or(0.0, |(a, b)| (b.point.x - a.point.x) as f64);
        let during_ns = during * float(&x.slope);
        let fewer = Link::between(link.reference, link.other, ways.concat(), clocks, method);
        let (max_ns, mean_ns) = Error::new(x, y, &fewer.line)?.over(first, last);
        Some(Thinned {
            messages: counts,
            period_ns: during_ns / (counts[0] - 1).max(1) as f64,
            during_ns,
            max_ns,
            mean_ns,
        })
    };
    every.chain(head).filter_map(result).collect()
}
