//! One link of one mesh: it carries one packet at a time, in the order of requests. A packet may use the time before an
//! earlier request from farther away.

use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Link {
    /// From here on nothing is reserved.
    free: Tick,
    /// The packets before `free` follow one another since then ...
    start: Tick,
    /// ... and before them nothing is reserved since then.
    gap: Tick,
    /// Sender of the last packet before `free`.
    owner: u8,
    /// Sender of the last one before `gap`.
    before: u8,
}

impl Link {
    /// Reserves the link for `ticks`, at `at` or as soon as possible. Returns when it is free, and the sender of the
    /// last packet in the way.
    #[inline]
    pub fn take(&mut self, at: Tick, ticks: u64, who: u8) -> (Tick, u8) {
        let early = at.max(self.gap);
        if early + ticks <= self.start {
            self.gap = early + ticks;
            return (early, std::mem::replace(&mut self.before, who));
        }
        let blocker = self.owner;
        let granted = at.max(self.free);
        if granted > self.free {
            self.gap = self.free;
            self.before = self.owner;
            self.start = granted;
        }
        self.free = granted + ticks;
        self.owner = who;
        (granted, blocker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_wait_for_each_other_and_use_gaps() {
        let mut l = Link::default();
        assert_eq!(l.take(Tick(10), 2, 1), (Tick(10), 0));
        assert_eq!(l.take(Tick(10), 2, 2), (Tick(12), 1));
        // A later request, from nearer by.
        assert_eq!(l.take(Tick(3), 2, 3), (Tick(3), 0));
        assert_eq!(l.take(Tick(4), 2, 4), (Tick(5), 3));
        // No room for two ticks between 7 and 8.
        assert_eq!(l.take(Tick(9), 2, 5), (Tick(14), 2));
        assert_eq!(l.take(Tick(30), 2, 6), (Tick(30), 5));
        assert_eq!(l.take(Tick(15), 2, 7), (Tick(16), 5));
    }

    /// Those who ask in the order in which they come are served in that order.
    #[test]
    fn order_is_kept() {
        let (mut l, mut n) = (Link::default(), 1u64);
        let mut last = [(Tick(0), Tick(0)); 4];
        let mut taken = Vec::new();
        for _ in 0..10_000 {
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let who = (n >> 40) as usize % 4;
            let at = last[who].0 + 1 + (n >> 50) % 6;
            let (granted, _) = l.take(at, 2, who as u8);
            assert!(granted >= at && granted > last[who].1);
            last[who] = (at, granted);
            taken.push(granted);
        }
        taken.sort_unstable();
        assert!(
            taken.windows(2).all(|w| w[1] - w[0] >= 2),
            "never two at once"
        );
    }
}
