//! Operand types of the SPARC V8 table: how they are encoded, how GNU objdump writes them, and how GNU as
//! reads them.

use core::fmt;

use trueboard_core::isa::{Cursor, Misfit, Operand, Registers, fmt_target, sign_extend};

/// Register files of [`Registers::file`].
const INTEGER: u8 = 0;
pub(crate) const FP_REGISTERS: u8 = 1;
const COPROCESSOR: u8 = 2;
const ANCILLARY: u8 = 3;

/// An operand that names registers.
pub(crate) trait Register: Operand + Into<u8> {
    /// Which file they are of.
    const FILE: u8;
    /// How many there are: 1, 2 for a pair, 4.
    const COUNT: u8;
    /// The number as encoded.
    fn number(self) -> u8 {
        self.into()
    }
    /// Those of the integer unit, one bit each.
    fn integers(self) -> u32 {
        if Self::FILE == INTEGER {
            ((1 << Self::COUNT) - 1) << (self.number() & !(Self::COUNT - 1))
        } else {
            0
        }
    }
}

/// Defines operands that are a plain number of at most 8 bits, with the way they are written, and how they are read.
macro_rules! numbers {
    ($(
        $(#[$meta:meta])*
        $name:ident, $bits:literal $(, $file:ident $count:literal)?, |$number:ident, $f:ident| $write:expr, $read:expr;
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $name {
            const MASK: u8 = u8::MAX >> (8 - $bits);

            /// Makes the operand from its number; higher bits are dropped.
            #[must_use]
            pub const fn new(number: u8) -> Self {
                Self(number & Self::MASK)
            }

            /// The number as encoded. The mask lets the compiler drop bounds checks.
            #[must_use]
            pub const fn index(self) -> usize {
                (self.0 & Self::MASK) as usize
            }
        }

        impl From<$name> for u8 {
            fn from(operand: $name) -> u8 {
                operand.0
            }
        }

        $(impl Register for $name {
            const FILE: u8 = $file;
            const COUNT: u8 = $count;
        })?

        impl Operand for $name {
            $(const REGISTERS: Option<Registers> = Some(Registers {
                file: $file,
                count: $count,
            });)?
            fn from_bits(bits: u32, _width: u32) -> Self {
                Self::new(bits as u8)
            }
            fn to_bits(self, _width: u32) -> u32 {
                self.0.into()
            }
            fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self, f)
            }
            fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
                let read: fn(&mut Cursor<'_>) -> Result<u8, Misfit> = $read;
                read(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $number = self.index();
                $write
            }
        }
    )* };
}

numbers! {
    /// An integer register of the current window, 0 to 31 for `%g0` to `%i7`.
    Gpr, 5, INTEGER 1, |number, f| fmt_gpr(number, f), read_gpr;
    /// An even/odd pair of integer registers, by the number of the even one. An odd number is
    /// illegal, which is semantics.
    GprPair, 5, INTEGER 2, |number, f| fmt_gpr(number, f), read_gpr;
    /// A single-precision FPU register.
    Freg, 5, FP_REGISTERS 1, |number, f| write!(f, "%f{number}"), |text| read_numbered("%f", 31, text);
    /// A double-precision FPU register, the number of an even/odd pair; see [`FregD::pair`].
    FregD, 5, FP_REGISTERS 2, |number, f| write!(f, "%f{}", v9_number(number)), |text| read_aligned(2, text);
    /// A quadruple-precision FPU register; no LEON has them.
    FregQ, 5, FP_REGISTERS 4, |number, f| write!(f, "%f{}", v9_number(number)), |text| read_aligned(4, text);
    /// A coprocessor register; no LEON has them.
    Creg, 5, COPROCESSOR 1, |number, f| write!(f, "%c{number}"), |text| read_numbered("%c", 31, text);
    /// An ancillary state register, `%asr1` to `%asr31`.
    Asr, 5, ANCILLARY 1, |number, f| write!(f, "%asr{number}"), |text| read_numbered("%asr", 31, text);
    /// The field that makes a WRPSR partial: with any number but 0 it writes ET alone.
    Partial, 5, |number, f| write!(f, "{number}"), |text| Ok(text.number_in(0, 31)? as u8);
    /// An address space identifier.
    Asi, 8, |number, f| write!(f, "({number})"), |text| Ok(text.number_in(0, 255)? as u8);
    /// The annul bit of a branch.
    Annul, 1, |number, f| f.write_str(["", ",a"][number]), |text| Ok(text.take(",a").into());
    /// An integer condition of `Bicc` and `Ticc` (manual, table F-7).
    Cond, 4, |number, f| f.write_str(CONDITIONS[number]), |text| read_condition(&CONDITIONS, CONDITION_SYNONYMS, text);
    /// A floating-point condition of `FBfcc` (manual, table F-8).
    FpCond, 4, |number, f| f.write_str(FP_CONDITIONS[number]), |text| read_condition(&FP_CONDITIONS, FP_CONDITION_SYNONYMS, text);
    /// A coprocessor condition of `CBccc` (manual, table F-9).
    CpCond, 4, |number, f| f.write_str(CP_CONDITIONS[number]), |text| read_condition(&CP_CONDITIONS, &[], text);
}

