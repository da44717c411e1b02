//! One counter, as the judge keeps it: its window, and what a faithful register would show.
//!
//! 31 bits count; the carry out of them sets SOvf, bit 31, which stays until the register is
//! written.

use super::registers::{Control, CoreType, Selected};
use crate::windows::Cause;
use crate::windows::span::{Judged, Place, Reading, Span};
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{CoreBank, CoreMeter};

/// SOvf.
const SOVF: u32 = 1 << 31;

/// What a reader asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Asked {
    pub selected: Selected,
    /// Only what happens while a debug event lets the counters count.
    pub task: bool,
}

/// The counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Counter {
    index: usize,
    pub span: Span<Asked>,
}

impl Counter {
    pub(super) fn new(index: usize) -> Counter {
        let asked = asked(Control(0), index);
        Counter {
            index,
            span: Span::new(asked, true, true),
        }
    }

    fn settle(&mut self, core: CoreType, m: &CoreBank) {
        self.span.settle(reading(self.span.asked, core, m));
    }

    /// What the register shows; settle first.
    fn register(&self) -> u32 {
        let (base, sum) = (self.span.base, self.sum());
        let overflowed = base & SOVF != 0 || sum >> 31 != 0;
        sum as u32 & !SOVF | if overflowed { SOVF } else { 0 }
    }

    fn sum(&self) -> u64 {
        u64::from(self.span.base & !SOVF) + self.span.counted
    }

    /// Firmware wrote CCTRL, or a debug event changed whether the task runs.
    pub(super) fn set_control(
        &mut self,
        control: Control,
        task: bool,
        at: Place,
        core: CoreType,
        m: &CoreBank,
    ) {
        self.settle(core, m);
        let register = self.register();
        let to = control.selects().then(|| asked(control, self.index));
        let mark = reading(to.unwrap_or(self.span.asked), core, m);
        self.span.select(to, control.enabled(), at, register, mark);
        let gate = !self.span.asked.task || task;
        self.span.set_gate(gate);
    }

    /// Firmware wrote the counter.
    pub(super) fn set_value(&mut self, value: u32, at: Place, core: CoreType, m: &CoreBank) {
        self.settle(core, m);
        self.span.clear(value, at);
    }

    /// What a read should show now.
    pub(super) fn judge(&mut self, core: CoreType, m: &CoreBank) -> Judged {
        self.settle(core, m);
        let asked = self.span.asked;
        let event = asked.selected.event(core);
        let silent = match event {
            Some(e) if e.meter.is_none() => Cause::NothingSelected,
            _ if asked.task => Cause::TaskMode,
            _ => Cause::CoreStopped,
        };
        let (truth, mut causes) = self.span.judge(Some(silent));
        let expected = self.register();
        // With SOvf as the 32nd bit of a number, one wrap loses nothing.
        if u64::from(self.span.base) + self.span.counted != u64::from(expected) {
            causes.push(Cause::Wrapped);
        }
        self.span.was_read();
        Judged {
            truth,
            expected: self.span.known(expected),
            causes,
        }
    }
}

fn asked(control: Control, counter: usize) -> Asked {
    Asked {
        selected: control.selected(counter),
        task: control.task_mode(),
    }
}

/// How often (or for how many cycles) it has happened since reset.
fn reading(asked: Asked, core: CoreType, m: &CoreBank) -> Reading {
    let Some(event) = asked.selected.event(core) else {
        return Reading {
            count: Err(Cause::UnknownEvent),
            alive: 0,
        };
    };
    match event.meter {
        None => Reading::default(),
        Some(meter) => Reading {
            count: Ok(m.get(meter)),
            alive: m.get(CoreMeter::Cycles),
        },
    }
}
