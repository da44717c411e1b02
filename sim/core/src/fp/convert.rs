//! Conversions between the formats and to and from 32-bit integers.

use super::env::{Env, NanToInt, Round};
use super::flags::Flags;
use super::format::{Double, Format, Kind, Single, is_nan32, sign, unpack};
use super::nan::{propagate, resize};
use super::round::{round_integer, round_pack, split};
use super::single::low;

/// The bit pattern of a single in double format: every value, NaNs left signalling or quiet.
#[inline]
pub(super) fn widen(bits: u32) -> u64 {
    if is_nan32(bits) {
        resize::<Single, Double>(bits.into())
    } else {
        f64::from(f32::from_bits(bits)).to_bits()
    }
}

/// Format change through integers.
#[inline(never)]
fn change<From: Format, To: Format>(env: Env, bits: u64) -> (u64, Flags) {
    let parts = unpack::<From>(env, bits);
    match parts.kind {
        Kind::Nan => propagate::<To>(env, &[resize_keeping_kind::<From, To>(bits)]),
        Kind::Infinite => (sign::<To>(parts.neg) | To::INFINITY, Flags::NONE),
        Kind::Zero => (sign::<To>(parts.neg), Flags::NONE),
        Kind::Finite => round_pack::<To>(
            env,
            parts.neg,
            parts.exp,
            u128::from(parts.sig) << 64,
            false,
        ),
    }
}

/// Like [`resize`], but a signalling NaN with high payload bits of zero must not become an infinity: its lowest bit is
/// set.
fn resize_keeping_kind<From: Format, To: Format>(bits: u64) -> u64 {
    let resized = resize::<From, To>(bits);
    resized | u64::from(resized & !To::SIGN == To::INFINITY)
}

/// Single to double precision: exact.
///
/// ```
/// use trueboard_core::fp::{Env, Flags, cvt32to64};
/// assert_eq!(cvt32to64(Env::IEEE, 1.5f32.to_bits()), (1.5f64.to_bits(), Flags::NONE));
/// ```
#[inline]
pub fn cvt32to64(env: Env, bits: u32) -> (u64, Flags) {
    if ((bits >> 23) & 0xFF).wrapping_sub(1) < 0xFE {
        return (f64::from(f32::from_bits(bits)).to_bits(), Flags::NONE);
    }
    change::<Single, Double>(env, bits.into())
}

/// Double to single precision.
#[inline]
pub fn cvt64to32(env: Env, bits: u64) -> (u32, Flags) {
    if env.round == Round::NearestEven {
        let exact = f64::from_bits(bits);
        let rounded = exact as f32;
        let field = (rounded.to_bits() >> 23) & 0xFF;
        // Field 1 may have been tiny before rounding, 255 is an overflow or a special value.
        if (2..0xFF).contains(&field) {
            return (
                rounded.to_bits(),
                Flags::inexact_if(f64::from(rounded) != exact),
            );
        }
    }
    low(change::<Double, Single>(env, bits))
}

/// An integer of the given magnitude; zero is positive.
fn from_magnitude<F: Format>(env: Env, neg: bool, magnitude: u32) -> (u64, Flags) {
    if magnitude == 0 {
        return (0, Flags::NONE);
    }
    round_pack::<F>(env, neg, 127, magnitude.into(), false)
}

/// Signed integer to single precision.
#[inline]
pub fn i32_to_f32(env: Env, value: i32) -> (u32, Flags) {
    if env.round == Round::NearestEven {
        let rounded = value as f32;
        let inexact = f64::from(rounded) != f64::from(value);
        return (rounded.to_bits(), Flags::inexact_if(inexact));
    }
    low(from_magnitude::<Single>(
        env,
        value < 0,
        value.unsigned_abs(),
    ))
}

/// Unsigned integer to single precision.
#[inline]
pub fn u32_to_f32(env: Env, value: u32) -> (u32, Flags) {
    low(from_magnitude::<Single>(env, false, value))
}

/// Signed integer to double precision: exact, whatever the environment.
#[inline]
pub fn i32_to_f64(value: i32) -> u64 {
    f64::from(value).to_bits()
}

/// Unsigned integer to double precision: exact, whatever the environment.
#[inline]
pub fn u32_to_f64(value: u32) -> u64 {
    f64::from(value).to_bits()
}

/// Rounds to an integer in `min..=max`; outside it the nearest of the two, raising invalid only.
#[inline(never)]
fn to_integer<F: Format>(env: Env, bits: u64, min: i64, max: i64) -> (i64, Flags) {
    let parts = unpack::<F>(env, bits);
    let limit = if parts.neg { min } else { max };
    match parts.kind {
        Kind::Zero => (0, Flags::NONE),
        Kind::Infinite => (limit, Flags::INVALID),
        Kind::Nan => match env.nan_to_int {
            NanToInt::BySign => (limit, Flags::INVALID),
            NanToInt::Zero => (0, Flags::INVALID),
        },
        Kind::Finite if parts.exp > 32 => (limit, Flags::INVALID),
        Kind::Finite => {
            let cut = split(u128::from(parts.sig) << 64, false, (127 - parts.exp) as u32);
            let (magnitude, inexact) = round_integer(env.round, parts.neg, cut);
            let value = if parts.neg {
                -(magnitude as i64)
            } else {
                magnitude as i64
            };
            if (min..=max).contains(&value) {
                (value, Flags::inexact_if(inexact))
            } else {
                (limit, Flags::INVALID)
            }
        }
    }
}

/// Truncation on the host, for an `exact` value that surely fits and is not subnormal.
#[inline]
fn host_truncate(env: Env, exact: f64) -> Option<(i32, Flags)> {
    let magnitude = exact.abs();
    let fits = magnitude >= f64::from(f32::MIN_POSITIVE) && magnitude < 2_147_483_648.0;
    if env.round != Round::TowardZero || !fits {
        return None;
    }
    let value = exact as i32;
    Some((value, Flags::inexact_if(f64::from(value) != exact)))
}

/// Single precision to signed integer, rounded as the environment says (for a conversion that
/// truncates, pass [`Env::with_round`]`(Round::TowardZero)`).
#[inline]
pub fn f32_to_i32(env: Env, bits: u32) -> (i32, Flags) {
    if let Some(result) = host_truncate(env, f32::from_bits(bits).into()) {
        return result;
    }
    let (value, flags) = to_integer::<Single>(env, bits.into(), i32::MIN.into(), i32::MAX.into());
    (value as i32, flags)
}

/// Single precision to unsigned integer, rounded as the environment says; negative is invalid.
pub fn f32_to_u32(env: Env, bits: u32) -> (u32, Flags) {
    let (value, flags) = to_integer::<Single>(env, bits.into(), 0, u32::MAX.into());
    (value as u32, flags)
}

/// Double precision to signed integer, rounded as the environment says.
#[inline]
pub fn f64_to_i32(env: Env, bits: u64) -> (i32, Flags) {
    if let Some(result) = host_truncate(env, f64::from_bits(bits)) {
        return result;
    }
    let (value, flags) = to_integer::<Double>(env, bits, i32::MIN.into(), i32::MAX.into());
    (value as i32, flags)
}

/// Double precision to unsigned integer, rounded as the environment says; negative is invalid.
pub fn f64_to_u32(env: Env, bits: u64) -> (u32, Flags) {
    let (value, flags) = to_integer::<Double>(env, bits, 0, u32::MAX.into());
    (value as u32, flags)
}
