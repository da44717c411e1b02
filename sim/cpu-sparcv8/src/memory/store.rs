//! Stores: write buffer of one entry, write-through data cache (GR740 UM 1.7 p. 53-54).

use super::mmu::{AccessType, NOWHERE};
use super::{DCACHE_LOOKS_UP, Place};
use crate::core::Leon;
use crate::meters::Meter;
use crate::trap::{self, Exc, Exec};
use crate::window::HotState;
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::time::Tick;

impl Leon {
    /// Writes `N` bytes at virtual address `va` as an ordinary store.
    #[inline(always)]
    pub(crate) fn store<const N: usize>(
        &mut self,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        va: u32,
        data: [u8; N],
    ) -> Exec {
        let off = va.wrapping_sub(self.memory.fast_ram.base);
        if off < self.memory.fast_ram.store_size && va & (N as u32 - 1) == 0 {
            // As in `store_ready`.
            self.wait_hot(l, Meter::WriteBufferHold, self.in_flight.wb_free);
            if l.cycle >= self.limits.shared {
                return Err(Exc::Sync);
            }
            if self.limits.waiters {
                self.wake_waiters(cx, u64::from(va), self.memory.fast_ram.region, off as usize)?;
            }
            cx.mem.put(self.memory.fast_ram.region, off as usize, data);
            if self.memory.dmemo.has(va) {
                self.tally.add(Meter::DCacheWriteHits, 1);
            } else {
                self.write_back(l);
                self.store_looks_up(u64::from(va));
            }
            let (lane, id) = (cx.bus.lane(), self.common.id);
            if let Some(free) = lane.and_then(|lane| lane.store::<N>(id, va, l.cycle)) {
                self.in_flight.wb_free = free;
                self.check_code_log(cx);
            } else {
                let by = (l.cycle, self.window.pc_of(l));
                self.store_goes_out(cx, by, u64::from(va), N as u8);
            }
            self.check_pending_if_set(l);
            return Ok(());
        }
        let mut wide = [0; 8];
        wide[8 - N..].copy_from_slice(&data);
        self.write_back(l);
        let done = self.store_any(cx, va, N as u8, u64::from_be_bytes(wide));
        l.cycle = self.cycle;
        self.check_pending_if_set(l);
        done
    }

    /// Writes the low `bytes` of `value` at any virtual address, off the hot path.
    #[inline(never)]
    pub(crate) fn store_any(&mut self, cx: &mut RunCx<'_>, va: u32, bytes: u8, value: u64) -> Exec {
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.state.check_watch(va, true)?;
        let pa = if self.memory.mmu.enabled() {
            self.translate(cx, va, AccessType::store(self.state.psr.s))?
                .0
        } else {
            u64::from(va)
        };
        if pa == NOWHERE {
            return Ok(());
        }
        self.store_physical(cx, pa, bytes, value)
    }

    /// Writes the low `bytes` of `value` at a physical address.
    pub(crate) fn store_physical(
        &mut self,
        cx: &mut RunCx<'_>,
        pa: u64,
        bytes: u8,
        value: u64,
    ) -> Exec {
        let Place::Memory(mem, off) = self.place(cx, pa, u64::from(bytes)) else {
            return self.io_write(cx, pa, bytes, value);
        };
        if !self.common.zero_cost.active {
            self.store_ready()?;
        }
        self.wake_waiters(cx, pa, mem, off)?;
        if cx.mem.region(mem).writable {
            match bytes {
                1 => cx.mem.put(mem, off, (value as u8).to_be_bytes()),
                2 => cx.mem.put(mem, off, (value as u16).to_be_bytes()),
                4 => cx.mem.put(mem, off, (value as u32).to_be_bytes()),
                _ => cx.mem.put(mem, off, value.to_be_bytes()),
            }
        } else {
            // The bus answers only when the buffer drains: an imprecise trap.
            cx.bus.refused(
                &self.txn(Op::Write, pa, u16::from(bytes), false),
                BusFault::ReadOnly,
            );
            self.control.store_error = Some((self.cycle, self.state.pc));
            self.pending_work = true;
        }
        if self.common.zero_cost.active {
            self.check_code_log(cx);
        } else {
            self.stored(cx, pa, bytes);
        }
        Ok(())
    }

    /// Cores that wait for a write to `pa`, at offset `off` of memory `mem`, come up to this time
    /// before it.
    #[inline(never)]
    pub(crate) fn wake_waiters(&self, cx: &mut RunCx<'_>, pa: u64, mem: usize, off: usize) -> Exec {
        if !self.limits.waiters {
            return Ok(());
        }
        // Their loops are code too.
        let line = (!cx.mem.region(mem).is_code(off)).then_some(pa);
        if cx.bus.wakes(self.common.id, line) {
            Err(Exc::Sync)
        } else {
            Ok(())
        }
    }

    /// Waits until the write buffer can take a store and it is this core's turn on the bus.
    #[inline(always)]
    fn store_ready(&mut self) -> Exec {
        if self.cycle < self.in_flight.wb_free {
            self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        }
        self.shared_turn()
    }

    /// Accounts a store that has been made: own cache, write buffer, bus.
    #[inline(never)]
    fn stored(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8) {
        self.store_looks_up(pa);
        self.store_goes_out(cx, (self.cycle, self.state.pc), pa, bytes);
    }

    /// A store in the core's own cache.
    #[inline(never)]
    fn store_looks_up(&mut self, pa: u64) {
        if self.memory.ccr & DCACHE_LOOKS_UP != 0 && self.cacheable(pa) {
            let hit = self.memory.dcache.lookup(pa);
            let m = if hit {
                Meter::DCacheWriteHits
            } else {
                Meter::DCacheWriteMisses
            };
            self.meter(m, 1);
            if hit {
                // It is the most recently used of its set now.
                let line_bytes = u64::from(self.params.dcache.line_bytes);
                let complete = !self.in_flight.dfill.awaits(pa, line_bytes, self.cycle);
                self.memory
                    .dmemo
                    .note(pa, complete && !self.memory.contended.contains(pa));
            }
        }
    }

    /// A store on its way through the write buffer, made in this cycle by the instruction at `pc`.
    #[inline(always)]
    fn store_goes_out(&mut self, cx: &mut RunCx<'_>, (cycle, pc): (u64, u32), pa: u64, bytes: u8) {
        let t = Txn {
            master: self.common.id,
            at: Tick(self.common.clock.ticks(cycle)),
            pa,
            bytes: bytes.into(),
            op: Op::Write,
            line: false,
            uncached: false,
            pc: pc.into(),
        };
        let done = cx.bus.store(&t, cx.meters);
        self.in_flight.wb_free = self.common.cycle_of(done);
        self.check_code_log(cx);
    }

    /// If decoded instructions were overwritten, they are invalidated before the next one is executed.
    #[inline(always)]
    pub(crate) fn check_code_log(&mut self, cx: &RunCx<'_>) {
        if cx.mem.code_log().end() != self.code.seen() {
            self.pending_work = true;
        }
    }
}
