//! Operands: random words of a row, offsets into the data memory.

use super::{BASE, Family, Generator, Mode, family};
use crate::asm::Src::{self, I, R};
use crate::layout::DATA_WORDS;
use trueboard_cpu_sparcv8::isa::{Class, Op, decode_op};

impl Generator {
    /// A random word of this row which leaves %g7 alone.
    pub(super) fn random(&mut self, op: Op) -> u32 {
        let fixed = op.row().form.fixed;
        loop {
            let mut word = fixed.value | self.rng.word() & !fixed.mask;
            // Small and extreme immediates, and %g0, more often than by chance.
            if word & 1 << 13 != 0 && self.rng.percent(40) && fixed.mask & 0x1fff == 0 {
                word = word & !0x1fff | self.rng.value() & 0x1fff;
            }
            // See `crate::known`: QEMU changes rs1 of Ticc.
            if op == Op::Ticc {
                word &= !(31 << 14);
            }
            let rd = word >> 25 & 31;
            let writes = match op.class() {
                Class::Alu
                | Class::AluCc
                | Class::Mul
                | Class::MulCc
                | Class::Div
                | Class::DivCc
                | Class::Sethi
                | Class::SaveRestore
                | Class::ReadState
                | Class::Jmpl
                | Class::Load
                | Class::Atomic => rd == 7,
                Class::LoadDouble => rd & 30 == 6,
                _ => false,
            };
            let odd_pair = self.mode == Mode::Calm
                && matches!(op.class(), Class::LoadDouble | Class::StoreDouble)
                && rd & 1 != 0;
            if decode_op(word) == Some(op) && !writes && !odd_pair {
                return word;
            }
        }
    }

    /// A word with registers or immediates as operands, for a delay slot.
    pub(super) fn slot(&mut self) -> u32 {
        loop {
            let op = self.rng.pick(Op::ALL);
            match family(op) {
                _ if matches!(op, Op::Addxcc | Op::Subxcc) => {}
                Some(Family::Integer | Family::MulDiv | Family::Window | Family::Trap) => {
                    return self.random(op);
                }
                Some(Family::Memory) => {
                    let word = self.random(op);
                    let off = self.offset(op);
                    return address(word, BASE, I(off));
                }
                Some(Family::Bad) if self.rng.percent(30) => return self.random(op),
                _ => {}
            }
        }
    }

    /// An offset from the middle of the data memory.
    pub(super) fn offset(&mut self, op: Op) -> i32 {
        let size = size(op);
        let reach = if self.rng.percent(70) {
            32
        } else {
            DATA_WORDS as i32 * 2
        };
        let off = self.rng.below(2 * reach as u32) as i32 - reach;
        // The page table is left alone: the content of the TLBs is undefined.
        let off = if self.mapped {
            off.rem_euclid(DATA_WORDS as i32 * 2)
        } else {
            off
        };
        if self.mode == Mode::Calm || self.rng.percent(93) {
            off & -size
        } else if matches!(op, Op::Lddf | Op::Stdf) {
            // See `crate::known`: word alignment is enough for QEMU.
            off & -8 | 1
        } else {
            off.min(DATA_WORDS as i32 * 2 - 8)
        }
    }
}

/// Bytes that a memory instruction moves.
pub(super) fn size(op: Op) -> i32 {
    match op {
        // They trap before they move any.
        Op::Lddc | Op::Stdc | Op::Stdcq => 8,
        op if op.bytes() == 0 => 4,
        op => op.bytes().into(),
    }
}

/// This instruction with another address.
pub(super) fn address(word: u32, rs1: u8, src: Src) -> u32 {
    let word = word & !(31 << 14) | u32::from(rs1) << 14;
    match src {
        R(r) => word & !(1 << 13 | 31) | u32::from(r),
        I(i) => word & !0x1fff | 1 << 13 | i as u32 & 0x1fff,
    }
}
