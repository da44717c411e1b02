//! The PSW bits that data instructions change, and how an exact result becomes a register.
//!
//! PSW[31:24] has two readings (TC1.6 architecture manual, volume 1, "Program status word"): carry
//! and overflows after integer instructions, exceptions and rounding mode after those of the FPU.
//! They share the bits.

use super::{CoreOps, Flag};
use crate::state::CoreReg;
use crate::trap::Trap;
use trueboard_engine::ops::{Host, Registers};

/// PSW with its user status bits; the other bits pass through untouched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u32);

impl Flags {
    /// Carry.
    pub const C: u32 = 1 << 31;
    /// Overflow.
    pub const V: u32 = 1 << 30;
    /// Sticky overflow.
    pub const SV: u32 = 1 << 29;
    /// Advance overflow: the two top bits of the result differ.
    pub const AV: u32 = 1 << 28;
    /// Sticky advance overflow.
    pub const SAV: u32 = 1 << 27;

    /// The carry.
    #[inline]
    pub fn carry(self) -> bool {
        self.0 & Self::C != 0
    }

    /// Sets V and AV and gathers them in SV and SAV.
    #[inline]
    pub fn overflow(&mut self, v: bool, av: bool) {
        set_overflow(self, u32::from(v).into(), u32::from(av).wrapping_neg());
    }
}

/// Where operands are values, the PSW is the one register.
impl Registers for Flags {
    type Reg = CoreReg;
    type Trap = Trap;

    #[inline(always)]
    fn get(&self, reg: CoreReg) -> u32 {
        match reg {
            CoreReg::R(_) => 0,
            CoreReg::Psw => self.0,
        }
    }

    #[inline(always)]
    fn put(&mut self, reg: CoreReg, value: u32) {
        if reg == CoreReg::Psw {
            self.0 = value;
        }
    }
}

impl Host for Flags {
    type Machine = Flags;
    type Exit = Trap;

    #[inline(always)]
    fn machine(&mut self) -> &mut Flags {
        self
    }
}

/// Sets the carry.
#[inline(always)]
pub(super) fn set_carry<O: CoreOps>(o: &mut O, carry: Flag<O>) {
    let (psw, others, c) = (o.get(CoreReg::Psw), o.word(!Flags::C), o.bit_if(carry, 31));
    let kept = o.and(psw, others);
    let psw = o.or(kept, c);
    o.put(CoreReg::Psw, psw);
}

/// Sets V and AV and gathers them in SV and SAV. `av`: all ones if AV is set, else 0.
#[inline(always)]
pub(super) fn set_overflow<O: CoreOps>(o: &mut O, v: Flag<O>, av: O::Word) {
    let (zero, others) = (o.word(0), o.word(!(Flags::V | Flags::AV)));
    let (v_bits, av_bits) = (o.word(Flags::V | Flags::SV), o.word(Flags::AV | Flags::SAV));
    let v = o.sub(zero, v.bit());
    let (v, av) = (o.and(v, v_bits), o.and(av, av_bits));
    let psw = o.get(CoreReg::Psw);
    let kept = o.and(psw, others);
    let with_av = o.or(kept, av);
    let psw = o.or(with_av, v);
    o.put(CoreReg::Psw, psw);
}

/// AV: all ones if the two top bits of a 32-bit result differ, else 0.
#[inline(always)]
pub(super) fn advance<O: CoreOps>(o: &mut O, result: O::Word) -> O::Word {
    let (one, places) = (o.word(1), o.word(31));
    let up = o.shift_left(result, one);
    let differ = o.xor(up, result);
    o.shift_right_signed(differ, places)
}

/// [`advance`] of a number.
#[inline]
fn advance32(result: u32) -> bool {
    advance(&mut Flags::default(), result) != 0
}

/// Whether the two top bits of a 64-bit result differ.
#[inline]
fn advance64(result: u64) -> bool {
    (result ^ result << 1) >> 63 != 0
}

/// Whether a result that does not fit wraps or is clamped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// The low bits remain.
    Wrap,
    /// The nearest value that fits.
    Clamp,
}

/// The register for an exact signed result and its V and AV. AV follows the wrapped result even if another one is
/// delivered.
#[inline]
pub(super) fn word(exact: i64, fit: Fit) -> (u32, bool, bool) {
    let wrapped = exact as u32;
    let over = exact != i64::from(exact as i32);
    let result = if over && fit == Fit::Clamp {
        if exact < 0 { 1 << 31 } else { i32::MAX as u32 }
    } else {
        wrapped
    };
    (result, over, advance32(wrapped))
}

/// A signed 32-bit result.
#[inline]
pub(super) fn signed32(exact: i64, fit: Fit, flags: &mut Flags) -> u32 {
    let (result, v, av) = word(exact, fit);
    flags.overflow(v, av);
    result
}

/// An unsigned 32-bit result, clamped.
pub(super) fn clamp_unsigned32(exact: i128, flags: &mut Flags) -> u32 {
    let result = exact.clamp(0, u32::MAX.into());
    flags.overflow(result != exact, advance32(exact as u32));
    result as u32
}

/// A signed 64-bit result.
#[inline]
pub(super) fn signed64(exact: i128, fit: Fit, flags: &mut Flags) -> u64 {
    let over = exact != i128::from(exact as i64);
    flags.overflow(over, advance64(exact as u64));
    if over && fit == Fit::Clamp {
        if exact < 0 { 1 << 63 } else { i64::MAX as u64 }
    } else {
        exact as u64
    }
}

/// An unsigned 64-bit result.
pub(super) fn unsigned64(exact: i128, fit: Fit, flags: &mut Flags) -> u64 {
    let clamped = exact.clamp(0, u64::MAX.into());
    flags.overflow(clamped != exact, advance64(exact as u64));
    match fit {
        Fit::Wrap => exact as u64,
        Fit::Clamp => clamped as u64,
    }
}
