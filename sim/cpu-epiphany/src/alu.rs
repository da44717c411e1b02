//! The integer unit: results and flags (AR, instruction set; CPU).
//!
//! Every operation answers the result and the flags it sets, in their places in STATUS. The core
//! takes them with `status & !INTEGER_FLAGS | flags`, so that AVS stays.

use crate::status::{AC, AN, AV, AVS, AZ};

#[inline]
const fn zero_negative(result: u32) -> u32 {
    (if result == 0 { AZ } else { 0 }) | (result >> 31) * AN
}

/// `a + b`: AZ, AN, AC (carry out), AV, AVS.
#[inline]
#[must_use]
pub const fn add(a: u32, b: u32) -> (u32, u32) {
    let (result, carry) = a.overflowing_add(b);
    let overflow = ((a ^ result) & (b ^ result)) >> 31;
    let flags = zero_negative(result) | carry as u32 * AC | overflow * (AV | AVS);
    (result, flags)
}

/// `a - b`: AZ, AN, AC (no borrow), AV, AVS.
#[inline]
#[must_use]
pub const fn sub(a: u32, b: u32) -> (u32, u32) {
    let (result, borrow) = a.overflowing_sub(b);
    let overflow = ((a ^ b) & (a ^ result)) >> 31;
    let flags = zero_negative(result) | !borrow as u32 * AC | overflow * (AV | AVS);
    (result, flags)
}

/// A result that sets AZ and AN, and clears AC and AV: logic, shifts, BITR.
#[inline]
#[must_use]
pub const fn logic(result: u32) -> (u32, u32) {
    (result, zero_negative(result))
}

/// `a << (b & 31)`.
#[inline]
#[must_use]
pub const fn lsl(a: u32, b: u32) -> (u32, u32) {
    logic(a << (b & 31))
}

/// `a >> (b & 31)`, zeros shifted in.
#[inline]
#[must_use]
pub const fn lsr(a: u32, b: u32) -> (u32, u32) {
    logic(a >> (b & 31))
}

/// `a >> (b & 31)`, the sign shifted in.
#[inline]
#[must_use]
pub const fn asr(a: u32, b: u32) -> (u32, u32) {
    logic((a as i32 >> (b & 31)) as u32)
}
