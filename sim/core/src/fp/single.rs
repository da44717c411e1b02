//! Single precision, fast path first: a double holds every product of two singles exactly.

use super::env::{Env, Round};
use super::flags::Flags;
use super::format::{Format, Single};
use super::soft;

/// A soft result narrowed: single-precision patterns live in the low half.
#[inline]
pub(super) fn low((bits, flags): (u64, Flags)) -> (u32, Flags) {
    (bits as u32, flags)
}

/// Exponent field from `first` to `254 - margin`.
#[inline]
fn is_normal(bits: u32, first: u32, margin: u32) -> bool {
    ((bits >> 23) & 0xFF).wrapping_sub(first) < 0xFF - first - margin
}

#[inline]
fn is_easy_term(bits: u32) -> bool {
    is_normal(bits, 1, 1) || bits << 1 == 0
}

#[inline]
fn host_sum(env: Env, a: u32, b: u32) -> Option<(u32, Flags)> {
    if env.round != Round::NearestEven || !is_easy_term(a) || !is_easy_term(b) {
        return None;
    }
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    let sum = x + y;
    let bits = sum.to_bits();
    if !is_easy_term(bits) {
        return None;
    }
    let y_part = sum - x;
    let error = (x - (sum - y_part)) + (y - y_part);
    Some((bits, Flags::inexact_if(error != 0.0)))
}

/// `a + b` in single precision.
///
/// ```
/// use trueboard_core::fp::{Env, Flags, add32};
/// assert_eq!(add32(Env::IEEE, 0x3F80_0000, 0x3F80_0000), (0x4000_0000, Flags::NONE));
/// ```
#[inline]
pub fn add32(env: Env, a: u32, b: u32) -> (u32, Flags) {
    match host_sum(env, a, b) {
        Some(result) => result,
        None => low(soft::add::<Single>(env, a.into(), b.into())),
    }
}

/// `a - b` in single precision.
#[inline]
pub fn sub32(env: Env, a: u32, b: u32) -> (u32, Flags) {
    match host_sum(env, a, b ^ Single::SIGN as u32) {
        Some(result) => result,
        None => low(soft::sub::<Single>(env, a.into(), b.into())),
    }
}

/// `a * b` in single precision.
#[inline]
pub fn mul32(env: Env, a: u32, b: u32) -> (u32, Flags) {
    if env.round == Round::NearestEven && is_normal(a, 1, 0) && is_normal(b, 1, 0) {
        let exact = f64::from(f32::from_bits(a)) * f64::from(f32::from_bits(b));
        let product = exact as f32;
        if is_normal(product.to_bits(), 2, 0) {
            return (
                product.to_bits(),
                Flags::inexact_if(f64::from(product) != exact),
            );
        }
    }
    low(soft::mul::<Single>(env, a.into(), b.into()))
}

/// `a / b` in single precision.
#[inline]
pub fn div32(env: Env, a: u32, b: u32) -> (u32, Flags) {
    if env.round == Round::NearestEven && is_normal(a, 1, 0) && is_normal(b, 1, 0) {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let quotient = x / y;
        if is_normal(quotient.to_bits(), 2, 0) {
            let back = f64::from(quotient) * f64::from(y);
            return (quotient.to_bits(), Flags::inexact_if(back != f64::from(x)));
        }
    }
    low(soft::div::<Single>(env, a.into(), b.into()))
}

/// The square root of `a` in single precision.
#[inline]
pub fn sqrt32(env: Env, a: u32) -> (u32, Flags) {
    if env.round == Round::NearestEven && is_normal(a, 1, 0) && a >> 31 == 0 {
        let x = f32::from_bits(a);
        let root = x.sqrt();
        let back = f64::from(root) * f64::from(root);
        return (root.to_bits(), Flags::inexact_if(back != f64::from(x)));
    }
    low(soft::sqrt::<Single>(env, a.into()))
}

/// `a * b + c` in single precision with one rounding.
pub fn fma32(env: Env, a: u32, b: u32, c: u32) -> (u32, Flags) {
    low(soft::fma::<Single>(env, a.into(), b.into(), c.into()))
}
