//! Epiphany-III cores (E16G301), cycle-approximately.
//!
//! Sources: Adapteva, Epiphany Architecture Reference (AR); the CGEN description
//! `cpu/epiphany.cpu` of GNU binutils (CPU); the simulator `sim/epiphany` of
//! adapteva/epiphany-binutils-gdb (SIM).
//!
//! Not modelled: what user mode forbids, the clock divider, breakpoint registers, and what only the
//! Epiphany-IV has. STATUS, CONFIG and the like are those of the Epiphany-III.

pub mod counters;
pub mod exec;
pub mod fpu;
mod inspect;
pub mod isa;
pub mod meters;
mod noted;
pub mod params;
pub mod status;

mod access;
mod block_exec;
mod blocks;
mod checked;
mod checked_blocks;
mod code_pages;
mod contract;
mod core;
mod debug;
mod decoded;
mod dispatch;
mod dma;
mod faults;
mod inbox;
mod interrupt;
mod memory;
mod names;
mod pipeline;
mod run;
mod slice;
mod spin;
mod state;
mod system;
mod trap;
mod waiting;
mod zero_cost;

#[cfg(test)]
mod tests;

pub use crate::core::Ecore;
