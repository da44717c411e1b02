//! The judge of counters: follows every access to the counting units of a board, and compares each read of a counter
//! with the meters.
//!
//! Common to all units: windows ([`span`]), the expected register (`counter`), runs (`runs`), verdicts and sums over
//! windows (`tally`). A [`Decoder`] describes one kind of unit.

mod counter;
mod decoder;
mod runs;
mod span;
mod tally;

pub use decoder::{Decoder, Described, Modes, Register, Selection, Setting, Shape};
pub use span::Reading;
pub use tally::EventTally;

use super::{Cause, Verdict, Window, WindowReport};
use counter::{Answer, Around, Counter};
use serde::{Deserialize, Serialize};
use span::{Place, conclude};
use std::sync::Arc;
use tally::Keeper;
use trueboard_core::device::DevId;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{Meters, Watch};
use trueboard_core::time::Tick;

/// Judges the reads of all counters of a board.
#[derive(Clone, Serialize, Deserialize)]
pub struct Counters {
    /// Knows the registers of each unit. It comes from the board and is no part of the judge's state.
    #[serde(skip)]
    decoders: Vec<Arc<dyn Decoder>>,
    units: Vec<Unit>,
    /// A difference of counts of another core than the reader's, up to this, is skew.
    skew: u64,
    keeper: Keeper,
}

/// What firmware made of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unit {
    clocked: bool,
    words: Vec<u32>,
    counters: Vec<Counter>,
}

/// A read of a register, as firmware made it.
#[derive(Clone, Copy)]
struct Seen {
    reader: u8,
    at: Place,
    offset: u32,
    value: u32,
}

impl Counters {
    /// A judge of the units that `decoders` know, which keeps at most `limit` windows. `skew` is the most
    /// by which cores run apart when one reads a device, in cycles: 0 in the reference mode.
    #[must_use]
    pub fn new(decoders: Vec<Arc<dyn Decoder>>, limit: usize, skew: u64) -> Counters {
        Counters {
            units: decoders.iter().map(|d| Unit::new(&**d)).collect(),
            decoders,
            skew,
            keeper: Keeper::new(limit),
        }
    }

    /// Continues from the state of a judge of these units.
    pub fn resume(&mut self, from: Counters) {
        let decoders = std::mem::take(&mut self.decoders);
        *self = Counters { decoders, ..from };
    }

    fn unit(&mut self, source: Source) -> Option<(&dyn Decoder, &mut Unit)> {
        let i = self.decoders.iter().position(|d| d.source() == source)?;
        Some((&**self.decoders.get(i)?, self.units.get_mut(i)?))
    }

    /// Records an access to a register, with the meters of the moment at which it takes effect: the unit computed the
    /// firmware's value from these. A read shows the count before it, and a write that stops a counter ends that count.
    /// Other facts have no effect.
    pub fn access(&mut self, fact: &Fact, meters: &Meters) {
        let skew = match fact.source {
            Source::Device(_) => self.skew,
            // A core answers from meters of its own.
            _ => 0,
        };
        let Some((decoder, unit)) = self.unit(fact.source) else {
            return;
        };
        let place = |pc| Place {
            tick: fact.at.0,
            pc,
        };
        match fact.kind {
            FactKind::RegWrite {
                pc, offset, value, ..
            } => unit.write(decoder, offset, value, place(pc), meters),
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            } => {
                let seen = Seen {
                    reader: core,
                    at: place(pc),
                    offset,
                    value,
                };
                if let Some(w) = unit.read(decoder, seen, skew, meters) {
                    self.keeper.keep(w);
                }
            }
            _ => {}
        }
    }

    /// The clock of a device was switched, at the moment of these meters.
    pub fn clock(&mut self, device: DevId, at: Tick, on: bool, meters: &Meters) {
        if let Some((decoder, unit)) = self.unit(Source::Device(device)) {
            unit.clock(decoder, on, at.0, meters);
        }
    }

    /// What `watch` names happened in `cycles` consecutive cycles from `from` on: runs are made of
    /// these. In order of time, after each step of a core.
    pub fn pulse(&mut self, device: DevId, watch: Watch, from: Tick, cycles: u64) {
        if let Some((decoder, unit)) = self.unit(Source::Device(device)) {
            for c in &mut unit.counters {
                c.pulse(watch, from.0, cycles, decoder);
            }
        }
    }

    /// All units were reset.
    pub fn reset(&mut self) {
        let decoders = self.decoders.iter();
        self.units = decoders.map(|d| Unit::new(&**d)).collect();
    }

    /// What was found so far.
    #[must_use]
    pub fn report(&self) -> WindowReport {
        self.keeper.report()
    }
}

