//! `trueboard run --gdb ADDR`: the run waits for a debugger, which drives it until it leaves.

use super::options::size;
use crate::cli::Failure;
use crate::gdb::{Alone, Event, Left, PATIENCE, Visits};
use crate::say;
use clap::Args;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard::internals::board::describe::Area;
use trueboard::internals::board::{Report, Session};

#[derive(Args)]
pub struct Gdb {
    /// Wait for GDB here, with the firmware loaded and not yet started: HOST:PORT or unix:PATH
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "ADDR",
        conflicts_with = "workload"
    )]
    pub gdb: Option<String>,
    /// The kind of cores that GDB sees; the default is that of the first core with an image
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "KIND",
        requires = "gdb"
    )]
    pub gdb_cores: Option<String>,
    /// Memory of the host for going back: 500k, 256M, 1G; 256M by default
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "SIZE",
        requires = "gdb"
    )]
    pub gdb_history: Option<String>,
    /// What becomes of the run when the connection to GDB is lost
    #[arg(
        long,
        help_heading = "Debugging",
        value_name = "WHAT",
        value_enum,
        default_value = "go-on",
        requires = "gdb"
    )]
    pub gdb_lost: GdbLost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum GdbLost {
    /// It goes on by itself, as after `detach`
    GoOn,
    /// It ends where it is
    End,
}

/// What who reaches a debugger's port can do.
pub const GDB_DANGER: &str = "reads and changes the simulated board";

/// Waits for a debugger as `a` says and lets it drive; goes on to the end when it detaches, and as `a` says when the
/// connection is lost.
pub fn run(
    session: &mut Session,
    a: &Gdb,
    areas: Vec<Area>,
    address: &str,
    console: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<Report, Failure> {
    let memory = a.gdb_history.as_deref().map(history).transpose()?;
    let alone = Alone::new(session, memory, console);
    let visits = Visits::open(alone, address, a.gdb_cores.as_deref(), areas);
    let mut visits = visits.map_err(Failure::input)?;
    say::message(&format!("waiting for gdb: {}", visits.command()));
    if let Some(at) = visits.open_to_others() {
        say::open_to_others("--gdb", at, GDB_DANGER);
    }
    if let Some(line) = visits.not_shown() {
        say::message(&line);
    }
    let left = loop {
        if stop.load(Ordering::Relaxed) {
            visits.end();
            break Left::End;
        }
        match visits.turn(PATIENCE).map_err(Failure::input)? {
            Event::Left(left) => break left,
            Event::Lost(e) => break lost(a, &e),
            Event::Nobody | Event::Came | Event::Quiet | Event::Busy => {}
        }
    };
    drop(visits);
    Ok(match left {
        Left::GoOn => session.run(console, stop),
        Left::End => session.finish(),
    })
}

fn lost(a: &Gdb, why: &str) -> Left {
    let (left, then) = match a.gdb_lost {
        GdbLost::GoOn => (Left::GoOn, "going on without"),
        GdbLost::End => (Left::End, "the run ends (--gdb-lost end)"),
    };
    say::message(&format!("gdb: {why}; {then}"));
    left
}

/// Bytes of `--gdb-history`.
fn history(text: &str) -> Result<u64, Failure> {
    size(text).map_err(|_| {
        Failure::usage(format!(
            "--gdb-history {text}: is no size; write bytes (1000000) or a unit (500k, 256M, 1G)"
        ))
    })
}
