//! What is said about clocks and links.

use super::Quality;
use super::affine::{Affine, decimal, float, whole};
use super::hulls::{Hulls, Scale};
use super::network::{Clock, Link, Network};
use super::pairs::{Pairs, Reason, Role};
use super::point::{Line, Way};
use super::truth::LinkTruth;
use serde::Serialize;

/// A clock, by the name that its user knows.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedClock {
    /// Its name.
    pub name: String,
    /// Ticks per second, as stated.
    pub hz: u64,
    /// Events that it stamped.
    pub events: usize,
    /// Value of the clock from which time stamps are counted.
    pub origin: u64,
    /// Nanoseconds from its stated origin, by ticks since `origin`.
    pub ns: Affine,
}

/// All that is said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The clock that all are brought to.
    pub reference: String,
    /// Each clock.
    pub clocks: Vec<ClockLine>,
    /// Each two clocks with messages between them.
    pub links: Vec<LinkLine>,
    /// Events that look like causes or effects and belong to no pair, by the reason.
    pub left: Vec<LeftLine>,
    /// What the user should know, one line each.
    pub notes: Vec<String>,
    /// The trace that all were merged into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<Merged>,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockLine {
    /// Its name.
    pub name: String,
    /// Ticks per second, as stated.
    pub hz: u64,
    /// Events that it stamped.
    pub events: usize,
    /// Whether it could be brought to the reference.
    pub synchronised: bool,
    /// The clock on the way to the reference.
    pub by: Option<String>,
}

/// What is known of two clocks, in nanoseconds of both: other = alpha · reference + beta.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkLine {
    /// The clock of the x axis.
    pub reference: String,
    /// The clock of the y axis.
    pub other: String,
    /// How much is known.
    pub quality: Quality,
    /// How fast the other one runs.
    pub alpha: f64,
    /// Where it stood at 0 of the reference. Exact to a thousandth.
    pub beta_ns: String,
    /// `alpha` less 1, in millionths.
    pub ppm: f64,
    /// Largest less smallest possible alpha.
    pub alpha_width: Option<f64>,
    /// Number of messages to the reference that bind.
    pub upper_hull: usize,
    /// Number of messages to the other clock that bind.
    pub lower_hull: usize,
    /// The points of both hulls.
    pub hulls: Hulls,
    /// Messages to the other clock.
    pub to_other: usize,
    /// Messages to the reference.
    pub to_reference: usize,
    /// How far the answer can be off at begin, middle and end of the other clock's events, if both
    /// clocks are affine.
    pub bound_ns: Option<[f64; 3]>,
    /// How far it is off, if true clocks are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<LinkTruth>,
}

/// Events of a clock that belong to no pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftLine {
    /// The clock.
    pub clock: String,
    /// What they look like.
    pub role: Role,
    /// Why they are left.
    pub reason: Reason,
    /// How many.
    pub count: usize,
}

/// A merged trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Merged {
    /// Its events.
    pub events: usize,
    /// Ticks per second of its clock.
    pub hz: u64,
    /// Events that were moved behind their cause.
    pub moved: u64,
    /// The farthest of these, in nanoseconds.
    pub farthest_ns: f64,
    /// Effects whose cause could not be placed before them.
    pub contradictions: u64,
}

impl Report {
    /// What is known of these clocks. `sources` and `clocks` are in one order.
    #[must_use]
    pub fn new(
        sources: &[NamedClock],
        clocks: &[Clock],
        network: &Network,
        pairs: &Pairs,
    ) -> Report {
        let name = |i: usize| sources[i].name.clone();
        let clock = |(i, s): (usize, &NamedClock)| ClockLine {
            name: s.name.clone(),
            hz: s.hz,
            events: s.events,
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

fn link(l: &Link, sources: &[NamedClock], clocks: &[Clock]) -> LinkLine {
    let (reference, other) = (&sources[l.reference], &sources[l.other]);
    let (x, y) = (&reference.ns, &other.ns);
    // Frequencies are positive, so the line of nanoseconds has an inverse.
    let in_ns = x
        .inverse()
        .unwrap_or_else(Affine::identity)
        .then(&l.line)
        .then(y);
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
        hulls: Scale::new(l, x.clone(), y.clone()).hulls(),
        to_other: l.count(Way::ToOther),
        to_reference: l.count(Way::ToReference),
        bound_ns: bound.iter().all(|b| b.is_finite()).then_some(bound),
        truth: None,
    }
}

fn left(sources: &[NamedClock], pairs: &Pairs) -> Vec<LeftLine> {
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
fn notes(sources: &[NamedClock], network: &Network, pairs: &Pairs) -> Vec<String> {
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
