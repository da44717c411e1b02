//! The Epiphany-III instruction set: one table gives decoder, encoder and disassembler, and
//! what an instruction reads, writes, and may stand beside.

mod class;
mod op;
pub mod operands;
pub mod special;
pub mod table;

pub use class::{Access, BlockRole, Group, Traits};
pub use op::{Op, Roles, decode, decode_with_roles, is_long};
pub use table::{Encoding, Insn, Opcode, ROWS, disasm};

#[cfg(test)]
mod tests;
