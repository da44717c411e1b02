//! Loads, stores and atomics.

use super::cached::in_a_line;
use super::place::{LOCAL_DSPR, Place};
use super::posted::beats;
use super::protect::{DSTR_LBE, DSTR_SRE, Want};
use super::{Access, Fault, MemSide};
use crate::meters::Meter;
use crate::tally::Tally;
use trueboard_core::bus::{BusFault, Op};
use trueboard_core::cpu::RunCx;
use trueboard_core::mem::{Memory, Region};

/// The `bytes` at offset `off`, zero-extended.
#[inline(always)]
fn get(r: &Region, off: usize, bytes: u8) -> u64 {
    match bytes {
        1 => u64::from(r.get::<1>(off)[0]),
        2 => u64::from(u16::from_le_bytes(r.get(off))),
        4 => u64::from(u32::from_le_bytes(r.get(off))),
        _ => u64::from_le_bytes(r.get(off)),
    }
}

#[inline(always)]
fn put(memory: &mut Memory, mem: usize, off: usize, bytes: u8, value: u64) {
    match bytes {
        1 => memory.put(mem, off, (value as u8).to_le_bytes()),
        2 => memory.put(mem, off, (value as u16).to_le_bytes()),
        4 => memory.put(mem, off, (value as u32).to_le_bytes()),
        _ => memory.put(mem, off, value.to_le_bytes()),
    }
}

/// Meters the `stall` of an access that writes.
pub(super) fn meter_store_stall(tally: &mut Tally, stall: u64) {
    tally.add(Meter::DmemStall, stall);
    tally.add(Meter::DmemStoreStall, stall);
}

impl MemSide {
    /// The memory and offset of an access to the own data scratchpad about which there is nothing
    /// to ask.
    #[inline(always)]
    pub(super) fn own_data(&self, va: u32, bytes: u8) -> Option<(usize, usize)> {
        self.own_data_below(self.own.direct, va, bytes)
    }

    #[inline(always)]
    fn own_data_below(&self, end: u32, va: u32, bytes: u8) -> Option<(usize, usize)> {
        let base = if va >> 28 == LOCAL_DSPR >> 28 {
            LOCAL_DSPR
        } else {
            self.params.dspr.at
        };
        let off = va.wrapping_sub(base);
        if off < end && (va & 1 == 0 || bytes == 1) {
            self.own.dspr.map(|mem| (mem, off as usize))
        } else {
            None
        }
    }

    /// The memory and offset of a load from the own data scratchpad about which there is nothing to ask.
    #[inline(always)]
    fn own_loaded(&self, va: u32, bytes: u8) -> Option<(usize, usize)> {
        self.own_data_below(self.own.direct_loads, va, bytes)
    }

    /// Whether the `bytes` at `va` are in the own data scratchpad, with nothing to ask of loads.
    pub fn is_own_data(&self, va: u32, bytes: u8) -> bool {
        self.own_loaded(va, bytes).is_some()
    }

    /// Loads from the own data scratchpad; `None`, without effect, at other addresses, or if a test is needed.
    #[inline(always)]
    pub fn load_own(&self, memory: &Memory, va: u32, bytes: u8) -> Option<u64> {
        let (mem, off) = self.own_loaded(va, bytes)?;
        Some(get(memory.region(mem), off, bytes))
    }

    /// Loads from the data cache or read buffer, if that causes no wait from the cycle before `now` on; otherwise
    /// `None`, without effect.
    #[inline(always)]
    pub fn load_present(
        &mut self,
        memory: &Memory,
        tally: &mut Tally,
        (va, bytes): (u32, u8),
        now: u64,
    ) -> Option<u64> {
        if !self.regs.caches_data(va) {
            return None;
        }
        let aligned = va & 1 == 0 || bytes == 1;
        if let Some((mem, off, pa)) = self.near.find(va, bytes.into())
            && self.data.known.has(pa)
            && in_a_line(pa, bytes)
            && aligned
            && va != 0
        {
            tally.add(Meter::DataCacheHits, 1);
            return Some(get(memory.region(mem), off, bytes));
        }
        self.look_up(memory, tally, (va, bytes), now)
    }

    #[inline(never)]
    fn look_up(
        &mut self,
        memory: &Memory,
        tally: &mut Tally,
        (va, bytes): (u32, u8),
        now: u64,
    ) -> Option<u64> {
        let aligned = va & 1 == 0 || bytes == 1;
        if !aligned || va == 0 || self.own.asks || self.is_peripheral(va) {
            return None;
        }
        let (mem, off, pa) = self.near.find(va, bytes.into())?;
        if !self.goes_cached(va, false) || !self.present(tally, pa, bytes, now) {
            return None;
        }
        Some(get(memory.region(mem), off, bytes))
    }

