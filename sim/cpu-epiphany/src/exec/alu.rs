//! The integer unit: results and flags (AR, instruction set; CPU), and moves.

use super::CoreOps;
use super::branch::holds;
use crate::isa::Op;
use crate::state::CoreReg;
use crate::status::{AC, AN, AV, AVS, AZ, INTEGER_FLAGS};
use trueboard_engine::ops::{Ops, Truth, Unary};

/// A choice of functions of two operands.
type Function<O> = fn(&mut O, Word<O>, Word<O>) -> Word<O>;
type Word<O> = <O as Ops>::Word;
type Flag<O> = Truth<Word<O>>;

/// One bit of STATUS if `test` is true, else 0.
#[inline(always)]
fn flag<O: CoreOps>(o: &mut O, bit: u32, test: Flag<O>) -> Word<O> {
    o.bit_if(test, bit.trailing_zeros() as u8)
}

/// Gives Rd its result `r`. Sets AZ and AN by it, and AC and AV to `others`, which may have AVS, too. AVS is only ever
/// added.
#[inline(always)]
fn put_with_flags<O: CoreOps>(o: &mut O, op: &Op, r: Word<O>, others: Word<O>) {
    let (z, n) = (o.is_zero(r), o.is_negative(r));
    let (z, n) = (flag(o, AZ, z), flag(o, AN, n));
    let flags = o.or(z, n);
    let flags = o.or(flags, others);
    o.put_result(op, r);
    let (status, kept) = (o.get(CoreReg::Status), o.word(!INTEGER_FLAGS));
    let status = o.and(status, kept);
    let status = o.or(status, flags);
    o.put(CoreReg::Status, status);
}

/// Gives Rd a sum or difference, with its flags: overflow and carry.
#[inline(always)]
fn put_sum<O: CoreOps>(o: &mut O, op: &Op, r: Word<O>, v: Flag<O>, c: Flag<O>) {
    let (overflowed, none) = (o.word(AV | AVS), o.word(0));
    let (c, v) = (flag(o, AC, c), o.select(v, overflowed, none));
    let others = o.or(c, v);
    put_with_flags(o, op, r, others);
}

/// ADD: AC is the carry out.
#[inline(always)]
pub(crate) fn add<O: CoreOps, const NUMBER: bool>(o: &mut O, op: &Op) {
    let (a, b) = o.operands::<NUMBER>(op);
    let (v, c) = (o.add_overflows(a, b), o.add_carries(a, b));
    let r = o.add(a, b);
    put_sum(o, op, r, v, c);
}

/// SUB: AC says that there is no borrow.
#[inline(always)]
pub(crate) fn sub<O: CoreOps, const NUMBER: bool>(o: &mut O, op: &Op) {
    let (a, b) = o.operands::<NUMBER>(op);
    let (v, borrow) = (o.sub_overflows(a, b), o.below(false, a, b));
    let (r, c) = (o.sub(a, b), o.negate(borrow));
    put_sum(o, op, r, v, c);
}

/// Logic and shifts: what `f` makes of the operands. AC and AV become 0.
#[inline(always)]
pub(crate) fn logic<O: CoreOps, const NUMBER: bool>(o: &mut O, op: &Op, f: Function<O>) {
    let (a, b) = o.operands::<NUMBER>(op);
    let (r, none) = (f(o, a, b), o.word(0));
    put_with_flags(o, op, r, none);
}

/// BITR.
#[inline(always)]
pub(crate) fn bitr<O: CoreOps>(o: &mut O, op: &Op) {
    let n = o.get(CoreReg::R(op.rn));
    let (r, none) = (o.unary(Unary::ReverseBits, n), o.word(0));
    put_with_flags(o, op, r, none);
}

/// MOV of a number.
#[inline(always)]
pub(crate) fn mov_number<O: CoreOps>(o: &mut O, op: &Op) {
    let r = o.number(op);
    o.put_result(op, r);
}

