//! Conditions of jumps, and the counters of loops.

use super::{CoreOps, Flag};
use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::state::CoreReg;

/// Executes a jump by a distance that leaves no return address: whether it is taken. `None` if it
/// is another kind of jump; then nothing has happened.
#[inline(always)]
pub(crate) fn takes<O: CoreOps>(o: &mut O, s: &DecodedInsn) -> Option<Flag<O>> {
    let (a, b) = (o.get(CoreReg::R(s.a)), o.second(s));
    let (zero, one) = (o.word(0), o.word(1));
    Some(match s.opcode {
        Opcode::J | Opcode::Loopu => o.truth(true),
        Opcode::Jeq | Opcode::JeqA => o.equal(a, b),
        Opcode::Jne | Opcode::JneA => o.unequal(a, b),
        Opcode::Jge => o.at_least(true, a, b),
        Opcode::JgeU => o.at_least(false, a, b),
        Opcode::Jlt => o.below(true, a, b),
        Opcode::JltU => o.below(false, a, b),
        Opcode::Jgez => o.at_least(true, a, zero),
        Opcode::Jgtz => o.below(true, zero, a),
        Opcode::Jlez => o.at_least(true, zero, a),
        Opcode::Jltz => o.below(true, a, zero),
        Opcode::Jz | Opcode::JzA => o.is_zero(a),
        Opcode::Jnz | Opcode::JnzA => o.is_nonzero(a),
        Opcode::JzT => {
            let set = o.is_set(a, s.p & 31);
            o.negate(set)
        }
        Opcode::JnzT => o.is_set(a, s.p & 31),
        Opcode::Jned => {
            let less = o.sub(a, one);
            o.put(CoreReg::R(s.a), less);
            o.unequal(a, b)
        }
        Opcode::Jnei => {
            let more = o.add(a, one);
            o.put(CoreReg::R(s.a), more);
            o.unequal(a, b)
        }
        Opcode::Loop => {
            let less = o.sub(a, one);
            o.put(CoreReg::R(s.a), less);
            o.unequal(a, zero)
        }
        _ => return None,
    })
}

/// Where a jump by a register goes.
#[inline(always)]
pub(crate) fn by_register<O: CoreOps>(o: &mut O, s: &DecodedInsn) -> O::Word {
    let (a, mask) = (o.get(CoreReg::R(s.a)), o.word(!1));
    o.and(a, mask)
}
