//! Between single precision, integers and Q31 fractions.

use super::super::flags::Flags;
use super::{SIGN, deliver, env};
use trueboard_core::fp::{self, Env, Round};

/// The environment of a conversion: PSW.RM, or towards zero.
fn rounding(truncate: bool, flags: &Flags) -> Env {
    let env = env(flags);
    if truncate {
        env.with_round(Round::TowardZero)
    } else {
        env
    }
}

/// FTOI, and FTOIZ which truncates.
pub fn ftoi(a: u32, truncate: bool, flags: &mut Flags) -> u32 {
    let (value, raised) = fp::f32_to_i32(rounding(truncate, flags), a);
    deliver((value as u32, raised), flags)
}

/// FTOU, and FTOUZ which truncates. Any negative number is invalid, even one that would round to zero
/// (QEMU `fpu_helper.c`).
pub fn ftou(a: u32, truncate: bool, flags: &mut Flags) -> u32 {
    let zero = a << 1 == 0 || fp::is_subnormal32(a);
    if a & SIGN != 0 && !zero {
        return deliver((0, fp::Flags::INVALID), flags);
    }
    deliver(fp::f32_to_u32(rounding(truncate, flags), a), flags)
}

/// ITOF.
pub fn itof(a: u32, flags: &mut Flags) -> u32 {
    deliver(fp::i32_to_f32(env(flags), a as i32), flags)
}

/// UTOF.
pub fn utof(a: u32, flags: &mut Flags) -> u32 {
    deliver(fp::u32_to_f32(env(flags), a), flags)
}

/// The double `bits` times `2^power`: exact for what comes from 32 bits and powers below 600.
fn scale(bits: u64, power: i64) -> u64 {
    let field = bits >> 52 & 0x7FF;
    if field == 0 || field == 0x7FF {
        bits
    } else {
        bits.wrapping_add((power << 52) as u64)
    }
}

/// The power of two in the low nine bits of a register.
fn power(b: u32) -> i64 {
    i64::from((b as i32) << 23 >> 23)
}

/// FTOQ31, and FTOQ31Z which truncates: `a` times two to the power of `-b`, as a Q31 fraction.
pub fn ftoq31(a: u32, b: u32, truncate: bool, flags: &mut Flags) -> u32 {
    let (wide, signalling) = fp::cvt32to64(Env::TRICORE, a);
    let (value, raised) = fp::f64_to_i32(rounding(truncate, flags), scale(wide, 31 - power(b)));
    deliver((value as u32, raised | signalling), flags)
}

/// Q31TOF: the Q31 fraction `a` times two to the power of `b`.
pub fn q31tof(a: u32, b: u32, flags: &mut Flags) -> u32 {
    let wide = scale(fp::i32_to_f64(a as i32), power(b) - 31);
    deliver(fp::cvt64to32(env(flags), wide), flags)
}