const CONDITIONS: [&str; 16] = [
    "n", "e", "le", "l", "leu", "cs", "neg", "vs", "a", "ne", "g", "ge", "gu", "cc", "pos", "vc",
];
const FP_CONDITIONS: [&str; 16] = [
    "n", "ne", "lg", "ul", "l", "ug", "g", "u", "a", "e", "ue", "ge", "uge", "le", "ule", "o",
];
const CP_CONDITIONS: [&str; 16] = [
    "n", "123", "12", "13", "1", "23", "2", "3", "a", "0", "03", "02", "023", "01", "013", "012",
];

/// Other names of integer conditions that assemblers know (manual, section 5.1.2.5 and appendix A).
const CONDITION_SYNONYMS: &[(&str, u8)] = &[("z", 1), ("lu", 5), ("nz", 9), ("geu", 13)];
/// Those of floating-point conditions.
const FP_CONDITION_SYNONYMS: &[(&str, u8)] = &[("nz", 1), ("z", 9)];

fn read_condition(
    names: &[&str],
    synonyms: &[(&str, u8)],
    text: &mut Cursor<'_>,
) -> Result<u8, Misfit> {
    let names = names.iter().copied().zip(0..);
    let found = text.longest(names.chain(synonyms.iter().copied()));
    found.ok_or_else(|| text.expected("a condition"))
}

/// A prefix and a number.
fn read_numbered(prefix: &str, last: u16, text: &mut Cursor<'_>) -> Result<u8, Misfit> {
    let none = text.expected(format!("a register {prefix}0 to {prefix}{last}"));
    let here = text.take(prefix);
    match text.digits() {
        Some(number) if here && number <= last => Ok(number as u8),
        _ => Err(none),
    }
}

/// The first of so many single registers: V8 numbers it by a multiple of their count.
fn read_aligned(count: u8, text: &mut Cursor<'_>) -> Result<u8, Misfit> {
    let none = text.expected(match count {
        2 => "an even register %f0 to %f30",
        _ => "a register %f0, %f4, ... %f28",
    });
    let number = read_numbered("%f", 31, text).map_err(|_| none.clone())?;
    if number % count == 0 {
        Ok(number)
    } else {
        Err(none)
    }
}

/// Files of eight registers, by the letter of their names, with the number of the first one.
const GPR_FILES: [(&str, u16, u16); 5] = [
    ("%g", 0, 7),
    ("%o", 8, 7),
    ("%l", 16, 7),
    ("%i", 24, 7),
    ("%r", 0, 31),
];

fn read_gpr(text: &mut Cursor<'_>) -> Result<u8, Misfit> {
    let none = text.expected("an integer register, as %g1, %o0, %l7, %i0 or %sp");
    for (name, number) in [("%sp", 14), ("%fp", 30)] {
        if text.take(name) {
            return Ok(number);
        }
    }
    for (prefix, first, last) in GPR_FILES {
        if text.take(prefix) {
            let number = text.digits().filter(|n| *n <= last);
            return number.map(|n| (first + n) as u8).ok_or(none);
        }
    }
    Err(none)
}

/// An integer register if there is one here.
fn gpr_here(text: &mut Cursor<'_>) -> Option<Gpr> {
    let mut ahead = text.clone();
    let found = read_gpr(&mut ahead).ok()?;
    *text = ahead;
    Some(Gpr(found))
}

impl Gpr {
    /// Always zero.
    pub const G0: Self = Self(0);
    /// `%l1`, where a trap puts PC.
    pub const L1: Self = Self(17);
    /// `%l2`, where a trap puts nPC.
    pub const L2: Self = Self(18);
}

