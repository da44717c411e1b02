//! The two formats, and taking a bit pattern apart.

use super::env::Env;

/// A binary interchange format. Its bit patterns are kept in the low bits of a `u64`.
pub(super) trait Format: Copy {
    /// Significand bits, the hidden one included.
    const PRECISION: u32;
    /// Bits of the exponent field.
    const EXP_BITS: u32;

    /// Bits of the fraction field.
    const FRAC_BITS: u32 = Self::PRECISION - 1;
    /// Exponent field of infinities and NaNs.
    const EXP_MAX: i32 = (1 << Self::EXP_BITS) - 1;
    /// Exponent field of 1.0.
    const BIAS: i32 = Self::EXP_MAX >> 1;
    /// The sign bit.
    const SIGN: u64 = 1 << (Self::FRAC_BITS + Self::EXP_BITS);
    /// Positive infinity.
    const INFINITY: u64 = (Self::EXP_MAX as u64) << Self::FRAC_BITS;
    /// The fraction bit that distinguishes a quiet NaN from a signalling one.
    const QUIET: u64 = 1 << (Self::FRAC_BITS - 1);
    /// The largest finite number.
    const LARGEST: u64 = Self::INFINITY - 1;
}

/// Binary32.
#[derive(Clone, Copy)]
pub(super) struct Single;

/// Binary64.
#[derive(Clone, Copy)]
pub(super) struct Double;

impl Format for Single {
    const PRECISION: u32 = 24;
    const EXP_BITS: u32 = 8;
}

impl Format for Double {
    const PRECISION: u32 = 53;
    const EXP_BITS: u32 = 11;
}

/// What kind of value a bit pattern is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Zero,
    Finite,
    Infinite,
    Nan,
}

/// A bit pattern taken apart. For `Finite`, the value is `sig * 2^(exp - 63)` with bit 63 of `sig`
/// set, subnormals included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub neg: bool,
    pub kind: Kind,
    pub exp: i32,
    pub sig: u64,
}

/// Takes a bit pattern apart, reading subnormals as the environment says.
#[inline]
pub(super) fn unpack<F: Format>(env: Env, bits: u64) -> Parts {
    let neg = bits & F::SIGN != 0;
    let field = ((bits >> F::FRAC_BITS) as i32) & F::EXP_MAX;
    let frac = bits & ((1 << F::FRAC_BITS) - 1);
    let (kind, exp, sig) = if field == F::EXP_MAX {
        let kind = if frac == 0 { Kind::Infinite } else { Kind::Nan };
        (kind, 0, 0)
    } else if field != 0 {
        let sig = (frac | 1 << F::FRAC_BITS) << (64 - F::PRECISION);
        (Kind::Finite, field - F::BIAS, sig)
    } else if frac == 0 || env.flush_inputs {
        (Kind::Zero, 0, 0)
    } else {
        let shift = frac.leading_zeros();
        let exp = 1 - F::BIAS - (shift as i32 - (64 - F::PRECISION as i32));
        (Kind::Finite, exp, frac << shift)
    };
    Parts {
        neg,
        kind,
        exp,
        sig,
    }
}

/// The sign bit for `neg`.
#[inline]
pub(super) fn sign<F: Format>(neg: bool) -> u64 {
    if neg { F::SIGN } else { 0 }
}

/// True for any NaN.
#[inline]
pub(super) fn is_nan<F: Format>(bits: u64) -> bool {
    bits & !F::SIGN > F::INFINITY
}

/// True for a signalling NaN.
#[inline]
pub(super) fn is_snan<F: Format>(bits: u64) -> bool {
    is_nan::<F>(bits) && bits & F::QUIET == 0
}

/// True when `bits` is a single-precision NaN.
#[inline]
pub fn is_nan32(bits: u32) -> bool {
    is_nan::<Single>(u64::from(bits))
}

/// True when `bits` is a double-precision NaN.
#[inline]
pub fn is_nan64(bits: u64) -> bool {
    is_nan::<Double>(bits)
}

/// True when `bits` is a single-precision subnormal number (zero is not one).
#[inline]
pub fn is_subnormal32(bits: u32) -> bool {
    (bits & 0x7FFF_FFFF).wrapping_sub(1) < 0x007F_FFFF
}

/// True when `bits` is a double-precision subnormal number (zero is not one).
#[inline]
pub fn is_subnormal64(bits: u64) -> bool {
    (bits & !Double::SIGN).wrapping_sub(1) < (1 << Double::FRAC_BITS) - 1
}
