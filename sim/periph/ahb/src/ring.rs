//! A queue of pulses in order of time.
//!
//! Each is written once, in its place, and read there. A general queue moves its elements through
//! temporaries, where the processor of the host waits for the parts of a pulse just written before
//! it can load them together: a fifth of a transfer's cost.

use crate::slots::Pulse;
use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

const NONE: Pulse = Pulse {
    start: Tick(0),
    end: Tick(0),
    master: 0,
};

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Pulse>", into = "Vec<Pulse>")]
pub(crate) struct Ring {
    /// A power of two of them.
    room: Vec<Pulse>,
    head: usize,
    len: usize,
}

impl Ring {
    /// Room for `room` pulses, a power of two, before it has to grow.
    pub(crate) fn new(room: usize) -> Ring {
        Ring {
            room: vec![NONE; room.next_power_of_two()],
            head: 0,
            len: 0,
        }
    }

    #[inline(always)]
    fn at(&self, index: usize) -> usize {
        self.head.wrapping_add(index) & (self.room.len() - 1)
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The pulse at `index`, which must be below the length.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> &Pulse {
        &self.room[self.at(index)]
    }

    #[inline(always)]
    pub(crate) fn last(&self) -> Option<&Pulse> {
        (self.len > 0).then(|| self.get(self.len - 1))
    }

    /// Drops all and puts this one there.
    #[inline(always)]
    pub(crate) fn set_only(&mut self, start: Tick, end: Tick, master: u8) {
        self.len = 1;
        let at = self.at(0);
        let place = &mut self.room[at];
        place.start = start;
        place.end = end;
        place.master = master;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pulse> {
        (0..self.len).map(|i| self.get(i))
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, start: Tick, end: Tick, master: u8) {
        if self.len == self.room.len() {
            self.grow();
        }
        let at = self.at(self.len);
        let place = &mut self.room[at];
        place.start = start;
        place.end = end;
        place.master = master;
        self.len += 1;
    }

    /// Drops the first `count`.
    #[inline(always)]
    pub(crate) fn drop_first(&mut self, count: usize) {
        self.head = self.at(count);
        self.len -= count;
    }

    /// Puts a pulse in front of the one at `index`.
    pub(crate) fn insert(&mut self, index: usize, start: Tick, end: Tick, master: u8) {
        self.push(start, end, master);
        // It is among the last few: those to come are the reservations of other masters.
        let mut i = self.len - 1;
        while i > index {
            let (here, before) = (self.at(i), self.at(i - 1));
            self.room.swap(here, before);
            i -= 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let all: Vec<Pulse> = self.iter().copied().collect();
        self.room = vec![NONE; 2 * self.room.len()];
        self.refill(&all);
    }

    fn refill(&mut self, all: &[Pulse]) {
        self.head = 0;
        self.len = 0;
        for p in all {
            self.push(p.start, p.end, p.master);
        }
    }
}

impl PartialEq for Ring {
    fn eq(&self, other: &Ring) -> bool {
        self.iter().eq(other.iter())
    }
}

impl From<Vec<Pulse>> for Ring {
    fn from(all: Vec<Pulse>) -> Ring {
        let mut ring = Ring::new(all.len().max(32));
        ring.refill(&all);
        ring
    }
}

impl From<Ring> for Vec<Pulse> {
    fn from(ring: Ring) -> Vec<Pulse> {
        ring.iter().copied().collect()
    }
}