    /// Stores to the own data scratchpad; false at other addresses, or if a test is needed.
    #[inline(always)]
    pub fn store_own(&self, memory: &mut Memory, va: u32, bytes: u8, value: u64) -> bool {
        let Some((mem, off)) = self.own_data(va, bytes) else {
            return false;
        };
        put(memory, mem, off, bytes, value);
        true
    }

    /// Loads; answers the value, zero-extended, and the stall cycles.
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline(always)]
    pub fn load(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
    ) -> Result<(u64, u64), Fault> {
        match self.load_own(cx.mem, a.va, a.bytes) {
            Some(value) => Ok((value, 0)),
            None => self.load_elsewhere(cx, tally, a),
        }
    }

    #[inline(never)]
    fn load_elsewhere(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
    ) -> Result<(u64, u64), Fault> {
        let loaded = self.load_any(cx, tally, a)?;
        if self.note_read(cx, &a) && !self.touched {
            (self.touched, self.read_reached) = (true, true);
        }
        Ok(loaded)
    }

    /// Loads the link of a context, which the instruction looks after as a store.
    #[inline]
    pub(super) fn load_link(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
    ) -> Result<(u64, u64), Fault> {
        if let Some(value) = self.load_own(cx.mem, a.va, a.bytes) {
            return Ok((value, 0));
        }
        let loaded = self.load_any(cx, tally, a)?;
        self.note_read(cx, &a);
        Ok(loaded)
    }

    /// Notes a load that was made; true if it has reached a watchpoint.
    #[inline]
    pub(super) fn note_read(&self, cx: &mut RunCx<'_>, a: &Access) -> bool {
        self.reads_watched && cx.mem.note_read(self.physical(a.va).into(), a.bytes.into())
    }

    #[inline(always)]
    fn load_any(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
    ) -> Result<(u64, u64), Fault> {
        self.check_data(&a, Want::Read)?;
        let (value, stall) = match self.place(cx.mem, a.va, u32::from(a.bytes)) {
            Place::Own { mem, off } => {
                let wrong = self.meet_own(cx, Op::Read, &a, a.bytes.into());
                (get(cx.mem.region(mem), off, a.bytes) ^ wrong, 0)
            }
            Place::Memory { mem, off, pa } => {
                let stall = if self.goes_cached(a.va, false) {
                    self.cached(cx, tally, &a, (mem, pa), false)?
                } else {
                    self.read(cx, &a, (mem, pa))?
                };
                (get(cx.mem.region(mem), off, a.bytes), stall)
            }
            Place::Window { core, off } => self.peer(cx, &a, core, off, None)?,
            Place::Other { pa } => self.io_read(cx, tally, &a, pa)?,
            Place::Beyond => {
                self.refuse(cx, Op::Read, &a, BusFault::Unmapped);
                return Err(self.load_error(DSTR_SRE, a.va));
            }
        };
        tally.add(Meter::DmemStall, stall);
        Ok((value, stall))
    }

    /// Times a read over the crossbar in its own size.
    pub(super) fn read(
        &mut self,
        cx: &mut RunCx<'_>,
        a: &Access,
        (mem, pa): (usize, u32),
    ) -> Result<u64, Fault> {
        self.shared_turn(a.cycle)?;
        if self.zero_cost {
            return Ok(0);
        }
        let start = self.behind_posted(cx, mem, a.cycle);
        let t = self.txn(Op::Read, pa, beats(pa, u32::from(a.bytes)), start, a.pc);
        let timing = cx.bus.transfer(&t, cx.meters);
        self.served(timing.served_by, DSTR_LBE, a.va)?;
        // The last beat, when there are two.
        let there = if t.bytes > 8 {
            timing.done
        } else {
            timing.first
        };
        Ok(self.clock.cycle_of(there).saturating_sub(a.cycle + 1))
    }

    /// Stores the low bytes of `value`; answers the stall cycles.
    ///
    /// # Errors
    /// See [`Fault`].
    #[inline(always)]
    pub fn store(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        value: u64,
    ) -> Result<u64, Fault> {
        match self.store_own(cx.mem, a.va, a.bytes, value) {
            true => Ok(0),
            false => self.store_any(cx, tally, a, value),
        }
    }

    #[inline(never)]
    fn store_any(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        value: u64,
    ) -> Result<u64, Fault> {
        self.check_data(&a, Want::Write)?;
        let bytes = u32::from(a.bytes);
        let stall = match self.place(cx.mem, a.va, bytes) {
            Place::Own { mem, off } => {
                self.meet_own(cx, Op::Write, &a, a.bytes.into());
                put(cx.mem, mem, off, a.bytes, value);
                0
            }
            Place::Memory { mem, pa, .. } if self.is_command(cx, mem, pa) => {
                self.io_write(cx, tally, &a, pa, value)?
            }
            Place::Memory { mem, off, pa } => {
                self.may_write(cx, Op::Write, &a, (mem, off, pa))?;
                let stall = if self.goes_cached(a.va, true) {
                    self.cached(cx, tally, &a, (mem, pa), true)?
                } else {
                    self.shared_turn(a.cycle)?;
                    self.drop_line(pa);
                    self.drop_line(pa.wrapping_add(bytes - 1));
                    self.post(cx, (mem, pa, bytes), a.pc, a.cycle)
                };
                put(cx.mem, mem, off, a.bytes, value);
                stall
            }
            Place::Window { core, off } => self.peer(cx, &a, core, off, Some(value as u32))?.1,
            Place::Other { pa } => self.io_write(cx, tally, &a, pa, value)?,
            Place::Beyond => {
                self.refuse(cx, Op::Write, &a, BusFault::Unmapped);
                return Err(self.store_error(a.va));
            }
        };
        meter_store_stall(tally, stall);
        Ok(stall)
    }

    /// Reads `a.bytes` (4), and writes the result of `f` on them, as one access; returns the old value and the stall
    /// cycles.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn modify(
        &mut self,
        cx: &mut RunCx<'_>,
        tally: &mut Tally,
        a: Access,
        f: &mut dyn FnMut(u32) -> u32,
    ) -> Result<(u32, u64), Fault> {
        self.check_data(&a, Want::Both)?;
        self.sync_turn(a.cycle)?;
        let mut wrong = 0;
        let (mem, off, stall) = match self.place(cx.mem, a.va, u32::from(a.bytes)) {
            Place::Own { mem, off } => {
                wrong = self.meet_own(cx, Op::Read, &a, a.bytes.into());
                self.meet_own(cx, Op::Write, &a, a.bytes.into());
                (mem, off, 0)
            }
            Place::Memory { mem, off, pa } => {
                self.may_write(cx, Op::Rmw, &a, (mem, off, pa))?;
                let stall = if self.goes_cached(a.va, true) {
                    self.cached(cx, tally, &a, (mem, pa), true)?
                } else {
                    self.drop_line(pa);
                    let start = self.behind_posted(cx, mem, a.cycle);
                    let t = self.txn(Op::Rmw, pa, u16::from(a.bytes), start, a.pc);
                    let timing = cx.bus.transfer(&t, cx.meters);
                    self.served(timing.served_by, DSTR_LBE, a.va)?;
                    self.clock
                        .cycle_of(timing.first)
                        .saturating_sub(a.cycle + 1)
                };
                (mem, off, stall)
            }
            Place::Window { .. } => {
                self.refuse(cx, Op::Rmw, &a, BusFault::Refused);
                return Err(self.load_error(DSTR_LBE, a.va));
            }
            Place::Other { pa } => {
                let (old, read) = self.io_read(cx, tally, &a, pa)?;
                let back = Access {
                    cycle: a.cycle + 1 + read,
                    ..a
                };
                let new = f(old as u32);
                let sync = std::mem::replace(&mut self.limits.sync, u64::MAX);
                let written = self.io_write(cx, tally, &back, pa, u64::from(new));
                self.limits.sync = sync;
                let stall = read + written?;
                meter_store_stall(tally, stall);
                return Ok((old as u32, stall));
            }
            Place::Beyond => {
                self.refuse(cx, Op::Rmw, &a, BusFault::Unmapped);
                return Err(self.load_error(DSTR_SRE, a.va));
            }
        };
        self.note_read(cx, &a);
        let old = (get(cx.mem.region(mem), off, a.bytes) ^ wrong) as u32;
        put(cx.mem, mem, off, a.bytes, u64::from(f(old)));
        meter_store_stall(tally, stall);
        Ok((old, stall))
    }

    /// A store to `pa` in memory `mem` is a command to the memory's device.
    fn is_command(&self, cx: &RunCx<'_>, mem: usize, pa: u32) -> bool {
        !cx.mem.region(mem).writable && cx.bus.takes_commands(pa.into())
    }

    /// A store to `pa`, at offset `off` of memory `mem`, comes behind the cores that wait for one; to read-only memory it
    /// is refused.
    #[inline]
    pub(super) fn may_write(
        &mut self,
        cx: &mut RunCx<'_>,
        op: Op,
        a: &Access,
        (mem, off, pa): (usize, usize, u32),
    ) -> Result<(), Fault> {
        if cx.mem.region(mem).writable {
            return self.wake_waiters(cx, (mem, off, pa));
        }
        self.refuse(cx, op, a, BusFault::ReadOnly);
        Err(self.store_error(a.va))
    }

    #[cold]
    fn refuse(&self, cx: &mut RunCx<'_>, op: Op, a: &Access, fault: BusFault) {
        let pa = self.physical(a.va);
        let t = self.txn(op, pa, u16::from(a.bytes), a.cycle, a.pc);
        cx.bus.refused(&t, fault);
    }
}
