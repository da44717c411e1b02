//! The comparisons with what the vendor published, as one program.

mod against_vendor;
mod disassembler;
