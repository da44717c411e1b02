//! One file per command.

mod boards;
mod checks;
mod compare;
mod completions;
mod coverage;
mod debugged;
mod disasm;
mod doctor;
mod engine;
mod events;
mod expect;
mod files;
mod followed;
#[cfg(test)]
mod functions;
mod inject;
mod junit;
mod lab;
mod man;
mod models;
mod mutate;
mod network;
mod new;
mod options;
mod page;
mod power;
mod presets;
mod profile;
mod progress;
mod readings;
mod run;
mod schedule;
mod summary;
mod sweep;
mod sync;
mod test;
mod trace;
mod uncertainty;
mod why;

use crate::cli::Command;
pub use crate::say::{print, print_json};
pub use options::size;
use trueboard::board::files::Files;
use trueboard::board::{InputError, NotThere};
use trueboard::campaigns::Error;
use trueboard::campaigns::engine::CampaignError;

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
            code: e.exit_code(),
            text: e.to_string(),
        }
    }
}

impl From<NotThere> for Failure {
    /// The name was looked for in an image, a board, a run, a trace or a file: unusable input.
    fn from(e: NotThere) -> Failure {
        Failure::input(e.to_string())
    }
}

impl From<trueboard::Error> for Failure {
    fn from(e: trueboard::Error) -> Failure {
        Failure {
            code: e.exit_code(),
            text: e.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        Failure {
            code: e.exit_code(),
            text: e.to_string(),
        }
    }
}

impl From<CampaignError> for Failure {
    fn from(e: CampaignError) -> Failure {
        Failure::input(e.to_string())
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

/// Refuses to write over an input, or two outputs into one file.
pub fn check(files: &Files) -> Result<(), Failure> {
    files.check().map_err(Failure::usage)
}

/// Carries out a command; answers the exit code.
pub fn run(command: Command) -> Result<u8, Failure> {
    match command {
        Command::Boards(a) => boards::run(&a),
        Command::Models(a) => models::run(&a),
        Command::Events(a) => events::run(&a),
        Command::Run(a) => run::run(&a),
        Command::Compare(a) => compare::run(&a),
        Command::Profile(a) => profile::run(&a),
        Command::Sweep(a) => sweep::run(&a),
        Command::Uncertainty(a) => uncertainty::run(&a),
        Command::Why(a) => why::run(&a),
        Command::Mutate(a) => mutate::run(&a),
        Command::Inject(a) => inject::run(&a),
        Command::Lab(a) => lab::run(&a),
        Command::Disasm(a) => disasm::run(&a),
        Command::Power(a) => power::run(&a),
        Command::Test(a) => test::run(&a),
        Command::Trace(a) => trace::run(&a.command),
        Command::Sync(a) => sync::run(&a),
        Command::New(a) => new::run(&a),
        Command::Doctor(a) => doctor::run(&a),
        Command::Completions(a) => completions::run(&a),
        Command::Man(a) => man::run(&a),
    }
}
