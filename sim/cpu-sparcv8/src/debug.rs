//! What a debugger sees of a core beyond its registers.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::memory::mmu::{Mmu, page_mask, table_index};
use trueboard_core::mem::Memory;

/// Locals and ins: what a window trap handler stores at the window's stack pointer.
const SAVED: usize = 16;

impl Leon {
    /// The line of code with the instruction at place `at` of the current page may have one that is executed by itself.
    /// Breakpoints are marked by physical address: with the MMU on any line may have one.
    #[inline]
    pub(crate) fn has_mark_in_line(&self, at: u32) -> bool {
        if self.memory.mmu.enabled() && !self.common.breakpoints.is_empty() {
            return true;
        }
        let first = at as usize & (PAGE_WORDS - 8);
        let line = self.code.current.entries().get(first..first + 8);
        line.is_none_or(|line| line.iter().any(|e| e.ready == Readiness::Marked))
    }

    /// The instruction to be executed next, unless an annulled slot or a trap comes first.
    pub(crate) fn stands_at(&self) -> Option<u64> {
        let store_error = self
            .control
            .store_error
            .is_some_and(|(at, _)| self.cycle >= at);
        let interrupt = self.control.irq_delay == 0 && self.interrupt_due();
        (!self.state.annul && !store_error && !interrupt).then_some(self.state.pc.into())
    }

    /// The windows of callers that no overflow trap has saved yet, where they would be saved.
    pub(crate) fn unsaved_windows(&self) -> Vec<(u64, Vec<u8>)> {
        let mut out = Vec::new();
        let cwp = self.state.psr.cwp;
        let mut w = self.state.regs.above(cwp);
        while w != cwp && self.state.wim >> w & 1 == 0 {
            let sp = self.state.regs.in_window(cwp, w, 14);
            if sp == 0 || sp & 7 != 0 {
                break;
            }
            let bytes = (16..16 + SAVED)
                .flat_map(|r| self.state.regs.in_window(cwp, w, r).to_be_bytes())
                .collect();
            out.push((sp.into(), bytes));
            w = self.state.regs.above(w);
        }
        out
    }
}

impl Mmu {
    /// The physical address of `va` by the tables in memory, for debuggers: no TLB, no faults, no
    /// time. The walk is that of appendix H.
    #[inline]
    pub(crate) fn look_through(&self, va: u32, mem: &Memory) -> Option<u64> {
        match self.enabled() {
            true => self.walk_through(va, mem),
            false => Some(va.into()),
        }
    }

    fn walk_through(&self, va: u32, mem: &Memory) -> Option<u64> {
        let mut table = u64::from(self.context_table) << 4;
        for level in 0..=3u8 {
            let bytes = mem.peek(table | (4 * table_index(va, self.context, level)), 4)?;
            let word = u32::from_be_bytes(bytes.try_into().ok()?);
            match word & 3 {
                1 => table = u64::from(word & !3) << 4,
                2 => {
                    let within = u64::from(!page_mask(level));
                    return Some(u64::from(word >> 8) << 12 & !within | u64::from(va) & within);
                }
                _ => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::core::Leon;
    use crate::params::Params;
    use trueboard_core::time::Clock;

    fn core() -> Leon {
        Leon::new(Params::default(), 0, Clock::new(1))
    }

    #[test]
    fn callers_are_found_up_to_the_invalid_window() {
        let mut c = core();
        c.state.wim = 1 << 2;
        c.state.regs.set(14, 0x1000);
        c.state.regs.set(16, 0xaa);
        c.state.regs.switch(0, 7);
        c.state.psr.cwp = 7;
        c.state.regs.set(14, 0x0f00);
        let found = c.unsaved_windows();
        assert_eq!(found[0].0, 0x1000);
        assert_eq!(found[0].1[..4], [0, 0, 0, 0xaa]);
        assert_eq!(found[0].1.len(), 64);
        // Window 1 was never used: its stack pointer is 0.
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn an_annulled_slot_is_no_place_to_stop() {
        let mut c = core();
        assert_eq!(c.stands_at(), Some(0xc000_0000));
        c.state.annul = true;
        assert_eq!(c.stands_at(), None);
    }

    #[test]
    fn an_interrupt_comes_before_the_instruction() {
        let mut c = core();
        c.state.psr.et = true;
        c.control.irl = 15;
        assert_eq!(c.stands_at(), None);
        c.control.irq_delay = 1;
        assert!(c.stands_at().is_some());
    }
}
