//! The judge of clocks: counters of time, which firmware reads to measure durations.
//!
//! Firmware relies on the difference of two reads. Each read is therefore compared with the previous read of this
//! register by this core. *Measured* is the advance of the register, *true* the number of ticks of its clock. The value
//! itself is compared with a second decoding of the unit, which shares no code with its model.
//!
//! Not judged: SCALER and TLATCH of a GPTIMER, and units whose timers an interrupt line sets.

mod gptimer;
mod shown;
mod stm;
mod up_counter;

use super::Cause;
use gptimer::Gptimer;
use serde::{Deserialize, Serialize};
use shown::Shown;
use std::collections::BTreeMap;
use stm::Stm;
use trueboard_core::fact::{Fact, FactKind, Source};
use up_counter::UpCounter;

/// A unit that keeps time.
#[derive(Clone, Debug)]
pub struct ClockUnit {
    /// By which facts name it.
    pub source: Source,
    /// Its name.
    pub name: String,
    /// Base ticks in a cycle of its clock.
    pub ticks_per_cycle: u64,
    /// What it is.
    pub kind: ClockKind,
}

/// What a unit that keeps time is.
#[derive(Clone, Copy, Debug)]
pub enum ClockKind {
    /// The up-counter of a LEON4 core in %asr22 and %asr23 (GR740 UM 1.7, p. 68).
    UpCounter,
    /// GPTIMER (GR740 UM 2.9, ch. 20).
    Gptimer {
        /// Timers, 1 to 7.
        timers: usize,
        /// The value with which the last one, a watchdog, runs after reset.
        watchdog: Option<u32>,
    },
    /// The STM of a TC27x (user's manual, "System Timer").
    Stm,
}

/// The reads that one core made of one register of a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockReads {
    /// The unit.
    pub device: String,
    /// The register that was read.
    pub register: String,
    /// The core that read.
    pub reader: u8,
    /// Reads in all.
    pub reads: u64,
    /// Of these, exact: the register showed what it must, and has moved as time has passed since the read
    /// before.
    pub exact: u64,
    /// The register showed what it must, and a cause explains why it has not moved as time has passed.
    pub explained: u64,
    /// Neither.
    pub wrong: u64,
    /// Not judged.
    pub not_judged: u64,
    /// Ticks of the clock by which the register moved from read to read, where firmware did not write the
    /// clock in between.
    pub measured: u64,
    /// Ticks of the clock that passed from read to read, of these reads.
    pub truth: u64,
    /// The causes of all reads, each once.
    pub causes: Vec<Cause>,
    /// The first read that was wrong.
    pub first_wrong: Option<ClockRead>,
}

/// A read of a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockRead {
    /// Tick of the read.
    pub at_tick: u64,
    /// Instruction that read.
    pub pc: u64,
    /// What firmware saw.
    pub measured: u32,
    /// What the register must show.
    pub expected: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum State {
    UpCounter(UpCounter),
    Gptimer(Gptimer),
    Stm(Stm),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unit {
    source: Source,
    name: String,
    ticks_per_cycle: u64,
    state: State,
}

/// The read before, of a register by a core.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Before {
    value: u32,
    ticks: u64,
    presets: u64,
    stops: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    reads: ClockReads,
    before: Option<Before>,
}

/// Judges the reads of all clocks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clocks {
    units: Vec<Unit>,
    /// By unit, register offset and reader.
    rows: BTreeMap<(usize, u32, u8), Row>,
}

impl Clocks {
    /// A judge of `units`, all out of reset at tick 0.
    #[must_use]
    pub fn new(units: Vec<ClockUnit>) -> Clocks {
        let unit = |u: ClockUnit| Unit {
            source: u.source,
            name: u.name,
            ticks_per_cycle: u.ticks_per_cycle.max(1),
            state: match u.kind {
                ClockKind::UpCounter => State::UpCounter(UpCounter::default()),
                ClockKind::Gptimer { timers, watchdog } => {
                    State::Gptimer(Gptimer::new(timers, watchdog))
                }
                ClockKind::Stm => State::Stm(Stm::default()),
            },
        };
        Clocks {
            units: units.into_iter().map(unit).collect(),
            rows: BTreeMap::new(),
        }
    }

