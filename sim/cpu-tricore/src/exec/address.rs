//! Address arithmetic of the load/store pipe.

use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::isa::operands::Mode;
use crate::state::State;

impl State {
    /// Executes an instruction of class Addr or ScaledAddr, which is of kind `opcode` and has `b` for its
    /// second operand; false if it is none of these.
    #[inline(always)]
    pub(crate) fn address(&mut self, s: &DecodedInsn, opcode: Opcode, b: u32) -> bool {
        let a = self.reg(s.a);
        let value = match opcode {
            Opcode::AddA => a.wrapping_add(b),
            Opcode::SubA => a.wrapping_sub(b),
            Opcode::AddihA => a.wrapping_add(b << 16),
            Opcode::AddscA => b.wrapping_add(a << (s.n & 3)),
            Opcode::AddscAt => b.wrapping_add(((a as i32) >> 3) as u32) & !3,
            Opcode::Lea => match s.mode {
                Mode::Abs => s.o as u32,
                _ => self.reg(s.b).wrapping_add(s.o as u32),
            },
            Opcode::MovA | Opcode::MovAa | Opcode::MovD => b,
            Opcode::MovhA => b << 16,
            Opcode::EqA => (a == b).into(),
            Opcode::NeA => (a != b).into(),
            Opcode::LtA => (a < b).into(),
            Opcode::GeA => (a >= b).into(),
            Opcode::EqzA => (a == 0).into(),
            Opcode::NezA => (a != 0).into(),
            _ => return false,
        };
        self.set_reg(s.d, value);
        true
    }
}
