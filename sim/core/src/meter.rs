//! Meters: 64-bit counters that are always on. PMU register models and the power model read them. So does the judge of
//! a PMU, along a path of its own.
//!
//! Buses and shared caches have one dictionary for all boards, cores one for each kind ([`Dictionary`]). A core's
//! meters are kept per privilege mode, since PMUs filter by it.

mod accounts;
mod dictionary;

pub use accounts::Accounts;
pub use dictionary::{Charged, CoreMeter, Dictionary, MeterDef, Rule, Stage, Unit, UnknownMeter};

use crate::meters;
use serde::{Deserialize, Serialize};

/// Cycles per instruction: cycles in which a core was not in power-down or held, for each instruction that it completed.
/// None without an instruction. Every CPI that is shown is this one.
///
/// ```
/// use trueboard_core::meter::cpi;
/// assert_eq!(cpi(30, 20), Some(1.5));
/// assert_eq!(cpi(30, 0), None);
/// ```
#[must_use]
pub fn cpi(cycles: u64, instructions: u64) -> Option<f64> {
    (instructions != 0).then(|| cycles as f64 / instructions as f64)
}

/// [`cpi`] as tables have it, with three decimals; `-` without an instruction.
#[must_use]
pub fn cpi_text(cycles: u64, instructions: u64) -> String {
    cpi(cycles, instructions).map_or_else(|| "-".to_owned(), |cpi| format!("{cpi:.3}"))
}

meters! {
    /// What a shared bus counts. Cycles are those of the bus clock.
    pub enum BusMeter {
        Cycles = "cycles", Cycles, "Cycles since reset.";
        Idle = "idle_cycles", Cycles, "Cycles in which nobody used the bus.";
        Used = "used_cycles", Cycles, "Cycles in which a master owned the bus.";
        Busy = "busy_transfers", Count, "Cycles with BUSY transfers: a master pauses inside its burst. The modelled masters never do.";
        NonSeq = "nonseq_transfers", Count, "NONSEQ transfers: single beats and first beats of bursts.";
        Seq = "seq_transfers", Count, "SEQ transfers: further beats of bursts.";
        Reads = "reads", Count, "Read beats.";
        Writes = "writes", Count, "Write beats.";
        Byte = "byte_accesses", Count, "Beats of 8 bits.";
        Half = "halfword_accesses", Count, "Beats of 16 bits.";
        Word = "word_accesses", Count, "Beats of 32 bits.";
        Double = "dword_accesses", Count, "Beats of 64 bits.";
        Quad = "qword_accesses", Count, "Beats of 128 bits.";
        Oct = "oword_accesses", Count, "Beats of 256 bits.";
        WaitStates = "wait_states", Cycles, "Cycles in which the bus was owned and no beat completed.";
        Retry = "retries", Count, "RETRY responses. The modelled slaves give none.";
        Split = "splits", Count, "SPLIT responses: the slave freed the bus until it had the data.";
        SplitDelay = "split_delay_cycles", Cycles, "Cycles between a SPLIT response and the moment the slave was ready to answer.";
        Locked = "locked_cycles", Cycles, "Cycles in which the bus was locked by an atomic access.";
        Waits = "wait_cycles", Cycles, "Cycles masters waited for the bus to be granted, summed over masters.";
    }
}

meters! {
    /// What a shared cache counts.
    pub enum CacheMeter {
        Accesses = "accesses", Count, "Requests that looked the cache up.";
        Hits = "hits", Count, "Requests that found their line.";
        Misses = "misses", Count, "Requests that did not.";
        ReadHits = "read_hits", Count, "Reads and fetches that hit.";
        ReadMisses = "read_misses", Count, "Reads and fetches that missed.";
        WriteHits = "write_hits", Count, "Writes that hit.";
        WriteMisses = "write_misses", Count, "Writes that missed.";
        WriteBacks = "write_backs", Count, "Dirty lines written to memory.";
        Uncached = "uncached", Count, "Requests that passed by because the cache was off or the address uncacheable.";
        BusAccesses = "bus_accesses", Count, "Requests that came in on the processor side, looked up or passed by; a line is one.";
        MemoryAccesses = "memory_accesses", Count, "Transfers the cache made on the memory side: fills, write-backs, pass-through.";
    }
}

