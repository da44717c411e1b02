//! Conditions of jumps, and the counters of loops.

use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::state::State;

impl State {
    /// Executes a jump by a distance that leaves no return address: whether it is taken. `None` if it
    /// is another kind of jump; then nothing has happened.
    #[inline(always)]
    pub(crate) fn takes(&mut self, s: &DecodedInsn) -> Option<bool> {
        let a = self.reg(s.a);
        let b = self.second(s);
        let (x, y) = (a as i32, b as i32);
        Some(match s.opcode {
            Opcode::J | Opcode::Loopu => true,
            Opcode::Jeq | Opcode::JeqA => a == b,
            Opcode::Jne | Opcode::JneA => a != b,
            Opcode::Jge => x >= y,
            Opcode::JgeU => a >= b,
            Opcode::Jlt => x < y,
            Opcode::JltU => a < b,
            Opcode::Jgez => x >= 0,
            Opcode::Jgtz => x > 0,
            Opcode::Jlez => x <= 0,
            Opcode::Jltz => x < 0,
            Opcode::Jz | Opcode::JzA => a == 0,
            Opcode::Jnz | Opcode::JnzA => a != 0,
            Opcode::JzT => a >> (s.p & 31) & 1 == 0,
            Opcode::JnzT => a >> (s.p & 31) & 1 != 0,
            Opcode::Jned => {
                self.set_reg(s.a, a.wrapping_sub(1));
                a != b
            }
            Opcode::Jnei => {
                self.set_reg(s.a, a.wrapping_add(1));
                a != b
            }
            Opcode::Loop => {
                self.set_reg(s.a, a.wrapping_sub(1));
                a != 0
            }
            _ => return None,
        })
    }
}
