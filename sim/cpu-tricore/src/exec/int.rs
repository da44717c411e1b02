//! Additions, subtractions, extremes, absolute values, SAT.

use super::flags::{Fit, Flags, advance, set_carry, set_overflow, signed32};
use super::{CoreOps, Flag, bits};
use crate::state::CoreReg;

/// A register as a signed number.
#[inline]
pub(super) fn sx(x: u32) -> i64 {
    i64::from(x as i32)
}

/// ADD, ADDI, ADDIH.
#[inline(always)]
pub(super) fn add<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let (sum, v) = (o.add(a, b), o.add_overflows(a, b));
    with_overflow(o, sum, v)
}

/// ADDIH: `b` is added to the upper half-word.
#[inline(always)]
pub(super) fn add_high<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let b = bits::high(o, b);
    add(o, a, b)
}

/// SUB; RSUB with its operands exchanged.
#[inline(always)]
pub(super) fn sub<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let (difference, v) = (o.sub(a, b), o.sub_overflows(a, b));
    with_overflow(o, difference, v)
}

/// `result`, of which V is `v`.
#[inline(always)]
pub(super) fn with_overflow<O: CoreOps>(o: &mut O, result: O::Word, v: Flag<O>) -> O::Word {
    let av = advance(o, result);
    set_overflow(o, v, av);
    result
}

/// What `f` makes of `a` and `b`; but `a`, and the flags as they were, if `skips`.
#[inline(always)]
fn unless<O: CoreOps>(
    o: &mut O,
    skips: Flag<O>,
    f: fn(&mut O, O::Word, O::Word) -> O::Word,
    (a, b): (O::Word, O::Word),
) -> O::Word {
    let before = o.get(CoreReg::Psw);
    let result = f(o, a, b);
    let after = o.get(CoreReg::Psw);
    let psw = o.select(skips, before, after);
    o.put(CoreReg::Psw, psw);
    o.select(skips, a, result)
}

/// CADD, CSUB: `f` if `test` is not 0.
#[inline(always)]
pub(super) fn if_not_zero<O: CoreOps>(
    o: &mut O,
    test: O::Word,
    f: fn(&mut O, O::Word, O::Word) -> O::Word,
    operands: (O::Word, O::Word),
) -> O::Word {
    let skips = o.is_zero(test);
    unless(o, skips, f, operands)
}

/// CADDN, CSUBN: `f` if `test` is 0.
#[inline(always)]
pub(super) fn if_zero<O: CoreOps>(
    o: &mut O,
    test: O::Word,
    f: fn(&mut O, O::Word, O::Word) -> O::Word,
    operands: (O::Word, O::Word),
) -> O::Word {
    let skips = o.is_nonzero(test);
    unless(o, skips, f, operands)
}

/// ADDX.
#[inline(always)]
pub(super) fn addx<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let carry = o.add_carries(a, b);
    set_carry(o, carry);
    add(o, a, b)
}

/// SUBX.
#[inline(always)]
pub(super) fn subx<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let borrow = o.below(false, a, b);
    let carry = o.negate(borrow);
    set_carry(o, carry);
    sub(o, a, b)
}

/// ADDC, and with `b` inverted SUBC: `a + b`, and the carry, with the carry out.
#[inline(always)]
pub(super) fn addc<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let psw = o.get(CoreReg::Psw);
    let carry = o.is_set(psw, 31).bit();
    let sum = o.add(a, b);
    let result = o.add(sum, carry);
    let (of_sum, of_carry) = (o.add_carries(a, b), o.add_carries(sum, carry));
    let carry = o.either(of_sum, of_carry);
    set_carry(o, carry);
    let (a_differs, b_differs) = (o.xor(a, result), o.xor(b, result));
    let both_differ = o.and(a_differs, b_differs);
    let v = o.is_negative(both_differ);
    with_overflow(o, result, v)
}

/// SUBC.
#[inline(always)]
pub(super) fn subc<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word) -> O::Word {
    let b = o.not(b);
    addc(o, a, b)
}

/// MAX, and with `signed` false MAX.U.
#[inline(always)]
pub(super) fn max<O: CoreOps>(o: &mut O, signed: bool, a: O::Word, b: O::Word) -> O::Word {
    let less = o.below(signed, a, b);
    o.select(less, b, a)
}

/// MIN, and with `signed` false MIN.U.
#[inline(always)]
pub(super) fn min<O: CoreOps>(o: &mut O, signed: bool, a: O::Word, b: O::Word) -> O::Word {
    let less = o.below(signed, a, b);
    o.select(less, a, b)
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
