//! QSEED.F: a seed for Newton's iteration towards one over the square root.

use super::super::flags::Flags;
use super::{SIGN, deliver};
use trueboard_core::fp;

/// Half of the upper eight fraction bits, for two neighbouring operands each: measured on hardware
/// (QEMU `fpu_helper.c`).
const TABLE: [u8; 64] = [
    126, 122, 119, 115, 112, 108, 105, 102, 100, 97, 94, 92, 89, 87, 84, 82, 80, 78, 76, 74, 72,
    70, 68, 66, 65, 63, 61, 60, 58, 57, 55, 54, 51, 49, 46, 44, 41, 39, 37, 35, 33, 31, 29, 27, 26,
    24, 22, 21, 19, 18, 16, 15, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1,
];

/// Infinity.
const INFINITY: u32 = 0x7F80_0000;
/// Any NaN operand gives this.
const NAN: u32 = 0x7FC0_0000;
/// The square root of a negative number.
const NAN_SQRT: u32 = 0x7FC0_0004;

/// QSEED.F.
pub fn qseed(a: u32, flags: &mut Flags) -> u32 {
    let field = a >> 23 & 0xFF;
    let valid = |result| (result, fp::Flags::NONE);
    let invalid = |result| (result, fp::Flags::INVALID);
    let outcome = if fp::is_nan32(a) {
        let quiet = a & 1 << 22 != 0;
        if quiet { valid(NAN) } else { invalid(NAN) }
    } else if field == 0 {
        valid(a & SIGN | INFINITY)
    } else if a & SIGN != 0 {
        invalid(NAN_SQRT)
    } else if a == INFINITY {
        valid(0)
    } else {
        let below = field - 1;
        let index = (below & 1) << 6 | a >> 17 & 0x3F;
        let upper = u32::from(TABLE[(index >> 1) as usize]) << 1 | !index & 1;
        valid((0xBD - below / 2) << 23 | upper << 15)
    };
    deliver(outcome, flags)
}
