//! Integer arithmetic and logic (SPARC V8 manual, B.11 to B.19).

use super::Iu;
use crate::decoded::DecodedInsn;
use crate::state::{IuReg, State, icc};
use crate::trap;
use trueboard_engine::ops::{Codes, Ops, Truth};

/// A choice of functions of two operands.
type Function<O> = fn(&mut O, Word<O>, Word<O>) -> Word<O>;
type Word<O> = <O as trueboard_engine::ops::Ops>::Word;
type Flag<O> = Truth<Word<O>>;

/// V and C of `a + b + carry = r`.
#[inline(always)]
fn sum_flags<O: Iu>(o: &mut O, a: Word<O>, b: Word<O>, r: Word<O>) -> (Flag<O>, Flag<O>) {
    let (a_differs, b_differs) = (o.xor(a, r), o.xor(b, r));
    let v = o.and(a_differs, b_differs);
    let (both, one) = (o.and(a, b), o.or(a, b));
    let not_r = o.not(r);
    let lost = o.and(one, not_r);
    let c = o.or(both, lost);
    (o.is_negative(v), o.is_negative(c))
}

/// V and C of `a - b - borrow = r`, which is `a + !b + !borrow`.
#[inline(always)]
fn difference_flags<O: Iu>(o: &mut O, a: Word<O>, b: Word<O>, r: Word<O>) -> (Flag<O>, Flag<O>) {
    let not_b = o.not(b);
    let (v, c) = sum_flags(o, a, not_b, r);
    (v, o.negate(c))
}

/// ADD, with `WITH_CARRY` ADDX, with `CC` the forms that set the condition codes.
#[inline(always)]
pub(crate) fn add<O: Iu, const WITH_CARRY: bool, const CC: bool>(o: &mut O, d: &DecodedInsn) {
    let (a, b) = o.operands(d);
    let mut r = o.add(a, b);
    if WITH_CARRY {
        let carry = o.carry();
        r = o.add(r, carry);
    }
    if CC {
        let codes = match WITH_CARRY {
            true => {
                let (v, c) = sum_flags(o, a, b, r);
                o.pack_codes(r, v, c)
            }
            false => o.codes(Codes::Sum, [a, b], r),
        };
        o.put(IuReg::Icc, codes);
    }
    o.put_result(d, r);
}

/// SUB, with `WITH_CARRY` SUBX, with `CC` the forms that set the condition codes.
#[inline(always)]
pub(crate) fn sub<O: Iu, const WITH_CARRY: bool, const CC: bool>(o: &mut O, d: &DecodedInsn) {
    let (a, b) = o.operands(d);
    let mut r = o.sub(a, b);
    if WITH_CARRY {
        let carry = o.carry();
        r = o.sub(r, carry);
    }
    o.put_result(d, r);
    if CC {
        let codes = match WITH_CARRY {
            true => {
                let (v, c) = difference_flags(o, a, b, r);
                o.pack_codes(r, v, c)
            }
            false => o.codes(Codes::Difference, [a, b], r),
        };
        o.put(IuReg::Icc, codes);
    }
}

/// Logic and shifts: what `f` makes of the operands.
#[inline(always)]
pub(crate) fn logic<O: Iu, const CC: bool>(f: Function<O>) -> impl Fn(&mut O, &DecodedInsn) {
    #[inline(always)]
    move |o, d| {
        let (a, b) = o.operands(d);
        let r = f(o, a, b);
        o.put_result(d, r);
        if CC {
            let codes = o.codes(Codes::Result, [a, b], r);
            o.put(IuReg::Icc, codes);
        }
    }
}

/// `a & !b`.
#[inline(always)]
pub(crate) fn and_not<O: Iu>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let b = o.not(b);
    o.and(a, b)
}

/// `a | !b`.
#[inline(always)]
pub(crate) fn or_not<O: Iu>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let b = o.not(b);
    o.or(a, b)
}

/// `a ^ !b`.
#[inline(always)]
pub(crate) fn xor_not<O: Iu>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let b = o.not(b);
    o.xor(a, b)
}

/// SETHI.
#[inline(always)]
pub(crate) fn sethi<O: Iu>(o: &mut O, d: &DecodedInsn) {
    let r = o.word(d.imm as u32);
    o.put_result(d, r);
}

