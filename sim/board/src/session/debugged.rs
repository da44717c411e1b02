//! A run under a debugger: in pieces, up to stops.

use super::Session;
use crate::machine::Machine;
use crate::machine::debug::{Pause, Stops};
use crate::machine::ended::Ended;
use crate::report::Report;
use std::io::Write;
use trueboard_core::time::Tick;

/// Base ticks of a debugged run between two polls of the debugger.
const PIECE: u64 = 500_000;

impl Session {
    /// One piece of a debugged run: short enough to poll the debugger in between.
    pub fn debug(&mut self, stops: &Stops, console: &mut dyn Write) -> Pause {
        self.note_past();
        let until = self.piece_end(PIECE);
        let pause = self.machine.run_until_break(until, stops);
        self.hand_out(console);
        self.came_to(&pause);
        pause
    }

    /// Runs until one of `stops`, `until`, the budget, or the end; console bytes go to `console`.
    pub fn run_to(&mut self, until: Tick, stops: &Stops, console: &mut dyn Write) -> Pause {
        loop {
            self.note_past();
            let piece = self.piece_end(PIECE).min(until);
            let pause = self.machine.run_until_break(piece, stops);
            self.hand_out(console);
            let paused = pause == Pause::Ended(Ended::Paused);
            if !paused || self.machine.now() >= until || self.budget_used() {
                self.came_to(&pause);
                return pause;
            }
        }
    }

    /// The budget of the run has run out.
    pub fn out_of_budget(&self) -> bool {
        self.budget_used()
    }

    /// Ends the run where it is. The report gives the firmware's end, or else that the budget ran out or the user
    /// stopped the run.
    pub fn finish(&mut self) -> Report {
        let ended = self.machine.ended.clone();
        self.end(ended, !self.budget_used())
    }

    /// The machine, by itself.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// The machine, for a debugger that changes it. What was before is forgotten.
    pub fn machine_mut(&mut self) -> &mut Machine {
        if let Some(past) = &mut self.past {
            past.forget();
        }
        &mut self.machine
    }
}
