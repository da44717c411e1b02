//! Square roots by integers.

use super::{Format, NV, NX};
use rustc_apfloat::Round;

/// The root of a number that is neither NaN nor subnormal.
pub(super) fn of<T: Format>(v: u64, round: Round) -> (u64, u32) {
    let x = T::of(v);
    if x.is_zero() {
        return (v, 0);
    }
    if x.is_negative() {
        return (T::generated(), NV);
    }
    if x.is_infinite() {
        return (v, 0);
    }
    // v = mantissa * 2^exponent; the root of an even power with one bit more than is kept.
    let kept = T::FRACTION + 1;
    let field = (v >> T::FRACTION) as i32;
    let mantissa = u128::from(v & ((1 << T::FRACTION) - 1) | 1 << T::FRACTION);
    let exponent = field - T::MAX as i32 - T::FRACTION as i32;
    let mut shift = kept as i32 + 1;
    if (exponent - shift) % 2 != 0 {
        shift += 1;
    }
    let square = mantissa << shift;
    let root = square.isqrt();
    debug_assert_eq!(128 - root.leading_zeros(), kept + 1);
    // A root is never half way between two numbers.
    let exact = root * root == square && root & 1 == 0;
    let up = match round {
        Round::NearestTiesToEven => root & 1 != 0,
        Round::TowardPositive => !exact,
        _ => false,
    };
    let significand = (root >> 1) as u64 + u64::from(up);
    let biased = (exponent - shift) / 2 + 1 + T::FRACTION as i32 + T::MAX as i32;
    // A carry out of the fraction goes into the exponent.
    let bits = ((biased as u64) << T::FRACTION) + significand - (1 << T::FRACTION);
    (bits, if exact { 0 } else { NX })
}
