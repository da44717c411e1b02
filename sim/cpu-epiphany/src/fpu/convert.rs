//! FLOAT, FIX and FABS.

use super::{Mode, soft, zero_negative};
use crate::status::{BIS, BN, BV, BVS, BZ, flag};
use trueboard_core::fp::{self, Flags};

/// FLOAT: the integer `n` as a single.
#[inline]
#[must_use]
pub fn float(mode: Mode, n: u32) -> (u32, u32) {
    let (result, _inexact) = fp::i32_to_f32(soft::env(mode), n as i32);
    (result, zero_negative(result))
}

/// FIX: the single `n` as an integer, rounded as the mode says (AR; SIM rounds ties away from
/// zero). What does not fit becomes the integer nearest to it and sets BV (estimated). A NaN
/// becomes the largest or smallest integer by its sign (SIM; all ones in AR) and sets BIS (AR).
#[inline]
#[must_use]
pub fn fix(mode: Mode, n: u32) -> (u32, u32) {
    let (result, raised) = fp::f32_to_i32(soft::env(mode), n);
    let mut flags = flag(BZ, result == 0) | flag(BN, result < 0);
    if raised.contains(Flags::INVALID) {
        flags |= if fp::is_nan32(n) { BIS } else { BV | BVS };
    }
    (result as u32, flags)
}

/// FABS: `n` without its sign; a subnormal number becomes zero. A NaN sets BIS (AR).
#[inline]
#[must_use]
pub fn fabs(n: u32) -> (u32, u32) {
    let magnitude = n & !(1 << 31);
    let result = if fp::is_subnormal32(n) { 0 } else { magnitude };
    let invalid = flag(BIS, fp::is_nan32(n));
    (result, zero_negative(result) | invalid)
}
