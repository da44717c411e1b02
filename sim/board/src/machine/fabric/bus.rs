//! The board as a [`CoreBus`](trueboard_core::bus::CoreBus): the side that cores see.

use super::{Bounds, Fabric, LINE_SHIFT};
use crate::machine::fabric::network_queue::InFlight;
use trueboard_core::bus::{Below, BusFault, CoreBus, Host, LineTimes, Op, Served, Timing, Txn};
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::interpose::Register;
use trueboard_core::lane::Lane;
use trueboard_core::meter::Meters;
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::time::Tick;

impl Host for Fabric {
    fn stream(&mut self, name: &str, bytes: &[u8]) {
        self.outside.append(name, bytes);
    }

    fn print(&mut self, core: u8, at: Tick, bytes: &[u8]) {
        self.outside.console.extend_from_slice(bytes);
        for &byte in bytes {
            self.facts
                .push(at, Source::Core(core), FactKind::Console { byte });
        }
    }

    fn typed(&mut self, _core: u8, most: usize) -> Vec<u8> {
        let n = most.min(self.outside.typed.len());
        self.outside.typed.drain(..n).collect()
    }

    fn nanoseconds(&self, at: Tick) -> u64 {
        let ns = u128::from(at.0) * 1_000_000_000 / u128::from(self.hz.max(1));
        u64::try_from(ns).unwrap_or(u64::MAX)
    }

    fn warn(&mut self, _core: u8, at: Tick, what: &str) {
        self.noted.core_warnings.add(at, what);
    }

    fn violated(&mut self, core: u8, pc: u64, what: &dyn Fn() -> String) {
        self.noted.violated((core, pc), what);
    }
}

impl Fabric {
    /// Records the data caches that hold the line of a transfer to memory number `i`, and notifies those that lose it.
    #[inline(always)]
    fn note_holders(&mut self, i: usize, t: &Txn) {
        let m = &mut self.memories[i];
        let line = ((t.pa - m.base) >> LINE_SHIFT) as usize;
        let me = 1u16 << (t.master & 15);
        if t.op.writes() {
            let others = m.holders.keep(line, me);
            if others != 0 {
                for (core, lines) in self.snoops.iter_mut().enumerate() {
                    if others >> core & 1 != 0 {
                        lines.push(t.pa);
                    }
                }
            }
        } else if t.op == Op::Read && t.line {
            m.holders.add(line, me);
        }
    }

    /// [`CoreBus::transfer`]. `tried`: the first stage has just not served it by [`Stage::line_at_once`].
    #[inline(always)]
    fn transfer_by(&mut self, t: &Txn, meters: &mut Meters, tried: bool) -> Timing {
        self.close_lane(meters);
        self.lanes.forget_set(t.pa);
        let Some(m) = self.memory_at(t.pa) else {
            return Timing::free(t.at);
        };
        self.note_holders(m, t);
        let m = &self.memories[m];
        let mut below = Below::new(&mut self.stages, &m.route);
        let mut timing = match tried {
            true => below.access_late(t, meters),
            false => below.access(t, meters),
        };
        if self.faults.is_some() {
            timing.served_by = self.meets(t, &timing, meters);
        }
        timing
    }
}

impl CoreBus for Fabric {
    fn transfer(&mut self, t: &Txn, meters: &mut Meters) -> Timing {
        self.transfer_by(t, meters, false)
    }

    fn store(&mut self, t: &Txn, meters: &mut Meters) -> Tick {
        if self.faults.is_some() {
            return self.transfer(t, meters).done;
        }
        self.close_lane(meters);
        match self.store_at_once(t, meters) {
            Some(done) => done,
            None => self.transfer(t, meters).done,
        }
    }

    fn line(&mut self, t: &Txn, meters: &mut Meters) -> LineTimes {
        if self.faults.is_some() {
            return LineTimes::of(&self.transfer(t, meters));
        }
        match self.line_at_once(t, meters) {
            Ok([first, done]) => LineTimes {
                first,
                done,
                special: None,
            },
            Err(tried) => LineTimes::of(&self.transfer_by(t, meters, tried)),
        }
    }

    #[inline]
    fn lane(&mut self) -> Option<&mut Lane> {
        self.lanes.get()
    }

    fn untimed(&mut self, t: &Txn) {
        if let Some(m) = self.memory_at(t.pa) {
            self.note_holders(m, t);
            self.warm_shared(m, t);
        }
    }

    fn own_memory(&mut self, t: &Txn, meters: &mut Meters) -> (Served, u64) {
        let flips = self.flips_of(t);
        (self.meets(t, &Timing::free(t.at), meters), flips)
    }

    fn shared_lines(&self, pa: u64, lines: &mut Vec<u64>) {
        let memory = self.memories.iter().find(|m| pa >= m.base && pa < m.end);
        let route = memory.map_or(&[][..], |m| &m.route);
        for &stage in route {
            self.stages[usize::from(stage)].lines(pa, lines);
        }
    }

    fn looks_at_meters(&self, pa: u64) -> bool {
        self.find(pa)
            .is_some_and(|id| self.attached[usize::from(id.0)].looks)
    }

