//! What is said about clocks and links.

use super::hulls::{Hulls, Scale};
use super::load::{Loaded, Source};
use super::truth::LinkTruth;
use crate::text::Table;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde::Serialize;
use std::fmt::Write;
use trueboard::clocksync::Quality;
use trueboard::clocksync::affine::{Affine, whole};
use trueboard::clocksync::network::{Clock, Link, Network};
use trueboard::clocksync::pairs::{Pairs, Reason, Role};
use trueboard::clocksync::point::{Line, Way};

#[derive(Serialize)]
pub struct Report {
    /// The clock that all are brought to.
    pub reference: String,
    pub clocks: Vec<ClockLine>,
    pub links: Vec<LinkLine>,
    /// Events that look like causes or effects and belong to no pair, by the reason.
    pub left: Vec<LeftLine>,
    /// What the user should know, one line each.
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<Merged>,
}

#[derive(Serialize)]
pub struct ClockLine {
    pub name: String,
    pub hz: u64,
    pub events: usize,
    /// Whether it could be brought to the reference.
    pub synchronised: bool,
    /// The clock on the way to the reference.
    pub by: Option<String>,
}

/// What is known of two clocks, in nanoseconds of both: other = alpha · reference + beta.
#[derive(Serialize)]
pub struct LinkLine {
    pub reference: String,
    pub other: String,
    pub quality: Quality,
    pub alpha: f64,
    /// Exact to a thousandth.
    pub beta_ns: String,
    pub ppm: f64,
    /// Largest less smallest possible alpha.
    pub alpha_width: Option<f64>,
    /// Number of messages to the reference that bind.
    pub upper_hull: usize,
    /// Number of messages to the other clock that bind.
    pub lower_hull: usize,
    /// The points of both hulls.
    pub hulls: Hulls,
    pub to_other: usize,
    pub to_reference: usize,
    /// How far the answer can be off at begin, middle and end of the other clock's events, if both
    /// clocks are affine.
    pub bound_ns: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<LinkTruth>,
}

#[derive(Serialize)]
pub struct LeftLine {
    pub clock: String,
    pub role: Role,
    pub reason: Reason,
    pub count: usize,
}

#[derive(Serialize)]
pub struct Merged {
    pub events: usize,
    pub hz: u64,
    /// Events that were moved behind their cause, and the farthest, in nanoseconds.
    pub moved: u64,
    pub farthest_ns: f64,
    /// Effects whose cause could not be placed before them.
    pub contradictions: u64,
}

impl Report {
    pub fn new(loaded: &Loaded, clocks: &[Clock], network: &Network, pairs: &Pairs) -> Report {
        let sources = &loaded.sources;
        let name = |i: usize| sources[i].name.clone();
        let clock = |(i, s): (usize, &Source)| ClockLine {
            name: s.name.clone(),
            hz: s.clock.freq,
            events: s.values.len(),
            synchronised: network.to_root[i].is_some(),
            by: network.by[i].map(|link| {
                let link = &network.links[link];
                name(if link.other == i {
                    link.reference
                } else {
                    link.other
                })
            }),
        };
        let mut report = Report {
            reference: name(network.root),
            clocks: sources.iter().enumerate().map(clock).collect(),
            links: network
                .links
                .iter()
                .map(|l| link(l, sources, clocks))
                .collect(),
            left: left(sources, pairs),
            notes: Vec::new(),
            merged: None,
        };
        report.notes = notes(sources, network, pairs);
        report
    }
}

fn link(l: &Link, sources: &[Source], clocks: &[Clock]) -> LinkLine {
    let (reference, other) = (&sources[l.reference], &sources[l.other]);
    let (x, y) = (reference.ns(), other.ns());
    // Frequencies are positive, so the line of nanoseconds has an inverse.
    let in_ns = x
        .inverse()
        .unwrap_or_else(Affine::identity)
        .then(&l.line)
        .then(&y);
    let slope = |line: Line| Affine::through(&line).slope * &y.slope / &x.slope;
    let width = l.fit.steepest.zip(l.fit.flattest);
    let (first, last) = l.span(clocks);
    let bound = [first, first + (last - first) / 2, last].map(|x| l.bound_ns(x, clocks));
    LinkLine {
        reference: reference.name.clone(),
        other: other.name.clone(),
        quality: l.quality,
        alpha: float(&in_ns.slope),
        beta_ns: decimal(&in_ns.offset),
        ppm: float(&((&in_ns.slope - whole(1)) * whole(1_000_000))),
        alpha_width: width.map(|(s, f)| float(&(slope(s) - slope(f)))),
        upper_hull: l.fit.upper.len(),
        lower_hull: l.fit.lower.len(),
        hulls: Scale::new(l, sources).hulls(),
        to_other: l.count(Way::ToOther),
        to_reference: l.count(Way::ToReference),
        bound_ns: bound.iter().all(|b| b.is_finite()).then_some(bound),
        truth: None,
    }
}

