//! Writes of PSR, WIM, TBR and the LEON's own registers.

use super::{Generator, Mode};
use crate::asm::{Src::I, Src::R, f3, set};
use crate::program::Item;
use trueboard_cpu_sparcv8::isa::Op;

impl Generator {
    /// Writes of PSR, WIM and TBR that keep to the rules.
    pub(super) fn write_state(&mut self, op: Op, i: usize, n: usize) -> Item {
        let r = &mut self.rng;
        let any = r.word();
        let wide = r.percent(5);
        let reg = 1 + r.below(6) as u8;
        // Mostly supervisor: little happens in user mode otherwise.
        let stays = self.mode == Mode::Supervisor || r.percent(85);
        let mode = if stays { 0x80 } else { 0 } | any & 0x40;
        // All fields, those that cannot be written too.
        let fields = any & 0xffff_ff00 & !0x1000 | if r.percent(90) { 0x1000 } else { 0 };
        let cwp = if wide { r.below(32) } else { r.below(8) };
        let mut words = Vec::new();
        match op {
            Op::Wrpsr if r.percent(30) => {
                // RETT continues in the mode of PS.
                let back = if self.mode == Mode::Supervisor {
                    0x40
                } else {
                    any & 0x40
                };
                let psr = fields | 0x1000 | 0x80 | back | r.below(8);
                // The window that RETT goes to is valid.
                let wim = r.word() & !(1 << ((psr + 1) & 7));
                let to = i + 1 + r.below(((n - i) as u32).min(8)) as usize;
                let between = f3(r.pick(&[Op::Addcc, Op::Xor, Op::Smul]), 2, R(3), 4);
                return Item::Return {
                    psr,
                    wim,
                    between,
                    to,
                };
            }
            Op::Wrpsr => {
                let xor = r.word() as i32 & 0xfff;
                words.push(f3(Op::Wrwim, 0, R(0), 0));
                words.extend(set((fields | mode | 0x20 | cwp) ^ xor as u32, reg));
                words.push(f3(Op::Wrpsr, reg, I(xor), 0));
            }
            Op::Wrwim => {
                // The bit of the current window stays clear.
                let other = if reg == 1 { 2 } else { 1 };
                words.push(f3(Op::Rdpsr, 0, R(0), reg));
                words.push(f3(Op::Or, 0, I(1), other));
                words.push(f3(Op::Sll, other, R(reg), other));
                words.extend(set(any, reg));
                words.push(f3(Op::Andn, reg, R(other), reg));
                words.push(f3(Op::Wrwim, reg, R(0), 0));
            }
            Op::Wrasr => return Item::Words(self.write_asr()),
            _ => {
                let low = any & 0xff0;
                words.extend(set(crate::layout::TABLE | low, reg));
                words.push(f3(Op::Wrtbr, reg, R(0), 0));
                // See `crate::known`: QEMU writes tt, so it is overwritten again.
                words.push(f3(Op::Ticc, 0, I(1), 8));
            }
        }
        Item::Words(words)
    }

    /// A write of a LEON register that QEMU ignores and that changes nothing here but the register.
    fn write_asr(&mut self) -> Vec<u32> {
        const SVT: u32 = 1 << 13;
        let r = &mut self.rng;
        // See `crate::known`: QEMU needs no privilege.
        if self.mode != Mode::Supervisor {
            return vec![f3(Op::Wry, r.below(7) as u8, I(r.value() as i32), 0)];
        }
        let reg = 1 + r.below(6) as u8;
        let mut words = set(r.word() & !SVT, reg).to_vec();
        words.push(f3(Op::Wrasr, reg, R(0), r.pick(&[16, 17])));
        words
    }
}
