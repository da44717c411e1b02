//! What LD.* and ST.* move, apart from where: width, alignment, extension, registers. Execution in
//! blocks and in single steps both take it from here.

use crate::isa::Sem;
use crate::slot::Slot;
use crate::state::State;

/// Bytes that a load or store moves.
#[inline(always)]
pub(crate) const fn width(sem: Sem) -> u8 {
    match sem {
        Sem::LdB | Sem::LdBu | Sem::StB => 1,
        Sem::LdH | Sem::LdHu | Sem::LdQ | Sem::StH | Sem::StQ => 2,
        Sem::LdD | Sem::LdDa | Sem::StD | Sem::StDa => 8,
        _ => 4,
    }
}

/// Accesses of address registers must be aligned to words.
#[inline(always)]
pub(crate) const fn is_of_addresses(sem: Sem) -> bool {
    matches!(sem, Sem::LdA | Sem::LdDa | Sem::StA | Sem::StDa)
}

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
