//! Operands for random tests: edge values as often as others, the same in every run.

/// Marsaglia's xorshift64*.
pub struct Rng(u64);

/// Values where half-words, words and signs change.
const EDGES: [u32; 12] = [
    0,
    1,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFF_8000,
    0x7FFF_FFFF,
    0x8000_0000,
    0x8000_7FFF,
    0x8000_8000,
    0xFFFF_8000,
    0xFFFF_FFFF,
];

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

    /// A word: an edge value, one close to it, a small number, or anything.
    pub fn word(&mut self) -> u32 {
        let random = self.next();
        let edge = EDGES[(random >> 40) as usize % EDGES.len()];
        match random >> 60 {
            0..=3 => edge,
            4..=6 => edge.wrapping_add((random as u32 & 7).wrapping_sub(3)),
            7 | 8 => (random as u32) >> (random >> 32 & 31),
            _ => random as u32,
        }
    }

    /// A pair of words.
    pub fn pair(&mut self) -> u64 {
        u64::from(self.word()) << 32 | u64::from(self.word())
    }
}
