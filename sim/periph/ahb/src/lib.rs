//! AMBA AHB: who owns the bus, who waits for whom (AMBA 2.0 specification ch. 3; GR740 UM 2.9
//! ch. 2, "Processor AHB bus").
//!
//! Requests are granted in the order in which they are made. A transfer holds the bus from its
//! grant to its last beat; an answer of SPLIT frees it, and the data phase is reserved for the
//! time at which the slave will be ready. Reservations are promises: later requests use the time
//! before them only when they fit. A locked read and write (atomics) holds the bus throughout and
//! is never split.
//!
//! Not modelled: BUSY, RETRY and ERROR responses; the overlap of one transfer's address phase
//! with the last beat of the transfer before it; other arbitration than first come first served.
//! A transfer that was split counts as one NONSEQ transfer though its address is sent twice.
//!
//! The meters are those of [`BusMeter`]. Beats and waits are booked when the transfer is granted,
//! cycles as they pass. What the bank shows is as of the last [`Stage::settle`].

mod params;
mod ring;
mod slots;
mod tally;
#[cfg(test)]
mod tests;

pub use params::Params;
use serde::{Deserialize, Serialize};
pub use slots::Pulse;
use slots::Slots;
use tally::{Shape, Tally};
use trueboard_core::bus::{AtOnce, Below, Brief, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::lane::{Lane, OfSize, SIZES};
use trueboard_core::meter::{BUS_MASTERS, BUS_METERS, BusBank, BusMeter, Meters};
use trueboard_core::serde_state;
use trueboard_core::time::{Clock, Tick};

/// A bus with its owner at every time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ahb {
    params: Params,
    clock: Clock,
    width_shift: u32,
    /// Ticks of the address phase, of a register's answer, of one cycle.
    address: u64,
    register: u64,
    cycle: u64,
    /// Bits of a tick that are 0 on every edge; all, unless a cycle is a power of two.
    off_edge: u64,
    /// Its index in [`Meters::buses`].
    bus: usize,
    slots: Slots,
    tally: Tally,
    #[serde(skip)]
    usual: Remembered,
    /// Stores by a lane: what the stage below answers, and the times that follow.
    #[serde(skip)]
    by_lane: ByLane,
    /// End of the last transfer that was granted in order: no transfer overtakes it.
    busy_until: Tick,
    record: bool,
    pulses: Vec<Pulse>,
}

/// The times of the last transfer that was served at once, in ticks from the grant: the next one of its shape with an
/// equal answer takes equal times.
#[derive(Clone, Copy, Debug)]
struct Usual {
    answer: AtOnce,
    /// It, if it fits.
    brief: Option<Brief>,
    bytes: u16,
    shape: Shape,
    first: u64,
    done: u64,
    end: u64,
    held: u64,
}

/// Derived, as [`Remembered`] is.
#[derive(Clone, Copy, Debug, Default)]
struct ByLane(Option<[Brief; SIZES]>, [OfSize; SIZES]);

impl PartialEq for ByLane {
    fn eq(&self, _: &ByLane) -> bool {
        true
    }
}

/// By [`Remembered::place`]. Derived: equality of buses ignores it.
#[derive(Clone, Copy, Debug)]
struct Remembered([Usual; 8]);

impl Remembered {
    /// Where a transfer like `t` is remembered: reads and writes apart, and the sizes of a store.
    #[inline(always)]
    fn place(t: &Txn) -> usize {
        let size = t.bytes.trailing_zeros() as usize & 3;
        size | if t.op == Op::Write { 4 } else { 0 }
    }
}

impl Default for Remembered {
    fn default() -> Remembered {
        let none = Usual {
            answer: AtOnce::default(),
            brief: None,
            // No transfer is so large.
            bytes: u16::MAX,
            shape: Shape::default(),
            first: 0,
            done: 0,
            end: 0,
            held: 0,
        };
        Remembered([none; 8])
    }
}

impl PartialEq for Remembered {
    fn eq(&self, _: &Remembered) -> bool {
        true
    }
}

