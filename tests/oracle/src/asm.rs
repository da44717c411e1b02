//! Instruction words from the rows of the table: the fixed bits are the table's, operands go to
//! the fields of the V8 formats.

use trueboard_cpu_sparcv8::isa::Op;

/// The second operand of a format 3 instruction.
#[derive(Clone, Copy, Debug)]
pub enum Src {
    /// A register.
    R(u8),
    /// A signed immediate of 13 bits.
    I(i32),
}

/// Format 3: `op rs1, src, rd`.
pub fn f3(op: Op, rs1: u8, src: Src, rd: u8) -> u32 {
    let src = match src {
        Src::R(r) => u32::from(r),
        Src::I(i) => 1 << 13 | i as u32 & 0x1fff,
    };
    op.row().form.fixed.value | u32::from(rd) << 25 | u32::from(rs1) << 14 | src
}

/// An alternate-space instruction: `op [rs1] asi, rd`.
pub fn alternate(op: Op, asi: u32, rs1: u8, rd: u8) -> u32 {
    f3(op, rs1, Src::R(0), rd) | asi << 5
}

/// An FPop: no immediate form.
pub fn fpop(op: Op, rs1: u8, rs2: u8, rd: u8) -> u32 {
    op.row().form.fixed.value | u32::from(rd) << 25 | u32::from(rs1) << 14 | u32::from(rs2)
}

/// `sethi %hi(value), rd`.
pub fn sethi(value: u32, rd: u8) -> u32 {
    Op::Sethi.row().form.fixed.value | u32::from(rd) << 25 | value >> 10
}

/// `set value, rd`: always two words.
pub fn set(value: u32, rd: u8) -> [u32; 2] {
    [
        sethi(value, rd),
        f3(Op::Or, rd, Src::I((value & 0x3ff) as i32), rd),
    ]
}

/// A branch (Bicc, FBfcc, CBccc) by `disp` bytes.
pub fn branch(op: Op, cond: u8, annul: bool, disp: u32) -> u32 {
    let words = disp >> 2 & 0x3f_ffff;
    op.row().form.fixed.value | u32::from(annul) << 29 | u32::from(cond & 15) << 25 | words
}

/// `ba` by `disp` bytes.
pub fn ba(disp: u32) -> u32 {
    branch(Op::Bicc, 8, false, disp)
}

/// `call` by `disp` bytes.
pub fn call(disp: u32) -> u32 {
    Op::Call.row().form.fixed.value | disp >> 2
}

/// `nop`.
pub const NOP: u32 = 0x0100_0000;
