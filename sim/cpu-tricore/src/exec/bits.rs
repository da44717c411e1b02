//! Counting, merging and splitting of bits; what compares and bit operations do to one bit.

use super::packed::HU;
use super::{CoreOps, Word};

/// ANDN.
#[inline(always)]
pub(super) fn and_not<O: CoreOps>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let b = o.not(b);
    o.and(a, b)
}

/// ORN.
#[inline(always)]
pub(super) fn or_not<O: CoreOps>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let b = o.not(b);
    o.or(a, b)
}

/// NAND.
#[inline(always)]
pub(super) fn nand<O: CoreOps>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let both = o.and(a, b);
    o.not(both)
}

/// NOR, NOT.
#[inline(always)]
pub(super) fn nor<O: CoreOps>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let any = o.or(a, b);
    o.not(any)
}

/// XNOR.
#[inline(always)]
pub(super) fn xnor<O: CoreOps>(o: &mut O, a: Word<O>, b: Word<O>) -> Word<O> {
    let differ = o.xor(a, b);
    o.not(differ)
}

/// MOVH: the low half-word of `b` as the upper one.
#[inline(always)]
pub(super) fn high<O: CoreOps>(o: &mut O, b: Word<O>) -> Word<O> {
    let places = o.word(16);
    o.shift_left(b, places)
}

/// SEL, CMOVN: `x` if `test` is not 0, else `y`.
#[inline(always)]
pub(super) fn pick<O: CoreOps>(o: &mut O, test: Word<O>, x: Word<O>, y: Word<O>) -> Word<O> {
    let zero = o.is_zero(test);
    o.select(zero, y, x)
}

/// `t`, with nothing of the old destination.
#[inline]
pub(super) fn alone(_old: u32, t: bool) -> u32 {
    t.into()
}

/// Bit 0 of the old destination AND `t`.
#[inline]
pub(super) fn and(old: u32, t: bool) -> u32 {
    old & (!1 | u32::from(t))
}

/// Bit 0 of the old destination OR `t`.
#[inline]
pub(super) fn or(old: u32, t: bool) -> u32 {
    old | u32::from(t)
}

/// Bit 0 of the old destination XOR `t`.
#[inline]
pub(super) fn xor(old: u32, t: bool) -> u32 {
    old ^ u32::from(t)
}

/// `t` shifted into the old destination.
#[inline]
pub(super) fn shift_in(old: u32, t: bool) -> u32 {
    old << 1 | u32::from(t)
}

/// INS.T and INSN.T: `a` with bit `p` replaced by `t`.
#[inline]
pub(super) fn insert(a: u32, p: u8, t: bool) -> u32 {
    let p = p & 31;
    a & !(1 << p) | u32::from(t) << p
}

/// CLS: copies of the sign bit below it.
#[inline]
pub(super) fn cls(a: u32) -> u32 {
    // The sign run of a word is one longer, and never longer than the word.
    (a ^ (a as i32 >> 31) as u32).leading_zeros() - 1
}

/// A count of leading bits on both half-words. `count` gets the half-word on top of a word with ones in its low half.
fn per_half(a: u32, count: impl Fn(u32) -> u32) -> u32 {
    HU.map(a, 0, |half, _| count((half as u32) << 16 | 0xFFFF) as i32)
}

/// CLZ.H.
pub(super) fn clz_h(a: u32) -> u32 {
    per_half(a, u32::leading_zeros)
}

/// CLO.H.
pub(super) fn clo_h(a: u32) -> u32 {
    per_half(!a, u32::leading_zeros)
}

/// CLS.H.
pub(super) fn cls_h(a: u32) -> u32 {
    per_half(a, |half| cls(half).min(15))
}

/// The low 16 bits of `x` spread to the even positions.
fn spread(x: u32) -> u32 {
    [
        (8, 0x00FF_00FF),
        (4, 0x0F0F_0F0F),
        (2, 0x3333_3333),
        (1, 0x5555_5555),
    ]
    .iter()
    .fold(x & 0xFFFF, |x, (shift, mask)| (x | x << shift) & mask)
}

/// The bits of `x` at even positions, gathered in its low half.
fn gather(x: u32) -> u32 {
    [
        (1, 0x3333_3333),
        (2, 0x0F0F_0F0F),
        (4, 0x00FF_00FF),
        (8, 0x0000_FFFF),
    ]
    .iter()
    .fold(x & 0x5555_5555, |x, (shift, mask)| (x | x >> shift) & mask)
}

/// BMERGE: bits of `a` at odd, of `b` at even positions.
pub(super) fn bmerge(a: u32, b: u32) -> u32 {
    spread(a) << 1 | spread(b)
}

/// BSPLIT: odd positions to the upper word, even ones to the lower.
pub(super) fn bsplit(a: u32) -> u64 {
    u64::from(gather(a >> 1)) << 32 | u64::from(gather(a))
}

/// PARITY: of each byte, at its bit 0.
pub(super) fn parity(a: u32) -> u32 {
    [4, 2, 1].iter().fold(a, |x, shift| x ^ x >> shift) & 0x0101_0101
}
