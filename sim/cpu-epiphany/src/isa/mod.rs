//! The Epiphany-III instruction set: one table gives decoder, encoder and disassembler.

mod kind;
mod op;
pub mod operands;
pub mod special;
pub mod table;

pub use kind::{Group, Kind};
pub use op::{Op, decode, is_long};
pub use table::{Encoding, Insn, ROWS, disasm};

#[cfg(test)]
mod tests;
