//! Packed multiplication and multiply-accumulate: two products of half-words at a time.
//!
//! Every instruction here is two signed products and one of three ways to accumulate them. Products
//! are negated before, so that one function serves MADD, MADDSU, MSUB and MSUBAD.

use super::flags::{Fit, Flags, signed64, word};
use super::int::sx;

/// Which half-words are multiplied, named as in assembler.
#[derive(Clone, Copy)]
pub(super) enum Halves {
    /// `a.hi * b.hi` and `a.lo * b.lo`.
    Ul,
    /// `a.hi * b.lo` and `a.lo * b.hi`.
    Lu,
    /// `a.hi * b.lo` and `a.lo * b.lo`.
    Ll,
    /// `a.lo * b.hi` and `a.hi * b.hi`.
    Uu,
}

/// Two products; each fits 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Products {
    high: i64,
    low: i64,
}

impl Products {
    /// Both subtracted: MSUB.
    pub(super) fn sub(self) -> Products {
        Products {
            high: -self.high,
            low: -self.low,
        }
    }

    /// The low one subtracted: MADDSU.
    pub(super) fn add_sub(self) -> Products {
        Products {
            low: -self.low,
            ..self
        }
    }

    /// The high one subtracted: MSUBAD.
    pub(super) fn sub_add(self) -> Products {
        Products {
            high: -self.high,
            ..self
        }
    }
}

/// The upper half-word, as a signed number.
#[inline]
pub(super) fn upper(x: u32) -> i64 {
    sx(x) >> 16
}

/// The lower half-word, as a signed number.
#[inline]
pub(super) fn lower(x: u32) -> i64 {
    i64::from(x as i16)
}

/// The product of two signed half-words, shifted left by `n` (0 or 1). -1 times -1 as fractions is
/// just below 1.
#[inline]
pub(super) fn q16(a: i64, b: i64, n: u8) -> i64 {
    ((a * b) << (n & 1)).min(i32::MAX.into())
}

/// The two products of `a` and `b`.
pub(super) fn products(a: u32, b: u32, n: u8, halves: Halves) -> Products {
    let (high, low) = match halves {
        Halves::Ul => ((upper(a), upper(b)), (lower(a), lower(b))),
        Halves::Lu => ((upper(a), lower(b)), (lower(a), upper(b))),
        Halves::Ll => ((upper(a), lower(b)), (lower(a), lower(b))),
        Halves::Uu => ((lower(a), upper(b)), (upper(a), upper(b))),
    };
    Products {
        high: q16(high.0, high.1, n),
        low: q16(low.0, low.1, n),
    }
}

/// The upper word of a pair.
#[inline]
fn hi(c: u64) -> i64 {
    sx((c >> 32) as u32)
}

/// The lower word of a pair.
#[inline]
fn lo(c: u64) -> i64 {
    sx(c as u32)
}

/// Each word of `c` plus its product: MUL.H (with nothing to add to), MADD.H and kin.
pub(super) fn words(c: u64, p: Products, fit: Fit, flags: &mut Flags) -> u64 {
    let (high, v1, av1) = word(hi(c) + p.high, fit);
    let (low, v0, av0) = word(lo(c) + p.low, fit);
    flags.overflow(v1 | v0, av1 | av0);
    u64::from(high) << 32 | u64::from(low)
}

/// The double word `c` plus both products, 16 places up: MULM.H, MADDM.H and kin.
pub(super) fn long(c: u64, p: Products, fit: Fit, flags: &mut Flags) -> u64 {
    let sum = i128::from(p.high + p.low) << 16;
    signed64(i128::from(c as i64) + sum, fit, flags)
}

/// Each word of `c` plus its product, rounded to the upper half: MULR.H, MADDR.H and kin.
pub(super) fn rounded(c: u64, p: Products, fit: Fit, flags: &mut Flags) -> u32 {
    let p = Products {
        high: p.high + 0x8000,
        low: p.low + 0x8000,
    };
    let sums = words(c, p, fit, flags);
    (sums >> 32) as u32 & 0xFFFF_0000 | sums as u32 >> 16
}

/// MULR.H: the greatest product stays as it is, since rounding it would overflow.
pub(super) fn mulr(p: Products, flags: &mut Flags) -> u32 {
    let below = |product: i64| product.min(i64::from(i32::MAX) - 0x8000);
    let p = Products {
        high: below(p.high),
        low: below(p.low),
    };
    rounded(0, p, Fit::Wrap, flags)
}

/// Two packed half-words as the upper halves of a pair of words: the accumulator of MADDR.H in D[c].
pub(super) fn widen(c: u32) -> u64 {
    u64::from(c & 0xFFFF_0000) << 32 | u64::from(c << 16)
}
