//! Reproducible random numbers: a seed names a run.

/// Vigna's SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 bits.
    pub fn double_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next 32 bits.
    pub fn word(&mut self) -> u32 {
        (self.double_word() >> 32) as u32
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.word()) * u64::from(n)) >> 32) as u32
    }

    /// True `n` times in 100.
    pub fn percent(&mut self, n: u32) -> bool {
        self.below(100) < n
    }

    /// One of `all`.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    /// A value of the kind that instructions get wrong: limits, powers of two and neighbours,
    /// small numbers; and now and then anything.
    pub fn value(&mut self) -> u32 {
        const LIMITS: [u32; 12] = [
            0,
            1,
            2,
            3,
            u32::MAX,
            u32::MAX - 1,
            0x7fff_ffff,
            0x8000_0000,
            0x8000_0001,
            0x7fff_fffe,
            0xffff_8000,
            0x0000_7fff,
        ];
        match self.below(10) {
            0..=2 => self.pick(&LIMITS),
            3 => (1u32 << self.below(32))
                .wrapping_add(self.below(3))
                .wrapping_sub(1),
            4 => !(1u32 << self.below(32)),
            5 => self.below(64),
            6 => self.below(64).wrapping_neg(),
            7 => self.word() >> self.below(32),
            8 => self.word() & !3,
            _ => self.word(),
        }
    }

    /// Bits of a single-precision number, edge cases often.
    pub fn single(&mut self) -> u32 {
        let sign = self.word() & 0x8000_0000;
        let frac = self.word() >> 9;
        sign | match self.below(16) {
            0 => 0,
            1 => 0x7f80_0000,
            2 => 0x7fc0_0000 | self.pick(&[0, 0x3f_ffff, frac >> 1]),
            3 => 0x7f80_0001 | frac >> 1,
            4 => 1 | frac,
            5 => self.pick(&[1, 0x007f_ffff, 0x0080_0000, 0x0080_0001, 0x7f7f_ffff]),
            6 => 0x3f80_0000 | self.pick(&[0, 1, 0x7f_ffff]),
            7 => (self.below(256) as f32).to_bits(),
            8 => (0x4f00_0000 + self.below(5)).wrapping_sub(2),
            9 => (0x0080_0000 + (self.below(26) << 23)) | frac,
            10 => (0x7f00_0000 - (self.below(4) << 23)) | frac,
            11 | 12 => ((100 + self.below(56)) << 23) | frac,
            13 => ((100 + self.below(56)) << 23) | self.pick(&[0, 0x7f_ffff, 0x40_0000, 1]),
            _ => self.word() >> 1,
        }
    }

    /// Bits of a double-precision number, edge cases often.
    pub fn double(&mut self) -> u64 {
        let sign = self.double_word() & 1 << 63;
        let frac = self.double_word() >> 12;
        sign | match self.below(16) {
            0 => 0,
            1 => 0x7ff << 52,
            2 => 0xfff << 51 | self.pick(&[0, frac >> 1, u64::MAX >> 13]),
            3 => 0x7ff << 52 | 1 | frac >> 1,
            4 => 1 | frac,
            5 => self.pick(&[1, (1 << 52) - 1, 1 << 52, (1 << 52) + 1, (0x7ff << 52) - 1]),
            6 => 0x3ff << 52 | self.pick(&[0, 1, (1 << 52) - 1]),
            7 => f64::from(self.below(256)).to_bits(),
            // Around the limits of a 32-bit integer.
            8 => {
                let near = self.pick(&[0x41df_ffff_ffc0_0000, 0x41e0_0000_0000_0000]);
                near + u64::from(self.below(5)) - 2
            }
            // Around the limits of single precision.
            9 => u64::from(0x380 - 26 + self.below(30)) << 52 | frac,
            10 => u64::from(0x47c + self.below(6)) << 52 | frac,
            // Ties when narrowed to single precision.
            11 => {
                u64::from(0x3f0 + self.below(32)) << 52
                    | self.pick(&[1u64 << 28, 3 << 28, (1 << 28) + 1, (1 << 28) - 1])
            }
            12 => u64::from(0x3f0 + self.below(32)) << 52 | frac,
            13 => u64::from(1 + self.below(60)) << 52 | frac,
            _ => self.double_word() >> 1,
        }
    }
}
