//! One counter of a unit, as the judge keeps it: what happened since the last clear, and what a
//! faithful register would show of it.

use super::cctrl::Control;
use super::runs::Runs;
use super::truth::{Wiring, happened, watched};
use crate::windows::{Cause, Quantity};
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{Meters, Watch};

/// A moment and an instruction.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Place {
    pub tick: u64,
    pub pc: u64,
}

/// The truth behind one read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Judged {
    pub truth: Option<u64>,
    pub expected: Option<u32>,
    pub causes: Vec<Cause>,
}

/// The counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Counter {
    /// The control register now.
    control: Control,
    /// The control register when it last was enabled: drivers disable a counter by writing 0, and
    /// what it holds is still what it counted before.
    pub counted: Control,
    /// Where the window began.
    pub opened: Place,
    /// True once it was enabled: reads before that are no measurements.
    pub started: bool,
    preset: u32,
    /// Happened while enabled, up to the last settling.
    truth: u64,
    /// Of these, those while the clock was on.
    clocked: u64,
    /// The meter at the last settling, while enabled.
    since: Option<Result<u64, Cause>>,
    /// What the registers show in maximum-duration mode.
    shown: Runs,
    /// The runs of this window and event alone.
    runs: Runs,
    /// Where the window of the longest run began.
    pub runs_opened: Place,
    /// Why there is no truth in this window.
    unknown: Option<Cause>,
    changed: bool,
    gated: bool,
    /// Value, truth and causes of the last read that cleared.
    latched: Judged,
}

impl Counter {
    pub(super) fn new() -> Counter {
        Counter {
            control: Control(0),
            counted: Control(0),
            opened: Place::default(),
            started: false,
            preset: 0,
            truth: 0,
            clocked: 0,
            since: None,
            shown: Runs::default(),
            runs: Runs::default(),
            runs_opened: Place::default(),
            unknown: None,
            changed: false,
            gated: false,
            latched: Judged {
                expected: Some(0),
                truth: Some(0),
                causes: Vec::new(),
            },
        }
    }

    /// Adds what happened since the last settling.
    pub(super) fn settle(&mut self, clocked: bool, w: Wiring, m: &Meters) {
        let Some(before) = self.since else {
            return;
        };
        let now = happened(self.control, w, m);
        match (before, now) {
            // Runs are told by pulses.
            (Ok(_), Ok(_)) if self.control.longest_run() => {}
            (Ok(a), Ok(b)) => {
                let n = b.saturating_sub(a);
                self.truth += n;
                if clocked {
                    self.clocked += n;
                }
            }
            (Err(cause), _) | (_, Err(cause)) => self.unknown = Some(cause),
        }
        self.gated |= !clocked;
        self.since = Some(now);
    }

    /// Firmware wrote the control register.
    pub(super) fn set_control(
        &mut self,
        value: u32,
        at: Place,
        clocked: bool,
        w: Wiring,
        m: &Meters,
    ) {
        self.settle(clocked, w, m);
        let old = std::mem::replace(&mut self.control, Control(value));
        self.freeze(at.tick);
        if self.control.enabled() {
            let holds = self.truth != 0 || self.unknown.is_some();
            let other = self.counted.selection() != self.control.selection();
            self.changed |= holds && other;
            if other {
                self.change_mode(at, w);
            }
            // A counter that holds nothing yet begins to measure here.
            if !holds && (other || !old.enabled()) {
                self.opened = at;
            }
            self.counted = self.control;
            if clocked {
                self.go(at.tick);
            }
        }
        self.started |= self.control.enabled();
        self.since = self.control.enabled().then(|| happened(self.control, w, m));
    }

    /// What CVAL and CSVAL hold is taken over when something else is measured.
    fn change_mode(&mut self, at: Place, w: Wiring) {
        let was = self.counted;
        let latch = self.judge_latch(at.tick).1;
        let value = self.judge(at.tick).expected.unwrap_or(0);
        if was.longest_run() && !self.control.longest_run() {
            (self.preset, self.truth, self.clocked) = (value, 0, 0);
            self.latched = latch.clone();
        }
        let (active, longest) = (self.control.level(), latch.expected.unwrap_or(0));
        self.shown = Runs::new(active, w.ticks_per_cycle, value.into(), longest.into());
        self.runs = Runs::new(active, w.ticks_per_cycle, 0, 0);
        self.runs_opened = at;
    }

