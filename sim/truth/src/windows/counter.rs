//! One counter of a unit, as the judge keeps it: what happened since the last clear, and what a
//! faithful register would show of it.

use super::cctrl::Control;
use super::truth::{Wiring, cycles, happened};
use super::{Cause, Quantity};
use trueboard_core::meter::Meters;

/// A moment and an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub tick: u64,
    pub pc: u64,
}

/// The truth behind one read.
#[derive(Clone, Debug, Default)]
pub(super) struct Judged {
    pub truth: Option<u64>,
    pub expected: Option<u32>,
    pub causes: Vec<Cause>,
}

/// The counter.
#[derive(Clone, Debug)]
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
    /// Cycles enabled, for bounds of longest runs.
    cycles: u64,
    /// The meters at the last settling, while enabled.
    since: Option<(Result<u64, Cause>, u64)>,
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
            cycles: 0,
            since: None,
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
        let Some((before, cycles_before)) = self.since else {
            return;
        };
        let now = happened(self.control, w, m);
        match (before, now) {
            (Ok(a), Ok(b)) => {
                let n = b.saturating_sub(a);
                self.truth += n;
                if clocked {
                    self.clocked += n;
                }
            }
            (Err(cause), _) | (_, Err(cause)) => self.unknown = Some(cause),
        }
        self.cycles += cycles(w, m).saturating_sub(cycles_before);
        self.gated |= !clocked;
        self.since = Some((now, cycles(w, m)));
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
        if self.control.enabled() {
            let holds = self.truth != 0 || self.unknown.is_some();
            let other = self.counted.selection() != self.control.selection();
            self.changed |= holds && other;
            // A counter that holds nothing yet begins to measure here.
            if !holds && (other || !old.enabled()) {
                self.opened = at;
            }
            self.counted = self.control;
        }
        self.started |= self.control.enabled();
        self.since = self
            .control
            .enabled()
            .then(|| (happened(self.control, w, m), cycles(w, m)));
    }

    /// The counter was set to `value`, and a new window begins.
    pub(super) fn restart(&mut self, value: u32, at: Place, clocked: bool, w: Wiring, m: &Meters) {
        self.settle(clocked, w, m);
        self.preset = value;
        self.opened = at;
        (self.truth, self.clocked, self.cycles) = (0, 0, 0);
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
    pub(super) fn judge(&self) -> Judged {
        if self.longest_run() {
            return self.bound();
        }
        if let Some(cause) = self.unknown {
            return Judged {
                causes: vec![cause],
                ..Judged::default()
            };
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

    /// No run is longer than the cycles in which the event was (EL=1) or was not (EL=0) active.
    fn bound(&self) -> Judged {
        let active = self.truth.min(self.cycles);
        let bound = match self.unknown {
            Some(_) => self.cycles,
            None if self.counted.level() => active,
            None => self.cycles - active,
        };
        Judged {
            truth: Some(bound),
            expected: None,
            causes: vec![Cause::OnlyBounded],
        }
    }

    /// What a read of the latch register should show, and what that is.
    pub(super) fn judge_latch(&self) -> (Quantity, Judged) {
        if self.longest_run() {
            (Quantity::LongestRun, self.bound())
        } else {
            (Quantity::Latched, self.latched.clone())
        }
    }

    /// A read with clear-on-read happened: the latch takes what the counter showed.
    pub(super) fn latch(&mut self, judged: &Judged) {
        self.latched = judged.clone();
    }

    /// Firmware wrote the latch register.
    pub(super) fn set_latch(&mut self, value: u32) {
        self.latched = Judged {
            truth: Some(value.into()),
            expected: Some(value),
            causes: Vec::new(),
        };
    }
}
