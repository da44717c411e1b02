//! What instructions do to the architectural state and memory, by family; what those of the FPU do is in
//! [`crate::fpu`]. Time, meters and the board are the business of their callers.
//!
//! They are written over operations ([`CoreOps`]): a state alone executes them, and a core with its memory ([`host`]);
//! `Lower` makes data of them.

pub(crate) mod alu;
pub(crate) mod branch;
pub(crate) mod host;
pub(crate) mod mem;

use crate::isa::Op;
use crate::state::{CoreReg, State};
use trueboard_engine::ops::Ops;

/// Operations of an eCore, and what many of its instructions begin or end with.
pub(crate) trait CoreOps: Ops<Machine = State> {
    /// The number of an instruction.
    #[inline(always)]
    fn number(&mut self, op: &Op) -> Self::Word {
        self.word(op.imm as u32)
    }

    /// The two operands of an instruction: Rn, and Rm or, with `NUMBER`, its number.
    #[inline(always)]
    fn operands<const NUMBER: bool>(&mut self, op: &Op) -> (Self::Word, Self::Word) {
        let n = self.get(CoreReg::R(op.rn));
        let second = match NUMBER {
            true => self.number(op),
            false => self.get(CoreReg::R(op.rm)),
        };
        (n, second)
    }

    /// Gives Rd its result.
    #[inline(always)]
    fn put_result(&mut self, op: &Op, r: Self::Word) {
        self.put(CoreReg::R(op.rd), r);
    }
}

impl<O: Ops<Machine = State>> CoreOps for O {}
