use core::fmt;

use super::{
    Bits, Cursor, FixedBits, Misfit, Operand, TableError, check_table, fmt_target, sign_extend,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Num(u32);

impl Operand for Num {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self(bits)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        Ok(Self(text.number()? as u32))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disp(i32);

impl Operand for Disp {
    fn from_bits(bits: u32, width: u32) -> Self {
        Self(sign_extend(bits, width))
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0 as u32
    }
    fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_target(pc, self.0, f)
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.distance().map(Self)
    }
}

/// A 16/32-bit set like that of the TriCore: bit 0 tells the length.
mod mixed {
    use super::{Class, Disp, Num};

    crate::isa! {
        /// An instruction.
        pub enum Insn;
        /// Its name.
        pub enum Op: u16;
        class Class;
        width 16 | 32;
        rows {
            "qqqq 00 pppp rrrrrr oooo dddd 10000101" LdAbs { off: Num = "opqr", rd: Num = "d" } "ld {rd}, {off}" Any 4;
            "tttt ssss dddd 0010" Short { rd: Num = "d", src: Num = "s", to: Disp = "t" } "short {rd}, {src}, {to}" Any;
            "0111 ssss dddd 0010" Special { rd: Num = "d", src: Num = "s" } "special {rd}, {src}" Any;
            "---- 0000 0000 0000" Nop {} "nop" Any;
        }
        aliases {
            "tttt ssss dddd 0010" { rd: Num = "d", to: Disp = "t" } where "s" == "d" "same {rd}, {to}";
        }
    }
}

#[test]
fn rows_have_the_bytes_of_accesses() {
    use mixed::Op;
    assert_eq!((Op::LdAbs.bytes(), Op::Short.bytes()), (4, 0));
    assert_eq!(Op::LdAbs.row().bytes, 4);
}

/// Faulty tables still compile; `check_table` finds them.
#[expect(dead_code, reason = "only the rows are looked at")]
mod overlapping {
    use super::{Class, Num};
    crate::isa! {
        pub enum Insn;
        pub enum Op: u8;
        class Class;
        width 8;
        rows {
            "0000 xxxx" Left { x: Num = "x" } "left {x}" Any;
            "yyyy 0000" Right { y: Num = "y" } "right {y}" Any;
        }
        aliases {}
    }
}

#[expect(dead_code, reason = "only the rows are looked at")]
mod misspelt {
    use super::{Class, Num};
    crate::isa! {
        pub enum Insn;
        pub enum Op: u8;
        class Class;
        width 8;
        rows { "0000 xxxx" Left { x: Num = "x" } "left {y}" Any; }
        aliases {}
    }
}

#[test]
fn fields_gather_and_scatter() {
    let bits = Bits::of("qqqq 00 pppp rrrrrr oooo dddd 10000101", "opqr");
    assert_eq!(bits.width(), 18);
    let word = bits.scatter(0b10_1001_1010_0111_0011);
    assert_eq!(word, 0b1001_0001_1011_0011_1010_0000_0000_0000);
    assert_eq!(bits.gather(word | 0x0c00_0fff), 0b10_1001_1010_0111_0011);
    let all = Bits::of(&"x".repeat(32), "x");
    assert_eq!(
        (all.gather(0x89ab_cdef), all.scatter(0x89ab_cdef)),
        (0x89ab_cdef, 0x89ab_cdef)
    );
}

#[test]
fn fixed_bits_ignore_letters_and_dashes() {
    assert_eq!(
        FixedBits::of("10 -- xx 01"),
        FixedBits {
            mask: 0xc3,
            value: 0x81
        }
    );
}

#[test]
fn sign_extension_covers_all_widths() {
    assert_eq!(sign_extend(1, 1), -1);
    assert_eq!(sign_extend(0x8000_0000, 32), i32::MIN);
    assert_eq!(sign_extend(0xffff_efff, 13), 0x0fff);
}

#[test]
fn mixed_widths_round_trip() {
    check_table(mixed::ROWS).unwrap();
    for seed in 0..200_000_u32 {
        let word = seed.wrapping_mul(0x9e37_79b9);
        let Some(insn) = mixed::decode(word) else {
            continue;
        };
        assert_eq!(mixed::decode(insn.encode()), Some(insn));
        assert_eq!(mixed::decode_op(word), Some(insn.op()));
    }
    assert_eq!(mixed::decode(0xffff_0000), Some(mixed::Insn::Nop {}));
    assert_eq!(mixed::Op::LdAbs.width(), 32);
    assert_eq!(mixed::Op::Nop.width(), 16);
    assert_eq!(mixed::Op::NAMES.len(), mixed::Op::COUNT);
    assert_eq!(mixed::Op::Special.name(), "Special");
    assert_eq!(mixed::Op::Special.class(), Class::Any);
}

#[test]
fn specific_rows_and_aliases_win() {
    assert_eq!(mixed::decode_op(0x7122), Some(mixed::Op::Special));
    assert_eq!(mixed::decode_op(0x6122), Some(mixed::Op::Short));
    assert_eq!(mixed::disasm(0xe122, 0x100), "short 0x2, 0x1, 0xfe");
    assert_eq!(
        mixed::decode(0x6122).unwrap().to_string(),
        "short 0x2, 0x1, . + 6"
    );
    assert_eq!(
        mixed::decode(0xe222).unwrap().to_string(),
        "same 0x2, . - 2"
    );
    assert_eq!(mixed::disasm(0x1213, 0), ".word 0x00001213");
}

#[test]
fn faulty_tables_are_found() {
    assert_eq!(
        check_table(overlapping::ROWS),
        Err(TableError::Overlap("Left", "Right"))
    );
    assert_eq!(check_table(misspelt::ROWS), Err(TableError::Syntax("Left")));
    let twice = [mixed::ROWS[0], mixed::ROWS[0]];
    assert_eq!(check_table(&twice), Err(TableError::Name("LdAbs")));
}
