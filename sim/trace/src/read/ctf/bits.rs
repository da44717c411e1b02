//! Numbers out of bits (section 4.1.5): little-endian numbers fill each byte from its least
//! significant bit, big-endian ones from its most significant bit.

use super::types::ByteOrder;

/// `size` bits (1 to 64) from bit `at` of `bytes`, or `None` if they end before.
pub(super) fn read(bytes: &[u8], at: u64, size: u32, order: ByteOrder) -> Option<u64> {
    let first = usize::try_from(at / 8).ok()?;
    let shift = (at % 8) as u32;
    let n = (shift + size).div_ceil(8) as usize;
    let part = bytes.get(first..first.checked_add(n)?)?;
    if shift == 0 && size.is_multiple_of(8) {
        return Some(whole(part, order));
    }
    // At most 7 + 64 bits: 9 bytes.
    let fold = |acc: u128, b: &u8| acc << 8 | u128::from(*b);
    let bits = match order {
        ByteOrder::Little => part.iter().rev().fold(0, fold) >> shift,
        ByteOrder::Big => part.iter().fold(0, fold) >> (8 * n as u32 - shift - size),
    };
    Some((bits as u64) & (u64::MAX >> (64 - size)))
}

#[inline]
fn whole(part: &[u8], order: ByteOrder) -> u64 {
    let fold = |acc: u64, b: &u8| acc << 8 | u64::from(*b);
    match (order, part) {
        (_, [b]) => u64::from(*b),
        (ByteOrder::Little, _) => part.iter().rev().fold(0, fold),
        (ByteOrder::Big, _) => part.iter().fold(0, fold),
    }
}

/// The lower `size` bits as two's complement.
pub(super) fn sign_extend(value: u64, size: u32) -> i64 {
    let unused = 64 - size;
    ((value << unused) as i64) >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_in_both_orders() {
        assert_eq!(read(&[0xcd, 0xff], 0, 3, ByteOrder::Little), Some(5));
        let b13 = read(&[0xcd, 0xff], 3, 13, ByteOrder::Little);
        assert_eq!(b13.map(|v| sign_extend(v, 13)), Some(-7));
        assert_eq!(read(&[0b1010_0000], 0, 3, ByteOrder::Big), Some(5));
        assert_eq!(
            read(&[0b0000_0001, 0b1000_0000], 7, 2, ByteOrder::Big),
            Some(3)
        );
        assert_eq!(
            read(&[1, 2, 3, 4], 0, 32, ByteOrder::Big),
            Some(0x0102_0304)
        );
        assert_eq!(read(&[0xff; 9], 3, 64, ByteOrder::Little), Some(u64::MAX));
        assert_eq!(read(&[0xff; 8], 3, 64, ByteOrder::Little), None);
        assert_eq!(read(&[0xff; 8], u64::MAX, 1, ByteOrder::Big), None);
    }
}
