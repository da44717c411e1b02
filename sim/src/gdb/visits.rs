//! Debuggers that come to a run and leave it, one after the other.

use super::conversation::{Conversation, Left, Turn};
use super::driven::Driven;
use super::link::{Door, Socket};
use super::shown::Shown;
use super::target::Board;
use std::net::SocketAddr;
use std::time::Duration;
use trueboard::internals::board::describe::Area;

/// A run with a door for debuggers.
pub struct Visits<R: Driven> {
    door: Door,
    board: Board<R>,
    talk: Option<Conversation<R, Socket>>,
}

/// What has happened.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// No debugger is there.
    Nobody,
    /// One has come.
    Came,
    /// The one that is there says nothing; the board stands.
    Quiet,
    /// It has said something, or the board has run a piece.
    Busy,
    /// It has left.
    Left(Left),
    /// The connection is lost; a line for the user.
    Lost(String),
}

impl<R: Driven> Visits<R> {
    /// Opens a door at `address`; see [`Door::open`]. Debuggers are shown the cores of the kind `cores`; see
    /// [`Shown::new`]. `areas` is the map of the board.
    ///
    /// # Errors
    /// A line for the user.
    pub fn open(
        run: R,
        address: &str,
        cores: Option<&str>,
        areas: Vec<Area>,
    ) -> Result<Visits<R>, String> {
        let shown = Shown::new(run.session().machine(), cores)?;
        let door = Door::open(address)?;
        Ok(Visits {
            door,
            board: Board::new(run, shown, areas),
            talk: None,
        })
    }

    /// What to type in GDB.
    pub fn command(&self) -> String {
        format!("target remote {}", self.door.name())
    }

    /// The address at which others than this machine can come in, if they can.
    pub fn open_to_others(&self) -> Option<SocketAddr> {
        self.door.open_to_others()
    }

    /// A line on cores that debuggers are not shown; none if they are shown all.
    pub fn not_shown(&self) -> Option<String> {
        self.board.not_shown()
    }

    /// The run, which a debugger may drive.
    pub fn run_mut(&mut self) -> &mut R {
        &mut self.board.run
    }

    /// A debugger is there.
    pub fn is_attached(&self) -> bool {
        self.talk.is_some()
    }

    /// A debugger is there, and lets the board go.
    pub fn goes(&self) -> bool {
        self.talk.as_ref().is_some_and(Conversation::goes)
    }

    /// Lets a debugger in, or lets the one that is there say something or drive the run for a piece. Where nothing
    /// happens, that is after `wait`.
    ///
    /// # Errors
    /// A line for the user: no debugger can come in.
    pub fn turn(&mut self, wait: Duration) -> Result<Event, String> {
        let Some(talk) = self.talk.take() else {
            return self.look_out(wait);
        };
        let (talk, event) = match talk.turn(&mut self.board, wait) {
            Ok(Turn::Busy(talk)) => (talk, Event::Busy),
            Ok(Turn::Quiet(talk)) => (talk, Event::Quiet),
            Ok(Turn::Over(left)) => {
                self.board.conclude();
                return Ok(Event::Left(left));
            }
            Err(e) => {
                self.board.conclude();
                return Ok(Event::Lost(e));
            }
        };
        // A second one is sent away at once: it would wait for answers that nobody gives.
        if event == Event::Quiet || talk.goes() {
            drop(self.door.knock()?);
        }
        self.talk = Some(talk);
        Ok(event)
    }

    fn look_out(&mut self, wait: Duration) -> Result<Event, String> {
        let Some(link) = self.door.knock()? else {
            std::thread::sleep(wait);
            return Ok(Event::Nobody);
        };
        match Conversation::begin(&mut self.board, link) {
            Ok(talk) => self.talk = Some(talk),
            Err(e) => return Ok(Event::Lost(e)),
        }
        Ok(Event::Came)
    }

    /// Sends away who is there.
    pub fn end(&mut self) {
        if let Some(talk) = self.talk.take() {
            talk.end(&mut self.board);
            self.board.conclude();
        }
    }
}
