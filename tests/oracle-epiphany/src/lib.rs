//! The Epiphany core against independent implementations.
//!
//! GNU binutils judge the disassembler ([`binutils`]).

pub mod binutils;
