//! One file per command.

mod boards;
mod compare;
mod disasm;
mod events;
mod models;
mod options;
mod power;
mod progress;
mod readings;
mod run;
mod summary;
mod sync;
mod trace;

use crate::cli::Command;
use trueboard_board::InputError;

/// What ends a command early: a line for the user and an exit code.
pub struct Failure {
    pub code: u8,
    pub text: String,
}

/// Wrong command line.
pub const USAGE: u8 = 2;
/// Unusable input, or an output that cannot be written.
pub const INPUT: u8 = 3;

impl From<InputError> for Failure {
    fn from(e: InputError) -> Failure {
        Failure {
            code: INPUT,
            text: e.to_string(),
        }
    }
}

impl Failure {
    pub fn usage(text: impl Into<String>) -> Failure {
        Failure {
            code: USAGE,
            text: text.into(),
        }
    }

    pub fn input(text: impl Into<String>) -> Failure {
        Failure {
            code: INPUT,
            text: text.into(),
        }
    }
}

/// Carries out a command; answers the exit code.
pub fn run(command: Command) -> Result<u8, Failure> {
    match command {
        Command::Boards(a) => boards::run(&a),
        Command::Models(a) => models::run(&a),
        Command::Events(a) => events::run(&a),
        Command::Run(a) => run::run(&a),
        Command::Compare(a) => compare::run(&a),
        Command::Disasm(a) => disasm::run(&a),
        Command::Power(a) => power::run(&a),
        Command::Trace(a) => trace::run(&a.command),
        Command::Sync(a) => sync::run(&a),
    }
}

/// Prints text on standard output; a reader that has gone away (`| head`) is no mistake.
pub fn print(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write};
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Prints a value as JSON.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string_pretty(value).map_err(|e| Failure::input(format!("JSON: {e}")))?;
    print(&(text + "\n"))
}
