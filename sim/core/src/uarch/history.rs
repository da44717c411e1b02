//! The last control transfers of a core, for crash messages.

use serde::{Deserialize, Serialize};

/// Transfers that are kept.
pub const HISTORY: usize = 16;

/// The last control transfers, each from its address to its target.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    transfers: [(u32, u32); HISTORY],
    next: u8,
}

impl History {
    /// Notes one.
    #[inline(always)]
    pub fn note(&mut self, from: u32, target: u32) {
        self.transfers[usize::from(self.next) & (HISTORY - 1)] = (from, target);
        self.next = self.next.wrapping_add(1);
    }

    /// The newest one for `i` = 1, those before it for numbers up to [`HISTORY`].
    #[must_use]
    pub fn before(&self, i: usize) -> (u32, u32) {
        self.transfers[usize::from(self.next).wrapping_sub(i) % HISTORY]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_come_first() {
        let mut h = History::default();
        for n in 0..300 {
            h.note(n, n + 1000);
        }
        for i in 1..=HISTORY {
            let n = 300 - i as u32;
            assert_eq!(h.before(i), (n, n + 1000));
        }
    }
}
