//! All events in one order, with no effect before its cause.
//!
//! Times that a good synchronisation gives need no help. But an order can still be wrong between two
//! clocks that are connected by way of a third one only, when a clock is not affine, or when pairs
//! contradict each other. An effect is then moved behind its cause, and later events of its clock
//! follow until they are later by themselves; how many and how far is reported.

use super::pairs::Pair;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An event in the common order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its clock.
    pub clock: usize,
    /// Its number among the events of this clock.
    pub index: usize,
    /// Its time, in ticks of the common clock.
    pub time: i64,
}

/// The common order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// All events.
    pub events: Vec<Placed>,
    /// Events that were moved.
    pub moved: u64,
    /// The farthest that one was moved, in ticks.
    pub farthest: i64,
    /// Effects that could not be placed behind their cause, because pairs contradict each other.
    pub contradictions: u64,
}

/// A cause: when it was placed, and the clocks whose next event waits for that.
#[derive(Default)]
struct Cause {
    time: Option<i64>,
    waiting: Vec<usize>,
}

/// The events of one clock, with those of them that are causes or effects: number of the event,
/// number of the cause.
#[derive(Default)]
struct Lane<'a> {
    times: &'a [i64],
    next: usize,
    /// Time of the event placed last.
    last: Option<i64>,
    effects: Vec<(usize, usize)>,
    causes: Vec<(usize, usize)>,
    /// The cause that the next event waits for.
    waits: Option<usize>,
}

impl Lane<'_> {
    fn link(links: &[(usize, usize)], event: usize) -> Option<usize> {
        let found = links.binary_search_by_key(&event, |l| l.0).ok()?;
        Some(links[found].1)
    }
}

struct Merge<'a> {
    lanes: Vec<Lane<'a>>,
    causes: Vec<Cause>,
    /// The lanes whose next event can be placed, by its time.
    ready: BinaryHeap<Reverse<(i64, usize)>>,
    out: Merged,
}

/// Orders the events of all clocks. `times` has their times on the common clock, per clock in
/// ascending order. Of pairs, clock and index count; each effect has one cause.
pub fn merge(times: &[Vec<i64>], pairs: &[Pair]) -> Merged {
    let mut lanes: Vec<Lane> = times
        .iter()
        .map(|times| Lane {
            times,
            ..Lane::default()
        })
        .collect();
    let place = |p: &Pair| (p.cause.clock, p.cause.index as usize);
    let mut sorted: Vec<&Pair> = pairs.iter().collect();
    sorted.sort_unstable_by_key(|p| place(p));
    let mut causes = 0;
    for group in sorted.chunk_by(|a, b| place(a) == place(b)) {
        let (clock, event) = place(group[0]);
        lanes[clock].causes.push((event, causes));
        for p in group {
            let effect = (p.effect.index as usize, causes);
            lanes[p.effect.clock].effects.push(effect);
        }
        causes += 1;
    }
    for lane in &mut lanes {
        lane.effects.sort_unstable();
    }
    let mut merge = Merge {
        causes: (0..causes).map(|_| Cause::default()).collect(),
        ready: BinaryHeap::new(),
        out: Merged::default(),
        lanes,
    };
    (0..times.len()).for_each(|lane| merge.prepare(lane));
    loop {
        while let Some(Reverse((time, lane))) = merge.ready.pop() {
            merge.place(lane, time);
        }
        if !merge.force() {
            return merge.out;
        }
    }
}

impl Merge<'_> {
    /// Makes the next event of a lane ready, or has it wait for its cause.
    fn prepare(&mut self, number: usize) {
        let lane = &mut self.lanes[number];
        let Some(&own) = lane.times.get(lane.next) else {
            return;
        };
        let mut time = own.max(lane.last.unwrap_or(own));
        if let Some(cause) = Lane::link(&lane.effects, lane.next) {
            match self.causes[cause].time {
                Some(t) => time = time.max(t.saturating_add(1)),
                None => {
                    lane.waits = Some(cause);
                    self.causes[cause].waiting.push(number);
                    return;
                }
            }
        }
        self.ready.push(Reverse((time, number)));
    }

    fn place(&mut self, number: usize, time: i64) {
        let lane = &mut self.lanes[number];
        let index = lane.next;
        let by = time - lane.times[index];
        self.out.moved += u64::from(by > 0);
        self.out.farthest = self.out.farthest.max(by);
        self.out.events.push(Placed {
            clock: number,
            index,
            time,
        });
        lane.next += 1;
        lane.last = Some(time);
        if let Some(cause) = Lane::link(&lane.causes, index) {
            self.causes[cause].time = Some(time);
            for waiting in std::mem::take(&mut self.causes[cause].waiting) {
                if self.lanes[waiting].waits.take_if(|c| *c == cause).is_some() {
                    self.prepare(waiting);
                }
            }
        }
        self.prepare(number);
    }

    /// When all lanes wait for each other, the earliest event goes on without its cause.
    fn force(&mut self) -> bool {
        let waiting = self
            .lanes
            .iter()
            .enumerate()
            .filter(|l| l.1.waits.is_some());
        let own = |l: &Lane| l.times[l.next].max(l.last.unwrap_or(i64::MIN));
        let first = waiting.map(|(number, l)| (own(l), number)).min();
        let Some((time, number)) = first else {
            return false;
        };
        self.lanes[number].waits = None;
        self.out.contradictions += 1;
        self.ready.push(Reverse((time, number)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs::{Mark, Role};
    use super::*;

    fn pair(cause: (usize, u64), effect: (usize, u64)) -> Pair {
        let mark = |role, (clock, index)| Mark {
            key: Default::default(),
            role,
            clock,
            index,
            value: 0,
        };
        Pair {
            cause: mark(Role::Cause, cause),
            effect: mark(Role::Effect, effect),
        }
    }

    fn order(times: &[&[i64]], pairs: &[Pair]) -> (Vec<(usize, i64)>, Merged) {
        let times: Vec<Vec<i64>> = times.iter().map(|t| t.to_vec()).collect();
        let m = merge(&times, pairs);
        (m.events.iter().map(|e| (e.clock, e.time)).collect(), m)
    }

    #[test]
    fn what_is_in_order_stays() {
        let (events, m) = order(&[&[1, 5], &[3, 4, 9]], &[pair((0, 0), (1, 0))]);
        assert_eq!(events, [(0, 1), (1, 3), (1, 4), (0, 5), (1, 9)]);
        assert_eq!((m.moved, m.farthest, m.contradictions), (0, 0, 0));
    }

    /// The effect comes a tick behind its cause, and the next event of its clock is not overtaken.
    #[test]
    fn an_effect_is_moved_behind_its_cause() {
        let (events, m) = order(&[&[10], &[3, 4, 20]], &[pair((0, 0), (1, 0))]);
        assert_eq!(events, [(0, 10), (1, 11), (1, 11), (1, 20)]);
        assert_eq!((m.moved, m.farthest, m.contradictions), (2, 8, 0));
        let both = [pair((0, 0), (1, 0)), pair((0, 0), (2, 0))];
        let (events, _) = order(&[&[10], &[10], &[2]], &both);
        assert_eq!(events, [(0, 10), (1, 11), (2, 11)]);
    }

    #[test]
    fn contradictions_end() {
        let cycle = [pair((0, 1), (1, 0)), pair((1, 1), (0, 0))];
        let (events, m) = order(&[&[5, 6], &[7, 8]], &cycle);
        assert_eq!(events, [(0, 5), (0, 6), (1, 7), (1, 8)]);
        assert_eq!(m.contradictions, 1);
    }
}