/// What the report has of a bus in rows per master ([`BusBank::used`] and its neighbours).
pub const MASTER_DEFS: &[MeterDef] = &[
    MeterDef {
        name: "used_cycles",
        unit: Unit::Cycles,
        doc: "Cycles in which the master owned the bus.",
    },
    MeterDef {
        name: "waited_cycles",
        unit: Unit::Cycles,
        doc: "Cycles between the requests of the master and their grants.",
    },
    MeterDef {
        name: "waited_for_cycles",
        unit: Unit::Cycles,
        doc: "Of these, for each master, those in which that one owned the bus; a master's own are the end of its earlier transfer.",
    },
];

/// Masters that a bus can tell apart.
pub const BUS_MASTERS: usize = 16;
/// How many meters a bus has.
pub const BUS_METERS: usize = BusMeter::ALL.len();
/// How many meters a shared cache has.
pub const CACHE_METERS: usize = CacheMeter::ALL.len();

/// The meters of one core, per privilege mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoreBank {
    /// In user mode, by place.
    user: Vec<u64>,
    /// In supervisor mode, as many.
    supervisor: Vec<u64>,
}

impl CoreBank {
    /// All zero, of a core of the kind with this dictionary.
    #[must_use]
    pub fn new(meters: &Dictionary) -> CoreBank {
        let zeros = vec![0; meters.defs.len()];
        CoreBank {
            user: zeros.clone(),
            supervisor: zeros,
        }
    }

    /// It has the meters of this dictionary: what comes from outside may be of another kind.
    #[must_use]
    pub fn is_of(&self, meters: &Dictionary) -> bool {
        [&self.user, &self.supervisor].map(Vec::len) == [meters.defs.len(); 2]
    }

    #[inline(always)]
    fn mode(&mut self, supervisor: bool) -> &mut [u64] {
        if supervisor {
            &mut self.supervisor
        } else {
            &mut self.user
        }
    }

    /// Adds `n` to meter `m` in the given mode.
    #[inline(always)]
    pub fn add(&mut self, supervisor: bool, m: impl Into<CoreMeter>, n: u64) {
        if let Some(value) = self.mode(supervisor).get_mut(m.into().place()) {
            *value = value.wrapping_add(n);
        }
    }

    /// Adds to every meter, by place, in the given mode. Counts wrap: a core may take some back ahead of time.
    pub fn add_all(&mut self, supervisor: bool, counts: &[u64]) {
        for (value, n) in self.mode(supervisor).iter_mut().zip(counts) {
            *value = value.wrapping_add(*n);
        }
    }

    /// Every meter in the given mode, by place: for a core that adds many of its own at once.
    #[inline]
    pub fn values_mut(&mut self, supervisor: bool) -> &mut [u64] {
        self.mode(supervisor)
    }

    /// Takes `n` back from meter `m`, from whichever modes have it: for views of an earlier moment.
    pub fn take_back(&mut self, m: impl Into<CoreMeter>, n: u64) {
        let place = m.into().place();
        let mut left = n;
        for values in [&mut self.supervisor, &mut self.user] {
            if let Some(value) = values.get_mut(place) {
                let taken = left.min(*value);
                *value -= taken;
                left -= taken;
            }
        }
    }

    /// The meter in both modes together.
    #[must_use]
    pub fn get(&self, m: impl Into<CoreMeter>) -> u64 {
        let m = m.into();
        self.in_mode(false, m) + self.in_mode(true, m)
    }

    /// The sum of several meters in both modes together.
    #[must_use]
    pub fn sum(&self, meters: &[CoreMeter]) -> u64 {
        meters.iter().map(|&m| self.get(m)).sum()
    }

    /// All meters, by place, in both modes together.
    #[must_use]
    pub fn in_both_modes(&self) -> Vec<u64> {
        let modes = self.user.iter().zip(&self.supervisor);
        modes.map(|(user, supervisor)| user + supervisor).collect()
    }

