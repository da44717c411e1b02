//! Instructions that are written over operations, generic over their executor: a single step, or [`Lower`], which makes
//! the list for translated code.

use crate::decoded::DecodedInsn;
use crate::exec::{self, CoreOps, Place, Shift};
use crate::isa::Class;
use crate::isa::operands::Mode;
use crate::state::{CoreReg, State};
use crate::trap::Trap;
use std::convert::Infallible;
use trueboard_engine::lower::{Lower, Value};
use trueboard_engine::ops::{Accesses, Ops};

/// Carries out the instruction `s`, which is no jump: a load or store behind `check`. `None` for an instruction that is
/// not written over operations.
pub(crate) fn carry_out<O: CoreOps + Accesses>(
    o: &mut O,
    s: &DecodedInsn,
    check: impl FnOnce(&mut O, &Place<O::Word>) -> Result<(), O::Exit>,
) -> Option<Result<(), O::Exit>> {
    let known = match s.class {
        Class::Addr | Class::ScaledAddr => {
            let b = o.second(s);
            exec::address(o, s, s.opcode, b)
        }
        Class::LoadD | Class::LoadA => {
            let place = exec::place(o, s, s.mode)?;
            let loaded = check(o, &place).and_then(|()| exec::load(o, s, s.opcode, &place));
            return Some(loaded);
        }
        Class::Store => {
            let place = exec::place(o, s, s.mode)?;
            let stored = check(o, &place).and_then(|()| exec::store(o, s, s.opcode, &place));
            return Some(stored);
        }
        _ => {
            let b = o.second(s);
            exec::compute(o, s, s.opcode, b)
        }
    };
    known.then_some(Ok(()))
}

/// The instruction `s`, which is no jump, as data. What traps in a handler does so there, too.
pub(crate) fn lowered(s: &DecodedInsn) -> Option<Lower<State>> {
    let mut lower = Lower::default();
    if let Some(shift) = exec::shift_by_constant(s) {
        by_constant(&mut lower, s, shift);
        return Some(lower);
    }
    let done: Option<Result<(), Infallible>> = carry_out(&mut lower, s, |o, place| {
        if matches!(s.mode, Mode::Base | Mode::Pre) && s.o != 0 {
            let leaves = place.leaves_segment(o);
            o.trap_if(leaves, Trap::MEM)?;
        }
        if s.opcode.traits().align > 1 {
            let unaligned = place.is_unaligned(o, s.opcode);
            o.trap_if(unaligned, Trap::ALN)?;
        }
        Ok(())
    });
    done.map(|_| lower)
}

/// A shift by a constant.
fn by_constant<O: CoreOps>(o: &mut O, s: &DecodedInsn, shift: Shift) {
    let (a, b) = (o.get(CoreReg::R(s.a)), o.word(s.k as u32));
    let result = match shift {
        Shift::Left => exec::left(o, a, b),
        Shift::Right => exec::right(o, a, b),
        Shift::ArithmeticLeft => exec::arithmetic_left(o, a, b),
        Shift::ArithmeticRight => exec::arithmetic_right(o, a, b),
    };
    o.put(CoreReg::R(s.d), result);
}

/// Whether the jump `s` is taken, as data: what is to be carried out before, and the value that says so.
pub(crate) fn condition(s: &DecodedInsn) -> Option<(Lower<State>, Value)> {
    let mut lower = Lower::default();
    let taken = exec::takes(&mut lower, s)?.bit();
    Some((lower, taken))
}
