//! The state of one core's side of memory.

use super::access::{Fault, Limits};
use super::data_cache::DataSide;
use super::params::{self, Area, Params};
use super::place::Near;
use super::posted::Posted;
use super::program_cache::FetchSide;
use super::regs::Regs;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::cpu::RunCx;
use trueboard_core::time::{Clock, Tick};
use trueboard_core::uarch::cache::Cache;

/// Indices of the own memories. Derived, and not part of the state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Own {
    pub(super) dspr: Option<usize>,
    pub(super) pspr: Option<usize>,
    /// Offsets below this in the own data scratchpad can be accessed without another look, eight
    /// bytes at a time.
    pub(super) direct: u32,
    /// So can loads from offsets below this.
    pub(super) direct_loads: u32,
    /// Loads of what a cache has need another look.
    pub(super) asks: bool,
}

/// One core's side of memory: its parts, and the turns of cores.
#[derive(Clone, Serialize, Deserialize)]
pub struct MemSide {
    pub(super) id: u8,
    pub(super) clock: Clock,
    pub(super) params: Params,
    pub(super) regs: Regs,
    /// SYSCON.PROTEN.
    pub(super) protected: bool,
    /// PSW.PRS, for fetches.
    pub(super) protection_set: u8,
    pub(super) fetching: FetchSide,
    pub(super) data: DataSide,
    pub(super) posted: Posted,
    /// When the peripheral bus takes the next access of this core.
    pub(super) io_free: u64,
    /// A device was accessed: the slice must end.
    pub(super) touched: bool,
    /// Zero-cost code is executed.
    #[serde(skip)]
    pub(super) zero_cost: bool,
    /// [`MemSide::io_free`] before it.
    #[serde(skip)]
    pub(super) io_free_before: u64,
    #[serde(skip)]
    pub(super) limits: Limits,
    /// Cores wait that a store may have to wake.
    #[serde(skip)]
    pub(super) waiters: bool,
    /// The core's time is at least this.
    #[serde(skip)]
    pub(super) core_at: u64,
    #[serde(skip)]
    pub(super) own: Own,
    #[serde(skip)]
    pub(super) near: Near,
    /// A debugger watches loads.
    #[serde(skip)]
    pub(super) reads_watched: bool,
    /// [`MemSide::touched`] is so because a load has reached a watchpoint.
    #[serde(skip)]
    pub(super) read_reached: bool,
    /// Bits of words in memories are flipped: accesses to the own ones ask for them.
    #[serde(skip)]
    pub(super) struck: bool,
    /// [`MemSide::touched`] is so because what was read from the own data scratchpad is wrong.
    #[serde(skip)]
    pub(super) integrity_error: bool,
}

impl MemSide {
    /// Program cache, and data cache or data read buffer, with their names.
    pub(crate) fn caches(&self) -> Vec<(&'static str, &Cache)> {
        let data = match self.data.write_back {
            true => "dcache",
            false => "drb",
        };
        let of_data = self.data.cache.as_ref().map(|c| (data, c));
        [("icache", &self.fetching.cache)]
            .into_iter()
            .chain(of_data)
            .collect()
    }

    /// The memory side of core `id`, as after reset. The parameters must pass [`Params::check`].
    #[must_use]
    pub fn new(params: Params, id: u8, clock: Clock) -> MemSide {
        MemSide {
            id,
            clock,
            regs: Regs::new(&params),
            protected: false,
            protection_set: 0,
            fetching: FetchSide::new(&params),
            data: DataSide::new(&params),
            posted: Posted::default(),
            io_free: 0,
            touched: false,
            zero_cost: false,
            io_free_before: 0,
            limits: Limits::default(),
            waiters: false,
            core_at: 0,
            own: Own::default(),
            near: Near::default(),
            reads_watched: false,
            read_reached: false,
            struck: false,
            integrity_error: false,
            params,
        }
    }

    /// A slice begins: takes its limits, and makes transfers of posted stores that are due.
    pub fn begin_slice(&mut self, cx: &mut RunCx<'_>, limits: Limits) {
        self.limits = limits;
        self.waiters = cx.bus.anyone_waits();
        if self.own.dspr.is_none() {
            let find = |area: Area| cx.mem.find(u64::from(area.at), u64::from(area.size));
            self.own.dspr = find(self.params.dspr);
            self.own.pspr = find(self.params.pspr);
            self.review();
        }
        self.go_on_posting(cx);
    }

