//! Runs of cycles, in maximum-duration mode, counted separately from the pulses of each step.
//!
//! The register counts each clock in which the event is at the selected level, and falls to 0 in each other clock. It
//! stands while the counter is disabled or without clock. Its first value may come from firmware or an earlier
//! measurement.

use serde::{Deserialize, Serialize};

/// The run in progress and the longest one, of one counter.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Runs {
    /// True when runs of the event are measured; else, of its absence.
    active: bool,
    ticks_per_cycle: u64,
    /// Counting since; `None` = standing still.
    since: Option<u64>,
    /// Cycles of the current run from before `since`.
    carried: u64,
    /// With `active`, where the latest run began.
    start: u64,
    /// Where the latest happening ended, or `since` when there was none.
    end: u64,
    longest: u64,
}

impl Runs {
    /// Does not count; these are its earlier values.
    pub(super) fn new(active: bool, ticks_per_cycle: u64, carried: u64, longest: u64) -> Runs {
        Runs {
            active,
            ticks_per_cycle: ticks_per_cycle.max(1),
            carried,
            longest,
            ..Runs::default()
        }
    }

    /// Counts from `tick` on, if it stood still.
    pub(super) fn go(&mut self, tick: u64) {
        if self.since.is_none() {
            self.since = Some(tick);
            (self.start, self.end) = (tick, tick);
        }
    }

    /// Does not count from `tick` on.
    pub(super) fn freeze(&mut self, tick: u64) {
        self.longest = self.longest(tick);
        self.carried = self.current(tick);
        self.since = None;
    }

    /// The event happened in `cycles` cycles from `from` on.
    pub(super) fn pulse(&mut self, from: u64, cycles: u64) {
        let Some(since) = self.since else { return };
        let to = from.saturating_add(cycles.saturating_mul(self.ticks_per_cycle));
        let from = from.max(since);
        if to <= from {
            return;
        }
        if self.active {
            if from > self.end {
                (self.start, self.carried) = (from, 0);
            }
            self.end = self.end.max(to);
            let run = self.carried + self.cycles(self.start, self.end);
            self.longest = self.longest.max(run);
        } else {
            if from > self.end {
                let run = self.carried + self.cycles(self.end, from);
                self.longest = self.longest.max(run);
            }
            (self.end, self.carried) = (self.end.max(to), 0);
        }
    }

    /// Cycles of the run in progress at `tick`.
    pub(super) fn current(&self, tick: u64) -> u64 {
        match self.since {
            None => self.carried,
            Some(_) if !self.active => self.carried + self.cycles(self.end, tick),
            Some(_) if tick <= self.end => {
                self.carried + self.cycles(self.start, self.end.min(tick))
            }
            Some(_) => 0,
        }
    }

    /// Cycles of the longest run by `tick`, the one in progress included.
    pub(super) fn longest(&self, tick: u64) -> u64 {
        let counting = self.since.is_some() && !self.active;
        let grows = counting && self.cycles(self.end, tick) > 0;
        let open = if grows { self.current(tick) } else { 0 };
        self.longest.max(open)
    }

    /// The run in progress is `value` cycles long at `tick`.
    pub(super) fn set_current(&mut self, value: u64, tick: u64) {
        self.freeze_into(tick);
        self.carried = value;
    }

    /// The longest run was `value` cycles long, at `tick`. The current run continues.
    pub(super) fn set_longest(&mut self, value: u64, tick: u64) {
        self.freeze_into(tick);
        self.longest = value;
    }

    /// Counts what went before as carried.
    fn freeze_into(&mut self, tick: u64) {
        if self.since.is_some() {
            self.freeze(tick);
            self.go(tick);
        }
    }

    fn cycles(&self, from: u64, to: u64) -> u64 {
        to.saturating_sub(from) / self.ticks_per_cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn happenings_that_touch_are_one_run() {
        let mut r = Runs::new(true, 2, 0, 0);
        r.go(100);
        r.pulse(90, 10);
        assert_eq!(r.longest(110), 5, "what lies before the start is cut off");
        r.pulse(110, 3);
        r.pulse(120, 1);
        assert_eq!((r.longest(130), r.current(122), r.current(124)), (8, 1, 0));
    }

    #[test]
    fn absence_counts_up_to_now() {
        let mut r = Runs::new(false, 1, 0, 0);
        r.go(0);
        r.pulse(40, 1);
        r.pulse(50, 1);
        assert_eq!((r.longest(60), r.current(60)), (40, 9));
        assert_eq!(r.longest(151), 100);
    }

    #[test]
    fn standing_still_keeps_the_run() {
        let mut r = Runs::new(false, 1, 7, 0);
        r.go(0);
        r.freeze(10);
        r.pulse(15, 1);
        assert_eq!((r.current(20), r.longest(20)), (17, 17));
        r.set_longest(0, 20);
        assert_eq!(r.longest(30), 0);
        r.go(30);
        r.pulse(35, 1);
        assert_eq!(r.longest(36), 22);
    }
}
