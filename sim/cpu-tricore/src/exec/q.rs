//! Fractional multiplication and multiply-accumulate: MUL.Q, MADD.Q, MSUB.Q and their rounding forms.

use super::flags::{Fit, Flags, signed32, signed64};
use super::int::sx;
use super::mac::q16;

/// A product of fractions with `drop` bits below the last place of a word.
#[derive(Clone, Copy)]
pub(super) struct Product {
    exact: i128,
    drop: u32,
}

/// `a * b << n` where `b` is a word, or a half-word taken as such.
#[inline]
pub(super) fn product(a: u32, b: i64, n: u8, drop: u32) -> Product {
    Product {
        exact: (i128::from(sx(a)) * i128::from(b)) << (n & 1),
        drop,
    }
}

impl Product {
    /// Aligned to the upper half of the lower word: the place of a 16-bit product in 64 bits.
    pub(super) fn up(self) -> Product {
        Product {
            exact: self.exact << 16,
            ..self
        }
    }

    /// The product subtracted instead of added.
    pub(super) fn neg(self) -> Product {
        Product {
            exact: -self.exact,
            ..self
        }
    }
}

/// `c` plus the product, 32 bits. What is below the last place is dropped after the addition, so
/// MSUB.Q rounds the product up (as QEMU does, which follows the reference simulator).
pub(super) fn word(c: u32, p: Product, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(sx(c) + (p.exact >> p.drop) as i64, fit, flags)
}

/// `c` plus the product, 64 bits.
pub(super) fn long(c: u64, p: Product, fit: Fit, flags: &mut Flags) -> u64 {
    signed64(i128::from(c as i64) + p.exact, fit, flags)
}

/// The product of two half-words, aligned to the lowest bit of a word.
pub(super) fn halves(a: i64, b: i64, n: u8) -> Product {
    Product {
        exact: q16(a, b, n).into(),
        drop: 0,
    }
}

/// `c` plus the product, rounded to the upper half.
pub(super) fn rounded(c: u32, p: Product, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(sx(c) + p.exact as i64 + 0x8000, fit, flags) & 0xFFFF_0000
}

/// MULR.Q: the greatest product stays as it is, since rounding it would overflow.
pub(super) fn mulr(p: Product, flags: &mut Flags) -> u32 {
    let exact = p.exact.min(i128::from(i32::MAX) - 0x8000);
    rounded(0, Product { exact, ..p }, Fit::Wrap, flags)
}
