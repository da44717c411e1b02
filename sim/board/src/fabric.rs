//! Everything of a board outside its cores: address map, stages, devices, wiring, events, snooping.
//! This is what cores see as their [`CoreBus`].

use crate::judge::Judge;
use crate::post::{Parcel, Post};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use trueboard_core::bus::{Below, BusFault, CoreBus, Op, Stage, Timing, Txn};
use trueboard_core::device::{
    Accessor, CoreSignal, Cx, DevId, Device, Effect, PIN_CLOCK, ResetPhase, Warning,
};
use trueboard_core::event::EventQueue;
use trueboard_core::fact::{CoreState, Fact, FactBuf, FactKind, Source};
use trueboard_core::mem::Memory;
use trueboard_core::meter::Meters;
use trueboard_core::net::{Mail, Packet};
use trueboard_core::time::{Clock, Tick};

/// Lines of 32 bytes: what snooping keeps account of.
const LINE_SHIFT: u32 = 5;

/// A device and its place.
pub(crate) struct Slot {
    pub name: String,
    pub at: u64,
    pub clock: Clock,
    pub route: Vec<u8>,
    /// Output pin to (device, input pin).
    pub wires: BTreeMap<u16, Vec<(DevId, u16)>>,
    pub clocked: bool,
    pub console: bool,
    /// Touching it is reported; `--strict` makes it a failure.
    pub unmodelled: bool,
}

/// Routes of the memories, by index of the memory.
pub(crate) struct MemoryRoute {
    pub route: Vec<u8>,
    pub base: u64,
    /// One past the last address.
    pub end: u64,
    /// Which cores' data caches hold each line (one bit per core; a superset).
    pub holders: Vec<u8>,
}

/// An access that the bus refused, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Refusal {
    pub core: u8,
    pub pc: u64,
    pub pa: u64,
    pub write: bool,
    pub fault: BusFault,
}

/// A read that a core made while an older write of its own to the same bytes was on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Race {
    /// The address of the first such read.
    pub pa: u64,
    /// One of them got what was there before the write.
    pub stale: bool,
    pub times: u64,
}

impl Race {
    /// In a sentence.
    pub fn text(&self) -> String {
        let got = if self.stale {
            "got what was there before"
        } else {
            "was not bound to see it"
        };
        let times = match self.times {
            1 => String::new(),
            n => format!(" ({n} times)"),
        };
        format!(
            "read of {:#010x} raced with the core's own write there, still on its way, and {got}{times}",
            self.pa
        )
    }
}

/// See the module.
pub struct Fabric {
    pub(crate) stages: Vec<Box<dyn Stage>>,
    pub(crate) devices: Vec<Box<dyn Device>>,
    /// Stages first, then devices: indexed by [`DevId`].
    pub(crate) slots: Vec<Slot>,
    /// (first address, one past the last, device), by address.
    pub(crate) map: Vec<(u64, u64, DevId)>,
    pub(crate) memories: Vec<MemoryRoute>,
    /// The memory of the last transfer: mostly that of the next one too.
    recent: usize,
    /// (first address, one past the last, route): nothing is there, and nothing is said about it.
    pub(crate) holes: Vec<(u64, u64, Vec<u8>)>,
    pub(crate) big_endian: bool,
    pub(crate) queue: EventQueue,
    pub(crate) facts: FactBuf,
    pub(crate) die_mc: i64,
    pub(crate) warnings: BTreeMap<(DevId, u32, u64, String), u64>,
    pub(crate) refusals: BTreeSet<Refusal>,
    /// By core and program counter.
    pub(crate) races: BTreeMap<(u8, u64), Race>,
    pub(crate) console: Vec<u8>,
    /// The core that ended the run through a device, and the status it gave.
    pub(crate) exit: Option<(u8, u32)>,
    /// The status register that latches bus errors.
    pub(crate) error_latch: Option<DevId>,
    /// Why a device resets the board.
    pub(crate) reset: Option<&'static str>,
    /// What devices told cores, to be passed on after the slice.
    pub(crate) signals: Vec<(u8, CoreSignal, Tick)>,
    /// What devices do to memories, to be done after the slice.
    pub(crate) changes: Vec<(DevId, Effect)>,
    pub(crate) snoops: Vec<Vec<u64>>,
    /// Cores that wait for a write, one bit each, and those of them that somebody is about to wake.
    pub(crate) waiting: u8,
    pub(crate) woken: u8,
    pub(crate) irq_controller: Option<DevId>,
    /// The stage that packets pass, by its index.
    pub(crate) network: Option<u8>,
    /// (first address, one past the last, core): where packets reach cores.
    pub(crate) windows: Vec<(u64, u64, u8)>,
    pub(crate) post: Post,
    /// What the outside world keeps of the run, by name.
    pub(crate) streams: BTreeMap<String, Vec<u8>>,
    /// What cores had to say to the user.
    pub(crate) told: Vec<(Tick, String)>,
    /// What was typed on a board without a console device, and no core has had yet.
    pub(crate) typed: VecDeque<u8>,
    /// Base ticks in a second.
    pub(crate) hz: u64,
    /// When the first of all that was sent since a debugger looked arrives: a slice that goes on
    /// must not pass it.
    pub(crate) asked: Tick,
    /// Holds accesses to counters and sensors against the truth.
    pub(crate) judge: Option<Judge>,
    /// The core of the access under way.
    accessing: u8,
    effects: Vec<Effect>,
    new_warnings: Vec<Warning>,
}

