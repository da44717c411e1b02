//! Epiphany-III cores (E16G301), cycle-approximately.
//!
//! Sources: Adapteva, Epiphany Architecture Reference (AR); the CGEN description
//! `cpu/epiphany.cpu` of GNU binutils (CPU); the simulator `sim/epiphany` of
//! adapteva/epiphany-binutils-gdb (SIM).
#![deny(missing_docs)]

pub mod alu;
pub mod fpu;
pub mod isa;
pub mod status;
