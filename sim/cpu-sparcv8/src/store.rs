//! Stores and atomics: write buffer of one entry, write-through data cache, locked bus (GR740
//! UM 1.7 p. 53-54, 66).

use crate::core::Leon;
use crate::isa::Counted;
use crate::l1::Place;
use crate::live::Live;
use crate::mmu::{AccessType, NOWHERE};
use crate::trap::{self, Exc, Exec};
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::meter::CoreMeter;
use trueboard_core::time::Tick;

impl Leon {
    /// Writes `N` bytes at virtual address `va` as an ordinary store.
    #[inline(always)]
    pub(crate) fn store<const N: usize>(
        &mut self,
        l: &mut Live,
        cx: &mut RunCx<'_>,
        va: u32,
        data: [u8; N],
    ) -> Exec {
        let off = va.wrapping_sub(self.limits.ram_base);
        if off < self.limits.store_size && va & (N as u32 - 1) == 0 {
            // As in `store_ready`.
            self.wait_live(l, CoreMeter::WriteBufferHold, self.wb_free);
            if l.cycle >= self.limits.shared {
                return Err(Exc::Sync);
            }
            if self.limits.waiters {
                self.wake_waiters(cx, u64::from(va), self.limits.ram, off as usize)?;
            }
            cx.mem.put(self.limits.ram, off as usize, data);
            if self.dknown.has(va) {
                self.acc[CoreMeter::DCacheWriteHits as usize] += 1;
            } else {
                self.keep(l);
                self.store_looks_up(u64::from(va));
            }
            let by = (l.cycle, self.pc_of(l));
            self.store_goes_out(cx, by, u64::from(va), N as u8);
            self.look_if_asked(l);
            self.count(l, Counted::Store);
            return Ok(());
        }
        let mut wide = [0; 8];
        wide[8 - N..].copy_from_slice(&data);
        self.keep(l);
        let done = self.store_any(cx, va, N as u8, u64::from_be_bytes(wide));
        l.cycle = self.cycle;
        self.look_if_asked(l);
        done?;
        self.count(l, Counted::Store);
        Ok(())
    }