    /// Every meter by place, in user mode and in supervisor mode.
    #[must_use]
    pub fn modes(&self) -> [&[u64]; 2] {
        [&self.user, &self.supervisor]
    }

    /// Appends to `changed` how much each meter, in both modes together, has advanced since `before`, by place, which
    /// becomes what they are now. Meters that have not are left out.
    pub fn changes(&self, before: &mut [u64], changed: &mut Vec<(CoreMeter, u64)>) {
        let modes = self.user.iter().zip(&self.supervisor);
        for (place, (before, (user, supervisor))) in (0..).zip(before.iter_mut().zip(modes)) {
            let now = user.wrapping_add(*supervisor);
            if now != *before {
                changed.push((CoreMeter::at(place), now.wrapping_sub(*before)));
                *before = now;
            }
        }
    }

    /// The meter in one mode.
    #[must_use]
    pub fn in_mode(&self, supervisor: bool, m: impl Into<CoreMeter>) -> u64 {
        let values = if supervisor {
            &self.supervisor
        } else {
            &self.user
        };
        values.get(m.into().place()).copied().unwrap_or(0)
    }
}

/// The meters of one shared bus.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct BusBank {
    /// Indexed by [`BusMeter`].
    pub values: [u64; BUS_METERS],
    /// Per master, cycles in which it owned the bus.
    pub used: [u64; BUS_MASTERS],
    /// Per master, cycles between its request for the bus and its grant.
    pub waited: [u64; BUS_MASTERS],
    /// `waited_for[a][b]`: cycles master `a` waited while `b` owned the bus. A row adds up to
    /// `waited`. The diagonal is what a master waited for the end of its own earlier transfer: on
    /// an AHB it has the grant then and sees wait states.
    pub waited_for: [[u64; BUS_MASTERS]; BUS_MASTERS],
    /// Indexed by master, then by [`BusMeter`]: each master's part of what can be attributed to
    /// one ([`BusBank::add_for`]). One transfer books into one row.
    pub by_master: [[u64; BUS_METERS]; BUS_MASTERS],
}

impl BusBank {
    /// All zero.
    pub fn new() -> BusBank {
        BusBank::default()
    }

    /// Adds `n` to `m`.
    #[inline]
    pub fn add(&mut self, m: BusMeter, n: u64) {
        self.values[m as usize] += n;
    }

    /// Every counter, in a fixed order.
    fn counters(&mut self) -> impl Iterator<Item = &mut u64> {
        let rows = self.waited_for.iter_mut().flatten();
        let parts = self.by_master.iter_mut().flatten();
        let own = self.values.iter_mut().chain(&mut self.used);
        own.chain(&mut self.waited).chain(rows).chain(parts)
    }

    /// Adds `n` to `m` on behalf of `master`.
    #[inline]
    pub fn add_for(&mut self, master: usize, m: BusMeter, n: u64) {
        self.values[m as usize] += n;
        self.by_master[master & (BUS_MASTERS - 1)][m as usize] += n;
    }

    /// Each master's part of `m`.
    pub fn parts(&self, m: BusMeter) -> [u64; BUS_MASTERS] {
        // Not by `map`, which would copy all rows first.
        std::array::from_fn(|master| self.by_master[master][m as usize])
    }

    /// The value of `m`.
    pub fn get(&self, m: BusMeter) -> u64 {
        self.values[m as usize]
    }
}

/// The meters of one shared cache.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CacheBank {
    /// Indexed by [`CacheMeter`].
    pub values: [u64; CACHE_METERS],
}

impl CacheBank {
    /// Adds `n` to `m`.
    #[inline]
    pub fn add(&mut self, m: CacheMeter, n: u64) {
        self.values[m as usize] += n;
    }

    /// The value of `m`. Sums over kinds of access are computed here, on read.
    pub fn get(&self, m: CacheMeter) -> u64 {
        use CacheMeter as C;
        let sum = |of: &[C]| of.iter().map(|&m| self.values[m as usize]).sum();
        match m {
            C::Hits => sum(&[C::ReadHits, C::WriteHits]),
            C::Misses => sum(&[C::ReadMisses, C::WriteMisses]),
            C::Accesses => self.get(C::Hits) + self.get(C::Misses),
            C::BusAccesses => self.get(C::Accesses) + self.values[C::Uncached as usize],
            _ => self.values[m as usize],
        }
    }
}

