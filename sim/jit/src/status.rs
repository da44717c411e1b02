//! Operations on words with flags in four bits of a status word: zero, negative, carry, overflow, from the lowest one
//! on.
//!
//! The carry of a difference is set if nothing is borrowed; that of other operations than sums and differences is 0. An
//! operation that overflows is left to its handler.

use crate::asm::{Alu, Cond, Mem, RAX, RBP, RCX, RDX, Reg, Shift, Src};
use crate::block::Code;
use crate::field::Field;
use crate::memory::{Guest, shared};
use crate::uops::src;
use crate::values::Loc;
use cranelift_assembler_x64::Scale;
use trueboard_engine::ops::Binary;

/// The second operand of an operation.
pub enum Second<C> {
    /// A register.
    Word(Field<C, u32>),
    /// A number.
    Number(u32),
}

/// Flags in a status word.
pub struct Flags<C> {
    /// The word.
    pub word: Field<C, u32>,
    /// The bit of the zero flag; 2 or more.
    pub lowest: u8,
}

impl<G: Guest> Code<'_, G> {
    /// `to = a op b`, a sum, difference, shift or operation on bits, with its flags if they may be read.
    pub fn word_operation(
        &mut self,
        i: usize,
        op: Binary,
        to: Field<G::Core, u32>,
        (a, b): (Field<G::Core, u32>, &Second<G::Core>),
        flags: Option<&Flags<G::Core>>,
    ) {
        let slow = self.slow();
        let Some(a) = self.word(a, &[]) else {
            return self.fails();
        };
        let b = match *b {
            Second::Word(b) => self.word(b, &[a]),
            Second::Number(b) => Some(Loc::Const(b)),
        };
        let Some((b, r)) = b.and_then(|b| Some((b, self.register(&[a, b])?))) else {
            return self.fails();
        };
        let arithmetic = matches!(op, Binary::Add | Binary::Sub);
        let alu = match op {
            Binary::Add => Some(Alu::Add),
            Binary::Sub => Some(Alu::Sub),
            Binary::And => Some(Alu::And),
            Binary::Or => Some(Alu::Or),
            Binary::Xor => Some(Alu::Xor),
            _ => None,
        };
        let shift = match op {
            Binary::ShiftLeft => Some(Shift::Left),
            Binary::ShiftRight => Some(Shift::Right),
            Binary::ShiftRightSigned => Some(Shift::RightSigned),
            _ => None,
        };
        match (alu, shift, b) {
            (Some(alu), ..) => {
                self.asm.mov(r, src(a));
                self.asm.alu(alu, r, src(b));
            }
            (_, Some(shift), Loc::Const(places)) => {
                self.asm.mov(r, src(a));
                if places & 31 != 0 {
                    self.asm.shift(shift, r, places as u8 & 31);
                }
            }
            (_, Some(shift), Loc::Reg(b)) => {
                self.asm.mov(RCX, Src::Reg(b));
                self.asm.mov(r, src(a));
                self.asm.shift_by_cl(shift, r);
            }
            (None, None, _) => return self.fails(),
        }
        if arithmetic {
            self.asm.jump_if(Cond::Overflow, slow);
        }
        if let Some(flags) = flags {
            let Some(status) = self.register(&[Loc::Reg(r)]) else {
                return self.fails();
            };
            if !arithmetic {
                self.asm.test(r, Src::Reg(r));
            }
            self.flags_of_result(op, flags, status);
        }
        self.asm.store(to.mem(), r);
        self.values.put(to.offset(), Loc::Reg(r));
        self.end_slow(slow, i);
    }

    /// Puts the flags of the host, which are those of a result of `op`, into a status word. `r`: a register for that.
    fn flags_of_result(&mut self, op: Binary, flags: &Flags<G::Core>, r: Reg) {
        let all = 15 << flags.lowest;
        self.asm.flags_to_ah();
        self.asm.edx_from_ah();
        // Negative, zero, overflow, carry, from the highest bit on.
        let codes = Mem::Indexed(RBP, RDX, Scale::One, shared::CODES);
        self.asm.load_extended(RDX, codes, 1, false);
        self.asm.mov(RCX, Src::Reg(RDX));
        if flags.lowest > 2 {
            self.asm.shift(Shift::Left, RCX, flags.lowest - 2);
        }
        self.asm.alu(Alu::And, RCX, Src::Imm(3 << flags.lowest));
        if matches!(op, Binary::Add | Binary::Sub) {
            self.asm.alu(Alu::And, RDX, Src::Imm(1));
            self.asm.shift(Shift::Left, RDX, flags.lowest + 2);
            if op == Binary::Sub {
                self.asm.alu(Alu::Xor, RDX, Src::Imm(4 << flags.lowest));
            }
            self.asm.alu(Alu::Or, RCX, Src::Reg(RDX));
        }
        match self.values.get(flags.word.offset()) {
            Some(loc) => self.load_loc(RAX, loc),
            None => self.asm.mov(RAX, Src::Mem(flags.word.mem())),
        }
        self.asm.alu(Alu::And, RAX, Src::Imm(!all));
        self.asm.alu(Alu::Or, RAX, Src::Reg(RCX));
        self.asm.store(flags.word.mem(), RAX);
        self.asm.mov(r, Src::Reg(RAX));
        self.values.put(flags.word.offset(), Loc::Reg(r));
    }

    /// Where the value of a register of the guest is, which is loaded if need be. `busy`: values that are needed.
    fn word(&mut self, field: Field<G::Core, u32>, busy: &[Loc]) -> Option<Loc> {
        if let Some(known) = self.values.get(field.offset()) {
            return Some(known);
        }
        let r = self.register(busy)?;
        self.asm.mov(r, Src::Mem(field.mem()));
        self.values.put(field.offset(), Loc::Reg(r));
        Some(Loc::Reg(r))
    }

    /// A register of the host outside `busy`.
    fn register(&mut self, busy: &[Loc]) -> Option<Reg> {
        self.values.free(|r| busy.contains(&Loc::Reg(r)))
    }
}
