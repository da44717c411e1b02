//! Operands taken from registers, and results put there.

use super::{CoreOps, Flags, Imm, Src, compute, rare};
use crate::decoded::{DecodedInsn, NONE};
use crate::state::State;
use crate::trap::Exec;

impl State {
    /// An instruction of the integer pipe or the FPU.
    #[inline(never)]
    pub(crate) fn integer(&mut self, s: &DecodedInsn) -> Exec {
        let b = self.second(s);
        if compute(self, s, s.opcode, b) {
            return Ok(());
        }
        let imm = Imm {
            p: s.p,
            w: s.w,
            q: s.q,
            n: s.n,
        };
        let src = Src {
            a: self.pair(s.a),
            b: b.into(),
            c: self.pair(s.c),
            old: self.pair(s.d),
        };
        let mut flags = Flags(self.psw);
        let result = rare::other(s.opcode, src, imm, &mut flags)?;
        self.psw = flags.0;
        if s.d != NONE {
            if s.writes & (s.writes.wrapping_sub(1)) == 0 {
                self.set_reg(s.d, result as u32);
            } else {
                self.set_pair(s.d, result);
            }
        }
        Ok(())
    }
}
