//! The choice of a NaN result: for NaN operands, and for operations without a result.

use super::env::{Env, NanRule};
use super::flags::Flags;
use super::format::{Format, is_nan, is_snan};

/// Why an operation without NaN operands is invalid. The numbers are TriCore's result codes.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    /// Infinity minus infinity.
    Add = 1,
    /// Zero times infinity.
    Mul = 2,
    /// Square root of a negative number.
    Sqrt = 4,
    /// 0/0 or infinity/infinity.
    Div = 8,
}

/// The NaN an architecture generates itself.
fn generated<F: Format>(rule: NanRule) -> u64 {
    match rule {
        NanRule::SparcV8 => F::INFINITY | ((1 << F::FRAC_BITS) - 1),
        // Seven fraction bits set: 0x7FFF_0000 and 0x7FFF_E000_0000_0000.
        NanRule::Grfpu => F::INFINITY | 0x7F << (F::FRAC_BITS - 7),
        NanRule::TriCore | NanRule::Epiphany => F::INFINITY | F::QUIET,
    }
}

/// Result of an invalid operation without NaN operands.
#[cold]
pub(super) fn invalid<F: Format>(env: Env, cause: Cause) -> (u64, Flags) {
    let code = match env.nan {
        NanRule::TriCore => cause as u64,
        _ => 0,
    };
    (generated::<F>(env.nan) | code, Flags::INVALID)
}

/// Result of an operation with at least one NaN among `operands` (in instruction order).
#[cold]
pub(super) fn propagate<F: Format>(env: Env, operands: &[u64]) -> (u64, Flags) {
    let last = |test: fn(u64) -> bool| operands.iter().rev().copied().find(|&bits| test(bits));
    let signalling = last(is_snan::<F>);
    let mut flags = match signalling {
        Some(_) => Flags::INVALID,
        None => Flags::NONE,
    };
    let quiet = |nan: Option<u64>| nan.map_or(generated::<F>(env.nan), |bits| bits | F::QUIET);
    let bits = match env.nan {
        NanRule::SparcV8 => quiet(signalling.or_else(|| last(is_nan::<F>))),
        NanRule::Grfpu if signalling.is_some() => generated::<F>(env.nan),
        NanRule::Grfpu => quiet(last(is_nan::<F>)),
        NanRule::TriCore => generated::<F>(env.nan),
        NanRule::Epiphany => {
            flags = Flags::INVALID;
            quiet(operands.iter().copied().find(|&bits| is_nan::<F>(bits)))
        }
    };
    (bits, flags)
}

/// A NaN of format `From` in format `To`: the payload keeps its high bits, as does the quiet bit.
pub(super) fn resize<From: Format, To: Format>(bits: u64) -> u64 {
    let frac = bits & ((1 << From::FRAC_BITS) - 1);
    let frac = if To::FRAC_BITS >= From::FRAC_BITS {
        frac << (To::FRAC_BITS - From::FRAC_BITS)
    } else {
        frac >> (From::FRAC_BITS - To::FRAC_BITS)
    };
    let sign = if bits & From::SIGN != 0 { To::SIGN } else { 0 };
    sign | To::INFINITY | frac
}
