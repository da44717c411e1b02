//! Bit fields. Where a field reaches beyond bit 31 the manual leaves the result open; here the bits
//! above are zeros, and what is inserted there is lost (QEMU does the same for constant fields of
//! EXTR.U, INSERT and IMASK). A field of width 0 is 0.

/// A mask of `width` ones. Widths have five bits.
#[inline]
fn ones(width: u32) -> u32 {
    (1 << (width & 31)) - 1
}

/// EXTR.U.
#[inline]
pub fn extr_u(a: u32, pos: u32, width: u32) -> u32 {
    a >> (pos & 31) & ones(width)
}

/// EXTR.
#[inline]
pub fn extr(a: u32, pos: u32, width: u32) -> u32 {
    let field = extr_u(a, pos, width);
    let sign = ones(width) ^ ones(width) >> 1;
    (field ^ sign).wrapping_sub(sign)
}

/// INSERT.
#[inline]
pub(super) fn insert(a: u32, b: u32, pos: u32, width: u32) -> u32 {
    let pos = pos & 31;
    let mask = ones(width) << pos;
    a & !mask | b << pos & mask
}

/// IMASK: the mask in the upper word, the value in place in the lower.
pub(super) fn imask(b: u32, pos: u32, width: u32) -> u64 {
    let pos = pos & 31;
    u64::from(ones(width) << pos) << 32 | u64::from(b << pos)
}

/// DEXTR: a word out of the double word of `a` and `b`, `pos` bits below its top.
#[inline]
pub(super) fn dextr(a: u32, b: u32, pos: u32) -> u32 {
    let double = u64::from(a) << 32 | u64::from(b);
    (double << (pos & 31) >> 32) as u32
}
