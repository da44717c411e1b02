//! [`Decoder`]: a kind of counting unit. It gives the places of registers, the meaning of a control register, the
//! events that counters can count, and the form in which they show counts.

use super::span::Reading;
use crate::{Cause, Quantity};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use trueboard_core::fact::Source;
use trueboard_core::meter::{Meters, Watch};

/// Knows the registers of one unit, by the manual. The judge keeps what firmware made of them.
pub trait Decoder: Send + Sync {
    /// By which facts name the unit.
    fn source(&self) -> Source;

    /// The unit's name in reports.
    fn name(&self) -> &str;

    /// How many counters it has.
    fn counters(&self) -> usize;

    /// How many words its control registers have.
    fn words(&self) -> usize;

    /// How a counter's register shows what it has counted.
    fn shape(&self) -> Shape;

    /// The register at an offset.
    fn register(&self, offset: u32) -> Register;

    /// The name of the register that shows this quantity of a counter.
    fn register_name(&self, counter: usize, of: Quantity) -> String;

    /// Firmware writes `value` to control register `word`.
    fn control(&self, words: &mut [u32], word: usize, value: u32) {
        if let Some(w) = words.get_mut(word) {
            *w = value;
        }
    }

    /// The counters that control register `word` controls.
    fn controlled(&self, word: usize) -> Range<usize> {
        let _ = word;
        0..self.counters()
    }

    /// What the control registers say of a counter. After reset all of them are 0.
    fn setting(&self, words: &[u32], counter: usize) -> Setting;

    /// True while a condition that is no part of a selection lets a counter count that selects `s`.
    fn gate(&self, words: &[u32], s: Selection) -> bool {
        let _ = (words, s);
        true
    }

    /// Base ticks in a cycle of the unit.
    fn ticks_per_cycle(&self) -> u64 {
        1
    }

    /// Base ticks after which a write takes effect.
    fn delay(&self) -> u64 {
        0
    }

    /// True when the unit's clock is on after reset.
    fn clocked(&self) -> bool {
        true
    }

    /// How often what is selected has happened since reset, at the moment of these meters.
    fn reading(&self, s: Selection, words: &[u32], tick: u64, m: &Meters) -> Reading;

    /// Why an event that a window lacks could not happen; `None` if its 0 means that it did not happen.
    fn silent(&self, s: Selection, m: &Meters) -> Option<Cause>;

    /// The happening by which the board names the selected event, for units that measure its runs.
    fn watched(&self, s: Selection) -> Option<Watch> {
        let _ = s;
        None
    }

    /// The selected event, for reports.
    fn event(&self, s: Selection) -> Described;
}

/// A register, as the judge understands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// The value of a counter.
    Value(usize),
    /// What a counter latched, or its longest run.
    Latch(usize),
    /// A control register.
    Control(usize),
    /// Any other register.
    Other,
}

/// How a counter's register shows what it has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It counts up from what was written, modulo 2^32.
    Up,
    /// 31 bits count up; the carry out of them sets bit 31, which stays until the register is written.
    Sticky,
    /// It counts down from what was written and stops at 0. What a window shows as measured is how far
    /// it has come down.
    Down,
}

/// The bit that [`Shape::Sticky`] sets.
const OVERFLOWED: u32 = 1 << 31;

impl Shape {
    /// The count that firmware sets by writing `value`.
    pub(super) fn preset(self, value: u32) -> u32 {
        match self {
            Shape::Up | Shape::Sticky => value,
            Shape::Down => 0,
        }
    }

    /// The count that its register shows; `top` is what was written.
    pub(super) fn shown(self, base: u32, counted: u64, top: u32) -> u32 {
        let sum = u64::from(base) + counted;
        match self {
            Shape::Up => sum as u32,
            Shape::Sticky => {
                let sum = sum - u64::from(base & OVERFLOWED);
                let overflowed = base & OVERFLOWED != 0 || sum >> 31 != 0;
                sum as u32 | if overflowed { OVERFLOWED } else { 0 }
            }
            Shape::Down => u32::try_from(sum).map_or(top, |down| down.min(top)),
        }
    }

    /// The count behind a value that firmware read.
    pub(super) fn measured(self, value: u32, top: u32) -> u32 {
        match self {
            Shape::Up | Shape::Sticky => value,
            Shape::Down => top.wrapping_sub(value),
        }
    }
}

/// Which privilege modes count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Modes {
    /// Both.
    #[default]
    Both,
    /// Supervisor mode only.
    Supervisor,
    /// User mode only.
    User,
}

impl Modes {
    /// The filter in reports.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Modes::Both => None,
            Modes::Supervisor => Some("supervisor"),
            Modes::User => Some("user"),
        }
    }
}

/// What a counter counts: an event and its filters. Fields that do not matter for the event are 0, so equal selections
/// count alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// The event's number in reports.
    pub event: u8,
    /// The core, master or link of the event; 0 for events without one.
    pub who: u8,
    /// Privilege modes that count.
    pub modes: Modes,
    /// The only bus master that counts.
    pub only: Option<u8>,
    /// The longest run is measured instead of a sum: true of the event, false of its absence.
    pub run_of: Option<bool>,
    /// Only what happens while [`Decoder::gate`] is open.
    pub gated: bool,
}

/// What control registers say of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// It counts.
    pub on: bool,
    /// What it selects.
    pub asked: Selection,
    /// False when no event is selected, as drivers leave a stopped counter: a reader then wants the earlier selection.
    pub selects: bool,
    /// A read of the counter clears it, and leaves its value in the latch register.
    pub clears: bool,
}

/// The event of a selection, for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// The manual's name.
    pub name: &'static str,
    /// The core that is counted, for events of a core.
    pub core: Option<u8>,
    /// The bus master that is counted, for events of a master.
    pub master: Option<u8>,
}
