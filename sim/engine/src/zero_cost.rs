//! Zero-cost code: it executes, but no time passes, no cache changes and nothing is counted. It makes
//! the run without the observer.
//!
//! [`ZeroCost`] holds its addresses and bounds its length; [`without_time`] lends an instruction a
//! world in which transfers take no time. What a core must put back after such an instruction is the
//! core's business: the fewer parts it has to copy for that, the better.

use trueboard_core::bus::{BusFault, CoreBus, Timing, Txn};
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::Fact;
use trueboard_core::meter::Meters;
use trueboard_core::net::Packet;
use trueboard_core::time::Tick;

/// Zero-cost instructions that may follow each other while time stands still. More of them mean that
/// the code waits for something that only time can bring.
const MOST_IN_A_ROW: u64 = 10_000_000;

/// The zero-cost code of a core. It is set up by the run, not by the program, and is no state.
#[derive(Clone, Debug, Default)]
pub struct ZeroCost {
    /// First address and end of each range, sorted and without overlap.
    ranges: Vec<(u64, u64)>,
    /// A trap was taken out of zero-cost code: its handler costs nothing either, up to its return.
    pub in_handler: bool,
    /// The instruction being executed costs nothing, for a core that asks as it goes.
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

    /// The code of this core, which stands at another place of its run.
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
        bus: &mut Timeless(&mut *cx.bus),
        meters: &mut *cx.meters,
        facts: &mut *cx.facts,
        until: cx.until,
        planned: cx.planned,
        shared_until: cx.shared_until,
        sync_until: cx.sync_until,
        settled: cx.settled,
        armed: cx.armed,
        answer: cx.answer.take(),
    })
}

/// The board without the time of its memories. Devices and packets take theirs: they act on the world.
struct Timeless<'a>(&'a mut dyn CoreBus);

impl CoreBus for Timeless<'_> {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        Timing::free(t.at)
    }
    fn looks_at_meters(&self, pa: u64) -> bool {
        self.0.looks_at_meters(pa)
    }
    fn takes_commands(&self, pa: u64) -> bool {
        self.0.takes_commands(pa)
    }
    fn io_read(&mut self, t: &Txn, meters: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        self.0.io_read(t, meters)
    }
    fn io_write(
        &mut self,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<(), BusFault>, Timing) {
        self.0.io_write(t, value, meters)
    }
    fn send(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        self.0.send(packet, meters)
    }
    fn multicast(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        self.0.multicast(packet, meters)
    }
    fn remind(&mut self, core: u8, at: Tick, tag: u32) {
        self.0.remind(core, at, tag);
    }
    fn stream(&mut self, name: &str, bytes: &[u8]) {
        self.0.stream(name, bytes);
    }
    fn print(&mut self, core: u8, at: Tick, bytes: &[u8]) {
        self.0.print(core, at, bytes);
    }
    fn typed(&mut self, core: u8, most: usize) -> Vec<u8> {
        self.0.typed(core, most)
    }
    fn nanoseconds(&self, at: Tick) -> u64 {
        self.0.nanoseconds(at)
    }
    fn warn(&mut self, core: u8, at: Tick, what: &str) {
        self.0.warn(core, at, what);
    }
    fn refused(&mut self, t: &Txn, fault: BusFault) {
        self.0.refused(t, fault);
    }
    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        self.0.measured(fact, meters);
    }
    fn clock_access(&mut self, fact: &Fact) {
        self.0.clock_access(fact);
    }
    fn irq_ack(&mut self, core: u8, level: u32, at: Tick, meters: &mut Meters) {
        self.0.irq_ack(core, level, at, meters);
    }
    fn has_snoops(&self, core: u8) -> bool {
        self.0.has_snoops(core)
    }
    fn anyone_waits(&self) -> bool {
        self.0.anyone_waits()
    }
    fn wakes(&mut self, core: u8, pa: Option<u64>) -> bool {
        self.0.wakes(core, pa)
    }
    fn take_snoops(&mut self, core: u8, lines: &mut Vec<u64>) {
        self.0.take_snoops(core, lines);
    }
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