impl FregD {
    /// Number of the even register of the pair. An odd number is an error of the program that V8
    /// leaves open; its lowest bit is dropped here.
    #[must_use]
    pub const fn pair(self) -> usize {
        self.index() & 0x1e
    }
}

impl Annul {
    /// True if the delay slot of an untaken branch (or of a branch always) is annulled.
    #[must_use]
    pub const fn is_set(self) -> bool {
        self.0 != 0
    }
}

impl Cond {
    /// Never.
    pub const NEVER: Self = Self(0);
    /// Always.
    pub const ALWAYS: Self = Self(8);
}

impl FpCond {
    /// Never.
    pub const NEVER: Self = Self(0);
    /// Always.
    pub const ALWAYS: Self = Self(8);
}

fn fmt_gpr(number: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match number {
        14 => f.write_str("%sp"),
        30 => f.write_str("%fp"),
        _ => write!(f, "%{}{}", ["g", "o", "l", "i"][number / 8], number % 8),
    }
}

/// objdump writes odd pair numbers as SPARC V9 encodes the upper half of its register file.
const fn v9_number(number: usize) -> usize {
    number & !1 | (number & 1) << 5
}

/// objdump writes numbers up to 9 in decimal, so that negative ones keep their sign.
fn fmt_number(number: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if number <= 9 {
        write!(f, "{number}")
    } else {
        write!(f, "{number:#x}")
    }
}

/// A signed 13-bit immediate on its own; only aliases need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simm13(pub i16);

impl Operand for Simm13 {
    fn from_bits(bits: u32, width: u32) -> Self {
        Self(sign_extend(bits, width) as i16)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0 as u32
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(self.0.into(), f)
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.number_in(-4096, 4095).map(|v| Self(v as i16))
    }
}

/// The second operand of most instructions: bit `i`, then a register or an immediate.
///
/// Encoded in 14 bits (signed 13-bit immediate) or in 6 bits (unsigned 5-bit shift count). In a
/// 14-bit register form the LEON ignores bits 12:5, and so does the decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Src2 {
    /// Register `rs2`.
    Reg(Gpr),
    /// An immediate: -4096 to 4095, or a shift count of 0 to 31.
    Imm(i16),
}

impl Src2 {
    const SHIFT_WIDTH: u32 = 6;
}

impl Operand for Src2 {
    fn from_bits(bits: u32, width: u32) -> Self {
        match (bits >> (width - 1) & 1, width) {
            (0, _) => Self::Reg(Gpr::new(bits as u8)),
            (_, Self::SHIFT_WIDTH) => Self::Imm((bits & 0x1f) as i16),
            _ => Self::Imm(sign_extend(bits, width - 1) as i16),
        }
    }
    fn to_bits(self, width: u32) -> u32 {
        match self {
            Self::Reg(reg) => reg.0.into(),
            Self::Imm(imm) => 1 << (width - 1) | imm as u32 & ((1 << (width - 1)) - 1),
        }
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reg(reg) => write!(f, "{reg}"),
            Self::Imm(imm) => fmt_number(imm.into(), f),
        }
    }
    fn parse(text: &mut Cursor<'_>, width: u32) -> Result<Self, Misfit> {
        if let Some(register) = gpr_here(text) {
            return Ok(Self::Reg(register));
        }
        let value = match width {
            Self::SHIFT_WIDTH => text.number_in(0, 31)?,
            _ => text.number_in(-4096, 4095)?,
        };
        Ok(Self::Imm(value as i16))
    }
}

/// The sum of a register and a second operand: an address or a trap number.
///
/// Encoded as 5 bits `rs1` followed by a [`Src2`] of 14 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Addr {
    /// The base register.
    pub rs1: Gpr,
    /// What is added.
    pub op2: Src2,
}

/// An address without an immediate form, as in alternate-space instructions: 5 bits `rs1`, 5 bits
/// `rs2`. Smaller than [`Addr`], which keeps the instruction enum at eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegAddr {
    /// The base register.
    pub rs1: Gpr,
    /// The register that is added.
    pub rs2: Gpr,
}

impl From<RegAddr> for Addr {
    fn from(addr: RegAddr) -> Self {
        Self {
            rs1: addr.rs1,
            op2: Src2::Reg(addr.rs2),
        }
    }
}

