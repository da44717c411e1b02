//! The usual case, on the arithmetic of the host: normal numbers and zeros in, a normal number or
//! an exact zero out. Then no flag but BZ and BN can be set. `None` is every other case.
//!
//! Rust's `f32` and `f64` round to nearest even. The product of two singles is exact in double precision. Every
//! operation is therefore one addition in double precision, rounded to single precision.

use super::Mode;

/// Bits of a double below the last place of a single.
const BELOW_SINGLE: u64 = (1 << 29) - 1;
/// Of these, the tie.
const TIE: u64 = 1 << 28;
const SIGN: u32 = 1 << 31;

/// A zero or a normal number; of infinity and NaN too, but those make a result that is no normal
/// number.
#[inline]
const fn easy(bits: u32) -> bool {
    (bits << 1).wrapping_sub(1) >= 0x00ff_ffff
}

/// A result that no exception can belong to: field of the exponent 2 to 254, or a zero.
///
/// Field 1 may have been reached by rounding up.
#[inline]
fn plain(result: f32, zero: bool) -> Option<u32> {
    let bits = result.to_bits();
    let normal = (bits >> 23 & 0xff).wrapping_sub(2) < 253;
    (normal || zero).then_some(bits)
}

/// `x + y` rounded to single precision as the mode says.
#[inline]
fn sum(mode: Mode, x: f64, y: f64) -> Option<u32> {
    let sum = x + y;
    let bits = sum.to_bits();
    if mode == Mode::Truncate {
        // The exact error of the sum (two-sum, Knuth). If the sum was rounded away from zero, the
        // double below it is as good: only its bits above `BELOW_SINGLE` matter.
        let y_part = sum - x;
        let error = (x - (sum - y_part)) + (y - y_part);
        let away = error != 0.0 && (error < 0.0) != (sum < 0.0);
        let bits = bits.wrapping_sub(away.into()) & !BELOW_SINGLE;
        return plain(f64::from_bits(bits) as f32, sum == 0.0);
    }
    // The second rounding goes wrong only where the first one made a tie.
    if bits & BELOW_SINGLE == TIE {
        return None;
    }
    plain(sum as f32, sum == 0.0)
}

#[inline]
fn wide(bits: u32) -> f64 {
    f32::from_bits(bits).into()
}

/// `n + m`.
#[inline]
pub(super) fn add(mode: Mode, n: u32, m: u32) -> Option<u32> {
    if !(easy(n) && easy(m)) {
        return None;
    }
    if mode == Mode::Truncate {
        return sum(mode, wide(n), wide(m));
    }
    let sum = f32::from_bits(n) + f32::from_bits(m);
    plain(sum, sum == 0.0)
}

/// `n - m`.
#[inline]
pub(super) fn sub(mode: Mode, n: u32, m: u32) -> Option<u32> {
    add(mode, n, m ^ SIGN)
}

/// `n * m`.
#[inline]
pub(super) fn mul(mode: Mode, n: u32, m: u32) -> Option<u32> {
    if !(easy(n) && easy(m)) {
        return None;
    }
    let exact = wide(n) * wide(m);
    let product = match mode {
        Mode::Truncate => f64::from_bits(exact.to_bits() & !BELOW_SINGLE),
        Mode::Nearest | Mode::Integer => exact,
    };
    plain(product as f32, exact == 0.0)
}

/// `d + n * m`.
#[inline]
pub(super) fn multiply_add(mode: Mode, d: u32, n: u32, m: u32) -> Option<u32> {
    if !(easy(d) && easy(n) && easy(m)) {
        return None;
    }
    sum(mode, wide(d), wide(n) * wide(m))
}

/// `d - n * m`.
#[inline]
pub(super) fn multiply_sub(mode: Mode, d: u32, n: u32, m: u32) -> Option<u32> {
    multiply_add(mode, d, n ^ SIGN, m)
}
