//! The command line: a file for each command, with its arguments, examples and what it does.

mod boards;
mod compare;
mod completions;
mod disasm;
mod doctor;
mod events;
mod inject;
mod lab;
mod man;
mod models;
mod mutate;
mod new;
mod power;
mod profile;
mod run;
mod shared;
mod sweep;
mod sync;
mod test;
mod trace;
mod uncertainty;
mod why;

pub use crate::say::{print, print_json};
use shared::{engine, files, options};

use clap::{Parser, Subcommand};
use trueboard::board::files::Files;
use trueboard::board::{InputError, NotThere};
use trueboard::campaigns::Error;
use trueboard::campaigns::engine::CampaignError;

/// Runs unmodified firmware on simulated boards and reports what really happened.
#[derive(Parser)]
#[command(name = "trueboard", version, max_term_width = 100)]
pub struct Cli {
    /// Say more on standard error; repeat for more still
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
    #[command(subcommand)]
    pub command: Command,
}

/// A purpose, and the command line for it.
pub type Example = (&'static str, &'static str);

/// Commands under one heading of the help: the name and the examples of each.
pub type Group = (&'static str, &'static [(&'static str, &'static [Example])]);

/// The commands, by the headings of the help. A row is the line of a command in the help, its module, and the type of
/// its arguments in this module, where `run` carries it out.
macro_rules! commands {
    ($($heading:literal { $($(#[$about:meta])* $module:ident::$Arguments:ident,)+ })+) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($($(#[$about])* $Arguments(Box<$module::$Arguments>),)+)+
        }

        /// All commands, by heading.
        pub const GROUPS: &[Group] = &[
            $(($heading, &[$((stringify!($module), $module::EXAMPLES)),+])),+
        ];

        /// Carries out a command; answers the exit code.
        pub fn run(command: Command) -> Result<u8, Failure> {
            match command {
                $($(Command::$Arguments(arguments) => $module::run(&arguments),)+)+
            }
        }
    };
}

commands! {
    "Run" {
        /// Run firmware on a board
        run::Run,
        /// Run firmware; check how it ended, what it printed, and bounds on meters
        test::Test,
        /// Step through firmware, forwards and backwards, and ask why; do lessons
        lab::Lab,
    }
    "Ask about a run" {
        /// Compare measured counters with true counts, another run or published figures
        compare::Compare,
        /// Show what every function cost: calls, cycles, CPI stack, misses, periods
        profile::Profile,
        /// Explain the cycles of a function, core, time span or difference, or a late call
        why::Why,
        /// Show the power of a run by component, function and time, or of a board alone
        power::Power,
    }
    "Run often" {
        /// Run firmware over cores, clocks and inputs: speed-up, efficiency, energy
        sweep::Sweep,
        /// Show how far time, misses and energy depend on estimated constants
        uncertainty::Uncertainty,
        /// Inject bit flips and failing parts while firmware runs; classify the outcomes
        inject::Inject,
        /// Plant defects in counters and clocks; list those that firmware's own tests miss
        mutate::Mutate,
    }
    "Traces and images" {
        /// Print, validate and convert traces in the Common Trace Format
        trace::Trace,
        /// Bring traces with clocks of their own to one clock, by matched events
        sync::Sync,
        /// Disassemble an image
        disasm::Disasm,
    }
    "Look up" {
        /// List boards, or describe one: cores, memory map, devices, registers, events
        boards::Boards,
        /// List meters and counter events of a board
        events::Events,
        /// List what is built in: boards, power models, workloads, published figures
        models::Models,
    }
    "Set up" {
        /// Create a small project for a board: source, build, run, test
        new::New,
        /// List which tools around Trueboard are installed, which are missing, and how to get them
        doctor::Doctor,
        /// Print a completion script for a shell
        completions::Completions,
        /// Write the manual pages
        man::Man,
    }
}

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
