//! Trueboard runs unmodified firmware on simulated boards, instruction by instruction and
//! cycle-approximately, and knows the truth of the run: every counter, cache miss, stall, bus slot, milliwatt
//! and degree.
//!
//! A [`Setup`] says what runs on which board, a [`Simulation`] is the run:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use trueboard::{Setup, Stops, Time};
//!
//! // Bytes at hand, or a path: nothing is read but what is handed over.
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../firmware/prebuilt/gr740/hello.elf");
//! let image = std::fs::read(path)?;
//! let mut run = Setup::board("gr740").image_bytes("hello.elf", image).start()?;
//!
//! // Up to a function, and a look at what is there.
//! let main = run.symbol("main")?;
//! run.run(Stops::at(main))?;
//! assert_eq!(run.core(0)?.pc(), main);
//! let before = run.core(0)?.meter("instructions")?;
//!
//! // A fork goes its own way; the run stays where it is, or goes back to where it was.
//! let here = run.checkpoint();
//! let mut fork = run.fork()?;
//! assert!(fork.run(Time::END)?.is_success());
//! assert!(fork.core(0)?.meter("instructions")? > before);
//! assert_eq!(run.core(0)?.meter("instructions")?, before);
//!
//! // To the end, and what came of it.
//! run.run(Time::END)?;
//! assert!(String::from_utf8_lossy(run.console()).contains("Hello"));
//! run.restore(&here)?;
//! run.run(Time::END)?;
//! let report = run.finish();
//! assert_eq!(report.outcome.kind.exit_code(), 0);
//! # Ok(())
//! # }
//! ```
//!
//! [`assemble`] makes programs of assembly. Questions have a module each: [`compare`], [`energy`], [`profile`], [`sync`], [`traces`], [`why`], [`catalogue`].
//! Their answers are types of [`analysis`], and a run's answer is its [`report`]. [`observe`] has what an observer of
//! one's own needs. `campaigns`, behind the feature of that name, has questions that need many runs: sweeps, faults,
//! planted defects, tests, uncertainty.
//!
//! [`internals`] has the crates behind all this, whole, for the command line and for experiments. A release may change
//! anything there.

#[path = "library/assemble.rs"]
pub mod assemble;
#[path = "library/catalogue/mod.rs"]
pub mod catalogue;
#[path = "library/compare/mod.rs"]
pub mod compare;
#[path = "library/energy/mod.rs"]
pub mod energy;
#[path = "library/error.rs"]
mod error;
#[path = "library/core.rs"]
mod one_core;
#[path = "library/profile.rs"]
pub mod profile;
#[path = "library/run.rs"]
mod run;
#[path = "library/setup.rs"]
mod setup;
#[path = "library/simulation.rs"]
mod simulation;
#[path = "library/stop.rs"]
mod stop;
#[path = "library/sync/mod.rs"]
pub mod sync;
#[path = "library/time.rs"]
mod time;
#[path = "library/traces/mod.rs"]
pub mod traces;
#[path = "library/why/mod.rs"]
pub mod why;

pub use error::Error;
pub use one_core::{Core, CoreMut};
pub use run::{Firmware, Follow, Run, is_recorded, read_report};
pub use setup::Setup;
pub use simulation::{NotRecordable, Simulation};
pub use stop::{StopReason, Until};
pub use time::Time;

pub use trueboard_board::report::{Outcome, OutcomeKind, Report};
pub use trueboard_board::{
    Analysis, BudgetError, Checkpoint, Disk, ErrorStop, Given, InputError, Io, Mapped, NotThere,
    Options, Peripheral, PokeValue, Source, Stops, Symbol, Translate, WatchKind, Watchpoint,
    board_names,
};
pub use trueboard_core::fact::CoreState;
pub use trueboard_core::snapshot::SnapshotError;
pub use trueboard_trace::Format;

pub use trueboard_analyses as analysis;
pub use trueboard_board::report;
#[cfg(feature = "campaigns")]
pub use trueboard_campaigns as campaigns;
#[cfg(feature = "campaigns")]
pub use trueboard_campaigns::sweep;

/// What an observer of one's own needs: [`Simulation::observe`] adds it to a run.
pub mod observe {
    pub use trueboard_core::observe::*;
    pub use trueboard_core::time::Tick;
}

/// The crates behind the library, whole. No promise of stability covers them.
pub mod internals {
    pub use trueboard_board as board;
    pub use trueboard_check as check;
    pub use trueboard_clocksync as clocksync;
    pub use trueboard_core as core;
    pub use trueboard_judge as judge;
    pub use trueboard_periph_l4stat as l4stat;
    pub use trueboard_power as power;
    pub use trueboard_trace as trace;
}
