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
pub mod params;
pub mod pipeline;
mod simple_csfrs;
pub mod tally;
pub mod trap;

mod block_exec;
mod block_find;
mod blocks;
mod calls;
mod checked;
mod checked_blocks;
mod code;
mod code_pages;
mod context;
mod core;
pub mod counters;
mod csfr;
mod dispatch;
mod entry;
pub mod exec;
mod guest;
mod handlers;
mod interrupt;
mod lowered;
mod names;
mod noted;
mod observed;
mod peer;
mod reserved;
mod run;
mod spin;
mod state;
mod translate;
mod waiting;
mod watch;
mod watched;
mod zero_cost;

#[cfg(test)]
mod tests;

pub use crate::core::TriCore;
pub use crate::csfr::DBGSR;
use crate::params::Params;
use trueboard_core::cpu::Core;
use trueboard_core::time::Clock;
pub use trueboard_engine::cpu::Cpu;

/// Core number `id` by this clock as after reset, halted until it is started, for a board.
///
/// The engine's code is compiled for this guest here, where what it calls can be inlined.
pub fn cpu(params: Params, id: u8, clock: Clock) -> Box<dyn Core> {
    Box::new(Cpu::new(TriCore::new(params, id, clock)))
}
