//! Comparison of two numbers.

use core::cmp::Ordering;

use super::env::{Env, NanRule};
use super::flags::Flags;
use super::format::{Double, Format, Single, is_nan, is_snan, is_subnormal32, is_subnormal64};

/// How two operands compare. The numbers are the SPARC `fcc` encoding (V8 manual, section 4.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// First operand equal to the second; zeros of either sign are equal.
    Equal = 0,
    /// First operand smaller.
    Less = 1,
    /// First operand larger.
    Greater = 2,
    /// At least one operand is a NaN.
    Unordered = 3,
}

impl Relation {
    fn of(ordering: Option<Ordering>) -> Relation {
        match ordering {
            Some(Ordering::Equal) => Relation::Equal,
            Some(Ordering::Less) => Relation::Less,
            Some(Ordering::Greater) => Relation::Greater,
            None => Relation::Unordered,
        }
    }
}

/// Invalid when an operand signals, or, for a `signalling` comparison, is any NaN.
fn flags<F: Format>(env: Env, a: u64, b: u64, signalling: bool) -> Flags {
    let test = if signalling || env.nan == NanRule::Epiphany {
        is_nan::<F>
    } else {
        is_snan::<F>
    };
    if test(a) || test(b) {
        Flags::INVALID
    } else {
        Flags::NONE
    }
}

/// Compares in single precision; a `signalling` comparison (`FCMPEs`) is invalid on quiet NaNs too.
///
/// ```
/// use trueboard_core::fp::{Env, Flags, Relation, compare32};
/// let order = compare32(Env::IEEE, 1f32.to_bits(), 2f32.to_bits(), false);
/// assert_eq!(order, (Relation::Less, Flags::NONE));
/// ```
#[inline]
pub fn compare32(env: Env, a: u32, b: u32, signalling: bool) -> (Relation, Flags) {
    let read = |bits| {
        let flush = env.flush_inputs && is_subnormal32(bits);
        f32::from_bits(if flush { 0 } else { bits })
    };
    let relation = Relation::of(read(a).partial_cmp(&read(b)));
    let flags = match relation {
        Relation::Unordered => flags::<Single>(env, a.into(), b.into(), signalling),
        _ => Flags::NONE,
    };
    (relation, flags)
}

/// Compares in double precision; a `signalling` comparison is invalid on quiet NaNs too.
#[inline]
pub fn compare64(env: Env, a: u64, b: u64, signalling: bool) -> (Relation, Flags) {
    let read = |bits| {
        let flush = env.flush_inputs && is_subnormal64(bits);
        f64::from_bits(if flush { 0 } else { bits })
    };
    let relation = Relation::of(read(a).partial_cmp(&read(b)));
    let flags = match relation {
        Relation::Unordered => flags::<Double>(env, a, b, signalling),
        _ => Flags::NONE,
    };
    (relation, flags)
}
