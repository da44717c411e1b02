//! Multiplication and multiply-accumulate of whole words.

use super::flags::{Fit, Flags, clamp_unsigned32, signed32, signed64, unsigned64};
use super::int::sx;

/// The signed product.
#[inline]
fn product(a: u32, b: u32) -> i64 {
    sx(a) * sx(b)
}

/// The unsigned product.
#[inline]
fn product_u(a: u32, b: u32) -> i128 {
    i128::from(u64::from(a) * u64::from(b))
}

/// MUL, MULS: 32-bit result.
#[inline]
pub(super) fn mul(a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(product(a, b), fit, flags)
}

/// MULS.U.
pub(super) fn muls_u(a: u32, b: u32, flags: &mut Flags) -> u32 {
    clamp_unsigned32(product_u(a, b), flags)
}

/// MUL: 64-bit result, which always fits.
#[inline]
pub(super) fn mul_e(a: u32, b: u32, flags: &mut Flags) -> u64 {
    signed64(product(a, b).into(), Fit::Wrap, flags)
}

/// MUL.U.
#[inline]
pub(super) fn mul_u(a: u32, b: u32, flags: &mut Flags) -> u64 {
    unsigned64(product_u(a, b), Fit::Wrap, flags)
}

/// MADD, MADDS: 32-bit result.
#[inline]
pub(super) fn madd(c: u32, a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(sx(c) + product(a, b), fit, flags)
}

/// MSUB, MSUBS: 32-bit result.
#[inline]
pub(super) fn msub(c: u32, a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(sx(c) - product(a, b), fit, flags)
}

/// MADDS.U: 32-bit result.
pub(super) fn madds_u(c: u32, a: u32, b: u32, flags: &mut Flags) -> u32 {
    clamp_unsigned32(i128::from(c) + product_u(a, b), flags)
}

/// MSUBS.U: 32-bit result.
pub(super) fn msubs_u(c: u32, a: u32, b: u32, flags: &mut Flags) -> u32 {
    clamp_unsigned32(i128::from(c) - product_u(a, b), flags)
}

/// MADD, MADDS: 64-bit result.
#[inline]
pub(super) fn madd_e(c: u64, a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u64 {
    signed64(i128::from(c as i64) + i128::from(product(a, b)), fit, flags)
}

/// MSUB, MSUBS: 64-bit result.
#[inline]
pub(super) fn msub_e(c: u64, a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u64 {
    signed64(i128::from(c as i64) - i128::from(product(a, b)), fit, flags)
}

/// MADD.U, MADDS.U: 64-bit result.
pub(super) fn madd_u(c: u64, a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u64 {
    unsigned64(i128::from(c) + product_u(a, b), fit, flags)
}

/// MSUB.U, MSUBS.U: 64-bit result.
pub(super) fn msub_u(c: u64, a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u64 {
    unsigned64(i128::from(c) - product_u(a, b), fit, flags)
}
