//! The judge of L4STAT units: follows their registers from the accesses that firmware makes.

use super::cctrl::{COUNTERS, Event, Modes, Register};
use super::counter::{Answer, Around, Counter};
use super::truth::Wiring;
use crate::windows::span::{Place, conclude};
use crate::windows::tally::Keeper;
use crate::windows::{Cause, Quantity, Verdict, Window, WindowReport};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::device::DevId;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{Meters, Watch};
use trueboard_core::time::Tick;

/// An L4STAT of the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct L4statUnit {
    /// By which facts name it.
    pub device: DevId,
    /// Its id in the board file.
    pub name: String,
    /// Index of the meters of the processor bus (events 0x17, 0x18, 0x40–0x50, 0x80–0x9F).
    pub bus: usize,
    /// Index of the meters of the I/O bus (0x70–0x7F).
    pub io_bus: Option<usize>,
    /// Index of the meters of the shared cache (0x60–0x62).
    pub cache: Option<usize>,
    /// Base ticks in a cycle of its clock.
    pub ticks_per_cycle: u64,
    /// True when its clock is on after reset.
    pub clocked: bool,
}

/// Judges the reads of all L4STAT units of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct L4stat {
    units: BTreeMap<DevId, Unit>,
    /// A difference of counts of another core than the reader's, up to this, is skew.
    skew: u64,
    keeper: Keeper,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unit {
    info: L4statUnit,
    wiring: Wiring,
    clocked: bool,
    counters: Vec<Counter>,
}

/// A read of a register, as firmware made it.
#[derive(Clone, Copy)]
struct Seen {
    reader: u8,
    at: Place,
    value: u32,
}

impl L4stat {
    /// A judge of `units` that keeps at most `limit` windows. `skew` is the most by which cores
    /// run apart, in cycles: 0 in the reference mode.
    pub fn new(units: Vec<L4statUnit>, limit: usize, skew: u64) -> L4stat {
        let unit = |info: L4statUnit| Unit {
            wiring: Wiring {
                bus: info.bus,
                io_bus: info.io_bus,
                cache: info.cache,
                ticks_per_cycle: info.ticks_per_cycle.max(1),
            },
            clocked: info.clocked,
            counters: vec![Counter::new(info.clocked); COUNTERS],
            info,
        };
        L4stat {
            units: units.into_iter().map(|i| (i.device, unit(i))).collect(),
            skew,
            keeper: Keeper::new(limit),
        }
    }

    /// Takes in an access with the meters of the same moment: those from which the unit computed
    /// what firmware saw. Facts about other devices, and of other kinds, are not its business.
    pub fn access(&mut self, fact: &Fact, meters: &Meters) {
        let Source::Device(device) = fact.source else {
            return;
        };
        let Some(unit) = self.units.get_mut(&device) else {
            return;
        };
        match fact.kind {
            FactKind::RegWrite {
                pc, offset, value, ..
            } => {
                unit.write(offset, value, place(fact, pc), meters);
            }
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            } => {
                let seen = Seen {
                    reader: core,
                    at: place(fact, pc),
                    value,
                };
                if let Some(w) = unit.read(offset, seen, self.skew, meters) {
                    self.keeper.keep(w);
                }
            }
            _ => {}
        }
    }

    /// The clock of a unit was switched, at the moment of these meters.
    pub fn clock(&mut self, device: DevId, at: Tick, on: bool, meters: &Meters) {
        if let Some(unit) = self.units.get_mut(&device) {
            let around = Around {
                wiring: unit.wiring,
                meters,
            };
            for c in &mut unit.counters {
                c.clock(on, at.0, around);
            }
            unit.clocked = on;
        }
    }

    /// What `watch` names happened in `cycles` consecutive cycles from `from` on: runs are made of
    /// these. In order of time, after each step of a core.
    pub fn pulse(&mut self, device: DevId, watch: Watch, from: Tick, cycles: u64) {
        if let Some(unit) = self.units.get_mut(&device) {
            for c in &mut unit.counters {
                c.pulse(watch, from.0, cycles, unit.wiring);
            }
        }
    }

    /// All units were reset.
    pub fn reset(&mut self) {
        for unit in self.units.values_mut() {
            unit.clocked = unit.info.clocked;
            unit.counters = vec![Counter::new(unit.clocked); COUNTERS];
        }
    }

    /// What was found so far.
    pub fn report(&self) -> WindowReport {
        self.keeper.report()
    }
}

fn place(fact: &Fact, pc: u64) -> Place {
    Place {
        tick: fact.at.0,
        pc,
    }
}

impl Unit {
    fn write(&mut self, offset: u32, value: u32, at: Place, meters: &Meters) {
        if !self.clocked {
            // The unit did not see it.
            return;
        }
        let around = Around {
            wiring: self.wiring,
            meters,
        };
        match Register::at(offset) {
            Register::Control(i) => self.counters[i].set_control(value, at, around),
            Register::Value(i) => self.counters[i].set_value(value, at, around),
            Register::Latch(i) => self.counters[i].set_latch(value, at),
            Register::Other => {}
        }
    }

    fn read(&mut self, offset: u32, seen: Seen, skew: u64, meters: &Meters) -> Option<Window> {
        let around = Around {
            wiring: self.wiring,
            meters,
        };
        let (i, mut answer) = match Register::at(offset) {
            Register::Value(i) => (i, self.counters[i].read_value(seen.at, around)),
            Register::Latch(i) => (i, self.counters[i].read_latch(seen.at, around)),
            _ => return None,
        };
        if !self.clocked {
            // The board answers 0 for a device without clock.
            let judged = &mut answer.judged;
            judged.expected = judged.expected.map(|_| 0);
            if !judged.causes.contains(&Cause::ClockGated) {
                judged.causes.push(Cause::ClockGated);
            }
        }
        Some(self.window(i, answer, seen, skew))
    }

    fn window(&self, i: usize, answer: Answer, seen: Seen, skew: u64) -> Window {
        let s = self.counters[i].span.asked;
        let event = Event::by_id(s.event);
        let of_core = event.is_some_and(|e| e.is_of_a_core());
        let of_master = matches!(s.event, 0x17 | 0x80..=0x9f).then_some(s.who);
        let mode = match s.modes {
            Modes::Both => None,
            Modes::Supervisor => Some("supervisor"),
            Modes::User => Some("user"),
        };
        let mut window = Window {
            device: self.info.name.clone(),
            counter: i as u8,
            register: match answer.quantity {
                Quantity::Count | Quantity::CurrentRun => format!("CVAL{i}"),
                Quantity::Latched | Quantity::LongestRun => format!("CSVAL{i}"),
            },
            quantity: answer.quantity,
            event: s.event,
            event_name: event.map_or("unknown", |e| e.name).into(),
            core: of_core.then_some(s.who),
            master: s.only.or(of_master),
            mode: mode.map(str::to_owned),
            opened_at_tick: answer.opened.tick,
            opened_pc: answer.opened.pc,
            closed_at_tick: seen.at.tick,
            closed_pc: seen.at.pc,
            reader: seen.reader,
            measured: seen.value,
            truth: None,
            expected: None,
            difference: None,
            residual: None,
            causes: Vec::new(),
            verdict: Verdict::NotJudged,
        };
        conclude(&mut window, answer.judged, skew);
        window
    }
}
