//! Arithmetic in integers: every rounding direction, every operand.

use super::env::{Env, Round};
use super::flags::Flags;
use super::format::{Format, Kind, Parts, sign, unpack};
use super::nan::{Cause, invalid, propagate};
use super::round::round_pack;

/// A non-zero finite number `sig * 2^(exp - 126)` with bit 126 of `sig` set: room for one carry.
#[derive(Clone, Copy)]
struct Wide {
    neg: bool,
    exp: i32,
    sig: u128,
}

impl Wide {
    fn of(parts: Parts) -> Wide {
        Wide {
            neg: parts.neg,
            exp: parts.exp,
            sig: u128::from(parts.sig) << 63,
        }
    }

    /// The exact product. The low 22 bits of it are zero, so the shift loses nothing.
    fn product(a: Parts, b: Parts) -> Wide {
        let sig = u128::from(a.sig) * u128::from(b.sig);
        let top = (sig >> 127) as u32;
        Wide {
            neg: a.neg != b.neg,
            exp: a.exp + b.exp + top as i32,
            sig: sig >> top,
        }
    }
}

/// The sign of an exact zero sum of numbers of opposite sign (IEEE 754-1985, section 6.3).
fn zero_sum<F: Format>(env: Env) -> (u64, Flags) {
    (sign::<F>(env.round == Round::Down), Flags::NONE)
}

/// `x + y`, both finite and not zero.
fn sum<F: Format>(env: Env, x: Wide, y: Wide) -> (u64, Flags) {
    let (big, small) = if (x.exp, x.sig) >= (y.exp, y.sig) {
        (x, y)
    } else {
        (y, x)
    };
    let distance = (big.exp - small.exp) as u32;
    let aligned = small.sig.checked_shr(distance).unwrap_or(0);
    let sticky = aligned.checked_shl(distance).unwrap_or(0) != small.sig;
    let sig = if big.neg == small.neg {
        big.sig + aligned
    } else {
        big.sig - aligned - u128::from(sticky)
    };
    if sig == 0 {
        return zero_sum::<F>(env);
    }
    round_pack::<F>(env, big.neg, big.exp + 1, sig, sticky)
}

/// `a + b`.
#[inline(never)]
pub(super) fn add<F: Format>(env: Env, a: u64, b: u64) -> (u64, Flags) {
    let (x, y) = (unpack::<F>(env, a), unpack::<F>(env, b));
    match (x.kind, y.kind) {
        (Kind::Finite, Kind::Finite) => sum::<F>(env, Wide::of(x), Wide::of(y)),
        (Kind::Nan, _) | (_, Kind::Nan) => propagate::<F>(env, &[a, b]),
        (Kind::Infinite, Kind::Infinite) if x.neg != y.neg => invalid::<F>(env, Cause::Add),
        (Kind::Infinite, _) => (a, Flags::NONE),
        (_, Kind::Infinite) => (b, Flags::NONE),
        (Kind::Zero, Kind::Zero) if x.neg != y.neg => zero_sum::<F>(env),
        (Kind::Zero, Kind::Zero) => (sign::<F>(x.neg), Flags::NONE),
        (Kind::Zero, Kind::Finite) => repack::<F>(env, y),
        (Kind::Finite, Kind::Zero) => repack::<F>(env, x),
    }
}

/// An operand passed on as a result: only a subnormal can change, by flushing.
fn repack<F: Format>(env: Env, parts: Parts) -> (u64, Flags) {
    round_pack::<F>(
        env,
        parts.neg,
        parts.exp,
        u128::from(parts.sig) << 64,
        false,
    )
}

/// `a - b`. A NaN in `b` keeps its sign.
#[inline(never)]
pub(super) fn sub<F: Format>(env: Env, a: u64, b: u64) -> (u64, Flags) {
    if unpack::<F>(env, b).kind == Kind::Nan {
        return propagate::<F>(env, &[a, b]);
    }
    add::<F>(env, a, b ^ F::SIGN)
}

/// `a * b`.
#[inline(never)]
pub(super) fn mul<F: Format>(env: Env, a: u64, b: u64) -> (u64, Flags) {
    let (x, y) = (unpack::<F>(env, a), unpack::<F>(env, b));
    let neg = x.neg != y.neg;
    match (x.kind, y.kind) {
        (Kind::Finite, Kind::Finite) => {
            let product = Wide::product(x, y);
            round_pack::<F>(env, neg, product.exp + 1, product.sig, false)
        }
        (Kind::Nan, _) | (_, Kind::Nan) => propagate::<F>(env, &[a, b]),
        (Kind::Infinite, Kind::Zero) | (Kind::Zero, Kind::Infinite) => {
            invalid::<F>(env, Cause::Mul)
        }
        (Kind::Infinite, _) | (_, Kind::Infinite) => (sign::<F>(neg) | F::INFINITY, Flags::NONE),
        (Kind::Zero, _) | (_, Kind::Zero) => (sign::<F>(neg), Flags::NONE),
    }
}

