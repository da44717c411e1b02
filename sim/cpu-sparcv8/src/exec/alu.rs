//! Integer arithmetic and logic (SPARC V8 manual, B.11 to B.19).

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::isa::Counted;
use crate::live::{FROM_MULTIPLIER, Live, bit};
use crate::state::icc;
use crate::trap::{self, Exc, Exec};
use trueboard_core::meter::CoreMeter;

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

impl Leon {
    #[inline(always)]
    pub(crate) fn operands(&self, s: &DecodedInsn) -> (u32, u32) {
        (
            self.regs.get(s.rs1),
            self.regs.get(s.rs2).wrapping_add_signed(s.imm),
        )
    }

    #[inline(always)]
    fn carry(&self) -> u32 {
        u32::from(self.psr.icc & icc::C)
    }

    #[inline(always)]
    pub(crate) fn set_icc(&mut self, v: u8, cycle: u64) {
        self.psr.icc = v;
        self.icc_cycle = cycle;
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, l: &Live, s: &DecodedInsn, with_carry: bool, cc: bool) {
        let (a, b) = self.operands(s);
        let mut r = a.wrapping_add(b);
        if with_carry {
            r = r.wrapping_add(self.carry());
        }
        if cc {
            let icc = if with_carry { add_icc } else { sum_icc };
            self.set_icc(icc(a, b, r), l.cycle);
        }
        self.regs.put(s.rd, r);
        self.count(l, Counted::Type2);
    }

    #[inline(always)]
    pub(crate) fn sub(&mut self, l: &Live, s: &DecodedInsn, with_carry: bool, cc: bool) {
        let (a, b) = self.operands(s);
        let mut r = a.wrapping_sub(b);
        if with_carry {
            r = r.wrapping_sub(self.carry());
        }
        self.regs.put(s.rd, r);
        if cc {
            let icc = if with_carry { sub_icc } else { compare_icc };
            self.set_icc(icc(a, b, r), l.cycle);
        }
        self.count(l, Counted::Type2);
    }

    #[inline(always)]
    pub(crate) fn logic(
        &mut self,
        l: &Live,
        s: &DecodedInsn,
        cc: bool,
        f: impl Fn(u32, u32) -> u32,
    ) {
        let (a, b) = self.operands(s);
        let r = f(a, b);
        self.regs.put(s.rd, r);
        if cc {
            self.set_icc(nz(r), l.cycle);
        }
        self.count(l, Counted::Type2);
    }

    /// TADDcc, TSUBcc and the trapping variants: V also when a tag (bits 1:0) is not 0.
    pub(crate) fn tagged(&mut self, s: &DecodedInsn, subtract: bool, traps: bool) -> Exec {
        let (a, b) = self.operands(s);
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
        self.set_icc(cc, self.cycle);
        self.regs.set(s.rd, r);
        Ok(())
    }

    /// MULScc, the multiply step (B.17).
    pub(crate) fn mulscc(&mut self, s: &DecodedInsn) {
        let (a, b) = self.operands(s);
        let n_xor_v = (self.psr.icc & icc::N != 0) != (self.psr.icc & icc::V != 0);
        let x = (a >> 1) | (u32::from(n_xor_v) << 31);
        let y = if self.y & 1 != 0 { b } else { 0 };
        let r = x.wrapping_add(y);
        self.y = (self.y >> 1) | (a << 31);
        self.set_icc(add_icc(x, y, r), self.cycle);
        self.regs.set(s.rd, r);
    }

    #[inline(always)]
    pub(crate) fn multiply(&mut self, l: &mut Live, s: &DecodedInsn, signed: bool, cc: bool) {
        let (a, b) = self.operands(s);
        let p = if signed {
            (i64::from(a as i32) * i64::from(b as i32)) as u64
        } else {
            u64::from(a) * u64::from(b)
        };
        self.y = (p >> 32) as u32;
        let r = p as u32;
        if cc {
            // The codes come with the product.
            self.set_icc(
                nz(r),
                l.cycle + u64::from(self.params.timing.mul_use_cycles),
            );
        }
        self.regs.put(s.rd, r);
        self.hazard = bit(s.rd) | FROM_MULTIPLIER;
        self.count(l, Counted::Type2);
    }

    /// UDIV and SDIV: 64 by 32 bits, saturating on overflow with V set by the cc forms (B.19).
    pub(crate) fn divide(&mut self, s: &DecodedInsn, signed: bool, cc: bool) -> Exec {
        let (a, b) = self.operands(s);
        if b == 0 {
            return Err(Exc::Trap(trap::DIVISION_BY_ZERO));
        }
        let dividend = u64::from(self.y) << 32 | u64::from(a);
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
        let extra = u64::from(self.params.timing.div_cycles.saturating_sub(1));
        self.stall(CoreMeter::MulDivStalls, extra);
        if cc {
            let v = if overflow { icc::V } else { 0 };
            self.set_icc(nz(r) | v, self.cycle);
        }
        self.regs.set(s.rd, r);
        Ok(())
    }
}
