//! Patterns parsed at build time: fixed bits and scattered fields.

use super::Operand;

/// Sign-extends the low `width` bits (1 to 32).
///
/// ```
/// assert_eq!(trueboard_core::isa::sign_extend(0x1fff, 13), -1);
/// ```
#[must_use]
pub const fn sign_extend(bits: u32, width: u32) -> i32 {
    let shift = 32 - width;
    ((bits << shift) as i32) >> shift
}

/// The bits that a pattern fixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedBits {
    /// Which bits are fixed.
    pub mask: u32,
    /// Their value; 0 elsewhere.
    pub value: u32,
}

impl FixedBits {
    /// The fixed bits of a pattern.
    ///
    /// # Panics
    /// At build time, on a character other than `0`, `1`, `-`, blank or a lower-case letter, or
    /// with more than 32 bits.
    #[must_use]
    pub const fn of(pattern: &str) -> Self {
        let mut fixed = Self { mask: 0, value: 0 };
        let (text, mut at, mut bit) = (pattern.as_bytes(), 0, width(pattern));
        assert!(bit <= 32, "a pattern has at most 32 bits");
        while at < text.len() {
            if text[at] != b' ' {
                bit -= 1;
            }
            match text[at] {
                b'0' => fixed.mask |= 1 << bit,
                b'1' => {
                    fixed.mask |= 1 << bit;
                    fixed.value |= 1 << bit;
                }
                b' ' | b'-' | b'a'..=b'z' => {}
                _ => panic!("a pattern is made of 0, 1, -, blanks and lower-case letters"),
            }
            at += 1;
        }
        fixed
    }

    /// True if the fixed bits of `word` have the right value.
    #[must_use]
    pub const fn matches(self, word: u32) -> bool {
        word & self.mask == self.value
    }
}

/// More pieces than any instruction set scatters an operand into; [`super::Index`] needs ten.
const MAX_RUNS: usize = 12;

/// The bits of an operand: runs of neighbouring bits, most significant first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Lowest bit and length of each run.
    runs: [(u8, u8); MAX_RUNS],
    used: u8,
    width: u8,
}

impl Bits {
    const EMPTY: Self = Self {
        runs: [(0, 0); MAX_RUNS],
        used: 0,
        width: 0,
    };

    /// The bits of `pattern` that carry the given letters, those of the first letter uppermost. No
    /// letters are no bits: an operand that the encoding implies.
    ///
    /// # Panics
    /// At build time, if a letter has no bits in the pattern:
    ///
    /// ```compile_fail,E0080
    /// # use trueboard_core::isa::Bits;
    /// const RS1: Bits = Bits::of("0000 dddd", "s");
    /// ```
    #[must_use]
    pub const fn of(pattern: &str, letters: &str) -> Self {
        let (text, letters) = (pattern.as_bytes(), letters.as_bytes());
        let mut bits = Self::EMPTY;
        let mut letter = 0;
        while letter < letters.len() {
            assert!(
                letters[letter].is_ascii_lowercase(),
                "a field is named by a letter"
            );
            let before = bits.width;
            let (mut at, mut bit) = (0, width(pattern));
            while at < text.len() {
                if text[at] != b' ' {
                    bit -= 1;
                    if text[at] == letters[letter] {
                        bits = bits.push(bit);
                    }
                }
                at += 1;
            }
            assert!(
                bits.width > before,
                "an operand letter has no bits in the pattern"
            );
            letter += 1;
        }
        bits
    }

    /// The set bits of a mask, in their order; at most `MAX_RUNS` runs.
    pub(super) const fn of_mask(mask: u32) -> Self {
        let mut bits = Self::EMPTY;
        let mut bit = 32;
        while bit > 0 {
            bit -= 1;
            if mask >> bit & 1 != 0 {
                bits = bits.push(bit);
            }
        }
        bits
    }

    /// Adds a bit below the present ones.
    const fn push(mut self, bit: u32) -> Self {
        let used = self.used as usize;
        if used > 0 && self.runs[used - 1].0 as u32 == bit + 1 {
            self.runs[used - 1].0 -= 1;
            self.runs[used - 1].1 += 1;
        } else {
            self.runs[used] = (bit as u8, 1);
            self.used += 1;
        }
        self.width += 1;
        assert!(self.width <= 32, "an operand has at most 32 bits");
        self
    }

    /// Number of bits.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// Collects the bits from a word.
    // Out of line: tables read and write thousands of operands, each once for an instruction.
    #[must_use]
    #[inline(never)]
    pub fn gather(&self, word: u32) -> u32 {
        self.runs[..self.used as usize]
            .iter()
            .fold(0, |bits, &(low, len)| {
                // In 64 bits, because a single run may have all 32.
                ((u64::from(bits) << len) as u32) | (word >> low & ones(len))
            })
    }

    /// Puts the low bits of `bits` in their places; all others are 0.
    #[must_use]
    #[inline(never)]
    pub fn scatter(&self, bits: u32) -> u32 {
        let (word, _) = self.runs[..self.used as usize].iter().rev().fold(
            (0, bits),
            |(word, bits), &(low, len)| {
                (
                    word | (bits & ones(len)) << low,
                    (u64::from(bits) >> len) as u32,
                )
            },
        );
        word
    }

    /// Reads an operand from a word.
    #[must_use]
    pub fn read<T: Operand>(&self, word: u32) -> T {
        T::from_bits(self.gather(word), self.width())
    }

    /// The operand's bits in their places.
    #[must_use]
    pub fn write<T: Operand>(&self, operand: T) -> u32 {
        self.scatter(operand.to_bits(self.width()))
    }
}

const fn ones(len: u8) -> u32 {
    u32::MAX >> (32 - len as u32)
}

/// Number of bits of a pattern.
const fn width(pattern: &str) -> u32 {
    let (text, mut at, mut width) = (pattern.as_bytes(), 0, 0);
    while at < text.len() {
        if text[at] != b' ' {
            width += 1;
        }
        at += 1;
    }
    width
}

/// The width of a pattern, which must be one of `allowed`.
pub(super) const fn checked_width(pattern: &str, allowed: &[u32]) -> u32 {
    let (width, mut at) = (width(pattern), 0);
    while at < allowed.len() {
        if allowed[at] == width {
            return width;
        }
        at += 1;
    }
    panic!("a pattern has the wrong number of bits");
}

/// Fails the build if a letter of the pattern belongs to none of the operands.
pub(super) const fn assert_letters_used(pattern: &str, operands: &[&str]) {
    let mut used = [false; 256];
    let mut operand = 0;
    while operand < operands.len() {
        let (letters, mut at) = (operands[operand].as_bytes(), 0);
        while at < letters.len() {
            used[letters[at] as usize] = true;
            at += 1;
        }
        operand += 1;
    }
    let (text, mut at) = (pattern.as_bytes(), 0);
    while at < text.len() {
        assert!(
            !text[at].is_ascii_lowercase() || used[text[at] as usize],
            "a letter of the pattern belongs to no operand"
        );
        at += 1;
    }
}
