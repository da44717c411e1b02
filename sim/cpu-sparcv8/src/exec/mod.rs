//! What instructions do to the architectural state, by family. Functions of state and operands: time,
//! meters, caches and the board are the business of their callers.
//!
//! Those that programs consist of are written over operations ([`Iu`]): a state alone executes them, and a core with its
//! memory ([`host`]); `Lower` makes data of them.

pub(crate) mod alu;
pub(crate) mod branch;
pub(crate) mod fp;
pub(crate) mod host;
pub(crate) mod mem;
pub(crate) mod system;

use crate::decoded::DecodedInsn;
use crate::state::{IuReg, State};
use trueboard_engine::ops::Ops;

/// Operations of an integer unit, and what many of its instructions begin or end with.
pub(crate) trait Iu: Ops<Machine = State> {
    /// The two operands of an instruction: `rs1`, and `rs2` or the immediate.
    #[inline(always)]
    fn operands(&mut self, d: &DecodedInsn) -> (Self::Word, Self::Word) {
        let (a, b) = (self.get(IuReg::R(d.rs1)), self.get(IuReg::R(d.rs2)));
        let imm = self.word(d.imm as u32);
        (a, self.add(b, imm))
    }

    /// The sum of the two operands: an address, or a trap number.
    #[inline(always)]
    fn address(&mut self, d: &DecodedInsn) -> Self::Word {
        let (a, b) = self.operands(d);
        self.add(a, b)
    }

    /// Gives the destination of an instruction its result.
    #[inline(always)]
    fn put_result(&mut self, d: &DecodedInsn, r: Self::Word) {
        self.put(IuReg::R(d.rd), r);
    }

    /// C of the condition codes, as a word.
    #[inline(always)]
    fn carry(&mut self) -> Self::Word {
        let codes = self.get(IuReg::Icc);
        self.is_set(codes, 0).bit()
    }
}

impl<O: Ops<Machine = State>> Iu for O {}