/// All meters of a board that others than their owner read: cores by index, buses and shared
/// caches by the index that the board file gives them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meters {
    /// One per core.
    pub cores: Vec<CoreBank>,
    /// One per bus.
    pub buses: Vec<BusBank>,
    /// One per shared cache.
    pub caches: Vec<CacheBank>,
}

impl Meters {
    /// Counts since `before`, meters of this board.
    #[must_use]
    pub fn since(mut self, before: &Meters) -> Meters {
        // Counts wrap: a core may take some back ahead of time.
        self.each_with(before, u64::wrapping_sub);
        self
    }

    /// Adds the counts of another stretch of a run of this board.
    pub fn add(&mut self, other: &Meters) {
        self.each_with(other, u64::wrapping_add);
    }

    fn each_with(&mut self, other: &Meters, f: impl Fn(u64, u64) -> u64) {
        let mut other = other.clone();
        for (counter, other) in self.counters().zip(other.counters()) {
            *counter = f(*counter, *other);
        }
    }

    /// Every counter, in a fixed order.
    fn counters(&mut self) -> impl Iterator<Item = &mut u64> {
        let cores = self.cores.iter_mut();
        let cores = cores.flat_map(|c| c.user.iter_mut().chain(&mut c.supervisor));
        let buses = self.buses.iter_mut().flat_map(BusBank::counters);
        let caches = self.caches.iter_mut().flat_map(|c| &mut c.values);
        cores.chain(buses).chain(caches)
    }
}

/// One happening, named by its place in [`Meters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Watch {
    /// A meter of a core.
    Core {
        /// Which core.
        core: u8,
        /// What.
        meter: CoreMeter,
        /// Count what happens in user mode.
        user: bool,
        /// Count what happens in supervisor mode.
        supervisor: bool,
    },
    /// A meter of a bus.
    Bus {
        /// Which bus.
        bus: u8,
        /// What.
        meter: BusMeter,
    },
    /// One master's part of a meter of a bus.
    BusBy {
        /// Which bus.
        bus: u8,
        /// What.
        meter: BusMeter,
        /// Whose part.
        master: u8,
    },
    /// A master owns a bus.
    Owned {
        /// Which bus.
        bus: u8,
        /// Which master.
        master: u8,
    },
    /// A master asks for a bus that another one has.
    Waited {
        /// Which bus.
        bus: u8,
        /// Which master.
        master: u8,
    },
    /// A meter of a shared cache.
    Cache {
        /// Which cache.
        cache: u8,
        /// What.
        meter: CacheMeter,
    },
}

impl Watch {
    /// How often it has happened since reset; 0 when the board has no such part.
    pub fn total(self, meters: &Meters) -> u64 {
        let bus = |i: u8| meters.buses.get(usize::from(i));
        let at = |all: &[u64; BUS_MASTERS], i: u8| all.get(usize::from(i)).copied();
        match self {
            Watch::Core {
                core,
                meter,
                user,
                supervisor,
            } => meters.cores.get(usize::from(core)).map(|b| {
                let part = |on: bool, mode: bool| if on { b.in_mode(mode, meter) } else { 0 };
                part(user, false) + part(supervisor, true)
            }),
            Watch::Bus { bus: i, meter } => bus(i).map(|b| b.get(meter)),
            Watch::BusBy {
                bus: i,
                meter,
                master,
            } => bus(i).and_then(|b| at(&b.parts(meter), master)),
            Watch::Owned { bus: i, master } => bus(i).and_then(|b| at(&b.used, master)),
            Watch::Waited { bus: i, master } => bus(i).and_then(|b| {
                let own = b.waited_for.get(usize::from(master))?[usize::from(master)];
                Some(at(&b.waited, master)?.saturating_sub(own))
            }),
            Watch::Cache { cache, meter } => {
                meters.caches.get(usize::from(cache)).map(|b| b.get(meter))
            }
        }
        .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
