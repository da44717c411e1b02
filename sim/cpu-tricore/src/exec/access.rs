//! What LD.* and ST.* make of what they move. Execution in blocks and in single steps both take it
//! from here.

use crate::decoded::Slot;
use crate::isa::Sem;
use crate::state::State;

impl State {
    /// Puts what load `sem` has got into its destination.
    #[inline(always)]
    pub(crate) fn set_loaded(&mut self, s: &Slot, sem: Sem, value: u64) {
        let word = value as u32;
        match sem {
            Sem::LdB => self.set_reg(s.d, word as i8 as u32),
            Sem::LdH => self.set_reg(s.d, word as i16 as u32),
            Sem::LdQ => self.set_reg(s.d, word << 16),
            Sem::LdD | Sem::LdDa => self.set_pair(s.d, value),
            // LD.BU, LD.HU, LD.W, LD.A: as they come.
            _ => self.set_reg(s.d, word),
        }
    }

    /// What store `sem` moves.
    #[inline(always)]
    pub(crate) fn to_store(&self, s: &Slot, sem: Sem) -> u64 {
        match sem {
            Sem::StQ => (self.reg(s.a) >> 16).into(),
            Sem::StD | Sem::StDa => self.pair(s.a),
            _ => self.reg(s.a).into(),
        }
    }
}
