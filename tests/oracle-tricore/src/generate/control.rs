//! Loops, calls, contexts, core registers and traps by instruction.

use super::{A11, Generator, PSW, to};
use crate::batch::{MIDDLE, STUB_FRET, STUB_JI, STUB_RET, csfr};
use crate::emit::{Code, push};
use trueboard_cpu_tricore::isa::{Class, Op, Opcode};

/// A10 among the registers of a slot.
const A10: u32 = 1 << 26;

/// Whether pieces with `op` are made here.
pub(super) fn made_by(op: Op) -> bool {
    match op.class().class() {
        Class::Context | Class::System | Class::LoadContext | Class::StoreContext => true,
        Class::Loop => op.class() == Opcode::Loop,
        Class::Jump | Class::JumpD => matches!(
            op.class(),
            Opcode::Ja
                | Opcode::Ji
                | Opcode::Jla
                | Opcode::Jli
                | Opcode::Fcall
                | Opcode::Fcalla
                | Opcode::Fcalli
                | Opcode::Fret
                | Opcode::Jned
                | Opcode::Jnei
        ),
        _ => false,
    }
}

impl Generator {
    /// `op` with what it needs around it.
    pub(super) fn control(&mut self, op: Op) -> Vec<u8> {
        let mut piece = Code::default();
        let w = self.random(op);
        match op.class() {
            Opcode::Loop => self.counted(&mut piece, op),
            Opcode::Jned | Opcode::Jnei => self.counted_data(&mut piece, op),
            // A function that lies beside the way.
            Opcode::Call => self.call(&mut piece, op, Op::RetSr),
            Opcode::Ret => self.call(&mut piece, Op::CallB, op),
            Opcode::Rfe => self.exception(&mut piece, op),
            Opcode::Fcall => self.fast_call(&mut piece, op, Op::FretSr),
            Opcode::Fret => self.fast_call(&mut piece, Op::FcallB, op),
            Opcode::Calla => {
                piece.op(op, &[("t", STUB_RET)]);
            }
            Opcode::Jla => {
                piece.op(op, &[("t", STUB_JI)]);
            }
            Opcode::Fcalla => {
                piece.address(10, MIDDLE).op(op, &[("t", STUB_FRET)]);
            }
            Opcode::Calli | Opcode::Jli | Opcode::Fcalli => {
                let stub = match op.class() {
                    Opcode::Calli => STUB_RET,
                    Opcode::Jli => STUB_JI,
                    _ => STUB_FRET,
                };
                let a = self.rng.pick(&[2, 3, 4, 5, 6, 7, 12, 13, 14, 15]);
                piece.address(10, MIDDLE).address(a, stub);
                piece.op(op, &[("a", a)]);
            }
            // Where it is, it learns from JL.
            Opcode::Ja => {
                piece.op(Op::JlB, &[("t", 4)]);
                piece.op(Op::LeaBol, &[("d", 11), ("b", 11), ("o", 8)]);
                piece.op(op, &[("t", STUB_JI)]);
            }
            Opcode::Ji => {
                let a = self.rng.pick(&[2, 3, 4, 5, 6, 7, 12, 13, 14, 15]);
                let behind = 4 + op.width() / 8;
                piece.op(Op::JlB, &[("t", 4)]);
                piece.op(Op::LeaBol, &[("d", a), ("b", 11), ("o", behind)]);
                piece.op(op, &[("a", a)]);
            }
            Opcode::Bisr => {
                // More bits than a priority has are an opcode of its own in the manual.
                piece.op(op, &[("b", self.rng.below(256))]);
                piece.op(Op::RslcxSys, &[]).data(0, 0);
                piece.op(Op::MtcrRlc, &[("b", csfr::ICR), ("a", 0)]);
            }
            Opcode::Svlcx | Opcode::Rslcx => self.lower(&mut piece),
            Opcode::Ldlcx | Opcode::Stlcx | Opcode::Lducx | Opcode::Stucx => {
                self.context_access(&mut piece, op);
            }
            Opcode::Mfcr => {
                let d = self.rng.below(16);
                let b = self.rng.pick(&csfr::COMPARED);
                piece.op(op, &[("d", d), ("b", b)]);
            }
            Opcode::Mtcr => {
                let a = self.rng.below(16);
                let status = if self.traps { 0xff00_0000 } else { 0xfc00_0000 };
                piece.data(a, PSW | self.rng.word() & status);
                piece.op(op, &[("b", csfr::PSW), ("a", a)]);
            }
            Opcode::Enable | Opcode::Restore => {
                push(&mut piece.bytes, op, w);
                piece.op(Op::DisableSys0d, &[]);
            }
            _ => push(&mut piece.bytes, op, w),
        }
        piece.bytes
    }

