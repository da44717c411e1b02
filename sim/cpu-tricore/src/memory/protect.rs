//! What an access may not do: alignment, segments, memory protection; and the registers that say
//! what went wrong (TriCore 1.6 architecture manual vol. 1, chapters Trap System and Memory
//! Protection System).

use super::regs::Reg;
use super::{Access, Fault, MemSide};
use crate::trap::Trap;

/// Bits of DSTR.
pub(super) const DSTR_SRE: u32 = 1 << 0;
pub(super) const DSTR_LBE: u32 = 1 << 2;
pub(super) const DSTR_CRE: u32 = 1 << 6;
const DSTR_SDE: u32 = 1 << 16;
const DSTR_SCE: u32 = 1 << 17;
pub(super) const DSTR_CAC: u32 = 1 << 18;
const DSTR_MPE: u32 = 1 << 19;
const DSTR_CLE: u32 = 1 << 20;
const DSTR_ALN: u32 = 1 << 24;
/// DATR.SBE.
const DATR_SBE: u32 = 1 << 3;
/// Bits of PSTR.
pub(super) const PSTR_FRE: u32 = 1 << 0;
pub(super) const PSTR_FBE: u32 = 1 << 2;
pub(super) const PSTR_FPE: u32 = 1 << 12;

/// What a data access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Read,
    Write,
    Both,
}

impl MemSide {
    /// SYSCON.PROTEN, memory protection, is switched.
    pub fn set_protection(&mut self, on: bool) {
        self.protected = on;
        self.review();
    }

    /// PSW.PRS changed; fetches go by it.
    pub fn set_protection_set(&mut self, prs: u8) {
        if self.protection_set != prs {
            self.protection_set = prs & 3;
            self.fetching.forget();
        }
    }

    /// Checks that `va` is a multiple of `align`, a power of two: for accesses that need more than
    /// [`MemSide::load`] and [`MemSide::store`] ask for (LD.A, ST.A: 4).
    ///
    /// # Errors
    /// The ALN trap.
    #[inline(always)]
    pub fn aligned(&mut self, va: u32, align: u32) -> Result<(), Fault> {
        if va & (align - 1) == 0 {
            Ok(())
        } else {
            Err(self.data_fault(Trap::ALN, DSTR_ALN, va))
        }
    }

    /// The MEM trap of an address calculation that leaves the segment of its base.
    #[must_use]
    pub fn segment_fault(&mut self, va: u32) -> Fault {
        self.data_fault(Trap::MEM, DSTR_SDE, va)
    }

    /// All errors of an access that are known before its transfer.
    #[inline(always)]
    pub(super) fn check_data(&mut self, a: &Access, want: Want) -> Result<(), Fault> {
        let bytes = u32::from(a.bytes);
        let peripheral = self.is_peripheral(a.va);
        let align = match bytes {
            1 => 1,
            4 | 8 if peripheral => 4,
            _ if want == Want::Both => bytes,
            _ => 2,
        };
        self.aligned(a.va, align)?;
        let last = a.va.wrapping_add(bytes - 1);
        if last >> 28 != a.va >> 28 {
            return Err(self.data_fault(Trap::MEM, DSTR_SCE, a.va));
        }
        if a.va == 0 {
            return Err(self.data_fault(Trap::MPN, DSTR_MPE, a.va));
        }
        if peripheral && a.psw >> 10 & 3 == 0 {
            return Err(self.data_fault(Trap::MPP, DSTR_MPE, a.va));
        }
        if self.protected && !peripheral {
            let set = (a.psw >> 12 & 3) as u8;
            if want != Want::Write && !self.regs.may_read(set, (a.va, last)) {
                return Err(self.data_fault(Trap::MPR, DSTR_MPE, a.va));
            }
            if want != Want::Read && !self.regs.may_write(set, (a.va, last)) {
                return Err(self.data_fault(Trap::MPW, DSTR_MPE, a.va));
            }
        }
        Ok(())
    }

    /// Segments E and F (PMA2.PSI).
    pub(super) fn is_peripheral(&self, va: u32) -> bool {
        va >> 29 == 7
    }

    /// Checks a fetch.
    pub(super) fn check_fetch(&mut self, pc: u32) -> Result<(), Fault> {
        if self.is_peripheral(pc) {
            return Err(self.fetch_fault(PSTR_FPE));
        }
        if self.protected && !self.regs.may_execute(self.protection_set, pc) {
            return Err(Trap::MPX.into());
        }
        Ok(())
    }

    /// Notes what went wrong with a data access. DSTR is set only while it has no bits set.
    #[cold]
    fn data_fault(&mut self, trap: Trap, dstr: u32, va: u32) -> Fault {
        if self.regs.get(Reg::Dstr) == 0 {
            self.regs.set(Reg::Dstr, dstr);
            if self.regs.get(Reg::Datr) == 0 {
                self.regs.set(Reg::Deadd, va);
            }
        }
        trap.into()
    }

    /// A load that nothing answers.
    pub(super) fn load_error(&mut self, dstr: u32, va: u32) -> Fault {
        self.data_fault(Trap::DSE, dstr, va)
    }

    /// A store that nothing takes.
    pub(super) fn store_error(&mut self, va: u32) -> Fault {
        if self.regs.get(Reg::Datr) == 0 {
            self.regs.set(Reg::Datr, DATR_SBE);
            if self.regs.get(Reg::Dstr) == 0 {
                self.regs.set(Reg::Deadd, va);
            }
        }
        Trap::DAE.into()
    }

    /// A context operation somewhere that has no room for one.
    pub(super) fn context_error(&mut self, va: u32) -> Fault {
        self.data_fault(Trap::MEM, DSTR_CLE, va)
    }

    /// A fetch that cannot be.
    pub(super) fn fetch_fault(&mut self, pstr: u32) -> Fault {
        if self.regs.get(Reg::Pstr) == 0 {
            self.regs.set(Reg::Pstr, pstr);
        }
        Trap::PSE.into()
    }
}
