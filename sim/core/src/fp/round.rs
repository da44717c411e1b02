//! Rounding and packing: the one place where an exact value becomes a bit pattern.

use core::cmp::Ordering;

use super::env::{Env, Round, Tininess};
use super::flags::Flags;
use super::format::{Format, sign};

/// What was cut off a number, compared with half a unit of its last place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Exact,
    BelowHalf,
    Half,
    AboveHalf,
}

/// Cuts the low `shift` (at least 1) bits off `sig`; `sticky` says that non-zero bits follow below.
pub(super) fn split(sig: u128, sticky: bool, shift: u32) -> (u64, Tail) {
    if shift > 128 {
        let tail = if sig == 0 && !sticky {
            Tail::Exact
        } else {
            Tail::BelowHalf
        };
        return (0, tail);
    }
    let kept = if shift == 128 {
        0
    } else {
        (sig >> shift) as u64
    };
    let cut = sig << (128 - shift);
    let tail = match (cut.cmp(&(1 << 127)), sticky) {
        (Ordering::Less, false) if cut == 0 => Tail::Exact,
        (Ordering::Less, _) => Tail::BelowHalf,
        (Ordering::Equal, false) => Tail::Half,
        (Ordering::Equal, true) | (Ordering::Greater, _) => Tail::AboveHalf,
    };
    (kept, tail)
}

/// Whether the magnitude `kept` goes up by one when `tail` is dropped.
pub(super) fn rounds_up(round: Round, neg: bool, kept: u64, tail: Tail) -> bool {
    match round {
        Round::NearestEven => tail == Tail::AboveHalf || tail == Tail::Half && kept & 1 == 1,
        Round::TowardZero => false,
        Round::Up => tail != Tail::Exact && !neg,
        Round::Down => tail != Tail::Exact && neg,
    }
}

/// Rounds the magnitude to an integer: the value and whether it is inexact.
pub(super) fn round_integer(round: Round, neg: bool, split: (u64, Tail)) -> (u64, bool) {
    let (kept, tail) = split;
    let up = rounds_up(round, neg, kept, tail);
    (kept + u64::from(up), tail != Tail::Exact)
}

/// Rounds and packs `sig * 2^(exp - 127)`, plus a little more than nothing when `sticky`.
///
/// `sig` is not zero. With `sticky` it must have at least two bits more than the format keeps.
pub(super) fn round_pack<F: Format>(
    env: Env,
    neg: bool,
    exp: i32,
    sig: u128,
    sticky: bool,
) -> (u64, Flags) {
    let lead = sig.leading_zeros();
    let sig = sig << lead;
    let field = exp - lead as i32 + F::BIAS;
    let shift = 128 - F::PRECISION;
    let cut = split(sig, sticky, shift);
    let (mut rounded, inexact) = round_integer(env.round, neg, cut);
    let carry = rounded >> F::PRECISION != 0;
    if field < 1 {
        // One place below the smallest normal, rounding up may still reach it.
        let reaches_normal = field == 0 && carry && env.tininess == Tininess::AfterRounding;
        if !reaches_normal && env.flush_results {
            return (sign::<F>(neg), Flags::UNDERFLOW | Flags::INEXACT);
        }
        let (frac, inexact) = round_integer(
            env.round,
            neg,
            split(sig, sticky, shift + (1 - field) as u32),
        );
        let mut flags = Flags::inexact_if(inexact);
        if inexact && !reaches_normal {
            flags |= Flags::UNDERFLOW;
        }
        // A carry out of the fraction is the exponent field 1: the smallest normal number.
        return (sign::<F>(neg) | frac, flags);
    }
    let mut field = field;
    if carry {
        rounded >>= 1;
        field += 1;
    }
    if field >= F::EXP_MAX {
        return overflow::<F>(env.round, neg);
    }
    // The hidden bit adds one to the exponent field.
    let magnitude = (((field - 1) as u64) << F::FRAC_BITS) + rounded;
    (sign::<F>(neg) | magnitude, Flags::inexact_if(inexact))
}

/// The result of an overflow: infinity, or the largest finite number if rounding points inwards.
fn overflow<F: Format>(round: Round, neg: bool) -> (u64, Flags) {
    let to_infinity = match round {
        Round::NearestEven => true,
        Round::TowardZero => false,
        Round::Up => !neg,
        Round::Down => neg,
    };
    let magnitude = if to_infinity { F::INFINITY } else { F::LARGEST };
    (sign::<F>(neg) | magnitude, Flags::OVERFLOW | Flags::INEXACT)
}