impl Fabric {
    pub(crate) fn new(cores: usize, big_endian: bool, facts: bool) -> Fabric {
        Fabric {
            stages: Vec::new(),
            devices: Vec::new(),
            slots: Vec::new(),
            map: Vec::new(),
            memories: Vec::new(),
            recent: 0,
            holes: Vec::new(),
            big_endian,
            queue: EventQueue::default(),
            facts: FactBuf::new(facts),
            die_mc: 25_000,
            warnings: BTreeMap::new(),
            refusals: BTreeSet::new(),
            races: BTreeMap::new(),
            console: Vec::new(),
            exit: None,
            error_latch: None,
            accessing: 0,
            waiting: 0,
            woken: 0,
            reset: None,
            signals: Vec::new(),
            changes: Vec::new(),
            snoops: vec![Vec::new(); cores],
            irq_controller: None,
            network: None,
            windows: Vec::new(),
            post: Post::new(cores),
            streams: BTreeMap::new(),
            told: Vec::new(),
            typed: VecDeque::new(),
            hz: 1,
            asked: Tick::NEVER,
            judge: None,
            effects: Vec::new(),
            new_warnings: Vec::new(),
        }
    }

    pub(crate) fn device(&mut self, id: DevId) -> &mut dyn Device {
        let i = usize::from(id.0);
        let n = self.stages.len();
        if i < n {
            self.stages[i].device()
        } else {
            self.devices[i - n].as_mut()
        }
    }

    pub(crate) fn device_ref(&self, id: DevId) -> &dyn Device {
        let i = usize::from(id.0);
        let n = self.stages.len();
        if i < n {
            self.stages[i].device_ref()
        } else {
            self.devices[i - n].as_ref()
        }
    }

    /// A device that looks at meters, or switches the clock of one.
    fn looks(&self, id: DevId) -> bool {
        let wires = self.slots[usize::from(id.0)].wires.values().flatten();
        self.device_ref(id).measures() || wires.into_iter().any(|w| w.1 == PIN_CLOCK)
    }

    pub(crate) fn find(&self, pa: u64) -> Option<DevId> {
        let i = self.map.partition_point(|e| e.0 <= pa).checked_sub(1)?;
        let (_, end, id) = self.map[i];
        (pa < end).then_some(id)
    }

