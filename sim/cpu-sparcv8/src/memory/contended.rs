//! Lines that cores hand to each other: flags, locks, queue heads.
//!
//! A core runs ahead of the other cores in private work, so a load that hits its own cache may come before another
//! core's store of an earlier time. This matters only for a line that another core writes. A line that another core's
//! write took away once is likely to be written again. Loads from such a line therefore wait for their turn, and
//! spinning on a flag ends exactly as in the lock-step mode.
//!
//! The set is approximate on the safe side: lines that share a bit wait needlessly. It is cleared when it has grown too
//! large.

use serde::{Deserialize, Serialize};

const BITS: u64 = 4096;
const LARGEST: u32 = 512;

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Contended {
    words: Vec<u64>,
    size: u32,
}

impl Default for Contended {
    fn default() -> Contended {
        Contended {
            words: vec![0; (BITS / 64) as usize],
            size: 0,
        }
    }
}

impl Contended {
    /// The line of `pa` was taken away. True when the set was cleared.
    pub fn insert(&mut self, pa: u64) -> bool {
        let full = self.size >= LARGEST;
        if full {
            *self = Contended::default();
        }
        let bit = bit(pa);
        if let Some(w) = self.words.get_mut((bit >> 6) as usize) {
            self.size += u32::from(*w >> (bit & 63) & 1 == 0);
            *w |= 1 << (bit & 63);
        }
        full
    }

    /// Whether the line of `pa`, or one that shares its bit, was taken away lately.
    #[inline]
    pub fn contains(&self, pa: u64) -> bool {
        let bit = bit(pa);
        self.words[(bit >> 6) as usize & (BITS as usize / 64 - 1)] >> (bit & 63) & 1 != 0
    }
}

fn bit(pa: u64) -> u64 {
    (pa >> 5) % BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_lines_until_it_is_too_large() {
        let mut c = Contended::default();
        c.insert(0x1000);
        assert!(c.contains(0x101f) && !c.contains(0x1020));
        for i in 0..=u64::from(LARGEST) {
            c.insert(0x10_0000 + 32 * i);
        }
        assert!(!c.contains(0x10_0000));
        assert!(c.contains(0x10_0000 + 32 * u64::from(LARGEST)));
    }
}