    /// A device was accessed since the last call: the slice must end with
    /// [`trueboard_core::cpu::Stop::Yield`] behind this instruction.
    #[inline(always)]
    pub fn take_touched(&mut self) -> bool {
        // Looked at after each access: seldom written.
        self.touched && std::mem::take(&mut self.touched)
    }

    /// A device was accessed, or may have raised an alarm.
    #[inline(always)]
    pub(super) fn touch(&mut self) {
        (self.touched, self.read_reached) = (true, false);
    }

    /// The access reached a watchpoint: the slice continues.
    pub fn take_read_reached(&mut self) -> bool {
        std::mem::take(&mut self.read_reached)
    }

    /// A debugger watches loads, or no more.
    pub fn watch_reads(&mut self, watched: bool) {
        if self.reads_watched != watched {
            self.reads_watched = watched;
            self.review();
        }
    }

    /// From now on accesses move bytes, but change no cache or buffer, and take no time.
    pub fn begin_zero_cost(&mut self) {
        self.zero_cost = true;
        self.io_free_before = self.io_free;
    }

    /// Accesses take time again.
    pub fn end_zero_cost(&mut self) {
        self.zero_cost = false;
        self.io_free = self.io_free_before;
    }

    /// Computes what can be accessed without a test; call after every action that may change the result.
    pub(super) fn review(&mut self) {
        self.own.direct = match self.own.dspr {
            Some(_) if !self.protected && !self.struck => self.params.dspr.size.saturating_sub(7),
            _ => 0,
        };
        self.own.direct_loads = if self.reads_watched {
            0
        } else {
            self.own.direct
        };
        self.own.asks = self.protected || self.reads_watched || self.struck;
        self.fetching.forget();
        self.data.forget();
    }

    /// The core's time is `cycle`. An instruction that joins the newest group issues in the cycle before:
    /// among the cores, its access has its turn by the time that they see.
    #[inline]
    pub fn core_at(&mut self, cycle: u64) {
        self.core_at = cycle;
    }

    /// Cores that wait for a write to `pa`, at offset `off` of memory `mem`, come up to this time before it.
    pub(super) fn wake_waiters(
        &self,
        cx: &mut RunCx<'_>,
        (mem, off, pa): (usize, usize, u32),
    ) -> Result<(), Fault> {
        if !self.waiters {
            return Ok(());
        }
        // Their loops are code too.
        let read = (!cx.mem.region(mem).is_code(off)).then_some(pa.into());
        if cx.bus.wakes(self.id, read) {
            Err(Fault::Sync)
        } else {
            Ok(())
        }
    }

    pub(super) fn shared_turn(&self, cycle: u64) -> Result<(), Fault> {
        if cycle.max(self.core_at) < self.limits.shared {
            Ok(())
        } else {
            Err(Fault::Sync)
        }
    }

    pub(super) fn sync_turn(&self, cycle: u64) -> Result<(), Fault> {
        if cycle.max(self.core_at) < self.limits.sync {
            Ok(())
        } else {
            Err(Fault::Sync)
        }
    }

    /// Makes an access of several `parts`, the first of them in `cycle`. When it is this core's turn
    /// for that one, none of them waits for it any more: an access is made as a whole or not at all.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn whole<T>(
        &mut self,
        cycle: u64,
        parts: impl FnOnce(&mut MemSide) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.shared_turn(cycle)?;
        self.sync_turn(cycle)?;
        let whole = Limits {
            shared: u64::MAX,
            sync: u64::MAX,
            ..self.limits
        };
        let limits = std::mem::replace(&mut self.limits, whole);
        let done = parts(self);
        self.limits = limits;
        done
    }

    pub(super) fn txn(&self, op: Op, pa: u32, bytes: u16, cycle: u64, pc: u32) -> Txn {
        Txn {
            master: self.id,
            at: Tick(self.clock.ticks(cycle)),
            pa: u64::from(pa),
            bytes,
            op,
            line: false,
            uncached: true,
            pc: u64::from(pc),
        }
    }

    pub(super) fn line_txn(&self, op: Op, pa: u32, cycle: u64, pc: u32) -> Txn {
        Txn {
            line: true,
            uncached: false,
            ..self.txn(op, pa, params::LINE as u16, cycle, pc)
        }
    }
}
