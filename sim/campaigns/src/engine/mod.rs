//! Many runs: a space of settings, executed in parallel, with results that survive a kill.
//!
//! A [`Space`] says which combinations of values there are, a [`Journal`] keeps the result of each run as a line of a
//! file, and [`run`] executes those runs whose result is not there yet. What a run does and what its result is, is the
//! caller's: a sweep over cores and inputs, a list of faults, a list of changed programs.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use trueboard_campaigns::engine::{Journal, key, run};
//!
//! let keys: Vec<String> = (0..4).map(|n| key(&("square", n))).collect();
//! let mut journal = Journal::memory();
//! let go_on = AtomicBool::new(false);
//! run(&mut journal, &keys, 2, &go_on, |_| (), |job| Some(job * job))?;
//! assert_eq!(journal.get::<usize>(&keys[3])?, Some(9));
//! # Ok::<(), trueboard_campaigns::engine::CampaignError>(())
//! ```

mod distribute;
mod error;
mod execute;
mod journal;
mod parallel;
mod space;

pub use distribute::{Batch, STOP, Workers, chunk_size, distribute};
pub use error::CampaignError;
pub use execute::{Engine, Execution, RUNS, each, execute, journal_in};
pub use journal::{Journal, key};
pub use parallel::{Progress, parallel, run, threads};
pub use space::{Axis, MOST, Point, Skip, Space};
