//! The queue of a network: packets, answers and reminders in flight, in order of time. The board delivers each when no
//! core is behind its time. Writes stay recorded until they have arrived, so racing reads of their core are found.

use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use trueboard_core::bus::Txn;
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::time::Tick;

/// One thing on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum InFlight {
    /// For the core of this number.
    Core(u8, Delivery, Option<Tick>),
    /// For a memory or device; when its answer is to be back, if it wants one.
    Board(Packet, Option<Tick>),
}

/// A place in the queue: by time, then in the order of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    at: Tick,
    number: u64,
    in_flight: InFlight,
}

impl Entry {
    fn key(&self) -> (Tick, u64) {
        (self.at, self.number)
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A write of a core that has not arrived before `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Flight {
    pa: u64,
    end: u64,
    until: Tick,
}

/// Everything in flight, by receiver.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub(crate) struct NetworkQueue {
    /// For each core, and at the end for the board.
    boxes: Vec<BinaryHeap<Reverse<Entry>>>,
    /// The first of each box, and the first of all with its box; read at every decision.
    firsts: Vec<(Tick, u64)>,
    first: (Tick, u64, usize),
    sent: u64,
    unused: bool,
    /// Of each core, when answers will come to what is still to be read, in order.
    expected: Vec<VecDeque<Tick>>,
    /// Of each core, its writes, in the order of sending.
    flights: Vec<VecDeque<Flight>>,
}

/// The form in snapshots: everything in order.
#[derive(Serialize, Deserialize)]
struct Saved {
    boxes: Vec<Vec<Entry>>,
    sent: u64,
    expected: Vec<VecDeque<Tick>>,
    flights: Vec<VecDeque<Flight>>,
}

impl From<NetworkQueue> for Saved {
    fn from(post: NetworkQueue) -> Saved {
        let sorted = |b: BinaryHeap<Reverse<Entry>>| {
            let mut all: Vec<Entry> = b.into_iter().map(|Reverse(e)| e).collect();
            all.sort_unstable();
            all
        };
        Saved {
            boxes: post.boxes.into_iter().map(sorted).collect(),
            sent: post.sent,
            expected: post.expected,
            flights: post.flights,
        }
    }
}

impl From<Saved> for NetworkQueue {
    fn from(s: Saved) -> NetworkQueue {
        let heap = |b: Vec<Entry>| b.into_iter().map(Reverse).collect();
        let first = |b: &Vec<Entry>| b.first().map_or(NOTHING, Entry::key);
        let mut post = NetworkQueue {
            firsts: s.boxes.iter().map(first).collect(),
            boxes: s.boxes.into_iter().map(heap).collect(),
            first: NOWHERE,
            sent: s.sent,
            unused: s.sent == 0 && s.expected.iter().all(VecDeque::is_empty),
            expected: s.expected,
            flights: s.flights,
        };
        post.find_first();
        post
    }
}

const NOTHING: (Tick, u64) = (Tick::NEVER, u64::MAX);
const NOWHERE: (Tick, u64, usize) = (Tick::NEVER, u64::MAX, usize::MAX);

impl NetworkQueue {
    pub fn new(cores: usize) -> NetworkQueue {
        NetworkQueue {
            boxes: vec![BinaryHeap::new(); cores + 1],
            firsts: vec![NOTHING; cores + 1],
            first: NOWHERE,
            sent: 0,
            unused: true,
            expected: vec![VecDeque::new(); cores],
            flights: vec![VecDeque::new(); cores],
        }
    }

    /// Lets `in_flight` arrive at `at`.
    pub fn put(&mut self, at: Tick, in_flight: InFlight) {
        if at == Tick::NEVER {
            return;
        }
        let board = self.boxes.len() - 1;
        let to = match in_flight {
            InFlight::Core(core, ..) if usize::from(core) < board => usize::from(core),
            // For no receiver.
            InFlight::Core(..) => return,
            InFlight::Board(..) => board,
        };
        if let InFlight::Core(_, Delivery::Answer { .. }, _) = in_flight
            && let Some(expected) = self.expected.get_mut(to)
            && let Some(i) = expected.iter().position(|&e| e == at)
        {
            expected.remove(i);
        }
        let number = self.sent;
        self.sent += 1;
        self.unused = false;
        self.boxes[to].push(Reverse(Entry {
            at,
            number,
            in_flight,
        }));
        self.firsts[to] = self.firsts[to].min((at, number));
        self.first = self.first.min((at, number, to));
    }

    /// True as long as nothing was ever sent: boards without a network ask no further.
    #[inline]
    pub fn is_unused(&self) -> bool {
        self.unused
    }

    /// When the next one arrives.
    #[inline]
    pub fn next_at(&self) -> Tick {
        self.first.0
    }

    /// The next one that arrives.
    pub fn first(&self) -> Option<&InFlight> {
        let next = self.boxes.get(self.first.2)?.peek();
        next.map(|Reverse(e)| &e.in_flight)
    }

    /// When the next one for `core` arrives, answers included that are still to be made.
    #[inline]
    pub fn next_for(&self, core: usize) -> Tick {
        let next = self.firsts.get(core).map_or(Tick::NEVER, |first| first.0);
        match self.expected.get(core).and_then(VecDeque::front) {
            Some(&expected) => next.min(expected),
            None => next,
        }
    }

    /// Notes that an answer will come to `core` at `at`, which [`NetworkQueue::put`] gets later.
    pub fn expect(&mut self, core: u8, at: Tick) {
        if let Some(expected) = self.expected.get_mut(usize::from(core))
            && at != Tick::NEVER
        {
            self.unused = false;
            let place = expected.iter().rposition(|&e| e <= at);
            expected.insert(place.map_or(0, |i| i + 1), at);
        }
    }

    /// Takes the next one that arrives at or before `now`.
    pub fn take(&mut self, now: Tick) -> Option<(Tick, InFlight)> {
        if self.first.0 > now {
            return None;
        }
        let from = self.boxes.get_mut(self.first.2)?;
        let Reverse(e) = from.pop()?;
        self.firsts[self.first.2] = from.peek().map_or(NOTHING, |Reverse(e)| e.key());
        self.find_first();
        Some((e.at, e.in_flight))
    }

    fn find_first(&mut self) {
        self.first = NOWHERE;
        for (&(at, number), i) in self.firsts.iter().zip(0..) {
            self.first = self.first.min((at, number, i));
        }
    }

    /// Notes a write of a core that arrives at `until`.
    pub fn departs(&mut self, t: &Txn, until: Tick) {
        let Some(flights) = self.flights.get_mut(usize::from(t.master)) else {
            return;
        };
        while flights.front().is_some_and(|f| f.until <= t.at) {
            flights.pop_front();
        }
        flights.push_back(Flight {
            pa: t.pa,
            end: t.pa + u64::from(t.bytes),
            until,
        });
    }

    /// When the last of the core's own writes to what `t` reads arrives, if one is still on its way.
    pub fn races(&self, t: &Txn) -> Option<Tick> {
        let flights = self.flights.get(usize::from(t.master))?;
        let end = t.pa + u64::from(t.bytes);
        let same = |f: &&Flight| f.until > t.at && f.pa < end && t.pa < f.end;
        flights.iter().filter(same).map(|f| f.until).max()
    }

    /// True when it is of a board with this many cores.
    pub fn fits(&self, cores: usize) -> bool {
        self.boxes.len() == cores + 1 && self.flights.len() == cores && self.expected.len() == cores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::bus::Op;
    use trueboard_core::snapshot::{from_bytes, to_bytes};

    fn remind(core: u8, tag: u32) -> InFlight {
        InFlight::Core(core, Delivery::Reminder { tag }, None)
    }

    fn tags(post: &mut NetworkQueue, now: u64) -> Vec<(u64, u32)> {
        std::iter::from_fn(|| post.take(Tick(now)))
            .map(|(at, in_flight)| match in_flight {
                InFlight::Core(_, Delivery::Reminder { tag }, _) => (at.0, tag),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn by_time_and_then_in_the_order_of_sending() {
        let mut post = NetworkQueue::new(3);
        for (at, core, tag) in [(30, 0, 1), (10, 2, 2), (30, 1, 3), (10, 0, 4), (20, 2, 5)] {
            post.put(Tick(at), remind(core, tag));
        }
        post.put(Tick::NEVER, remind(0, 6));
        post.put(Tick(5), remind(3, 7));
        assert_eq!(post.next_at(), Tick(10));
        assert_eq!([0, 1, 2].map(|c| post.next_for(c).0), [10, 30, 10]);
        let mut copy: NetworkQueue = from_bytes(&to_bytes(&post)).unwrap();
        assert_eq!(tags(&mut post, 9), []);
        assert_eq!(tags(&mut post, 20), [(10, 2), (10, 4), (20, 5)]);
        assert_eq!(post.next_for(2), Tick::NEVER);
        assert_eq!(tags(&mut post, 99), [(30, 1), (30, 3)]);
        assert_eq!(post.next_at(), Tick::NEVER);
        assert_eq!(copy.next_at(), Tick(10));
        assert_eq!(tags(&mut copy, 99).len(), 5);
    }

    #[test]
    fn answers_are_expected_until_they_are_there() {
        let mut post = NetworkQueue::new(2);
        for at in [50, 30, 40, 30] {
            post.expect(1, Tick(at));
        }
        assert_eq!((post.next_for(1), post.next_at()), (Tick(30), Tick::NEVER));
        let answer = |tag| Delivery::Answer { tag, value: Ok(0) };
        post.put(Tick(30), InFlight::Core(1, answer(1), None));
        post.put(Tick(30), InFlight::Core(1, answer(2), None));
        assert_eq!((post.next_for(1), post.next_at()), (Tick(30), Tick(30)));
        while post.take(Tick(30)).is_some() {}
        assert_eq!(
            (post.next_for(1), post.next_for(0)),
            (Tick(40), Tick::NEVER)
        );
        let copy: NetworkQueue = from_bytes(&to_bytes(&post)).unwrap();
        assert_eq!(copy.next_for(1), Tick(40));
    }

    #[test]
    fn reads_of_what_is_still_being_written_race() {
        let txn = |at, pa, bytes, op| Txn {
            master: 1,
            at: Tick(at),
            pa,
            bytes,
            op,
            line: false,
            uncached: false,
            pc: 0,
        };
        let mut post = NetworkQueue::new(2);
        post.departs(&txn(10, 0x100, 8, Op::Write), Tick(50));
        post.departs(&txn(11, 0x200, 4, Op::Write), Tick(20));
        post.departs(&txn(12, 0x104, 4, Op::Write), Tick(60));
        let races = |at, pa, bytes| post.races(&txn(at, pa, bytes, Op::Read));
        assert_eq!(races(13, 0x100, 4), Some(Tick(50)));
        assert_eq!(races(13, 0x107, 1), Some(Tick(60)));
        assert_eq!(races(13, 0x108, 4), None);
        assert_eq!(races(13, 0xfc, 4), None);
        assert_eq!(races(19, 0x200, 4), Some(Tick(20)));
        assert_eq!(races(20, 0x200, 4), None);
        let other = Txn {
            master: 0,
            ..txn(13, 0x100, 4, Op::Read)
        };
        assert_eq!(post.races(&other), None);
    }
}
