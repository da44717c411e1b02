//! The core's side of memory: L1 caches, write buffer, MMU and alternate spaces (GR740 UM 1.7 p. 49-54,
//! 77-86).
//!
//! Both caches keep tags only. A miss waits `miss_cycles` plus the memory's time to the requested word; the rest of the
//! line streams in behind it. Stores go through a write buffer of one entry to the bus, and the next use of the bus
//! waits for it. Errors of reads are in `errors.rs`.

mod asi;
mod atomic;
mod contended;
mod device;
mod errors;
mod fetch;
mod in_flight;
mod invalidate;
mod load;
pub(crate) mod mmu;
mod side;
mod store;
mod walk;

pub(crate) use in_flight::{FillState, InFlight};
pub(crate) use side::MemorySide;

use crate::core::Leon;
use crate::trap::{Exc, Exec};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::cpu::RunCx;

/// Cache states in CCR.ICS and CCR.DCS.
const ENABLED: u32 = 3;
const FROZEN: u32 = 1;
/// CCR.DS, snooping.
pub(crate) const CCR_SNOOP: u32 = 1 << 23;
/// CCR.DCS: the data cache is on; bit 2 of the register alone: it is looked up at all.
const DCACHE_ON: u32 = 0b1100;
pub(crate) const DCACHE_LOOKS_UP: u32 = 0b0100;
/// CCR.ICS: the instruction cache is looked up.
pub(crate) const ICACHE_LOOKS_UP: u32 = 1;

/// Where a physical address leads.
pub(crate) enum Place {
    /// A memory, by index, and the offset in it.
    Memory(usize, usize),
    /// All other addresses: a device, or none.
    Device,
}

impl Leon {
    #[inline(always)]
    pub(crate) fn shared_turn(&self) -> Exec {
        if self.cycle < self.limits.shared {
            Ok(())
        } else {
            Err(Exc::Sync)
        }
    }

    #[inline(always)]
    pub(crate) fn sync_turn(&self) -> Exec {
        if self.cycle < self.limits.sync {
            Ok(())
        } else {
            Err(Exc::Sync)
        }
    }

    /// A device that reads meters finds those of all cores complete.
    pub(crate) fn settled(&self, cx: &RunCx<'_>, pa: u64) -> Exec {
        if cx.settled || !cx.bus.looks_at_meters(pa) {
            Ok(())
        } else {
            Err(Exc::Settle)
        }
    }

    pub(crate) fn place(&self, cx: &RunCx<'_>, pa: u64, len: u64) -> Place {
        match cx.mem.find(pa, len) {
            Some(i) => Place::Memory(i, (pa - cx.mem.region(i).base) as usize),
            None => Place::Device,
        }
    }

    pub(crate) fn cacheable(&self, pa: u64) -> bool {
        pa >= u64::from(self.params.cacheable_from) && pa < u64::from(self.params.cacheable_below)
    }

    pub(crate) fn txn(&self, op: Op, pa: u64, bytes: u16, line: bool) -> Txn {
        Txn {
            master: self.common.id,
            at: self.tick(),
            pa,
            bytes,
            op,
            line,
            uncached: false,
            pc: u64::from(self.state.pc),
        }
    }

    fn miss_overhead(&self) -> u64 {
        let t = &self.params.timing;
        u64::from(t.miss_cycles)
            + if self.memory.mmu.enabled() {
                u64::from(t.mmu_miss_cycles)
            } else {
                0
            }
    }

    /// Finds main memory for the direct way of loads and stores.
    #[cold]
    pub(crate) fn find_ram(&mut self, cx: &mut RunCx<'_>) {
        self.memory.fast_ram.lane = cx.bus.lane().is_some();
        let ram = cx.mem.regions().iter().position(|r| {
            r.writable
                && r.base >= u64::from(self.params.cacheable_from)
                && r.base + r.size() <= u64::from(self.params.cacheable_below)
        });
        if let Some(i) = ram {
            let r = cx.mem.region(i);
            self.memory.fast_ram.region = i;
            self.memory.fast_ram.base = r.base as u32;
            // Whole double words only: a load never crosses the end.
            self.memory.fast_ram.size = (r.size() & !7) as u32;
            self.recompute_fast_ram();
        }
    }

    /// Computes which loads and stores may take the fast path; call after every action that may change the result.
    /// Zero-cost code takes none.
    pub(crate) fn recompute_fast_ram(&mut self) {
        let detour = self.state.watches_data() || self.common.zero_cost.active;
        let m = &mut self.memory;
        m.mmu.set_special(detour);
        let size = if m.mmu.special() { 0 } else { m.fast_ram.size };
        m.fast_ram.store_size = size;
        m.fast_ram.load_size = if m.ccr & DCACHE_ON == DCACHE_ON && !m.reads_watched {
            size
        } else {
            0
        };
    }
}

/// The number that 1, 2, 4 or 8 bytes make.
#[inline(always)]
fn right_aligned(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_be_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_be_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_be_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}
