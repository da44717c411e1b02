//! One core's view of memory: scratchpads, program cache, data cache or data read buffer, store
//! buffer, and the ways over the crossbar and the peripheral bus (TC27x UM, chapter CPU, sections
//! PMI and DMI).
//!
//! Caches keep tags only. All times are stall cycles: those beyond the one cycle that an access
//! takes when its memory answers at once. What lies behind the crossbar is timed by the bus.
//!
//! Not modelled: parity and ECC, test accesses to cache and tag RAM, SMACON.IODT.

mod cached;
mod context;
mod data;
mod fetch;
mod io;
mod params;
mod place;
mod posted;
mod protect;
mod regs;
#[cfg(test)]
mod tests;

pub use cached::CacheOp;
pub use context::Context;
pub use params::{Alias, Area, Params, Windows};

use cached::DataSide;
use fetch::FetchSide;
use place::Near;
use posted::Posted;
use regs::Regs;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::cpu::{PeerAccess, RunCx};
use trueboard_core::time::{Clock, Tick};

/// One data access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Address as the program has it.
    pub va: u32,
    /// 1, 2, 4 or 8.
    pub bytes: u8,
    /// The instruction.
    pub pc: u32,
    /// Cycle of the core's clock in which it reaches memory.
    pub cycle: u64,
    /// PSW: IO and PRS decide what is allowed.
    pub psw: u32,
}

/// Why an access did not happen. Nothing has changed but the registers that describe a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A trap. Class 4 TIN 3 (DAE) is asynchronous: the instruction completes, and the return
    /// address is that of the next one.
    Trap {
        /// Its class.
        class: u8,
        /// Its identification number.
        tin: u8,
    },
    /// It is not this core's turn: [`trueboard_core::cpu::Stop::Sync`].
    Sync,
    /// The device looks at meters: [`trueboard_core::cpu::Stop::Settle`].
    Settle,
    /// A register of another core: [`trueboard_core::cpu::Stop::Peer`]. Repeating the access takes
    /// the answer from [`RunCx::answer`].
    Peer(PeerAccess),
}

/// The limits of a slice in cycles of the core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Private work may go on before this.
    pub until: u64,
    /// Transfers over the crossbar may be made before this.
    pub shared: u64,
    /// Devices and atomics may be accessed before this.
    pub sync: u64,
}

/// Indices of the own memories. Derived, and not part of the state.
#[derive(Clone, Copy, Debug, Default)]
struct Own {
    dspr: Option<usize>,
    pspr: Option<usize>,
    /// Offsets below this in the own data scratchpad can be accessed without another look, eight
    /// bytes at a time.
    direct: u32,
}

/// See the module.
#[derive(Clone, Serialize, Deserialize)]
pub struct MemSide {
    id: u8,
    clock: Clock,
    params: Params,
    regs: Regs,
    /// SYSCON.PROTEN.
    protected: bool,
    /// PSW.PRS, for fetches.
    protection_set: u8,
    fetching: FetchSide,
    data: DataSide,
    posted: Posted,
    /// When the peripheral bus takes the next access of this core.
    io_free: u64,
    /// A device was accessed: the slice must end.
    touched: bool,
    /// Zero-cost code is executed.
    #[serde(skip)]
    zero_cost: bool,
    /// [`MemSide::io_free`] before it.
    #[serde(skip)]
    io_free_before: u64,
    #[serde(skip)]
    limits: Limits,
    /// The core's time is at least this.
    #[serde(skip)]
    core_at: u64,
    #[serde(skip)]
    own: Own,
    #[serde(skip)]
    near: Near,
}

impl MemSide {
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
            core_at: 0,
            own: Own::default(),
            near: Near::default(),
            params,
        }
    }

    /// A slice begins: takes its limits, and makes transfers of posted stores that are due.
    pub fn begin_slice(&mut self, cx: &mut RunCx<'_>, limits: Limits) {
        self.limits = limits;
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

    /// Works out what can be accessed without a look; call after anything that the answer depends
    /// on.
    fn review(&mut self) {
        self.own.direct = match self.own.dspr {
            Some(_) if !self.protected => self.params.dspr.size.saturating_sub(7),
            _ => 0,
        };
        self.fetching.forget();
    }

    /// The core's time is `cycle`. An instruction that joins the newest group issues in the cycle before:
    /// among the cores, its access has its turn by the time that they see.
    #[inline]
    pub fn core_at(&mut self, cycle: u64) {
        self.core_at = cycle;
    }

    fn shared_turn(&self, cycle: u64) -> Result<(), Fault> {
        if cycle.max(self.core_at) < self.limits.shared {
            Ok(())
        } else {
            Err(Fault::Sync)
        }
    }

    fn sync_turn(&self, cycle: u64) -> Result<(), Fault> {
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

    fn txn(&self, op: Op, pa: u32, bytes: u16, cycle: u64, pc: u32) -> Txn {
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

    fn line_txn(&self, op: Op, pa: u32, cycle: u64, pc: u32) -> Txn {
        Txn {
            line: true,
            uncached: false,
            ..self.txn(op, pa, params::LINE as u16, cycle, pc)
        }
    }
}
