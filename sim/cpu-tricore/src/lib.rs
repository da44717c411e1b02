//! TriCore 1.6.1 cores, cycle-approximately: the superscalar TC1.6P and the scalar TC1.6E of the
//! AURIX TC27x.
//!
//! Sources: TriCore TC1.6P & TC1.6E Core Architecture, volumes 1 and 2; AURIX TC27x user's manual
//! (UM), chapter CPU. Where a number in [`params`] is an estimate, the board file says so.
//!
//! Not modelled: the debug system but for halting, starting, DEBUG, and triggers that start and stop
//! the counters; integrity errors but those of scratchpads that were injected.

pub mod decoded;
mod inspect;
pub mod isa;
pub mod memory;
pub mod meters;
mod noted;
pub mod params;
pub mod pipeline;
mod plain;
pub mod tally;
pub mod trap;

mod block_exec;
mod blocks;
mod calls;
mod checked;
mod checked_blocks;
mod code_pages;
mod context;
mod contract;
mod core;
pub mod counters;
mod csfr;
mod dispatch;
mod entry;
pub mod exec;
mod handlers;
mod interrupt;
mod names;
mod peer;
mod reserved;
mod run;
mod spin;
mod state;
mod waiting;
mod watch;
mod watched;
mod zero_cost;

#[cfg(test)]
mod tests;

pub use crate::core::TriCore;
pub use crate::csfr::DBGSR;
