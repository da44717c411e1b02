//! Operand generator: edge values, their neighbours, related pairs, and plain random numbers.

use super::super::env::Round;

pub const ROUNDS: [Round; 4] = [
    Round::NearestEven,
    Round::TowardZero,
    Round::Up,
    Round::Down,
];

/// Marsaglia's xorshift64*: a fixed seed gives a fixed test.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 8) % limit
    }

    /// A fraction with few bits set at either end, or none, or all, or random.
    fn fraction(&mut self, bits: u32) -> u64 {
        let mask = (1 << bits) - 1;
        let near_zero = self.below(4);
        let high = self.next() << self.below(u64::from(bits)) & mask;
        match self.below(6) {
            0 => near_zero,
            1 => mask - near_zero,
            2 => (1 << (bits - 1)) ^ near_zero,
            3 => high,
            4 => high | near_zero,
            _ => self.next() & mask,
        }
    }

    /// A bit pattern with the given field widths.
    pub fn value(&mut self, exp_bits: u32, frac_bits: u32) -> u64 {
        let top = (1 << exp_bits) - 1;
        let bias = top >> 1;
        let exp = match self.below(10) {
            0 => 0,
            1 => top,
            2 => 1 + self.below(3),
            3 => top - 1 - self.below(3),
            4..=6 => bias - 30 + self.below(64),
            7 => bias / 2 + self.below(8),
            8 => bias - u64::from(frac_bits) - 4 + self.below(8),
            _ => self.below(top),
        };
        let sign = self.next() >> 63;
        (sign << exp_bits | exp) << frac_bits | self.fraction(frac_bits)
    }

    /// A pair: independent, or close together so that sums cancel or land half way.
    pub fn pair(&mut self, exp_bits: u32, frac_bits: u32) -> (u64, u64) {
        let a = self.value(exp_bits, frac_bits);
        let sign = self.next() >> 63 << (exp_bits + frac_bits);
        let magnitude = (1 << (exp_bits + frac_bits)) - 1;
        let steps = self.below(4) << frac_bits | self.below(4);
        let b = match self.below(8) {
            0 => a ^ sign,
            1 => (a & magnitude).wrapping_add(steps) & magnitude | sign,
            2 => (a & magnitude).saturating_sub(self.below(60) << frac_bits) | sign,
            _ => self.value(exp_bits, frac_bits),
        };
        (a, b)
    }
}