/// MOVT: the low half of Rd stays.
#[inline(always)]
pub(crate) fn movt<O: CoreOps>(o: &mut O, op: &Op) {
    let (old, mask) = (o.get(CoreReg::R(op.rd)), o.word(0xffff));
    let (high, low) = (o.word((op.imm as u32) << 16), o.and(old, mask));
    let r = o.or(high, low);
    o.put_result(op, r);
}

/// MOV.
#[inline(always)]
pub(crate) fn mov<O: CoreOps>(o: &mut O, op: &Op) {
    let r = o.get(CoreReg::R(op.rn));
    o.put_result(op, r);
}

/// MOV with a condition.
#[inline(always)]
pub(crate) fn mov_if<O: CoreOps>(o: &mut O, op: &Op) {
    let holds = holds(o, op.cond);
    let (new, old) = (o.get(CoreReg::R(op.rn)), o.get(CoreReg::R(op.rd)));
    let r = o.select(holds, new, old);
    o.put_result(op, r);
}

/// NOP.
#[inline(always)]
pub(crate) fn nop<O: CoreOps>(_: &mut O, _: &Op) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Insn;
    use crate::state::State;
    use crate::tests::params;

    #[test]
    fn flags_by_hand() {
        const MIN: u32 = 1 << 31;
        type Execute = fn(&mut State, &Op);
        let (add, sub): (Execute, Execute) = (add::<_, false>, sub::<_, false>);
        let or: Execute = |o, op| logic::<_, false>(o, op, Ops::or);
        let lsl: Execute = |o, op| logic::<_, false>(o, op, Ops::shift_left);
        let lsr: Execute = |o, op| logic::<_, false>(o, op, Ops::shift_right);
        let asr: Execute = |o, op| logic::<_, false>(o, op, Ops::shift_right_signed);
        let cases = [
            (add, 1, 1, 2, 0),
            (add, 0, 0, 0, AZ),
            (add, 0xffff_ffff, 1, 0, AZ | AC),
            (add, 0x7fff_ffff, 1, MIN, AN | AV | AVS),
            (add, MIN, MIN, 0, AZ | AC | AV | AVS),
            (add, MIN, 0xffff_ffff, 0x7fff_ffff, AC | AV | AVS),
            (add, MIN, 0, MIN, AN),
            (sub, 5, 3, 2, AC),
            (sub, 3, 5, 0xffff_fffe, AN),
            (sub, 3, 3, 0, AZ | AC),
            (sub, 0, 0, 0, AZ | AC),
            (sub, MIN, 1, 0x7fff_ffff, AC | AV | AVS),
            (sub, 0x7fff_ffff, 0xffff_ffff, MIN, AN | AV | AVS),
            (sub, 0, MIN, MIN, AN | AV | AVS),
            (or, 0, 0, 0, AZ),
            (or, MIN, 0, MIN, AN),
            (lsl, 1, 31, MIN, AN),
            (lsl, 3, 32, 3, 0),
            (lsr, MIN, 31, 1, 0),
            (lsr, 1, 1, 0, AZ),
            (asr, MIN, 31, 0xffff_ffff, AN),
            (asr, MIN, 63, 0xffff_ffff, AN),
        ];
        let op = Op {
            rd: 0,
            rn: 1,
            rm: 2,
            ..crate::isa::decode(Insn::Nop {}.encode())
        };
        for (at, (execute, a, b, result, flags)) in cases.into_iter().enumerate() {
            // All other bits stay, and AVS.
            for before in [0, !(INTEGER_FLAGS | AVS), u32::MAX] {
                let mut st = State::new(&params(), 0);
                (st.r[1], st.r[2], st.status) = (a, b, before);
                execute(&mut st, &op);
                let status = before & !INTEGER_FLAGS | flags;
                assert_eq!((st.r[0], st.status), (result, status), "case {at}");
            }
        }
    }
}
