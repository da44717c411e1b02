//! Address arithmetic of the load/store pipe.

use super::{CoreOps, access, bits};
use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::state::CoreReg;

/// Executes an instruction of class Addr or ScaledAddr, of kind `opcode`, with `b` as second operand; false for any
/// other class.
#[inline(always)]
pub(crate) fn address<O: CoreOps>(o: &mut O, s: &DecodedInsn, opcode: Opcode, b: O::Word) -> bool {
    let a = o.get(CoreReg::R(s.a));
    let value = match opcode {
        Opcode::AddA => o.add(a, b),
        Opcode::SubA => o.sub(a, b),
        Opcode::AddihA => {
            let high = bits::high(o, b);
            o.add(a, high)
        }
        Opcode::AddscA => {
            let places = o.word((s.n & 3).into());
            let scaled = o.shift_left(a, places);
            o.add(b, scaled)
        }
        Opcode::AddscAt => {
            let (places, mask) = (o.word(3), o.word(!3));
            let byte = o.shift_right_signed(a, places);
            let sum = o.add(b, byte);
            o.and(sum, mask)
        }
        Opcode::Lea => access::sum(o, s, s.mode).1,
        Opcode::MovA | Opcode::MovAa | Opcode::MovD => b,
        Opcode::MovhA => bits::high(o, b),
        Opcode::EqA => o.equal(a, b).bit(),
        Opcode::NeA => o.unequal(a, b).bit(),
        Opcode::LtA => o.below(false, a, b).bit(),
        Opcode::GeA => o.at_least(false, a, b).bit(),
        Opcode::EqzA => o.is_zero(a).bit(),
        Opcode::NezA => o.is_nonzero(a).bit(),
        _ => return false,
    };
    o.put(CoreReg::R(s.d), value);
    true
}
