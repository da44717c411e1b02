//! Arithmetic and comparisons on the two half-words or four bytes of a register.

use super::flags::{Fit, Flags};

/// What the lanes of a register are.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    bits: u32,
    signed: bool,
}

/// Signed bytes.
pub(super) const B: Lanes = Lanes {
    bits: 8,
    signed: true,
};
/// Unsigned bytes.
pub(super) const BU: Lanes = Lanes { signed: false, ..B };
/// Signed half-words.
pub(super) const H: Lanes = Lanes {
    bits: 16,
    signed: true,
};
/// Unsigned half-words.
pub(super) const HU: Lanes = Lanes { signed: false, ..H };

impl Lanes {
    /// The lane of `x` that begins at bit `shift`.
    #[inline]
    fn get(self, x: u32, shift: u32) -> i32 {
        let at_top = x >> shift << (32 - self.bits);
        if self.signed {
            at_top as i32 >> (32 - self.bits)
        } else {
            (at_top >> (32 - self.bits)) as i32
        }
    }

    /// The lane holding the low bits of `value`.
    #[inline]
    fn put(self, value: i32, shift: u32) -> u32 {
        (value as u32) << (32 - self.bits) >> (32 - self.bits) << shift
    }

    /// The nearest value a lane can hold.
    #[inline]
    fn clamp(self, exact: i32) -> i32 {
        if self.signed {
            let max = (1 << (self.bits - 1)) - 1;
            exact.clamp(-max - 1, max)
        } else {
            exact.clamp(0, (1 << self.bits) - 1)
        }
    }

    #[inline]
    fn shifts(self) -> impl Iterator<Item = u32> {
        (0..32).step_by(self.bits as usize)
    }

    /// `op` on each lane, without flags.
    #[inline]
    pub(super) fn map(self, a: u32, b: u32, op: impl Fn(i32, i32) -> i32) -> u32 {
        self.shifts().fold(0, |result, shift| {
            result | self.put(op(self.get(a, shift), self.get(b, shift)), shift)
        })
    }

    /// `op` on each lane; V and AV are those of any lane.
    pub(super) fn arith(
        self,
        a: u32,
        b: u32,
        fit: Fit,
        flags: &mut Flags,
        op: impl Fn(i32, i32) -> i32,
    ) -> u32 {
        let (mut result, mut v, mut av) = (0, false, false);
        for shift in self.shifts() {
            let exact = op(self.get(a, shift), self.get(b, shift));
            let clamped = self.clamp(exact);
            v |= clamped != exact;
            av |= (exact ^ exact << 1) >> (self.bits - 1) & 1 != 0;
            let value = if fit == Fit::Clamp { clamped } else { exact };
            result |= self.put(value, shift);
        }
        flags.overflow(v, av);
        result
    }

    /// All ones in the lanes where `test` holds: EQ.B, LT.H and so on.
    pub(super) fn mask(self, a: u32, b: u32, test: impl Fn(i32, i32) -> bool) -> u32 {
        self.map(a, b, |x, y| -i32::from(test(x, y)))
    }

    /// Whether any lane of `a` is equal to that of `b`: EQANY.
    pub(super) fn any_equal(self, a: u32, b: u32) -> u32 {
        u32::from(self.mask(a, b, |x, y| x == y) != 0)
    }
}
