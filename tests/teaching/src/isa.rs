//! The table of RV32I. Source: The RISC-V Instruction Set Manual, volume I, version 20191213, chapter 2 and the listing
//! of chapter 24.

use core::fmt;
use trueboard_core::isa::{Cursor, Misfit, Operand, fmt_target, sign_extend};

/// Timing class, and what an instruction is counted as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Alu,
    Load,
    Store,
    Branch,
    Jump,
    System,
}

/// The names of the calling convention (chapter 25).
pub const NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// An integer register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reg(pub u8);

impl Operand for Reg {
    fn from_bits(bits: u32, _width: u32) -> Reg {
        Reg(bits as u8 & 31)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0.into()
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES.get(usize::from(self.0)).unwrap_or(&"?"))
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Reg, Misfit> {
        let found = text.longest(NAMES.into_iter().zip(0..));
        found.map(Reg).ok_or_else(|| text.expected("a register"))
    }
}

trueboard_core::numbers! {
    show |n, pc, f| write!(f, "{}", n.value());
    read |text, unit| text.number()?.saturating_mul(unit);
    /// A constant of 12 bits.
    Imm, |bits, width| sign_extend(bits, width), |v| v as u32;
    /// A shift distance.
    Shamt, |bits, width| bits as i32, |v| v as u32;
    /// The upper 20 bits of a constant.
    Upper, |bits, width| (bits << 12) as i32, |v| v as u32 >> 12;
}
trueboard_core::numbers! {
    show |n, pc, f| fmt_target(pc, n.value(), f);
    read |text, unit| text.distance()?;
    /// The distance of a branch or jump.
    Disp, |bits, width| 2 * sign_extend(bits, width), |v| (v >> 1) as u32;
}

