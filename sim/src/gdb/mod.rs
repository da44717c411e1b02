//! `trueboard run --gdb ADDR`: a debugger drives the run. Every core is a thread.
//!
//! Breakpoints are kept by the simulator; memory is not patched. Stopping changes nothing: the run
//! goes on exactly as it would have without a stop (`Machine::run_until_break`).

mod arch;
mod events;
mod link;
mod monitor;
mod packets;
mod target;
#[cfg(test)]
mod tests;

use crate::cli::GdbLost;
use crate::command::Failure;
use crate::say;
use arch::{Epiphany, Processor, SparcV8, TriCore};
use events::Left;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use target::Board;
use trueboard::board::{CoreKind, Isa, Report, Session};

/// Waits for a debugger at `address` and serves it; goes on to the end when it detaches, and as `lost` says
/// when the connection is lost.
pub fn debug(
    session: &mut Session,
    address: &str,
    console: &mut dyn Write,
    stop: &AtomicBool,
    lost: GdbLost,
) -> Result<Report, Failure> {
    let door = link::Door::open(address).map_err(Failure::input)?;
    say::message(&format!("waiting for gdb: target remote {}", door.name()));
    let Some(link) = door.wait(stop).map_err(Failure::input)? else {
        return Ok(session.finish());
    };
    let isa = session.machine().core_kind(0).and_then(CoreKind::isa);
    let left = match isa {
        Some(Isa::TriCore) => talk::<TriCore>(session, console, link, stop),
        Some(Isa::Epiphany) => talk::<Epiphany>(session, console, link, stop),
        // Stub cores have no registers to speak of.
        Some(Isa::SparcV8) | None => talk::<SparcV8>(session, console, link, stop),
    };
    let left = left.unwrap_or_else(|e| {
        let (left, then) = match lost {
            GdbLost::GoOn => (Left::GoOn, "going on without"),
            GdbLost::End => (Left::End, "the run ends (--gdb-lost end)"),
        };
        say::message(&format!("gdb: {e}; {then}"));
        left
    });
    Ok(match left {
        Left::GoOn => session.run(console, stop),
        Left::End => session.finish(),
    })
}

/// Serves the debugger at `link`, for whom the cores are of processor `P`.
fn talk<P: Processor>(
    session: &mut Session,
    console: &mut dyn Write,
    link: link::Socket,
    stop: &AtomicBool,
) -> Result<Left, String> {
    let mut board = Board::<P>::new(session, console);
    events::converse(&mut board, link, stop)
}
