//! The lab that the face shows, alone or with a door for GDB.

use crate::gdb::{Driven, Event, PATIENCE, Visits};
use std::time::{Duration, Instant};
use trueboard::internals::board::{Back, Pause, Session, Stops};
use trueboard_lab::Lab;

/// How long a debugger is served before its user sees what has come of it.
const SERVED: Duration = Duration::from_millis(50);
/// What the lab answers to a command that is GDB's while GDB drives.
const REFUSAL: &str = "GDB drives this run; `detach` in GDB hands it over to the lab.";

/// See the module.
pub enum Desk {
    /// Nobody but the lab drives its run.
    Alone(Box<Lab>),
    /// GDB may come and drive it.
    Open(Box<Visits<Lab>>),
}

/// What GDB did.
#[derive(Debug, PartialEq, Eq)]
pub enum Served {
    /// Nothing.
    Nothing,
    /// It came, and drives.
    Came,
    /// It has looked, or the run has moved.
    Busy,
    /// It is gone; a line for the user.
    Gone(String),
}

impl Driven for Lab {
    fn session(&self) -> &Session {
        Lab::session(self)
    }

    fn session_mut(&mut self) -> &mut Session {
        Lab::session_mut(self)
    }

    fn is_recorded(&self) -> bool {
        Lab::is_recorded(self)
    }

    fn piece(&mut self, stops: &Stops) -> Pause {
        self.drive(stops)
    }

    fn step_back(&mut self, core: u8) -> Option<Back> {
        self.drive_step_back(core)
    }

    fn run_back(&mut self, stops: &Stops) -> Option<Back> {
        self.drive_back(stops)
    }

    fn back_to_begin(&mut self) -> bool {
        self.drive_to_begin()
    }
}

impl Desk {
    /// The lab, to be asked.
    pub fn lab_mut(&mut self) -> &mut Lab {
        match self {
            Desk::Alone(lab) => lab,
            Desk::Open(visits) => visits.run_mut(),
        }
    }

    fn visits(&self) -> Option<&Visits<Lab>> {
        match self {
            Desk::Alone(_) => None,
            Desk::Open(visits) => Some(visits),
        }
    }

    /// GDB drives.
    pub fn is_driven(&self) -> bool {
        self.visits().is_some_and(Visits::is_attached)
    }

    /// GDB drives, and lets the board go.
    pub fn goes(&self) -> bool {
        self.visits().is_some_and(Visits::goes)
    }

    /// How GDB gets in, in lines for the user; none where it cannot.
    pub fn invitation(&self) -> Vec<String> {
        let Some(visits) = self.visits() else {
            return Vec::new();
        };
        let how = format!("GDB can drive this run: {}", visits.command());
        [Some(how), visits.not_shown()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Lets GDB in, and serves one that is there for a moment.
    pub fn serve(&mut self) -> Served {
        let Desk::Open(visits) = self else {
            return Served::Nothing;
        };
        let begun = Instant::now();
        let mut served = Served::Nothing;
        loop {
            let wait = match visits.is_attached() {
                true => PATIENCE,
                false => Duration::ZERO,
            };
            let gone = match visits.turn(wait) {
                Ok(Event::Nobody | Event::Quiet) => return served,
                Ok(Event::Came) => {
                    visits.run_mut().hand_over(REFUSAL);
                    return Served::Came;
                }
                Ok(Event::Busy) => {
                    served = Served::Busy;
                    if begun.elapsed() >= SERVED {
                        return served;
                    }
                    continue;
                }
                Ok(Event::Left(_)) => "GDB has left; the lab drives.".to_owned(),
                Ok(Event::Lost(e)) => format!("gdb: {e}; the lab drives."),
                Err(e) => e,
            };
            visits.run_mut().take_back();
            return Served::Gone(gone);
        }
    }

    /// Sends GDB away.
    pub fn close(&mut self) {
        if let Desk::Open(visits) = self {
            visits.end();
        }
    }
}
