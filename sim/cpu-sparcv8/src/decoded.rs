//! Decoded instructions: what follows from an instruction's row in the table and its typed operands.
//! [`DecodedInsn`] is what the execution loop wants of every instruction; what it wants of some only is
//! in [`DecodedMeta`].

use crate::isa::{Addr, Annul, Asi, Disp, Insn, Op, Opf, Partial, Register, Src2, decode};
use crate::state::DISCARD;
use trueboard_core::isa::Role;

/// Whether a decoded instruction can be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Readiness {
    /// Not decoded yet.
    No,
    /// Decoded.
    Yes,
    /// No such instruction.
    Illegal,
    /// Decoded, and to be executed without cost.
    Uncosted,
    /// Decoded, and executed by itself: there may be a breakpoint, or what it does to the stack pointer is reported.
    Marked,
}

/// A decoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct DecodedInsn {
    /// What to do; meaningless unless the instruction can be executed.
    pub op: Op,
    /// Destination register; [`DISCARD`] for a result that goes to %g0. Of a store its source, of a
    /// branch condition and annul bit.
    pub rd: u8,
    /// First source register.
    pub rs1: u8,
    /// Second source register; 0 with an immediate, so that `r[rs2] + imm` is always right.
    pub rs2: u8,
    /// Immediate, branch displacement in bytes, SETHI constant, the ASI, or for FPops the instruction
    /// word, which the floating-point queue keeps.
    pub imm: i32,
}

/// What is to be known of a decoded instruction besides its [`DecodedInsn`].
#[derive(Clone, Copy, Debug)]
pub struct DecodedMeta {
    /// Integer registers read, one bit each; bit 0 (%g0) is never set.
    pub reads: u32,
    /// Whether the instruction can be executed.
    pub ready: Readiness,
}

impl DecodedInsn {
    /// Nothing decoded.
    pub const EMPTY: DecodedInsn = DecodedInsn {
        op: Op::Unimp,
        rd: 0,
        rs1: 0,
        rs2: 0,
        imm: 0,
    };

    /// As above, known to have no immediate.
    #[inline(always)]
    #[must_use]
    pub fn of_registers(&self) -> DecodedInsn {
        DecodedInsn { imm: 0, ..*self }
    }

    /// As above, known to have no second source register.
    #[inline(always)]
    #[must_use]
    pub fn of_immediate(&self) -> DecodedInsn {
        DecodedInsn { rs2: 0, ..*self }
    }

    /// Decodes `word`.
    pub fn decode(word: u32) -> (DecodedInsn, DecodedMeta) {
        match decode(word) {
            Some(insn) => DecodedInsn::of(&insn, word),
            None => {
                let ready = Readiness::Illegal;
                let reads = 0;
                (DecodedInsn::EMPTY, DecodedMeta { reads, ready })
            }
        }
    }

    fn of(insn: &Insn, word: u32) -> (DecodedInsn, DecodedMeta) {
        let op = insn.op();
        let Operands {
            rd,
            rs1,
            rs2,
            imm,
            reads,
        } = insn.operands();
        let imm = if op.class().is_fpop() {
            word as i32
        } else {
            imm
        };
        (
            DecodedInsn {
                op,
                rd,
                rs1,
                rs2,
                imm,
            },
            DecodedMeta {
                reads: reads & !1,
                ready: Readiness::Yes,
            },
        )
    }
}

impl DecodedMeta {
    /// Nothing decoded.
    pub const EMPTY: DecodedMeta = DecodedMeta {
        reads: 0,
        ready: Readiness::No,
    };
}

/// The operands of an instruction in the places of [`DecodedInsn`], with a method for each name that
/// an operand has in the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Operands {
    rd: u8,
    rs1: u8,
    rs2: u8,
    imm: i32,
    /// Integer registers read, one bit each.
    reads: u32,
}

impl Operands {
    fn source(&mut self, register: impl Register, role: Role) -> u8 {
        if role.reads() {
            self.reads |= register.integers();
        }
        register.number()
    }

    pub(crate) fn rd<R: Register>(&mut self, register: R, role: Role) {
        self.rd = self.source(register, role);
        // A pair of which %g0 is one half, and a register that is read first, are written by
        // `Regs::set`, which keeps %g0.
        if role == Role::Write && R::COUNT == 1 && register.integers() == 1 {
            self.rd = DISCARD;
        }
    }

    pub(crate) fn rs1(&mut self, register: impl Register, role: Role) {
        self.rs1 = self.source(register, role);
    }

    pub(crate) fn rs2(&mut self, register: impl Register, role: Role) {
        self.rs2 = self.source(register, role);
    }

    pub(crate) fn op2(&mut self, op2: Src2, role: Role) {
        match op2 {
            Src2::Reg(rs2) => self.rs2(rs2, role),
            Src2::Imm(imm) => self.imm = imm.into(),
        }
    }

    pub(crate) fn addr(&mut self, addr: impl Into<Addr>, role: Role) {
        let addr = addr.into();
        self.rs1(addr.rs1, role);
        self.op2(addr.op2, role);
    }

    pub(crate) fn imm(&mut self, imm: impl Into<u32>, _: Role) {
        self.imm = imm.into() as i32;
    }

