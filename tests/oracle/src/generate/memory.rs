//! Loads, stores and atomics, in the normal space and in others.

use super::operand::address;
use super::{BASE, FP_WAIT, Family, Generator, Mode, family};
use crate::asm::{Src::I, Src::R, f3};
use trueboard_cpu_sparcv8::isa::Op;

impl Generator {
    pub(super) fn memory(&mut self, op: Op) -> Vec<u32> {
        let word = self.random(op);
        let off = self.offset(op);
        // A register to hold an address or an index: any but %g0 and %g7.
        let reg = loop {
            let reg = self.rng.below(31) as u8 + 1;
            if reg != BASE {
                break reg;
            }
        };
        let immediate = word & 1 << 13 != 0 && family(op) != Some(Family::Alternate);
        let mut out = match (immediate, self.rng.below(3)) {
            (true, 0 | 1) => vec![address(word, BASE, I(off))],
            (true, _) => {
                let part = self.rng.below(4000) as i32 - 2000;
                vec![
                    f3(Op::Add, BASE, I(off - part), reg),
                    address(word, reg, I(part)),
                ]
            }
            _ if op == Op::Casa => vec![
                f3(Op::Add, BASE, I(off), reg),
                address(word, reg, R(self.rng.below(32) as u8)),
            ],
            (_, 0) => vec![f3(Op::Add, BASE, I(off), reg), address(word, reg, R(0))],
            (_, 1) => vec![f3(Op::Or, 0, I(off), reg), address(word, reg, R(BASE))],
            _ => vec![f3(Op::Or, 0, I(off), reg), address(word, BASE, R(reg))],
        };
        if let (Some(Family::Alternate), Some(last)) = (family(op), out.last_mut()) {
            *last = self.with_space(op, *last);
        }
        if op == Op::Ldfsr {
            out.push(FP_WAIT);
        }
        out
    }

    /// A random access at the address in `reg`.
    pub(super) fn access(&mut self, op: Op, reg: u8) -> u32 {
        let word = self.random(op);
        if op == Op::Casa {
            let with = self.rng.below(32) as u8;
            return self.with_space(op, address(word, reg, R(with)));
        }
        let word = address(word, reg, R(0));
        match family(op) {
            Some(Family::Alternate) => self.with_space(op, word),
            _ => word,
        }
    }

    fn with_space(&mut self, op: Op, word: u32) -> u32 {
        // See `crate::known`: QEMU tests the register before the mode.
        let odd = match op {
            Op::Ldda | Op::Stda => 1 << 25,
            _ => 0,
        };
        word & !(0x1fe0 | odd) | self.space(op) << 5
    }

    /// An address space in which both sides find memory.
    fn space(&mut self, op: Op) -> u32 {
        const USER_DATA: u32 = 0x0a;
        const SUPERVISOR_DATA: u32 = 0x0b;
        const SUPERVISOR_CODE: u32 = 0x09;
        const BYPASS: u32 = 0x1c;
        let plain = [SUPERVISOR_DATA];
        let spaces: &[u32] = match op {
            Op::Casa => &[USER_DATA, SUPERVISOR_DATA],
            // See `crate::known`: a user may not use 0x0a for anything but CASA.
            _ if self.mode != Mode::Supervisor => &plain,
            Op::Lda | Op::Lduba | Op::Lduha | Op::Ldsba | Op::Ldsha | Op::Ldda if !self.mapped => {
                &[USER_DATA, SUPERVISOR_DATA, SUPERVISOR_CODE, BYPASS]
            }
            Op::Sta | Op::Stba | Op::Stha | Op::Stda if !self.mapped => {
                &[USER_DATA, SUPERVISOR_DATA, BYPASS]
            }
            _ => &[USER_DATA, SUPERVISOR_DATA],
        };
        self.rng.pick(spaces)
    }
}
