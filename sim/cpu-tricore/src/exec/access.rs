//! What LD.* and ST.* make of what they move. Execution in blocks and in single steps both take it
//! from here.

use crate::decoded::DecodedInsn;
use crate::isa::Opcode;
use crate::state::State;

impl State {
    /// Puts what load `opcode` has got into its destination.
    #[inline(always)]
    pub(crate) fn set_loaded(&mut self, s: &DecodedInsn, opcode: Opcode, value: u64) {
        let word = value as u32;
        match opcode {
            Opcode::LdB => self.set_reg(s.d, word as i8 as u32),
            Opcode::LdH => self.set_reg(s.d, word as i16 as u32),
            Opcode::LdQ => self.set_reg(s.d, word << 16),
            Opcode::LdD | Opcode::LdDa => self.set_pair(s.d, value),
            // LD.BU, LD.HU, LD.W, LD.A: as they come.
            _ => self.set_reg(s.d, word),
        }
    }

    /// What store `opcode` moves.
    #[inline(always)]
    pub(crate) fn to_store(&self, s: &DecodedInsn, opcode: Opcode) -> u64 {
        match opcode {
            Opcode::StQ => (self.reg(s.a) >> 16).into(),
            Opcode::StD | Opcode::StDa => self.pair(s.a),
            _ => self.reg(s.a).into(),
        }
    }
}
