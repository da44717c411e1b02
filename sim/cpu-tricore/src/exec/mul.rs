//! Multiplication and multiply-accumulate of whole words.

use super::CoreOps;
use super::flags::{Fit, Flags, clamp_unsigned32, signed32, signed64, unsigned64};
use super::int::{self, sx};

/// MUL.
#[inline(always)]
pub(super) fn multiply<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let (product, v) = (o.mul(a, b), o.mul_overflows(a, b));
    int::with_overflow(o, product, v)
}

/// MADD. V is that of the whole sum.
#[inline(always)]
pub(super) fn multiply_add<O: CoreOps>(o: &mut O, c: O::Word, a: O::Word, b: O::Word) -> O::Word {
    let (sum, v) = o.mul_add(a, b, c);
    int::with_overflow(o, sum, v)
}

/// The signed product.
#[inline]
pub(super) fn product(a: u32, b: u32) -> i64 {
    sx(a) * sx(b)
}

/// The unsigned product.
#[inline]
pub(super) fn product_u(a: u32, b: u32) -> i128 {
    i128::from(u64::from(a) * u64::from(b))
}

/// `c` plus a signed product, which MSUB negates before: MULS, MADDS, MSUB with a result of 32 bits.
#[inline]
pub(super) fn word(c: u32, product: i64, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(sx(c) + product, fit, flags)
}

/// `c` plus an unsigned product, clamped: MULS.U, MADDS.U, MSUBS.U with a result of 32 bits.
pub(super) fn word_u(c: u32, product: i128, flags: &mut Flags) -> u32 {
    clamp_unsigned32(i128::from(c) + product, flags)
}

/// As [`word`], with a result of 64 bits.
#[inline]
pub(super) fn long(c: u64, product: i64, fit: Fit, flags: &mut Flags) -> u64 {
    signed64(i128::from(c as i64) + i128::from(product), fit, flags)
}

/// `c` plus an unsigned product: MUL.U, MADD.U, MSUB.U with a result of 64 bits.
#[inline]
pub(super) fn long_u(c: u64, product: i128, fit: Fit, flags: &mut Flags) -> u64 {
    unsigned64(i128::from(c) + product, fit, flags)
}
