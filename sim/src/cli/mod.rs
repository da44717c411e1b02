//! The command line: a file for each command, with its arguments, examples and what it does.

mod asm;
mod boards;
mod compare;
mod completions;
mod disasm;
mod doctor;
mod events;
mod failure;
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
mod system;
mod test;
mod trace;
mod uncertainty;
mod why;

pub use crate::say::{print, print_json};
pub use failure::{Failure, INPUT, USAGE, check};
use shared::{engine, files, options};

use clap::{Parser, Subcommand};

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
        /// Run linked boards on one time base: serial lines and pins from board to board
        system::System,
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
        /// Assemble a program
        asm::Asm,
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
