//! What a debugger needs of a run that it drives.

use std::io::Write;
use trueboard::internals::board::{Back, Pause, Session, Stops};

/// A run in the hands of a debugger.
pub trait Driven {
    /// Its session.
    fn session(&self) -> &Session;

    /// Its session, to change the machine: what was recorded is forgotten with the change.
    fn session_mut(&mut self) -> &mut Session;

    /// It can go back.
    fn is_recorded(&self) -> bool;

    /// Runs a piece, up to one of `stops`.
    fn piece(&mut self, stops: &Stops) -> Pause;

    /// Goes back over the last instruction of a core; none when it is not recorded.
    fn step_back(&mut self, core: u8) -> Option<Back>;

    /// Goes back to the last of `stops`; none when it is not recorded.
    fn run_back(&mut self, stops: &Stops) -> Option<Back>;

    /// Goes back to where recording began, as the machine was then; false when it is not recorded.
    fn back_to_begin(&mut self) -> bool;
}

/// A session that nobody but a debugger drives.
pub struct Alone<'a> {
    session: &'a mut Session,
    console: &'a mut dyn Write,
    recorded: bool,
}

impl<'a> Alone<'a> {
    /// Records `session` from now on, in so many bytes of memory; where that cannot be, it goes forward only. Its
    /// console goes to `console`.
    pub fn new(
        session: &'a mut Session,
        memory: Option<u64>,
        console: &'a mut dyn Write,
    ) -> Alone<'a> {
        let recorded = match memory {
            Some(bytes) => session.record_within(bytes),
            None => session.record(),
        };
        Alone {
            session,
            console,
            recorded,
        }
    }
}

impl Driven for Alone<'_> {
    fn session(&self) -> &Session {
        self.session
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session
    }

    fn is_recorded(&self) -> bool {
        self.recorded
    }

    fn piece(&mut self, stops: &Stops) -> Pause {
        self.session.debug(stops, self.console)
    }

    fn step_back(&mut self, core: u8) -> Option<Back> {
        self.session.step_back(core)
    }

    fn run_back(&mut self, stops: &Stops) -> Option<Back> {
        self.session.run_back(stops)
    }

    fn back_to_begin(&mut self) -> bool {
        self.session.back_to_begin()
    }
}
