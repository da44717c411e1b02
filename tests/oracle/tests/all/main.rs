//! The comparisons with other implementations, as one program.

mod against_qemu;
mod common;
mod coverage;
mod disassembler;
mod floating_point;
mod tricore_disassembler;
mod tricore_gnu;
mod tricore_vectors;
mod vectors;
