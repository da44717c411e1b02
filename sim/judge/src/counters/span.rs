//! The window of one counter: the span that its reader relies on, and the events in it.
//!
//! It opens at the last of two actions:
//! - a clear: a write of the counter, or a read that clears it;
//! - a start: a write of the control register that makes the counter count. The counter had not counted since it was
//!   cleared, had been stopped and read since, or had counted another event.
//!
//! It closes at the read, or at the stop if the counter is off by then. A stop and a start without a read between them
//! are a pause inside the window, because the reader relies on the sum. The truth is the number of the selected events
//! in the window. It does not depend on enable, clock or an old value of the counter.

use super::decoder::Selection;
use crate::{Cause, Verdict, Window};
use serde::{Deserialize, Serialize};

/// A moment and an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    pub tick: u64,
    pub pc: u64,
}

/// Sums since reset, of one selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// How often the event has happened, or why that is not known.
    pub count: Result<u64, Cause>,
    /// Cycles in which it could have happened: of the counted core in the counted mode, or of the counted master on the
    /// bus. For events without a core or master: the time.
    pub alive: u64,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            count: Ok(0),
            alive: 0,
        }
    }
}

/// Where the value of a register at the opening of its window comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Held {
    /// It was 0.
    #[default]
    Nothing,
    /// Firmware wrote it.
    Written,
    /// An earlier window of this selection.
    Same,
    /// A window of another selection.
    Other,
}

impl Held {
    /// Why the register shows more than the window.
    pub fn cause(self) -> Option<Cause> {
        match self {
            Held::Nothing => None,
            Held::Written => Some(Cause::Preset),
            Held::Same => Some(Cause::NotCleared),
            Held::Other => Some(Cause::SelectionChanged),
        }
    }
}

/// The truth behind one read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Judged {
    pub truth: Option<u64>,
    pub expected: Option<u32>,
    pub causes: Vec<Cause>,
}

/// The window of a counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Span {
    /// The selection that a reader wants: the current one, or the last one before the counter was stopped without a
    /// selection.
    pub asked: Selection,
    pub opened: Place,
    on: bool,
    /// The unit has a clock.
    clocked: bool,
    /// A condition outside of the selection lets the event through.
    gate: bool,
    /// The counter was on at some time since the window opened.
    pub started: bool,
    /// It was read since it was switched off.
    read: bool,
    /// What the register held when the window opened, and why.
    pub base: u32,
    pub held: Held,
    /// Happened while on and clocked, while on without clock, in pauses, and since the stop.
    pub counted: u64,
    gated: u64,
    paused: u64,
    off: u64,
    /// There was a pause.
    pause: bool,
    /// It was on without clock at some time.
    pub dark: bool,
    alive: u64,
    mark: Reading,
    /// Why there is no truth in this window.
    unknown: Option<Cause>,
    /// Since it was cleared it has counted an event whose number is unknown.
    lost: bool,
}

impl Span {
    /// A counter after reset.
    pub fn new(asked: Selection, clocked: bool) -> Span {
        Span {
            asked,
            opened: Place::default(),
            on: false,
            clocked,
            gate: true,
            started: false,
            read: false,
            base: 0,
            held: Held::Nothing,
            counted: 0,
            gated: 0,
            paused: 0,
            off: 0,
            pause: false,
            dark: false,
            alive: 0,
            mark: Reading::default(),
            unknown: None,
            lost: false,
        }
    }

    /// Adds what the selected event did since the last settling; before any other action.
    pub fn settle(&mut self, now: Reading) {
        let before = std::mem::replace(&mut self.mark, now);
        let n = match (before.count, now.count) {
            (Ok(a), Ok(b)) => b.saturating_sub(a),
            (Err(cause), _) | (_, Err(cause)) => {
                self.unknown = Some(cause);
                self.lost |= self.on;
                0
            }
        };
        if !self.gate {
            return;
        }
        if self.on || !self.started {
            self.alive += now.alive.saturating_sub(before.alive);
        }
        *match (self.on, self.clocked) {
            (true, true) => &mut self.counted,
            (true, false) => &mut self.gated,
            (false, _) => &mut self.off,
        } += n;
    }

