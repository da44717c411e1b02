//! Instruction fetch and data access: L1 caches, write buffer, bus (GR740 UM 1.7 p. 49-54, 77).
//!
//! Both caches keep tags only. A miss waits `miss_cycles` plus the memory's time to the word that
//! was asked for; the rest of the line streams in behind. Stores go to a write buffer of one entry
//! and from there to the bus; whatever needs the bus next waits for it. Not modelled: parity.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::{DecodedInsn, Readiness};
use crate::live::Live;
use crate::mmu::{AccessType, NOWHERE};
use crate::trap::{self, Exc, Exec};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::meter::CoreMeter;

/// Cache states in CCR.ICS and CCR.DCS.
const ENABLED: u32 = 3;
const FROZEN: u32 = 1;
/// CCR.DS, snooping.
pub(crate) const CCR_SNOOP: u32 = 1 << 23;

/// Where instructions are being taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchState {
    /// Virtual address of the bytes that can be taken without another look; 1, which no address of
    /// an instruction agrees with, when there are none.
    tag: u32,
    /// Which address bits must agree with `tag`; always bit 0 too.
    mask: u32,
    /// Other lines can be taken by a look-up in the cache alone: it is on, no line is arriving, no
    /// translation, no watchpoint, no free code. Set by the last full fetch.
    plain: bool,
    fill: FillState,
}

/// A line on its way into a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FillState {
    /// Physical address of the line.
    line: u64,
    /// The half of it that arrived first.
    half: u64,
    /// Cycle in which all of it is there.
    pub(crate) done: u64,
}

impl Default for FetchState {
    fn default() -> FetchState {
        FetchState {
            tag: 1,
            mask: 1,
            plain: false,
            fill: FillState::NONE,
        }
    }
}

impl FetchState {
    /// The next fetch looks again.
    pub fn forget(&mut self) {
        self.tag = 1;
        self.plain = false;
    }

    /// Nothing is special about fetches here, and all of the line is there.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// True when `pc` can be taken without another look.
    #[inline(always)]
    pub fn covers(&self, pc: u32) -> bool {
        (pc ^ self.tag) & self.mask == 0
    }
}

/// Where a physical address leads.
pub(crate) enum Place {
    /// A memory, by index, and the offset in it.
    Memory(usize, usize),
    /// Anything else: a device, or nothing.
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

