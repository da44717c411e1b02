//! The longest run of cycles in which an event is active (EL=1) or inactive (EL=0).

use serde::{Deserialize, Serialize};

/// The last active run that was seen, in cycles of the unit's clock, and how much the run in
/// progress had when measuring began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    since: u64,
    start: u64,
    end: u64,
    carried: u32,
}

impl Run {
    /// Measures from cycle `now` on; the run in progress is `carried` cycles long already.
    pub fn starting(now: u64, carried: u32) -> Run {
        Run {
            since: now,
            start: now,
            end: now,
            carried,
        }
    }

    /// The event was active in `cycles` cycles from `from` on. Answers the length of the run that
    /// this extends (`high`), or of the gap that it ends.
    pub fn pulse(&mut self, high: bool, from: u64, cycles: u64) -> u32 {
        let to = from + cycles;
        let from = from.max(self.since);
        if to <= from {
            return 0;
        }
        if high {
            if from > self.end {
                (self.start, self.carried) = (from, 0);
            }
            self.end = self.end.max(to);
            return clip(u64::from(self.carried) + self.end - self.start);
        }
        let gap = from.saturating_sub(self.end);
        let length = if self.start == self.end || gap > 0 {
            u64::from(self.carried) + gap
        } else {
            0
        };
        if gap > 0 || self.start == self.end {
            self.start = from;
        }
        (self.end, self.carried) = (self.end.max(to), 0);
        clip(length)
    }

    /// The length of the run in progress at `now`; 0 when the other level holds.
    pub fn current(&self, high: bool, now: u64) -> u64 {
        let carried = u64::from(self.carried);
        let nothing_yet = self.start == self.end;
        if high && now <= self.end {
            carried + now.saturating_sub(self.start)
        } else if !high && (now > self.end || nothing_yet) {
            carried + now.saturating_sub(self.end)
        } else {
            0
        }
    }
}

/// A maximum is not lost by wrapping: the counter has shown all ones.
pub fn clip(cycles: u64) -> u32 {
    u32::try_from(cycles).unwrap_or(u32::MAX)
}
