//! Double precision, fast path first.

use super::env::{Env, Round};
use super::flags::Flags;
use super::format::{Double, Format, is_subnormal32};
use super::soft;

/// Exponent field from 1 to `2047 - margin`: a normal number that is not too large.
#[inline]
fn is_normal(bits: u64, margin: u64) -> bool {
    ((bits >> 52) & 0x7FF).wrapping_sub(1) < 0x7FF - margin
}

/// A zero, or a normal number two powers of two below overflow, so that the error term of a sum
/// cannot overflow either.
#[inline]
fn is_easy_term(bits: u64) -> bool {
    is_normal(bits, 2) || bits << 1 == 0
}

/// Exponent field from 2 to 2046. The smallest binade is left out because a result in it may have
/// been tiny before rounding.
#[inline]
fn is_easy_result(bits: u64) -> bool {
    ((bits >> 52) & 0x7FF).wrapping_sub(2) < 0x7FD
}

#[inline]
fn significand(bits: u64) -> u64 {
    bits & ((1 << 52) - 1) | 1 << 52
}

/// Whether `product` is the significand `sig`, moved by the 52 or 53 places a product can have.
#[inline]
fn same_significand(product: u128, sig: u64) -> bool {
    let sig = u128::from(sig);
    product == sig << 52 || product == sig << 53
}

/// `a + b` rounded to nearest by the host, if neither operands nor result need care: all are zeros
/// or normal numbers, and no flag but inexact is raised.
#[inline(always)]
pub fn host_add64(a: u64, b: u64) -> Option<(u64, Flags)> {
    if !is_easy_term(a) || !is_easy_term(b) {
        return None;
    }
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let sum = x + y;
    let bits = sum.to_bits();
    if !is_easy_term(bits) {
        return None;
    }
    // Knuth's TwoSum: the rounding error of a sum is itself a double.
    let y_part = sum - x;
    let error = (x - (sum - y_part)) + (y - y_part);
    Some((bits, Flags::inexact_if(error != 0.0)))
}

/// `a - b` as [`host_add64`] does it.
#[inline(always)]
pub fn host_sub64(a: u64, b: u64) -> Option<(u64, Flags)> {
    host_add64(a, b ^ Double::SIGN)
}

/// `a * b` as [`host_add64`] does it.
#[inline(always)]
pub fn host_mul64(a: u64, b: u64) -> Option<(u64, Flags)> {
    if !is_normal(a, 1) || !is_normal(b, 1) {
        return times_zero(a, b);
    }
    let bits = (f64::from_bits(a) * f64::from_bits(b)).to_bits();
    if !is_easy_result(bits) {
        return None;
    }
    // Exact when the 53 leading bits of the 105- or 106-bit product are all of it.
    let product = u128::from(significand(a)) * u128::from(significand(b));
    let dropped = 52 + ((product >> 105) as u32);
    let inexact = (product as u64) & ((1 << dropped) - 1) != 0;
    Some((bits, Flags::inexact_if(inexact)))
}

/// `a * b` of numbers of which one is zero, if both are easy: exact.
#[inline(never)]
fn times_zero(a: u64, b: u64) -> Option<(u64, Flags)> {
    let easy = is_easy_term(a) && is_easy_term(b);
    easy.then_some(((a ^ b) & Double::SIGN, Flags::NONE))
}

/// `host`'s answer, if that is how `env` rounds.
#[inline]
fn if_nearest<T>(env: Env, host: impl FnOnce() -> Option<T>) -> Option<T> {
    if env.round == Round::NearestEven {
        host()
    } else {
        None
    }
}

/// `a + b` in double precision.
///
/// ```
/// use trueboard_core::fp::{Env, Flags, add64};
/// let (bits, flags) = add64(Env::IEEE, 0.1f64.to_bits(), 0.2f64.to_bits());
/// assert_eq!((f64::from_bits(bits), flags), (0.1 + 0.2, Flags::INEXACT));
/// ```
#[inline]
pub fn add64(env: Env, a: u64, b: u64) -> (u64, Flags) {
    match if_nearest(env, || host_add64(a, b)) {
        Some(result) => result,
        None => soft::add::<Double>(env, a, b),
    }
}

/// `a - b` in double precision.
#[inline]
pub fn sub64(env: Env, a: u64, b: u64) -> (u64, Flags) {
    match if_nearest(env, || host_sub64(a, b)) {
        Some(result) => result,
        None => soft::sub::<Double>(env, a, b),
    }
}

/// `a * b` in double precision.
#[inline]
pub fn mul64(env: Env, a: u64, b: u64) -> (u64, Flags) {
    match if_nearest(env, || host_mul64(a, b)) {
        Some(result) => result,
        None => soft::mul::<Double>(env, a, b),
    }
}

/// `a / b` in double precision.
#[inline]
pub fn div64(env: Env, a: u64, b: u64) -> (u64, Flags) {
    if env.round == Round::NearestEven && is_normal(a, 1) && is_normal(b, 1) {
        let bits = (f64::from_bits(a) / f64::from_bits(b)).to_bits();
        if is_easy_result(bits) {
            let back = u128::from(significand(bits)) * u128::from(significand(b));
            let exact = same_significand(back, significand(a));
            return (bits, Flags::inexact_if(!exact));
        }
    }
    soft::div::<Double>(env, a, b)
}

/// The square root of `a` in double precision.
#[inline]
pub fn sqrt64(env: Env, a: u64) -> (u64, Flags) {
    if env.round == Round::NearestEven && is_normal(a, 1) && a & Double::SIGN == 0 {
        let bits = f64::from_bits(a).sqrt().to_bits();
        let root = u128::from(significand(bits));
        let exact = same_significand(root * root, significand(a));
        return (bits, Flags::inexact_if(!exact));
    }
    soft::sqrt::<Double>(env, a)
}

/// `a * b + c` in double precision with one rounding.
pub fn fma64(env: Env, a: u64, b: u64, c: u64) -> (u64, Flags) {
    soft::fma::<Double>(env, a, b, c)
}

/// The exact double-precision product of two single-precision numbers (SPARC `FsMULd`).
#[inline]
pub fn mul32to64(env: Env, a: u32, b: u32) -> (u64, Flags) {
    let widen = |bits: u32| {
        let flush = env.flush_inputs && is_subnormal32(bits);
        super::convert::widen(if flush { bits & 0x8000_0000 } else { bits })
    };
    mul64(env, widen(a), widen(b))
}
