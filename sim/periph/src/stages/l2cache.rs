//! The shared level-2 cache (GR740 UM 2.9 ch. 9, "Level-2 cache").
//!
//! A hit holds the bus until its last beat. A miss answers SPLIT when software has enabled that: the bus is then free
//! while memory works, and hits of other masters are served. The victim of a fill is written back behind the fill: it
//! occupies memory, not the master. Write-through and uncached writes go through one write buffer.
//!
//! Not modelled: valid and dirty bits per half line (a line is one); EDAC, the scrubber and error
//! injection, so that no error is ever reported except writes to protected ranges; the error
//! response to those; the diagnostic area; bypass prefetch; what an uncached access to a line that
//! is in the cache does to it.

mod device;
mod fills;
mod flush;
mod params;
mod regs;
#[cfg(test)]
mod tests;

use fills::Fills;
use flush::Flush;
pub use params::Params;
use regs::{Control, Policy};
pub use regs::{MAP, Reg};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{AtOnce, Below, Brief, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device};
use trueboard_core::lane;
use trueboard_core::meter::{CacheBank, CacheMeter, Meters};
use trueboard_core::regs::RegBank;
use trueboard_core::time::{Clock, Tick};
use trueboard_core::uarch::cache::{Cache, Replacement, Victim};

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct L2Cache {
    params: Params,
    clock: Clock,
    /// Its index in [`Meters::caches`].
    index: usize,
    cache: Cache,
    bank: RegBank,
    control: Control,
    line_shift: u32,
    port_shift: u32,
    /// No access starts before: a flush is going on.
    busy_until: Tick,
    /// FMODE reads back until then.
    flush_until: Tick,
    /// The write buffer towards memory is free.
    buffer_until: Tick,
    fills: Fills,
    asked: Option<Flush>,
    /// Times of an ordinary hit: a write of less than a word, any other write, a read of the port's width, and a read
    /// of a whole line.
    hits: [AtOnce; 4],
    /// The first two in brief, after their first request.
    #[serde(skip)]
    write_hits: [Option<Brief>; 2],
}

impl L2Cache {
    /// An empty cache that counts in cache `index` of the meters. The parameters must pass
    /// [`Params::check`].
    pub fn new(params: Params, clock: Clock, index: usize) -> L2Cache {
        let bank = RegBank::new(MAP);
        let mut new = L2Cache {
            cache: Cache::new(params.geometry(), Replacement::Lru),
            control: Control::new(&bank, params.ways),
            line_shift: params.line_bytes.trailing_zeros(),
            port_shift: params.port_bytes.trailing_zeros(),
            bank,
            clock,
            index,
            params,
            busy_until: Tick(0),
            flush_until: Tick(0),
            buffer_until: Tick(0),
            fills: Fills::default(),
            asked: None,
            hits: [AtOnce::default(); 4],
            write_hits: [None; 2],
        };
        new.hits = new.hit_times();
        new.preset();
        new
    }

    fn preset(&mut self) {
        self.bank = RegBank::new(MAP);
        for &(off, value) in &self.params.preset {
            if let Some((reg, i)) = Reg::at(off) {
                self.bank.set(reg as usize, i, value);
            }
        }
        self.configure();
    }

    fn configure(&mut self) {
        self.control = Control::new(&self.bank, self.params.ways);
        self.cache.set_replacement(match self.control.replace {
            1 => Replacement::Random,
            _ => Replacement::Lru,
        });
    }

    /// When an access that comes at `at` starts.
    #[inline]
    fn start(&self, at: Tick) -> Tick {
        let start = at.max(self.busy_until);
        if self.control.hit_under_miss {
            start
        } else {
            start.max(self.fills.until)
        }
    }

    #[inline]
    fn splits(&self, t: &Txn) -> bool {
        // A locked sequence keeps the bus.
        self.control.split && t.op != Op::Rmw
    }

    /// The end of the SPLIT response to an access that started at `start`.
    fn split_end(&self, start: Tick) -> Tick {
        start
            + self
                .clock
                .ticks(self.params.tag_cycles + self.params.split_cycles)
    }

