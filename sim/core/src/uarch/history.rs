//! The last control transfers of a core, for crash messages.

use serde::{Deserialize, Serialize};

/// Transfers that are kept.
const HISTORY: usize = 16;
/// Instructions that crash messages show.
const SHOWN: usize = 12;
/// Bytes that execution is believed to go on without a transfer.
const FARTHEST: u32 = 4096;

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

    /// Addresses of the last instructions executed before `pc`, oldest first: between two transfers
    /// execution is sequential. `bytes` tells the length of the instruction at an address, if it is
    /// known.
    pub fn executed(&self, pc: u32, bytes: impl Fn(u32) -> Option<u32>) -> Vec<u64> {
        let mut out: Vec<u64> = Vec::new();
        let mut end = pc;
        for i in 1..=HISTORY {
            let (from, target) = self.before(i);
            let mut piece = between(target, end, &bytes);
            piece.extend(out);
            out = piece;
            // Where execution began is noted as a transfer to itself.
            if out.len() >= SHOWN || from == target {
                break;
            }
            out.insert(0, from.into());
            end = from;
        }
        out.split_off(out.len().saturating_sub(SHOWN))
    }

    /// The newest one for `i` = 1, those before it for numbers up to [`HISTORY`].
    fn before(&self, i: usize) -> (u32, u32) {
        self.transfers[usize::from(self.next).wrapping_sub(i) % HISTORY]
    }
}

/// The instructions from `from` up to `end`, as far as they are known.
fn between(from: u32, end: u32, bytes: impl Fn(u32) -> Option<u32>) -> Vec<u64> {
    let mut out = Vec::new();
    let mut pc = from;
    while pc < end && end - pc <= FARTHEST {
        match bytes(pc) {
            Some(n) if n > 0 => {
                out.push(pc.into());
                pc += n;
            }
            _ => return Vec::new(),
        }
    }
    out
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

    /// A jump from 0x108 to 0x200, and 20 instructions of 4 bytes from there.
    #[test]
    fn the_last_instructions_are_shown() {
        let mut h = History::default();
        h.note(0x100, 0x100);
        h.note(0x108, 0x200);
        let four = |_| Some(4);
        let last: Vec<u64> = (8..20).map(|n| 0x200 + 4 * n).collect();
        assert_eq!(h.executed(0x250, four), last);
        assert_eq!(
            h.executed(0x208, four),
            [0x100, 0x104, 0x108, 0x200, 0x204],
            "back to where execution began"
        );
        // What is not known is left out.
        assert_eq!(
            h.executed(0x208, |pc| (pc < 0x200).then_some(4)),
            [0x100, 0x104, 0x108]
        );
    }
}
