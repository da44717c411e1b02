//! Every case, in integers: the soft floating point of `trueboard_core`.

use super::{Mode, zero_negative};
use crate::status::{BIS, BUS, BV, BVS, flag};
use trueboard_core::fp::{self, Env, Flags};

const SIGN: u32 = 1 << 31;

/// The parameters of the unit in a mode.
pub(super) const fn env(mode: Mode) -> Env {
    Env::EPIPHANY.with_round(mode.round())
}

/// A result with its exceptions as STATUS has them. The unit has no flag for inexact results.
fn with_flags((result, raised): (u32, Flags)) -> (u32, u32) {
    let flags = zero_negative(result)
        | flag(BIS, raised.contains(Flags::INVALID))
        | flag(BV | BVS, raised.contains(Flags::OVERFLOW))
        | flag(BUS, raised.contains(Flags::UNDERFLOW));
    (result, flags)
}

#[cold]
pub(super) fn fadd(mode: Mode, n: u32, m: u32) -> (u32, u32) {
    with_flags(fp::add32(env(mode), n, m))
}

#[cold]
pub(super) fn fsub(mode: Mode, n: u32, m: u32) -> (u32, u32) {
    with_flags(fp::sub32(env(mode), n, m))
}

#[cold]
pub(super) fn fmul(mode: Mode, n: u32, m: u32) -> (u32, u32) {
    with_flags(fp::mul32(env(mode), n, m))
}

#[cold]
pub(super) fn fmadd(mode: Mode, d: u32, n: u32, m: u32) -> (u32, u32) {
    with_flags(fp::fma32(env(mode), n, m, d))
}

#[cold]
pub(super) fn fmsub(mode: Mode, d: u32, n: u32, m: u32) -> (u32, u32) {
    // A NaN keeps its sign.
    let n = if fp::is_nan32(n) { n } else { n ^ SIGN };
    fmadd(mode, d, n, m)
}
