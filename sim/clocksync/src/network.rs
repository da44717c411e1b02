//! Several clocks and all pairs of events between them: what is known of every two of them, and how
//! the time stamps of each are converted to the reference.

use super::Quality;
use super::affine::{Affine, whole};
use super::batch::{self, Fit};
use super::bound::Bound;
use super::graph::{self, Edge};
use super::pairs::Pair;
use super::point::{LIMIT, Message, Point, Way};
use super::streaming::Streaming;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// How the line between two clocks is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// From all messages at once.
    Batch(batch::Method),
    /// From one message after the other, as Trace Compass does.
    Streaming,
}

/// What has to be known of a clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Ticks per second, as stated.
    pub hz: u64,
    /// First and last time stamp, in ticks since an origin of its own.
    pub span: (i64, i64),
}

/// Two clocks with messages between them.
#[derive(Clone, Debug)]
pub struct Link {
    /// The clock of the x axis.
    pub reference: usize,
    /// The clock of the y axis.
    pub other: usize,
    /// The messages, in order of time.
    pub messages: Vec<Message>,
    /// What they say.
    pub fit: Fit,
    /// How much that is, by the chosen method.
    pub quality: Quality,
    /// The answer: ticks of `other` by ticks of `reference`.
    pub line: Affine,
    /// How far the answer can be off.
    pub bound: Bound,
}

impl Link {
    fn new(clocks: [usize; 2], hz: [u64; 2], mut messages: Vec<Message>, method: Method) -> Link {
        messages.sort_by_key(|m| (m.point.x, m.point.y));
        let nominal = BigRational::new(hz[1].into(), hz[0].into());
        let fit = Fit::new(&messages);
        let streaming = || {
            let mut streaming = Streaming::new(nominal.clone());
            messages.iter().for_each(|m| streaming.push(*m));
            streaming
        };
        let (quality, line) = match method {
            Method::Streaming => {
                let streaming = streaming();
                // Its answer to messages in one direction is none.
                let one_way = match streaming.quality() {
                    Quality::Incomplete => fit.line(batch::Method::Mean, &nominal),
                    _ => None,
                };
                let line = one_way.unwrap_or_else(|| streaming.line().clone());
                (streaming.quality(), line)
            }
            Method::Batch(method) => {
                // When no line satisfies all messages, that of the last ones before it was so.
                let line = fit.line(method, &nominal);
                (
                    fit.quality,
                    line.unwrap_or_else(|| streaming().line().clone()),
                )
            }
        };
        Link {
            reference: clocks[0],
            other: clocks[1],
            bound: Bound::new(&fit, &line),
            messages,
            fit,
            quality,
            line,
        }
    }

    /// What these messages say of two of the clocks.
    pub fn between(
        reference: usize,
        other: usize,
        messages: Vec<Message>,
        clocks: &[Clock],
        method: Method,
    ) -> Link {
        let pair = [reference, other];
        Link::new(pair, pair.map(|c| clocks[c].hz), messages, method)
    }

    /// Messages this way.
    pub fn count(&self, way: Way) -> usize {
        self.messages.iter().filter(|m| m.way == way).count()
    }

    /// How far the answer can be off at an instant of the reference, in nanoseconds; infinite when
    /// nothing limits it.
    pub fn bound_ns(&self, x: i64, clocks: &[Clock]) -> f64 {
        match self.quality {
            Quality::Fail | Quality::Absent => f64::INFINITY,
            _ => self.bound.at(&whole(x)) * 1e9 / clocks[self.other].hz as f64,
        }
    }

    /// First and last instant of the reference for which time stamps of the other clock exist.
    pub fn span(&self, clocks: &[Clock]) -> (i64, i64) {
        let (first, last) = clocks[self.other].span;
        let at = |y: i64| {
            let x = self.line.inverse().map(|l| l.at(&whole(y)));
            x.and_then(|x| x.to_integer().to_i64()).unwrap_or(0)
        };
        (at(first), at(last))
    }
}

/// Clocks, links, and the way to the root.
#[derive(Clone, Debug)]
pub struct Network {
    /// The clock to which all others are converted.
    pub root: usize,
    /// What is known of every two clocks that have messages.
    pub links: Vec<Link>,
    /// For every clock, its ticks to ticks of the root; `None` when nothing leads there.
    pub to_root: Vec<Option<Affine>>,
    /// For every clock the number of the link that leads towards the root.
    pub by: Vec<Option<usize>>,
}

/// Coordinates of a pair that cannot be computed with: a clock of this number spans too much time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFar(pub usize);

