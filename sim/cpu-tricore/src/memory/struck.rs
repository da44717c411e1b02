//! Errors in memories, as they are met where faults were injected.
//!
//! An uncorrectable error in the own data scratchpad is a DIE trap behind the access, one in the own program scratchpad
//! a PIE trap (TriCore 1.6 architecture manual vol. 1, chapter Trap System: class 4 TIN 6, asynchronous, and TIN 5,
//! synchronous). DIETR and DIEAR, PIETR and PIEAR describe it (iLLD `IfxCpu_regdef.h`), until DIETR or PIETR is
//! written. Over the crossbar it is a bus error.
//!
//! Estimated: which bits are set (IED, IE_S and IE_DUAL); E_INFO stays 0.

use super::regs::Reg;
use super::{Access, Fault, MemSide};
use crate::trap::Trap;
use trueboard_core::bus::{Op, Served};
use trueboard_core::cpu::RunCx;

/// DIETR and PIETR: IED, IE_S, IE_DUAL.
const TWO_BITS_IN_SCRATCHPAD: u32 = 1 | 1 << 3 | 1 << 11;
/// The index of DIETR behind DIEAR, and of PIETR behind PIEAR.
const TYPE: usize = 1;

impl MemSide {
    /// Bits of words in memories are flipped, or none are any more.
    pub fn set_bit_flips(&mut self, struck: bool) {
        if self.struck != struck {
            self.struck = struck;
            self.review();
        }
    }

    /// What was read from the own data scratchpad since the last call is wrong.
    pub fn take_integrity_error(&mut self) -> bool {
        std::mem::take(&mut self.integrity_error)
    }

    /// An access to `bytes` of the own data scratchpad; answers which bits of what is read are wrong.
    pub(super) fn meet_own(&mut self, cx: &mut RunCx<'_>, op: Op, a: &Access, bytes: u16) -> u64 {
        if !self.struck || self.zero_cost {
            return 0;
        }
        let pa = self.physical(a.va);
        let t = self.txn(op, pa, bytes, a.cycle, a.pc);
        let (served, wrong) = cx.bus.own_memory(&t, cx.meters);
        if !served.is_special() {
            return wrong;
        }
        self.touch();
        if served == Served::Failed {
            self.note_integrity(Reg::Diear, a.va);
            self.integrity_error = true;
        }
        wrong
    }

    /// Fetches the group of `pc` from the own program scratchpad.
    #[cold]
    pub(super) fn fetch_struck(
        &mut self,
        cx: &mut RunCx<'_>,
        pc: u32,
        cycle: u64,
    ) -> Result<u64, Fault> {
        if self.zero_cost {
            return Ok(0);
        }
        let pa = self.physical(pc) & !7;
        let t = self.txn(Op::Fetch, pa, 8, cycle, pc);
        let (served, _) = cx.bus.own_memory(&t, cx.meters);
        if served == Served::Failed {
            self.note_integrity(Reg::Piear, pc);
            return Err(Trap::PIE.into());
        }
        Ok(0)
    }

    /// Takes an error down, unless one is.
    fn note_integrity(&mut self, address: Reg, va: u32) {
        let bank = &mut self.regs.bank;
        if bank.get(address as usize, TYPE) == 0 {
            bank.set(address as usize, 0, va);
            bank.set(address as usize, TYPE, TWO_BITS_IN_SCRATCHPAD);
        }
    }

    /// Who has served a read over the crossbar.
    ///
    /// # Errors
    /// What was read is wrong: the trap of a load that the bus has answered with an error.
    #[inline]
    pub(super) fn served(&mut self, by: Served, dstr: u32, va: u32) -> Result<(), Fault> {
        if by.is_special() {
            // It may have raised an alarm.
            self.touch();
            if by == Served::Failed {
                return Err(self.load_error(dstr, va));
            }
        }
        Ok(())
    }
}
