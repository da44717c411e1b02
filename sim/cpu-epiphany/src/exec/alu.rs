//! The integer unit: results and flags (AR, instruction set; CPU).
//!
//! Every operation answers the result and the flags it sets, in their places in STATUS. The core
//! takes them with `status & !INTEGER_FLAGS | flags`, so that AVS stays.

use crate::status::{AC, AN, AV, AVS, AZ, flag};

#[inline]
const fn zero_negative(result: u32) -> u32 {
    flag(AZ, result == 0) | flag(AN, result >> 31 != 0)
}

/// `a + b`: AZ, AN, AC (carry out), AV, AVS.
#[inline]
#[must_use]
pub const fn add(a: u32, b: u32) -> (u32, u32) {
    let (result, carry) = a.overflowing_add(b);
    let overflow = ((a ^ result) & (b ^ result)) >> 31 != 0;
    let flags = zero_negative(result) | flag(AC, carry) | flag(AV | AVS, overflow);
    (result, flags)
}

/// `a - b`: AZ, AN, AC (no borrow), AV, AVS.
#[inline]
#[must_use]
pub const fn sub(a: u32, b: u32) -> (u32, u32) {
    let (result, borrow) = a.overflowing_sub(b);
    let overflow = ((a ^ b) & (a ^ result)) >> 31 != 0;
    let flags = zero_negative(result) | flag(AC, !borrow) | flag(AV | AVS, overflow);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_by_hand() {
        const MIN: u32 = 1 << 31;
        let cases = [
            (add(1, 1), 2, 0),
            (add(0, 0), 0, AZ),
            (add(0xffff_ffff, 1), 0, AZ | AC),
            (add(0x7fff_ffff, 1), MIN, AN | AV | AVS),
            (add(MIN, MIN), 0, AZ | AC | AV | AVS),
            (add(MIN, 0xffff_ffff), 0x7fff_ffff, AC | AV | AVS),
            (add(MIN, 0), MIN, AN),
            (sub(5, 3), 2, AC),
            (sub(3, 5), 0xffff_fffe, AN),
            (sub(3, 3), 0, AZ | AC),
            (sub(0, 0), 0, AZ | AC),
            (sub(MIN, 1), 0x7fff_ffff, AC | AV | AVS),
            (sub(0x7fff_ffff, 0xffff_ffff), MIN, AN | AV | AVS),
            (sub(0, MIN), MIN, AN | AV | AVS),
            (logic(0), 0, AZ),
            (logic(MIN), MIN, AN),
            (lsl(1, 31), MIN, AN),
            (lsl(3, 32), 3, 0),
            (lsr(MIN, 31), 1, 0),
            (lsr(1, 1), 0, AZ),
            (asr(MIN, 31), 0xffff_ffff, AN),
            (asr(MIN, 63), 0xffff_ffff, AN),
        ];
        for (at, (got, result, flags)) in cases.into_iter().enumerate() {
            assert_eq!(got, (result, flags), "case {at}");
        }
    }
}
