//! L4STAT statistics units for the judge of counters.

pub mod cctrl;
mod wiring;

pub use wiring::CoreTruths;

use super::counters::{Decoder, Described, Reading, Register, Selection, Setting, Shape};
use super::{Cause, Quantity};
use cctrl::{COUNTERS, Control, Event};
use std::ops::Range;
use trueboard_core::device::DevId;
use trueboard_core::fact::Source;
use trueboard_core::meter::{Meters, Watch};

/// An L4STAT of the board.
#[derive(Clone, Debug)]
pub struct L4stat {
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
    /// The truth of the events of cores.
    pub cores: CoreTruths,
}

impl Decoder for L4stat {
    fn source(&self) -> Source {
        Source::Device(self.device)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn counters(&self) -> usize {
        COUNTERS
    }

    /// A control register for each counter.
    fn words(&self) -> usize {
        COUNTERS
    }

    fn controlled(&self, word: usize) -> Range<usize> {
        word..word + 1
    }

    fn shape(&self) -> Shape {
        Shape::Up
    }

    fn register(&self, offset: u32) -> Register {
        cctrl::register(offset)
    }

    fn register_name(&self, counter: usize, of: Quantity) -> String {
        match of {
            Quantity::Count | Quantity::CurrentRun => format!("CVAL{counter}"),
            Quantity::Latched | Quantity::LongestRun => format!("CSVAL{counter}"),
        }
    }

    fn setting(&self, words: &[u32], counter: usize) -> Setting {
        Control(words.get(counter).copied().unwrap_or(0)).setting()
    }

    fn ticks_per_cycle(&self) -> u64 {
        self.ticks_per_cycle
    }

    fn clocked(&self) -> bool {
        self.clocked
    }

    fn reading(&self, s: Selection, _: &[u32], _: u64, m: &Meters) -> Reading {
        wiring::reading(s, self, m)
    }

    fn silent(&self, s: Selection, m: &Meters) -> Option<Cause> {
        wiring::silent(s, self, m)
    }

    fn watched(&self, s: Selection) -> Option<Watch> {
        wiring::watched(s, self)
    }

    fn event(&self, s: Selection) -> Described {
        let event = Event::by_id(s.event);
        let of_core = event.is_some_and(|e| e.is_of_a_core());
        let of_master = matches!(s.event, 0x17 | 0x80..=0x9f).then_some(s.who);
        Described {
            name: event.map_or("unknown", |e| e.name),
            core: of_core.then_some(s.who),
            master: s.only.or(of_master),
        }
    }
}