    /// When a cached line that is requested at `start` will have its data, if it lacks them.
    #[inline]
    fn pending(&self, pa: u64, start: Tick) -> Option<Tick> {
        if self.fills.until <= start {
            return None;
        }
        let looked_up = start + self.clock.ticks(self.params.tag_cycles);
        self.fills.pending(pa >> self.line_shift, looked_up)
    }

    /// A read hit, or a write hit that only the cache takes.
    #[inline(always)]
    fn hit(&self, t: &Txn, start: Tick) -> Timing {
        let p = &self.params;
        let (first, done, freed) = if t.op == Op::Write {
            let merge = if t.bytes < 4 { p.sub_word_cycles } else { 0 };
            let accepted = p.write_accept_cycles + merge;
            (accepted, p.write_done_cycles + merge, accepted)
        } else {
            let first = p.tag_cycles + p.register_cycles;
            let more = u64::from(t.bytes.saturating_sub(1)) >> self.port_shift;
            let last = first + more * p.beat_cycles;
            (first, last, last)
        };
        Timing {
            granted: start,
            first: start + self.clock.ticks(first),
            done: start + self.clock.ticks(done),
            freed: start + self.clock.ticks(freed),
            split: false,
            served_by: Served::SharedCache,
        }
    }

    #[inline(always)]
    fn write_hit(&mut self, time: usize) -> Option<Brief> {
        match self.write_hits[time & 1] {
            Some(brief) => Some(brief),
            None => self.find_write_hit(time),
        }
    }

    #[cold]
    fn find_write_hit(&mut self, time: usize) -> Option<Brief> {
        let brief = self.hits.get(time)?.brief();
        *self.write_hits.get_mut(time)? = brief;
        brief
    }

    fn hit_times(&self) -> [AtOnce; 4] {
        let line = self.params.line_bytes as u16;
        [
            (Op::Write, 1),
            (Op::Write, 4),
            (Op::Read, 1),
            (Op::Read, line),
        ]
        .map(|(op, bytes)| {
            let t = Txn {
                master: 0,
                at: Tick(0),
                pa: 0,
                bytes,
                op,
                line: false,
                uncached: false,
                pc: 0,
            };
            let time = self.hit(&t, Tick(0));
            AtOnce {
                first: time.first.0 as u32,
                done: time.done.0 as u32,
                freed: time.freed.0 as u32,
            }
        })
    }

    /// A write that goes to memory through the write buffer.
    #[inline(never)]
    fn posted(
        &mut self,
        t: &Txn,
        start: Tick,
        below: &mut Below<'_>,
        meters: &mut Meters,
    ) -> Timing {
        let free = start.max(self.buffer_until);
        let accepted = free + self.clock.ticks(self.params.write_accept_cycles);
        let at = accepted + self.clock.ticks(self.params.memory_bus_cycles);
        let written = below.access_at(t, at, meters);
        self.buffer_until = self.clock.edge_at_or_after(written.done);
        let tail = self.params.write_done_cycles - self.params.write_accept_cycles;
        Timing {
            granted: start,
            first: accepted,
            done: accepted + self.clock.ticks(tail),
            freed: accepted,
            split: false,
            served_by: Served::Memory,
        }
    }

    /// The answer to a transfer with its first beat in the cache at `first`, and all of it at `last`.
    fn answer(&self, t: &Txn, start: Tick, first: Tick, last: Tick) -> Timing {
        let p = &self.params;
        let writes = t.op == Op::Write;
        // A write merges into the complete line, and a locked read waits for it too.
        let first = if writes || t.op == Op::Rmw {
            last
        } else {
            first
        };
        let last = if t.bytes <= p.port_bytes { first } else { last };
        let tail = self
            .clock
            .ticks(p.write_done_cycles - p.write_accept_cycles);
        if self.splits(t) {
            return Timing {
                granted: start,
                first,
                done: if writes { first + tail } else { last },
                freed: self.split_end(start),
                split: true,
                served_by: Served::Memory,
            };
        }
        let beat = self.clock.ticks(if writes {
            p.write_accept_cycles
        } else {
            p.register_cycles
        });
        Timing {
            granted: start,
            first: first + beat,
            done: last + beat + if writes { tail } else { 0 },
            freed: last + beat,
            split: false,
            served_by: Served::Memory,
        }
    }

