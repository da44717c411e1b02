//! Numbers as text: variable-length integers (LEB128) in base64 (RFC 4648).

use trueboard_analyses::lanes::{Mark, Segment};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Integers, packed.
#[derive(Default)]
pub(crate) struct Packed(Vec<u8>);

impl Packed {
    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    pub fn add(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    pub fn base64(&self) -> String {
        let mut text = Vec::with_capacity(self.0.len().div_ceil(3) * 4);
        let digits = |[a, b, c]: [u8; 3]| {
            let bits = u32::from(a) << 16 | u32::from(b) << 8 | u32::from(c);
            let digit = |shift: u32| DIGITS[(bits >> shift & 63) as usize];
            [digit(18), digit(12), digit(6), digit(0)]
        };
        let (groups, rest) = self.0.as_chunks::<3>();
        for group in groups {
            text.extend_from_slice(&digits(*group));
        }
        let last = match *rest {
            [] => None,
            [a, ..] => Some([a, rest.get(1).copied().unwrap_or(0), 0]),
        };
        if let Some(last) = last {
            text.extend_from_slice(&digits(last)[..=rest.len()]);
            text.resize(text.len().next_multiple_of(4), b'=');
        }
        // Digits are ASCII.
        String::from_utf8(text).unwrap_or_default()
    }
}

impl FromIterator<u64> for Packed {
    fn from_iter<T: IntoIterator<Item = u64>>(numbers: T) -> Packed {
        let mut packed = Packed::default();
        numbers.into_iter().for_each(|n| packed.add(n));
        packed
    }
}

/// Counts.
pub(crate) fn numbers(all: impl IntoIterator<Item = u64>) -> String {
    Packed::from_iter(all).base64()
}

/// Numbers that go up, each as what it is more than the one before.
pub(crate) fn rising(from: u64, all: impl IntoIterator<Item = u64>) -> String {
    let mut last = from;
    numbers(all.into_iter().map(|n| {
        let more = n.saturating_sub(last);
        last = n;
        more
    }))
}

/// Numbers of either sign, each as its difference to the one before; the sign is the lowest bit.
pub(crate) fn wandering(all: impl IntoIterator<Item = i64>) -> String {
    let mut last = 0_i64;
    numbers(all.into_iter().map(|n| {
        let d = n.wrapping_sub(last);
        last = n;
        ((d << 1) ^ (d >> 63)) as u64
    }))
}

/// For each segment the ticks since the one before, then its context times four and its calls, if fewer than three;
/// else three, and the calls behind it.
pub(crate) fn segments(begin: u64, all: &[Segment]) -> String {
    let mut packed = Packed(Vec::with_capacity(4 * all.len()));
    let mut last = begin;
    for s in all {
        packed.add(s.at.saturating_sub(last));
        last = s.at;
        packed.add(u64::from(s.key) << 2 | u64::from(s.begun.min(3)));
        if s.begun >= 3 {
            packed.add(s.begun.into());
        }
    }
    packed.base64()
}

/// For each mark the ticks since the one before, its label, and how often.
pub(crate) fn marks(begin: u64, all: &[Mark], label: &mut dyn FnMut(&Mark) -> u64) -> String {
    let mut packed = Packed::default();
    let mut last = begin;
    for m in all {
        packed.add(m.at.saturating_sub(last));
        last = m.at;
        packed.add(label(m));
        packed.add(m.count);
    }
    packed.base64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let of = |bytes: &[u8]| Packed(bytes.to_vec()).base64();
        let found = ["", "f", "fo", "foo", "foob"].map(|t| of(t.as_bytes()));
        assert_eq!(found, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn numbers_are_packed_by_seven_bits() {
        assert_eq!(
            Packed::from_iter([0, 127, 128, 300]).0,
            [0, 127, 0x80, 1, 0xac, 2]
        );
        assert_eq!(rising(10, [15, 15, 20]), numbers([5, 0, 5]));
        assert_eq!(wandering([-1, 0, -2]), numbers([1, 2, 3]));
    }

    /// From tick 10 on: a return, three calls at once, and seven five ticks later.
    #[test]
    fn segments_say_how_often_their_context_was_entered() {
        let segment = |at, key, begun| Segment { at, key, begun };
        let all = [
            segment(10, 1, 0),
            segment(15, 2, 3),
            segment(15, 3, 2),
            segment(20, 0, 7),
        ];
        let wanted = [0, 1 << 2, 5, 2 << 2 | 3, 3, 0, 3 << 2 | 2, 5, 3, 7];
        assert_eq!(segments(10, &all), numbers(wanted));
    }

    #[test]
    fn marks_are_ticks_behind_the_one_before() {
        let mark = |at, count| Mark {
            at,
            what: trueboard_analyses::lanes::What::Trap(2),
            count,
        };
        let all = [mark(12, 1), mark(20, 4), mark(21, 1)];
        let wanted = [2, 9, 1, 8, 9, 4, 1, 9, 1];
        assert_eq!(marks(10, &all, &mut |_| 9), numbers(wanted));
    }
}