    fn is_access_complete(&self, by: Tick) -> bool {
        let unbounded = |b: &Bounds| by < b.until && self.queue.next_at() == b.event;
        self.bounds.as_ref().is_some_and(unbounded) && !self.stirred && self.quiet()
    }

    fn io_read(&mut self, t: &Txn, meters: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        self.access(t, None, meters)
    }

    fn io_write(
        &mut self,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<(), BusFault>, Timing) {
        let (answer, timing) = self.access(t, Some(value), meters);
        (answer.map(|_| ()), timing)
    }

    fn takes_commands(&self, pa: u64) -> bool {
        self.commanded(pa).is_some()
    }

    fn refused(&mut self, t: &Txn, fault: BusFault) {
        self.refuse(t, fault);
    }

    fn send(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        let t = &packet.txn;
        let core = self.window(t.pa, u64::from(t.bytes));
        if core.is_none() && !self.answers(t) {
            // No receiver and no answer.
            self.refuse(t, BusFault::Unmapped);
            self.asked = self.asked.min(t.at);
            return Timing {
                first: Tick::NEVER,
                ..Timing::free(t.at)
            };
        }
        let mut timing = match self.network {
            Some(stage) => self.route_time(&[stage], t, meters),
            None => Timing::free(t.at),
        };
        let answered = (t.op != Op::Write).then_some(timing.first);
        if answered.is_none() {
            timing.first = Tick::NEVER;
            self.network_queue.departs(t, timing.done);
        } else if let Some(written) = self.network_queue.races(t) {
            self.raced(t, written, timing.done);
        }
        if let Some(at) = answered {
            self.network_queue.expect(t.master, at);
        }
        let in_flight = match core {
            Some(core) => InFlight::Core(core, Delivery::Packet(*packet), answered),
            None => InFlight::Board(*packet, answered),
        };
        self.network_queue.put(timing.done, in_flight);
        self.asked = self.asked.min(timing.done);
        timing
    }

    fn multicast(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        let network = self
            .network
            .and_then(|i| self.stages.get_mut(usize::from(i)));
        let Some((mut timing, nodes)) = network.and_then(|s| s.multicast(&packet.txn, meters))
        else {
            let timing = self.send(packet, meters);
            return Timing {
                first: timing.done,
                ..timing
            };
        };
        timing.first = Tick::NEVER;
        for (pa, at) in nodes {
            if let Some(core) = self.window(pa, 1) {
                self.network_queue
                    .put(at, InFlight::Core(core, Delivery::Packet(*packet), None));
                timing.first = timing.first.min(at);
            }
        }
        self.asked = self.asked.min(timing.first);
        timing
    }

    fn remind(&mut self, core: u8, at: Tick, tag: u32) {
        let in_flight = InFlight::Core(core, Delivery::Reminder { tag }, None);
        self.network_queue.put(at, in_flight);
        self.asked = self.asked.min(at);
    }

    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        self.touched += 1;
        if let Some(judge) = &mut self.judge {
            judge.access(fact, meters, self.die_mc);
        }
        self.facts.push(fact.at, fact.source, fact.kind);
    }

    fn clock_access(&mut self, fact: &Fact) {
        self.touched += 1;
        if let Some(judge) = &mut self.judge {
            judge.clock_access(fact);
        }
    }

    fn interposed_read(&mut self, core: u8, number: u32, value: u32) -> u32 {
        match &mut self.interposed {
            None => value,
            Some(between) => between.read(Register::Core { core, number }, value),
        }
    }

    fn interposed_write(&mut self, core: u8, number: u32, value: u32) -> Option<u32> {
        match &mut self.interposed {
            None => Some(value),
            Some(between) => between.write(Register::Core { core, number }, value),
        }
    }

    fn irq_ack(&mut self, core: u8, level: u32, at: Tick, meters: &mut Meters) {
        if let Some(id) = self.irq_controller {
            self.call(id, at, None, meters, |d, cx| {
                if let Some(controller) = d.interrupt_controller() {
                    controller.acknowledge(core, level, cx);
                }
            });
        }
    }

    #[inline]
    fn has_snoops(&self, core: u8) -> bool {
        let lines = self.snoops.get(usize::from(core));
        lines.is_some_and(|l| !l.is_empty())
    }

    #[inline]
    fn anyone_waits(&self) -> bool {
        self.waiting != 0
    }

    fn wakes(&mut self, core: u8, pa: Option<u64>) -> bool {
        let readers = match pa {
            None => u32::MAX,
            Some(pa) => {
                let holders = self.memory_at(pa).map_or(0, |i| {
                    let m = &self.memories[i];
                    let line = ((pa - m.base) >> LINE_SHIFT) as usize;
                    m.holders.of(line).unwrap_or(0)
                });
                u32::from(holders) | self.owners(pa)
            }
        };
        let woken = self.waiting & readers & !(1u32 << (core & 31));
        self.woken |= woken;
        woken != 0
    }

    fn take_snoops(&mut self, core: u8, lines: &mut Vec<u64>) {
        if let Some(s) = self.snoops.get_mut(usize::from(core))
            && !s.is_empty()
        {
            std::mem::swap(s, lines);
        }
    }
}