    fn freeze(&mut self, tick: u64) {
        self.shown.freeze(tick);
        self.runs.freeze(tick);
    }

    fn go(&mut self, tick: u64) {
        if self.control.enabled() && self.control.longest_run() {
            self.shown.go(tick);
            self.runs.go(tick);
        }
    }

    /// The clock of the unit is switched; settle first.
    pub(super) fn clock(&mut self, on: bool, tick: u64) {
        if on {
            self.go(tick);
        } else {
            self.gated |= self.control.enabled();
            self.freeze(tick);
        }
    }

    /// Something happened in consecutive cycles.
    pub(super) fn pulse(&mut self, watch: Watch, from: u64, cycles: u64, w: Wiring) {
        let counts = self.control.enabled() && self.control.longest_run();
        if counts && watched(self.control, w) == Some(watch) {
            self.shown.pulse(from, cycles);
            self.runs.pulse(from, cycles);
        }
    }

    /// The counter was set to `value`, and a new window begins.
    pub(super) fn restart(&mut self, value: u32, at: Place, clocked: bool, w: Wiring, m: &Meters) {
        self.settle(clocked, w, m);
        self.preset = value;
        self.opened = at;
        (self.truth, self.clocked) = (0, 0);
        self.shown.set_current(value.into(), at.tick);
        self.runs.set_current(0, at.tick);
        (self.unknown, self.changed, self.gated) = (None, false, false);
    }

    /// True when runs are measured, not sums.
    pub(super) fn longest_run(&self) -> bool {
        self.counted.longest_run()
    }

    /// True when a read clears it.
    pub(super) fn clear_on_read(&self) -> bool {
        self.control.clear_on_read()
    }

    /// What a read of the counter register should show now; settle first.
    pub(super) fn judge(&self, tick: u64) -> Judged {
        if let Some(cause) = self.unknown {
            return Judged {
                causes: vec![cause],
                ..Judged::default()
            };
        }
        if self.longest_run() {
            return self.run(self.runs.current(tick), self.shown.current(tick));
        }
        let sum = u64::from(self.preset) + self.clocked;
        let mut causes = Vec::new();
        let mut note = |yes: bool, cause| {
            if yes {
                causes.push(cause);
            }
        };
        note(sum >> 32 != 0, Cause::Wrapped);
        note(self.preset != 0, Cause::Preset);
        note(self.gated && self.clocked != self.truth, Cause::ClockGated);
        note(self.changed, Cause::SelectionChanged);
        Judged {
            truth: Some(self.truth),
            expected: Some(sum as u32),
            causes,
        }
    }

    /// A run of this window, and what the register shows of it.
    fn run(&self, truth: u64, shown: u64) -> Judged {
        let mut causes = Vec::new();
        if shown != truth {
            causes.push(Cause::Preset);
        }
        if shown >> 32 != 0 {
            causes.push(Cause::Wrapped);
        }
        Judged {
            truth: Some(truth),
            expected: Some(shown as u32),
            causes,
        }
    }

    /// What a read of the latch register should show, and what that is.
    pub(super) fn judge_latch(&self, tick: u64) -> (Quantity, Judged) {
        if !self.longest_run() {
            return (Quantity::Latched, self.latched.clone());
        }
        let judged = match self.unknown {
            Some(cause) => Judged {
                causes: vec![cause],
                ..Judged::default()
            },
            None => self.run(self.runs.longest(tick), self.shown.longest(tick)),
        };
        (Quantity::LongestRun, judged)
    }

    /// A read with clear-on-read happened: the latch takes what the counter showed.
    pub(super) fn latch(&mut self, judged: &Judged, at: Place) {
        self.latched = judged.clone();
        self.shown
            .set_longest(judged.expected.unwrap_or(0).into(), at.tick);
        self.runs.set_longest(judged.truth.unwrap_or(0), at.tick);
        self.runs_opened = at;
    }

    /// Firmware wrote the latch register.
    pub(super) fn set_latch(&mut self, value: u32, at: Place) {
        self.latched = Judged {
            truth: Some(value.into()),
            expected: Some(value),
            causes: Vec::new(),
        };
        self.shown.set_longest(value.into(), at.tick);
        self.runs.set_longest(0, at.tick);
        self.runs_opened = at;
    }
}
