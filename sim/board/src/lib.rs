//! From a board file to a running machine: the only crate that knows both cores and devices.
//!
//! [`open_board`] reads a board. [`Session`] runs firmware on it and makes a [`Report`]. [`Machine`] is the board
//! itself, for step-by-step control.

mod account;
pub mod asked;
mod back;
mod boot;
mod build;
mod built_in;
mod changes;
pub mod checked;
mod clocks;
mod debug;
pub mod describe;
mod drained;
mod ended;
mod error;
mod estimates;
mod exit;
mod fabric;
pub mod files;
pub mod findings;
mod firmware;
mod front;
mod gate;
mod grid;
mod host;
mod hosted;
mod image;
mod judge;
mod kinds;
mod machine;
pub mod misses;
mod models;
mod moment;
mod naive;
mod near;
mod network_queue;
#[cfg(test)]
mod network_tests;
mod nowhere;
pub mod numbers;
mod pace;
pub mod readings;
pub mod report;
mod returns;
mod sample;
mod schedule;
pub mod schema;
mod series;
mod session;
mod set;
mod set_power;
mod source;
mod spans;
mod starts;
mod state;
mod stillness;
mod symbols;
mod tracer_clock;
mod tracers;
#[cfg(test)]
mod undriven_tests;
mod untimed;
mod upset;
mod waiters;
mod watch;
mod workload;

pub use back::Back;
pub use build::{board, machine};
pub use built_in::{board_names, boards_for, built_in, names};
pub use debug::{Pause, Stops};
pub use ended::Ended;
pub use error::InputError;
pub use estimates::{Estimate, Estimates, Mark, Shape};
pub use exit::EXIT_STATUS;
pub use gate::{Gate, HandOut};
pub use grid::PowerPoint;
pub use host::HostScript;
pub use image::read_image;
pub use kinds::{
    Build, Built, CoreInfo, CoreKind, CounterEvent, DebugDescription, Fault, Runs, Site,
    core_meters,
};
pub use machine::Machine;
pub use models::{BoardModel, Fits, board_of, open_board, open_board_from, paths, unfit};
pub use near::{NotThere, did_you_mean};
pub use report::Report;
pub use returns::{Returned, Returns};
pub use series::{Column, Series};
pub use session::{
    Budget, BudgetError, FactClass, FastForward, FastPoint, Options, PokeValue, Question, Sampling,
    Session, StopCause, WARM, WINDOW,
};
pub use set::{apply as set, decimal};
pub use source::{Disk, Given, Source};
pub use state::{Checkpoint, SOURCES};
pub use trueboard_core::cpu::Translate;
pub use trueboard_core::mem::{WatchKind, Watchpoint};
pub use trueboard_image::{
    Expected, Image, Part, Refused, Segment, Srec, Step, Symbol, machine_of,
};
pub use upset::{Struck, Upset};
