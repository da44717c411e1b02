//! One counter of a unit, as the judge keeps it: its window, and what a faithful register would show.

use super::cctrl::{Control, Selection};
use super::runs::Runs;
use super::truth::{Wiring, reading, silent, watched};
use crate::windows::span::{Held, Judged, Place, Span};
use crate::windows::{Cause, Quantity};
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{Meters, Watch};

/// What is around a counter at a moment.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub wiring: Wiring,
    pub meters: &'a Meters,
}

/// The counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Counter {
    /// The control register now.
    control: Control,
    clocked: bool,
    pub span: Span<Selection>,
    /// What the registers show in maximum-duration mode.
    shown: Runs,
    /// The runs of this window and event alone.
    runs: Runs,
    /// Where the window of the longest run began, and why the register showed one before it.
    runs_opened: Place,
    longest_held: Held,
    /// What the last read that cleared left in the second register.
    latched: Option<Latched>,
    /// What the second register holds while it latches, if that is known.
    latch: Option<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Latched {
    opened: Place,
    asked: Selection,
    judged: Judged,
}

/// A read and the truth behind it.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub quantity: Quantity,
    pub opened: Place,
    pub judged: Judged,
}

impl Counter {
    pub(super) fn new(clocked: bool) -> Counter {
        Counter {
            control: Control(0),
            clocked,
            span: Span::new(Selection::of(Control(0)), clocked, true),
            shown: Runs::default(),
            runs: Runs::default(),
            runs_opened: Place::default(),
            longest_held: Held::Nothing,
            latched: None,
            latch: Some(0),
        }
    }

    /// Adds what happened since the last settling.
    pub(super) fn settle(&mut self, a: Around<'_>) {
        self.span
            .settle(reading(self.span.asked, a.wiring, a.meters));
    }

    /// What the counter register shows; settle first.
    fn register(&self, tick: u64) -> u32 {
        match self.span.asked.run_of {
            Some(_) => self.shown.current(tick) as u32,
            None => self.sum() as u32,
        }
    }

    fn sum(&self) -> u64 {
        u64::from(self.span.base) + self.span.counted
    }

    /// Firmware wrote the control register.
    pub(super) fn set_control(&mut self, value: u32, at: Place, a: Around<'_>) {
        self.settle(a);
        self.freeze(at.tick);
        let before = self.span.asked;
        let register = self.register(at.tick);
        self.control = Control(value);
        let to = self.control.selection();
        let now = to.unwrap_or(before);
        let mark = reading(now, a.wiring, a.meters);
        let on = self.control.enabled();
        if self.span.select(to, on, at, register, mark) {
            let longest = match before.run_of {
                Some(_) => self.shown.longest(at.tick),
                None => self.latch.unwrap_or(0).into(),
            };
            let (level, ticks) = (now.run_of == Some(true), a.wiring.ticks_per_cycle);
            if now.run_of.is_none() && before.run_of.is_some() {
                (self.latched, self.latch) = (None, Some(longest as u32));
            }
            // A run in progress that began too high makes the longest one too long.
            self.longest_held = match self.span.held {
                held if longest == 0 => held,
                Held::Nothing | Held::Written if before == now => Held::Same,
                Held::Nothing | Held::Written => Held::Other,
                held => held,
            };
            self.shown = Runs::new(level, ticks, register.into(), longest);
            self.runs = Runs::new(level, ticks, 0, 0);
            self.runs_opened = at;
        }
        if self.clocked {
            self.go(at.tick);
        }
    }

    fn freeze(&mut self, tick: u64) {
        self.shown.freeze(tick);
        self.runs.freeze(tick);
    }

    fn go(&mut self, tick: u64) {
        if self.span.is_on() && self.span.asked.run_of.is_some() {
            self.shown.go(tick);
            self.runs.go(tick);
        }
    }

    /// The clock of the unit is switched.
    pub(super) fn clock(&mut self, on: bool, tick: u64, a: Around<'_>) {
        self.settle(a);
        self.clocked = on;
        self.span.clock(on);
        if on {
            self.go(tick);
        } else {
            self.freeze(tick);
        }
    }

    /// Something happened in consecutive cycles.
    pub(super) fn pulse(&mut self, watch: Watch, from: u64, cycles: u64, w: Wiring) {
        let counts = self.span.is_on() && self.span.asked.run_of.is_some();
        if counts && watched(self.span.asked, w) == Some(watch) {
            self.shown.pulse(from, cycles);
            self.runs.pulse(from, cycles);
        }
    }

