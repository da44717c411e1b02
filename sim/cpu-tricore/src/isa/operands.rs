//! Operand types of the TriCore table: how they are encoded, what they stand for, how GNU objdump
//! writes them, and how GNU as reads them.
//!
//! [`Operand::value`] is what execution needs: the number of a register, an extended constant, a
//! distance in bytes. Operands that a form implies have no bits: they are encoded by nothing.

use core::fmt;

use super::csfr;
use trueboard_core::isa::{Cursor, Misfit, Operand, Registers, fmt_target, sign_extend};

/// The file of the data registers, in [`Registers`].
pub const DATA: u8 = 0;
/// The file of the address registers.
pub const ADDRESS: u8 = 1;

/// Defines register operands: the letter, the file, how many registers it names, and the register that is
/// implied if there is one.
macro_rules! registers {
    ($($(#[$meta:meta])* $name:ident, $letter:literal, $file:ident x $count:literal $(, $implied:literal)?;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $name {
            /// The operand with this number; higher bits are dropped.
            #[must_use]
            pub const fn new(number: u8) -> Self {
                $(let _ = number; return Self($implied);)?
                #[allow(unreachable_code)]
                Self(number & 15)
            }
        }

        impl Operand for $name {
            fn from_bits(bits: u32, _width: u32) -> Self {
                Self::new(bits as u8)
            }
            fn to_bits(self, _width: u32) -> u32 {
                self.0.into()
            }
            fn value(self) -> i32 {
                self.0.into()
            }
            const REGISTERS: Option<Registers> = Some(Registers { file: $file, count: $count });
            fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match ($letter, self.0) {
                    ("a", 10) => f.write_str("%sp"),
                    (letter, number) => write!(f, "%{letter}{number}"),
                }
            }
            fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
                read_register($letter, text).map(Self)
            }
        }
    )* };
}

/// `%`, the letter and a number.
fn read_register(letter: &str, text: &mut Cursor<'_>) -> Result<u8, Misfit> {
    let none = text.expected(format!("a register %{letter}0 to %{letter}15"));
    if letter == "a" && text.take("%sp") {
        return Ok(10);
    }
    if text.take("%") && text.take(letter) {
        return text
            .digits()
            .filter(|n| *n <= 15)
            .map(|n| n as u8)
            .ok_or(none);
    }
    Err(none)
}

/// The number behind `]`: 0 where none is written, unless the register changes by it.
fn offset(text: &mut Cursor<'_>) -> Result<i32, Misfit> {
    let changes = text.passed().contains('+') || !text.passed().ends_with(']');
    match text.rest().trim_start().chars().next() {
        None | Some(',') if !changes => Ok(0),
        _ => text.signed(),
    }
}

registers! {
    /// A data register.
    D, "d", DATA x 1;
    /// An address register.
    A, "a", ADDRESS x 1;
    /// A pair of data registers, named by the even one.
    E, "e", DATA x 2;
    /// A pair of address registers, named by the even one; written as that.
    P, "a", ADDRESS x 2;
    /// D15, implied.
    D15, "d", DATA x 1, 15;
    /// A15, implied.
    A15, "a", ADDRESS x 1, 15;
    /// A10, the stack pointer, implied.
    A10, "a", ADDRESS x 1, 10;
}

trueboard_core::numbers! {
    show |x, pc, f| write!(f, "{}", x.value());
    read |text, unit| text.signed()?;
    /// A sign-extended constant.
    K, |bits, width| sign_extend(bits, width), |v| v as u32;
    /// A zero-extended constant.
    Ku, |bits, width| bits as i32, |v| v as u32;
    /// A position, a width, a shift.
    U, |bits, width| bits as i32, |v| v as u32;
}

trueboard_core::numbers! {
    show |x, pc, f| write!(f, "{}", x.value());
    read |text, unit| offset(text)?;
    /// A signed offset in bytes.
    Off, |bits, width| sign_extend(bits, width), |v| v as u32;
    /// An offset of 4 bits, in bytes.
    Off4, |bits, width| bits as i32, |v| v as u32;
    /// An offset of 4 bits, in half-words.
    Off4x2, |bits, width| 2 * bits as i32, |v| v as u32 >> 1;
    /// An offset of 4 bits, in words.
    Off4x4, |bits, width| 4 * bits as i32, |v| v as u32 >> 2;
    /// An offset of 8 bits, in words.
    Off8x4, |bits, width| 4 * bits as i32, |v| v as u32 >> 2;
    /// The increment of a byte access, implied.
    Inc1, |bits, width| { let _ = bits; 1 }, |v| { let _ = v; 0 };
    /// The increment of a half-word access, implied.
    Inc2, |bits, width| { let _ = bits; 2 }, |v| { let _ = v; 0 };
    /// The increment of a word access, implied.
    Inc4, |bits, width| { let _ = bits; 4 }, |v| { let _ = v; 0 };
}

