//! The last control transfers of a core, for crash messages.

use serde::{Deserialize, Serialize};
use trueboard_core::cpu::Past;

/// Transfers that are kept.
pub const KEPT: usize = 16;
/// Instructions that crash messages show.
const SHOWN: usize = 12;
/// Bytes that execution is believed to go on without a transfer.
const FARTHEST: u32 = 4096;

/// Of the address that a transfer went from, instructions being on even ones: that one was not completed.
const TRAPPED: u32 = 1;
/// Of the target: the one that the transfer went from was not even begun.
const INTERRUPTED: u32 = 1;

/// The last control transfers, each from its address to its target.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    transfers: [(u32, u32); KEPT],
    next: u8,
}

impl History {
    /// Notes one.
    #[inline(always)]
    pub fn note(&mut self, from: u32, target: u32) {
        self.transfers[usize::from(self.next) & (KEPT - 1)] = (from, target);
        self.next = self.next.wrapping_add(1);
    }

    /// The ring, and the number of transfers that were noted, of which its size takes the remainder: for translated code.
    #[must_use]
    pub fn ring(&self) -> (&[(u32, u32); KEPT], &u8) {
        (&self.transfers, &self.next)
    }

    /// Notes the trap of the instruction at `pc`, which was not completed.
    pub fn note_trap(&mut self, pc: u32, vector: u32) {
        self.note(pc | TRAPPED, vector);
    }

    /// Notes an interrupt before the instruction at `pc`.
    pub fn note_interrupt(&mut self, pc: u32, vector: u32) {
        self.note(pc | TRAPPED, vector | INTERRUPTED);
    }

    /// The last instructions executed before `pc`, oldest first: between two transfers execution is sequential. `bytes`
    /// is the length of the instruction at an address, if known.
    pub fn executed(&self, pc: u32, bytes: impl Fn(u32) -> Option<u32>) -> Vec<Past> {
        let mut out: Vec<Past> = Vec::new();
        let mut end = pc;
        for i in 1..=KEPT {
            let (from, target) = self.before(i);
            let mut piece = between(target & !INTERRUPTED, end, &bytes);
            piece.extend(out);
            out = piece;
            // Where execution began is noted as a transfer to itself.
            if out.len() >= SHOWN || from == target {
                break;
            }
            let trapped = from & TRAPPED != 0;
            end = from & !TRAPPED;
            if target & INTERRUPTED == 0 {
                let pc = end.into();
                out.insert(0, Past { pc, trapped });
            }
        }
        out.split_off(out.len().saturating_sub(SHOWN))
    }

    /// How many were noted, modulo 256.
    #[inline]
    pub fn noted(&self) -> u8 {
        self.next
    }

    /// Notes the last `of` ones, at most [`KEPT`], another `times` times, in their order.
    pub fn repeat(&mut self, of: u8, times: u64) {
        let first = self.next.wrapping_sub(of);
        let place = |i: u8| usize::from(first.wrapping_add(i)) % KEPT;
        let mut last = [(0, 0); KEPT];
        for (i, kept) in (0..of).zip(&mut last) {
            *kept = self.transfers[place(i)];
        }
        let all = times * u64::from(of);
        for n in all - all.min(KEPT as u64)..all {
            let i = usize::from(self.next.wrapping_add(n as u8)) % KEPT;
            self.transfers[i] = last[(n % u64::from(of)) as usize % KEPT];
        }
        self.next = self.next.wrapping_add(all as u8);
    }

    /// The newest one for `i` = 1, those before it for numbers up to [`KEPT`].
    pub fn before(&self, i: usize) -> (u32, u32) {
        self.transfers[usize::from(self.next).wrapping_sub(i) % KEPT]
    }
}

/// The last instructions between `from` and `end`, back to one that is not known: a machine that was put to a snapshot knows
/// those that it has executed since.
fn between(from: u32, end: u32, bytes: impl Fn(u32) -> Option<u32>) -> Vec<Past> {
    let mut out = Vec::new();
    let mut pc = from;
    while pc < end && end - pc <= FARTHEST {
        match bytes(pc) {
            Some(n) if n > 0 => {
                out.push(Past {
                    pc: pc.into(),
                    trapped: false,
                });
                pc += n;
            }
            // The shortest instruction of any set has two bytes.
            _ => {
                out.clear();
                pc += 2;
            }
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
        for i in 1..=KEPT {
            let n = 300 - i as u32;
            assert_eq!(h.before(i), (n, n + 1000));
        }
    }

    fn pcs(past: &[Past]) -> Vec<u64> {
        past.iter().map(|p| p.pc).collect()
    }

    #[test]
    fn traps_are_marked_and_what_was_interrupted_is_left_out() {
        let mut h = History::default();
        h.note(0x100, 0x100);
        h.note_interrupt(0x104, 0x400);
        h.note(0x404, 0x104);
        h.note_trap(0x108, 0x200);
        let past = h.executed(0x204, |_| Some(4));
        assert_eq!(pcs(&past), [0x100, 0x400, 0x404, 0x104, 0x108, 0x200]);
        let trapped: Vec<u64> = past.iter().filter(|p| p.trapped).map(|p| p.pc).collect();
        assert_eq!(trapped, [0x108]);
    }

    /// A jump from 0x108 to 0x200, and 20 instructions of 4 bytes from there.
    #[test]
    fn the_last_instructions_are_shown() {
        let mut h = History::default();
        h.note(0x100, 0x100);
        h.note(0x108, 0x200);
        let four = |_| Some(4);
        let last: Vec<u64> = (8..20).map(|n| 0x200 + 4 * n).collect();
        assert_eq!(pcs(&h.executed(0x250, four)), last);
        assert_eq!(
            pcs(&h.executed(0x208, four)),
            [0x100, 0x104, 0x108, 0x200, 0x204],
            "back to where execution began"
        );
        // What is not known is left out.
        assert_eq!(
            pcs(&h.executed(0x208, |pc| (pc < 0x200).then_some(4))),
            [0x100, 0x104, 0x108]
        );
        assert_eq!(
            pcs(&h.executed(0x250, |pc| (pc >= 0x248).then_some(4))),
            [0x108, 0x248, 0x24c],
            "what is known behind it is not"
        );
    }

    #[test]
    fn what_is_repeated_is_noted_as_often() {
        let loops = [(0x20, 0x10), (0x18, 0x1c)];
        for times in [0, 1, 3, 7, 8, 9, 200] {
            let mut repeated = History::default();
            repeated.note(1, 2);
            loops.iter().for_each(|&(from, to)| repeated.note(from, to));
            let mut noted = repeated.clone();
            repeated.repeat(2, times);
            for _ in 0..times {
                loops.iter().for_each(|&(from, to)| noted.note(from, to));
            }
            assert_eq!(repeated.noted(), noted.noted(), "{times}");
            assert!(
                (1..=KEPT).all(|i| repeated.before(i) == noted.before(i)),
                "{times}"
            );
        }
    }
}
