//! Shifts. The count is signed, positive to the left; its low 6 bits count, 5 for half-words.

use super::flags::{Fit, Flags, set_carry, signed32};
use super::int::{self, sx};
use super::packed::{H, HU};
use super::{CoreOps, Flag, Word};

/// The count of a word shift: -32 to 31.
#[inline]
fn count(b: u32) -> i32 {
    (b as i32) << 26 >> 26
}

/// The count of a half-word shift: -16 to 15.
#[inline]
fn half_count(b: u32) -> i32 {
    (b as i32) << 27 >> 27
}

/// `x` shifted by `count`, from -32 to 31; nothing gets lost to the left.
#[inline]
fn shift_wide(x: i64, count: i32) -> i64 {
    if count >= 0 { x << count } else { x >> -count }
}

/// How a shift by a constant from -31 to 31 goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shift {
    /// SH to the left.
    Left,
    /// SH to the right.
    Right,
    /// SHA to the left.
    ArithmeticLeft,
    /// SHA to the right.
    ArithmeticRight,
}

impl Shift {
    /// How it goes if it is `arithmetic`, by `b`.
    pub(super) fn of(arithmetic: bool, b: u32) -> Option<Shift> {
        match (arithmetic, count(b)) {
            (false, 0..) => Some(Shift::Left),
            (false, -31..) => Some(Shift::Right),
            (true, 0..) => Some(Shift::ArithmeticLeft),
            (true, -31..) => Some(Shift::ArithmeticRight),
            _ => None,
        }
    }
}

/// SH by a count that goes to the left.
#[inline(always)]
pub(crate) fn left<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    o.shift_left(a, b)
}

/// SH by a count that goes to the right, up to 31.
#[inline(always)]
pub(crate) fn right<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let places = places(o, b);
    o.shift_right(a, places)
}

/// How far to the right a count goes that goes there.
#[inline(always)]
fn places<O: CoreOps>(o: &mut O, b: O::Word) -> O::Word {
    let zero = o.word(0);
    o.sub(zero, b)
}

/// A shift to the right, by 32 as well, begins with one place: `a` then, and the count that remains, which is up to 31.
#[inline(always)]
fn one_less<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word, signed: bool) -> (O::Word, O::Word) {
    let one = o.word(1);
    let half = match signed {
        true => o.shift_right_signed(a, one),
        false => o.shift_right(a, one),
    };
    (half, o.add(b, one))
}

/// A word shift by `b` goes to the right.
#[inline(always)]
fn goes_right<O: CoreOps>(o: &mut O, b: O::Word) -> Flag<O> {
    o.is_set(b, 5)
}

/// SH.
#[inline(always)]
pub(super) fn sh<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let (half, less) = one_less(o, a, b, false);
    let (left, right) = (left(o, a, b), right(o, half, less));
    let goes_right = goes_right(o, b);
    o.select(goes_right, right, left)
}

/// What SHA makes of a word: the result, the bits that are shifted out, in any place, and V.
type Arithmetic<O> = (Word<O>, Word<O>, Flag<O>);

/// SHA by a count that goes to the left.
#[inline(always)]
fn to_the_left<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> Arithmetic<O> {
    let result = left(o, a, b);
    let (half, less) = one_less(o, a, b, false);
    // 32 places less `b` to the right, in two parts: a shift by 32 is none.
    let lost = right(o, half, less);
    let back = o.shift_right_signed(result, b);
    let fits = o.equal(back, a);
    (result, lost, o.negate(fits))
}

/// SHA by a count that goes to the right, up to 31.
#[inline(always)]
fn to_the_right<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> Arithmetic<O> {
    let places = places(o, b);
    let result = o.shift_right_signed(a, places);
    // 32 places less those to the left.
    let lost = left(o, a, b);
    (result, lost, o.truth(false))
}

/// Sets the flags of SHA. C: ones were shifted out.
#[inline(always)]
fn with_flags<O: CoreOps>(o: &mut O, (result, lost, v): Arithmetic<O>) -> O::Word {
    let carry = o.is_nonzero(lost);
    set_carry(o, carry);
    int::with_overflow(o, result, v)
}

/// As [`to_the_left`], with the flags.
#[inline(always)]
pub(crate) fn arithmetic_left<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let shifted = to_the_left(o, a, b);
    with_flags(o, shifted)
}

/// As [`to_the_right`], with the flags.
#[inline(always)]
pub(crate) fn arithmetic_right<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let shifted = to_the_right(o, a, b);
    with_flags(o, shifted)
}

/// SHA.
#[inline(always)]
pub(super) fn sha<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let (left, lost_left, v) = to_the_left(o, a, b);
    let (half, less) = one_less(o, a, b, true);
    let places = places(o, less);
    let right = o.shift_right_signed(half, places);
    // What a shift to the left leaves is what one to the right loses: the low five bits of the count are alike.
    let goes_right = goes_right(o, b);
    let result = o.select(goes_right, right, left);
    let lost = o.select(goes_right, left, lost_left);
    let goes_left = o.negate(goes_right);
    let v = o.both(goes_left, v);
    with_flags(o, (result, lost, v))
}

/// SHAS.
pub(super) fn shas(a: u32, b: u32, flags: &mut Flags) -> u32 {
    signed32(shift_wide(sx(a), count(b)), Fit::Clamp, flags)
}

/// SH.H.
pub(super) fn sh_h(a: u32, b: u32) -> u32 {
    HU.map(a, 0, |half, _| {
        shift_wide(half.into(), half_count(b)) as i32
    })
}

/// SHA.H.
pub(super) fn sha_h(a: u32, b: u32) -> u32 {
    H.map(a, 0, |half, _| {
        shift_wide(half.into(), half_count(b)) as i32
    })
}