    pub(crate) fn disp(&mut self, disp: Disp, _: Role) {
        self.imm = disp.0;
    }

    pub(crate) fn asi(&mut self, asi: Asi, _: Role) {
        self.imm = asi.index() as i32;
    }

    pub(crate) fn cond(&mut self, cond: impl Into<u8>, _: Role) {
        self.rd |= cond.into();
    }

    pub(crate) fn partial(&mut self, partial: Partial, _: Role) {
        self.rd = partial.into();
    }

    pub(crate) fn annul(&mut self, annul: Annul, _: Role) {
        self.rd |= u8::from(annul) << 4;
    }

    /// The queue keeps the whole word of an FPop; a coprocessor operation traps before it is looked at.
    pub(crate) fn opf(&mut self, _: Opf, _: Role) {}

    pub(crate) fn opc(&mut self, _: Opf, _: Role) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Class, Counted, ROWS};

    /// A word of each row with `%g0` as its destination, and with `%g5`.
    fn words(op: Op) -> impl Iterator<Item = (u32, u8)> {
        let fixed = op.row().form.fixed;
        let rd = op.row().form.operands.iter().find(|o| o.name == "rd");
        let word = move |n: u8| Some(fixed.value | rd?.bits.scatter(n.into()));
        [0, 5].into_iter().filter_map(move |n| Some((word(n)?, n)))
    }

    /// A result of one word for %g0 has nowhere to go but to [`DISCARD`], whichever instruction makes
    /// it; nothing else is redirected.
    #[test]
    fn no_row_lets_a_result_reach_g0() {
        for &op in Op::ALL {
            for (word, number) in words(op) {
                let (insn, _) = DecodedInsn::decode(word);
                if insn.op != op {
                    continue;
                }
                let rd = op.row().form.operands.iter().find(|o| o.name == "rd");
                let written = rd.is_some_and(|o| o.kind == "Gpr" && o.role == Role::Write);
                let expected = if written && number == 0 {
                    DISCARD
                } else {
                    number
                };
                assert_eq!(insn.rd, expected, "{op:?}");
            }
        }
    }

    /// Loads, integer operations and reads of state write a register; stores read one.
    #[test]
    fn roles_agree_with_what_is_counted() {
        for row in ROWS {
            let rd = row.form.operands.iter().find(|o| o.name == "rd");
            let writes = rd.is_some_and(|o| o.role.writes());
            match (row.class.counted(), rd) {
                (_, None) => {}
                (Counted::Store, Some(o)) => assert_eq!(o.role, Role::Read, "{}", row.name),
                (Counted::Branch | Counted::Fbranch, Some(_)) => panic!("{}", row.name),
                _ if row.class == Class::Coproc => {}
                _ => assert!(writes, "{}", row.name),
            }
        }
    }

    fn reads(word: u32) -> u32 {
        DecodedInsn::decode(word).1.reads
    }

    #[test]
    fn registers_read_follow_from_the_row() {
        // add %g1, %g2, %g3; add %g1, 2, %g3; add %g0, %g0, %g3.
        assert_eq!(reads(0x8600_4002), 0b110);
        assert_eq!(reads(0x8600_6002), 0b10);
        assert_eq!(reads(0x8600_0000), 0);
        // st %g3, [%g1 + %g2]; std %g4, [%g1]; ld [%g1], %g3; ldstub [%g1], %g3; swap [%g1], %g3.
        assert_eq!(reads(0xc620_4002), 0b1110);
        assert_eq!(reads(0xc838_4000), 0b11_0010);
        assert_eq!(reads(0xc600_4000), 0b10);
        assert_eq!(reads(0xc668_4000), 0b10);
        assert_eq!(reads(0xc678_4000), 0b1010);
        // casa [%g1] 10, %g2, %g3; stf %f3, [%g1]; faddd %f4, %f6, %f8; rd %y, %g3.
        assert_eq!(reads(0xc7e0_4142), 0b1110);
        assert_eq!(reads(0xc720_4000), 0b10);
        assert_eq!(reads(0x91a1_0846), 0);
        assert_eq!(reads(0x8740_0000), 0);
    }

    #[test]
    fn operands_have_their_places() {
        let insn = |word| DecodedInsn::decode(word).0;
        // be,a . - 8; sethi %hi(0x400), %g1; lda [%g1 + %g2] 10, %g3; ta %g1 + 5.
        let b = insn(0x22bf_fffe);
        assert_eq!((b.op, b.rd, b.imm), (Op::Bicc, 0x11, -8));
        assert_eq!(insn(0x0300_0001).imm, 0x400);
        let l = insn(0xc680_4142);
        assert_eq!((l.rd, l.rs1, l.rs2, l.imm), (3, 1, 2, 10));
        let t = insn(0x91d0_6005);
        assert_eq!((t.rd & 15, t.rs1, t.rs2, t.imm), (8, 1, 0, 5));
        // fmovs %f1, %f2: its one source is the second.
        let f = insn(0x85a0_0021);
        assert_eq!((f.rd, f.rs2, f.imm), (2, 1, 0x85a0_0021u32 as i32));
    }
}