    /// Calls a device with its [`Cx`], then carries out what it wants.
    pub(crate) fn call<T>(
        &mut self,
        id: DevId,
        now: Tick,
        accessor: Option<Accessor>,
        meters: &Meters,
        f: impl FnOnce(&mut dyn Device, &mut Cx<'_>) -> T,
    ) -> T {
        let (i, n) = (usize::from(id.0), self.stages.len());
        let mut effects = std::mem::take(&mut self.effects);
        let mut cx = Cx {
            id,
            now,
            clock: self.slots[i].clock,
            queue: &mut self.queue,
            effects: &mut effects,
            meters,
            facts: &mut self.facts,
            accessor,
            die_mc: self.die_mc,
            warnings: &mut self.new_warnings,
        };
        let device = if i < n {
            self.stages[i].device()
        } else {
            self.devices[i - n].as_mut()
        };
        let answer = f(device, &mut cx);
        for w in self.new_warnings.drain(..) {
            *self
                .warnings
                .entry((w.device, w.offset, w.pc, w.what))
                .or_insert(0) += 1;
        }
        for e in effects.drain(..) {
            self.carry_out(id, e, now, meters);
        }
        if self.effects.capacity() == 0 {
            self.effects = effects;
        }
        answer
    }

    fn carry_out(&mut self, id: DevId, effect: Effect, now: Tick, meters: &Meters) {
        match effect {
            Effect::Line { pin, level } => {
                let targets = self.slots[usize::from(id.0)].wires.get(&pin).cloned();
                for (target, input) in targets.unwrap_or_default() {
                    if input == PIN_CLOCK {
                        self.slots[usize::from(target.0)].clocked = level;
                        if let Some(o) = &mut self.judge {
                            o.clock(target, now, level, meters);
                        }
                    }
                    self.call(target, now, None, meters, |d, cx| d.line(input, level, cx));
                }
            }
            Effect::Core { core, signal } => self.signals.push((core, signal, now)),
            Effect::Console(byte) => {
                if self.slots[usize::from(id.0)].console {
                    self.console.push(byte);
                }
                self.facts
                    .push(now, Source::Device(id), FactKind::Console { byte });
            }
            Effect::Exit(status) => {
                self.exit = self.exit.or(Some((self.accessing, status)));
            }
            Effect::Cells(..) | Effect::Erase(..) | Effect::Copy(..) => {
                self.changes.push((id, effect));
            }
            Effect::Reset(why) => self.reset = self.reset.or(Some(why)),
        }
    }

    /// The core that a packet for `[pa, pa + bytes)` is for.
    fn window(&self, pa: u64, bytes: u64) -> Option<u8> {
        let i = self.windows.partition_point(|w| w.0 <= pa).checked_sub(1)?;
        let (_, end, core) = self.windows[i];
        (pa < end && bytes <= end - pa).then_some(core)
    }

    /// True when something answers at all of `[pa, pa + bytes)`.
    fn answers(&self, t: &Txn) -> bool {
        self.find(t.pa).is_some()
            || self.is_memory(t.pa) && self.is_memory(t.pa + u64::from(t.bytes.max(1)) - 1)
    }

    /// True when no device has left anything to be carried out by the machine.
    pub(crate) fn quiet(&self) -> bool {
        self.signals.is_empty()
            && self.changes.is_empty()
            && self.exit.is_none()
            && self.reset.is_none()
    }

    /// True when `pa` is that of a memory, and not of a device.
    pub(crate) fn is_memory(&self, pa: u64) -> bool {
        let i = self.memories.partition_point(|m| m.base <= pa);
        i > 0 && pa < self.memories[i - 1].end
    }

    /// The number of the memory that holds `pa`; the core has found that one does.
    #[inline(always)]
    fn memory_at(&mut self, pa: u64) -> Option<usize> {
        match self.memories.get(self.recent) {
            Some(m) if pa >= m.base && pa < m.end => {}
            // Sorted by address.
            _ => self.recent = self.memories.iter().rposition(|m| pa >= m.base)?,
        }
        Some(self.recent)
    }

    /// The usual store: the line is nobody else's, the bus is free, and the shared cache behind it has
    /// the line.
    #[inline(always)]
    fn store_at_once(&mut self, t: &Txn, meters: &mut Meters) -> Option<Tick> {
        let m = self.memories.get(self.recent)?;
        if t.pa < m.base || t.pa >= m.end {
            return None;
        }
        let holders = m.holders.get(((t.pa - m.base) >> LINE_SHIFT) as usize)?;
        if holders & !(1u8 << (t.master & 7)) != 0 {
            return None;
        }
        // A cache has something behind it.
        let &[bus, cache, _, ..] = m.route.as_slice() else {
            return None;
        };
        let (above, from) = self.stages.split_at_mut_checked(usize::from(cache))?;
        let (bus, cache) = (above.get_mut(usize::from(bus))?, from.first_mut()?);
        bus.store_at_once(t, cache.as_mut(), meters)
    }

    /// Whether a write by another core to the line of `pa` is told to `core`.
    pub(crate) fn holds(&self, core: usize, pa: u64) -> bool {
        let memory = self.memories.iter().find(|m| pa >= m.base && pa < m.end);
        let line = memory.and_then(|m| m.holders.get(((pa - m.base) >> LINE_SHIFT) as usize));
        core < 8 && line.is_some_and(|l| l >> core & 1 != 0)
    }

    /// The stage to which a store to the memory at `pa` is a command.
    fn commanded(&self, pa: u64) -> Option<DevId> {
        let memory = self.memories.iter().find(|m| pa >= m.base && pa < m.end)?;
        let id = DevId((*memory.route.last()?).into());
        self.device_ref(id).takes_commands(pa).then_some(id)
    }

    /// Makes a store that is a command to stage `id`.
    fn command(
        &mut self,
        id: DevId,
        t: &Txn,
        value: u64,
        meters: &mut Meters,
    ) -> (Result<u64, BusFault>, Timing) {
        let Some(i) = self.memory_at(t.pa) else {
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        };
        let route = std::mem::take(&mut self.memories[i].route);
        let timing = self.route_time(&route, t, meters);
        self.memories[i].route = route;
        self.accessing = t.master;
        let accessor = Some(Accessor {
            core: t.master,
            pc: t.pc,
        });
        let bytes = t.bytes as u8;
        let answer = self.call(id, t.at, accessor, meters, |d, cx| {
            d.command(t.pa, value, bytes, cx)
        });
        if let Err(fault) = answer {
            self.refuse(t, fault);
        }
        (answer.map(|()| value), timing)
    }

    /// Notes a read that races with an older write of its core, which arrives at `written`.
    #[cold]
    fn raced(&mut self, t: &Txn, written: Tick, read: Tick) {
        const KEPT: usize = 1000;
        let place = (t.master, t.pc);
        if self.races.len() >= KEPT && !self.races.contains_key(&place) {
            return;
        }
        let race = self.races.entry(place).or_insert(Race {
            pa: t.pa,
            stale: false,
            times: 0,
        });
        race.stale |= written > read;
        race.times += 1;
    }

    /// Does what a packet asks of the board's memories and devices.
    pub(crate) fn packet(
        &mut self,
        p: &Packet,
        at: Tick,
        mem: &mut Memory,
        meters: &mut Meters,
    ) -> Result<u64, BusFault> {
        let t = Txn { at, ..p.txn };
        if mem.find(t.pa, u64::from(t.bytes)).is_some() {
            return mem.packet(p);
        }
        match t.op {
            Op::Write => self.access(&t, Some(p.value), meters).0,
            Op::Read | Op::Fetch => self.access(&t, None, meters).0,
            // TESTSET works on memories on the chip only.
            Op::Rmw => Err(BusFault::Refused),
        }
    }

    /// Runs the events that are due at `now`.
    pub(crate) fn run_events(&mut self, now: Tick, meters: &mut Meters) {
        while let Some(due) = self.queue.pop_due(now) {
            self.call(due.device, due.at, None, meters, |d, cx| {
                d.event(due.tag, cx)
            });
        }
    }

    pub(crate) fn reset_all(&mut self, now: Tick, meters: &Meters) {
        for phase in [ResetPhase::Enter, ResetPhase::Hold, ResetPhase::Exit] {
            for i in 0..self.slots.len() {
                self.call(DevId(i as u16), now, None, meters, |d, cx| {
                    d.reset(phase, cx)
                });
            }
        }
    }

    pub(crate) fn core_state(&mut self, core: u8, state: CoreState, now: Tick, meters: &Meters) {
        if let Some(id) = self.irq_controller {
            self.call(id, now, None, meters, |d, cx| d.core_state(core, state, cx));
        }
    }

    pub(crate) fn settle(&mut self, now: Tick, meters: &mut Meters) {
        for s in &mut self.stages {
            s.settle(now, meters);
        }
    }

    fn route_time(&mut self, route: &[u8], t: &Txn, meters: &mut Meters) -> Timing {
        Below::new(&mut self.stages, route).access(t, meters)
    }

    /// Reads or writes whole register words of a device.
    fn word(
        &mut self,
        id: DevId,
        t: &Txn,
        off: u32,
        write: Option<u32>,
        meters: &mut Meters,
    ) -> Result<u32, BusFault> {
        if !self.slots[usize::from(id.0)].clocked {
            return Ok(0);
        }
        self.accessing = t.master;
        let accessor = Some(Accessor {
            core: t.master,
            pc: t.pc,
        });
        let measures = self.device_ref(id).measures();
        if self.looks(id) {
            self.settle(t.at, meters);
        }
        let value = match write {
            None => self.call(id, t.at, accessor, meters, |d, cx| d.read(off, cx))?,
            Some(v) => {
                self.call(id, t.at, accessor, meters, |d, cx| d.write(off, v, cx))?;
                v
            }
        };
        if measures {
            let kind = match write {
                None => FactKind::RegRead {
                    core: t.master,
                    pc: t.pc,
                    offset: off,
                    value,
                },
                Some(_) => FactKind::RegWrite {
                    core: t.master,
                    pc: t.pc,
                    offset: off,
                    value,
                },
            };
            let fact = Fact {
                at: t.at,
                source: Source::Device(id),
                kind,
            };
            if let Some(o) = &mut self.judge {
                o.access(&fact, meters, self.die_mc);
            }
            self.facts.push(fact.at, fact.source, fact.kind);
        }
        let i = usize::from(id.0);
        if write.is_some() && i < self.stages.len() {
            self.stage_after_write(id, t, meters);
        }
        Ok(value)
    }

    /// A register write may start work in the stages below (a cache flush).
    fn stage_after_write(&mut self, id: DevId, t: &Txn, meters: &mut Meters) {
        let i = usize::from(id.0);
        let below: Vec<u8> = self
            .memories
            .iter()
            .find_map(|m| {
                let at = m.route.iter().position(|&s| usize::from(s) == i)?;
                Some(
                    m.route[at + 1..]
                        .iter()
                        .map(|&s| s - id.0 as u8 - 1)
                        .collect(),
                )
            })
            .unwrap_or_default();
        let snapshot = meters.clone();
        let mut effects = Vec::new();
        let (head, tail) = self.stages.split_at_mut(i + 1);
        let mut cx = Cx {
            id,
            now: t.at,
            clock: self.slots[i].clock,
            queue: &mut self.queue,
            effects: &mut effects,
            meters: &snapshot,
            facts: &mut self.facts,
            accessor: Some(Accessor {
                core: t.master,
                pc: t.pc,
            }),
            die_mc: self.die_mc,
            warnings: &mut self.new_warnings,
        };
        if let Some(stage) = head.last_mut() {
            stage.after_write(&mut cx, &mut Below::new(tail, &below), meters);
        }
        for e in effects {
            self.carry_out(id, e, t.at, meters);
        }
    }

    fn refuse(&mut self, t: &Txn, fault: BusFault) {
        const KEPT: usize = 1000;
        // Of what a device refuses, its own warning tells more.
        if self.refusals.len() < KEPT && fault != BusFault::Refused {
            self.refusals.insert(Refusal {
                core: t.master,
                pc: t.pc,
                pa: t.pa,
                write: t.op.writes(),
                fault,
            });
        }
        if let Some(id) = self.error_latch {
            let size = u8::try_from(t.bytes.max(1).ilog2()).unwrap_or(7);
            let how = u8::from(t.op.writes()) << 7 | (t.master & 15) << 3 | size & 7;
            let mut bytes = vec![how];
            bytes.extend((t.pa as u32).to_be_bytes());
            // A status register reads no meters.
            let none = Meters::default();
            self.call(id, t.at, None, &none, |d, cx| d.input(&bytes, cx));
        }
    }

    /// The shift that brings `bytes` at `off` of a register word to the right.
    fn lane(&self, off: u32, bytes: u32) -> u32 {
        let at = off & 3;
        8 * if self.big_endian { 4 - at - bytes } else { at }
    }

    /// The first words of a word pair.
    fn join(&self, first: u32, second: u32) -> u64 {
        let (hi, lo) = if self.big_endian {
            (first, second)
        } else {
            (second, first)
        };
        u64::from(hi) << 32 | u64::from(lo)
    }

    fn access(
        &mut self,
        t: &Txn,
        write: Option<u64>,
        meters: &mut Meters,
    ) -> (Result<u64, BusFault>, Timing) {
        let Some(id) = self.find(t.pa) else {
            if let (Some(value), Some(id)) = (write, self.commanded(t.pa)) {
                return self.command(id, t, value, meters);
            }
            if let Some(i) = self.holes.iter().position(|h| t.pa >= h.0 && t.pa < h.1) {
                let route = std::mem::take(&mut self.holes[i].2);
                let timing = self.route_time(&route, t, meters);
                self.holes[i].2 = route;
                return (Ok(0), timing);
            }
            self.refuse(t, BusFault::Unmapped);
            // The default slave answers in two cycles with ERROR (AMBA 2.0, 3.9.3).
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        };
        let slot = &self.slots[usize::from(id.0)];
        let off = (t.pa - slot.at) as u32;
        let route = std::mem::take(&mut self.slots[usize::from(id.0)].route);
        let timing = self.route_time(&route, t, meters);
        self.slots[usize::from(id.0)].route = route;
        let bytes = u32::from(t.bytes);
        let value = match (bytes, write) {
            (8, None) => self.word(id, t, off, None, meters).and_then(|a| {
                self.word(id, t, off + 4, None, meters)
                    .map(|b| self.join(a, b))
            }),
            (8, Some(v)) => {
                let (a, b) = if self.big_endian {
                    (v >> 32, v)
                } else {
                    (v, v >> 32)
                };
                self.word(id, t, off, Some(a as u32), meters)
                    .and_then(|_| self.word(id, t, off + 4, Some(b as u32), meters))
                    .map(u64::from)
            }
            (4, v) => self
                .word(id, t, off, v.map(|v| v as u32), meters)
                .map(u64::from),
            (_, None) => {
                let shift = self.lane(off, bytes);
                let mask = (1u64 << (8 * bytes)) - 1;
                self.word(id, t, off & !3, None, meters)
                    .map(|w| u64::from(w >> shift) & mask)
            }
            (_, Some(v)) if self.device_ref(id).byte_enables() => {
                let shift = self.lane(off, bytes);
                let mask = (((1u64 << (8 * bytes)) - 1) << shift) as u32;
                let shown = self.device_ref(id).peek(off & !3, t.at).unwrap_or(0);
                let word = (shown & !mask) | (((v as u32) << shift) & mask);
                self.word(id, t, off & !3, Some(word), meters)
                    .map(u64::from)
            }
            (_, Some(v)) => {
                // APB has no byte lanes: the master drives the value on all of them.
                let v = v as u32 & ((1u64 << (8 * bytes)) - 1) as u32;
                let all = if bytes == 1 {
                    v * 0x0101_0101
                } else {
                    v * 0x0001_0001
                };
                self.word(id, t, off & !3, Some(all), meters).map(u64::from)
            }
        };
        if let Err(fault) = value {
            self.refuse(t, fault);
        }
        (value, timing)
    }
}

impl CoreBus for Fabric {
    fn transfer(&mut self, t: &Txn, meters: &mut Meters) -> Timing {
        let Some(m) = self.memory_at(t.pa) else {
            return Timing::free(t.at);
        };
        let m = &mut self.memories[m];
        let line = ((t.pa - m.base) >> LINE_SHIFT) as usize;
        let me = 1u8 << (t.master & 7);
        if let Some(holders) = m.holders.get_mut(line) {
            if t.op.writes() {
                let others = *holders & !me;
                if others != 0 {
                    *holders &= me;
                    for (core, lines) in self.snoops.iter_mut().enumerate() {
                        if others >> core & 1 != 0 {
                            lines.push(t.pa);
                        }
                    }
                }
            } else if t.op == Op::Read && t.line {
                *holders |= me;
            }
        }
        Below::new(&mut self.stages, &m.route).access(t, meters)
    }

