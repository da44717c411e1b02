//! Pseudo-random numbers: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
//! A seed gives one sequence, on every host.

/// A source of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn long(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next 32 bits.
    pub fn word(&mut self) -> u32 {
        (self.long() >> 32) as u32
    }

    /// A number below `n`, or 0 when `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.long().checked_rem(n).unwrap_or(0)
    }

    /// A place below `n`, or 0 when `n` is 0.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// A number from 0 up to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.long() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// `n` bytes.
    pub fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.long() as u8).collect()
    }

    /// One of `choices`.
    ///
    /// # Panics
    /// When there is nothing to choose from.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First outputs for seed 1234567, from the reference implementation.
        let mut r = Random::new(1_234_567);
        assert_eq!(r.long(), 6_457_827_717_110_365_317);
        assert_eq!(r.long(), 3_203_168_211_198_807_973);
        assert_eq!(r.below(0), 0);
    }
}