trueboard_core::isa! {
    /// An instruction of RV32I.
    pub enum Insn;
    /// Its name.
    pub enum Op: u8;
    class Class;
    width 32;
    rows {
        "iiiiiiiiiiiiiiiiiiii ddddd 0110111" Lui { rd: Reg = "d" write, imm: Upper = "i" } "lui {rd}, {imm}" Alu;
        "iiiiiiiiiiiiiiiiiiii ddddd 0010111" Auipc { rd: Reg = "d" write, imm: Upper = "i" } "auipc {rd}, {imm}" Alu;
        "z yyyyyyyyyy w xxxxxxxx ddddd 1101111" Jal { rd: Reg = "d" write, to: Disp = "zxwy" } "jal {rd}, {to}" Jump;
        "iiiiiiiiiiii sssss 000 ddddd 1100111" Jalr { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "jalr {rd}, {imm}({rs1})" Jump;
        "z xxxxxx ttttt sssss 000 yyyy w 1100011" Beq { rs1: Reg = "s", rs2: Reg = "t", to: Disp = "zwxy" } "beq {rs1}, {rs2}, {to}" Branch;
        "z xxxxxx ttttt sssss 001 yyyy w 1100011" Bne { rs1: Reg = "s", rs2: Reg = "t", to: Disp = "zwxy" } "bne {rs1}, {rs2}, {to}" Branch;
        "z xxxxxx ttttt sssss 100 yyyy w 1100011" Blt { rs1: Reg = "s", rs2: Reg = "t", to: Disp = "zwxy" } "blt {rs1}, {rs2}, {to}" Branch;
        "z xxxxxx ttttt sssss 101 yyyy w 1100011" Bge { rs1: Reg = "s", rs2: Reg = "t", to: Disp = "zwxy" } "bge {rs1}, {rs2}, {to}" Branch;
        "z xxxxxx ttttt sssss 110 yyyy w 1100011" Bltu { rs1: Reg = "s", rs2: Reg = "t", to: Disp = "zwxy" } "bltu {rs1}, {rs2}, {to}" Branch;
        "z xxxxxx ttttt sssss 111 yyyy w 1100011" Bgeu { rs1: Reg = "s", rs2: Reg = "t", to: Disp = "zwxy" } "bgeu {rs1}, {rs2}, {to}" Branch;
        "iiiiiiiiiiii sssss 000 ddddd 0000011" Lb { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "lb {rd}, {imm}({rs1})" Load 1;
        "iiiiiiiiiiii sssss 001 ddddd 0000011" Lh { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "lh {rd}, {imm}({rs1})" Load 2;
        "iiiiiiiiiiii sssss 010 ddddd 0000011" Lw { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "lw {rd}, {imm}({rs1})" Load 4;
        "iiiiiiiiiiii sssss 100 ddddd 0000011" Lbu { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "lbu {rd}, {imm}({rs1})" Load 1;
        "iiiiiiiiiiii sssss 101 ddddd 0000011" Lhu { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "lhu {rd}, {imm}({rs1})" Load 2;
        "hhhhhhh ttttt sssss 000 lllll 0100011" Sb { rs2: Reg = "t", rs1: Reg = "s", imm: Imm = "hl" } "sb {rs2}, {imm}({rs1})" Store 1;
        "hhhhhhh ttttt sssss 001 lllll 0100011" Sh { rs2: Reg = "t", rs1: Reg = "s", imm: Imm = "hl" } "sh {rs2}, {imm}({rs1})" Store 2;
        "hhhhhhh ttttt sssss 010 lllll 0100011" Sw { rs2: Reg = "t", rs1: Reg = "s", imm: Imm = "hl" } "sw {rs2}, {imm}({rs1})" Store 4;
        "iiiiiiiiiiii sssss 000 ddddd 0010011" Addi { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "addi {rd}, {rs1}, {imm}" Alu;
        "iiiiiiiiiiii sssss 010 ddddd 0010011" Slti { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "slti {rd}, {rs1}, {imm}" Alu;
        "iiiiiiiiiiii sssss 011 ddddd 0010011" Sltiu { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "sltiu {rd}, {rs1}, {imm}" Alu;
        "iiiiiiiiiiii sssss 100 ddddd 0010011" Xori { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "xori {rd}, {rs1}, {imm}" Alu;
        "iiiiiiiiiiii sssss 110 ddddd 0010011" Ori { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "ori {rd}, {rs1}, {imm}" Alu;
        "iiiiiiiiiiii sssss 111 ddddd 0010011" Andi { rd: Reg = "d" write, rs1: Reg = "s", imm: Imm = "i" } "andi {rd}, {rs1}, {imm}" Alu;
        "0000000 iiiii sssss 001 ddddd 0010011" Slli { rd: Reg = "d" write, rs1: Reg = "s", imm: Shamt = "i" } "slli {rd}, {rs1}, {imm}" Alu;
        "0000000 iiiii sssss 101 ddddd 0010011" Srli { rd: Reg = "d" write, rs1: Reg = "s", imm: Shamt = "i" } "srli {rd}, {rs1}, {imm}" Alu;
        "0100000 iiiii sssss 101 ddddd 0010011" Srai { rd: Reg = "d" write, rs1: Reg = "s", imm: Shamt = "i" } "srai {rd}, {rs1}, {imm}" Alu;
        "0000000 ttttt sssss 000 ddddd 0110011" Add { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "add {rd}, {rs1}, {rs2}" Alu;
        "0100000 ttttt sssss 000 ddddd 0110011" Sub { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "sub {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 001 ddddd 0110011" Sll { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "sll {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 010 ddddd 0110011" Slt { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "slt {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 011 ddddd 0110011" Sltu { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "sltu {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 100 ddddd 0110011" Xor { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "xor {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 101 ddddd 0110011" Srl { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "srl {rd}, {rs1}, {rs2}" Alu;
        "0100000 ttttt sssss 101 ddddd 0110011" Sra { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "sra {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 110 ddddd 0110011" Or { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "or {rd}, {rs1}, {rs2}" Alu;
        "0000000 ttttt sssss 111 ddddd 0110011" And { rd: Reg = "d" write, rs1: Reg = "s", rs2: Reg = "t" } "and {rd}, {rs1}, {rs2}" Alu;
        "iiiiiiiiiiii ----- 000 ----- 0001111" Fence { imm: Imm = "i" } "fence" Alu;
        "000000000000 00000 000 00000 1110011" Ecall {} "ecall" System;
        "000000000001 00000 000 00000 1110011" Ebreak {} "ebreak" System;
    }
    aliases {
        "0000000 00000 00000 000 00000 0010011" {} "nop";
        "0000000 00000 00001 000 00000 1100111" {} "ret";
        "iiiiiiiiiiii 00000 000 ddddd 0010011" { rd: Reg = "d", imm: Imm = "i" } "li {rd}, {imm}";
        "0000000 00000 sssss 000 ddddd 0010011" { rd: Reg = "d", rs1: Reg = "s" } "mv {rd}, {rs1}";
    }
}

/// What execution wants of an instruction: its operands by name.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    pub op: Op,
    pub word: u32,
    pub rd: Reg,
    pub rs1: Reg,
    pub rs2: Reg,
    pub imm: i32,
    /// The second operand of arithmetic is `imm`.
    pub immediate: bool,
}

impl Decoded {
    /// The instruction of these bits, if there is one.
    pub fn of(word: u32) -> Option<Decoded> {
        let op = decode_op(word)?;
        let field = |names: &[&str]| {
            let mut fields = op.row().form.operands.iter();
            fields
                .find(|f| names.contains(&f.name))
                .map(|f| f.value(word))
        };
        let register = |name: &str| Reg(field(&[name]).unwrap_or(0) as u8);
        Some(Decoded {
            op,
            word,
            rd: register("rd"),
            rs1: register("rs1"),
            rs2: register("rs2"),
            imm: field(&["imm", "to"]).unwrap_or(0),
            immediate: field(&["rs2"]).is_none(),
        })
    }

    /// A call, by the calling convention: it leaves a return address in ra.
    pub fn is_call(&self) -> bool {
        matches!(self.op, Op::Jal | Op::Jalr) && self.rd == Reg(1)
    }

    /// A return: a jump to what ra has.
    pub fn is_return(&self) -> bool {
        self.op == Op::Jalr && self.rd == Reg(0) && self.rs1 == Reg(1)
    }
}
