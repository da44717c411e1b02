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
pub use firmware::{Fast, Firmware, Gdb, GdbLost, Run, Translation};
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
    /// List boards, or describe one: cores, memory map, devices, registers, events
    Boards(Boards),
    /// List what is built in: boards, power models, workloads, published figures
    Models(Models),
    /// List meters and counter events of a board
    Events(Events),
    /// Run firmware on a board
    Run(Box<Run>),
    /// Compare measured counters with true counts, another run or published figures
    Compare(Compare),
    /// Show what every function cost: calls, cycles, CPI stack, misses, periods
    Profile(Box<Profile>),
    /// Explain the cycles of a function, core, time span or difference, or a late call
    Why(Box<Why>),
    /// Run firmware; check how it ended, what it printed, and bounds on meters
    Test(Test),
    /// Run firmware over cores, clocks and inputs: speed-up, efficiency, energy
    Sweep(Box<Sweep>),
    /// Show how far time, misses and energy depend on estimated constants
    Uncertainty(Box<Uncertainty>),
    /// Plant defects in counters and clocks; list those that firmware's own tests miss
    Mutate(Mutate),
    /// Inject bit flips and failing parts while firmware runs; classify the outcomes
    Inject(Box<Inject>),
    /// Step through firmware, forwards and backwards, and ask why; do lessons
    Lab(Lab),
    /// Disassemble an image
    Disasm(Disasm),
    /// Show the power of a run by component, function and time, or of a board alone
    Power(Box<Power>),
    /// Print, validate and convert traces in the Common Trace Format
    Trace(Trace),
    /// Bring traces with clocks of their own to one clock, by matched events
    Sync(Sync),
    /// Create a small project for a board: source, build, run, test
    New(New),
    /// List which tools around Trueboard are installed, which are missing, and how to get them
    Doctor(Doctor),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Write the manual pages
    Man(Man),
}