/// Where among the reservations a transfer goes.
#[derive(Clone, Copy)]
enum Place {
    /// There are none, and the bus has been idle since then.
    Idle(Tick),
    /// In front of the one of this number.
    Among(usize),
}

/// When a master has the requested data.
struct Phase {
    first: Tick,
    done: Tick,
    /// Cycles for which the bus was held.
    held: u64,
}

impl Ahb {
    /// An idle bus that counts in bus `bus` of the meters. The parameters must pass
    /// [`Params::check`].
    pub fn new(params: Params, clock: Clock, bus: usize) -> Ahb {
        Ahb {
            params,
            clock,
            width_shift: params.width_bytes.trailing_zeros(),
            address: clock.ticks(params.address_cycles),
            register: clock.ticks(params.register_cycles),
            cycle: clock.ticks(1),
            off_edge: match clock.ticks(1) {
                t if t.is_power_of_two() => t - 1,
                _ => u64::MAX,
            },
            bus,
            slots: Slots::new(clock.ticks(params.handover_cycles)),
            tally: Tally::default(),
            usual: Remembered::default(),
            by_lane: ByLane::default(),
            busy_until: Tick(0),
            record: false,
            pulses: Vec::new(),
        }
    }

    /// Its index in [`Meters::buses`].
    #[must_use]
    pub fn bus(&self) -> usize {
        self.bus
    }

    /// Switches the recording of every interval of ownership on or off.
    pub fn record(&mut self, on: bool) {
        self.record = on;
    }

    /// Takes what was recorded since the last call, in the order of granting. Data phases after a
    /// SPLIT may lie in the future.
    pub fn take_pulses(&mut self) -> Vec<Pulse> {
        std::mem::take(&mut self.pulses)
    }

    /// Gives the bus to `master` from `start` to `end`; answers how many cycles that is.
    #[inline(always)]
    fn own(&mut self, place: Place, master: u8, start: Tick, end: Tick) -> u64 {
        let cycles = self.clock.cycles(end.since(start));
        if self.record {
            self.pulses.push(Pulse { start, end, master });
        }
        match place {
            Place::Idle(since) => {
                self.slots.replace(since, (start, end), master, cycles);
            }
            Place::Among(index) => self.slots.insert(index, (start, end), master, cycles),
        }
        cycles
    }

    /// The first edge at or after `at`.
    #[inline(always)]
    fn edge(&self, at: Tick) -> Tick {
        if at.0 & self.off_edge == 0 {
            at
        } else {
            self.clock.edge_at_or_after(at)
        }
    }

    #[inline(always)]
    fn beats(&self, t: &Txn) -> u64 {
        let bytes = u64::from(t.bytes.max(1)) + (u64::from(self.params.width_bytes) - 1);
        bytes >> self.width_shift
    }

    /// The earliest grant of `t` at or after `from`, and its place among the reservations.
    #[inline(never)]
    fn place(&self, t: &Txn, from: Tick, below: &Below<'_>) -> (Tick, usize) {
        self.slots.place(from, t.master, |start| match t.op {
            Op::Rmw => None,
            _ if below.is_end() => Some(self.address + self.register),
            _ => {
                let at = start + self.address;
                below.holds(t, at).map(|held| {
                    let held = self.clock.edge_at_or_after(at + held).since(start);
                    held.max(self.address + self.beats(t) * self.cycle)
                })
            }
        })
    }

    /// Calls the stages below for a locked read and write with the address phase over at `at`.
    #[inline(never)]
    fn ask_locked(&self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        // The write follows the read's last beat with an address phase of its own, the bus locked
        // in between.
        let read = below.access_at(t, at, meters);
        let turn = self.clock.edge_at_or_after(read.done.max(read.freed));
        let write = Txn {
            op: Op::Write,
            ..*t
        };
        let written = below.access_at(&write, turn + self.address, meters);
        Timing {
            first: read.first,
            done: written.done,
            freed: written.freed.max(written.done),
            split: false,
            ..written
        }
    }

