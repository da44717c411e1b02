//! The judge of L4STAT units: follows their registers from the accesses that firmware makes.

use super::cctrl::{COUNTERS, Control, Event, Modes, Register};
use super::counter::{Counter, Judged, Place};
use super::truth::Wiring;
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
            counters: vec![Counter::new(); COUNTERS],
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
            for c in &mut unit.counters {
                c.settle(unit.clocked, unit.wiring, meters);
                c.clock(on, at.0);
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
            unit.counters = vec![Counter::new(); COUNTERS];
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
    fn write(&mut self, offset: u32, value: u32, at: Place, m: &Meters) {
        if !self.clocked {
            // The unit did not see it.
            return;
        }
        let w = self.wiring;
        match Register::at(offset) {
            Register::Control(i) => self.counters[i].set_control(value, at, true, w, m),
            Register::Value(i) => self.counters[i].restart(value, at, true, w, m),
            Register::Latch(i) => self.counters[i].set_latch(value, at),
            Register::Other => {}
        }
    }

    fn read(&mut self, offset: u32, seen: Seen, skew: u64, m: &Meters) -> Option<Window> {
        let (i, latch) = match Register::at(offset) {
            Register::Value(i) => (i, false),
            Register::Latch(i) => (i, true),
            _ => return None,
        };
        let (w, clocked) = (self.wiring, self.clocked);
        let counter = &mut self.counters[i];
        counter.settle(clocked, w, m);
        let (quantity, mut judged) = match latch {
            true => counter.judge_latch(seen.at.tick),
            false if counter.longest_run() => (Quantity::CurrentRun, counter.judge(seen.at.tick)),
            false => (Quantity::Count, counter.judge(seen.at.tick)),
        };
        if !clocked {
            // The board answers 0 for a device without clock.
            judged.expected = judged.expected.map(|_| 0);
            if !judged.causes.contains(&Cause::ClockGated) {
                judged.causes.push(Cause::ClockGated);
            }
        }
        let opened = match quantity {
            Quantity::LongestRun => counter.runs_opened,
            _ => counter.opened,
        };
        let (started, counted) = (counter.started, counter.counted);
        if clocked && !latch && counter.clear_on_read() {
            counter.latch(&judged, seen.at);
            counter.restart(0, seen.at, clocked, w, m);
        }
        // Registers that were never used are not measurements, unless they show something.
        (started || seen.value != 0).then(|| {
            let mut window = self.window(i, quantity, counted, opened, seen);
            conclude(&mut window, judged, skew);
            window
        })
    }

    fn window(
        &self,
        i: usize,
        quantity: Quantity,
        c: Control,
        opened: Place,
        seen: Seen,
    ) -> Window {
        let event = Event::by_id(c.event());
        let of_core = event.is_some_and(|e| e.is_of_a_core());
        let of_master = matches!(c.event(), 0x17 | 0x80..=0x9f) || c.master_filter();
        let mode = match c.modes() {
            _ if c.event() >= 0x40 => None,
            Modes::Both => None,
            Modes::Supervisor => Some("supervisor"),
            Modes::User => Some("user"),
        };
        Window {
            device: self.info.name.clone(),
            counter: i as u8,
            quantity,
            event: c.event(),
            event_name: event.map_or("unknown", |e| e.name).into(),
            core: of_core.then(|| c.who()),
            master: of_master.then(|| c.who()),
            mode: mode.map(str::to_owned),
            opened_at_tick: opened.tick,
            opened_pc: opened.pc,
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
        }
    }
}

/// Compares, and names the causes of what differs.
fn conclude(w: &mut Window, judged: Judged, skew: u64) {
    let measured = i64::from(w.measured);
    w.truth = judged.truth;
    w.expected = judged.expected;
    w.causes = judged.causes;
    let signed = |v: u64| i64::try_from(v).unwrap_or(i64::MAX);
    w.verdict = match (w.truth, w.expected) {
        (Some(truth), Some(expected)) => {
            w.difference = Some(measured.saturating_sub(signed(truth)));
            // The shorter way around the circle of 2^32 values.
            let residual = i64::from(w.measured.wrapping_sub(expected) as i32);
            w.residual = Some(residual);
            let elsewhere = w.core.is_some_and(|c| c != w.reader);
            if residual == 0 && w.difference == Some(0) {
                Verdict::Exact
            } else if residual == 0 {
                Verdict::Explained
            } else if elsewhere && residual.unsigned_abs() <= skew {
                w.causes.push(Cause::Skew);
                Verdict::Explained
            } else {
                Verdict::Wrong
            }
        }
        _ => Verdict::NotJudged,
    };
}
