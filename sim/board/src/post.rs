//! What is on its way in a network: packets, answers, and what cores want to be reminded of, in order
//! of time. The board hands each over when no core is behind its time.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use trueboard_core::net::{Mail, Packet};
use trueboard_core::time::Tick;

/// One thing on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Parcel {
    /// For the core of this number.
    Core(u8, Mail, Option<Tick>),
    /// For a memory or device; when its answer is to be back, if it wants one.
    Board(Packet, Option<Tick>),
}

/// See the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Post {
    /// By time, and in the order of sending.
    parcels: BTreeMap<(Tick, u64), Parcel>,
    sent: u64,
    /// When each core gets something.
    times: Vec<BinaryHeap<Reverse<Tick>>>,
}

impl Post {
    pub fn new(cores: usize) -> Post {
        Post {
            times: vec![BinaryHeap::new(); cores],
            ..Post::default()
        }
    }

    /// Lets `parcel` arrive at `at`.
    pub fn put(&mut self, at: Tick, parcel: Parcel) {
        if at == Tick::NEVER {
            return;
        }
        if let Parcel::Core(core, ..) = parcel
            && let Some(times) = self.times.get_mut(usize::from(core))
        {
            times.push(Reverse(at));
        }
        self.parcels.insert((at, self.sent), parcel);
        self.sent += 1;
    }

    /// When the next one arrives.
    pub fn next_at(&self) -> Tick {
        let first = self.parcels.first_key_value();
        first.map_or(Tick::NEVER, |((at, _), _)| *at)
    }

    /// When the next one for `core` arrives.
    pub fn next_for(&self, core: usize) -> Tick {
        let times = self.times.get(core).and_then(BinaryHeap::peek);
        times.map_or(Tick::NEVER, |Reverse(at)| *at)
    }

    /// Takes the next one that arrives at or before `now`.
    pub fn take(&mut self, now: Tick) -> Option<(Tick, Parcel)> {
        if self.next_at() > now {
            return None;
        }
        let ((at, _), parcel) = self.parcels.pop_first()?;
        if let Parcel::Core(core, ..) = parcel
            && let Some(times) = self.times.get_mut(usize::from(core))
        {
            times.pop();
        }
        Some((at, parcel))
    }

    /// True when it is of a board with this many cores.
    pub fn fits(&self, cores: usize) -> bool {
        self.times.len() == cores
    }
}