/// TADDcc, with `SUBTRACT` TSUBcc, with `TRAPS` the trapping variants: V also when a tag (bits 1:0) is not 0.
pub(crate) fn tagged<O: Iu, const SUBTRACT: bool, const TRAPS: bool>(
    o: &mut O,
    d: &DecodedInsn,
) -> Result<(), O::Exit> {
    let (a, b) = o.operands(d);
    let (r, v, c) = match SUBTRACT {
        true => (o.sub(a, b), o.sub_overflows(a, b), o.below(false, a, b)),
        false => (o.add(a, b), o.add_overflows(a, b), o.add_carries(a, b)),
    };
    let (low, mask) = (o.or(a, b), o.word(3));
    let tags = o.and(low, mask);
    let tagged = o.is_nonzero(tags);
    let v = o.either(v, tagged);
    if TRAPS {
        o.trap_if(v, trap::TAG_OVERFLOW)?;
    }
    let codes = o.pack_codes(r, v, c);
    o.put(IuReg::Icc, codes);
    o.put_result(d, r);
    Ok(())
}

/// MULScc, the multiply step (B.17).
pub(crate) fn mulscc<O: Iu>(o: &mut O, d: &DecodedInsn) {
    let (a, b) = o.operands(d);
    let codes = o.get(IuReg::Icc);
    let (n, v) = (o.is_set(codes, 3), o.is_set(codes, 1));
    let n_xor_v = o.differ(n, v);
    let (one, high) = (o.word(1), o.bit_if(n_xor_v, 31));
    let half = o.shift_right(a, one);
    let x = o.or(half, high);
    let (old_y, zero) = (o.get(IuReg::Y), o.word(0));
    let low = o.is_set(old_y, 0);
    let y = o.select(low, b, zero);
    let r = o.add(x, y);
    let (half, low) = (o.shift_right(old_y, one), o.is_set(a, 0));
    let high = o.bit_if(low, 31);
    let new_y = o.or(half, high);
    let codes = o.codes(Codes::Sum, [x, y], r);
    o.put(IuReg::Y, new_y);
    o.put(IuReg::Icc, codes);
    o.put_result(d, r);
}

/// UMUL and SMUL, with `CC` the forms that set the condition codes.
#[inline(always)]
pub(crate) fn multiply<O: Iu, const SIGNED: bool, const CC: bool>(o: &mut O, d: &DecodedInsn) {
    let (a, b) = o.operands(d);
    let (r, high) = (o.mul(a, b), o.mul_high(SIGNED, a, b));
    o.put(IuReg::Y, high);
    if CC {
        let codes = o.codes(Codes::Result, [a, b], r);
        o.put(IuReg::Icc, codes);
    }
    o.put_result(d, r);
}

/// UDIV and SDIV: 64 by 32 bits, saturating on overflow with V set by the cc forms (B.19).
pub(crate) fn divide<O: Iu, const SIGNED: bool, const CC: bool>(
    o: &mut O,
    d: &DecodedInsn,
) -> Result<(), O::Exit> {
    let (a, b) = o.operands(d);
    let by_zero = o.is_zero(b);
    o.trap_if(by_zero, trap::DIVISION_BY_ZERO)?;
    let r = o.call(quotient::<SIGNED, CC>, [a, b]);
    o.put_result(d, r);
    Ok(())
}

/// The quotient of Y and `a` by `b`, which is not 0; sets the condition codes if they are wanted.
fn quotient<const SIGNED: bool, const CC: bool>(st: &mut State, [a, b]: [u32; 2]) -> u32 {
    let dividend = u64::from(st.y) << 32 | u64::from(a);
    let (r, overflow) = if SIGNED {
        let q = i128::from(dividend as i64) / i128::from(b as i32);
        match i32::try_from(q) {
            Ok(q) => (q as u32, false),
            Err(_) if q > 0 => (0x7fff_ffff, true),
            Err(_) => (0x8000_0000, true),
        }
    } else {
        match u32::try_from(dividend / u64::from(b)) {
            Ok(q) => (q, false),
            Err(_) => (u32::MAX, true),
        }
    };
    if CC {
        let codes = st.codes(Codes::Result, [a, b], r);
        st.put(IuReg::Icc, codes);
        st.psr.icc |= if overflow { icc::V } else { 0 };
    }
    r
}