    /// Records an access to a register. Facts about other registers have no effect.
    pub fn access(&mut self, fact: &Fact) {
        let Some(i) = self.units.iter().position(|u| u.source == fact.source) else {
            return;
        };
        let unit = &mut self.units[i];
        let cycle = fact.at.0 / unit.ticks_per_cycle;
        match fact.kind {
            FactKind::RegWrite { offset, value, .. } => match &mut unit.state {
                State::UpCounter(u) => u.write(offset, value, cycle),
                State::Gptimer(u) => u.write(offset, value, cycle),
                State::Stm(u) => u.write(offset, value, cycle),
            },
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            } => {
                let shown = match &mut unit.state {
                    State::UpCounter(u) => u.read(offset, cycle),
                    State::Gptimer(u) => u.read(offset, cycle),
                    State::Stm(u) => u.read(offset, cycle),
                };
                let Some(shown) = shown else { return };
                let row = self.rows.entry((i, offset, core));
                let row = row.or_insert_with(|| Row::new(&unit.name, shown.register, core));
                let read = ClockRead {
                    at_tick: fact.at.0,
                    pc,
                    measured: value,
                    expected: shown.expected.unwrap_or(0),
                };
                row.add(read, &shown);
            }
            _ => {}
        }
    }

    /// What was found so far, by unit, register and reader.
    #[must_use]
    pub fn report(&self) -> Vec<ClockReads> {
        self.rows.values().map(|r| r.reads.clone()).collect()
    }
}

impl Row {
    fn new(device: &str, (register, number): (&str, Option<usize>), reader: u8) -> Row {
        let number = number.map_or(String::new(), |n| n.to_string());
        Row {
            reads: ClockReads {
                device: device.to_owned(),
                register: format!("{register}{number}"),
                reader,
                reads: 0,
                exact: 0,
                explained: 0,
                wrong: 0,
                not_judged: 0,
                measured: 0,
                truth: 0,
                causes: Vec::new(),
                first_wrong: None,
            },
            before: None,
        }
    }

    fn add(&mut self, read: ClockRead, shown: &Shown) {
        let r = &mut self.reads;
        r.reads += 1;
        let now = Before {
            value: read.measured & shown.mask,
            ticks: shown.ticks,
            presets: shown.presets,
            stops: shown.stops,
        };
        let before = self.before.replace(now);
        if shown.expected.is_none() {
            r.not_judged += 1;
            return;
        }
        if read.measured != read.expected {
            r.wrong += 1;
            r.first_wrong = r.first_wrong.take().or(Some(read));
            return;
        }
        let Some(before) = before else {
            r.exact += 1;
            return;
        };
        let (from, to) = match shown.down {
            true => (now.value, before.value),
            false => (before.value, now.value),
        };
        // The shorter way round, in ticks.
        let moved = (u64::from(to) + shown.period - u64::from(from) % shown.period) % shown.period;
        let passed = now.ticks.saturating_sub(before.ticks);
        if now.presets == before.presets {
            r.measured = r.measured.saturating_add(moved);
            r.truth = r.truth.saturating_add(passed);
        }
        let causes = [
            (passed >= shown.period, Cause::Wrapped),
            (now.presets != before.presets, Cause::Preset),
            (now.stops != before.stops, Cause::Stopped),
        ];
        let causes = causes.into_iter().filter(|(yes, _)| *yes);
        let mut explained = false;
        for (_, cause) in causes {
            explained = true;
            if let Err(at) = r.causes.binary_search(&cause) {
                r.causes.insert(at, cause);
            }
        }
        if explained {
            r.explained += 1;
        } else if moved == passed {
            r.exact += 1;
        } else {
            r.wrong += 1;
            r.first_wrong = r.first_wrong.take().or(Some(read));
        }
    }
}
