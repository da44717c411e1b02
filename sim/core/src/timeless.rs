//! The board without the time of its memories: transfers are over at once, and buses do not see them.
//!
//! Zero-cost code executes on it, and so does a whole run while it is fast-forwarded.

use crate::bus::{BusFault, CoreBus, Host, LineTimes, Served, Timing, Txn};
use crate::fact::Fact;
use crate::lane::Lane;
use crate::meter::Meters;
use crate::net::Packet;
use crate::time::Tick;

/// See the module. Devices and packets take their time: they act on the world.
pub struct Timeless<'a> {
    board: &'a mut dyn CoreBus,
    /// The board hears of transfers.
    heard: bool,
}

impl<'a> Timeless<'a> {
    /// Transfers are not reported, and their changes of caches are undone.
    #[must_use]
    pub fn unheard(board: &'a mut dyn CoreBus) -> Timeless<'a> {
        Timeless {
            board,
            heard: false,
        }
    }

    /// Transfers change caches, and the board hears of them ([`CoreBus::untimed`]).
    #[must_use]
    pub fn heard(board: &'a mut dyn CoreBus) -> Timeless<'a> {
        Timeless { board, heard: true }
    }

    #[inline]
    fn passes(&mut self, t: &Txn) {
        if self.heard {
            self.board.untimed(t);
        }
    }
}

// A method with a body in the trait would answer for the board if it were missing here.
#[deny(clippy::missing_trait_methods)]
impl Host for Timeless<'_> {
    fn stream(&mut self, name: &str, bytes: &[u8]) {
        self.board.stream(name, bytes);
    }

    fn print(&mut self, core: u8, at: Tick, bytes: &[u8]) {
        self.board.print(core, at, bytes);
    }

    fn typed(&mut self, core: u8, most: usize) -> Vec<u8> {
        self.board.typed(core, most)
    }

    fn nanoseconds(&self, at: Tick) -> u64 {
        self.board.nanoseconds(at)
    }

    fn warn(&mut self, core: u8, at: Tick, what: &str) {
        self.board.warn(core, at, what);
    }

    fn violated(&mut self, core: u8, pc: u64, what: &dyn Fn() -> String) {
        self.board.violated(core, pc, what);
    }
}

// A method with a body in the trait would answer for the board if it were missing here.
#[deny(clippy::missing_trait_methods)]
impl CoreBus for Timeless<'_> {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        self.passes(t);
        Timing::free(t.at)
    }
    fn store(&mut self, t: &Txn, _meters: &mut Meters) -> Tick {
        self.passes(t);
        t.at
    }
    fn line(&mut self, t: &Txn, _meters: &mut Meters) -> LineTimes {
        self.passes(t);
        LineTimes::of(&Timing::free(t.at))
    }
    fn lane(&mut self) -> Option<&mut Lane> {
        // That of the board is open for stores that take no time.
        match self.heard {
            true => self.board.lane(),
            false => None,
        }
    }
    fn untimed(&mut self, t: &Txn) {
        self.board.untimed(t);
    }
    fn own_memory(&mut self, t: &Txn, meters: &mut Meters) -> (Served, u64) {
        self.board.own_memory(t, meters)
    }
    fn looks_at_meters(&self, pa: u64) -> bool {
        self.board.looks_at_meters(pa)
    }
    fn is_access_complete(&self, _: Tick) -> bool {
        // No time passes that would bound what follows the access.
        false
    }
    fn takes_commands(&self, pa: u64) -> bool {
        self.board.takes_commands(pa)
    }
    fn io_read(&mut self, t: &Txn, meters: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        self.board.io_read(t, meters)
    }
    fn io_write(
        &mut self,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<(), BusFault>, Timing) {
        self.board.io_write(t, value, meters)
    }
    fn send(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        self.board.send(packet, meters)
    }
    fn multicast(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        self.board.multicast(packet, meters)
    }
    fn remind(&mut self, core: u8, at: Tick, tag: u32) {
        self.board.remind(core, at, tag);
    }
    fn refused(&mut self, t: &Txn, fault: BusFault) {
        self.board.refused(t, fault);
    }
    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        self.board.measured(fact, meters);
    }
    fn clock_access(&mut self, fact: &Fact) {
        self.board.clock_access(fact);
    }
    fn interposed_read(&mut self, core: u8, number: u32, value: u32) -> u32 {
        self.board.interposed_read(core, number, value)
    }
    fn interposed_write(&mut self, core: u8, number: u32, value: u32) -> Option<u32> {
        self.board.interposed_write(core, number, value)
    }
    fn irq_ack(&mut self, core: u8, level: u32, at: Tick, meters: &mut Meters) {
        self.board.irq_ack(core, level, at, meters);
    }
    fn has_snoops(&self, core: u8) -> bool {
        self.board.has_snoops(core)
    }
    fn anyone_waits(&self) -> bool {
        self.board.anyone_waits()
    }
    fn wakes(&mut self, core: u8, pa: Option<u64>) -> bool {
        self.board.wakes(core, pa)
    }
    fn shared_lines(&self, pa: u64, lines: &mut Vec<u64>) {
        self.board.shared_lines(pa, lines);
    }
    fn take_snoops(&mut self, core: u8, lines: &mut Vec<u64>) {
        self.board.take_snoops(core, lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Op;
    use crate::fact::{FactKind, Source};
    use std::cell::RefCell;
    use std::collections::BTreeSet;

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
        fn untimed(&mut self, _: &Txn) {
            self.note("untimed");
        }
        fn own_memory(&mut self, _: &Txn, _: &mut Meters) -> (Served, u64) {
            self.note("own_memory");
            (Served::Corrected, 1)
        }
        fn looks_at_meters(&self, _: u64) -> bool {
            self.note("looks_at_meters");
            true
        }
        fn is_access_complete(&self, _: Tick) -> bool {
            self.note("is_access_complete");
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

    /// Transfers are answered in the board's place, and each device access ends its slice; the board's other answers come
    /// through unchanged.
    #[test]
    fn the_board_hears_all_but_transfers() {
        let mut board = Board::default();
        let mut bus = Timeless::unheard(&mut board);
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
        bus.untimed(&t);
        assert_eq!(bus.own_memory(&t, m), (Served::Corrected, 1));
        assert!(bus.looks_at_meters(0) && bus.takes_commands(0));
        assert_eq!(bus.io_read(&t, m).0, Ok(2));
        assert_eq!(bus.io_write(&t, 0, m).0, Err(BusFault::Refused));
        assert!(!bus.is_access_complete(now));
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
        // As many as the trait has, less the five.
        let methods = include_str!("bus.rs");
        let of_trait = |name: &str| {
            let behind = methods.split(name).nth(1).expect("the trait");
            let body = behind.split("\n}\n").next().expect("its end");
            body.matches("\n    fn ").count()
        };
        let all = of_trait("pub trait CoreBus: Host {") + of_trait("pub trait Host {");
        assert_eq!(heard.len() + 5, all);
        let distinct: BTreeSet<_> = heard.iter().collect();
        assert_eq!(distinct.len(), heard.len(), "{heard:?}");
    }

    /// Transfers that are heard take no time either, and reach the board by one method.
    #[test]
    fn the_board_hears_of_each_transfer_of_a_run() {
        let mut board = Board::default();
        let mut bus = Timeless::heard(&mut board);
        let (t, m, now) = (read(Tick(7)), &mut Meters::default(), Tick(7));
        assert_eq!(bus.transfer(&t, m).done, now);
        assert_eq!(bus.store(&t, m), now);
        assert_eq!(bus.line(&t, m).done, now);
        assert!(bus.lane().is_none());
        assert_eq!(
            board.0.into_inner(),
            ["untimed", "untimed", "untimed", "lane"]
        );
    }
}
