//! Epiphany-III cores (E16G301), cycle-approximately.
//!
//! Sources: Adapteva, Epiphany Architecture Reference (AR); the CGEN description
//! `cpu/epiphany.cpu` of GNU binutils (CPU); the simulator `sim/epiphany` of
//! adapteva/epiphany-binutils-gdb (SIM).
//!
//! Not modelled: what user mode forbids, the clock divider, breakpoint registers, and what only the
//! Epiphany-IV has. STATUS, CONFIG and the like are those of the Epiphany-III.

pub mod alu;
pub mod events;
pub mod fpu;
pub mod isa;
pub mod params;
pub mod status;

mod banks;
mod code;
mod contract;
mod core;
mod dma;
mod exec;
mod faults;
mod fetch;
mod free;
mod interrupt;
mod issue;
mod mail;
mod manner;
mod memory;
mod meters;
mod mmr;
mod names;
mod outside;
mod passage;
mod run;
mod runs;
mod slot;
mod sram;
mod state;
mod system;
mod timer;
mod trap;

#[cfg(test)]
mod tests;

pub use crate::core::Ecore;
