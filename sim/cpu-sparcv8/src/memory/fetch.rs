//! Instruction fetch, and decoding of what was fetched.

use super::mmu::AccessType;
use super::{ENABLED, FROZEN, FillState, Place};
use crate::blocks::line;
use crate::code_pages::Entry;
use crate::core::Leon;
use crate::decoded::{DecodedInsn, Readiness};
use crate::meters::Meter;
use crate::row_facts::puts_stack;
use crate::trap::{self, Exc, Exec};
use trueboard_core::bus::{BusFault, Op};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::ControlFlow;

impl Leon {
    /// Continues with another line when it is an ordinary hit in the current page, or a known hit in another page: the
    /// common case of a fetch beyond the lines at hand.
    #[inline(always)]
    pub(crate) fn fetch_next(&mut self, pc: u32) -> bool {
        if !self.in_flight.fetch.unhindered {
            return false;
        }
        if !self.code.is_current(pc.into()) && !self.enter_page(pc) {
            return false;
        }
        if !self.memory.imemo.has(pc) {
            let at = pc.wrapping_sub(self.memory.fast_ram.base);
            if at >= self.memory.fast_ram.size || !self.memory.icache.lookup(pc.into()) {
                return false;
            }
            self.memory.imemo.note(pc.into(), true);
        }
        self.fetch_memoised(pc);
        true
    }

    /// Continues with the line of the program counter where fetches are ordinary and its code is decoded: a known hit,
    /// a hit, the other half of the arriving line, or a miss. `None`: [`Leon::fetch_any`] decides.
    #[inline(always)]
    pub(crate) fn fetch_ordinary(&mut self, cx: &mut RunCx<'_>) -> Option<Exec> {
        let pc = self.state.pc;
        let fetch = &self.in_flight.fetch;
        if !fetch.is_ordinary() {
            return None;
        }
        if fetch.arriving && line(fetch.tag) == line(pc) {
            self.take_other_half(pc);
            return Some(Ok(()));
        }
        if !self.memory.imemo.has(pc) {
            if fetch.fill.line == line(pc).into() || !self.may_fetch_here(pc) {
                return None;
            }
            if !self.memory.icache.lookup(pc.into()) {
                self.in_flight.fetch.unhindered = false;
                self.in_flight.fetch.arriving = false;
                let done = self.fetch_missing(cx, pc.into(), ENABLED);
                if done.is_ok() {
                    self.take_missing(pc);
                }
                return Some(done);
            }
        }
        self.tally.add(Meter::ICacheHits, 1);
        self.take_whole(pc);
        Some(Ok(()))
    }

    /// The line of `pc` is in main memory, from which code may be fetched if fetches are ordinary.
    #[inline(always)]
    pub(crate) fn may_fetch_here(&self, pc: u32) -> bool {
        (pc | 31).wrapping_sub(self.memory.fast_ram.base) < self.memory.fast_ram.size
    }

    /// Continues in the page of `pc`, without address translation, if the line of `pc` is a known hit.
    #[inline(never)]
    pub(crate) fn enter_page(&mut self, pc: u32) -> bool {
        let known = self.memory.imemo.has(pc);
        if known {
            self.code.select(pc.into());
        }
        known
    }

    /// Takes the line of `pc`, which is known to hit, from now on.
    #[inline(always)]
    pub(crate) fn fetch_memoised(&mut self, pc: u32) {
        self.tally.add(Meter::ICacheHits, 1);
        self.in_flight.fetch.take_line(pc);
    }

