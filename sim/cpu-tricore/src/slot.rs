//! Predecoded instructions: what execution and timing need of a word, taken from the table once.

use crate::isa::operands::Mode;
use crate::isa::{Class, Op, Sem, decode_op};

#[cfg(test)]
mod tests;

/// A register operand: 0 to 15 are D0 to D15, 16 to 31 are A0 to A15.
pub type RegNo = u8;

/// The first address register among register numbers.
pub const A0: RegNo = 16;

/// No register.
pub const NONE: RegNo = 32;

/// The registers of the upper context, as in [`Slot::reads`]: A10 to A15 and D8 to D15 (TriCore
/// TC1.6 architecture manual, volume 1, "Tasks and functions").
pub const UPPER: u32 = 0xfc00_ff00;

/// The registers of the lower context that LDLCX loads: A2 to A7 and D0 to D7. A save stores A11
/// with them.
pub const LOWER: u32 = 0x00fc_00ff;

const A10: u32 = 1 << 26;
const A11: u32 = 1 << 27;
const D15: u32 = 1 << 15;

/// One predecoded instruction.
///
/// [`Slot::reads`] and [`Slot::writes`] name all registers that the instruction depends on or
/// changes, implied ones too; a load that an exception stops changes fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The constant in the place of `b`.
    pub k: i32,
    /// Offset of an address, or branch target: a distance from the instruction, or absolute.
    pub o: i32,
    /// Registers read, one bit each, bit n for register n.
    pub reads: u32,
    /// Registers written.
    pub writes: u32,
    /// What it does.
    pub sem: Sem,
    /// Its timing class.
    pub class: Class,
    /// Its length: 2 or 4 bytes.
    pub len: u8,
    /// Destination, or [`NONE`]. The even one of a pair.
    pub d: RegNo,
    /// First source, or [`NONE`].
    pub a: RegNo,
    /// Second source or base address, or [`NONE`] when it is [`Slot::k`].
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
    /// [`Slot::late`]: its lowest register, and two bits from that one on.
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

impl Slot {
    /// Predecodes `word`, whose low half is the instruction if that is a 16-bit one; `None` if the
    /// encoding is undefined.
    #[must_use]
    pub fn decode(word: u32) -> Option<Slot> {
        let op = decode_op(word)?;
        Some(Slot::of(op, word))
    }

    /// Registers among [`Slot::reads`] that are needed one stage later than the others: the data of
    /// a store, the accumulator of an integer MADD or MSUB.
    #[must_use]
    pub const fn late(&self) -> u32 {
        (self.late_bits as u32) << self.late_from
    }

    fn of(op: Op, word: u32) -> Slot {
        let row = op.row();
        let mut s = Slot {
            k: 0,
            o: 0,
            reads: 0,
            writes: 0,
            sem: op.class(),
            class: op.class().class(),
            len: (op.width() / 8) as u8,
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
        };
        let (mut early, mut late) = (0, 0);
        for f in row.form.operands {
            let value = f.value(word);
            let (number, registers) = s.register(f.kind, value);
            match (f.name, s.class) {
                ("d", _) => s.writes |= registers,
                ("a", Class::Store) | ("c", Class::Mac) => late |= registers,
                _ => early |= registers,
            }
            match f.name {
                "d" => s.d = number,
                "a" => s.a = number,
                "b" if number == NONE => s.k = value,
                "b" => s.b = number,
                "c" => s.c = number,
                "m" => s.mode = Mode::ALL[value as usize % Mode::ALL.len()],
                "p" => s.p = value as u8,
                "w" => s.w = value as u8,
                "q" => s.q = value as u8,
                "n" => s.n = value as u8,
                _ => s.o = value,
            }
        }
        let (read, written) = s.implied();
        early |= read;
        s.reads = early | late;
        s.writes |= written;
        let late = late & !early;
        if late != 0 {
            s.late_from = late.trailing_zeros() as RegNo;
            s.late_bits = (late >> s.late_from) as u8;
        }
        s
    }

    /// The register number of an operand of type `kind` and its mask; [`NONE`] and 0 for another
    /// operand.
    fn register(&mut self, kind: &str, value: i32) -> (RegNo, u32) {
        let (base, pair) = match kind {
            "D" | "D15" => (0, false),
            "E" => (0, true),
            "A" | "A10" | "A15" => (A0, false),
            "P" => (A0, true),
            _ => return (NONE, 0),
        };
        self.odd_pair |= pair && value & 1 != 0;
        let number = base + (value as RegNo & 15);
        (number, mask(number, pair))
    }

    /// Registers that it reads and writes although no operand says so.
    fn implied(&self) -> (u32, u32) {
        let (read, written) = match self.sem {
            sem if sem.accumulates() => (mask(self.d, false), 0),
            Sem::Call | Sem::Calla | Sem::Calli => (UPPER, A11),
            Sem::Ret | Sem::Rfe => (A11, UPPER),
            Sem::Rfm => (A11, A10 | A11),
            Sem::Syscall => (UPPER, A10 | A11 | D15),
            Sem::Bisr | Sem::Svlcx | Sem::Stlcx => (LOWER | A11, 0),
            Sem::Rslcx => (0, LOWER | A11),
            Sem::Ldlcx => (0, LOWER),
            Sem::Stucx => (UPPER, 0),
            Sem::Lducx => (0, UPPER),
            Sem::Fcall | Sem::Fcalla | Sem::Fcalli | Sem::Fret => (A10 | A11, A10 | A11),
            Sem::Jl | Sem::Jla | Sem::Jli => (0, A11),
            Sem::Loop | Sem::Jned | Sem::Jnei => (0, mask(self.a, false)),
            _ => (0, 0),
        };
        let updated = match self.mode {
            Mode::Post | Mode::Pre => mask(self.b, false),
            Mode::Circ | Mode::Rev => mask(self.b | 1, false),
            Mode::Base | Mode::Index | Mode::Abs => 0,
        };
        (read, written | updated)
    }
}
