//! The command line as types.

mod about;
mod campaign;
mod compare;
mod firmware;
mod lab;
mod lists;
mod profile;
mod tools;
mod trace;

pub use about::{Completions, Doctor, Man, New};
pub use campaign::{
    Engine, EngineArgs, Inject, Mutate, Noticing, Screening, Sweep, SweepOver, SweepRegions, Test,
    Uncertainty,
};
pub use compare::Compare;
pub use firmware::{Fast, Firmware, Gdb, GdbLost, Input, Run, Translation};
pub use lab::{Lab, LabCheck, LabCommand, LabList};
pub use lists::{Boards, Events, Models};
pub use profile::{Profile, ProfileBy, ProfileFormat, Why};
pub use tools::{Disasm, Power};
pub use trace::{
    ClockOwner, Sync, SyncMethod, Trace, TraceCat, TraceCheck, TraceCommand, TraceConvert,
};

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

#[derive(Subcommand)]
pub enum Command {
    /// List the boards, or describe one: cores, memory map, devices, registers, counter events
    Boards(Boards),
    /// List what is built in: boards, power models, workloads, published figures
    Models(Models),
    /// The dictionary of meters and counter events
    Events(Events),
    /// Run firmware on a board
    Run(Box<Run>),
    /// Hold what firmware measured against what happened, other runs and published figures
    Compare(Compare),
    /// What every function of a run cost: calls, cycles, CPI stack, misses, periods
    Profile(Box<Profile>),
    /// What made the cycles of a function, a time, a core, a difference, a missed deadline: by share, in sentences
    Why(Box<Why>),
    /// Run firmware, and check how it ended, what it wrote, and bounds on what it did
    Test(Test),
    /// Run firmware once for each combination of cores, inputs and settings: speed-up, efficiency, energy
    Sweep(Box<Sweep>),
    /// How far time, misses and energy of a program depend on the constants that the models estimate
    Uncertainty(Box<Uncertainty>),
    /// Plant defects in a board's counters and clocks, and say which of them firmware's own tests notice
    Mutate(Mutate),
    /// Let bits flip and parts fail while firmware runs, and say what becomes of it
    Inject(Box<Inject>),
    /// Step through firmware, forth and back, and ask why: in the terminal; lessons, and their grades
    Lab(Lab),
    /// Disassemble an image
    Disasm(Disasm),
    /// Power of a run: average, by component, function and time, beside a spreadsheet; or of a board by itself
    Power(Box<Power>),
    /// Print, check and convert traces in the Common Trace Format
    Trace(Trace),
    /// Bring traces with clocks of their own to one clock, by events that caused each other
    Sync(Sync),
    /// Make a small project for a board: a program that measures, how it is built, run and tested
    New(New),
    /// Say which tools around Trueboard are here, which are missing, what for, and how to get them
    Doctor(Doctor),
    /// Print a file of completions for a shell
    Completions(Completions),
    /// Write the manual pages
    Man(Man),
}