impl Operand for RegAddr {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self {
            rs1: Gpr::new((bits >> 5) as u8),
            rs2: Gpr::new(bits as u8),
        }
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.rs1.to_bits(5) << 5 | self.rs2.to_bits(5)
    }
    fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Operand::fmt(Addr::from(self), pc, f)
    }
    fn parse(text: &mut Cursor<'_>, width: u32) -> Result<Self, Misfit> {
        let rs1 = Gpr::parse(text, width)?;
        text.blanks();
        let rs2 = if text.take("+") {
            text.blanks();
            Gpr::parse(text, width)?
        } else {
            Gpr::G0
        };
        Ok(Self { rs1, rs2 })
    }
}

impl Operand for Addr {
    fn from_bits(bits: u32, width: u32) -> Self {
        let rs1 = Gpr::new((bits >> (width - 5)) as u8);
        Self {
            rs1,
            op2: Src2::from_bits(bits, width - 5),
        }
    }
    fn to_bits(self, width: u32) -> u32 {
        self.rs1.to_bits(5) << (width - 5) | self.op2.to_bits(width - 5)
    }
    fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rs1, self.op2) {
            (rs1, Src2::Reg(Gpr::G0) | Src2::Imm(0)) => write!(f, "{rs1}"),
            (Gpr::G0, op2 @ Src2::Imm(_)) => Operand::fmt(op2, pc, f),
            (rs1, op2) => {
                write!(f, "{rs1} + ")?;
                Operand::fmt(op2, pc, f)
            }
        }
    }
    /// `%rs1`, `%rs1 + %rs2`, `%rs1 + constant`, `%rs1 - constant`, `constant`, `constant + %rs1`.
    fn parse(text: &mut Cursor<'_>, width: u32) -> Result<Self, Misfit> {
        let width = width - 5;
        if let Some(rs1) = gpr_here(text) {
            text.blanks();
            let op2 = if text.rest().starts_with('-') {
                Src2::parse(text, width)?
            } else if text.take("+") {
                text.blanks();
                Src2::parse(text, width)?
            } else {
                Src2::Reg(Gpr::G0)
            };
            return Ok(Self { rs1, op2 });
        }
        let op2 = Src2::parse(text, width)?;
        text.blanks();
        let rs1 = if text.take("+") {
            text.blanks();
            Gpr::parse(text, width)?
        } else {
            Gpr::G0
        };
        Ok(Self { rs1, op2 })
    }
}

/// A branch distance in bytes; encoded in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disp(pub i32);

impl Disp {
    /// The target of a branch at `pc`.
    #[must_use]
    pub const fn target(self, pc: u32) -> u32 {
        pc.wrapping_add_signed(self.0)
    }
}

impl Operand for Disp {
    fn from_bits(bits: u32, width: u32) -> Self {
        Self(sign_extend(bits, width) << 2)
    }
    fn to_bits(self, _width: u32) -> u32 {
        (self.0 >> 2) as u32
    }
    fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_target(pc, self.0, f)
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.distance().map(Self)
    }
}

/// The value of a `sethi`: 22 bits, already shifted to their place (bits 31:10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hi22(pub u32);

impl Operand for Hi22 {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self(bits << 10)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0 >> 10
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%hi(")?;
        fmt_hex(self.0, f)?;
        f.write_str(")")
    }
    /// The 22 bits themselves: `%hi(address)` is the number of them.
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.number_in(0, 0x3f_ffff).map(|v| Self((v as u32) << 10))
    }
}

impl From<Hi22> for u32 {
    fn from(imm: Hi22) -> u32 {
        imm.0
    }
}

/// The constant of `unimp`, without meaning to the processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Const(pub u32);

impl Operand for Const {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self(bits)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_hex(self.0, f)
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.number().map(|v| Self(v as u32))
    }
}

impl From<Const> for u32 {
    fn from(imm: Const) -> u32 {
        imm.0
    }
}

/// The operation field of a coprocessor or unknown floating-point operation. Sixteen bits keep the
/// instruction enum at eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opf(pub u16);

impl Operand for Opf {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self(bits as u16)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0.into()
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_hex(self.0.into(), f)
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.number_in(0, 511).map(|v| Self(v as u16))
    }
}

/// Hexadecimal as C's `%#x` writes it: zero has no prefix.
fn fmt_hex(number: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if number == 0 {
        f.write_str("0")
    } else {
        write!(f, "{number:#x}")
    }
}