    /// A read that passes the cache by.
    #[inline(never)]
    fn bypass(
        &mut self,
        t: &Txn,
        start: Tick,
        below: &mut Below<'_>,
        meters: &mut Meters,
    ) -> Timing {
        let p = &self.params;
        let at = start + self.clock.ticks(p.tag_cycles + p.memory_bus_cycles);
        let forward = self.clock.ticks(p.forward_cycles);
        let read = below.access_at(t, at, meters);
        let first = self.clock.edge_at_or_after(read.first) + forward;
        let last = self.clock.edge_at_or_after(read.done) + forward;
        self.answer(t, start, first, last)
    }

    /// The line of `t` takes the place of another one, which has to leave.
    #[inline]
    fn take_in(&mut self, t: &Txn) -> Option<Victim> {
        let fixed = self.control.fixed_way(t.master, self.params.ways);
        self.cache.fill_in(t.pa, self.control.locked_ways, fixed)
    }

    /// Fetches the line of `t`, and sends the one that has to leave to memory behind it.
    #[inline(never)]
    fn miss(&mut self, t: &Txn, start: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let p = &self.params;
        let ways = p.ways;
        if self.control.locked_ways >= ways {
            // No way may be replaced, so nothing is allocated.
            return if t.op == Op::Write {
                self.posted(t, start, below, meters)
            } else {
                self.bypass(t, start, below, meters)
            };
        }
        let at = start + self.clock.ticks(p.tag_cycles + p.memory_bus_cycles);
        let line = Txn {
            bytes: p.line_bytes as u16,
            op: Op::Read,
            line: true,
            ..*t
        };
        let read = below.access_at(&line, at, meters);
        let first = self.clock.edge_at_or_after(read.first) + self.clock.ticks(p.forward_cycles);
        let last = self.clock.edge_at_or_after(read.done) + self.clock.ticks(p.fill_cycles);
        let victim = self.take_in(t).filter(|v| v.dirty);
        if let Some(victim) = victim {
            let leave = Txn {
                pa: victim.pa,
                op: Op::Write,
                ..line
            };
            below.access_at(&leave, at, meters);
        }
        if t.op == Op::Write {
            self.cache.set_dirty(t.pa);
        }
        self.fills.push(t.pa >> self.line_shift, last);
        self.count(meters, |bank| {
            bank.add(CacheMeter::MemoryAccesses, 1 + u64::from(victim.is_some()));
            bank.add(CacheMeter::WriteBacks, u64::from(victim.is_some()));
        });
        self.answer(t, start, first, last)
    }

    #[inline(always)]
    fn count(&self, meters: &mut Meters, what: impl FnOnce(&mut CacheBank)) {
        if let Some(bank) = meters.caches.get_mut(self.index) {
            what(bank);
        }
    }

    fn report_protected(&mut self, t: &Txn) {
        let old = self.bank.get(Reg::Cerr as usize, 0);
        let multiple = if old >> 20 & 1 == 1 { 1 << 21 } else { 0 };
        let master = u32::from(t.master & 0xf) << 28;
        self.bank.set(
            Reg::Cerr as usize,
            0,
            (old & 0x000f_ffff) | master | multiple | 1 << 20,
        );
        self.bank.set(Reg::Cerra as usize, 0, t.pa as u32);
    }
}

impl Stage for L2Cache {
    fn cache(&self) -> Option<&Cache> {
        Some(&self.cache)
    }

    fn access(&mut self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let start = self.start(at);
        let policy = self.control.policy(t);
        let writes = t.op == Op::Write;
        if writes && self.control.protected(t.pa) {
            self.report_protected(t);
        }
        if policy == Policy::Bypass {
            self.count(meters, |bank| {
                bank.add(CacheMeter::Uncached, 1);
                bank.add(CacheMeter::MemoryAccesses, 1);
            });
            return if writes {
                self.posted(t, start, below, meters)
            } else {
                self.bypass(t, start, below, meters)
            };
        }
        let hit = if writes && policy == Policy::Back {
            self.cache.lookup_write(t.pa)
        } else {
            self.cache.lookup(t.pa)
        };
        self.count(meters, |bank| {
            let m = match (hit, writes) {
                (true, false) => CacheMeter::ReadHits,
                (true, true) => CacheMeter::WriteHits,
                (false, false) => CacheMeter::ReadMisses,
                (false, true) => CacheMeter::WriteMisses,
            };
            bank.add(m, 1);
        });
        if writes && policy == Policy::Through {
            self.count(meters, |bank| bank.add(CacheMeter::MemoryAccesses, 1));
            return self.posted(t, start, below, meters);
        }
        if !hit {
            return self.miss(t, start, below, meters);
        }
        match self.pending(t.pa, start) {
            Some(ready) => self.answer(t, start, ready, ready),
            None => self.hit(t, start),
        }
    }

