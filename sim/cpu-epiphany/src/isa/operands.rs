//! Operand types of the table: how they are encoded, what they stand for, how GNU objdump writes
//! them, and how GNU as reads them.

use core::fmt;

use super::special;
use trueboard_core::isa::{Cursor, Misfit, Operand, Registers, fmt_target, sign_extend};

/// A general register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct R(u8);

impl R {
    /// Register `number`; bits above the sixth are dropped.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number & 63)
    }
}

impl Operand for R {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self::new(bits as u8)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0.into()
    }
    const REGISTERS: Option<Registers> = Some(Registers { file: 0, count: 1 });
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            11 => f.write_str("fp"),
            13 => f.write_str("sp"),
            14 => f.write_str("lr"),
            number => write!(f, "r{number}"),
        }
    }
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        let none = text.expected("a register r0 to r63");
        let mut ahead = text.clone();
        let word = ahead.word();
        let named = NAMES.iter().find(|(name, _)| *name == word);
        let numbered = || word.strip_prefix('r')?.parse().ok().filter(|n| *n < 64);
        let number = named.map(|(_, number)| *number).or_else(numbered);
        let number = number.ok_or(none)?;
        *text = ahead;
        Ok(Self(number))
    }
}

/// Names of registers beside their numbers (GNU binutils, `cpu/epiphany.cpu`).
const NAMES: &[(&str, u8)] = &[
    ("a1", 0),
    ("a2", 1),
    ("a3", 2),
    ("a4", 3),
    ("v1", 4),
    ("v2", 5),
    ("v3", 6),
    ("v4", 7),
    ("v5", 8),
    ("v6", 9),
    ("v7", 10),
    ("v8", 11),
    ("sb", 9),
    ("sl", 10),
    ("fp", 11),
    ("ip", 12),
    ("sp", 13),
    ("lr", 14),
];

/// A field that names a register which nothing reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unread(u8);

impl Operand for Unread {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self((bits & 63) as u8)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0.into()
    }
    fn fmt(self, pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        R::new(self.0).fmt(pc, f)
    }
    fn parse(text: &mut Cursor<'_>, width: u32) -> Result<Self, Misfit> {
        R::parse(text, width).map(|r| Self(r.0))
    }
}

/// Whether an offset is added or subtracted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

impl Operand for Sign {
    fn from_bits(bits: u32, _width: u32) -> Self {
        if bits == 0 { Self::Plus } else { Self::Minus }
    }
    fn to_bits(self, _width: u32) -> u32 {
        self as u32
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plus => "+",
            Self::Minus => "-",
        })
    }
    /// Behind an optional `#`; a missing sign is a plus.
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        text.take("#");
        let minus = text.take("-");
        if !minus {
            text.take("+");
        }
        Ok(if minus { Self::Minus } else { Self::Plus })
    }
}

/// An expression behind an optional `#`.
fn constant(text: &mut Cursor<'_>) -> Result<i32, Misfit> {
    text.take("#");
    text.number()
}

trueboard_core::numbers! {
    show |x, pc, f| write!(f, "{}", x.value());
    read |text, unit| constant(text)?;
    /// A sign-extended constant.
    Dec, |bits, width| sign_extend(bits, width), |v| v as u32;
}

// Offsets are written as they are encoded.
trueboard_core::numbers! {
    show |x, pc, f| write!(f, "{:#x}", x.to_bits(u32::BITS) as i32);
    read |text, unit| constant(text)?.saturating_mul(unit);
    /// A zero-extended constant, a shift, a code.
    Hex, |bits, width| bits as i32, |v| v as u32;
    /// The offset of an access to a byte.
    Off1, |bits, width| bits as i32, |v| v as u32;
    /// The offset of an access to a half-word, in bytes.
    Off2, |bits, width| (bits << 1) as i32, |v| v as u32 >> 1;
    /// The offset of an access to a word, in bytes.
    Off4, |bits, width| (bits << 2) as i32, |v| v as u32 >> 2;
    /// The offset of an access to a double word, in bytes.
    Off8, |bits, width| (bits << 3) as i32, |v| v as u32 >> 3;
}

trueboard_core::numbers! {
    show |x, pc, f| fmt_target(pc, x.value(), f);
    read |text, unit| text.distance()?;
    /// The distance to a branch target in bytes.
    Target, |bits, width| sign_extend(bits, width) << 1, |v| (v >> 1) as u32;
}

/// A special register, by its local address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Special(u32);

impl Special {
    /// The register at a local address; see [`special`].
    #[must_use]
    pub const fn new(address: u32) -> Self {
        Self(address)
    }
}

impl Operand for Special {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self(special::BASE + 4 * bits)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0.wrapping_sub(special::BASE) >> 2
    }
    fn value(self) -> i32 {
        self.0 as i32
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match special::name(self.0) {
            Some(name) => f.write_str(name),
            None => write!(f, "{:#x}", self.0),
        }
    }
    /// Its name, or its local address.
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        let mut named = text.clone();
        let name = named.word();
        if let Some((address, _)) = special::REGISTERS.iter().find(|r| r.1 == name) {
            *text = named;
            return Ok(Self(*address));
        }
        text.number().map(|address| Self(address as u32))
    }
}

/// A constant, an offset, a code or a special register.
pub trait Number: Operand {
    /// It is a special register.
    const SPECIAL: bool = false;
}

impl Number for Dec {}
impl Number for Hex {}
impl Number for Off1 {}
impl Number for Off2 {}
impl Number for Off4 {}
impl Number for Off8 {}
impl Number for Special {
    const SPECIAL: bool = true;
}
