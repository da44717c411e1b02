//! Loads: fast path, L1 data cache, uncached reads.

use super::mmu::{AccessType, NOWHERE};
use super::{DCACHE_LOOKS_UP, DCACHE_ON, FillState, Place, right_aligned};
use crate::core::Leon;
use crate::meters::Meter;
use crate::trap::{self, Exc, Exec};
use crate::window::HotState;
use trueboard_core::bus::{Op, Served, Txn};
use trueboard_core::cpu::RunCx;

impl Leon {
    /// Reads `N` bytes at `va` if they are in the data cache and nothing is special about that.
    #[inline(always)]
    pub(crate) fn load_memoised<const N: usize>(&mut self, cx: &RunCx<'_>, va: u32) -> Option<u64> {
        let off = va.wrapping_sub(self.memory.fast_ram.base);
        if off < self.memory.fast_ram.load_size
            && va & (N as u32 - 1) == 0
            && self.memory.dmemo.has(va)
        {
            self.tally.add(Meter::DCacheHits, 1);
            let region = cx.mem.region(self.memory.fast_ram.region);
            return Some(right_aligned(&region.get::<N>(off as usize)));
        }
        None
    }

    /// Reads `N` bytes at virtual address `va` as an ordinary load. They come right-aligned.
    #[inline(always)]
    pub(crate) fn load<const N: usize>(
        &mut self,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        va: u32,
    ) -> Exec<u64> {
        let off = va.wrapping_sub(self.memory.fast_ram.base);
        if off < self.memory.fast_ram.load_size && va & (N as u32 - 1) == 0 {
            if self.memory.dmemo.has(va) {
                self.tally.add(Meter::DCacheHits, 1);
            } else {
                self.write_back(l);
                let done = self.data_hit_or_miss(cx, u64::from(va));
                l.cycle = self.cycle;
                done?;
            }
            let bytes = cx
                .mem
                .region(self.memory.fast_ram.region)
                .get::<N>(off as usize);
            return Ok(right_aligned(&bytes));
        }
        self.write_back(l);
        let done = self.load_elsewhere(cx, va, N as u8);
        l.cycle = self.cycle;
        self.check_pending_if_set(l);
        done.map(|()| self.memory.loaded)
    }

    /// Any other load, off the hot path. The bytes are in `loaded`: a returned number would keep the hot path's result
    /// out of a register of the host.
    #[inline(never)]
    fn load_elsewhere(&mut self, cx: &mut RunCx<'_>, va: u32, bytes: u8) -> Exec {
        self.memory.loaded = self.load_any(cx, va, bytes)?;
        Ok(())
    }

    /// Reads at any virtual address, off the hot path. The bytes come right-aligned.
    #[inline(never)]
    pub(crate) fn load_any(&mut self, cx: &mut RunCx<'_>, va: u32, bytes: u8) -> Exec<u64> {
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.state.check_watch(va, false)?;
        let (pa, cacheable) = if self.memory.mmu.enabled() {
            self.translate(cx, va, AccessType::load(self.state.psr.s))?
        } else {
            (u64::from(va), true)
        };
        if pa == NOWHERE {
            return Ok(0);
        }
        self.load_physical(cx, pa, bytes, cacheable)
    }

    /// Reads at a physical address; the bytes come right-aligned.
    pub(crate) fn load_physical(
        &mut self,
        cx: &mut RunCx<'_>,
        pa: u64,
        bytes: u8,
        cacheable: bool,
    ) -> Exec<u64> {
        let Place::Memory(mem, off) = self.place(cx, pa, u64::from(bytes)) else {
            return self.io_read(cx, pa, bytes);
        };
        if self.common.zero_cost.active {
        } else if cacheable && self.cacheable(pa) && self.memory.ccr & DCACHE_LOOKS_UP != 0 {
            self.data_hit_or_miss(cx, pa)?;
        } else {
            self.data_uncached(cx, pa, bytes)?;
        }
        if cx.mem.note_read(pa, bytes.into()) {
            self.pending_work = true;
        }
        let r = cx.mem.region(mem);
        Ok(match bytes {
            1 => right_aligned(&r.get::<1>(off)),
            2 => right_aligned(&r.get::<2>(off)),
            4 => right_aligned(&r.get::<4>(off)),
            _ => right_aligned(&r.get::<8>(off)),
        })
    }

    /// A read of cacheable memory with the data cache on.
    #[inline(never)]
    fn data_hit_or_miss(&mut self, cx: &mut RunCx<'_>, pa: u64) -> Exec {
        let line_bytes = u64::from(self.params.dcache.line_bytes);
        let line = pa & !(line_bytes - 1);
        let contended = self.memory.contended.contains(pa);
        if contended && self.shared_turn().is_err() && self.memory.dcache.probe(pa) {
            self.spin.slice_ended_at(self.cycle);
            return Err(Exc::Sync);
        }
        if contended
            && self.in_block
            && self.spin.is_turn_over(self.cycle, self.state.pc.into(), pa)
        {
            // What its turn has counted has to be complete.
            self.at_contended_load = true;
            return Err(Exc::Alone);
        }
        if self.memory.dcache.lookup(pa) {
            if contended {
                self.spin_load(pa);
            }
            self.meter(Meter::DCacheHits, 1);
            if self.in_flight.dfill.line == line && self.cycle < self.in_flight.dfill.done {
                let wait = self.in_flight.dfill.done - self.cycle;
                self.stall(Meter::DCacheHold, wait);
                self.meter(Meter::LoadWaitHits, wait);
            }
            self.memory.dmemo.note(pa, !contended);
            return Ok(());
        }
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.shared_turn()?;
        self.meter(Meter::DCacheMisses, 1);
        let t = self.txn(Op::Read, pa, line_bytes as u16, true);
        let ([first, done], special) = self.line_cycles(cx, &t);
        self.in_flight.dfill.line = u64::MAX;
        if let Some(served) = special {
            self.served(served, false, first)?;
        }
        if self.memory.ccr & DCACHE_ON == DCACHE_ON {
            self.memory.dcache.fill_absent(pa, 0, None);
            self.memory.dmemo.note(pa, false);
            self.in_flight.dfill = FillState {
                line,
                half: 0,
                done,
            };
        }
        self.wait_until(Meter::DCacheHold, first);
        Ok(())
    }

    /// Fetches a line. Returns the cycles in which its first word and all of it are there, and its server if the core
    /// needs it.
    #[inline(always)]
    pub(super) fn line_cycles(&self, cx: &mut RunCx<'_>, t: &Txn) -> ([u64; 2], Option<Served>) {
        let overhead = self.miss_overhead();
        let times = cx.bus.line(t, cx.meters);
        let cycles = [times.first, times.done].map(|at| self.common.cycle_of(at) + overhead);
        (cycles, times.special)
    }

    /// A read that goes to the bus in its own size.
    pub(crate) fn data_uncached(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8) -> Exec {
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.shared_turn()?;
        let mut t = self.txn(Op::Read, pa, u16::from(bytes), false);
        t.uncached = true;
        let timing = cx.bus.transfer(&t, cx.meters);
        let first = self.common.cycle_of(timing.first) + self.miss_overhead();
        if timing.served_by.is_special() {
            self.served(timing.served_by, false, first)?;
        }
        self.wait_until(Meter::DCacheHold, first);
        Ok(())
    }
}
