//! Integer arithmetic and logic (SPARC V8 manual, B.11 to B.19).

use crate::decoded::DecodedInsn;
use crate::state::{State, icc};
use crate::trap::{self, Exc, Exec};

/// N and Z of a result.
#[inline(always)]
fn nz(r: u32) -> u8 {
    (((r >> 31) as u8) << 3) | (u8::from(r == 0) << 2)
}

/// N, Z, V and C.
#[inline(always)]
fn nzvc(r: u32, v: bool, c: bool) -> u8 {
    nz(r) | u8::from(v) << 1 | u8::from(c)
}

/// Condition codes of `a + b + carry = r`.
#[inline(always)]
fn add_icc(a: u32, b: u32, r: u32) -> u8 {
    let v = (a ^ r) & (b ^ r);
    let c = (a & b) | ((a | b) & !r);
    nzvc(r, v >> 31 != 0, c >> 31 != 0)
}

/// Condition codes of `a - b - borrow = r`.
#[inline(always)]
fn sub_icc(a: u32, b: u32, r: u32) -> u8 {
    let v = (a ^ b) & (a ^ r);
    let c = (!a & b) | ((!a | b) & r);
    nzvc(r, v >> 31 != 0, c >> 31 != 0)
}

/// Condition codes of `a - b = r`, in the terms of the host's own flags.
#[inline(always)]
fn compare_icc(a: u32, b: u32, r: u32) -> u8 {
    let v = (a as i32).checked_sub(b as i32).is_none();
    nzvc(r, v, a < b)
}

/// Condition codes of `a + b = r`.
#[inline(always)]
fn sum_icc(a: u32, b: u32, r: u32) -> u8 {
    let v = (a as i32).checked_add(b as i32).is_none();
    nzvc(r, v, r < a)
}

#[inline(always)]
fn carry(st: &State) -> u32 {
    u32::from(st.psr.icc & icc::C)
}

/// ADD, with `WITH_CARRY` ADDX, with `CC` the forms that set the condition codes.
#[inline(always)]
pub(crate) fn add<const WITH_CARRY: bool, const CC: bool>(st: &mut State, d: &DecodedInsn) {
    let (a, b) = st.operands(d);
    let mut r = a.wrapping_add(b);
    if WITH_CARRY {
        r = r.wrapping_add(carry(st));
    }
    if CC {
        let icc = if WITH_CARRY { add_icc } else { sum_icc };
        st.psr.icc = icc(a, b, r);
    }
    st.regs.put(d.rd, r);
}

/// SUB, with `WITH_CARRY` SUBX, with `CC` the forms that set the condition codes.
#[inline(always)]
pub(crate) fn sub<const WITH_CARRY: bool, const CC: bool>(st: &mut State, d: &DecodedInsn) {
    let (a, b) = st.operands(d);
    let mut r = a.wrapping_sub(b);
    if WITH_CARRY {
        r = r.wrapping_sub(carry(st));
    }
    st.regs.put(d.rd, r);
    if CC {
        let icc = if WITH_CARRY { sub_icc } else { compare_icc };
        st.psr.icc = icc(a, b, r);
    }
}

/// Logic and shifts: what `f` makes of the operands.
#[inline(always)]
pub(crate) fn logic<const CC: bool>(
    f: impl Fn(u32, u32) -> u32,
) -> impl Fn(&mut State, &DecodedInsn) {
    #[inline(always)]
    move |st, d| {
        let (a, b) = st.operands(d);
        let r = f(a, b);
        st.regs.put(d.rd, r);
        if CC {
            st.psr.icc = nz(r);
        }
    }
}

/// SLL.
#[inline(always)]
pub(crate) fn sll(a: u32, b: u32) -> u32 {
    a << (b & 31)
}

/// SRL.
#[inline(always)]
pub(crate) fn srl(a: u32, b: u32) -> u32 {
    a >> (b & 31)
}

/// SRA.
#[inline(always)]
pub(crate) fn sra(a: u32, b: u32) -> u32 {
    ((a as i32) >> (b & 31)) as u32
}

/// SETHI.
#[inline(always)]
pub(crate) fn sethi(st: &mut State, d: &DecodedInsn) {
    st.regs.put(d.rd, d.imm as u32);
}

/// TADDcc, TSUBcc and the trapping variants: V also when a tag (bits 1:0) is not 0.
pub(crate) fn tagged(st: &mut State, d: &DecodedInsn, subtract: bool, traps: bool) -> Exec {
    let (a, b) = st.operands(d);
    let (r, mut cc) = if subtract {
        let r = a.wrapping_sub(b);
        (r, sub_icc(a, b, r))
    } else {
        let r = a.wrapping_add(b);
        (r, add_icc(a, b, r))
    };
    if (a | b) & 3 != 0 {
        cc |= icc::V;
    }
    if traps && cc & icc::V != 0 {
        return Err(Exc::Trap(trap::TAG_OVERFLOW));
    }
    st.psr.icc = cc;
    st.regs.put(d.rd, r);
    Ok(())
}

/// MULScc, the multiply step (B.17).
pub(crate) fn mulscc(st: &mut State, d: &DecodedInsn) {
    let (a, b) = st.operands(d);
    let n_xor_v = (st.psr.icc & icc::N != 0) != (st.psr.icc & icc::V != 0);
    let x = (a >> 1) | (u32::from(n_xor_v) << 31);
    let y = if st.y & 1 != 0 { b } else { 0 };
    let r = x.wrapping_add(y);
    st.y = (st.y >> 1) | (a << 31);
    st.psr.icc = add_icc(x, y, r);
    st.regs.put(d.rd, r);
}

/// UMUL and SMUL, with `CC` the forms that set the condition codes.
#[inline(always)]
pub(crate) fn multiply<const SIGNED: bool, const CC: bool>(st: &mut State, d: &DecodedInsn) {
    let (a, b) = st.operands(d);
    let p = if SIGNED {
        (i64::from(a as i32) * i64::from(b as i32)) as u64
    } else {
        u64::from(a) * u64::from(b)
    };
    st.y = (p >> 32) as u32;
    let r = p as u32;
    if CC {
        st.psr.icc = nz(r);
    }
    st.regs.put(d.rd, r);
}

/// UDIV and SDIV: 64 by 32 bits, saturating on overflow with V set by the cc forms (B.19).
pub(crate) fn divide(st: &mut State, d: &DecodedInsn, signed: bool, cc: bool) -> Exec {
    let (a, b) = st.operands(d);
    if b == 0 {
        return Err(Exc::Trap(trap::DIVISION_BY_ZERO));
    }
    let dividend = u64::from(st.y) << 32 | u64::from(a);
    let (r, overflow) = if signed {
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
    if cc {
        st.psr.icc = nz(r) | if overflow { icc::V } else { 0 };
    }
    st.regs.put(d.rd, r);
    Ok(())
}
