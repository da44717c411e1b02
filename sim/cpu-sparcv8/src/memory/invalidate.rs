//! Invalidation: cache flushes and freezes, lines that other masters have written, decoded instructions
//! that were overwritten.

use super::{CCR_SNOOP, FillState};
use crate::core::Leon;
use crate::meters::Meter;
use crate::spin::LINE_MASK;
use trueboard_core::cpu::RunCx;

impl Leon {
    /// Empties the instruction cache.
    pub(crate) fn flush_icache(&mut self) {
        self.memory.icache.invalidate_all();
        self.memory.imemo.forget();
        self.in_flight.fetch.invalidate();
        self.in_flight.fetch.fill = FillState::NONE;
    }

    /// Empties the data cache; memory has all of it, as the cache is write-through.
    pub(crate) fn flush_dcache(&mut self) {
        self.memory.dcache.invalidate_all();
        self.memory.dmemo.forget();
        self.in_flight.dfill = FillState::NONE;
    }

    /// Empties caches; the pipeline waits for the flush, one cycle per line index.
    pub(crate) fn flush_caches(&mut self, i: bool, d: bool) {
        if i {
            self.flush_icache();
        }
        if d {
            self.flush_dcache();
        }
        if i || d {
            let cycles = u64::from(self.params.timing.flush_cycles);
            self.stall(Meter::FlushCycles, cycles);
        }
    }

    /// CCR.IF and CCR.DF: an interrupt freezes the caches (UM 1.7 p. 77).
    pub(crate) fn freeze_caches(&mut self) {
        if self.memory.ccr & 1 << 4 != 0 && self.memory.ccr & 3 == 3 {
            self.memory.ccr &= !2;
            self.in_flight.fetch.invalidate();
        }
        if self.memory.ccr & 1 << 5 != 0 && self.memory.ccr & 0xc == 0xc {
            self.memory.ccr &= !8;
            self.recompute_fast_ram();
            self.memory.dmemo.forget();
        }
    }

    /// Invalidates lines that other masters have written.
    #[inline(never)]
    pub(crate) fn apply_snoops(&mut self, cx: &mut RunCx<'_>) {
        let mut lines = std::mem::take(&mut self.memory.snoops);
        cx.bus.take_snoops(self.common.id, &mut lines);
        if lines.iter().any(|&pa| self.spin.reads(pa, LINE_MASK)) {
            self.spin.invalidate();
        }
        if !lines.is_empty() && self.memory.ccr & CCR_SNOOP != 0 {
            for &pa in &lines {
                if self.memory.dcache.invalidate(pa).is_some() {
                    self.meter(Meter::SnoopInvalidations, 1);
                    // Lines that share its mark are in one set.
                    self.memory.dmemo.note(pa, false);
                    if self.memory.contended.insert(pa) {
                        self.spin.invalidate();
                    }
                }
            }
        }
        lines.clear();
        self.memory.snoops = lines;
    }
}