    /// The usual transfer: the bus is free, and the stage below answers at once.
    #[inline(always)]
    fn at_once(
        &mut self,
        t: &Txn,
        at: Tick,
        below: &mut Below<'_>,
        meters: &mut Meters,
    ) -> Option<Timing> {
        if t.op == Op::Rmw {
            return None;
        }
        let over = self.granted_at_once(t, at, meters)?;
        let answer = below.at_once(t, at + self.address, meters)?;
        let usual = self.served_at_once(t, (at, over), answer);
        Some(Timing {
            granted: at,
            first: at + usual.first,
            done: at + usual.done,
            freed: at + usual.end,
            split: false,
            served_by: Served::SharedCache,
        })
    }

    /// Reserves and books `t`, granted at `at`, the bus having been idle since `over`, to which the stage below has given
    /// this answer.
    #[inline(always)]
    fn served_at_once(&mut self, t: &Txn, (at, over): (Tick, Tick), answer: AtOnce) -> &Usual {
        let place = Remembered::place(t);
        let usual = &self.usual.0[place];
        if usual.answer != answer || usual.bytes != t.bytes {
            self.usual.0[place] = self.usual(t, at, answer);
        }
        self.made_usual(t, at, over, place)
    }

    /// Since when the bus has been idle, if `t` gets it at once at `at`, an edge.
    #[inline(always)]
    fn granted_at_once(&self, t: &Txn, at: Tick, meters: &Meters) -> Option<Tick> {
        if at.0 & self.off_edge != 0 || self.record || self.bus >= meters.buses.len() {
            return None;
        }
        let last = self.slots.idle_since(at)?;
        (self.slots.grant_idle(at, t.master, last) == at).then_some(last.0)
    }

    /// Reserves and books `t` as the one that `place` remembers, granted at `at`, the bus having been
    /// idle since `over`.
    #[inline(always)]
    fn made_usual(&mut self, t: &Txn, at: Tick, over: Tick, place: usize) -> &Usual {
        let usual = &self.usual.0[place & 7];
        let end = at + usual.end;
        self.slots.replace(over, (at, end), t.master, usual.held);
        self.busy_until = end;
        self.tally.add_shape(t.master, usual.shape, usual.held);
        usual
    }

    /// What `answer` to `t` means for a transfer that is granted at once at `at`, an edge.
    #[cold]
    #[inline(never)]
    fn usual(&self, t: &Txn, at: Tick, answer: AtOnce) -> Usual {
        let addressed = at + self.address;
        let first = self.edge(addressed + u64::from(answer.first));
        let done = self.edge(addressed + u64::from(answer.done));
        let freed = self.edge(addressed + u64::from(answer.freed));
        let end = freed.max(addressed + self.beats(t) * self.cycle);
        Usual {
            answer,
            brief: answer.brief(),
            bytes: t.bytes,
            shape: Shape::of(t),
            first: first.since(at),
            done: done.max(first).since(at),
            end: end.since(at),
            held: self.clock.cycles(end.since(at)),
        }
    }

    /// Times of stores of each size, which the stage below answers so.
    #[cold]
    #[inline(never)]
    fn of_sizes(&self, briefs: &[Brief; SIZES], by: (u8, Tick)) -> [OfSize; SIZES] {
        std::array::from_fn(|size| {
            let usual = self.usual(&store(size, by), by.1, briefs[size].into());
            OfSize {
                done: self.clock.cycles(usual.done),
                end: usual.held,
                stores: 0,
            }
        })
    }

