//! The memory of an address, and the cores that hold its lines.

use super::{Fabric, LINE_SHIFT, MemoryRoute};
use trueboard_core::bus::Txn;

impl MemoryRoute {
    /// Whether a core other than that of `t` may hold the line of `t`; always, where holders are not recorded.
    #[inline(always)]
    pub(super) fn is_held_by_others(&self, t: &Txn) -> bool {
        let holders = self.holders.of(((t.pa - self.base) >> LINE_SHIFT) as usize);
        holders.is_none_or(|holders| holders & !(1u16 << (t.master & 15)) != 0)
    }
}

impl Fabric {
    /// True when `pa` is that of a memory, and not of a device.
    pub(crate) fn is_memory(&self, pa: u64) -> bool {
        let i = self.memories.partition_point(|m| m.base <= pa);
        i > 0 && pa < self.memories[i - 1].end
    }

    /// The number of the memory that holds `pa`; the core has found that one does.
    #[inline(always)]
    pub(super) fn memory_at(&mut self, pa: u64) -> Option<usize> {
        match self.memories.get(self.recent) {
            Some(m) if pa >= m.base && pa < m.end => {}
            // Sorted by address.
            _ => self.recent = self.memories.iter().rposition(|m| pa >= m.base)?,
        }
        Some(self.recent)
    }

    /// Whether a write by another core to the line of `pa` is a snoop for `core`.
    pub(crate) fn holds(&self, core: usize, pa: u64) -> bool {
        let memory = self.memories.iter().find(|m| pa >= m.base && pa < m.end);
        let line = memory.and_then(|m| m.holders.of(((pa - m.base) >> LINE_SHIFT) as usize));
        core < 16 && line.is_some_and(|l| l >> core & 1 != 0)
    }

    /// Core `core` waits for writes to memory of its own, from `first` up to `end`. False if there is none.
    pub(crate) fn wake_for_own(&mut self, core: usize, first: u64, end: u64) -> bool {
        let own = (core, first, end);
        if !self.own.contains(&own) {
            self.own.retain(|o| o.0 != core);
            self.own.push(own);
        }
        first < end
    }

    /// Of the cores that have waited, those with `pa` in their own memory; one bit each.
    pub(super) fn owners(&self, pa: u64) -> u32 {
        let of = |&&(core, first, end): &&(usize, u64, u64)| pa >= first && pa < end && core < 32;
        self.own.iter().filter(of).fold(0, |all, o| all | 1 << o.0)
    }

    /// True when all of `[pa, pa + bytes)` answers.
    pub(super) fn answers(&self, t: &Txn) -> bool {
        self.find(t.pa).is_some()
            || self.is_memory(t.pa) && self.is_memory(t.pa + u64::from(t.bytes.max(1)) - 1)
    }
}
