//! Runs of the library's questions, as a terminal follows them: a status line, signals, and how they ended.

use crate::cli::shared::progress::Progress;
use crate::say;
use crate::stop::Stop;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use trueboard::Follow;
use trueboard::internals::board::{Options, Report, Session};

/// See the module.
#[derive(Default)]
pub struct Followed {
    /// What ends the run that is to begin.
    stop: Mutex<Stop>,
}

impl Follow for Followed {
    fn stop(&self, options: &mut Options) -> Arc<AtomicBool> {
        let stop = Stop::default();
        options.stopped = stop.cause.clone();
        let asked = stop.asked.clone();
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop;
        asked
    }

    fn begins(&self, session: &mut Session) {
        if let Some(progress) = Progress::on_terminal(session.budget_ends()) {
            session.observe(Box::new(progress.show()));
        }
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        stop.listen();
    }

    fn ended(&self, report: &Report, code: u8) {
        say::no_status();
        if code != 0 {
            say::message(&report.outcome.detail);
        }
    }
}