    /// Firmware set the counter to `value`.
    pub(super) fn set_value(&mut self, value: u32, at: Place, a: Around<'_>) {
        self.settle(a);
        self.span.clear(value, at);
        if self.longest_held == Held::Nothing {
            self.longest_held = self.span.held;
        }
        self.shown.set_current(value.into(), at.tick);
        self.runs.set_current(0, at.tick);
    }

    /// Firmware wrote the latch register.
    pub(super) fn set_latch(&mut self, value: u32, at: Place) {
        (self.latched, self.latch) = (None, Some(value));
        self.longest_held = match value {
            0 => self.span.held,
            _ => Held::Written,
        };
        self.shown.set_longest(value.into(), at.tick);
        self.runs.set_longest(0, at.tick);
        self.runs_opened = at;
    }

    /// A read of the counter register, with its effect.
    pub(super) fn read_value(&mut self, at: Place, a: Around<'_>) -> Answer {
        self.settle(a);
        let opened = self.span.opened;
        let (quantity, judged) = match self.span.asked.run_of {
            None => (Quantity::Count, self.judge_sum(a)),
            Some(_) => {
                let (truth, shown) = (self.runs.current(at.tick), self.shown.current(at.tick));
                (
                    Quantity::CurrentRun,
                    self.judge_run(truth, shown, self.span.held, a),
                )
            }
        };
        if self.clocked && self.control.clear_on_read() {
            if quantity == Quantity::Count {
                self.latch = judged.expected;
                self.latched = Some(Latched {
                    opened,
                    asked: self.span.asked,
                    judged: judged.clone(),
                });
            }
            self.span.clear(0, at);
            self.shown.set_current(0, at.tick);
            self.runs.set_current(0, at.tick);
        } else {
            self.span.was_read();
        }
        Answer {
            quantity,
            opened,
            judged,
        }
    }

    /// A read of the latch register.
    pub(super) fn read_latch(&mut self, at: Place, a: Around<'_>) -> Answer {
        self.settle(a);
        self.span.was_read();
        if self.span.asked.run_of.is_some() {
            let (truth, shown) = (self.runs.longest(at.tick), self.shown.longest(at.tick));
            // A maximum is not lost when the run in progress begins again at 0.
            let shown = shown.min(u32::MAX.into());
            return Answer {
                quantity: Quantity::LongestRun,
                opened: self.runs_opened,
                judged: self.judge_run(truth, shown, self.longest_held, a),
            };
        }
        let (opened, judged) = match &self.latched {
            Some(l) if l.asked == self.span.asked => (l.opened, l.judged.clone()),
            Some(l) => (
                l.opened,
                Judged {
                    truth: None,
                    expected: self.latch,
                    causes: vec![Cause::SelectionChanged],
                },
            ),
            None => (
                self.runs_opened,
                Judged {
                    truth: None,
                    expected: self.latch,
                    causes: vec![Cause::NotLatched],
                },
            ),
        };
        Answer {
            quantity: Quantity::Latched,
            opened,
            judged,
        }
    }

    fn judge_sum(&self, a: Around<'_>) -> Judged {
        let (truth, mut causes) = self.span.judge(silent(self.span.asked, a.wiring, a.meters));
        if self.sum() >> 32 != 0 {
            causes.insert(0, Cause::Wrapped);
        }
        Judged {
            truth,
            expected: self.span.known(self.sum() as u32),
            causes,
        }
    }

    /// A run of this window, and what the register shows of it.
    fn judge_run(&self, truth: u64, shown: u64, held: Held, a: Around<'_>) -> Judged {
        let (sum, mut causes) = self.span.judge(silent(self.span.asked, a.wiring, a.meters));
        causes.retain(|&c| Some(c) != self.span.held.cause());
        if shown != truth {
            causes.extend(held.cause());
        }
        if shown >> 32 != 0 {
            causes.push(Cause::Wrapped);
        }
        if self.span.dark && !causes.contains(&Cause::ClockGated) {
            causes.push(Cause::ClockGated);
        }
        let expected = self.span.known(shown as u32);
        Judged {
            // The runs of a counter that is off are not followed.
            truth: (sum.is_some() && self.span.started).then_some(truth),
            expected,
            causes,
        }
    }
}
