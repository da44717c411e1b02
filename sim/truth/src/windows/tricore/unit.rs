//! Follows the counters of the cores from the accesses that firmware makes.

use super::counter::Counter;
use super::registers::{COUNTERS, Control, CoreType, NAMES, Register};
use crate::windows::span::{Place, conclude};
use crate::windows::tally::Keeper;
use crate::windows::{Quantity, Verdict, Window, WindowReport};
use serde::{Deserialize, Serialize};
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{CoreBank, Meters};

/// A core that counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TricoreUnit {
    /// By which facts and meters name it.
    pub core: u8,
    /// Its name.
    pub name: String,
    /// Its pipeline.
    pub kind: CoreType,
}

/// Judges the reads that cores make of their own counters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tricore {
    units: Vec<Unit>,
    keeper: Keeper,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unit {
    info: TricoreUnit,
    control: Control,
    /// A debug event has started the counters of task mode.
    task: bool,
    counters: Vec<Counter>,
}

impl Tricore {
    /// A judge of `units` that keeps at most `limit` windows.
    pub fn new(units: Vec<TricoreUnit>, limit: usize) -> Tricore {
        let unit = |info| Unit {
            info,
            control: Control(0),
            task: false,
            counters: (0..COUNTERS).map(Counter::new).collect(),
        };
        Tricore {
            units: units.into_iter().map(unit).collect(),
            keeper: Keeper::new(limit),
        }
    }

    /// Takes in an access of a core to a register of its own, with the meters of the moment at which
    /// it takes effect: a read shows, and a write that stops the counters ends, what was before the
    /// instruction; any other write takes effect when its instruction has retired. Facts about
    /// others are not its business.
    pub fn access(&mut self, fact: &Fact, meters: &Meters) {
        let Source::Core(core) = fact.source else {
            return;
        };
        let unit = self.units.iter_mut().find(|u| u.info.core == core);
        let (Some(unit), Some(bank)) = (unit, meters.cores.get(usize::from(core))) else {
            return;
        };
        let place = |pc| Place {
            tick: fact.at.0,
            pc,
        };
        match fact.kind {
            FactKind::RegWrite {
                pc, offset, value, ..
            } => unit.write(Register::at(offset), value, place(pc), bank),
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            } => {
                if let Register::Counter(i) = Register::at(offset) {
                    let w = unit.read(i, value, core, place(pc), bank);
                    self.keeper.keep(w);
                }
            }
            _ => {}
        }
    }

    /// What was found so far.
    pub fn report(&self) -> WindowReport {
        self.keeper.report()
    }
}

impl Unit {
    fn write(&mut self, register: Register, value: u32, at: Place, m: &CoreBank) {
        match register {
            Register::Control => self.control(Control(value), self.task, at, m),
            // CNT, bits 7:6: start, stop, the other of the two.
            Register::Event => match value >> 6 & 3 {
                1 => self.control(self.control, true, at, m),
                2 => self.control(self.control, false, at, m),
                3 => self.control(self.control, !self.task, at, m),
                _ => {}
            },
            Register::Counter(i) => self.counters[i].set_value(value, at, self.info.kind, m),
            Register::Other => {}
        }
    }

    fn control(&mut self, control: Control, task: bool, at: Place, m: &CoreBank) {
        (self.control, self.task) = (control, task);
        for c in &mut self.counters {
            c.set_control(control, task, at, self.info.kind, m);
        }
    }

    fn read(&mut self, i: usize, value: u32, reader: u8, at: Place, m: &CoreBank) -> Window {
        let counter = &mut self.counters[i];
        let judged = counter.judge(self.info.kind, m);
        let (selected, opened) = (counter.span.asked.selected, counter.span.opened);
        let event = selected.event(self.info.kind);
        let mut window = Window {
            device: self.info.name.clone(),
            counter: i as u8,
            register: NAMES[i].to_owned(),
            quantity: Quantity::Count,
            event: selected.number(),
            event_name: event.map_or("reserved", |e| e.name).into(),
            core: Some(self.info.core),
            master: None,
            mode: None,
            opened_at_tick: opened.tick,
            opened_pc: opened.pc,
            closed_at_tick: at.tick,
            closed_pc: at.pc,
            reader,
            measured: value,
            truth: None,
            expected: None,
            difference: None,
            residual: None,
            causes: Vec::new(),
            verdict: Verdict::NotJudged,
        };
        conclude(&mut window, judged, 0);
        window
    }
}
