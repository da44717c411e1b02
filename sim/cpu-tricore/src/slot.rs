//! Predecoded instructions: what execution and timing need of a word, taken from the table once.

use crate::isa::operands::Mode;
use crate::isa::{Class, Op, Sem, decode_op};

/// A register operand: 0 to 15 are D0 to D15, 16 to 31 are A0 to A15.
pub type RegNo = u8;

/// The first address register among register numbers.
pub const A0: RegNo = 16;

/// No register.
pub const NONE: RegNo = 32;

/// One predecoded instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
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
    /// Destination and sources that are pairs.
    pub pairs: Pairs,
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
    /// The constant in the place of `b`.
    pub k: i32,
    /// Offset of an address, or branch target: a distance from the instruction, or absolute.
    pub o: i32,
    /// Registers read, one bit each, bit n for register n.
    pub reads: u32,
    /// Registers written.
    pub writes: u32,
    /// An operand that names a pair has an odd number: OPD trap.
    pub odd_pair: bool,
}

/// Which operands of a slot are 64-bit pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The destination.
    pub d: bool,
    /// The first source.
    pub a: bool,
    /// The base address (circular and bit-reverse addressing).
    pub b: bool,
    /// The third source.
    pub c: bool,
}

impl Slot {
    /// Predecodes `word`, whose low half is the instruction if that is a 16-bit one; `None` if the
    /// encoding is undefined.
    #[must_use]
    pub fn decode(word: u32) -> Option<Slot> {
        let op = decode_op(word)?;
        Some(Slot::of(op, word))
    }

    fn of(op: Op, word: u32) -> Slot {
        let row = op.row();
        let mut s = Slot {
            sem: op.class(),
            class: op.class().class(),
            len: (op.width() / 8) as u8,
            d: NONE,
            a: NONE,
            b: NONE,
            c: NONE,
            pairs: Pairs::default(),
            mode: Mode::Base,
            p: 0,
            w: 0,
            q: 0,
            n: 0,
            k: 0,
            o: 0,
            reads: 0,
            writes: 0,
            odd_pair: false,
        };
        for f in row.form.operands {
            let value = f.value(word);
            match f.name {
                "d" => (s.d, s.pairs.d) = s.register(f.kind, value),
                "a" => (s.a, s.pairs.a) = s.register(f.kind, value),
                "b" if matches!(f.kind, "K" | "Ku" | "Csfr") => s.k = value,
                "b" => (s.b, s.pairs.b) = s.register(f.kind, value),
                "c" => (s.c, s.pairs.c) = s.register(f.kind, value),
                "m" => s.mode = Mode::ALL[value as usize % Mode::ALL.len()],
                "p" => s.p = value as u8,
                "w" => s.w = value as u8,
                "q" => s.q = value as u8,
                "n" => s.n = value as u8,
                _ => s.o = value,
            }
        }
        s
    }

    /// The register number of an operand of type `kind`, and whether it names a pair.
    fn register(&mut self, kind: &str, value: i32) -> (RegNo, bool) {
        let pair = matches!(kind, "E" | "P");
        self.odd_pair |= pair && value & 1 != 0;
        let base = if matches!(kind, "A" | "P" | "A10" | "A15") {
            A0
        } else {
            0
        };
        (base + (value as u8 & 15), pair)
    }
}
