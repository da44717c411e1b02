//! Branches (AR, instruction set): whether one is taken, where it goes, and what it leaves in LR.

use super::CoreOps;
use crate::isa::Op;
use crate::state::{CoreReg, LR};
use crate::status::condition;
use trueboard_engine::ops::{Ops, Truth};

type Word<O> = <O as Ops>::Word;
/// Whether a branch is taken, and where it goes.
type Branch<O> = (Truth<Word<O>>, Word<O>);

/// Whether condition `code` (from bits 7:4; 14 and 15 always hold) is true.
#[inline(always)]
pub(crate) fn holds<O: CoreOps>(o: &mut O, code: u8) -> Truth<Word<O>> {
    let (holds, shift) = condition(code);
    let (status, shift, one) = (o.get(CoreReg::Status), o.word(shift), o.word(1));
    let (flags, holds) = (o.shift_right(status, shift), o.word(holds));
    let holds = o.shift_right(holds, flags);
    o.and(holds, one).into()
}

/// A branch on a condition, at `pc`.
#[inline(always)]
pub(crate) fn conditional<O: CoreOps>(o: &mut O, op: &Op, pc: u32) -> Branch<O> {
    (holds(o, op.cond), there(o, op, pc))
}

/// B.
#[inline(always)]
pub(crate) fn always<O: CoreOps>(o: &mut O, op: &Op, pc: u32) -> Branch<O> {
    (o.truth(true), there(o, op, pc))
}

/// BL.
#[inline(always)]
pub(crate) fn call<O: CoreOps>(o: &mut O, op: &Op, pc: u32) -> Branch<O> {
    link(o, op, pc);
    always(o, op, pc)
}

/// JR.
#[inline(always)]
pub(crate) fn jump<O: CoreOps>(o: &mut O, op: &Op, _pc: u32) -> Branch<O> {
    let (n, even) = (o.get(CoreReg::R(op.rn)), o.word(!1));
    (o.truth(true), o.and(n, even))
}

/// JALR. Its register may be LR.
#[inline(always)]
pub(crate) fn jump_and_link<O: CoreOps>(o: &mut O, op: &Op, pc: u32) -> Branch<O> {
    let branch = jump(o, op, pc);
    link(o, op, pc);
    branch
}

/// Where a relative branch at `pc` goes.
#[inline(always)]
fn there<O: CoreOps>(o: &mut O, op: &Op, pc: u32) -> Word<O> {
    o.word(pc.wrapping_add_signed(op.imm))
}

/// Leaves the address behind the branch at `pc` in LR.
#[inline(always)]
fn link<O: CoreOps>(o: &mut O, op: &Op, pc: u32) {
    let behind = o.word(pc.wrapping_add(op.len.into()));
    o.put(CoreReg::R(LR), behind);
}
