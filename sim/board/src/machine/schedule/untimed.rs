//! Untimed spans: parts of a run in which memories beyond the first-level caches answer at once.
//!
//! Cores execute as usual, with their own caches warm. Buses see no memory transfer. Shared caches take lines without
//! time or counts, because a cold one would need longer to warm than a program runs. Devices, packets, interrupts and
//! snoops are those of every run. Values are therefore those of a timed run, if the program does not depend on time.

use crate::machine::Machine;
use crate::machine::schedule::spans::Span;
use crate::report::{SpanCoreReport, UntimedReport};
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::meter::{CoreMeter, Meters};
use trueboard_core::observe::Running;
use trueboard_core::time::Tick;

/// Where a span began.
pub(crate) struct OpenSpan {
    at: Tick,
    completed: u64,
    meters: Meters,
    warmed: Option<(Tick, u64)>,
}

impl Machine {
    /// Memories beyond the first-level caches answer at once from now on, without a bus and a shared cache that counts; or
    /// they take their time again. It is part of the state.
    pub fn set_untimed(&mut self, untimed: bool) {
        self.catch_up_to_moment();
        self.fabric.lanes.close_untimed();
        self.fabric.untimed = untimed;
    }

    /// Completes all meters, those of cores that wait up to the cores that run.
    pub(crate) fn catch_up_to_moment(&mut self) {
        let cores = self.cores.iter().zip(&self.states);
        let running = cores.filter(|(_, s)| **s == CoreState::Running);
        let slowest = running.map(|(c, _)| c.now()).min();
        let at = slowest.unwrap_or(self.now).min(self.next_edge());
        self.now = self.now.max(at);
        self.catch_up(self.now);
    }

    /// Instructions that all cores have completed, as of the last time at which meters were complete.
    pub(crate) fn completed(&self) -> u64 {
        let cores = self.meters.cores.iter();
        cores.map(|bank| bank.get(CoreMeter::INSTRUCTIONS)).sum()
    }

    /// An untimed span begins.
    pub(crate) fn begin_span(&mut self) -> OpenSpan {
        self.set_untimed(true);
        OpenSpan {
            at: self.moment(),
            completed: self.completed(),
            meters: self.meters.clone(),
            warmed: None,
        }
    }

    /// The timed stretch of a span begins.
    pub(crate) fn warm_span(&mut self, open: &mut OpenSpan) {
        self.set_untimed(false);
        open.warmed = Some((self.moment(), self.completed()));
    }

    /// The span is over. The next slice is decided again, so a snapshot of this moment continues as the run does.
    pub(crate) fn end_span(&mut self, open: OpenSpan, until: &str, reached: Option<(u8, u64)>) {
        self.set_untimed(false);
        let (to, completed) = (self.moment(), self.completed());
        if !self.cores.iter().any(|c| c.stands_between()) {
            self.held = None;
            self.reported.fill(None);
        }
        let (warmed_from, warm) = open.warmed.unwrap_or((to, completed));
        self.spans.push(Span {
            until: until.to_owned(),
            from: open.at,
            warmed_from,
            to,
            instructions: completed - open.completed,
            warmed: completed - warm,
            reached,
            before: open.meters.clone(),
            counted: self.meters.clone(),
        });
    }

    /// Reports the call that led to the end of the last span to observers that begin at a function. A profile charges
    /// the function's first instructions to its caller.
    pub(crate) fn report_arrival(&mut self) {
        let Some((core, pc)) = self.spans.last().and_then(|span| span.reached) else {
            return;
        };
        let from = self.calls(core).first().copied().unwrap_or(pc);
        let (at, kind) = (self.core_time(core), FactKind::Call { from, to: pc });
        let asked = self.core_facts.control(at, core, kind);
        if asked.meters
            && let Some(bank) = self.meters.cores.get(usize::from(core))
        {
            self.core_facts.measured(at, core, &Running::of_bank(bank));
        }
    }

    /// What was counted in sample windows, or behind the last untimed span; all if there was none.
    pub(crate) fn timed_meters(&self) -> Meters {
        if let Some(sampled) = &self.sampled {
            return Meters::clone(sampled);
        }
        let meters = self.meters.clone();
        match self.spans.last() {
            Some(span) => meters.since(&span.counted),
            None => meters,
        }
    }

    /// The untimed spans of the run.
    pub(crate) fn span_reports(&self) -> Vec<UntimedReport> {
        self.spans.iter().map(|s| self.span_report(s)).collect()
    }

    fn span_report(&self, span: &Span) -> UntimedReport {
        let counted = span.counted.clone().since(&span.before);
        let cores = (0..).zip(&self.info).zip(&counted.cores);
        let cores = cores.map(|((id, info), bank)| SpanCoreReport {
            id,
            name: info.name.clone(),
            cycles: bank.get(CoreMeter::CYCLES),
            instructions: bank.get(CoreMeter::INSTRUCTIONS),
            idle_cycles: bank.get(CoreMeter::IDLE_CYCLES),
        });
        UntimedReport {
            until: span.until.clone(),
            core: span.reached.map(|r| r.0),
            pc: span.reached.map(|r| r.1),
            from_ticks: span.from.0,
            warmed_from_ticks: span.warmed_from.0,
            to_ticks: span.to.0,
            instructions: span.instructions,
            warmed_instructions: span.warmed,
            cores: cores.collect(),
        }
    }
}