    /// Any other fetch: translation, look-up, miss. Selects the page of predecoded slots.
    ///
    /// Line state stays unchanged, so the retry after `Sync` equals the first try; data outside line state are kept
    /// until execution.
    #[inline(never)]
    pub(crate) fn fetch_any(&mut self, cx: &mut RunCx<'_>) -> Exec {
        let pc = self.state.pc;
        if self.in_flight.fetch.arriving && self.fetch_other_half(pc) {
            return Ok(());
        }
        self.in_flight.fetch.unhindered = false;
        self.in_flight.fetch.arriving = false;
        if self.common.zero_cost.in_handler || self.common.zero_cost.contains(pc.into()) {
            return self.fetch_zero_cost(cx);
        }
        if self.in_flight.fetch.alone == Some(pc) {
            return Ok(());
        }
        if self.params.watchpoints != 0 && self.state.is_watched_fetch(pc) {
            return Err(Exc::Trap(trap::WATCHPOINT));
        }
        let (pa, page_cacheable) = if self.memory.mmu.enabled() {
            self.translate(cx, pc, AccessType::fetch(self.state.psr.s))?
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
        let state = self.memory.ccr & 3;
        let whole_line = cx.mem.region(mem).contains(line, line_bytes);
        if !page_cacheable || !self.cacheable(pa) || state & 1 == 0 || !whole_line {
            self.fetch_uncached(cx, pa)?;
            self.code.select(pa);
            self.in_flight.fetch.tag = 1;
            self.in_flight.fetch.alone = Some(pc);
            self.decode_here(cx, mem, off);
            return Ok(());
        }
        let hit = self.memory.icache.lookup(pa);
        if hit {
            let fill = self.in_flight.fetch.fill;
            if fill.line == line && self.cycle < fill.done && (pa & 16) != fill.half {
                // The other half of a line that is still arriving.
                self.wait_until(Meter::ICacheHold, fill.done);
            } else if fill.line != line
                || (self.in_flight.fetch.tag ^ pc) & !(line_bytes as u32 - 1) != 0
            {
                // Else it is the other half of the line that missed and is being read.
                self.meter(Meter::ICacheHits, 1);
            }
        } else {
            self.fetch_missing(cx, pa, state)?;
            if state == FROZEN {
                self.in_flight.fetch.fill.line = u64::MAX;
            }
        }
        let pending =
            self.in_flight.fetch.fill.line == line && self.cycle < self.in_flight.fetch.fill.done;
        self.in_flight.fetch.mask = if pending {
            !14
        } else {
            !(line_bytes as u32 - 1) | 1
        };
        let usual = state == ENABLED
            && mem == self.memory.fast_ram.region
            && !self.memory.mmu.enabled()
            && !self.state.watches_fetches()
            && self.common.zero_cost.is_empty();
        self.in_flight.fetch.unhindered = usual && !pending;
        self.in_flight.fetch.arriving = usual && pending && self.memory.imemo.is_usable();
        // A frozen cache keeps nothing; with a watchpoint on fetches every instruction checker_ids.
        let known = (hit || state == ENABLED) && !self.state.watches_fetches();
        self.in_flight.fetch.tag = if known { pc } else { 1 };
        self.in_flight.fetch.alone = (!known).then_some(pc);
        self.memory.imemo.note(pa, self.in_flight.fetch.unhindered);
        self.code.select(pa);
        self.decode_here(cx, mem, off);
        Ok(())
    }

    /// Fetches the line of `pa`, which the cache in state `state` lacks, up to the word at `pa`.
    #[inline(always)]
    fn fetch_missing(&mut self, cx: &mut RunCx<'_>, pa: u64, state: u32) -> Exec {
        let line_bytes = self.params.icache.line_bytes;
        // Everything that needs the bus waits for the write buffer.
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.shared_turn()?;
        self.meter(Meter::ICacheMisses, 1);
        let t = self.txn(Op::Fetch, pa, line_bytes.into(), true);
        let ([first, done], special) = self.line_cycles(cx, &t);
        if let Some(served) = special {
            self.served(served, true, first)?;
        }
        if state == ENABLED {
            self.memory.icache.fill_absent(pa, 0, None);
        }
        self.in_flight.fetch.fill = FillState {
            line: pa & !(u64::from(line_bytes) - 1),
            half: pa & 16,
            done,
        };
        self.wait_until(Meter::ICacheHold, first);
        Ok(())
    }

    /// Takes the line of `pc`, of which the word at `pc` has just come: its half, while the other one is arriving.
    #[inline(always)]
    fn take_missing(&mut self, pc: u32) {
        let pending = self.cycle < self.in_flight.fetch.fill.done;
        let fetch = &mut self.in_flight.fetch;
        (fetch.arriving, fetch.unhindered) = (pending, !pending);
        fetch.mask = if pending { !14 } else { !31 | 1 };
        fetch.tag = pc;
        self.memory.imemo.note(pc.into(), !pending);
    }

    /// Takes all of the line of `pc`, a hit.
    #[inline(always)]
    fn take_whole(&mut self, pc: u32) {
        let fetch = &mut self.in_flight.fetch;
        (fetch.arriving, fetch.unhindered, fetch.alone) = (false, true, None);
        (fetch.tag, fetch.mask) = (pc, !31 | 1);
        self.memory.imemo.note(pc.into(), true);
    }

    /// Waits until all of the line that is arriving is there, and takes it at `pc`.
    #[inline(always)]
    fn take_other_half(&mut self, pc: u32) {
        self.wait_until(Meter::ICacheHold, self.in_flight.fetch.fill.done);
        self.take_whole(pc);
    }

    /// Continues in the other half of the arriving line, when all of it is there. False if `pc` is elsewhere.
    fn fetch_other_half(&mut self, pc: u32) -> bool {
        if line(self.in_flight.fetch.tag) != line(pc) {
            return false;
        }
        self.code.select(pc.into());
        if self.code.current.at(pc.into()).ready == Readiness::No {
            return false;
        }
        self.take_other_half(pc);
        true
    }

    /// Fetches an instruction that costs nothing.
    fn fetch_zero_cost(&mut self, cx: &mut RunCx<'_>) -> Exec {
        self.in_flight.fetch.invalidate();
        let pa = u64::from(self.state.pc);
        let Place::Memory(mem, off) = self.place(cx, pa, 4) else {
            return Err(Exc::Trap(trap::INSTRUCTION_ACCESS));
        };
        self.code.select(pa);
        self.decode_here(cx, mem, off);
        Ok(())
    }

    fn fetch_uncached(&mut self, cx: &mut RunCx<'_>, pa: u64) -> Exec {
        self.wait_until(Meter::WriteBufferHold, self.in_flight.wb_free);
        self.shared_turn()?;
        let mut t = self.txn(Op::Fetch, pa, 4, false);
        t.uncached = true;
        let timing = cx.bus.transfer(&t, cx.meters);
        let first = self.common.cycle_of(timing.first) + self.miss_overhead();
        if timing.served_by.is_special() {
            self.served(timing.served_by, true, first)?;
        }
        self.wait_until(Meter::ICacheHold, first);
        Ok(())
    }

    /// Decodes the 32 bytes around the instruction at offset `off` of memory `mem`, if that has not
    /// been done.
    fn decode_here(&mut self, cx: &mut RunCx<'_>, mem: usize, off: usize) {
        if self.code.current.at(off as u64).ready != Readiness::No {
            return;
        }
        let base = off & !31;
        for i in 0..8 {
            let at = base + 4 * i;
            if at + 4 <= cx.mem.region(mem).bytes().len() {
                let word = u32::from_be_bytes(cx.mem.region(mem).get(at));
                let (decoded, mut meta) = DecodedInsn::decode(word);
                let pa = cx.mem.region(mem).base + at as u64;
                if meta.ready == Readiness::Yes {
                    meta.ready = self.readiness(pa, &decoded);
                }
                *self.code.current.at_mut(at as u64) = Entry::of((decoded, meta));
            }
        }
        cx.mem.mark_code(mem, off);
    }

    /// Whether `insn`, which is at `pa`, can be executed as any other.
    fn readiness(&self, pa: u64, insn: &DecodedInsn) -> Readiness {
        let reported = self.flow != ControlFlow::Unreported && puts_stack(insn);
        if self.common.zero_cost.contains(pa) {
            Readiness::Uncosted
        } else if reported || self.common.breakpoints.contains(pa) {
            Readiness::Marked
        } else {
            Readiness::Yes
        }
    }

    /// Decodes what is at the program counter, which has been fetched before.
    pub(crate) fn decode_again(&mut self, cx: &mut RunCx<'_>) {
        let at = self.code.base() | u64::from(self.state.pc & 0xfff);
        match self.place(cx, at, 4) {
            Place::Memory(mem, off) => self.decode_here(cx, mem, off),
            Place::Device => self.in_flight.fetch.invalidate(),
        }
    }
}