    /// Any transfer: waits for the bus, calls the stages below, returns after a SPLIT.
    #[inline(never)]
    fn in_turn(&mut self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let asked = self.edge(at);
        let Some(bank) = meters.buses.get_mut(self.bus) else {
            return below.access_at(t, at, meters);
        };
        let (granted, place) = match self.slots.idle_since(asked) {
            Some(last) => {
                let granted = self.slots.grant_idle(asked, t.master, last);
                if granted != asked {
                    let all = self.slots.len();
                    self.slots
                        .charge(t.master, (asked, granted), all, self.clock, bank);
                }
                (granted, Place::Idle(last.0))
            }
            None => {
                self.slots.retire(asked);
                let from = asked.max(self.busy_until);
                let (granted, index) = match self.slots.place_last(from, t.master) {
                    Some(granted) => (granted, self.slots.len()),
                    None => self.place(t, from, below),
                };
                if granted != asked {
                    self.slots
                        .charge(t.master, (asked, granted), index, self.clock, bank);
                }
                (granted, Place::Among(index))
            }
        };

        // All that follows is on edges of this bus.
        let addressed = granted + self.address;
        let answer = if below.is_end() {
            Timing::free(addressed + self.register)
        } else if t.op == Op::Rmw {
            self.ask_locked(t, addressed, below, meters)
        } else if let Some(answer) = below.at_once(t, addressed, meters) {
            Timing {
                granted: addressed,
                first: addressed + u64::from(answer.first),
                done: addressed + u64::from(answer.done),
                freed: addressed + u64::from(answer.freed),
                split: false,
                served_by: Served::SharedCache,
            }
        } else {
            below.access_at(t, addressed, meters)
        };
        let first = self.edge(answer.first);
        let done = self.edge(answer.done);
        let freed = self.edge(answer.freed);
        let end = freed.max(addressed + self.beats(t) * self.cycle);
        let held = self.own(place, t.master, granted, end);
        self.busy_until = end;

        let mut phase = Phase {
            first,
            done: done.max(first),
            held,
        };
        if answer.split {
            let split = Timing {
                first,
                done,
                freed: end,
                ..answer
            };
            if let Some(bank) = meters.buses.get_mut(self.bus) {
                phase = self.resume(t, &split, bank);
            }
            phase.held += held;
        }
        self.tally.add(t, phase.held);
        Timing {
            granted,
            first: phase.first,
            done: phase.done,
            freed: end,
            split: false,
            served_by: answer.served_by,
        }
    }

    /// Reserves the data phase of a transfer; its SPLIT response ended at `answer.freed`.
    #[inline(never)]
    fn resume(&mut self, t: &Txn, answer: &Timing, bank: &mut BusBank) -> Phase {
        let head = self.address + self.cycle;
        let more = (self.beats(t) - 1) * self.cycle;
        let ready = answer.first.max(answer.freed);
        // The first beat follows the repeated address phase; the last one is then as late as the slave is, or as the
        // beats need. A write's beats never wait.
        let end_when = |start: Tick| {
            let by_beats = start + head + more;
            if t.op.writes() {
                by_beats
            } else {
                by_beats.max(answer.done + head)
            }
        };
        let (start, index) = self
            .slots
            .place(ready, t.master, |s| Some(end_when(s).since(s)));
        let end = end_when(start);
        self.slots
            .charge(t.master, (ready, start), index, self.clock, bank);
        let delay = self.clock.cycles(ready.since(answer.freed));
        let row = &mut bank.by_master[usize::from(t.master) % BUS_MASTERS];
        row[BusMeter::Split as usize] += 1;
        row[BusMeter::SplitDelay as usize] += delay;
        let held = self.own(Place::Among(index), t.master, start, end);
        let done = if t.op.writes() {
            end + answer.done.since(answer.first)
        } else {
            end
        };
        Phase {
            first: start + head,
            done,
            held,
        }
    }
}

/// A store of 2^`size` bytes, by a master at some time.
fn store(size: usize, (master, at): (u8, Tick)) -> Txn {
    Txn {
        master,
        at,
        pa: 0,
        bytes: 1 << size,
        op: Op::Write,
        line: false,
        uncached: false,
        pc: 0,
    }
}

/// What is booked per master.
const ATTRIBUTED: [BusMeter; 14] = [
    BusMeter::NonSeq,
    BusMeter::Seq,
    BusMeter::Reads,
    BusMeter::Writes,
    BusMeter::Byte,
    BusMeter::Half,
    BusMeter::Word,
    BusMeter::Double,
    BusMeter::Quad,
    BusMeter::Oct,
    BusMeter::WaitStates,
    BusMeter::Locked,
    BusMeter::Split,
    BusMeter::SplitDelay,
];