/// `a / b`.
#[inline(never)]
pub(super) fn div<F: Format>(env: Env, a: u64, b: u64) -> (u64, Flags) {
    let (x, y) = (unpack::<F>(env, a), unpack::<F>(env, b));
    let neg = x.neg != y.neg;
    match (x.kind, y.kind) {
        (Kind::Finite, Kind::Finite) => {
            let (dividend, divisor) = (u128::from(x.sig) << 63, u128::from(y.sig));
            let quotient = dividend / divisor;
            let sticky = quotient * divisor != dividend;
            round_pack::<F>(env, neg, x.exp - y.exp + 64, quotient, sticky)
        }
        (Kind::Nan, _) | (_, Kind::Nan) => propagate::<F>(env, &[a, b]),
        (Kind::Infinite, Kind::Infinite) | (Kind::Zero, Kind::Zero) => {
            invalid::<F>(env, Cause::Div)
        }
        (Kind::Infinite, _) => (sign::<F>(neg) | F::INFINITY, Flags::NONE),
        (Kind::Finite, Kind::Zero) => (sign::<F>(neg) | F::INFINITY, Flags::DIV_BY_ZERO),
        (Kind::Zero, _) | (_, Kind::Infinite) => (sign::<F>(neg), Flags::NONE),
    }
}

/// The square root of `a`.
#[inline(never)]
pub(super) fn sqrt<F: Format>(env: Env, a: u64) -> (u64, Flags) {
    let x = unpack::<F>(env, a);
    match x.kind {
        Kind::Nan => propagate::<F>(env, &[a]),
        Kind::Zero => (sign::<F>(x.neg), Flags::NONE),
        _ if x.neg => invalid::<F>(env, Cause::Sqrt),
        Kind::Infinite => (a, Flags::NONE),
        Kind::Finite => {
            // x = sig * 2^(exp - 63): widen so that the power left over is even.
            let odd = x.exp & 1;
            let wide = u128::from(x.sig) << (63 + odd);
            let root = wide.isqrt();
            let exp = (x.exp - 126 - odd) / 2 + 127;
            round_pack::<F>(env, false, exp, root, root * root != wide)
        }
    }
}

/// `a * b + c` with one rounding. Zero times infinity is invalid even if `c` is a NaN.
#[inline(never)]
pub(super) fn fma<F: Format>(env: Env, a: u64, b: u64, c: u64) -> (u64, Flags) {
    let (x, y, z) = (
        unpack::<F>(env, a),
        unpack::<F>(env, b),
        unpack::<F>(env, c),
    );
    let neg = x.neg != y.neg;
    match (x.kind, y.kind, z.kind) {
        (Kind::Finite, Kind::Finite, Kind::Finite) => {
            sum::<F>(env, Wide::product(x, y), Wide::of(z))
        }
        (Kind::Nan, _, _) | (_, Kind::Nan, _) => propagate::<F>(env, &[a, b, c]),
        (Kind::Infinite, Kind::Zero, _) | (Kind::Zero, Kind::Infinite, _) => {
            let (bits, flags) = match z.kind {
                Kind::Nan => propagate::<F>(env, &[c]),
                _ => invalid::<F>(env, Cause::Mul),
            };
            (bits, flags | Flags::INVALID)
        }
        (_, _, Kind::Nan) => propagate::<F>(env, &[a, b, c]),
        (Kind::Infinite, _, _) | (_, Kind::Infinite, _) => {
            if z.kind == Kind::Infinite && z.neg != neg {
                invalid::<F>(env, Cause::Add)
            } else {
                (sign::<F>(neg) | F::INFINITY, Flags::NONE)
            }
        }
        (_, _, Kind::Infinite) => (c, Flags::NONE),
        (Kind::Finite, Kind::Finite, Kind::Zero) => mul::<F>(env, a, b),
        (_, _, Kind::Finite) => repack::<F>(env, z),
        (_, _, Kind::Zero) if z.neg != neg => zero_sum::<F>(env),
        (_, _, Kind::Zero) => (sign::<F>(neg), Flags::NONE),
    }
}
