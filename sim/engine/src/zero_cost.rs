//! Zero-cost code: it executes, but no time passes, no cache changes and nothing is counted. It makes
//! the run without the observer.
//!
//! [`ZeroCost`] holds its addresses and bounds its length; [`without_time`] lends an instruction a
//! world in which transfers take no time. What a core must put back after such an instruction is the
//! core's business: the fewer parts it has to copy for that, the better.

use trueboard_core::bus::{BusFault, CoreBus, Host, LineTimes, Served, Timing, Txn};
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::Fact;
use trueboard_core::lane::Lane;
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
        ends: cx.ends,
        shared_until: cx.shared_until,
        sync_until: cx.sync_until,
        settled: cx.settled,
        armed: cx.armed,
        answer: cx.answer.take(),
    })
}

/// The board without the time of its memories. Devices and packets take theirs: they act on the world.
struct Timeless<'a>(&'a mut dyn CoreBus);

// A method with a body in the trait would answer for the board if it were missing here.
#[deny(clippy::missing_trait_methods)]
impl Host for Timeless<'_> {
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

    fn violated(&mut self, core: u8, pc: u64, what: &dyn Fn() -> String) {
        self.0.violated(core, pc, what);
    }
}

// A method with a body in the trait would answer for the board if it were missing here.
#[deny(clippy::missing_trait_methods)]
impl CoreBus for Timeless<'_> {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        Timing::free(t.at)
    }
    fn store(&mut self, t: &Txn, _meters: &mut Meters) -> Tick {
        t.at
    }
    fn line(&mut self, t: &Txn, _meters: &mut Meters) -> LineTimes {
        LineTimes::of(&Timing::free(t.at))
    }
    fn lane(&mut self) -> Option<&mut Lane> {
        None
    }
    fn own_memory(&mut self, t: &Txn, meters: &mut Meters) -> (Served, u64) {
        self.0.own_memory(t, meters)
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
    fn refused(&mut self, t: &Txn, fault: BusFault) {
        self.0.refused(t, fault);
    }
    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        self.0.measured(fact, meters);
    }
    fn clock_access(&mut self, fact: &Fact) {
        self.0.clock_access(fact);
    }
    fn interposed_read(&mut self, core: u8, number: u32, value: u32) -> u32 {
        self.0.interposed_read(core, number, value)
    }
    fn interposed_write(&mut self, core: u8, number: u32, value: u32) -> Option<u32> {
        self.0.interposed_write(core, number, value)
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
    fn shared_lines(&self, pa: u64, lines: &mut Vec<u64>) {
        self.0.shared_lines(pa, lines);
    }
    fn take_snoops(&mut self, core: u8, lines: &mut Vec<u64>) {
        self.0.take_snoops(core, lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use trueboard_core::bus::Op;
    use trueboard_core::fact::{FactKind, Source};

    /// A board that notes which of its methods were called, with answers unlike those of the trait.
    #[derive(Default)]
    struct Board(RefCell<Vec<&'static str>>);

    impl Board {
        fn note(&self, name: &'static str) {
            self.0.borrow_mut().push(name);
        }
    }

    const LATE: Tick = Tick(1000);

    #[deny(clippy::missing_trait_methods)]
    impl Host for Board {
        fn stream(&mut self, _: &str, _: &[u8]) {
            self.note("stream");
        }
        fn print(&mut self, _: u8, _: Tick, _: &[u8]) {
            self.note("print");
        }
        fn typed(&mut self, _: u8, _: usize) -> Vec<u8> {
            self.note("typed");
            vec![3]
        }
        fn nanoseconds(&self, _: Tick) -> u64 {
            self.note("nanoseconds");
            4
        }
        fn warn(&mut self, _: u8, _: Tick, _: &str) {
            self.note("warn");
        }
        fn violated(&mut self, _: u8, _: u64, _: &dyn Fn() -> String) {
            self.note("violated");
        }
    }

    #[deny(clippy::missing_trait_methods)]
    impl CoreBus for Board {
        fn transfer(&mut self, _: &Txn, _: &mut Meters) -> Timing {
            self.note("transfer");
            Timing::free(LATE)
        }
        fn store(&mut self, _: &Txn, _: &mut Meters) -> Tick {
            self.note("store");
            LATE
        }
        fn line(&mut self, _: &Txn, _: &mut Meters) -> LineTimes {
            self.note("line");
            LineTimes::of(&Timing::free(LATE))
        }
        fn lane(&mut self) -> Option<&mut Lane> {
            self.note("lane");
            None
        }
        fn own_memory(&mut self, _: &Txn, _: &mut Meters) -> (Served, u64) {
            self.note("own_memory");
            (Served::Corrected, 1)
        }
        fn looks_at_meters(&self, _: u64) -> bool {
            self.note("looks_at_meters");
            true
        }
        fn takes_commands(&self, _: u64) -> bool {
            self.note("takes_commands");
            true
        }
        fn io_read(&mut self, _: &Txn, _: &mut Meters) -> (Result<u64, BusFault>, Timing) {
            self.note("io_read");
            (Ok(2), Timing::free(LATE))
        }
        fn io_write(&mut self, _: &Txn, _: u64, _: &mut Meters) -> (Result<(), BusFault>, Timing) {
            self.note("io_write");
            (Err(BusFault::Refused), Timing::free(LATE))
        }
        fn send(&mut self, _: &Packet, _: &mut Meters) -> Timing {
            self.note("send");
            Timing::free(LATE)
        }
        fn multicast(&mut self, _: &Packet, _: &mut Meters) -> Timing {
            self.note("multicast");
            Timing::free(LATE)
        }
        fn remind(&mut self, _: u8, _: Tick, _: u32) {
            self.note("remind");
        }
        fn refused(&mut self, _: &Txn, _: BusFault) {
            self.note("refused");
        }
        fn clock_access(&mut self, _: &Fact) {
            self.note("clock_access");
        }
        fn measured(&mut self, _: &Fact, _: &Meters) {
            self.note("measured");
        }
        fn interposed_read(&mut self, _: u8, _: u32, _: u32) -> u32 {
            self.note("interposed_read");
            5
        }
        fn interposed_write(&mut self, _: u8, _: u32, _: u32) -> Option<u32> {
            self.note("interposed_write");
            None
        }
        fn irq_ack(&mut self, _: u8, _: u32, _: Tick, _: &mut Meters) {
            self.note("irq_ack");
        }
        fn has_snoops(&self, _: u8) -> bool {
            self.note("has_snoops");
            false
        }
        fn anyone_waits(&self) -> bool {
            self.note("anyone_waits");
            true
        }
        fn wakes(&mut self, _: u8, _: Option<u64>) -> bool {
            self.note("wakes");
            true
        }
        fn shared_lines(&self, _: u64, _: &mut Vec<u64>) {
            self.note("shared_lines");
        }
        fn take_snoops(&mut self, _: u8, _: &mut Vec<u64>) {
            self.note("take_snoops");
        }
    }

    fn read(at: Tick) -> Txn {
        Txn {
            master: 0,
            at,
            pa: 0x100,
            bytes: 4,
            op: Op::Read,
            line: false,
            uncached: true,
            pc: 0,
        }
    }

    /// Only transfers are answered in the board's place; its other answers come through as they are.
    #[test]
    fn the_board_hears_all_but_transfers() {
        let mut board = Board::default();
        let mut bus = Timeless(&mut board);
        let (t, m, now) = (read(Tick(7)), &mut Meters::default(), Tick(7));
        let packet = Packet {
            txn: t,
            value: 0,
            tag: 0,
        };
        let fact = Fact {
            at: now,
            source: Source::Core(0),
            kind: FactKind::TrapReturn { to: 0 },
        };
        assert_eq!(bus.transfer(&t, m).done, now);
        assert_eq!(bus.store(&t, m), now);
        assert_eq!(bus.line(&t, m).done, now);
        assert!(bus.lane().is_none());
        assert_eq!(bus.own_memory(&t, m), (Served::Corrected, 1));
        assert!(bus.looks_at_meters(0) && bus.takes_commands(0));
        assert_eq!(bus.io_read(&t, m).0, Ok(2));
        assert_eq!(bus.io_write(&t, 0, m).0, Err(BusFault::Refused));
        assert_eq!(bus.send(&packet, m).done, LATE);
        assert_eq!(bus.multicast(&packet, m).done, LATE);
        bus.remind(0, now, 0);
        bus.stream("", &[]);
        bus.print(0, now, &[]);
        assert_eq!(bus.typed(0, 1), [3]);
        assert_eq!(bus.nanoseconds(now), 4);
        bus.warn(0, now, "");
        bus.violated(0, 0, &String::new);
        bus.refused(&t, BusFault::Refused);
        bus.clock_access(&fact);
        bus.measured(&fact, m);
        assert_eq!(bus.interposed_read(0, 0, 0), 5);
        assert_eq!(bus.interposed_write(0, 0, 0), None);
        bus.irq_ack(0, 0, now, m);
        assert!(!bus.has_snoops(0) && bus.anyone_waits() && bus.wakes(0, None));
        bus.shared_lines(0, &mut Vec::new());
        bus.take_snoops(0, &mut Vec::new());
        let heard = board.0.into_inner();
        // As many as the trait has, less the four.
        let methods = include_str!("../../core/src/bus.rs");
        let of_trait = |name: &str| {
            let behind = methods.split(name).nth(1).expect("the trait");
            let body = behind.split("\n}\n").next().expect("its end");
            body.matches("\n    fn ").count()
        };
        let all = of_trait("pub trait CoreBus: Host {") + of_trait("pub trait Host {");
        assert_eq!(heard.len() + 4, all);
        let distinct: BTreeSet<_> = heard.iter().collect();
        assert_eq!(distinct.len(), heard.len(), "{heard:?}");
    }

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
