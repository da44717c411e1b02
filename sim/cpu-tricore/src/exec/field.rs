//! Bit fields. The manual leaves the result open for a field beyond bit 31. Here the bits above are zeros, and inserted
//! bits there are lost, as in QEMU for constant fields of EXTR.U, INSERT and IMASK. A field of width 0 is 0.

use super::CoreOps;

/// A mask of `width` ones. Widths have five bits.
#[inline]
fn ones(width: u32) -> u32 {
    (1 << (width & 31)) - 1
}

/// EXTR.U: `width` bits of `a` from bit `pos` on.
#[inline(always)]
pub(super) fn extr_u<O: CoreOps>(o: &mut O, a: O::Word, pos: O::Word, width: u32) -> O::Word {
    let (down, mask) = (o.shift_right(a, pos), o.word(ones(width)));
    o.and(down, mask)
}

/// EXTR.
#[inline(always)]
pub(super) fn extr<O: CoreOps>(o: &mut O, a: O::Word, pos: O::Word, width: u32) -> O::Word {
    let field = extr_u(o, a, pos, width);
    let sign = ones(width) ^ ones(width) >> 1;
    let sign = o.word(sign);
    let flipped = o.xor(field, sign);
    o.sub(flipped, sign)
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
#[inline(always)]
pub(super) fn dextr<O: CoreOps>(o: &mut O, a: O::Word, b: O::Word, pos: O::Word) -> O::Word {
    // 32 places less `pos` to the right, in two parts: a shift by 32 is none.
    let (one, places) = (o.word(1), o.not(pos));
    let half = o.shift_right(b, one);
    let (high, low) = (o.shift_left(a, pos), o.shift_right(half, places));
    o.or(high, low)
}
