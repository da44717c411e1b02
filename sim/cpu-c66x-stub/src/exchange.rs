//! Exchanges, by which clocks are compared: one processor records and interrupts another one, which
//! records twice and interrupts back; the first one records that.
//!
//! They have source flags of their own in the IPC registers, so the handler recognises them at once and serves them
//! first. The requesting processor waits awake: a wake-up or a task switch would make one way longer than the other.

use crate::core::StubCore;
use crate::layout::{core_name, notify};
use crate::memory::{set_word, word};
use crate::meters::Meter;
use crate::micro::{Micro, Notification};
use trueboard_core::cpu::RunCx;

/// How long an answer is waited for (as by the host of a Parallella, unless its script says otherwise).
const PATIENCE_US: u64 = 10_000;

impl StubCore {
    /// Begins an exchange with core `to`.
    pub(crate) fn exchange(&mut self, to: u8) {
        let n = self.exchanges.wrapping_add(1);
        self.exchanges = self.exchanges.wrapping_add(2);
        let mut micros = self.exchange_event(true, n);
        micros.extend(self.notification(to, Notification::Begin(n)));
        micros.push(Micro::Answered {
            from: to,
            n: n.wrapping_add(1),
            until: self.cycle.saturating_add(self.cycles_of_us(PATIENCE_US)),
        });
        self.first(micros);
    }

    /// Looks whether the answer has come, until it has or is overdue.
    pub(crate) fn await_answer(&mut self, from: u8, n: u32, until: u64, cx: &mut RunCx<'_>) {
        if self.answered == n {
            return;
        }
        if self.cycle < until {
            let again = Micro::Cost(self.params.costs.gate_retry, Meter::SyncCycles);
            return self.first(vec![again, Micro::Answered { from, n, until }]);
        }
        self.unanswered = self.unanswered.saturating_add(1);
        let what = format!(
            "{} has not answered exchange {} within {} ms; does it run, and are its interrupts open?",
            core_name(from),
            n.wrapping_sub(1),
            PATIENCE_US / 1000
        );
        cx.bus.warn(self.id, self.tick(), &what);
    }

    /// The handler has looked why core `from` compares clocks.
    pub(crate) fn exchanged(&mut self, from: u8, cx: &mut RunCx<'_>) -> Result<(), String> {
        let at = self.notify_box(self.id, from);
        let begun = word(cx.mem, at + notify::BEGUN)?;
        let answered = word(cx.mem, at + notify::ANSWERED)?;
        let mut all = Vec::new();
        if begun != 0 {
            set_word(cx.mem, at + notify::BEGUN, 0)?;
            let n = begun.wrapping_add(1);
            all.extend(self.exchange_event(false, begun));
            all.extend(self.exchange_event(true, n));
            all.extend(self.notification(from, Notification::Answer(n)));
        }
        if answered != 0 {
            set_word(cx.mem, at + notify::ANSWERED, 0)?;
            all.extend(self.exchange_event(false, answered));
            self.answered = answered;
        }
        self.first(all);
        Ok(())
    }
}
