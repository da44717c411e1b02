//! Division: DIV and DIV.U in one instruction, DVINIT, DVSTEP and DVADJ in steps.

use super::flags::Flags;
use super::int::sx;
use crate::isa::Opcode;

/// Quotient in the lower, remainder in the upper word.
#[inline]
fn pair(remainder: u32, quotient: u32) -> u64 {
    u64::from(remainder) << 32 | u64::from(quotient)
}

/// DIV. A quotient that does not fit is the nearest that does, with V and no remainder.
pub(super) fn div(a: u32, b: u32, flags: &mut Flags) -> u64 {
    let (x, y) = (a as i32, b as i32);
    let (result, v) = match (x.checked_div(y), x.checked_rem(y)) {
        (Some(quotient), Some(remainder)) => (pair(remainder as u32, quotient as u32), false),
        _ if y == 0 && x < 0 => (pair(0, 1 << 31), true),
        _ => (pair(0, i32::MAX as u32), true),
    };
    flags.overflow(v, false);
    result
}

/// DIV.U.
pub(super) fn div_u(a: u32, b: u32, flags: &mut Flags) -> u64 {
    let (result, v) = match (a.checked_div(b), a.checked_rem(b)) {
        (Some(quotient), Some(remainder)) => (pair(remainder, quotient), false),
        _ => (pair(0, u32::MAX), true),
    };
    flags.overflow(v, false);
    result
}

/// How many significant bits the quotient has that DIV or DIV.U (`opcode`) gave: the divider stops
/// early on short ones.
#[inline]
#[must_use]
pub fn quotient_bits(opcode: Opcode, result: u64) -> u32 {
    let quotient = result as u32;
    let magnitude = match opcode {
        Opcode::Div => (quotient as i32).unsigned_abs(),
        _ => quotient,
    };
    u32::BITS - magnitude.leading_zeros()
}

/// DVINIT, DVINIT.H, DVINIT.B, for a dividend of 32, 16 or 8 bits.
pub(super) fn dvinit(a: u32, b: u32, bits: u32, flags: &mut Flags) -> u64 {
    let up = 32 - bits;
    let smallest = (i32::MIN >> up) as u32;
    flags.overflow(b == 0 || b == u32::MAX && a == smallest, false);
    let filled = if (a ^ b) >> 31 != 0 { (1 << up) - 1 } else { 0 };
    (sx(a) << up) as u64 | filled
}

/// DVINIT.U, DVINIT.HU, DVINIT.BU.
pub(super) fn dvinit_u(a: u32, b: u32, bits: u32, flags: &mut Flags) -> u64 {
    flags.overflow(b == 0, false);
    u64::from(a) << (32 - bits)
}

/// DVSTEP: eight bits of a signed quotient.
pub(super) fn dvstep(c: u64, b: u32) -> u64 {
    let negative = (c as i64) < 0;
    let differ = negative != ((b as i32) < 0);
    let addend = if differ { b } else { b.wrapping_neg() };
    (0..8).fold(c, |pair, _| {
        let shifted = pair << 1;
        let trial = ((shifted >> 32) as u32).wrapping_add(addend);
        if ((trial as i32) < 0) == negative {
            self::pair(trial, shifted as u32 | u32::from(!differ))
        } else {
            shifted | u64::from(differ)
        }
    })
}

/// DVSTEP.U: eight bits of an unsigned quotient.
pub(super) fn dvstep_u(c: u64, b: u32) -> u64 {
    (0..8).fold(c, |pair, _| {
        let shifted = pair << 1;
        match ((shifted >> 32) as u32).checked_sub(b) {
            Some(remainder) => self::pair(remainder, shifted as u32 | 1),
            None => shifted,
        }
    })
}

/// DVADJ: corrects what DVSTEP leaves for negative dividends.
pub(super) fn dvadj(c: u64, b: u32) -> u64 {
    let (remainder, quotient) = ((c >> 32) as u32, c as u32);
    let negative = (c as i64) < 0;
    let whole = negative && remainder == b;
    let minus_whole = negative && remainder == b.wrapping_neg();
    let differ = negative != ((b as i32) < 0);
    let up = differ && !minus_whole || whole;
    pair(
        if whole || minus_whole { 0 } else { remainder },
        quotient.wrapping_add(u32::from(up)),
    )
}
