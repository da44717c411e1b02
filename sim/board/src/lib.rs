//! From a board file to a running machine: the only crate that knows both cores and devices.
//!
//! [`open_board`] reads a board. [`Session`] runs firmware on it and makes a [`Report`]. [`Machine`] is the board
//! itself, for step-by-step control.

mod boardfile;
mod error;
pub mod files;
pub mod findings;
mod machine;
pub mod misses;
mod near;
pub mod numbers;
pub mod readings;
pub mod report;
mod session;

pub use boardfile::built_in::{board_names, boards_for, built_in, names};
pub use boardfile::schema;
pub use boardfile::set::apply as set;
pub use boardfile::source::{Disk, Given, Source};
pub use error::InputError;
pub use machine::Machine;
pub use machine::added::Added;
pub use machine::build::{board, machine};
pub use machine::debug::back::Back;
pub use machine::debug::gate::{Gate, HandOut};
pub use machine::debug::returns::{Returned, Returns};
pub use machine::debug::{Pause, Stops};
pub use machine::ended::Ended;
pub use machine::estimates::{Estimate, Estimates, Mark, Shape};
pub use machine::exit::EXIT_STATUS;
pub use machine::grid::PowerPoint;
pub use machine::host::HostScript;
pub use machine::kinds::{
    Build, Built, CoreInfo, CoreKind, CounterEvent, DebugDescription, Fault, Runs, Site,
    core_meters,
};
pub use machine::models::{
    BoardModel, Fits, board_of, open_board, open_board_from, open_board_with, paths, unfit,
};
pub use machine::schedule::upset::{Struck, Upset};
pub use machine::series::{Column, Series};
pub use machine::state::{Checkpoint, SOURCES};
pub use near::{NotThere, did_you_mean};
pub use report::Report;
pub use session::image::read_image;
pub use session::skeleton::skeleton;
pub use session::{
    FactClass, FastForward, FastPoint, Options, PokeValue, Sampling, Session, StopCause, WARM,
    WINDOW,
};
pub use session::{asked, assemble, checked, describe, dialogue, linked, partner};
pub use trueboard_analyses::why::request::Question;
pub use trueboard_analyses::{Analyses, Analysis, Subject};
pub use trueboard_core::cpu::{ErrorStop, Translate};
pub use trueboard_core::duration::{Budget, BudgetError, decimal};
pub use trueboard_core::mem::{WatchKind, Watchpoint};
pub use trueboard_image::{
    Expected, Image, Part, Refused, Segment, Srec, Step, Symbol, machine_of,
};
pub use trueboard_periph::{Io, Mapped, Peripheral};
