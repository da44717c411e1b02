//! PACK and UNPACK: between a single-precision pattern and its parts, for software floating point.

/// The exponent field of infinities and NaNs, in both forms.
const SPECIAL: i32 = 255;

/// PACK: `c` has the mantissa in its lower, the unbiased exponent in its upper word; the sign is that
/// of `a`. Rounds to nearest even with `carry` as the sticky bit.
pub(super) fn pack(c: u64, a: u32, carry: bool) -> u32 {
    let (mantissa, exponent) = (c as u32, (c >> 32) as i32);
    let normal = mantissa >> 31 != 0;
    let fraction = mantissa >> 8 & 0x7F_FFFF;
    let magnitude = if !normal && exponent == SPECIAL {
        0xFF << 23 | fraction
    } else if normal && exponent >= 127 {
        0xFF << 23
    } else if normal && exponent <= -128 || mantissa == 0 {
        0
    } else {
        let field = if normal { (exponent + 128) as u32 } else { 0 };
        let sticky = mantissa >> 8 & 1 != 0 || mantissa & 0x7F != 0 || carry;
        let up = mantissa >> 7 & 1 != 0 && sticky;
        (field << 23 | fraction) + u32::from(up)
    };
    a & 1 << 31 | magnitude
}

/// UNPACK: the unbiased exponent in the upper, the mantissa with its hidden bit 30 in the lower word.
pub(super) fn unpack(a: u32) -> u64 {
    let (field, fraction) = ((a >> 23 & 0xFF) as i32, a & 0x7F_FFFF);
    let (exponent, hidden) = match field {
        SPECIAL => (SPECIAL, 0),
        0 if fraction == 0 => (-127, 0),
        0 => (-126, 0),
        _ => (field - 127, 1 << 30),
    };
    u64::from(exponent as u32) << 32 | u64::from(fraction << 7 | hidden)
}
