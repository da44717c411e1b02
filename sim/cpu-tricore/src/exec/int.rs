//! Additions, subtractions, absolute values, SAT.

use super::flags::{Fit, Flags, advance32, signed32};

/// A register as a signed number.
#[inline]
pub(super) fn sx(x: u32) -> i64 {
    i64::from(x as i32)
}

/// ADD, ADDI, ADDIH.
#[inline]
pub fn add(a: u32, b: u32, flags: &mut Flags) -> u32 {
    let (sum, v) = (a as i32).overflowing_add(b as i32);
    flags.overflow(v, advance32(sum as u32));
    sum as u32
}

/// SUB; RSUB with its operands exchanged.
#[inline]
pub fn sub(a: u32, b: u32, flags: &mut Flags) -> u32 {
    let (difference, v) = (a as i32).overflowing_sub(b as i32);
    flags.overflow(v, advance32(difference as u32));
    difference as u32
}

/// CADD, CADDN: nothing happens, to the flags either, unless `test` holds.
#[inline]
pub(super) fn add_if(test: bool, a: u32, b: u32, flags: &mut Flags) -> u32 {
    if test { add(a, b, flags) } else { a }
}

/// CSUB, CSUBN.
#[inline]
pub(super) fn sub_if(test: bool, a: u32, b: u32, flags: &mut Flags) -> u32 {
    if test { sub(a, b, flags) } else { a }
}

/// `a + b + carry` with the carry out: ADDX, ADDC, and with `b` inverted SUBX, SUBC.
#[inline]
pub(super) fn add_carry(a: u32, b: u32, carry: bool, flags: &mut Flags) -> u32 {
    flags.set_carry((u64::from(a) + u64::from(b) + u64::from(carry)) >> 32 != 0);
    signed32(sx(a) + sx(b) + i64::from(carry), Fit::Wrap, flags)
}

/// ABS, ABSS.
pub(super) fn abs(b: u32, fit: Fit, flags: &mut Flags) -> u32 {
    signed32(sx(b).abs(), fit, flags)
}

/// ABSDIF, ABSDIFS.
pub(super) fn absdif(a: u32, b: u32, fit: Fit, flags: &mut Flags) -> u32 {
    signed32((sx(a) - sx(b)).abs(), fit, flags)
}

/// SAT.B, SAT.H.
pub(super) fn sat(a: u32, min: i32, max: i32) -> u32 {
    (a as i32).clamp(min, max) as u32
}