    fn warm(&mut self, t: &Txn) -> bool {
        let policy = self.control.policy(t);
        let writes = t.op == Op::Write;
        if policy == Policy::Bypass {
            return false;
        }
        let back = writes && policy == Policy::Back;
        let hit = match back {
            true => self.cache.lookup_write(t.pa),
            false => self.cache.lookup(t.pa),
        };
        let fills = !hit && (back || !writes) && self.control.locked_ways < self.params.ways;
        if fills {
            self.take_in(t);
            if back {
                self.cache.set_dirty(t.pa);
            }
        }
        back && (hit || fills)
    }

    #[inline]
    fn at_once(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Option<AtOnce> {
        if !self.control.ordinary || t.uncached || self.busy_until > at || self.fills.until > at {
            return None;
        }
        let (meter, time) = if t.op == Op::Write {
            if !self.cache.lookup_write(t.pa) {
                return None;
            }
            (CacheMeter::WriteHits, usize::from(t.bytes >= 4))
        } else {
            let time = if t.op == Op::Rmw {
                return None;
            } else if t.bytes <= self.params.port_bytes {
                2
            } else if u32::from(t.bytes) == self.params.line_bytes {
                3
            } else {
                return None;
            };
            if !self.cache.lookup(t.pa) {
                return None;
            }
            (CacheMeter::ReadHits, time)
        };
        self.count(meters, |bank| bank.add(meter, 1));
        Some(self.hits[time])
    }

    #[inline]
    fn write_at_once(&mut self, t: &Txn, at: Tick, meters: &mut Meters) -> Option<Brief> {
        if !self.control.ordinary || self.busy_until > at || self.fills.until > at {
            return None;
        }
        let time = usize::from(t.bytes >= 4);
        let brief = self.write_hit(time)?;
        if !self.cache.lookup_write(t.pa) {
            return None;
        }
        self.count(meters, |bank| bank.add(CacheMeter::WriteHits, 1));
        Some(brief)
    }

    fn writes_at_once(&mut self, at: Tick) -> Option<[Brief; lane::SIZES]> {
        if !self.control.ordinary || self.busy_until > at || self.fills.until > at {
            return None;
        }
        let [part, word] = [self.write_hit(0)?, self.write_hit(1)?];
        Some([part, part, word, word])
    }

    fn count_writes(&mut self, writes: u64, meters: &mut Meters) {
        self.count(meters, |bank| bank.add(CacheMeter::WriteHits, writes));
    }

    fn holds(&self, t: &Txn, at: Tick, _end: bool) -> Option<u64> {
        let start = self.start(at);
        let policy = self.control.policy(t);
        let writes = t.op == Op::Write;
        let posted = writes
            && (policy != Policy::Back
                || self.control.locked_ways >= self.params.ways && !self.cache.probe(t.pa));
        let freed = if posted {
            start.max(self.buffer_until) + self.clock.ticks(self.params.write_accept_cycles)
        } else if policy != Policy::Bypass
            && self.cache.probe(t.pa)
            && self.pending(t.pa, start).is_none()
        {
            self.hit(t, start).freed
        } else if self.splits(t) {
            self.split_end(start)
        } else {
            return None;
        };
        Some(freed.since(at))
    }

    fn lines(&self, pa: u64, lines: &mut Vec<u64>) {
        lines.extend(self.cache.neighbours(pa));
    }

    fn after_write(&mut self, cx: &mut Cx<'_>, below: &mut Below<'_>, meters: &mut Meters) {
        if let Some(flush) = self.asked.take() {
            self.flush(flush, cx.now, below, meters);
        }
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}
