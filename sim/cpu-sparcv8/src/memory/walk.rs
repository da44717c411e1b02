//! Translation of a core's accesses by its MMU: the TLB, or a walk of the tables in memory.

use super::Place;
use super::mmu::{
    AccessType, Entry, NOWHERE, PTE_C, PTE_M, PTE_R, ft, page_mask, permission, table_index,
};
use crate::core::Leon;
use crate::meters::Meter;
use crate::trap::{self, Exc, Exec};
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

impl Leon {
    /// Translates `va`; answers the physical address, or [`NOWHERE`], and whether the page is
    /// cacheable.
    ///
    /// A walk reads the tables over the bus. It starts only when it is this core's turn for the
    /// whole of it, so that it never has to be repeated half done.
    pub(crate) fn translate(
        &mut self,
        cx: &mut RunCx<'_>,
        va: u32,
        at: AccessType,
    ) -> Exec<(u64, bool)> {
        let found = self.memory.mmu.look_up(va, at.is_fetch());
        let entry = match found {
            Some(e) if !at.is_store() || e.pte & PTE_M != 0 => e,
            _ => {
                self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
                self.sync_turn()?;
                // A walk may write, and is no snoop for those who hold the line of an entry.
                if self.limits.waiters && cx.bus.wakes(self.common.id, None) {
                    return Err(Exc::Sync);
                }
                let (miss, hold) = if at.is_fetch() {
                    (Meter::ItlbMisses, Meter::ItlbHold)
                } else {
                    (Meter::DtlbMisses, Meter::DtlbHold)
                };
                self.meter(miss, 1);
                match self.walk(cx, va, at, hold) {
                    Ok(e) => e,
                    Err((kind, level)) => return self.mmu_fault(va, at, kind, level),
                }
            }
        };
        if let Err(kind) = permission(entry.pte, at) {
            return self.mmu_fault(va, at, kind, entry.level);
        }
        let page = u64::from(entry.pte >> 8) << 12;
        let pa = page & u64::from(entry.mask) | u64::from(va & !entry.mask);
        Ok((pa, entry.pte & PTE_C != 0))
    }

    fn mmu_fault(&mut self, va: u32, at: AccessType, kind: u32, level: u8) -> Exec<(u64, bool)> {
        if !self.memory.mmu.fault(va, at, kind, level) {
            // No-fault mode: software reads FSR.
            return Ok((NOWHERE, false));
        }
        Err(Exc::Trap(if at.is_fetch() {
            trap::INSTRUCTION_ACCESS
        } else {
            trap::DATA_ACCESS
        }))
    }

    /// Walks the tables, brings the entry into the TLB and sets R and M in memory.
    fn walk(
        &mut self,
        cx: &mut RunCx<'_>,
        va: u32,
        at: AccessType,
        hold: Meter,
    ) -> Result<Entry, (u32, u8)> {
        let (pte, pte_pa, level) = self.walk_tables(cx, va, hold)?;
        let mut entry = Entry {
            va: va & page_mask(level),
            mask: page_mask(level),
            context: self.memory.mmu.context,
            pte,
            pte_pa,
            level,
        };
        if permission(pte, at).is_ok() {
            let marked = pte | PTE_R | if at.is_store() { PTE_M } else { 0 };
            if marked != pte {
                self.put_word(cx, pte_pa, marked);
                let t = self.txn(Op::Write, pte_pa, 4, false);
                let timing = cx.bus.transfer(&t, cx.meters);
                self.wait_until(hold, self.common.cycle_of(timing.done));
                entry.pte = marked;
            }
            // An entry without rights stays out: a later access that has them must set R.
            self.memory.mmu.insert(entry, at.is_fetch());
        }
        Ok(entry)
    }

    /// The page table entry for `va`, its address and its level; `hold` meters the reads.
    fn walk_tables(
        &mut self,
        cx: &mut RunCx<'_>,
        va: u32,
        hold: Meter,
    ) -> Result<(u32, u64, u8), (u32, u8)> {
        let mut table = u64::from(self.memory.mmu.context_table) << 4;
        for level in 0..=3u8 {
            // The context is ORed with the pointer (UM 2.9, 6.10.9); tables are aligned.
            let pa = table | (4 * table_index(va, self.memory.mmu.context, level));
            let Some(word) = self.table_word(cx, pa, Some(hold)) else {
                // UM 2.9 table 40: an error response during a walk is a translation error.
                return Err((ft::TRANSLATION, level));
            };
            match word & 3 {
                0 => return Err((ft::INVALID, level)),
                1 if level < 3 => table = u64::from(word & !3) << 4,
                2 => return Ok((word, pa, level)),
                _ => return Err((ft::TRANSLATION, level)),
            }
        }
        Err((ft::TRANSLATION, 3))
    }

    /// A word of a table; without `hold` it takes no time.
    fn table_word(&mut self, cx: &mut RunCx<'_>, pa: u64, hold: Option<Meter>) -> Option<u32> {
        let Place::Memory(mem, off) = self.place(cx, pa, 4) else {
            return None;
        };
        if let Some(hold) = hold {
            let t = self.txn(Op::Read, pa, 4, false);
            let timing = cx.bus.transfer(&t, cx.meters);
            self.wait_until(hold, self.common.cycle_of(timing.first));
        }
        Some(u32::from_be_bytes(cx.mem.region(mem).get(off)))
    }

    fn put_word(&mut self, cx: &mut RunCx<'_>, pa: u64, v: u32) {
        if let Place::Memory(mem, off) = self.place(cx, pa, 4) {
            cx.mem.put(mem, off, v.to_be_bytes());
        }
    }

    /// A probe (appendix H.6): bits 11:8 of `va` select the entry: of the page, the segment, the region or the context,
    /// or the one that maps `va`; 0 when the walk does not reach it.
    pub(crate) fn probe(&mut self, cx: &mut RunCx<'_>, va: u32) -> u32 {
        let kind = (va >> 8) & 0xf;
        let last = match kind {
            0..=3 => 3 - kind as u8,
            _ => 3,
        };
        let mut table = u64::from(self.memory.mmu.context_table) << 4;
        for level in 0..=last {
            let pa = table | (4 * table_index(va, self.memory.mmu.context, level));
            let word = self.table_word(cx, pa, None).unwrap_or(0);
            match word & 3 {
                _ if level == last && kind < 4 => return word,
                1 => table = u64::from(word & !3) << 4,
                2 if kind == 4 => return word,
                _ => return 0,
            }
        }
        0
    }
}
