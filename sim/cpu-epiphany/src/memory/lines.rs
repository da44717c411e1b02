//! Instructions from outside the core: lines of eight bytes through a buffer of two, one on its way.
//!
//! The bytes are decoded where they lie; a packet is sent for their time. While instructions of one
//! line are issued, the next one is fetched. A taken branch empties the buffer.

use crate::counters::{counts::Counts, events::Counted};
use serde::{Deserialize, Serialize};

/// A line of instructions, by address / 8, and the first cycle in which it can be issued from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) number: u32,
    pub(super) first: u64,
    /// The time of its request.
    pub(super) asked: u64,
}

/// The buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lines {
    pub(super) current: Option<Line>,
    pub(super) next: Option<Line>,
    /// From when on the buffer is empty, as far as that is not counted: an instruction behind which
    /// there is no whole one could be issued then, but for its operands.
    pub(super) empty: Option<u64>,
}

impl Lines {
    /// Cycles before `now` in which the buffer was empty and a line on its way, and not yet counted.
    pub fn waited(&self, now: u64) -> u64 {
        match (self.empty, self.next) {
            (Some(from), Some(line)) => line.first.min(now).saturating_sub(from.max(line.asked)),
            _ => 0,
        }
    }

    /// Counts up to cycle `now` what the buffer was empty for, behind the pipeline's back.
    pub fn settle(&mut self, now: u64, counts: &mut Counts) {
        counts.add(Counted::FetchOutside, self.waited(now));
        self.empty = self.empty.map(|from| from.max(now));
    }

    /// The current instruction, fetched and due in cycle `first` or, alone, `now`, waits for its operands at most. When it
    /// is tried again the buffer is empty since the first time; `last` says that no whole instruction is behind it.
    pub fn note_empty(&mut self, last: bool, (first, now): (u64, u64), counts: &mut Counts) {
        if last {
            self.empty.get_or_insert(first);
        } else {
            self.settle(now, counts);
            self.empty = None;
        }
    }

    /// The line behind line `number` is the current one: an instruction lies across both.
    pub(super) fn is_behind(&self, number: u32) -> bool {
        is(self.current, number.wrapping_add(1)) && !is(self.next, number)
    }

    /// Line `number` must be requested.
    pub(super) fn lacks(&self, number: u32) -> bool {
        !is(self.current, number) && !is(self.next, number)
    }

    /// The first cycle in which instructions of the current line can be issued.
    pub(super) fn first(&self) -> u64 {
        self.current.map_or(0, |line| line.first)
    }

    /// Makes line `number` the current one in cycle `now`, if it is the next one. False if it never comes.
    pub(super) fn enter(&mut self, number: u32, now: u64, counts: &mut Counts) -> bool {
        if !is(self.next, number) {
            return true;
        }
        self.settle(now, counts);
        self.empty = None;
        if self.next.is_some_and(|l| l.first == u64::MAX) {
            return false;
        }
        self.current = self.next.take();
        true
    }

    /// Forgets what was fetched: a branch, issued in cycle `t`, was taken.
    pub fn drop_all(&mut self, t: u64, counts: &mut Counts) {
        self.settle(t + 1, counts);
        *self = Lines::default();
    }
}

fn is(line: Option<Line>, number: u32) -> bool {
    line.is_some_and(|l| l.number == number)
}
