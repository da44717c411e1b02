//! Decoded instructions: what execution and timing need of a word, taken from the table once.

use crate::isa::operands::{ADDRESS, Mode};
use crate::isa::{Class, Insn, Late, Opcode, decode};
use trueboard_core::isa::{Operand, Registers, Role};
use trueboard_core::mem::Memory;

#[cfg(test)]
mod tests;

/// A register operand: 0 to 15 are D0 to D15, 16 to 31 are A0 to A15.
pub type RegNo = u8;

/// The first address register among register numbers.
pub const A0: RegNo = 16;

/// No register.
pub const NONE: RegNo = 32;

/// One predecoded instruction.
///
/// [`DecodedInsn::reads`] and [`DecodedInsn::writes`] name all registers that the instruction depends on or
/// changes, implied ones too; a load that an exception stops changes fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodedInsn {
    /// The constant in the place of `b`.
    pub k: i32,
    /// Offset of an address, or branch target: a distance from the instruction, or absolute.
    pub o: i32,
    /// Registers read, one bit each, bit n for register n.
    pub reads: u32,
    /// Registers written.
    pub writes: u32,
    /// What it does.
    pub opcode: Opcode,
    /// Its timing class.
    pub class: Class,
    /// Its length: 2 or 4 bytes.
    pub len: u8,
    /// Destination, or [`NONE`]. The even one of a pair.
    pub d: RegNo,
    /// First source, or [`NONE`].
    pub a: RegNo,
    /// Second source or base address, or [`NONE`] when it is [`DecodedInsn::k`].
    pub b: RegNo,
    /// Third source, or [`NONE`].
    pub c: RegNo,
    /// Addressing mode of loads, stores and cache operations.
    pub mode: Mode,
    /// Position.
    pub p: u8,
    /// Width.
    pub w: u8,
    /// Second position, or the bit that ST.T stores.
    pub q: u8,
    /// Shift.
    pub n: u8,
    /// An operand that names a pair has an odd number: OPD trap.
    pub odd_pair: bool,
    /// [`DecodedInsn::late`]: its lowest register, and two bits from that one on.
    late_from: RegNo,
    late_bits: u8,
}

/// The registers of an operand, a bit each.
const fn mask(number: RegNo, pair: bool) -> u32 {
    match (number, pair) {
        (NONE.., _) => 0,
        (number, false) => 1 << number,
        (number, true) => 3 << (number & !1),
    }
}

impl DecodedInsn {
    /// Predecodes `word`; a 16-bit instruction is its low half. `None` if the encoding is undefined.
    #[must_use]
    pub fn decode(word: u32) -> Option<DecodedInsn> {
        decode(word).as_ref().map(DecodedInsn::of)
    }

    /// The instruction at physical address `pa`; `None` if there is no memory, or no instruction.
    pub(crate) fn at(pa: u64, memory: &Memory) -> Option<DecodedInsn> {
        let long = || Some(u32::from_le_bytes(memory.peek(pa, 4)?.try_into().ok()?));
        let short = || Some(u16::from_le_bytes(memory.peek(pa, 2)?.try_into().ok()?).into());
        DecodedInsn::decode(long().or_else(short)?)
    }

    /// Registers among [`DecodedInsn::reads`] that are needed one stage later: the data of a store, the accumulator of
    /// an integer MADD or MSUB.
    #[must_use]
    pub const fn late(&self) -> u32 {
        (self.late_bits as u32) << self.late_from
    }

