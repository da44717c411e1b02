//! Everything of a board outside its cores: address map, stages, devices, wiring, events, snooping.
//! This is what cores see as their [`CoreBus`](trueboard_core::bus::CoreBus).

pub(crate) mod network_queue;
#[cfg(test)]
mod network_tests;

mod access;
mod bus;
mod codes;
mod effects;
mod faults;
mod holders;
mod lanes;
mod lines;
mod memories;
mod noted;
mod outside;
mod packets;
mod requests;
mod wanted;
mod warnings;
mod watched;

pub(crate) use codes::Word;
pub(crate) use faults::Faults;
pub(crate) use holders::{Held, Holders};
pub(crate) use lanes::Lanes;
pub(crate) use noted::{Noted, Race, Refusal};
pub(crate) use outside::{Outside, Streamed};
pub(crate) use requests::Requests;
pub(crate) use wanted::{Use, Wanted};

use crate::machine::fabric::network_queue::NetworkQueue;
use crate::machine::judge::Judge;
use std::cell::Cell;
use std::collections::BTreeMap;
use trueboard_core::bus::{Below, CoreBus, Stage, Timing, Txn};
use trueboard_core::device::{DevId, Device, Effect, PIN_CLOCK, ResetPhase, Warning};
use trueboard_core::event::EventQueue;
use trueboard_core::fact::{CoreState, FactBuf};
use trueboard_core::interpose::Interpose;
use trueboard_core::meter::Meters;
use trueboard_core::time::{Clock, Tick};
use trueboard_core::timeless::Timeless;
use watched::WatchedRegisters;

/// Lines of 32 bytes: what snooping keeps account of.
const LINE_SHIFT: u32 = 5;

/// Pages of 4 KiB, in which GRLIB's and Infineon's units lie mostly alone.
const PAGE_SHIFT: u32 = 12;
/// Pages whose device is remembered.
const RECENT: usize = 16;

/// What bounds the slices that go on behind device accesses, besides the other cores.
pub(crate) struct Bounds {
    /// When the next event is due.
    pub event: Tick,
    /// The end of the run or of its piece.
    pub until: Tick,
}

/// What the board adds to a device: its place, and how it is wired.
pub(crate) struct Attached {
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
    /// It reads meters, or switches the clock of a device that does: see [`Fabric::note_looks`].
    pub looks: bool,
    /// It looks at meters, or watches them: the machine looks after each call of it.
    pub stirs: bool,
    /// [`Device::measures`].
    pub measures: bool,
    /// [`Device::keeps_time`].
    pub keeps_time: bool,
}

/// Routes of the memories, by index of the memory.
pub(crate) struct MemoryRoute {
    pub route: Vec<u8>,
    pub base: u64,
    /// One past the last address.
    pub end: u64,
    /// Which cores' data caches hold each line.
    pub holders: Holders,
}

