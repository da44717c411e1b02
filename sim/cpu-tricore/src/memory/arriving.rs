//! A line that a cache or buffer waits for.

use super::params::LINE;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::Timing;
use trueboard_core::time::Clock;

/// A line on its way in: a burst of double words, the wanted one first, wrapping around.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Arriving {
    /// First physical address of the line.
    pub(super) line: u32,
    /// Number in the line of the double word that comes first.
    pub(super) critical: u32,
    /// Cycle in which it comes.
    pub(super) first: u64,
    /// Cycle in which the last one comes.
    pub(super) last: u64,
}

impl Default for Arriving {
    /// None: no line begins at an odd address.
    fn default() -> Arriving {
        Arriving {
            line: 1,
            critical: 0,
            first: 0,
            last: 0,
        }
    }
}

impl Arriving {
    const BEATS: u32 = LINE / 8;

    /// The line of `pa`, as timed by the bus.
    pub fn new(pa: u32, timing: &Timing, clock: Clock) -> Arriving {
        let first = clock.cycle_of(timing.first);
        Arriving {
            line: pa & !(LINE - 1),
            critical: pa >> 3 & (Arriving::BEATS - 1),
            first,
            last: clock.cycle_of(timing.done).max(first),
        }
    }

    /// Stall cycles of an access in `cycle` to `pa`, if its line is still arriving: the double word
    /// can be used `fill` cycles after it came, and `others` more if it was not the first.
    #[inline]
    pub fn wait(&self, pa: u32, cycle: u64, fill: u64, others: u64) -> u64 {
        if pa & !(LINE - 1) != self.line || cycle > self.last + fill + others {
            return 0;
        }
        let beat = (pa >> 3).wrapping_sub(self.critical) & (Arriving::BEATS - 1);
        let span = self.last - self.first;
        let came = self.first + span * u64::from(beat) / u64::from(Arriving::BEATS - 1);
        let usable = came + fill + if beat == 0 { 0 } else { others };
        usable.saturating_sub(cycle + 1)
    }

    /// All of `line` can be taken from `cycle` on without waiting.
    #[inline]
    pub fn is_over(&self, line: u32, cycle: u64) -> bool {
        line != self.line || cycle >= self.last
    }
}
