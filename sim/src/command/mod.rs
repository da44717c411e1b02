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

use crate::cli;
pub use crate::say::{print, print_json};
use clap::Subcommand;
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

/// A command as help texts show it.
pub struct Row {
    pub name: &'static str,
    /// The heading in the program's help.
    pub group: &'static str,
    /// Questions, and the command lines that answer them; those of most commands are in `examples.rs`.
    pub examples: &'static [(&'static str, &'static str)],
}

/// The table of commands, in the order of the program's help.
macro_rules! commands {
    ($(
        $(#[$about:meta])+
        $variant:ident($arguments:ty) $name:literal in $group:literal => $run:expr $(, examples $examples:expr)?;
    )*) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($(#[$about])+ #[command(name = $name)] $variant($arguments),)*
        }

        pub const COMMANDS: &[Row] = &[$(Row {
            name: $name,
            group: $group,
            examples: { const NONE: &[(&str, &str)] = &[]; [NONE $(, $examples)?][[NONE $(, $examples)?].len() - 1] },
        }),*];

        /// Carries out a command; answers the exit code.
        pub fn run(command: Command) -> Result<u8, Failure> {
            match command {
                $(Command::$variant(a) => ($run)(&a),)*
            }
        }
    };
}

commands! {
    /// Run firmware on a board
    Run(Box<cli::Run>) "run" in "Run" => run::run;
    /// Run firmware; check how it ended, what it printed, and bounds on meters
    Test(cli::Test) "test" in "Run" => test::run;
    /// Step through firmware, forwards and backwards, and ask why; do lessons
    Lab(cli::Lab) "lab" in "Run" => lab::run;
    /// Compare measured counters with true counts, another run or published figures
    Compare(cli::Compare) "compare" in "Ask about a run" => compare::run;
    /// Show what every function cost: calls, cycles, CPI stack, misses, periods
    Profile(Box<cli::Profile>) "profile" in "Ask about a run" => profile::run;
    /// Explain the cycles of a function, core, time span or difference, or a late call
    Why(Box<cli::Why>) "why" in "Ask about a run" => why::run;
    /// Show the power of a run by component, function and time, or of a board alone
    Power(Box<cli::Power>) "power" in "Ask about a run" => power::run;
    /// Run firmware over cores, clocks and inputs: speed-up, efficiency, energy
    Sweep(Box<cli::Sweep>) "sweep" in "Run often" => sweep::run;
    /// Show how far time, misses and energy depend on estimated constants
    Uncertainty(Box<cli::Uncertainty>) "uncertainty" in "Run often" => uncertainty::run;
    /// Inject bit flips and failing parts while firmware runs; classify the outcomes
    Inject(Box<cli::Inject>) "inject" in "Run often" => inject::run;
    /// Plant defects in counters and clocks; list those that firmware's own tests miss
    Mutate(cli::Mutate) "mutate" in "Run often" => mutate::run;
    /// Print, validate and convert traces in the Common Trace Format
    Trace(cli::Trace) "trace" in "Traces and images" => |a: &cli::Trace| trace::run(&a.command);
    /// Bring traces with clocks of their own to one clock, by matched events
    Sync(cli::Sync) "sync" in "Traces and images" => sync::run;
    /// Disassemble an image
    Disasm(cli::Disasm) "disasm" in "Traces and images" => disasm::run;
    /// List boards, or describe one: cores, memory map, devices, registers, events
    Boards(cli::Boards) "boards" in "Look up" => boards::run;
    /// List meters and counter events of a board
    Events(cli::Events) "events" in "Look up" => events::run;
    /// List what is built in: boards, power models, workloads, published figures
    Models(cli::Models) "models" in "Look up" => models::run;
    /// Create a small project for a board: source, build, run, test
    New(cli::New) "new" in "Set up" => new::run;
    /// List which tools around Trueboard are installed, which are missing, and how to get them
    Doctor(cli::Doctor) "doctor" in "Set up" => doctor::run;
    /// Print a completion script for a shell
    Completions(cli::Completions) "completions" in "Set up" => completions::run;
    /// Write the manual pages
    Man(man::Man) "man" in "Set up" => man::run, examples man::EXAMPLES;
}
