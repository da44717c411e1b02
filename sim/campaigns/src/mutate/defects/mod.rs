//! Defects of counters and clocks, to be planted in a board that runs firmware.
//!
//! A [`Mutation`] is a [`Fault`] of some registers, the [`list`] of a board is made from what its counters and clocks
//! are, and an [`Injector`] plants one of them: it stands between firmware and registers
//! ([`trueboard_core::interpose`]). What the board counts in truth stays as it is.

mod fault;
mod injector;
mod list;
mod models;
mod place;

pub use fault::{Fault, Past};
pub use injector::{Change, Effect, Injector, Recorder, Seen};
pub use list::{Board, Mutation, list};
pub use place::Place;