impl Unit {
    fn new(decoder: &dyn Decoder) -> Unit {
        let words = vec![0; decoder.words()];
        let counter = |i| Counter::new(decoder.setting(&words, i).asked, decoder.clocked());
        Unit {
            clocked: decoder.clocked(),
            counters: (0..decoder.counters()).map(counter).collect(),
            words,
        }
    }

    fn write(
        &mut self,
        decoder: &dyn Decoder,
        offset: u32,
        value: u32,
        at: Place,
        meters: &Meters,
    ) {
        if !self.clocked {
            // The unit did not see it.
            return;
        }
        let from = Place {
            tick: at.tick + decoder.delay(),
            ..at
        };
        match decoder.register(offset) {
            Register::Value(i) => {
                let around = Around::new(decoder, &self.words, from.tick, meters);
                self.counters[i].set_value(value, at, around);
            }
            Register::Latch(i) => self.counters[i].set_latch(value, at),
            Register::Control(word) => {
                let controlled = decoder.controlled(word);
                let before = Around::new(decoder, &self.words, from.tick, meters);
                for c in &mut self.counters[controlled.clone()] {
                    c.settle(before);
                }
                decoder.control(&mut self.words, word, value);
                let after = Around::new(decoder, &self.words, from.tick, meters);
                for i in controlled {
                    let setting = decoder.setting(&self.words, i);
                    self.counters[i].set_control(setting, from, after);
                }
            }
            Register::Other => {}
        }
    }

    fn clock(&mut self, decoder: &dyn Decoder, on: bool, tick: u64, meters: &Meters) {
        self.clocked = on;
        let around = Around::new(decoder, &self.words, tick, meters);
        for c in &mut self.counters {
            c.clock(on, around);
        }
    }

    fn read(
        &mut self,
        decoder: &dyn Decoder,
        seen: Seen,
        skew: u64,
        meters: &Meters,
    ) -> Option<Window> {
        let around = Around::new(decoder, &self.words, seen.at.tick, meters);
        let (i, mut answer) = match decoder.register(seen.offset) {
            Register::Value(i) => {
                let clears = decoder.setting(&self.words, i).clears;
                (i, self.counters[i].read_value(clears, seen.at, around))
            }
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
        Some(self.window(decoder, i, answer, seen, skew))
    }

    fn window(
        &self,
        decoder: &dyn Decoder,
        i: usize,
        answer: Answer,
        seen: Seen,
        skew: u64,
    ) -> Window {
        let counter = &self.counters[i];
        let asked = counter.span.asked;
        let event = decoder.event(asked);
        let mut window = Window {
            device: decoder.name().to_owned(),
            counter: i as u8,
            register: decoder.register_name(i, answer.quantity),
            quantity: answer.quantity,
            event: asked.event,
            event_name: event.name.to_owned(),
            core: event.core,
            master: event.master,
            mode: asked.modes.name().map(str::to_owned),
            opened_at_tick: answer.opened.tick,
            opened_pc: answer.opened.pc,
            closed_at_tick: seen.at.tick,
            closed_pc: seen.at.pc,
            reader: seen.reader,
            measured: counter.measured(seen.value, decoder),
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
