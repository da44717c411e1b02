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

pub use about::{Completions, Doctor, New};
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

pub use crate::command::Command;
use clap::Parser;

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