    /// The same for any address, off the hot path, of the low `bytes` of `value`.
    #[inline(never)]
    pub(crate) fn store_any(&mut self, cx: &mut RunCx<'_>, va: u32, bytes: u8, value: u64) -> Exec {
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.check_watch(va, true)?;
        let pa = if self.mmu.enabled() {
            self.translate(cx, va, AccessType::store(self.psr.s))?.0
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
        if !self.free {
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
            self.store_error = Some((self.cycle, self.pc));
            self.attention = true;
        }
        if self.free {
            self.look_at_code_log(cx);
        } else {
            self.stored(cx, pa, bytes);
        }
        Ok(())
    }

    /// Cores that wait for a write to `pa`, at offset `off` of memory `mem`, come up to this time
    /// before it.
    #[inline(never)]
    fn wake_waiters(&self, cx: &mut RunCx<'_>, pa: u64, mem: usize, off: usize) -> Exec {
        if !self.limits.waiters {
            return Ok(());
        }
        // Their loops are code too.
        let line = (!cx.mem.region(mem).is_code(off)).then_some(pa);
        if cx.bus.wakes(self.id, line) {
            Err(Exc::Sync)
        } else {
            Ok(())
        }
    }

    /// Waits until the write buffer can take a store and it is this core's turn on the bus.
    #[inline(always)]
    fn store_ready(&mut self) -> Exec {
        if self.cycle < self.wb_free {
            self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        }
        self.shared_turn()
    }

    /// Accounts a store that has been made: own cache, write buffer, bus.
    fn stored(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8) {
        self.store_looks_up(pa);
        self.store_goes_out(cx, (self.cycle, self.pc), pa, bytes);
    }

    /// A store in the core's own cache.
    #[inline(never)]
    fn store_looks_up(&mut self, pa: u64) {
        if self.ccr & 0b0100 != 0 && self.cacheable(pa) {
            let hit = self.dcache.lookup(pa);
            let m = if hit {
                CoreMeter::DCacheWriteHits
            } else {
                CoreMeter::DCacheWriteMisses
            };
            self.meter(m, 1);
            if hit {
                // It is the most recently used of its set now.
                let line_bytes = u64::from(self.params.dcache.line_bytes);
                let complete = !self.dfill.awaits(pa, line_bytes, self.cycle);
                self.dknown
                    .note(pa, complete && !self.contended.contains(pa));
            }
        }
    }

    /// A store on its way through the write buffer, made in this cycle by the instruction at `pc`.
    #[inline(never)]
    fn store_goes_out(&mut self, cx: &mut RunCx<'_>, (cycle, pc): (u64, u32), pa: u64, bytes: u8) {
        let t = Txn {
            master: self.id,
            at: Tick(self.clock.ticks(cycle)),
            pa,
            bytes: bytes.into(),
            op: Op::Write,
            line: false,
            uncached: false,
            pc: pc.into(),
        };
        let done = cx.bus.store(&t, cx.meters);
        self.wb_free = self.cycle_of(done);
        self.look_at_code_log(cx);
    }

    /// Decoded instructions may have been overwritten: that is seen to before the next one.
    #[inline(always)]
    fn look_at_code_log(&mut self, cx: &RunCx<'_>) {
        if cx.mem.code_log().end() != self.code.seen {
            self.attention = true;
        }
    }

    fn io_write(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8, value: u64) -> Exec {
        self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        self.sync_turn()?;
        self.settled(cx, pa)?;
        self.flush_meters(cx.meters);
        let t = self.txn(Op::Write, pa, u16::from(bytes), false);
        let (answer, timing) = cx.bus.io_write(&t, value, cx.meters);
        self.end_slice();
        self.meter(CoreMeter::IoWrites, 1);
        if !self.free {
            self.wb_free = self.cycle_of(timing.done);
        }
        if answer.is_err() {
            self.store_error = Some((self.cycle, self.pc));
            self.attention = true;
        }
        Ok(())
    }

    /// A locked read and write of `bytes` at `va`, to the MMU an access of type `at`; `f` makes the
    /// value to store of the one read, or `None` to leave it. Answers what was read.
    pub(crate) fn atomic(
        &mut self,
        cx: &mut RunCx<'_>,
        va: u32,
        bytes: u8,
        at: AccessType,
        f: impl Fn(u32) -> Option<u32>,
    ) -> Exec<u32> {
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.check_watch(va, true)?;
        let pa = if self.mmu.enabled() {
            self.translate(cx, va, at)?.0
        } else {
            u64::from(va)
        };
        if pa == NOWHERE {
            return Ok(0);
        }
        self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        self.sync_turn()?;
        let extra = u64::from(self.params.timing.atomic_cycles.saturating_sub(1));
        let Place::Memory(mem, off) = self.place(cx, pa, u64::from(bytes)) else {
            let old = self.io_read(cx, pa, bytes)? as u32;
            if let Some(new) = f(old) {
                self.io_write(cx, pa, bytes, u64::from(new))?;
            }
            self.stall(CoreMeter::AtomicCycles, extra);
            return Ok(old);
        };
        if !cx.mem.region(mem).writable {
            cx.bus.refused(
                &self.txn(Op::Rmw, pa, u16::from(bytes), false),
                BusFault::ReadOnly,
            );
            return Err(Exc::Trap(trap::DATA_ACCESS));
        }
        self.wake_waiters(cx, pa, mem, off)?;
        let r = cx.mem.region(mem);
        let old = match bytes {
            1 => u32::from(r.get::<1>(off)[0]),
            _ => u32::from_be_bytes(r.get(off)),
        };
        match (f(old), bytes) {
            (Some(new), 1) => cx.mem.put(mem, off, (new as u8).to_be_bytes()),
            (Some(new), _) => cx.mem.put(mem, off, new.to_be_bytes()),
            (None, _) => {}
        }
        if self.free {
            return Ok(old);
        }
        let t = self.txn(Op::Rmw, pa, u16::from(bytes), false);
        let timing = cx.bus.transfer(&t, cx.meters);
        self.wait_until(CoreMeter::DCacheHold, self.cycle_of(timing.done));
        self.wb_free = self.cycle;
        self.stall(CoreMeter::AtomicCycles, extra);
        self.look_at_code_log(cx);
        Ok(old)
    }
}
