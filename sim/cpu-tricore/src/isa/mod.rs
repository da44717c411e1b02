//! The TriCore 1.6.1 instruction set: one table gives decoder, encoder and disassembler.

pub mod csfr;
pub mod operands;
pub mod sem;
pub mod table;

pub use sem::{Class, Sem};
pub use table::{Insn, Op, ROWS, decode, decode_op, disasm};

#[cfg(test)]
mod tests;