    fn store(&mut self, t: &Txn, meters: &mut Meters) -> Tick {
        match self.store_at_once(t, meters) {
            Some(done) => done,
            None => self.transfer(t, meters).done,
        }
    }

    fn looks_at_meters(&self, pa: u64) -> bool {
        self.find(pa).is_some_and(|id| self.looks(id))
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
            // Nobody takes it, and nobody answers.
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
            self.post.departs(t, timing.done);
        } else if let Some(written) = self.post.races(t) {
            self.raced(t, written, timing.done);
        }
        if let Some(at) = answered {
            self.post.expect(t.master, at);
        }
        let parcel = match core {
            Some(core) => Parcel::Core(core, Mail::Packet(*packet), answered),
            None => Parcel::Board(*packet, answered),
        };
        self.post.put(timing.done, parcel);
        self.asked = self.asked.min(timing.done);
        timing
    }

    fn multicast(&mut self, packet: &Packet, meters: &mut Meters) -> Timing {
        let network = self
            .network
            .and_then(|i| self.stages.get_mut(usize::from(i)));
        let Some((timing, nodes)) = network.and_then(|s| s.multicast(&packet.txn, meters)) else {
            return self.send(packet, meters);
        };
        for (pa, at) in nodes {
            if let Some(core) = self.window(pa, 1) {
                self.post
                    .put(at, Parcel::Core(core, Mail::Packet(*packet), None));
            }
        }
        timing
    }