trueboard_core::numbers! {
    show |x, pc, f| write!(f, "{:#x}", x.value());
    read |text, unit| text.number()?;
    /// An absolute address of a load or store: the 16 KiB at the bottom of each segment.
    Abs18, |bits, width| ((bits & 0x3_c000) << 14 | bits & 0x3fff) as i32,
        |v| v as u32 >> 14 & 0x3_c000 | v as u32 & 0x3fff;
    /// An absolute branch target: the 2 MiB at the bottom of each segment.
    AbsJ, |bits, width| ((bits & 0xf0_0000) << 8 | (bits & 0xf_ffff) << 1) as i32,
        |v| v as u32 >> 8 & 0xf0_0000 | v as u32 >> 1 & 0xf_ffff;
}

trueboard_core::numbers! {
    show |x, pc, f| fmt_target(pc, x.value(), f);
    read |text, unit| text.distance()?;
    /// A signed distance.
    Disp, |bits, width| 2 * sign_extend(bits, width), |v| (v >> 1) as u32;
    /// Up to 30 bytes ahead.
    Disp4, |bits, width| 2 * bits as i32, |v| (v >> 1) as u32;
    /// 32 to 62 bytes ahead.
    Disp4p16, |bits, width| 2 * (bits as i32 + 16), |v| (v >> 1) as u32 & 15;
    /// 2 to 32 bytes back.
    DispLoop, |bits, width| 2 * bits as i32 - 32, |v| ((v + 32) >> 1) as u32 & 15;
}

/// A core special function register, by its offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Csfr(u16);

impl Csfr {
    /// The register at this offset.
    #[must_use]
    pub const fn new(offset: u16) -> Self {
        Self(offset)
    }
}

impl Operand for Csfr {
    fn from_bits(bits: u32, _width: u32) -> Self {
        Self(bits as u16)
    }
    fn to_bits(self, _width: u32) -> u32 {
        self.0.into()
    }
    fn value(self) -> i32 {
        self.0.into()
    }
    fn fmt(self, _pc: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match csfr::name(self.0) {
            Some(name) => write!(f, "${name}"),
            None => write!(f, "$0x{:04x}", self.0),
        }
    }
    /// `$name`, `$0xfe04`, or the offset as an expression.
    fn parse(text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
        let none = text.expected("a core register, as $psw");
        let mut named = text.clone();
        if named.take("$") && named.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            let offset = csfr::offset(named.word()).ok_or(none)?;
            *text = named;
            return Ok(Self(offset));
        }
        text.take("$");
        text.number_in(0, 0xffff).map(|offset| Self(offset as u16))
    }
}

/// Addressing modes (TC1.6 architecture manual, volume 1, "Addressing model").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Mode {
    /// `[%ab]off`.
    #[default]
    Base,
    /// `[%ab+]off`: the register is incremented after the access.
    Post,
    /// `[+%ab]off`: before it.
    Pre,
    /// `[%pb+c]off`: circular.
    Circ,
    /// `[%pb+r]`: bit-reverse.
    Rev,
    /// `[%pb+i]`: base and index, no update.
    Index,
    /// An absolute address.
    Abs,
}

impl Mode {
    /// All of them, by the value of the operands that imply them.
    pub const ALL: [Mode; 7] = [
        Mode::Base,
        Mode::Post,
        Mode::Pre,
        Mode::Circ,
        Mode::Rev,
        Mode::Index,
        Mode::Abs,
    ];

    /// The register that the mode changes when `base` is its base register, if it changes one.
    #[must_use]
    #[inline(always)]
    pub const fn updates(self, base: u8) -> Option<u8> {
        match self {
            Mode::Post | Mode::Pre => Some(base),
            // The index is in the odd register of the pair.
            Mode::Circ | Mode::Rev => Some(base | 1),
            Mode::Base | Mode::Index | Mode::Abs => None,
        }
    }
}

/// Defines operands without bits that imply an addressing mode.
macro_rules! modes {
    ($($(#[$meta:meta])* $name:ident;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name;

        impl Operand for $name {
            fn from_bits(_bits: u32, _width: u32) -> Self {
                Self
            }
            fn to_bits(self, _width: u32) -> u32 {
                0
            }
            fn value(self) -> i32 {
                Mode::$name as i32
            }
            fn fmt(self, _pc: Option<u32>, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Ok(())
            }
            fn parse(_text: &mut Cursor<'_>, _width: u32) -> Result<Self, Misfit> {
                Ok(Self)
            }
        }
    )* };
}

modes! {
    /// [`Mode::Base`].
    Base;
    /// [`Mode::Post`].
    Post;
    /// [`Mode::Pre`].
    Pre;
    /// [`Mode::Circ`].
    Circ;
    /// [`Mode::Rev`].
    Rev;
    /// [`Mode::Index`].
    Index;
    /// [`Mode::Abs`].
    Abs;
}
