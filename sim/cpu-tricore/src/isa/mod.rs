//! The TriCore 1.6.1 instruction set: one table gives decoder, encoder and disassembler, and what an
//! instruction reads, writes, costs and does to the flow of control.

mod class;
pub mod csfr;
pub mod operands;
pub mod table;

pub use class::{Class, Control, LOWER, Late, Traits, UPPER};
pub use table::{Insn, Op, Opcode, ROWS, decode, decode_op, disasm};

#[cfg(test)]
mod tests;
