//! Shifts. The count is signed, positive to the left; its low 6 bits count, 5 for half-words.

use super::flags::{Fit, Flags, signed32};
use super::int::sx;
use super::packed::{H, HU};

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

/// SH.
#[inline]
pub fn sh(a: u32, b: u32) -> u32 {
    match goes_left(b) {
        true => sh_left(a, b),
        false => sh_right(a, b),
    }
}

/// A word shift by `b` goes to the left.
#[inline(always)]
pub fn goes_left(b: u32) -> bool {
    count(b) >= 0
}

/// SH by a count that goes to the left.
#[inline(always)]
pub fn sh_left(a: u32, b: u32) -> u32 {
    a.wrapping_shl(b)
}

/// SH by a count that goes to the right, up to 32.
#[inline(always)]
pub fn sh_right(a: u32, b: u32) -> u32 {
    u64::from(a).wrapping_shr(b.wrapping_neg()) as u32
}

/// SHA. C tells whether ones were shifted out.
pub(super) fn sha(a: u32, b: u32, flags: &mut Flags) -> u32 {
    let count = count(b);
    let lost = if count >= 0 {
        u64::from(a) << count >> 32
    } else {
        u64::from(a) & ((1 << -count) - 1)
    };
    flags.set_carry(lost != 0);
    signed32(shift_wide(sx(a), count), Fit::Wrap, flags)
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