    fn remind(&mut self, core: u8, at: Tick, tag: u32) {
        let parcel = Parcel::Core(core, Mail::Reminder { tag }, None);
        self.post.put(at, parcel);
        self.asked = self.asked.min(at);
    }

    fn stream(&mut self, name: &str, bytes: &[u8]) {
        match self.streams.get_mut(name) {
            Some(stream) => stream.extend_from_slice(bytes),
            None => {
                self.streams.insert(name.to_owned(), bytes.to_vec());
            }
        }
    }

    fn print(&mut self, core: u8, at: Tick, bytes: &[u8]) {
        self.console.extend_from_slice(bytes);
        for &byte in bytes {
            self.facts
                .push(at, Source::Core(core), FactKind::Console { byte });
        }
    }

    fn nanoseconds(&self, at: Tick) -> u64 {
        let ns = u128::from(at.0) * 1_000_000_000 / u128::from(self.hz.max(1));
        u64::try_from(ns).unwrap_or(u64::MAX)
    }

    fn typed(&mut self, _core: u8, most: usize) -> Vec<u8> {
        let n = most.min(self.typed.len());
        self.typed.drain(..n).collect()
    }

    fn tell(&mut self, _core: u8, at: Tick, what: &str) {
        self.told.push((at, what.to_owned()));
    }

    fn measured(&mut self, fact: &Fact, meters: &Meters) {
        if let Some(judge) = &mut self.judge {
            judge.access(fact, meters, self.die_mc);
        }
        self.facts.push(fact.at, fact.source, fact.kind);
    }

    fn irq_ack(&mut self, core: u8, level: u32, at: Tick, meters: &mut Meters) {
        if let Some(id) = self.irq_controller {
            self.call(id, at, None, meters, |d, cx| d.irq_ack(core, level, cx));
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
        let holders = match pa {
            None => u8::MAX,
            Some(pa) => self.memory_at(pa).map_or(0, |i| {
                let m = &self.memories[i];
                let line = ((pa - m.base) >> LINE_SHIFT) as usize;
                m.holders.get(line).copied().unwrap_or(0)
            }),
        };
        let woken = self.waiting & holders & !(1u8 << (core & 7));
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
