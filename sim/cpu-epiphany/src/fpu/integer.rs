//! Integer mode: the low 32 bits of signed operations.
//!
//! BN is bit 31, BZ is set if bits 30:0 are zero (AR; SIM), BV is cleared.

use super::zero_negative;

const fn with_flags(result: u32) -> (u32, u32) {
    (result, zero_negative(result))
}

/// IADD: `n + m`.
#[inline]
#[must_use]
pub const fn iadd(n: u32, m: u32) -> (u32, u32) {
    with_flags(n.wrapping_add(m))
}

/// ISUB: `n - m`.
#[inline]
#[must_use]
pub const fn isub(n: u32, m: u32) -> (u32, u32) {
    with_flags(n.wrapping_sub(m))
}

/// IMUL: `n * m`.
#[inline]
#[must_use]
pub const fn imul(n: u32, m: u32) -> (u32, u32) {
    with_flags(n.wrapping_mul(m))
}

/// IMADD: `d + n * m`.
#[inline]
#[must_use]
pub const fn imadd(d: u32, n: u32, m: u32) -> (u32, u32) {
    with_flags(d.wrapping_add(n.wrapping_mul(m)))
}

/// IMSUB: `d - n * m`.
#[inline]
#[must_use]
pub const fn imsub(d: u32, n: u32, m: u32) -> (u32, u32) {
    with_flags(d.wrapping_sub(n.wrapping_mul(m)))
}
