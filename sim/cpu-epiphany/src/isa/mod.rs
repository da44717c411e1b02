//! The Epiphany-III instruction set: one table gives decoder, encoder and disassembler.

mod kind;
mod op;

pub use kind::{Group, Kind};
pub use op::{Op, decode, is_long};
