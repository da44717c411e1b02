//! Epiphany-III cores (E16G301), cycle-approximately.
//!
//! Sources: Adapteva, Epiphany Architecture Reference (AR); the CGEN description
//! `cpu/epiphany.cpu` of GNU binutils (CPU); the simulator `sim/epiphany` of
//! adapteva/epiphany-binutils-gdb (SIM).
//!
//! Not modelled: what user mode forbids, the clock divider, breakpoint registers, and what only the
//! Epiphany-IV has. STATUS, CONFIG and the like are those of the Epiphany-III.

pub mod counters;
pub mod fpu;
mod inspect;
pub mod isa;
pub mod meters;
pub mod params;
pub mod status;

mod access;
mod block_exec;
mod blocks;
mod checked;
mod checked_blocks;
mod code;
mod code_pages;
mod core;
mod decoded;
mod dispatch;
mod dma;
mod exec;
mod faults;
mod guest;
mod inbox;
mod interrupt;
mod lowered;
mod memory;
mod names;
mod noted;
mod opcodes;
mod pipeline;
mod run;
mod slice;
mod spin;
mod state;
mod system;
mod translate;
mod trap;
mod waiting;
mod zero_cost;

#[cfg(test)]
mod tests;

pub use crate::core::Ecore;
use crate::params::Params;
use trueboard_core::cpu::Core;
use trueboard_core::time::Clock;
pub use trueboard_engine::cpu::Cpu;

/// Core number `id` by this clock as after reset, asleep until it gets an interrupt, for a board.
///
/// The engine's code is compiled for this guest here, where what it calls can be inlined.
pub fn cpu(params: Params, id: u8, clock: Clock) -> Box<dyn Core> {
    Box::new(Cpu::new(Ecore::new(params, id, clock)))
}
