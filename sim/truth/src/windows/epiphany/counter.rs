//! Follows the counters of the cores from the accesses that are made to them.

use super::registers::{Asked, CLK, DBGPAUSE, Register, happened, name, selected};
use crate::windows::span::{Judged, Place, Reading, Span, conclude};
use crate::windows::tally::Keeper;
use crate::windows::{Cause, Quantity, Verdict, Window, WindowReport};
use serde::{Deserialize, Serialize};
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{CoreBank, CoreMeter, Meters};

/// A core that counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EpiphanyUnit {
    /// By which facts and meters name it.
    pub core: u8,
    /// Its name.
    pub name: String,
    /// Base ticks of its cycle.
    pub ticks_per_cycle: u64,
}

/// Judges what is read from the counters of cores.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Epiphany {
    units: Vec<Unit>,
    keeper: Keeper,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unit {
    info: EpiphanyUnit,
    config: u32,
    meshcfg: u32,
    counters: [Counter; 2],
}

/// One counter. What it shows is how far it has come down from what was written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Counter {
    /// What was written.
    preset: u32,
    span: Span<Asked>,
}

impl Epiphany {
    /// A judge of `units` that keeps at most `limit` windows.
    pub fn new(units: Vec<EpiphanyUnit>, limit: usize) -> Epiphany {
        let counter = || Counter {
            preset: 0,
            span: Span::new(Asked::default(), true, true),
        };
        let unit = |info| Unit {
            info,
            config: 0,
            meshcfg: 0,
            counters: [counter(), counter()],
        };
        Epiphany {
            units: units.into_iter().map(unit).collect(),
            keeper: Keeper::new(limit),
        }
    }

    /// Takes in an access to a register of a core, with the meters of its moment: a read shows what
    /// was before its cycle, a write holds from the next cycle on. Facts about others are not its
    /// business.
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
    /// How often `asked` has happened before the cycle of `tick`.
    fn reading(&self, asked: Asked, tick: u64, m: &CoreBank) -> Reading {
        let cycles = tick / self.info.ticks_per_cycle.max(1);
        let halted = m.get(CoreMeter::HaltedCycles);
        let count = match asked.event {
            CLK if self.config & DBGPAUSE != 0 => Ok(cycles.saturating_sub(halted)),
            CLK => Ok(cycles),
            _ => happened(asked, m).ok_or(Cause::UnknownEvent),
        };
        // Time, sleep and the mesh go on without the core.
        let alone = matches!(asked.event, CLK | 2 | 0xe | 0xf);
        let own = m.get(CoreMeter::Cycles);
        Reading {
            count,
            alive: if alone { cycles } else { own },
        }
    }

    fn settle(&mut self, tick: u64, m: &CoreBank) {
        for i in 0..2 {
            let now = self.reading(self.counters[i].span.asked, tick, m);
            self.counters[i].span.settle(now);
        }
    }

    fn write(&mut self, register: Register, value: u32, at: Place, m: &CoreBank) {
        // What is written in a cycle holds from the next one on.
        let from = at.tick + self.info.ticks_per_cycle;
        self.settle(from, m);
        match register {
            Register::Config => self.config = value,
            Register::Meshcfg => self.meshcfg = value,
            Register::Counter(i) => {
                let c = &mut self.counters[i];
                c.preset = value;
                c.span.clear(0, at);
                return;
            }
            Register::Other => return,
        }
        for i in 0..2 {
            let asked = selected(self.config, self.meshcfg, i);
            let on = asked.event != 0;
            let c = &self.counters[i];
            let (to, came_down) = (on.then_some(asked), c.came_down());
            let mark = self.reading(to.unwrap_or(c.span.asked), from, m);
            let at = Place {
                tick: from,
                pc: at.pc,
            };
            let span = &mut self.counters[i].span;
            span.select(to, on, at, came_down, mark);
        }
    }

    fn read(&mut self, i: usize, value: u32, reader: u8, at: Place, m: &CoreBank) -> Window {
        self.settle(at.tick, m);
        let c = &mut self.counters[i & 1];
        let (asked, opened) = (c.span.asked, c.span.opened);
        let mut w = Window {
            device: self.info.name.clone(),
            counter: i as u8,
            register: format!("CTIMER{i}"),
            quantity: Quantity::Count,
            event: asked.event,
            event_name: name(asked.event).into(),
            core: Some(self.info.core),
            master: None,
            mode: None,
            opened_at_tick: opened.tick,
            opened_pc: opened.pc,
            closed_at_tick: at.tick,
            closed_pc: at.pc,
            reader,
            measured: c.preset.wrapping_sub(value),
            truth: None,
            expected: None,
            difference: None,
            residual: None,
            causes: Vec::new(),
            verdict: Verdict::NotJudged,
        };
        let judged = c.judge();
        c.span.was_read();
        conclude(&mut w, judged, 0);
        w
    }
}

impl Counter {
    /// How far the register has come down: it stops at 0.
    fn came_down(&self) -> u32 {
        let down = u64::from(self.span.base) + self.span.counted;
        u32::try_from(down).map_or(self.preset, |d| d.min(self.preset))
    }

    fn judge(&self) -> Judged {
        let silent = match self.span.asked.event {
            0 => Cause::NothingSelected,
            _ => Cause::CoreStopped,
        };
        let (truth, mut causes) = self.span.judge(Some(silent));
        let expected = self.came_down();
        if u64::from(self.span.base) + self.span.counted > u64::from(expected) {
            causes.push(Cause::Wrapped);
        }
        Judged {
            truth,
            expected: self.span.known(expected),
            causes,
        }
    }
}
