//! The five IEEE 754 exception flags.

use core::ops::{BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

/// A set of IEEE 754 exceptions, in the bit order of the SPARC V8 FSR (section 4.4): NV OF UF DZ NX
/// are bits 4 to 0.
///
/// ```
/// use trueboard_core::fp::Flags;
/// let flags = Flags::OVERFLOW | Flags::INEXACT;
/// assert_eq!(flags.bits(), 0b0_1001);
/// assert!(flags.contains(Flags::INEXACT));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Flags(u8);

impl Flags {
    /// Nothing was raised.
    pub const NONE: Flags = Flags(0);
    /// The delivered result differs from the exact one (NX).
    pub const INEXACT: Flags = Flags(1);
    /// A finite non-zero number was divided by zero (DZ).
    pub const DIV_BY_ZERO: Flags = Flags(1 << 1);
    /// The result is tiny and inexact, or was flushed to zero (UF).
    pub const UNDERFLOW: Flags = Flags(1 << 2);
    /// The rounded result does not fit the format (OF).
    pub const OVERFLOW: Flags = Flags(1 << 3);
    /// The operation has no meaningful result (NV).
    pub const INVALID: Flags = Flags(1 << 4);

    /// The flags as a five-bit number, NX in bit 0.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The flags in the low five bits of `bits`; higher bits are dropped.
    #[inline]
    pub const fn from_bits(bits: u8) -> Flags {
        Flags(bits & 0x1F)
    }

    /// True when no flag is set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when every flag of `other` is set.
    #[inline]
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flags set in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Flags) -> Flags {
        Flags(self.0 & other.0)
    }

    /// [`Flags::INEXACT`] when `inexact`, else nothing.
    #[inline]
    pub(super) const fn inexact_if(inexact: bool) -> Flags {
        Flags(inexact as u8)
    }
}

impl BitOr for Flags {
    type Output = Flags;

    #[inline]
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    #[inline]
    fn bitor_assign(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}
