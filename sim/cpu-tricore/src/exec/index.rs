//! IXMIN and IXMAX: the next two elements of a search for the smallest or greatest half-word.

use std::cmp::Ordering;

/// One step: `c` holds the position so far, the index found and the value found; `b` has the next two
/// elements, `value` reads one, and `better` is how a better element compares with a worse one.
pub(super) fn step(c: u64, b: u32, value: fn(u16) -> i32, better: Ordering) -> u64 {
    let (first, second) = (b as u16, (b >> 16) as u16);
    let position = c as u16;
    let beats = |x: u16, y: u16| value(x).cmp(&value(y)) == better;
    let (index, found) = ((c >> 16) as u16, (c >> 32) as u16);
    let (index, found) = if !beats(second, first) && beats(first, found) {
        (position, first)
    } else if beats(second, first) && beats(second, found) {
        (position.wrapping_add(1), second)
    } else {
        (index, found)
    };
    u64::from(found) << 32 | u64::from(index) << 16 | u64::from(position.wrapping_add(2))
}

/// Elements as signed numbers.
pub(super) fn signed(x: u16) -> i32 {
    i32::from(x as i16)
}

/// Elements as unsigned numbers.
pub(super) fn unsigned(x: u16) -> i32 {
    i32::from(x)
}
