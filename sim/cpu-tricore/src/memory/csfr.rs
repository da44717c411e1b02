//! Reads and writes of the CSFRs of the memory side.

use super::MemSide;
use super::regs::{MAP, PBINV, PCINV, Reg};

impl MemSide {
    /// The value of the memory side's CSFR at offset `off`; `None` when it has none there.
    #[must_use]
    pub fn csfr(&self, off: u32) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        Some(self.regs.bank.get(reg as usize, i))
    }

    /// Writes the memory side's CSFR at offset `off`; `None` when it has none there. Whether ENDINIT
    /// and PSW.IO allow it is the core's business.
    pub fn set_csfr(&mut self, off: u32, value: u32) -> Option<()> {
        let (reg, i) = Reg::at(off)?;
        match reg {
            Reg::Dstr | Reg::Datr | Reg::Pstr => self.regs.set(reg, 0),
            // DIETR and PIETR stand behind the addresses.
            Reg::Diear | Reg::Piear if i == 1 => self.regs.bank.set(reg as usize, i, 0),
            // Zero-cost code changes no cache.
            Reg::Pcon1 if self.zero_cost => {}
            Reg::Pcon1 => {
                if value & PCINV != 0 {
                    self.fetching.invalidate_cache();
                }
                if value & PBINV != 0 {
                    self.fetching.invalidate_buffer();
                }
            }
            _ => {
                self.regs
                    .bank
                    .write(&MAP[reg as usize], reg as usize, i, value);
                self.regs.review();
                if self.regs.bypasses_data() && !self.zero_cost {
                    self.data.bypassed();
                }
                self.review();
            }
        }
        Some(())
    }
}