fn left(sources: &[Source], pairs: &Pairs) -> Vec<LeftLine> {
    let mut all: Vec<_> = pairs
        .left
        .iter()
        .map(|(r, m)| (m.clock, m.role, *r))
        .collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b)
        .map(|group| LeftLine {
            clock: sources[group[0].0].name.clone(),
            role: group[0].1,
            reason: group[0].2,
            count: group.len(),
        })
        .collect()
}

/// What is not as it should be, each in one line with its cause and what can be done.
fn notes(sources: &[Source], network: &Network, pairs: &Pairs) -> Vec<String> {
    let mut notes = Vec::new();
    for l in &network.links {
        let names = format!(
            "{} and {}",
            sources[l.reference].name, sources[l.other].name
        );
        let (there, back) = (l.count(Way::ToOther), l.count(Way::ToReference));
        notes.extend(match l.quality {
            Quality::Fail => Some(format!(
                "{names}: the hulls intersect, no line satisfies all {} pairs; a clock was reset or changed its rate, or the pairs are wrong",
                there + back
            )),
            _ if there == 0 || back == 0 => {
                let (from, to) = match back {
                    0 => (l.reference, l.other),
                    _ => (l.other, l.reference),
                };
                Some(format!(
                    "{names}: messages go one way only ({} from {} to {}); their fastest is taken for one without delay, so have {} acknowledge",
                    there + back, sources[from].name, sources[to].name, sources[to].name
                ))
            }
            Quality::Approximate | Quality::Incomplete => Some(format!(
                "{names}: too few exchanges ({there} there, {back} back) to know how fast one clock runs against the other; make at least two, far apart"
            )),
            Quality::Accurate | Quality::Absent => None,
        });
    }
    for (i, s) in sources.iter().enumerate() {
        let of = |role| {
            let of_clock = pairs
                .left
                .iter()
                .filter(|(_, m)| m.clock == i && m.role == role);
            of_clock.count()
        };
        if network.to_root[i].is_none() {
            let (causes, effects) = (of(Role::Cause), of(Role::Effect));
            let seen = match causes + effects {
                0 => "it has no sync events".to_owned(),
                _ => format!("{causes} causes and {effects} effects of it match nothing"),
            };
            notes.push(format!(
                "{}: no pairs lead to {}, {seen}; its events keep their own times",
                s.name, sources[network.root].name
            ));
        } else if of(Role::Cause) + of(Role::Effect) > 0 {
            notes.push(format!(
                "{}: {} causes and {} effects match nothing and are left out",
                s.name,
                of(Role::Cause),
                of(Role::Effect)
            ));
        }
    }
    notes
}

pub fn float(r: &BigRational) -> f64 {
    r.to_f64().unwrap_or(f64::NAN)
}

/// A number with three decimals, exactly, rounded down.
pub fn decimal(r: &BigRational) -> String {
    let milli = (r * whole(1000)).floor().to_integer();
    let sign = if milli < 0.into() { "-" } else { "" };
    let digits = format!("{:0>4}", milli.magnitude().to_string());
    let (n, fraction) = digits.split_at(digits.len() - 3);
    format!("{sign}{n}.{fraction}")
}

pub fn text(report: &Report) -> String {
    let mut s = format!("reference {}\n\n", report.reference);
    let mut t = Table::new(&[
        "clocks",
        "quality",
        "pairs",
        "hull",
        "alpha",
        "ppm",
        "beta ns",
        "bound ns begin",
        "middle",
        "end",
    ]);
    for l in &report.links {
        let bound = l.bound_ns.map(|b| b.map(|b| format!("{b:.1}")));
        let [begin, middle, end] = bound.unwrap_or_else(|| ["-"; 3].map(str::to_owned));
        t.row(&[
            format!("{} - {}", l.reference, l.other),
            l.quality.to_string(),
            format!("{}+{}", l.to_other, l.to_reference),
            format!("{}+{}", l.lower_hull, l.upper_hull),
            format!("{:.12}", l.alpha),
            format!("{:.4}", l.ppm),
            l.beta_ns.clone(),
            begin,
            middle,
            end,
        ]);
    }
    let _ = write!(s, "{t}");
    for l in &report.links {
        if let Some(truth) = &l.truth {
            let _ = write!(s, "\n{} - {}, {truth}", l.reference, l.other);
        }
    }
    if let Some(m) = &report.merged {
        let _ = writeln!(
            s,
            "\nmerged {} events at {} Hz; moved behind their cause: {}{}",
            m.events,
            m.hz,
            m.moved,
            match m.moved {
                0 => String::new(),
                _ => format!(", by at most {:.1} ns", m.farthest_ns),
            }
        );
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_three_decimals() {
        let r = |n: i64, d: i64| decimal(&BigRational::new(n.into(), d.into()));
        assert_eq!(r(1, 3), "0.333");
        assert_eq!(r(-1, 2), "-0.500");
        assert_eq!(r(1_700_000_000_000_000_000, 1), "1700000000000000000.000");
        assert_eq!(r(0, 1), "0.000");
    }
}
