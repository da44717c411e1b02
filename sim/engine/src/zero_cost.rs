//! Zero-cost code: it executes, but time, caches and counts stay, as in the run without an observer's code.
//!
//! [`ZeroCost`] holds its addresses and bounds its length. [`without_time`] lends an instruction a bus on which
//! transfers take no time. The core restores its own state behind such an instruction; fewer parts to copy make it
//! cheaper.

use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::timeless::Timeless;

/// Zero-cost instructions that may follow each other. More of them mean that the code waits for an event, which needs
/// time to pass.
const MOST_IN_A_ROW: u64 = 10_000_000;

/// The zero-cost code of a core. It is set up by the run, not by the program, and is no state.
#[derive(Clone, Debug, Default)]
pub struct ZeroCost {
    /// First address and end of each range, sorted and without overlap.
    ranges: Vec<(u64, u64)>,
    /// A trap was taken out of zero-cost code: its handler costs nothing either, up to its return.
    pub in_handler: bool,
    /// The current instruction costs no time, for a core that tests this during execution.
    pub active: bool,
    /// Zero-cost instructions executed since time came to `cycle`.
    executed: u64,
    cycle: u64,
}

impl ZeroCost {
    /// The code at `ranges` (first address and end of each, sorted, without overlap).
    #[must_use]
    pub fn new(ranges: &[(u64, u64)]) -> ZeroCost {
        ZeroCost {
            ranges: ranges.to_vec(),
            ..ZeroCost::default()
        }
    }

    /// The code of this core, at another position of its run.
    #[must_use]
    pub fn moved(self) -> ZeroCost {
        ZeroCost {
            ranges: self.ranges,
            ..ZeroCost::default()
        }
    }

    /// No code is without cost.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// True when the instruction at `pc` costs nothing.
    #[inline]
    #[must_use]
    pub fn contains(&self, pc: u64) -> bool {
        let i = self.ranges.partition_point(|r| r.0 <= pc);
        i.checked_sub(1)
            .and_then(|i| self.ranges.get(i))
            .is_some_and(|r| pc < r.1)
    }

    /// Notes that the instruction at `pc` is executed in cycle `now`.
    ///
    /// # Errors
    /// [`Stop::Break`] when code that waits for time to pass would never end.
    #[inline]
    pub fn execute(&mut self, pc: u64, now: u64) -> Result<(), Stop> {
        if self.cycle != now {
            (self.cycle, self.executed) = (now, 0);
        }
        self.executed += 1;
        if self.executed <= MOST_IN_A_ROW {
            return Ok(());
        }
        Err(Stop::Break(format!(
            "free code waits at {pc:#010x} for something that only passing time can bring; \
             let it take time"
        )))
    }
}

/// Lets `f` act on what `cx` lends, with transfers that take no time.
pub fn without_time<T>(cx: &mut RunCx<'_>, f: impl FnOnce(&mut RunCx<'_>) -> T) -> T {
    f(&mut RunCx {
        mem: &mut *cx.mem,
        bus: &mut Timeless::unheard(&mut *cx.bus),
        meters: &mut *cx.meters,
        facts: &mut *cx.facts,
        until: cx.until,
        planned: cx.planned,
        ends: cx.ends,
        shared_until: cx.shared_until,
        sync_until: cx.sync_until,
        settled: cx.settled,
        armed: cx.armed,
        answer: cx.answer.take(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_begin_at_their_first_address_and_stop_before_their_end() {
        let z = ZeroCost::new(&[(0x100, 0x108), (0x200, 0x204)]);
        let inside = [0xfe, 0x100, 0x106, 0x108, 0x1fe, 0x200, 0x204].map(|pc| z.contains(pc));
        assert_eq!(inside, [false, true, true, false, false, true, false]);
        assert!(!ZeroCost::default().contains(0));
    }

    #[test]
    fn only_code_that_lets_no_time_pass_is_bounded() {
        let mut z = ZeroCost::default();
        for now in 0..3 {
            for _ in 0..MOST_IN_A_ROW {
                assert!(z.execute(0x40, now).is_ok());
            }
        }
        let stop = z.execute(0x40, 2);
        assert!(matches!(stop, Err(Stop::Break(why)) if why.contains("0x00000040")));
        assert!(z.execute(0x40, 3).is_ok());
    }
}
