//! Data through the data cache (TC1.6P: write-back, write-allocate) or the data read buffer
//! (TC1.6E: four lines, read only; a store drops the line).

use super::arriving::Arriving;
use super::data_cache::CacheOp;
use super::params::LINE;
use super::protect::DSTR_CRE;
use super::{Access, Fault, MemSide};
use crate::meters::Meter;
use crate::tally::Tally;
use trueboard_core::bus::{Op, Served};
use trueboard_core::cpu::RunCx;

/// The `bytes` at `pa` are of one line.
#[inline(always)]
pub(super) fn in_a_line(pa: u32, bytes: u8) -> bool {
    pa & (LINE - 1) <= LINE - u32::from(bytes)
}

impl MemSide {
    /// Data of the segment of `va` go through the cache or read buffer; for a store, through a
    /// cache.
    #[inline]
    pub(super) fn goes_cached(&self, va: u32, store: bool) -> bool {
        self.regs.caches_data(va) && self.data.cache.is_some() && (self.data.write_back || !store)
    }

    /// A store passes the read buffer: the line is dropped.
    pub(super) fn drop_line(&mut self, pa: u32) {
        if !self.data.write_back
            && !self.zero_cost
            && let Some(c) = &mut self.data.cache
        {
            c.invalidate(u64::from(pa));
        }
    }

    /// An access to `pa` in memory `mem` through the cache or read buffer; answers the stall.
    #[inline(always)]
    pub(super) fn cached(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: &Access,
        (mem, pa): (usize, u32),
        store: bool,
    ) -> Result<u64, Fault> {
        match in_a_line(pa, a.bytes) {
            true => self.cached_line(cx, tally, a, (mem, pa), store),
            false => self.across_lines(cx, tally, a, (mem, pa), store),
        }
    }

    /// As [`MemSide::cached`], across two lines: two accesses, of which the second must not fail any more.
    #[cold]
    fn across_lines(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: &Access,
        (mem, pa): (usize, u32),
        store: bool,
    ) -> Result<u64, Fault> {
        let last = pa.wrapping_add(u32::from(a.bytes) - 1);
        self.shared_turn(a.cycle)?;
        let first = self.cached_line(cx, tally, a, (mem, pa), store)?;
        let second = Access {
            cycle: a.cycle + 1 + first,
            ..*a
        };
        let shared = std::mem::replace(&mut self.limits.shared, u64::MAX);
        let done = self.cached_line(cx, tally, &second, (mem, last), store);
        self.limits.shared = shared;
        Ok(first + 1 + done?)
    }

    /// If the line of `pa` is there, it causes no wait from the cycle before `now` on.
    #[inline]
    fn is_complete(&self, pa: u32, now: u64) -> bool {
        let p = &self.params;
        let used = u64::from(p.fill_cycles) + u64::from(p.arriving_cycles);
        let over_by = now.saturating_sub(used + 2);
        self.data.arriving.is_over(pa & !(LINE - 1), over_by)
    }

    /// A load of the `bytes` at `pa` hits, without a wait from the cycle before `now` on. Otherwise it has no effect.
    #[inline]
    pub(super) fn present(&mut self, tally: &mut Tally, pa: u32, bytes: u8, now: u64) -> bool {
        let complete = self.is_complete(pa, now);
        let Some(cache) = &mut self.data.cache else {
            return false;
        };
        if !in_a_line(pa, bytes) || !complete || !cache.lookup(pa.into()) {
            return false;
        }
        self.data.known.note(pa.into(), true);
        tally.add(self.data.hits(), 1);
        true
    }

    #[inline(never)]
    fn cached_line(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: &Access,
        (mem, pa): (usize, u32),
        store: bool,
    ) -> Result<u64, Fault> {
        let fill = u64::from(self.params.fill_cycles);
        let others = u64::from(self.params.arriving_cycles);
        let turn = self.shared_turn(a.cycle);
        let Some(cache) = &mut self.data.cache else {
            return Ok(0);
        };
        let (at, write_back) = (u64::from(pa), self.data.write_back);
        if self.zero_cost {
            return if cache.probe(at) {
                Ok(0)
            } else {
                turn.map(|()| 0)
            };
        }
        self.data.known.note(at, false);
        let hit = if store {
            cache.lookup_write(at)
        } else {
            cache.lookup(at)
        };
        if hit {
            tally.add(self.data.hits(), 1);
            tally.add(Meter::DataCacheStoreHits, store.into());
            // It is the line of its set that was used last.
            let complete = !self.own.asks && self.is_complete(pa, a.cycle);
            self.data.known.note(at, complete);
            return Ok(self.data.arriving.wait(pa, a.cycle, fill, others));
        }
        turn?;
        let victim = cache.fill(at);
        if store {
            cache.set_dirty(at);
        }
        let dirty = victim.filter(|v| v.dirty).map(|v| v.pa as u32);
        tally.add(
            match (write_back, dirty) {
                (false, _) => Meter::DrbMisses,
                (true, None) => Meter::DataCacheMissesClean,
                (true, Some(_)) => Meter::DataCacheMissesDirty,
            },
            1,
        );
        tally.add(Meter::DataCacheStoreMisses, store.into());
        let mut start = self.behind_posted(cx, mem, a.cycle);
        if let Some(victim) = dirty {
            start = self.write_line_back(cx, victim, a.pc, start);
        }
        let t = self.line_txn(Op::Read, pa & !7, start, a.pc);
        let timing = cx.bus.transfer(&t, cx.meters);
        if timing.served_by == Served::Failed
            && let Some(cache) = &mut self.data.cache
        {
            cache.invalidate(at);
        }
        self.served(timing.served_by, DSTR_CRE, a.va)?;
        self.data.arriving = Arriving::new(pa, &timing, self.clock);
        Ok(self.data.arriving.wait(pa, a.cycle, fill, others))
    }

    /// Writes a dirty line back from `start` on; answers when that is over.
    fn write_line_back(&mut self, cx: &mut RunCx<'_>, line: u32, pc: u32, start: u64) -> u64 {
        let t = self.line_txn(Op::Write, line, start, pc);
        let timing = cx.bus.transfer(&t, cx.meters);
        self.clock.cycle_of(timing.done)
    }

    /// A cache instruction on address `a.va`; answers the stall.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn cache_op(&mut self, cx: &mut RunCx<'_>, a: Access, op: CacheOp) -> Result<u64, Fault> {
        if !self.data.write_back {
            return Ok(0);
        }
        let pa = self.physical(a.va);
        let turn = self.shared_turn(a.cycle);
        let Some(cache) = &mut self.data.cache else {
            return Ok(0);
        };
        let (line, valid, dirty) = if op.by_index {
            cache.entry(pa / LINE, pa & 1)
        } else {
            let pa = u64::from(pa);
            (
                pa & !u64::from(LINE - 1),
                cache.probe(pa),
                cache.is_dirty(pa),
            )
        };
        if !valid {
            return Ok(0);
        }
        let out = dirty && op.write_back;
        if out {
            turn?;
        }
        if self.zero_cost {
            return Ok(0);
        }
        self.data.known.note(line, false);
        if op.invalidate {
            cache.invalidate(line);
        } else if op.write_back {
            cache.clean(line);
        }
        if !out {
            return Ok(0);
        }
        let done = self.write_line_back(cx, line as u32, a.pc, a.cycle);
        Ok(done.saturating_sub(a.cycle + 1))
    }
}
