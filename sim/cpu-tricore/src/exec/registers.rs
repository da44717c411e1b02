//! Operands taken from registers, and results put there.

use super::{Flags, Imm, Src, execute};
use crate::decoded::{DecodedInsn, NONE};
use crate::state::State;
use crate::trap::Exec;

impl State {
    /// The second operand: a register or a constant.
    #[inline(always)]
    pub(crate) fn second(&self, s: &DecodedInsn) -> u32 {
        if s.b == NONE {
            s.k as u32
        } else {
            self.reg(s.b)
        }
    }

    /// An instruction of the integer pipe or the FPU.
    #[inline(never)]
    pub(crate) fn integer(&mut self, s: &DecodedInsn) -> Exec<u64> {
        let imm = Imm {
            p: s.p,
            w: s.w,
            q: s.q,
            n: s.n,
        };
        let src = Src {
            a: self.pair(s.a),
            b: self.second(s).into(),
            c: self.pair(s.c),
            old: self.pair(s.d),
        };
        let mut flags = Flags(self.psw);
        let result = execute(s.opcode, src, imm, &mut flags)?;
        self.psw = flags.0;
        if s.d != NONE {
            if s.writes & (s.writes.wrapping_sub(1)) == 0 {
                self.set_reg(s.d, result as u32);
            } else {
                self.set_pair(s.d, result);
            }
        }
        Ok(result)
    }
}
