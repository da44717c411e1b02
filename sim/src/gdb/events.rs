//! The conversation with a debugger: packets while the board stands, pieces of the run while it
//! goes.

use super::link::{Link, PATIENCE};
use super::packets::Packets;
use super::target::Board;
use gdbstub::stub::state_machine::GdbStubStateMachine as State;
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError};
use std::convert::Infallible;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is to become of the run when the debugger is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It goes on by itself.
    GoOn,
    /// It is over, or the user wants no more of it.
    End,
}

/// Serves a debugger until it leaves, the run ends or `stop` is set.
pub fn converse<L: Link>(
    board: &mut Board<'_>,
    link: L,
    stop: &AtomicBool,
) -> Result<Left, String> {
    let mut state = GdbStub::new(link)
        .run_state_machine(board)
        .map_err(explain)?;
    let mut packets = Packets::default();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(Left::End);
        }
        state = match state {
            State::Idle(mut gdb) => match next(gdb.borrow_conn(), &mut packets, PATIENCE)? {
                Some(byte) => gdb.incoming_data(board, byte).map_err(explain)?,
                None => gdb.into(),
            },
            State::Running(mut gdb) => {
                match next(gdb.borrow_conn(), &mut packets, Duration::ZERO)? {
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
                return Ok(match gdb.get_reason() {
                    DisconnectReason::Disconnect => Left::GoOn,
                    _ => Left::End,
                });
            }
        };
    }
}

/// The next byte of a whole packet, or of what is none.
fn next<L: Link>(
    link: &mut L,
    packets: &mut Packets,
    wait: Duration,
) -> Result<Option<u8>, String> {
    loop {
        if let Some(byte) = packets.pop() {
            return Ok(Some(byte));
        }
        match link.next(wait).map_err(lost)? {
            Some(byte) => packets.push(byte).map_err(lost)?,
            None => return Ok(None),
        }
    }
}

fn lost(e: io::Error) -> String {
    format!("the connection is lost ({e})")
}

fn explain(e: GdbStubError<Infallible, io::Error>) -> String {
    e.to_string()
}
