//! One counter, as the judge keeps it: what happened since the last write, and what a faithful
//! register would show of it.
//!
//! 31 bits count; the carry out of them sets SOvf, bit 31, which stays until the register is
//! written.

use super::registers::{Control, CoreType, Selected};
use crate::windows::Cause;
use serde::{Deserialize, Serialize};
use trueboard_core::meter::CoreBank;

/// SOvf.
const SOVF: u32 = 1 << 31;

/// A moment and an instruction.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Counter {
    index: usize,
    /// What it counts, or counted before it was stopped.
    pub counted: Selected,
    /// Where the window began.
    pub opened: Place,
    /// True once it was enabled: reads before that are no measurements.
    pub started: bool,
    preset: u32,
    /// Happened while enabled, up to the last settling.
    truth: u64,
    /// The meter when it began to count, while enabled.
    since: Option<Result<u64, Cause>>,
    /// Why there is no truth in this window.
    unknown: Option<Cause>,
    changed: bool,
}

impl Counter {
    pub(super) fn new(index: usize) -> Counter {
        Counter {
            index,
            counted: Control(0).selected(index),
            opened: Place::default(),
            started: false,
            preset: 0,
            truth: 0,
            since: None,
            unknown: None,
            changed: false,
        }
    }

    /// Adds what happened since the last settling.
    pub(super) fn settle(&mut self, core: CoreType, m: &CoreBank) {
        let Some(since) = self.since else { return };
        let now = happened(self.counted, core, m);
        match (since, now) {
            (Ok(a), Ok(b)) => {
                self.truth += b.saturating_sub(a);
                self.since = Some(now);
            }
            (Err(cause), _) | (_, Err(cause)) => self.unknown = Some(cause),
        }
    }

    /// Firmware wrote CCTRL, or a debug event changed whether the task runs; `old` before.
    pub(super) fn set_control(
        &mut self,
        old: (Control, bool),
        (new, task): (Control, bool),
        at: Place,
        core: CoreType,
        m: &CoreBank,
    ) {
        self.settle(core, m);
        let selected = new.selected(self.index);
        if !new.counts(task) {
            self.since = None;
            return;
        }
        let holds = self.truth != 0 || self.unknown.is_some();
        let other = selected != self.counted;
        self.changed |= holds && other;
        if !holds && (other || !old.0.counts(old.1)) {
            self.opened = at;
        }
        self.counted = selected;
        self.started = true;
        if other || self.since.is_none_or(|s| s.is_err()) {
            self.since = Some(happened(selected, core, m));
        }
    }

    /// The counter was written, and a new window begins.
    pub(super) fn restart(&mut self, value: u32, at: Place, core: CoreType, m: &CoreBank) {
        self.preset = value;
        self.truth = 0;
        self.opened = at;
        (self.unknown, self.changed) = (None, false);
        self.since = match self.since {
            Some(Ok(_)) => Some(happened(self.counted, core, m)),
            other => other,
        };
    }

    /// What a read should show now; settle first.
    pub(super) fn judge(&self) -> Judged {
        if let Some(cause) = self.unknown {
            return Judged {
                causes: vec![cause],
                ..Judged::default()
            };
        }
        let sum = u64::from(self.preset & !SOVF) + self.truth;
        let overflowed = self.preset & SOVF != 0 || sum >> 31 != 0;
        let expected = sum as u32 & !SOVF | if overflowed { SOVF } else { 0 };
        let mut causes = Vec::new();
        if self.preset != 0 {
            causes.push(Cause::Preset);
        }
        // With SOvf as the 32nd bit of a number, one wrap loses nothing.
        if u64::from(self.preset) + self.truth != u64::from(expected) {
            causes.push(Cause::Wrapped);
        }
        if self.changed {
            causes.push(Cause::SelectionChanged);
        }
        Judged {
            truth: Some(self.truth),
            expected: Some(expected),
            causes,
        }
    }
}

/// How often (or for how many cycles) it has happened since reset.
fn happened(selected: Selected, core: CoreType, m: &CoreBank) -> Result<u64, Cause> {
    let event = selected.event(core).ok_or(Cause::UnknownEvent)?;
    Ok(event.meter.map_or(0, |meter| m.get(meter)))
}
