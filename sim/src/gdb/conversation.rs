//! The conversation with a debugger: packets while the board stands, pieces of the run while it
//! goes.

use super::driven::Driven;
use super::grammar::Threads;
use super::link::Link;
use super::packets::{Next, Packets};
use super::target::Board;
use gdbstub::common::Signal;
use gdbstub::stub::MultiThreadStopReason as Reason;
use gdbstub::stub::state_machine::GdbStubStateMachine as State;
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError};
use std::convert::Infallible;
use std::io;
use std::time::Duration;

/// What is to become of the run when the debugger is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It goes on by itself.
    GoOn,
    /// It is over, or the user wants no more of it.
    End,
}

/// A conversation between two of its turns.
pub struct Conversation<R: Driven, L: Link> {
    state: State<'static, Board<R>, L>,
    packets: Packets,
}

/// What a turn came to.
pub enum Turn<R: Driven, L: Link> {
    /// The debugger has said nothing; the board stands.
    Quiet(Conversation<R, L>),
    /// The debugger has said something, or the board has run a piece.
    Busy(Conversation<R, L>),
    /// The conversation is over.
    Over(Left),
}

impl<R: Driven, L: Link> Conversation<R, L> {
    /// Begins one over `link`.
    ///
    /// # Errors
    /// A line for the user: the connection is lost.
    pub fn begin(board: &mut Board<R>, link: L) -> Result<Conversation<R, L>, String> {
        board.begin();
        let state = GdbStub::new(link).run_state_machine(board);
        Ok(Conversation {
            state: state.map_err(explain)?,
            packets: Packets::default(),
        })
    }

    /// Takes what the debugger says within `wait` while the board stands; runs a piece while it goes.
    ///
    /// # Errors
    /// A line for the user: the connection is lost, or what came is no packet.
    pub fn turn(mut self, board: &mut Board<R>, wait: Duration) -> Result<Turn<R, L>, String> {
        let packets = &mut self.packets;
        let threads = board.threads();
        self.state = match self.state {
            State::Idle(mut gdb) => match next(gdb.borrow_conn(), packets, &threads, wait)? {
                Some(byte) => gdb.incoming_data(board, byte).map_err(explain)?,
                None => {
                    self.state = gdb.into();
                    return Ok(Turn::Quiet(self));
                }
            },
            State::Running(mut gdb) => {
                match next(gdb.borrow_conn(), packets, &threads, Duration::ZERO)? {
                    Some(byte) => gdb.incoming_data(board, byte).map_err(explain)?,
                    None => match board.piece() {
                        Some(reason) => gdb.report_stop(board, reason).map_err(explain)?,
                        None => gdb.into(),
                    },
                }
            }
            State::CtrlCInterrupt(gdb) => {
                let reason = board.interrupted();
                gdb.interrupt_handled(board, Some(reason))
                    .map_err(explain)?
            }
            State::Disconnected(gdb) => {
                return Ok(Turn::Over(match gdb.get_reason() {
                    DisconnectReason::Disconnect => Left::GoOn,
                    _ => Left::End,
                }));
            }
        };
        Ok(Turn::Busy(self))
    }

    /// The debugger waits for the board, which goes.
    pub fn goes(&self) -> bool {
        matches!(self.state, State::Running(_))
    }

    /// Ends it from this side. A debugger that waits for the board gets to know that it waits in vain.
    pub fn end(self, board: &mut Board<R>) {
        if let State::Running(gdb) = self.state {
            // Nobody may be there to take it.
            let _ = gdb.report_stop(board, Reason::Terminated(Signal::SIGTERM));
        }
    }
}

/// The next byte of a packet that the library is handed, or of what is none.
fn next<L: Link>(
    link: &mut L,
    packets: &mut Packets,
    threads: &Threads,
    wait: Duration,
) -> Result<Option<u8>, String> {
    loop {
        match packets.pop() {
            Some(Next::Byte(byte)) => return Ok(Some(byte)),
            Some(Next::Answer(bytes)) => {
                link.write_all(&bytes).map_err(lost)?;
                link.flush().map_err(lost)?;
            }
            Some(Next::Again) => link.send_again().map_err(lost)?,
            None => match link.next(wait).map_err(lost)? {
                Some(byte) => packets.push(byte, threads).map_err(lost)?,
                None => return Ok(None),
            },
        }
    }
}

fn lost(e: io::Error) -> String {
    format!("the connection is lost ({e})")
}

fn explain(e: GdbStubError<Infallible, io::Error>) -> String {
    e.to_string()
}
