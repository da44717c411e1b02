//! A run that another program drives, such as a debugger. The lab shows it, and moves no time meanwhile.

use crate::command::Command;
use crate::lab::Lab;
use trueboard_board::{Back, BoardModel, Pause, Session, Stops};

impl Lab {
    /// Hands the run over to a driver. Until [`Lab::take_back`] the lab refuses commands that move time or change the
    /// machine; `refusal` is what it answers then: a sentence that names the driver, and how the lab gets the run back.
    pub fn hand_over(&mut self, refusal: impl Into<String>) {
        self.driven = Some(refusal.into());
    }

    /// The lab drives again, from the run's position.
    pub fn take_back(&mut self) {
        self.driven = None;
        self.keep_a_past();
    }

    /// The refusal of [`Lab::hand_over`] while another program drives.
    #[must_use]
    pub fn driven(&self) -> Option<&str> {
        self.driven.as_deref()
    }

    /// The board as its file describes it.
    #[must_use]
    pub fn board(&self) -> &BoardModel {
        &self.board
    }

    /// The run.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The run, for a driver that changes the machine. What was recorded is forgotten with the change.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The run can go back.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.not_recorded.is_none()
    }

    /// Runs a piece for the driver, up to one of its stops. Stops of the lab have no effect meanwhile.
    pub fn drive(&mut self, stops: &Stops) -> Pause {
        self.leave_what_is_shown();
        let pause = self.session.debug(stops, &mut self.console);
        self.paused(&pause);
        self.note_latest();
        pause
    }

    /// Goes back over the last instruction of a core for the driver; none when the run is not recorded.
    pub fn drive_step_back(&mut self, core: u8) -> Option<Back> {
        self.leave_what_is_shown();
        let back = self.session.step_back(core);
        self.note_back(back)
    }

    /// Goes back to the last of the driver's stops; none when the run is not recorded.
    pub fn drive_back(&mut self, stops: &Stops) -> Option<Back> {
        self.leave_what_is_shown();
        let back = self.session.run_back(stops);
        self.note_back(back)
    }

    /// Goes back to where recording began, as the machine was then; false when the run is not recorded.
    pub fn drive_to_begin(&mut self) -> bool {
        self.leave_what_is_shown();
        let begun = self.session.back_to_begin();
        self.earliest();
        begun
    }

    fn note_back(&mut self, back: Option<Back>) -> Option<Back> {
        match &back {
            Some(Back::There(pause)) => self.paused_back(pause),
            Some(Back::Begin) | None => self.earliest(),
        }
        back
    }

    /// What changes from here on is new to those who have seen the registers.
    fn leave_what_is_shown(&mut self) {
        if std::mem::take(&mut self.seen) {
            self.note_registers();
        }
    }

    /// The refusal of a command that only the driver may give.
    pub(crate) fn refusal(&self, command: &Command) -> Option<String> {
        self.driven.clone().filter(|_| is_the_drivers(command))
    }
}

/// The command moves time, or changes the machine behind a driver who has looked at it. Typing is no such change:
/// what is typed comes from outside whoever drives.
fn is_the_drivers(command: &Command) -> bool {
    match command {
        Command::Run { .. }
        | Command::RunTo { .. }
        | Command::Step { .. }
        | Command::StepLine { .. }
        | Command::StepOver { .. }
        | Command::StepOut { .. }
        | Command::StepBack { .. }
        | Command::RunBack { .. }
        | Command::LastWrite { .. }
        | Command::GoTo { .. }
        | Command::Patch { .. }
        | Command::Reset => true,
        Command::Break { .. }
        | Command::Unbreak { .. }
        | Command::Watch { .. }
        | Command::Unwatch { .. }
        | Command::Choose { .. }
        | Command::Type { .. } => false,
    }
}