    /// Firmware wrote the control register: the counter is `on` and selects `to`, or as before.
    /// `register` is what the counter shows now, `mark` how often what it now selects has happened.
    /// Answers whether a window opened.
    pub fn select(
        &mut self,
        to: Option<Selection>,
        on: bool,
        at: Place,
        register: u32,
        mark: Reading,
    ) -> bool {
        let other = to.filter(|s| *s != self.asked);
        let starts = on && !self.on;
        let opens = other.is_some() || starts && (!self.started || self.read);
        if opens {
            let unmoved = register == self.base && !self.lost;
            self.held = match self.held {
                _ if register == 0 && !self.lost => Held::Nothing,
                held @ (Held::Written | Held::Other) if unmoved => held,
                _ if other.is_some() => Held::Other,
                _ => Held::Same,
            };
            self.open(register, at);
            self.started = on;
        } else if starts {
            self.paused += std::mem::take(&mut self.off);
            self.pause = true;
        }
        if let Some(s) = other {
            self.asked = s;
        }
        if on {
            self.read = false;
        }
        (self.on, self.mark) = (on, mark);
        opens
    }

    /// Firmware set the counter to `value`, or cleared it by reading.
    pub fn clear(&mut self, value: u32, at: Place) {
        self.held = match value {
            0 => Held::Nothing,
            _ => Held::Written,
        };
        self.open(value, at);
        (self.started, self.lost) = (self.on, false);
    }

    fn open(&mut self, register: u32, at: Place) {
        (self.base, self.opened) = (register, at);
        (self.counted, self.gated, self.paused, self.off) = (0, 0, 0, 0);
        (self.alive, self.unknown) = (0, None);
        (self.pause, self.read, self.dark) = (false, false, self.on && !self.clocked);
    }

    /// The counter was read.
    pub fn was_read(&mut self) {
        self.read |= !self.on;
    }

    /// The unit's clock is switched; settle first.
    pub fn clock(&mut self, on: bool) {
        self.clocked = on;
        self.dark |= self.on && !on;
    }

    /// The condition outside of the selection changes; settle first.
    pub fn set_gate(&mut self, open: bool) {
        self.gate = open;
    }

    /// True while the unit has a clock.
    pub fn is_clocked(&self) -> bool {
        self.clocked
    }

    /// True while it counts, clocked or not.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// What the register shows, `value`, if all that it has counted is known.
    pub fn known(&self, value: u32) -> Option<u32> {
        (!self.lost).then_some(value)
    }

    /// The truth, and what keeps the counter from it besides the width of its register; settle
    /// first. `silent` is why the event could not happen, where it could not.
    pub fn judge(&self, silent: Option<Cause>) -> (Option<u64>, Vec<Cause>) {
        let mut causes: Vec<Cause> = self.held.cause().into_iter().collect();
        let mut note = |yes: bool, cause| {
            if yes && !causes.contains(&cause) {
                causes.push(cause);
            }
        };
        note(!self.started, Cause::NeverEnabled);
        note(self.pause, Cause::PartlyEnabled);
        note(self.gated != 0, Cause::ClockGated);
        let mut truth = self.counted + self.gated + self.paused;
        if !self.started {
            truth += self.off;
        }
        if let Some(cause) = self.unknown {
            note(true, cause);
            return (None, causes);
        }
        if let Some(cause) = silent.filter(|_| truth == 0 && self.alive == 0) {
            note(true, cause);
        }
        (Some(truth), causes)
    }
}

/// Compares, and gives the verdict. Of a core other than the reader's, up to `skew` may be missing or
/// too much: cores run apart by as much.
pub(super) fn conclude(w: &mut Window, judged: Judged, skew: u64) {
    w.truth = judged.truth;
    w.expected = judged.expected;
    w.causes = judged.causes;
    let measured = i64::from(w.measured);
    let signed = |v: u64| i64::try_from(v).unwrap_or(i64::MAX);
    w.difference = w.truth.map(|t| measured.saturating_sub(signed(t)));
    // The shorter way around the circle of 2^32 values.
    w.residual = w
        .expected
        .map(|e| i64::from(w.measured.wrapping_sub(e) as i32));
    let elsewhere = w.core.is_some_and(|c| c != w.reader);
    w.verdict = match (w.difference, w.residual) {
        (_, Some(r)) if r != 0 && elsewhere && r.unsigned_abs() <= skew => {
            w.causes.push(Cause::Skew);
            match w.truth {
                Some(_) => Verdict::Explained,
                None => Verdict::NotJudged,
            }
        }
        (_, Some(r)) if r != 0 => Verdict::Wrong,
        (Some(0), Some(_)) if w.causes.is_empty() => Verdict::Exact,
        (Some(_), Some(_)) if w.causes.is_empty() => Verdict::Wrong,
        (Some(_), Some(_)) => Verdict::Explained,
        _ => Verdict::NotJudged,
    };
}
