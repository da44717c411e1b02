//! Control transfers: branches, calls, jumps, couples.

use super::{BASE, Generator};
use crate::asm::NOP;
use crate::program::{Branch, Item};
use trueboard_cpu_sparcv8::isa::Op;

impl Generator {
    pub(super) fn control(&mut self, op: Op, i: usize, n: usize) -> Item {
        let to = i + 1 + self.rng.below(((n - i) as u32).min(8)) as usize;
        let slot = if self.rng.percent(15) {
            NOP
        } else {
            self.slot()
        };
        let branch = self.branch();
        match op {
            Op::Call => Item::Call { to, slot },
            Op::Jmpl => {
                let (rd, via) = loop {
                    let (rd, via) = (
                        self.rng.below(36) as u8 % 32 * u8::from(!self.rng.percent(20)),
                        self.rng.below(31) as u8 + 1,
                    );
                    if rd != BASE && via != BASE {
                        break (rd, via);
                    }
                };
                let skew = self.rng.below(8192) as i32 - 4096;
                // See `crate::known`: QEMU writes rd of JMPL even so.
                let off = if rd == 0 && self.rng.percent(60) {
                    1 + self.rng.below(3)
                } else {
                    0
                };
                Item::Jump {
                    via,
                    skew,
                    off,
                    rd,
                    to,
                    slot,
                }
            }
            _ if self.rng.percent(30) => {
                let second = i + 1 + self.rng.below(((n - i) as u32).min(8)) as usize;
                // See `crate::known`: QEMU loses its way when one of them is conditional.
                let plain = |b: Branch| Branch {
                    cond: b.cond & 8,
                    ..b
                };
                Item::Couple {
                    branches: [plain(branch), plain(self.branch())],
                    to: [to, second],
                }
            }
            _ => Item::Branch { branch, to, slot },
        }
    }

    pub(super) fn branch(&mut self) -> Branch {
        Branch {
            op: if self.rng.percent(80) {
                Op::Bicc
            } else {
                Op::Fbfcc
            },
            cond: self.rng.below(16) as u8,
            annul: self.rng.percent(40),
        }
    }
}
