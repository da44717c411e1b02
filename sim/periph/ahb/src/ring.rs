//! A queue of pulses in order of time.
//!
//! Each is written once, in its place, and read there. A general queue moves its elements through temporaries. There
//! the host waits for the parts of a pulse just written before it can load them together: a fifth of a transfer's cost.

use crate::slots::Pulse;
use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

const NONE: Pulse = Pulse {
    start: Tick(0),
    end: Tick(0),
    master: 0,
};

/// See the module. The last pulse is kept apart: mostly it is the only one, and all that is wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Pulse>", into = "Vec<Pulse>")]
pub(crate) struct Ring {
    last: Pulse,
    any: bool,
    /// A power of two of places for those before it.
    room: Vec<Pulse>,
    head: usize,
    before: usize,
}

impl Ring {
    /// Room for `room` pulses, a power of two, before it has to grow.
    pub(crate) fn new(room: usize) -> Ring {
        Ring {
            last: NONE,
            any: false,
            room: vec![NONE; room.next_power_of_two()],
            head: 0,
            before: 0,
        }
    }

    #[inline(always)]
    fn at(&self, index: usize) -> usize {
        self.head.wrapping_add(index) & (self.room.len() - 1)
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.before + usize::from(self.any)
    }

    /// The pulse at `index`, which must be below the length.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> &Pulse {
        if index == self.before {
            &self.last
        } else {
            &self.room[self.at(index)]
        }
    }

    #[inline(always)]
    pub(crate) fn last(&self) -> Option<&Pulse> {
        self.any.then_some(&self.last)
    }

    /// Drops all and puts this one there.
    #[inline(always)]
    pub(crate) fn set_only(&mut self, start: Tick, end: Tick, master: u8) {
        self.before = 0;
        self.set_last(start, end, master);
    }

    #[inline(always)]
    fn set_last(&mut self, start: Tick, end: Tick, master: u8) {
        self.any = true;
        self.last.start = start;
        self.last.end = end;
        self.last.master = master;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pulse> {
        (0..self.len()).map(|i| self.get(i))
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, start: Tick, end: Tick, master: u8) {
        if self.any {
            if self.before == self.room.len() {
                self.grow();
            }
            let at = self.at(self.before);
            let place = &mut self.room[at];
            place.start = self.last.start;
            place.end = self.last.end;
            place.master = self.last.master;
            self.before += 1;
        }
        self.set_last(start, end, master);
    }

    /// Drops the first `count`, which must be less than all.
    #[inline(always)]
    pub(crate) fn drop_first(&mut self, count: usize) {
        self.head = self.at(count);
        self.before -= count;
    }

    /// Puts a pulse in front of the one at `index`, which must be below the length.
    pub(crate) fn insert(&mut self, index: usize, start: Tick, end: Tick, master: u8) {
        let Pulse {
            start: s,
            end: e,
            master: m,
        } = self.last;
        self.push(s, e, m);
        let new = Pulse { start, end, master };
        // It is among the last few: those to come are the reservations of other masters.
        let mut i = self.before - 1;
        let at = self.at(i);
        self.room[at] = new;
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
        self.before = 0;
        self.any = false;
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