    /// A device that looks at meters finds those of all cores complete.
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
            master: self.id,
            at: self.tick(),
            pa,
            bytes,
            op,
            line,
            uncached: false,
            pc: u64::from(self.pc),
        }
    }

    fn miss_overhead(&self) -> u64 {
        let t = &self.params.timing;
        u64::from(t.miss_cycles)
            + if self.mmu.enabled() {
                u64::from(t.mmu_miss_cycles)
            } else {
                0
            }
    }

    /// Goes on to another line when that is a hit in the page being executed and nothing is
    /// special about it: the common case of a fetch beyond what is at hand.
    #[inline(always)]
    pub(crate) fn fetch_next(&mut self, pc: u32) -> bool {
        if !self.fetch.plain || !self.code.is_current(pc.into()) {
            return false;
        }
        if !self.iknown.has(pc) {
            let at = pc.wrapping_sub(self.limits.ram_base);
            if at >= self.limits.ram_size || !self.icache.lookup(pc.into()) {
                return false;
            }
            self.iknown.note(pc.into(), true);
        }
        self.fetch_known(pc);
        true
    }

    /// Takes the line of `pc`, which is known to hit, from now on.
    #[inline(always)]
    pub(crate) fn fetch_known(&mut self, pc: u32) {
        self.acc[CoreMeter::ICacheHits as usize] += 1;
        self.fetch.tag = pc;
    }

    /// Any other fetch: translation, look-up, miss. Selects the page of predecoded slots.
    ///
    /// Without line state changes the retry after `Sync` sees the same as the first try.
    #[inline(never)]
    pub(crate) fn fetch_any(&mut self, cx: &mut RunCx<'_>) -> Exec {
        let pc = self.pc;
        self.fetch.plain = false;
        if self.free_trap || self.is_free(pc.into()) {
            return self.fetch_free(cx);
        }
        if self.params.watchpoints != 0 && self.fetch_watched(pc) {
            return Err(Exc::Trap(trap::WATCHPOINT));
        }
        let (pa, page_cacheable) = if self.mmu.enabled() {
            self.translate(cx, pc, AccessType::fetch(self.psr.s))?
        } else {
            (u64::from(pc), true)
        };
        let Place::Memory(mem, off) = self.place(cx, pa, 4) else {
            cx.bus
                .refused(&self.txn(Op::Fetch, pa, 4, false), BusFault::Unmapped);
            return Err(Exc::Trap(trap::INSTRUCTION_ACCESS));
        };
        let line_bytes = u64::from(self.params.icache.line_bytes);
        let line = pa & !(line_bytes - 1);
        let state = self.ccr & 3;
        let whole_line = cx.mem.region(mem).contains(line, line_bytes);
        if !page_cacheable || !self.cacheable(pa) || state & 1 == 0 || !whole_line {
            self.fetch_uncached(cx, pa)?;
            self.code.select(pa);
            self.fetch.tag = 1;
            self.decode_here(cx, mem, off);
            return Ok(());
        }
        let hit = self.icache.lookup(pa);
        if hit {
            let fill = self.fetch.fill;
            if fill.line == line && self.cycle < fill.done && (pa & 16) != fill.half {
                // The other half of a line that is still arriving.
                self.wait_until(CoreMeter::ICacheHold, fill.done);
            } else {
                self.meter(CoreMeter::ICacheHits, 1);
            }
        } else {
            // Everything that needs the bus waits for the write buffer.
            self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
            self.shared_turn()?;
            self.meter(CoreMeter::ICacheMisses, 1);
            let t = self.txn(Op::Fetch, pa, line_bytes as u16, true);
            let timing = cx.bus.transfer(&t, cx.meters);
            let first = self.cycle_of(timing.first) + self.miss_overhead();
            if state == ENABLED {
                self.icache.fill(pa);
            }
            self.fetch.fill = FillState {
                line,
                half: pa & 16,
                done: self.cycle_of(timing.done) + self.miss_overhead(),
            };
            self.wait_until(CoreMeter::ICacheHold, first);
            if state == FROZEN {
                self.fetch.fill.line = u64::MAX;
            }
        }
        let pending = self.fetch.fill.line == line && self.cycle < self.fetch.fill.done;
        self.fetch.mask = if pending {
            !14
        } else {
            !(line_bytes as u32 - 1) | 1
        };
        self.fetch.plain = !pending
            && state == ENABLED
            && mem == self.limits.ram
            && !self.mmu.enabled()
            && !self.watching_fetch()
            && self.free_ranges.is_empty();
        // A frozen cache keeps nothing; with a watchpoint on fetches every instruction looks.
        let known = (hit || state == ENABLED) && !self.watching_fetch();
        self.fetch.tag = if known { pc } else { 1 };
        self.iknown.note(pa, self.fetch.plain);
        self.code.select(pa);
        self.decode_here(cx, mem, off);
        Ok(())
    }

    /// Fetches an instruction that costs nothing.
    fn fetch_free(&mut self, cx: &mut RunCx<'_>) -> Exec {
        self.fetch.forget();
        let pa = u64::from(self.pc);
        let Place::Memory(mem, off) = self.place(cx, pa, 4) else {
            return Err(Exc::Trap(trap::INSTRUCTION_ACCESS));
        };
        self.code.select(pa);
        self.decode_here(cx, mem, off);
        Ok(())
    }

    /// The address belongs to code that costs nothing.
    pub(crate) fn is_free(&self, at: u64) -> bool {
        is_in(&self.free_ranges, at)
    }

    /// Decodes the 32 bytes around the instruction at offset `off` of memory `mem`, if that has not
    /// been done.
    fn decode_here(&mut self, cx: &mut RunCx<'_>, mem: usize, off: usize) {
        let slot = (off >> 2) & (PAGE_WORDS - 1);
        let page = &mut self.code.current;
        if page.meta[slot].ready != Readiness::No {
            return;
        }
        let base = off & !31;
        for i in 0..8 {
            let at = base + 4 * i;
            if at + 4 <= cx.mem.region(mem).bytes().len() {
                let word = u32::from_be_bytes(cx.mem.region(mem).get(at));
                let (decoded, mut meta) = DecodedInsn::decode(word);
                let pa = cx.mem.region(mem).base + at as u64;
                if meta.ready == Readiness::Yes && is_in(&self.free_ranges, pa) {
                    meta.ready = Readiness::Uncosted;
                }
                page.insns[(slot & !7) + i] = decoded;
                page.meta[(slot & !7) + i] = meta;
            }
        }
        cx.mem.mark_code(mem, off);
    }

    /// Decodes what is at the program counter, which has been fetched before.
    pub(crate) fn decode_again(&mut self, cx: &mut RunCx<'_>) {
        match self.place(cx, self.code.address(self.pc), 4) {
            Place::Memory(mem, off) => self.decode_here(cx, mem, off),
            Place::Device => self.fetch.forget(),
        }
    }

    fn fetch_uncached(&mut self, cx: &mut RunCx<'_>, pa: u64) -> Exec {
        self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        self.shared_turn()?;
        let mut t = self.txn(Op::Fetch, pa, 4, false);
        t.uncached = true;
        let timing = cx.bus.transfer(&t, cx.meters);
        let first = self.cycle_of(timing.first) + self.miss_overhead();
        self.wait_until(CoreMeter::ICacheHold, first);
        Ok(())
    }

    /// Works out which loads and stores may take the direct way; call after anything that the
    /// answer depends on.
    pub(crate) fn review_direct(&mut self) {
        let size = if self.mmu.special() {
            0
        } else {
            self.limits.ram_size
        };
        self.limits.store_size = size;
        self.limits.load_size = if self.ccr & 0b1100 == 0b1100 { size } else { 0 };
    }

    /// Reads `N` bytes at virtual address `va` as an ordinary load. They come right-aligned.
    #[inline(always)]
    pub(crate) fn load<const N: usize>(
        &mut self,
        l: &mut Live,
        cx: &mut RunCx<'_>,
        va: u32,
    ) -> Exec<u64> {
        let off = va.wrapping_sub(self.limits.ram_base);
        if off < self.limits.load_size && va & (N as u32 - 1) == 0 {
            if self.dknown.has(va) {
                self.acc[CoreMeter::DCacheHits as usize] += 1;
            } else {
                self.keep(l);
                let done = self.data_hit_or_miss(cx, u64::from(va));
                l.cycle = self.cycle;
                done?;
            }
            let bytes = cx.mem.region(self.limits.ram).get::<N>(off as usize);
            return Ok(right_aligned(&bytes));
        }
        self.keep(l);
        let done = self.load_elsewhere(cx, va, N as u8);
        l.cycle = self.cycle;
        self.look_if_asked(l);
        done.map(|()| self.loaded)
    }

    /// Any other load, off the hot path; the bytes come in `loaded`, for an answer with a number in
    /// it would keep the hot path from having its own in a register of the host.
    #[inline(never)]
    fn load_elsewhere(&mut self, cx: &mut RunCx<'_>, va: u32, bytes: u8) -> Exec {
        self.loaded = self.load_any(cx, va, bytes)?;
        Ok(())
    }

    /// The same for any address, off the hot path. The bytes come right-aligned.
    #[inline(never)]
    pub(crate) fn load_any(&mut self, cx: &mut RunCx<'_>, va: u32, bytes: u8) -> Exec<u64> {
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        self.check_watch(va, false)?;
        let (pa, cacheable) = if self.mmu.enabled() {
            self.translate(cx, va, AccessType::load(self.psr.s))?
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
        if self.free {
        } else if cacheable && self.cacheable(pa) && self.ccr & 0b0100 != 0 {
            self.data_hit_or_miss(cx, pa)?;
        } else {
            self.data_uncached(cx, pa, bytes)?;
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
        let contended = self.contended.contains(pa);
        if contended && self.shared_turn().is_err() && self.dcache.probe(pa) {
            self.spin.stops(self.cycle);
            return Err(Exc::Sync);
        }
        if self.dcache.lookup(pa) {
            if contended {
                self.spin_load(pa);
            }
            self.meter(CoreMeter::DCacheHits, 1);
            if self.dfill.line == line && self.cycle < self.dfill.done {
                let wait = self.dfill.done - self.cycle;
                self.stall(CoreMeter::DCacheHold, wait);
                self.meter(CoreMeter::LoadWaitHits, wait);
            }
            self.dknown.note(pa, !contended);
            return Ok(());
        }
        self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        self.shared_turn()?;
        self.meter(CoreMeter::DCacheMisses, 1);
        let t = self.txn(Op::Read, pa, line_bytes as u16, true);
        let timing = cx.bus.transfer(&t, cx.meters);
        let first = self.cycle_of(timing.first) + self.miss_overhead();
        self.dfill.line = u64::MAX;
        if self.ccr & 0b1100 == 0b1100 {
            self.dcache.fill(pa);
            self.dknown.note(pa, false);
            let done = self.cycle_of(timing.done) + self.miss_overhead();
            self.dfill = FillState {
                line,
                half: 0,
                done,
            };
        }
        self.wait_until(CoreMeter::DCacheHold, first);
        Ok(())
    }

    /// A read that goes to the bus in its own size.
    pub(crate) fn data_uncached(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8) -> Exec {
        self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        self.shared_turn()?;
        let mut t = self.txn(Op::Read, pa, u16::from(bytes), false);
        t.uncached = true;
        let timing = cx.bus.transfer(&t, cx.meters);
        let first = self.cycle_of(timing.first) + self.miss_overhead();
        self.wait_until(CoreMeter::DCacheHold, first);
        Ok(())
    }

    pub(crate) fn io_read(&mut self, cx: &mut RunCx<'_>, pa: u64, bytes: u8) -> Exec<u64> {
        self.wait_until(CoreMeter::WriteBufferHold, self.wb_free);
        self.sync_turn()?;
        self.settled(cx, pa)?;
        self.flush_meters(cx.meters);
        let t = self.txn(Op::Read, pa, u16::from(bytes), false);
        let (value, timing) = cx.bus.io_read(&t, cx.meters);
        self.end_slice();
        if self.free {
            return value.map_err(|_| Exc::Trap(trap::DATA_ACCESS));
        }
        self.wait_until(CoreMeter::DCacheHold, self.cycle_of(timing.first));
        self.meter(CoreMeter::IoReads, 1);
        value.map_err(|_| Exc::Trap(trap::DATA_ACCESS))
    }

    /// Empties the instruction cache.
    pub(crate) fn flush_icache(&mut self) {
        self.icache.invalidate_all();
        self.iknown.forget();
        self.fetch.forget();
        self.fetch.fill = FillState::NONE;
    }

    /// Empties the data cache; it is write-through, so nothing is lost.
    pub(crate) fn flush_dcache(&mut self) {
        self.dcache.invalidate_all();
        self.dknown.forget();
        self.dfill = FillState::NONE;
    }

    /// Forgets predecoded instructions that stores have overwritten.
    #[inline(never)]
    pub(crate) fn heed_code_log(&mut self, cx: &RunCx<'_>) {
        self.spin.forget();
        let log = cx.mem.code_log();
        match log.since(self.code.seen) {
            Some(stores) => stores.iter().for_each(|&pa| self.code.forget(pa)),
            None => self.code.clear(),
        }
        self.code.seen = log.end();
    }

    /// Invalidates lines that other masters have written.
    #[inline(never)]
    pub(crate) fn heed_snoops(&mut self, cx: &mut RunCx<'_>) {
        let mut lines = std::mem::take(&mut self.snoops);
        cx.bus.take_snoops(self.id, &mut lines);
        if lines.iter().any(|&pa| self.spin.reads(pa)) {
            self.spin.forget();
        }
        if !lines.is_empty() && self.ccr & CCR_SNOOP != 0 {
            for &pa in &lines {
                if self.dcache.invalidate(pa).is_some() {
                    self.meter(CoreMeter::SnoopInvalidations, 1);
                    // Lines that share its mark are in the same set.
                    self.dknown.note(pa, false);
                    if self.contended.insert(pa) {
                        self.spin.forget();
                    }
                }
            }
        }
        lines.clear();
        self.snoops = lines;
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

/// Whether one of `ranges`, which are sorted, has `at`.
fn is_in(ranges: &[(u64, u64)], at: u64) -> bool {
    let i = ranges.partition_point(|r| r.0 <= at);
    i != 0 && at < ranges[i - 1].1
}

impl Default for FillState {
    fn default() -> FillState {
        FillState::NONE
    }
}

impl FillState {
    pub(crate) const NONE: FillState = FillState {
        line: u64::MAX,
        half: 0,
        done: 0,
    };

    /// True while the line of `pa` is still arriving.
    pub(crate) fn awaits(&self, pa: u64, line_bytes: u64, cycle: u64) -> bool {
        cycle < self.done && pa & !(line_bytes - 1) == self.line
    }
}
