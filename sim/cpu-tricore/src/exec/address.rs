//! Address arithmetic of the load/store pipe.

use crate::decoded::Slot;
use crate::isa::Sem;
use crate::isa::operands::Mode;
use crate::state::State;

impl State {
    /// Executes an instruction of class Addr or ScaledAddr, which is of kind `sem` and has `b` for its
    /// second operand.
    #[inline(always)]
    pub(crate) fn address(&mut self, s: &Slot, sem: Sem, b: u32) {
        let a = self.reg(s.a);
        let value = match sem {
            Sem::AddA => a.wrapping_add(b),
            Sem::SubA => a.wrapping_sub(b),
            Sem::AddihA => a.wrapping_add(b << 16),
            Sem::AddscA => b.wrapping_add(a << (s.n & 3)),
            Sem::AddscAt => b.wrapping_add(((a as i32) >> 3) as u32) & !3,
            Sem::Lea => match s.mode {
                Mode::Abs => s.o as u32,
                _ => self.reg(s.b).wrapping_add(s.o as u32),
            },
            Sem::MovA | Sem::MovAa | Sem::MovD => b,
            Sem::MovhA => b << 16,
            Sem::EqA => (a == b).into(),
            Sem::NeA => (a != b).into(),
            Sem::LtA => (a < b).into(),
            Sem::GeA => (a >= b).into(),
            Sem::EqzA => (a == 0).into(),
            // The last one of the class.
            _ => (a != 0).into(),
        };
        self.set_reg(s.d, value);
    }
}