    /// A loop on an address register.
    fn counted(&mut self, piece: &mut Code, op: Op) {
        let a = self.rng.pick(&[2, 3, 5, 7, 12, 15]);
        let body = self.compute(1 << (16 + a));
        piece.address(a, self.rng.below(5));
        let back = -(body.len() as i32);
        let w = crate::emit::word(op, &[("a", a)]);
        piece.bytes.extend(body);
        if let Some(w) = to(op, w, back) {
            push(&mut piece.bytes, op, w);
        }
    }

    /// A loop on a data register, up or down to the other operand.
    fn counted_data(&mut self, piece: &mut Code, op: Op) {
        let (a, other) = (self.rng.below(8), 8 + self.rng.below(8));
        let limit = self.rng.below(8);
        let passes = self.rng.below(5);
        let start = match op.class() {
            Opcode::Jned => limit.wrapping_add(passes),
            _ => limit.wrapping_sub(passes),
        };
        let body = self.compute(1 << a | 1 << other);
        piece.data(a, start);
        let register = matches!(op, Op::JnedBrr | Op::JneiBrr);
        if register {
            piece.data(other, limit);
        }
        let b = if register { other } else { limit };
        let w = crate::emit::word(op, &[("a", a), ("b", b)]);
        let back = -(body.len() as i32);
        piece.bytes.extend(body);
        if let Some(w) = to(op, w, back) {
            push(&mut piece.bytes, op, w);
        }
    }

    fn body(&mut self, kept: u32) -> Vec<u8> {
        (0..=self.rng.below(3))
            .flat_map(|_| self.compute(kept))
            .collect()
    }

    /// call; j over; body; ret
    fn call(&mut self, piece: &mut Code, call: Op, ret: Op) {
        let body = self.body(A11);
        self.beside(piece, call, body, ret);
    }

    /// A call of a function that returns as from an exception: with the call depth at 0.
    fn exception(&mut self, piece: &mut Code, ret: Op) {
        let mut body = Code::default();
        body.bytes = self.body(A11);
        // Otherwise the nesting is wrong, which is a trap.
        if !self.traps || self.rng.percent(90) {
            body.data(0, PSW)
                .op(Op::MtcrRlc, &[("b", csfr::PSW), ("a", 0)]);
        }
        self.beside(piece, Op::CallB, body.bytes, ret);
    }

    fn fast_call(&mut self, piece: &mut Code, call: Op, ret: Op) {
        piece.address(10, MIDDLE);
        let body = self.body(A10 | A11);
        self.beside(piece, call, body, ret);
    }

    fn beside(&mut self, piece: &mut Code, call: Op, body: Vec<u8>, ret: Op) {
        let (call_length, ret_length) = (call.width() / 8, ret.width() / 8);
        piece.op(call, &[("t", call_length + 4)]);
        piece.op(Op::JB, &[("t", 4 + body.len() as u32 + ret_length)]);
        piece.bytes.extend(body);
        piece.op(ret, &[]);
    }

    /// Lower contexts saved and restored, sometimes as many as lead into a trap.
    fn lower(&mut self, piece: &mut Code) {
        let (saves, restores) = match self.rng.below(20) {
            // FCD.
            0 if self.traps => (7, 7),
            // CSU.
            1 if self.traps => (1, 2),
            // CTYP: by a RET, if the call depth lets it through.
            2 if self.traps => {
                piece.data(0, PSW | 1);
                piece.op(Op::MtcrRlc, &[("b", csfr::PSW), ("a", 0)]);
                piece.op(Op::SvlcxSys, &[]).op(Op::RetSr, &[]);
                return;
            }
            // FCD with the list moved.
            3 if self.traps => {
                piece.op(Op::MfcrRlc, &[("d", 0), ("b", csfr::FCX)]);
                piece.op(Op::MtcrRlc, &[("b", csfr::LCX), ("a", 0)]);
                (1, 1)
            }
            _ => {
                let n = 1 + self.rng.below(3);
                (n, n)
            }
        };
        for _ in 0..saves {
            piece.op(Op::SvlcxSys, &[]);
            let body = self.compute(0);
            piece.bytes.extend(body);
        }
        for _ in 0..restores {
            piece.op(Op::RslcxSys, &[]);
        }
    }

    /// A context moved to or from the data.
    fn context_access(&mut self, piece: &mut Code, op: Op) {
        let at = (MIDDLE & !63).wrapping_add(self.rng.pick(&[0u32.wrapping_sub(64), 0]));
        let absolute = op.row().form.operands.iter().all(|f| f.name != "b");
        if absolute {
            piece.op(op, &[("o", at)]);
        } else {
            let b = self.rng.pick(&[2, 3, 4, 5, 6, 7, 12, 13]);
            piece.address(b, at).op(op, &[("b", b), ("o", 0)]);
        }
    }
}
