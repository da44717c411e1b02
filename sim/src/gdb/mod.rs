//! `trueboard run --gdb ADDR`: a debugger drives the run. Every core of one kind is a thread; the others go on with
//! them, and are not shown.
//!
//! Breakpoints are kept by the simulator; memory is not patched. Stopping changes nothing: the run
//! goes on exactly as it would have without a stop (`Machine::run_until_break`).

mod arch;
mod breakpoints;
mod events;
mod link;
mod monitor;
mod packets;
mod shown;
mod target;
#[cfg(test)]
mod tests;
mod words;

use crate::cli::{Gdb, GdbLost};
use crate::command::{Failure, size};
use crate::say;
use events::Left;
use shown::Shown;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use target::Board;
use trueboard::board::describe::Area;
use trueboard::board::{Report, Session};

/// Bytes of `--gdb-history`.
fn history(text: &str) -> Result<u64, Failure> {
    size(text).map_err(|_| {
        Failure::usage(format!(
            "--gdb-history {text}: is no size; write bytes (1000000) or a unit (500k, 256M, 1G)"
        ))
    })
}

/// Waits for a debugger as `a` says and serves it; goes on to the end when it detaches, and as `a` says when the
/// connection is lost.
pub fn debug(
    session: &mut Session,
    a: &Gdb,
    areas: Vec<Area>,
    address: &str,
    console: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<Report, Failure> {
    let memory = a.gdb_history.as_deref().map(history).transpose()?;
    let machine = session.machine();
    let shown = Shown::new(machine, a.gdb_cores.as_deref()).map_err(Failure::input)?;
    let others = shown.others(machine);
    let door = link::Door::open(address).map_err(Failure::input)?;
    say::message(&format!("waiting for gdb: target remote {}", door.name()));
    if let Some(line) = others {
        say::message(&line);
    }
    let Some(link) = door.wait(stop).map_err(Failure::input)? else {
        return Ok(session.finish());
    };
    let mut board = Board::new(session, shown, console);
    board.has_map(areas);
    if let Some(memory) = memory {
        board.records_within(memory);
    }
    let left = events::converse(&mut board, link, stop).unwrap_or_else(|e| {
        let (left, then) = match a.gdb_lost {
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