impl Network {
    /// Fits all links. Without a `root` it is the clock with messages to and from the most others;
    /// the first one of several. `None` only if there are no clocks.
    ///
    /// # Errors
    /// When time stamps of a clock lie more than 2^61 ticks from its origin.
    pub fn new(
        clocks: &[Clock],
        pairs: &[Pair],
        root: Option<usize>,
        method: Method,
    ) -> Result<Network, TooFar> {
        let root = root.unwrap_or_else(|| busiest(clocks.len(), pairs));
        let mut links: BTreeMap<[usize; 2], Vec<Message>> = BTreeMap::new();
        for p in pairs {
            for m in [p.cause, p.effect] {
                if m.value.unsigned_abs() >= LIMIT.unsigned_abs() {
                    return Err(TooFar(m.clock));
                }
            }
            let (cause, effect) = (p.cause, p.effect);
            // The root is the x axis of its links, elsewhere the clock with the smaller number.
            let cause_first =
                (cause.clock != root, cause.clock) < (effect.clock != root, effect.clock);
            let (way, x, y) = match cause_first {
                true => (Way::ToOther, cause, effect),
                false => (Way::ToReference, effect, cause),
            };
            let (x, y, clocks) = (x.value, y.value, [x.clock, y.clock]);
            let message = Message {
                way,
                point: Point { x, y },
            };
            links.entry(clocks).or_default().push(message);
        }
        let fit = |(pair, messages): ([usize; 2], Vec<Message>)| {
            Link::new(pair, pair.map(|c| clocks[c].hz), messages, method)
        };
        let links: Vec<Link> = links.into_iter().map(fit).collect();
        let edge = |l: &Link| {
            let (first, last) = l.span(clocks);
            Edge {
                clocks: [l.reference, l.other],
                quality: l.quality,
                bound: l.bound_ns(first, clocks).max(l.bound_ns(last, clocks)),
            }
        };
        let edges: Vec<Edge> = links.iter().map(edge).collect();
        let next = graph::towards(root, clocks.len(), &edges);
        let mut network = Network {
            root,
            to_root: vec![None; clocks.len()],
            by: next.iter().map(|n| n.map(|(link, _)| link)).collect(),
            links,
        };
        for clock in 0..clocks.len() {
            network.to_root[clock] = network.way(clock, &next);
        }
        Ok(network)
    }

    /// The conversion of a clock's ticks to the root's.
    fn way(&self, clock: usize, next: &[Option<(usize, usize)>]) -> Option<Affine> {
        let mut line = Affine::identity();
        let mut at = clock;
        // Every step leads nearer to the root, so there are fewer than there are clocks.
        for _ in 0..next.len() {
            if at == self.root {
                return Some(line);
            }
            let (link, towards) = next[at]?;
            let link = &self.links[link];
            let step = if link.other == at {
                link.line.inverse()?
            } else {
                link.line.clone()
            };
            line = line.then(&step);
            at = towards;
        }
        None
    }
}

/// The clock with pairs with the most others.
fn busiest(clocks: usize, pairs: &[Pair]) -> usize {
    let mut partners = vec![std::collections::BTreeSet::new(); clocks];
    for p in pairs {
        partners[p.cause.clock].insert(p.effect.clock);
        partners[p.effect.clock].insert(p.cause.clock);
    }
    let most = partners.iter().map(|p| p.len()).max();
    let first = partners.iter().position(|p| Some(p.len()) == most);
    first.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::pairs::{Mark, Role};
    use super::*;

    fn mark(role: Role, clock: usize, value: i64) -> Mark {
        Mark {
            key: Default::default(),
            role,
            clock,
            index: 0,
            value,
        }
    }

    fn pair(cause: (usize, i64), effect: (usize, i64)) -> Pair {
        Pair {
            cause: mark(Role::Cause, cause.0, cause.1),
            effect: mark(Role::Effect, effect.0, effect.1),
        }
    }

    const METHOD: Method = Method::Batch(batch::Method::Mean);

    fn clocks(hz: &[u64]) -> Vec<Clock> {
        let clock = |&hz: &u64| Clock {
            hz,
            span: (0, 1000),
        };
        hz.iter().map(clock).collect()
    }

    /// Clock 1 ticks twice as fast as 0 and shows 100 at 0; clock 2 as fast as 1 and shows 7 less.
    /// The delay is 0, so that there is one line only; clock 3 has no messages.
    #[test]
    fn a_chain_of_clocks() {
        let at = [|t: i64| t, |t: i64| 2 * t + 100, |t: i64| 2 * t + 93];
        let mut pairs = Vec::new();
        for (a, b) in [(0, 1), (1, 2)] {
            for t in [0, 10, 500, 510] {
                pairs.push(pair((a, at[a](t)), (b, at[b](t))));
                pairs.push(pair((b, at[b](t)), (a, at[a](t))));
            }
        }
        let clocks = clocks(&[5, 10, 10, 10]);
        let n = Network::new(&clocks, &pairs, None, METHOD).unwrap();
        assert_eq!((n.root, n.links.len()), (1, 2), "the clock in the middle");
        let n = Network::new(&clocks, &pairs, Some(0), METHOD).unwrap();
        for (clock, at) in at.iter().enumerate() {
            let line = n.to_root[clock].as_ref().unwrap();
            assert_eq!(line.at(&whole(at(321))), whole(321), "clock {clock}");
        }
        assert_eq!(n.to_root[3], None);
        assert_eq!(n.links[0].quality, Quality::Accurate);
        assert_eq!(n.links[0].count(Way::ToOther), 4);
    }

    #[test]
    fn a_far_time_stamp_is_refused() {
        let pairs = [pair((0, 0), (1, LIMIT))];
        let n = Network::new(&clocks(&[1, 1]), &pairs, None, METHOD);
        assert_eq!(n.err(), Some(TooFar(1)));
    }

    #[test]
    fn a_failed_link_still_leads_on() {
        let bad = [
            pair((0, 0), (1, 5)),
            pair((1, 10), (0, 20)),
            pair((0, 100), (1, 90)),
            pair((1, 500), (0, 101)),
        ];
        let n = Network::new(&clocks(&[1, 1]), &bad, None, METHOD).unwrap();
        assert_eq!(n.links[0].quality, Quality::Fail);
        assert!(n.to_root[1].is_some());
        assert_eq!(n.links[0].bound_ns(50, &clocks(&[1, 1])), f64::INFINITY);
    }
}
