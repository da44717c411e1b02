//! Data through the data cache (TC1.6P: write-back, write-allocate) or the data read buffer
//! (TC1.6E: four lines, read only; a store drops the line).

use super::params::{LINE, geometry};
use super::{Access, Fault, MemSide, Params};
use crate::meters::Meter;
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Timing};
use trueboard_core::cpu::RunCx;
use trueboard_core::time::Clock;
use trueboard_core::uarch::cache::{Cache, Geometry, Replacement};

/// What a cache instruction does with a line. The forms by address are CACHEA.*, those by index
/// CACHEI.*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheOp {
    /// The address names set and way: the index in its usual place, the way in bit 0.
    pub by_index: bool,
    /// A dirty line is written back.
    pub write_back: bool,
    /// The line leaves the cache.
    pub invalidate: bool,
}

/// See the module.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct DataSide {
    cache: Option<Cache>,
    /// It is a data cache, not a read buffer.
    write_back: bool,
    arriving: Arriving,
}

/// A line on its way in: a burst of double words, the wanted one first, wrapping around.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Arriving {
    /// First physical address of the line.
    line: u32,
    /// Number in the line of the double word that comes first.
    critical: u32,
    /// Cycle in which it comes.
    first: u64,
    /// Cycle in which the last one comes.
    last: u64,
}

impl Default for Arriving {
    /// None: no line begins at an odd address.
    fn default() -> Arriving {
        Arriving {
            line: 1,
            critical: 0,
            first: 0,
            last: 0,
        }
    }
}

impl Arriving {
    const BEATS: u32 = LINE / 8;

    /// The line of `pa`, as timed by the bus.
    pub fn new(pa: u32, timing: &Timing, clock: Clock) -> Arriving {
        let first = clock.cycle_of(timing.first);
        Arriving {
            line: pa & !(LINE - 1),
            critical: pa >> 3 & (Arriving::BEATS - 1),
            first,
            last: clock.cycle_of(timing.done).max(first),
        }
    }

    /// Stall cycles of an access in `cycle` to `pa`, if its line is still arriving: the double word
    /// can be used `fill` cycles after it came, and `others` more if it was not the first.
    #[inline]
    pub fn wait(&self, pa: u32, cycle: u64, fill: u64, others: u64) -> u64 {
        if pa & !(LINE - 1) != self.line || cycle > self.last + fill + others {
            return 0;
        }
        let beat = (pa >> 3).wrapping_sub(self.critical) & (Arriving::BEATS - 1);
        let span = self.last - self.first;
        let came = self.first + span * u64::from(beat) / u64::from(Arriving::BEATS - 1);
        let usable = came + fill + if beat == 0 { 0 } else { others };
        usable.saturating_sub(cycle + 1)
    }

    /// All of `line` can be taken from `cycle` on without waiting.
    #[inline]
    pub fn is_over(&self, line: u32, cycle: u64) -> bool {
        line != self.line || cycle >= self.last
    }
}

impl DataSide {
    pub fn new(p: &Params) -> DataSide {
        let write_back = p.dcache_kib != 0;
        let shape = if write_back {
            Some(geometry(p.dcache_kib))
        } else {
            (p.drb_lines != 0).then(|| Geometry {
                sets: 1,
                ways: u32::from(p.drb_lines),
                line_bytes: LINE,
            })
        };
        DataSide {
            cache: shape.map(|g| Cache::new(g, Replacement::Lru)),
            write_back,
            arriving: Arriving::default(),
        }
    }

    /// DCON0.DCBYP is set: a read buffer forgets, a cache keeps its lines.
    pub fn bypassed(&mut self) {
        if !self.write_back
            && let Some(c) = &mut self.cache
        {
            c.invalidate_all();
        }
    }
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
    pub(super) fn cached(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: &Access,
        (mem, pa): (usize, u32),
        store: bool,
    ) -> Result<u64, Fault> {
        let last = pa.wrapping_add(u32::from(a.bytes) - 1);
        if (pa ^ last) & !(LINE - 1) == 0 {
            return self.cached_line(cx, tally, a, (mem, pa), store);
        }
        // Across two lines: two accesses, of which the second must not fail any more.
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

    /// A load of the `bytes` at `pa` hits, and waits for nothing from the cycle before `now` on. If
    /// not, nothing has happened.
    #[inline]
    pub(super) fn present(&mut self, tally: &mut Tally, pa: u32, bytes: u8, now: u64) -> bool {
        let p = &self.params;
        let last = pa.wrapping_add(u32::from(bytes) - 1);
        let used = u64::from(p.fill_cycles) + u64::from(p.arriving_cycles);
        let Some(cache) = &mut self.data.cache else {
            return false;
        };
        if (pa ^ last) & !(LINE - 1) != 0
            || !self
                .data
                .arriving
                .is_over(pa & !(LINE - 1), now.saturating_sub(used + 2))
            || !cache.lookup(pa.into())
        {
            return false;
        }
        tally.add(
            if self.data.write_back {
                Meter::DataCacheHits
            } else {
                Meter::DrbHits
            },
            1,
        );
        true
    }

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
        let hit = if store {
            cache.lookup_write(at)
        } else {
            cache.lookup(at)
        };
        if hit {
            tally.add(
                if write_back {
                    Meter::DataCacheHits
                } else {
                    Meter::DrbHits
                },
                1,
            );
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
        let mut start = self.behind_posted(cx, mem, a.cycle);
        if let Some(victim) = dirty {
            start = self.write_line_back(cx, victim, a.pc, start);
        }
        let t = self.line_txn(Op::Read, pa & !7, start, a.pc);
        let timing = cx.bus.transfer(&t, cx.meters);
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
