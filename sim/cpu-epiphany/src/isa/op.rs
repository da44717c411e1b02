//! A decoded instruction in the shape that an interpreter wants.

use super::operands::{Number, R, Sign};
use super::{Group, Opcode, table};
use trueboard_core::isa::{Operand, Role};

/// A predecoded instruction: 12 bytes, all operands extended and scaled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Op {
    /// What it does.
    pub opcode: Opcode,
    /// Issue group of the opcode.
    pub group: Group,
    /// Length in bytes: 2 or 4.
    pub len: u8,
    /// Condition of Bcc and MOVcc (see [`CONDITIONS`](crate::status::CONDITIONS)), else 0.
    pub cond: u8,
    /// Rd, 0 to 63. Of stores and MOVTS it is the source.
    pub rd: u8,
    /// Rn, 0 to 63: first source, or the base.
    pub rn: u8,
    /// Rm, 0 to 63: second source, or the index.
    pub rm: u8,
    /// The number: a constant; a distance or offset in bytes with its sign; of indexed and
    /// post-modified accesses 0 to add Rm, -1 to subtract it; of MOVTS and MOVFS the local address
    /// of the special register (0xF0400 and up); of TRAP and SWI the code.
    pub imm: i32,
}

impl Op {
    /// Its condition is about the FPU's flags.
    #[inline]
    #[must_use]
    pub const fn reads_fpu_flags(&self) -> bool {
        self.cond >= 10
    }
}

/// True if the instruction that begins with this half-word has 32 bits: low nibble 8, 9, B, C, D
/// or F (CPU).
#[inline]
#[must_use]
pub const fn is_long(halfword: u16) -> bool {
    0xbb00 >> (halfword & 15) & 1 != 0
}

/// What an instruction does with the registers of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roles {
    /// With Rd, if there is one.
    pub d: Option<Role>,
    /// With Rn.
    pub n: Option<Role>,
    /// With Rm.
    pub m: Option<Role>,
    /// It reads or writes a special register.
    pub special: bool,
}

/// The operands of an instruction, with a method for each name that one can have in the table.
pub struct Operands {
    op: Op,
    roles: Roles,
    subtracted: bool,
}

impl Default for Operands {
    fn default() -> Operands {
        Operands {
            op: Op {
                opcode: Opcode::Unimpl,
                group: Opcode::Unimpl.class(),
                len: 0,
                cond: 0,
                rd: 0,
                rn: 0,
                rm: 0,
                imm: 0,
            },
            roles: Roles {
                d: None,
                n: None,
                m: None,
                special: false,
            },
            subtracted: false,
        }
    }
}

impl Operands {
    pub(crate) fn d(&mut self, register: R, role: Role) {
        (self.op.rd, self.roles.d) = (register.value() as u8, Some(role));
    }

    pub(crate) fn n(&mut self, register: R, role: Role) {
        (self.op.rn, self.roles.n) = (register.value() as u8, Some(role));
    }

    pub(crate) fn m<T: Operand>(&mut self, register: T, role: Role) {
        self.op.rm = register.value() as u8;
        self.roles.m = T::REGISTERS.map(|_| role);
    }

    pub(crate) fn s(&mut self, sign: Sign, _: Role) {
        self.subtracted = sign == Sign::Minus;
    }

    pub(crate) fn i<T: Number>(&mut self, number: T, _: Role) {
        self.op.imm = number.value();
        self.roles.special |= T::SPECIAL;
    }

    pub(crate) fn t<T: Operand>(&mut self, target: T, _: Role) {
        self.op.imm = target.value();
    }
}

/// Decodes the instruction at the low end of `word`. What has no meaning is [`Opcode::Unimpl`].
#[must_use]
pub fn decode(word: u32) -> Op {
    decode_with_roles(word).0
}

/// Decodes the instruction at the low end of `word`, with what it does with its registers.
#[must_use]
pub fn decode_with_roles(word: u32) -> (Op, Roles) {
    let insn = table::decode(word);
    let opcode = insn.map_or(Opcode::Unimpl, |insn| insn.op().class());
    let Operands {
        op,
        roles,
        subtracted,
    } = insn.map(|insn| insn.operands()).unwrap_or_default();
    let conditional = opcode.traits().conditional;
    let indexed = opcode.class() == Group::LoadStore && roles.m.is_some();
    let op = Op {
        opcode,
        group: opcode.class(),
        len: if is_long(word as u16) { 4 } else { 2 },
        cond: if conditional {
            (word >> 4 & 15) as u8
        } else {
            0
        },
        imm: match (subtracted, indexed) {
            (false, _) => op.imm,
            (true, true) => -1,
            (true, false) => -op.imm,
        },
        ..op
    };
    (op, roles)
}