    fn of(insn: &Insn) -> DecodedInsn {
        let operands = insn.operands();
        let op = insn.op();
        let class = op.class().class();
        let implied = op.class().traits();
        let late = match class.late() {
            Late::None => 0,
            Late::First => operands.first & !(operands.early | operands.third),
            Late::Third => operands.third & !(operands.early | operands.first),
        };
        let decoded = &operands.decoded;
        let updated = decoded.mode.updates(decoded.b);
        let updated = updated.map_or(0, |number| mask(number, false));
        let late_from = if late == 0 { 0 } else { late.trailing_zeros() };
        DecodedInsn {
            opcode: op.class(),
            class,
            len: (op.width() / 8) as u8,
            reads: operands.early | operands.first | operands.third | implied.reads,
            writes: decoded.writes | updated | implied.writes,
            late_from: late_from as RegNo,
            late_bits: (late >> late_from) as u8,
            ..operands.decoded
        }
    }
}

/// The operands of an instruction, as its row names them.
pub struct Operands {
    decoded: DecodedInsn,
    /// Registers read by the first source, by the third, and by everything else.
    first: u32,
    third: u32,
    early: u32,
}

impl Default for Operands {
    fn default() -> Operands {
        Operands {
            decoded: DecodedInsn {
                k: 0,
                o: 0,
                reads: 0,
                writes: 0,
                opcode: Opcode::Nop,
                class: Class::Nop,
                len: 0,
                d: NONE,
                a: NONE,
                b: NONE,
                c: NONE,
                mode: Mode::Base,
                p: 0,
                w: 0,
                q: 0,
                n: 0,
                odd_pair: false,
                late_from: 0,
                late_bits: 0,
            },
            first: 0,
            third: 0,
            early: 0,
        }
    }
}

/// A method for each name that an operand can have in the table.
impl Operands {
    /// The number of a register operand, [`NONE`] of any other, and the registers that it reads; what it
    /// writes is noted.
    fn register<T: Operand>(&mut self, operand: T, role: Role) -> (RegNo, u32) {
        let Some(Registers { file, count }) = T::REGISTERS else {
            return (NONE, 0);
        };
        let base = if file == ADDRESS { A0 } else { 0 };
        let value = operand.value() as RegNo;
        let number = base + (value & 15);
        self.decoded.odd_pair |= count == 2 && value & 1 != 0;
        (number, self.used(mask(number, count == 2), role))
    }

    /// What is read of `registers`; what is written is noted.
    fn used(&mut self, registers: u32, role: Role) -> u32 {
        if role.writes() {
            self.decoded.writes |= registers;
        }
        if role.reads() { registers } else { 0 }
    }

    /// The destination.
    pub(crate) fn d<T: Operand>(&mut self, operand: T, role: Role) {
        let (number, read) = self.register(operand, role);
        self.decoded.d = number;
        self.early |= read;
    }

    /// The first source.
    pub(crate) fn a<T: Operand>(&mut self, operand: T, role: Role) {
        let (number, read) = self.register(operand, role);
        self.decoded.a = number;
        self.first |= read;
    }

    /// The second source, the base of an address, or the constant in their place.
    pub(crate) fn b<T: Operand>(&mut self, operand: T, role: Role) {
        let (number, read) = self.register(operand, role);
        match number {
            NONE => self.decoded.k = operand.value(),
            number => self.decoded.b = number,
        }
        self.early |= read;
    }

    /// The third source.
    pub(crate) fn c<T: Operand>(&mut self, operand: T, role: Role) {
        let (number, read) = self.register(operand, role);
        self.decoded.c = number;
        self.third |= read;
    }

    /// The addressing mode.
    pub(crate) fn m<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.mode = Mode::ALL[operand.value() as usize % Mode::ALL.len()];
    }

    /// The offset of an address.
    pub(crate) fn o<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.o = operand.value();
    }

    /// The target of a branch.
    pub(crate) fn t<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.o = operand.value();
    }

    /// A position.
    pub(crate) fn p<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.p = operand.value() as u8;
    }

    /// A width.
    pub(crate) fn w<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.w = operand.value() as u8;
    }

    /// A second position.
    pub(crate) fn q<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.q = operand.value() as u8;
    }

    /// A shift.
    pub(crate) fn n<T: Operand>(&mut self, operand: T, _: Role) {
        self.decoded.n = operand.value() as u8;
    }
}
