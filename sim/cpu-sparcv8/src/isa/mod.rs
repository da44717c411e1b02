//! The SPARC V8 instruction set as the LEON4 has it.
//!
//! Source: *The SPARC Architecture Manual*, version 8, appendices B and F; CASA and the partial
//! WRPSR (`rd` not 0: only ET is written) as in the LEON4 chapter of the GRLIB manual. There is no
//! UMAC/SMAC. Bits marked `-` in a pattern are reserved in V8 and ignored by the LEON.
//!
//! Encodings without a row decode to `None` and trap with illegal_instruction. Which of the decoded
//! ones trap (privileged, disabled, odd register of a pair) is semantics, not encoding.
//!
//! The text is that of GNU objdump 2.40 (`-m sparc`), except that
//! - `ret` and `retl` are written only for `rd` = `%g0`: objdump ignores `rd` there,
//! - ASIs are numbers: objdump uses the names of SPARC V9, which mean something else on a LEON,
//! - coprocessor and unknown floating-point operations show all their fields,
//! - the constant of `unimp` is not sign-extended,
//! - `pwr` is written for every `rd` but 0, and reserved bits that are set do not matter.
//!
//! What a register is used for is written in the row, as the role of its operand; what an instruction
//! counts as and when its result can be used follow from its timing class.

mod access;
mod class;
mod operands;
mod table;

pub use access::Addressing;
pub use class::{Class, Counted};
pub use operands::{
    Addr, Annul, Asi, Asr, Cond, Const, CpCond, Creg, Disp, FpCond, Freg, FregD, FregQ, Gpr,
    GprPair, Hi22, Opf, Partial, RegAddr, Simm13, Src2,
};
pub(crate) use operands::{FP_REGISTERS, Register};
pub use table::{ALIASES, Insn, Op, ROWS, WIDTHS, decode, decode_op, disasm};

#[cfg(test)]
mod tests;