/// See the module.
pub struct Fabric {
    pub(crate) stages: Vec<Box<dyn Stage>>,
    pub(crate) devices: Vec<Box<dyn Device>>,
    /// Stages first, then devices: indexed by [`DevId`].
    pub(crate) attached: Vec<Attached>,
    /// Those that may watch: see [`Device::watches`].
    pub(crate) watchers: Vec<DevId>,
    /// (first address, one past the last, device), by address.
    pub(crate) map: Vec<(u64, u64, DevId)>,
    pub(crate) memories: Vec<MemoryRoute>,
    /// Memories answer cores at once: see [`crate::untimed`].
    pub(crate) untimed: bool,
    /// The path of their stores while no other access uses bus and shared cache.
    pub(crate) lanes: Lanes,
    /// The memory of the last transfer: mostly that of the next one too.
    recent: usize,
    /// Places in `map` of the devices found last, by page of the address: mostly those of the next accesses too.
    recent_devices: [Cell<u16>; RECENT],
    /// (first address, one past the last, route): nothing is there, and nothing is said about it.
    pub(crate) holes: Vec<(u64, u64, Vec<u8>)>,
    pub(crate) big_endian: bool,
    pub(crate) queue: EventQueue,
    pub(crate) facts: FactBuf,
    pub(crate) die_mc: i64,
    /// What the user is warned of.
    pub(crate) noted: Noted,
    /// What devices ask of the machine.
    pub(crate) requests: Requests,
    /// What the run and the outside world have for each other.
    pub(crate) outside: Outside,
    /// Accesses to devices, and to what counts or keeps time in cores.
    pub(crate) touched: u64,
    /// The status register that latches bus errors.
    pub(crate) error_latch: Option<DevId>,
    pub(crate) snoops: Vec<Vec<u64>>,
    /// Cores that wait for a write, one bit each, and those about to wake.
    pub(crate) waiting: u32,
    pub(crate) woken: u32,
    /// (core, first address, one past the last): memories of their own that cores have waited for.
    own: Vec<(usize, u64, u64)>,
    pub(crate) irq_controller: Option<DevId>,
    /// The stage that packets pass, by its index.
    pub(crate) network: Option<u8>,
    /// (first address, one past the last, core): where packets reach cores.
    pub(crate) windows: Vec<(u64, u64, u8)>,
    pub(crate) network_queue: NetworkQueue,
    /// Base ticks in a second.
    pub(crate) hz: u64,
    /// Time of the first arrival of a packet sent since a debugger's inspection, or of a change of another core's
    /// state: a resumed slice must not pass it.
    pub(crate) asked: Tick,
    /// Holds accesses to counters and sensors against the truth.
    pub(crate) judge: Option<Judge>,
    /// The injector between firmware and registers. It is no state.
    pub(crate) interposed: Option<Box<dyn Interpose>>,
    /// Faults that wait to be met, if the machine has any.
    pub(crate) faults: Option<Box<Faults>>,
    /// Accesses to what has no model. They are no state.
    pub(crate) wanted: Wanted,
    /// Registers that a debugger watches. It is no state.
    pub(crate) watched: WatchedRegisters,
    /// Bounds of slices that go on behind device accesses; none while each access ends its slice.
    pub(crate) bounds: Option<Bounds>,
    /// A device was called that looks at meters or watches them, since slices may go on behind accesses.
    pub(crate) stirred: bool,
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
            attached: Vec::new(),
            watchers: Vec::new(),
            map: Vec::new(),
            memories: Vec::new(),
            untimed: false,
            lanes: Lanes::default(),
            recent: 0,
            recent_devices: Default::default(),
            holes: Vec::new(),
            big_endian,
            queue: EventQueue::default(),
            facts: FactBuf::new(facts),
            die_mc: 25_000,
            noted: Noted::default(),
            requests: Requests::default(),
            outside: Outside::default(),
            touched: 0,
            error_latch: None,
            interposed: None,
            faults: None,
            wanted: Wanted::default(),
            watched: WatchedRegisters::default(),
            bounds: None,
            stirred: false,
            accessing: 0,
            waiting: 0,
            woken: 0,
            own: Vec::new(),
            snoops: vec![Vec::new(); cores],
            irq_controller: None,
            network: None,
            windows: Vec::new(),
            network_queue: NetworkQueue::new(cores),
            hz: 1,
            asked: Tick::NEVER,
            judge: None,
            effects: Vec::new(),
            new_warnings: Vec::new(),
        }
    }

    /// What cores see of it now. `room` is for the board without the time of its memories.
    #[inline(always)]
    pub(crate) fn as_bus<'a>(
        &'a mut self,
        room: &'a mut Option<Timeless<'a>>,
    ) -> &'a mut dyn CoreBus {
        match self.untimed {
            false => self,
            true => {
                self.lanes.open_untimed();
                room.insert(Timeless::heard(self))
            }
        }
    }

    pub(crate) fn device(&mut self, id: DevId) -> &mut dyn Device {
        let i = usize::from(id.0);
        let n = self.stages.len();
        if i < n {
            self.lanes.forget();
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

    /// Records the devices that may watch, and those that read meters. All devices are attached and wired.
    pub(crate) fn note_looks(&mut self) {
        let all = (0..self.attached.len() as u16).map(DevId);
        let watches = |id: &DevId| self.device_ref(*id).watches().is_some();
        self.watchers = all.clone().filter(watches).collect();
        for id in all {
            let wires = &self.attached[usize::from(id.0)].wires;
            let gates = wires.values().flatten().any(|w| w.1 == PIN_CLOCK);
            let device = self.device_ref(id);
            let (measures, keeps_time) = (device.measures(), device.keeps_time());
            let watches = device.watches().is_some();
            let attached = &mut self.attached[usize::from(id.0)];
            (attached.measures, attached.keeps_time) = (measures, keeps_time);
            attached.looks = gates || measures;
            attached.stirs = attached.looks || watches;
        }
    }

    /// An event that is to come may reset the board.
    pub(crate) fn may_reset(&self) -> bool {
        let mut ids = (0..self.attached.len()).map(|i| DevId(i as u16));
        ids.any(|id| self.device_ref(id).may_reset())
    }

    pub(crate) fn find(&self, pa: u64) -> Option<DevId> {
        let recent = &self.recent_devices[(pa >> PAGE_SHIFT) as usize % RECENT];
        if let Some(&(at, end, id)) = self.map.get(usize::from(recent.get()))
            && (at..end).contains(&pa)
        {
            return Some(id);
        }
        let i = self.map.partition_point(|e| e.0 <= pa).checked_sub(1)?;
        let (_, end, id) = self.map[i];
        if pa >= end {
            return None;
        }
        recent.set(i as u16);
        Some(id)
    }

    /// Where the registers of device number `i` lie: first addresses, and those behind the last.
    pub(crate) fn extents(&self, i: usize) -> impl Iterator<Item = (u64, u64)> {
        let of = move |e: &&(u64, u64, DevId)| usize::from(e.2.0) == i;
        self.map.iter().filter(of).map(|&(at, end, _)| (at, end))
    }

    /// True when no device has a pending request to the machine.
    pub(crate) fn quiet(&self) -> bool {
        self.requests.is_empty()
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
            for i in 0..self.attached.len() {
                self.call(DevId(i as u16), now, None, meters, |d, cx| {
                    d.reset(phase, cx)
                });
            }
        }
    }

    pub(crate) fn core_state(&mut self, core: u8, state: CoreState, now: Tick, meters: &Meters) {
        if let Some(id) = self.irq_controller {
            self.call(id, now, None, meters, |d, cx| {
                if let Some(controller) = d.interrupt_controller() {
                    controller.core_state(core, state, cx);
                }
            });
        }
    }

    pub(crate) fn settle(&mut self, now: Tick, meters: &mut Meters) {
        self.close_lane(meters);
        for s in &mut self.stages {
            s.settle(now, meters);
        }
    }

    fn route_time(&mut self, route: &[u8], t: &Txn, meters: &mut Meters) -> Timing {
        self.close_lane(meters);
        self.lanes.forget_set(t.pa);
        Below::new(&mut self.stages, route).access(t, meters)
    }
}
