//! One counter, as the judge keeps it: its window, and the value that a faithful register would show.

use super::decoder::{Decoder, Selection, Setting};
use super::runs::Runs;
use super::span::{Held, Judged, Place, Reading, Span};
use crate::{Cause, Quantity};
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{Meters, Watch};

/// What is around a counter at a moment.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub decoder: &'a dyn Decoder,
    /// The control registers of the unit.
    pub words: &'a [u32],
    pub tick: u64,
    pub meters: &'a Meters,
}

impl<'a> Around<'a> {
    pub fn new(
        decoder: &'a dyn Decoder,
        words: &'a [u32],
        tick: u64,
        meters: &'a Meters,
    ) -> Around<'a> {
        Around {
            decoder,
            words,
            tick,
            meters,
        }
    }

    /// How often what is selected has happened. Runs are counted by pulses and not here.
    fn reading(&self, s: Selection) -> Reading {
        let all = self.decoder.reading(s, self.words, self.tick, self.meters);
        Reading {
            count: match s.run_of {
                Some(_) => all.count.map(|_| 0),
                None => all.count,
            },
            ..all
        }
    }
}

/// The counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Counter {
    pub span: Span,
    /// What firmware wrote to the counter.
    top: u32,
    /// What the registers show in longest-run mode.
    shown: Runs,
    /// The runs of this window and event alone.
    runs: Runs,
    /// Where the window of the longest run began, and why the register showed one before it.
    runs_opened: Place,
    longest_held: Held,
    /// What the last read that cleared left in the latch register.
    latched: Option<Latched>,
    /// What the latch register holds while it latches, if that is known.
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
    /// A counter after reset that selects `asked`.
    pub(super) fn new(asked: Selection, clocked: bool) -> Counter {
        Counter {
            span: Span::new(asked, clocked),
            top: 0,
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
        self.span.settle(a.reading(self.span.asked));
    }

    /// What the counter shows; settle first.
    fn register(&self, a: Around<'_>) -> u32 {
        match self.span.asked.run_of {
            Some(_) => self.shown.current(a.tick) as u32,
            None => self.sum(a),
        }
    }

    fn sum(&self, a: Around<'_>) -> u32 {
        let shape = a.decoder.shape();
        shape.shown(self.span.base, self.span.counted, self.top)
    }

    /// Control registers were written, which now say this; settle first, by what they said before.
    pub(super) fn set_control(&mut self, setting: Setting, at: Place, a: Around<'_>) {
        self.freeze(at.tick);
        let before = self.span.asked;
        let register = self.register(a);
        let to = setting.selects.then_some(setting.asked);
        let now = to.unwrap_or(before);
        let mark = a.reading(now);
        if self.span.select(to, setting.on, at, register, mark) {
            let longest = match before.run_of {
                Some(_) => self.shown.longest(at.tick),
                None => self.latch.unwrap_or(0).into(),
            };
            let (level, ticks) = (now.run_of == Some(true), a.decoder.ticks_per_cycle());
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
        let gate = a.decoder.gate(a.words, self.span.asked);
        self.span.set_gate(gate);
        self.go(at.tick);
    }

    fn freeze(&mut self, tick: u64) {
        self.shown.freeze(tick);
        self.runs.freeze(tick);
    }

    fn go(&mut self, tick: u64) {
        if self.span.is_clocked() && self.span.is_on() && self.span.asked.run_of.is_some() {
            self.shown.go(tick);
            self.runs.go(tick);
        }
    }

    /// The clock of the unit is switched.
    pub(super) fn clock(&mut self, on: bool, a: Around<'_>) {
        self.settle(a);
        self.span.clock(on);
        if on {
            self.go(a.tick);
        } else {
            self.freeze(a.tick);
        }
    }

    /// The event happened in consecutive cycles.
    pub(super) fn pulse(&mut self, watch: Watch, from: u64, cycles: u64, decoder: &dyn Decoder) {
        let counts = self.span.is_on() && self.span.asked.run_of.is_some();
        if counts && decoder.watched(self.span.asked) == Some(watch) {
            self.shown.pulse(from, cycles);
            self.runs.pulse(from, cycles);
        }
    }

    /// Firmware set the counter to `value`.
    pub(super) fn set_value(&mut self, value: u32, at: Place, a: Around<'_>) {
        self.settle(a);
        self.top = value;
        let value = a.decoder.shape().preset(value);
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

    /// A read of the counter, which clears it if `clears`.
    pub(super) fn read_value(&mut self, clears: bool, at: Place, a: Around<'_>) -> Answer {
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
        if self.span.is_clocked() && clears {
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

    /// The count behind a value that firmware read.
    pub(super) fn measured(&self, value: u32, decoder: &dyn Decoder) -> u32 {
        decoder.shape().measured(value, self.top)
    }

    fn judge_sum(&self, a: Around<'_>) -> Judged {
        let (truth, mut causes) = self.span.judge(a.decoder.silent(self.span.asked, a.meters));
        let shown = self.sum(a);
        if u64::from(self.span.base) + self.span.counted != u64::from(shown) {
            causes.insert(0, Cause::Wrapped);
        }
        Judged {
            truth,
            expected: self.span.known(shown),
            causes,
        }
    }

    /// A run of this window, and what the register shows of it.
    fn judge_run(&self, truth: u64, shown: u64, held: Held, a: Around<'_>) -> Judged {
        let (sum, mut causes) = self.span.judge(a.decoder.silent(self.span.asked, a.meters));
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