impl Stage for Ahb {
    fn access(&mut self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        match self.at_once(t, at, below, meters) {
            Some(timing) => timing,
            None => self.in_turn(t, at, below, meters),
        }
    }

    fn access_late(&mut self, t: &Txn, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        self.in_turn(t, t.at, below, meters)
    }

    fn store_at_once(
        &mut self,
        t: &Txn,
        next: &mut dyn Stage,
        meters: &mut Meters,
    ) -> Option<Tick> {
        let at = t.at;
        let over = self.granted_at_once(t, at, meters)?;
        let brief = next.write_at_once(t, at + self.address, meters)?;
        let place = 4 | t.bytes.trailing_zeros() as usize & 3;
        let usual = &self.usual.0[place];
        if usual.brief != Some(brief) || usual.bytes != t.bytes {
            self.usual.0[place] = self.usual(t, at, brief.into());
        }
        Some(at + self.made_usual(t, at, over, place).done)
    }

    fn line_at_once(
        &mut self,
        t: &Txn,
        next: &mut dyn Stage,
        meters: &mut Meters,
    ) -> Option<[Tick; 3]> {
        let at = t.at;
        let over = self.granted_at_once(t, at, meters)?;
        let answer = next.at_once(t, at + self.address, meters)?;
        let usual = self.served_at_once(t, (at, over), answer);
        Some([at + usual.first, at + usual.done, at + usual.end])
    }

    fn open_lane(&mut self, lane: &mut Lane, master: u8, next: &mut dyn Stage) {
        if self.record || lane.clock != self.clock {
            return;
        }
        let Some(at) = self.slots.only_one_of(master) else {
            return;
        };
        let Some(briefs) = next.writes_at_once(at + self.address) else {
            return;
        };
        if self.by_lane.0 != Some(briefs) {
            self.by_lane = ByLane(Some(briefs), self.of_sizes(&briefs, (master, at)));
        }
        lane.open(self.clock.cycles(at.0), self.by_lane.1);
    }

    fn close_lane(&mut self, lane: &Lane, master: u8) {
        let [over, start, end] =
            [lane.over, lane.start, lane.free_from].map(|cycle| Tick(self.clock.ticks(cycle)));
        let mut held = 0;
        for (size, of) in lane
            .sizes
            .iter()
            .enumerate()
            .filter(|(_, of)| of.stores != 0)
        {
            let cycles = of.stores * of.end;
            let shape = Shape::of(&store(size, (master, start)));
            self.tally.add_many(master, shape, of.stores, cycles);
            held += cycles;
        }
        self.slots.replace(over, (start, end), master, held);
        self.busy_until = end;
    }

    fn settle(&mut self, now: Tick, meters: &mut Meters) {
        let Some(bank) = meters.buses.get_mut(self.bus) else {
            return;
        };
        self.slots.settle(now, self.clock, bank);
        self.tally.book(bank, self.params.width_bytes);
        let mut sums = [0; BUS_METERS];
        for row in &bank.by_master {
            for (sum, part) in sums.iter_mut().zip(row) {
                *sum += part;
            }
        }
        for m in ATTRIBUTED {
            bank.values[m as usize] = sums[m as usize];
        }
        let cycles = self.clock.cycles(now.0);
        let used = bank.get(BusMeter::Used);
        bank.values[BusMeter::Cycles as usize] = cycles;
        // Cores that run ahead may have used the bus beyond `now` already.
        bank.values[BusMeter::Idle as usize] = cycles.saturating_sub(used);
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

/// A bus has no registers.
impl Device for Ahb {
    fn kind(&self) -> &'static str {
        "ahb"
    }

    trueboard_core::no_registers!();

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        // Transfers in flight end as promised; time advances.
        let _ = (phase, cx);
    }

    serde_state!();
}

const _: () = assert!(BUS_MASTERS.is_power_of_two());
