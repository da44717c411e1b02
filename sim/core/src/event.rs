//! The board's event queue: pending events in one total order `(tick, sequence)`.
//!
//! **Invariant**: events at equal ticks keep the order of scheduling. Devices are never ticked. They compute counters
//! on read and schedule only their next visible edge.

use crate::id::DevId;
use crate::time::Tick;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Names a scheduled event, for cancelling it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EventKey(u64);

/// An event that has become due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// When it was to happen.
    pub at: Tick,
    /// The device that scheduled it.
    pub device: DevId,
    /// The device's own name for it.
    pub tag: u32,
}

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EventQueue {
    heap: BinaryHeap<Reverse<(Tick, u64, DevId, u32)>>,
    cancelled: BTreeSet<u64>,
    next: u64,
}

impl EventQueue {
    /// Schedules `tag` of `device` for `at`.
    pub fn schedule(&mut self, at: Tick, device: DevId, tag: u32) -> EventKey {
        let seq = self.next;
        self.next += 1;
        self.heap.push(Reverse((at, seq, device, tag)));
        EventKey(seq)
    }

    /// Takes an event back. Harmless when it has happened already.
    pub fn cancel(&mut self, key: EventKey) {
        if self.heap.iter().any(|Reverse(e)| e.1 == key.0) {
            self.cancelled.insert(key.0);
        }
        self.drop_cancelled();
    }

    /// When the next event happens; [`Tick::NEVER`] when none is scheduled.
    pub fn next_at(&self) -> Tick {
        self.heap.peek().map_or(Tick::NEVER, |Reverse(e)| e.0)
    }

    /// Takes the next event if it is due at or before `now`.
    pub fn pop_due(&mut self, now: Tick) -> Option<Due> {
        if self.next_at() > now {
            return None;
        }
        let Reverse((at, _, device, tag)) = self.heap.pop()?;
        self.drop_cancelled();
        Some(Due { at, device, tag })
    }

    /// True when nothing is scheduled.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Pending events in order of time, for the digest: the heap's own layout depends on history.
    pub fn sorted(&self) -> Vec<(Tick, DevId, u32)> {
        let mut all: Vec<_> = self
            .heap
            .iter()
            .map(|Reverse(e)| *e)
            .filter(|e| !self.cancelled.contains(&e.1))
            .collect();
        all.sort_unstable();
        all.into_iter()
            .map(|(at, _, device, tag)| (at, device, tag))
            .collect()
    }

    fn drop_cancelled(&mut self) {
        while let Some(Reverse(e)) = self.heap.peek() {
            if !self.cancelled.remove(&e.1) {
                break;
            }
            self.heap.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const D: DevId = DevId(1);

    #[test]
    fn ties_happen_in_order_of_scheduling() {
        let mut q = EventQueue::default();
        q.schedule(Tick(5), D, 1);
        q.schedule(Tick(3), D, 2);
        q.schedule(Tick(5), D, 3);
        let tags: Vec<u32> = std::iter::from_fn(|| q.pop_due(Tick(9)).map(|d| d.tag)).collect();
        assert_eq!(tags, [2, 1, 3]);
    }

    #[test]
    fn not_before_its_time() {
        let mut q = EventQueue::default();
        q.schedule(Tick(5), D, 1);
        assert_eq!(q.pop_due(Tick(4)), None);
        assert_eq!(q.next_at(), Tick(5));
    }

    #[test]
    fn cancelled_events_vanish_even_at_the_head() {
        let mut q = EventQueue::default();
        let a = q.schedule(Tick(1), D, 1);
        let b = q.schedule(Tick(2), D, 2);
        q.schedule(Tick(3), D, 3);
        q.cancel(b);
        q.cancel(a);
        assert_eq!(q.next_at(), Tick(3));
        assert_eq!(q.sorted(), [(Tick(3), D, 3)]);
        q.cancel(a);
        assert_eq!(q.pop_due(Tick(9)).unwrap().tag, 3);
        assert!(q.is_empty());
    }

    #[test]
    fn a_cancelled_event_behind_others_is_not_pending() {
        let mut q = EventQueue::default();
        q.schedule(Tick(1), D, 1);
        let b = q.schedule(Tick(2), D, 2);
        q.schedule(Tick(3), D, 3);
        q.cancel(b);
        assert_eq!(q.sorted(), [(Tick(1), D, 1), (Tick(3), D, 3)]);
    }
}
