//! Meters: always-on 64-bit counters of what happens, one dictionary for all boards. PMU register
//! models and the power model read them; so does the truth that a PMU is judged by, along a path
//! of its own.
//!
//! A core's meters are kept per privilege mode, since PMUs filter by it.

use crate::defect;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

/// What a meter's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Happenings.
    Count,
    /// Cycles of the part's own clock.
    Cycles,
    /// Bytes.
    Bytes,
}

/// One line of the dictionary.
#[derive(Clone, Copy, Debug)]
pub struct MeterDef {
    /// Its name, as in the report.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// What it counts, in a sentence.
    pub doc: &'static str,
}

macro_rules! meters {
    ($(#[$m:meta])* $vis:vis enum $E:ident { $( $V:ident = $name:literal, $unit:ident, $doc:literal; )* }) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        $vis enum $E { $( #[doc = $doc] $V, )* }
        impl $E {
            /// All of them, in order.
            pub const ALL: &'static [$E] = &[ $( $E::$V, )* ];
            /// The dictionary, in the same order.
            pub const DEFS: &'static [MeterDef] =
                &[ $( MeterDef { name: $name, unit: Unit::$unit, doc: $doc }, )* ];
            /// Its line in the dictionary.
            pub fn def(self) -> &'static MeterDef { &Self::DEFS[self as usize] }
            /// The meter called `name`.
            pub fn by_name(name: &str) -> Option<$E> {
                Self::ALL.iter().copied().find(|m| m.def().name == name)
            }
        }
    };
}

meters! {
    /// What a core counts. Not every core has every meter; those that it lacks stay 0.
    pub enum CoreMeter {
        Cycles = "cycles", Cycles, "Cycles in which the core was not in power-down: the sum of the issue cycles and all stall meters.";
        IdleCycles = "idle_cycles", Cycles, "Cycles in power-down, from the instruction that entered it to the wake-up.";
        Instructions = "instructions", Count, "Instructions completed; annulled ones and those that trapped are not counted.";
        IntInstructions = "int_instructions", Count, "Completed instructions that are not floating-point operations (FPops).";
        FpInstructions = "fp_instructions", Count, "Floating-point operations (FPops) completed.";
        Annulled = "annulled", Count, "Delay-slot instructions annulled; each costs one issue cycle.";
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction, also an annulled one, was issued: one each.";
        Loads = "loads", Count, "Load instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        Stores = "stores", Count, "Store instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        LoadStores = "load_stores", Count, "Instructions completed that load or store; an atomic is one.";
        Branches = "branches", Count, "Integer conditional and unconditional branches (Bicc) completed.";
        BranchesTaken = "branches_taken", Count, "Bicc completed that were taken.";
        BranchMisses = "branch_misses", Count, "Branches not taken that had been predicted taken before the condition codes were known.";
        Calls = "calls", Count, "CALL instructions completed.";
        Type2 = "type2_instructions", Count, "Completed instructions of format 3 with op=2 (arithmetic, logic, control, FPop).";
        Traps = "traps", Count, "Traps taken: synchronous ones, trap instructions and interrupts.";
        Interrupts = "interrupts", Count, "Interrupts taken.";
        WindowTraps = "window_traps", Count, "Window overflow and underflow traps taken.";
        ICacheHits = "icache_hits", Count, "Instruction-cache line look-ups that hit; fetches from the line already being read are not looked up again.";
        ICacheMisses = "icache_misses", Count, "Instruction fetches from cacheable memory that missed the enabled instruction cache.";
        ICacheHold = "icache_hold_cycles", Cycles, "Cycles the pipeline waited for an instruction fetch from memory.";
        DCacheHits = "dcache_read_hits", Count, "Data reads that hit the data cache; atomics, which read past it, are not counted.";
        DCacheMisses = "dcache_read_misses", Count, "Data reads from cacheable memory that missed the enabled data cache; atomics are not counted.";
        DCacheWriteHits = "dcache_write_hits", Count, "Stores that found their line in the data cache and updated it; atomics are not counted.";
        DCacheWriteMisses = "dcache_write_misses", Count, "Stores to cacheable memory that did not find their line in the data cache; atomics are not counted.";
        DCacheHold = "dcache_hold_cycles", Cycles, "Cycles the pipeline waited for a data read: cache miss, uncached read, device register or atomic.";
        WriteBufferHold = "write_buffer_hold_cycles", Cycles, "Cycles the pipeline waited for the write buffer to be free.";
        ItlbMisses = "itlb_misses", Count, "Instruction translations that were not in the TLB.";
        ItlbHold = "immu_hold_cycles", Cycles, "Cycles the pipeline waited for an instruction table walk.";
        DtlbMisses = "dtlb_misses", Count, "Data translations that were not in the TLB.";
        DtlbHold = "dmmu_hold_cycles", Cycles, "Cycles the pipeline waited for a data table walk.";
        LoadUseStalls = "load_use_stall_cycles", Cycles, "Cycles lost because an instruction used what the load just before it delivered.";
        IccStalls = "icc_stall_cycles", Cycles, "Cycles a branch or conditional trap waited for the condition codes.";
        MulDivStalls = "muldiv_stall_cycles", Cycles, "Cycles beyond the issue cycle of multiplications and divisions and of those who waited for their result.";
        FpuStalls = "fpu_stall_cycles", Cycles, "Cycles an instruction waited for the FPU: operands, a busy divider, a comparison, a store.";
        ControlStalls = "control_stall_cycles", Cycles, "Cycles beyond the issue cycle of JMPL and RETT.";
        TrapCycles = "trap_cycles", Cycles, "Cycles spent entering traps.";
        FlushCycles = "flush_cycles", Cycles, "Cycles the pipeline waited for a cache flush.";
        AtomicCycles = "atomic_cycles", Cycles, "Cycles beyond the issue cycle that atomics take in the pipeline besides their bus time.";
        WakeCycles = "wake_cycles", Cycles, "Cycles spent leaving power-down.";
        SnoopInvalidations = "snoop_invalidations", Count, "Data-cache lines invalidated because another master wrote them.";
        IoReads = "io_reads", Count, "Reads of device registers.";
        IoWrites = "io_writes", Count, "Writes of device registers.";
        LoadWaitHits = "l1_fill_wait_cycles", Cycles, "Cycles waited for a word of a line that was still being filled (part of the hold meters).";
        MultiIssue = "multi_issue", Cycles, "Cycles in which two or three instructions were issued together.";
        IpDispatchStall = "ip_dispatch_stall", Cycles, "Cycles in which the oldest instruction not yet issued was one of the integer pipe and was not issued.";
        LsDispatchStall = "ls_dispatch_stall", Cycles, "Cycles in which the oldest instruction not yet issued was one of the load/store pipe and was not issued.";
        LpDispatchStall = "lp_dispatch_stall", Cycles, "Cycles in which the oldest instruction not yet issued was one of the loop pipe and was not issued.";
        PcacheHits = "pcache_hits", Count, "Fetches of an aligned 64-bit group through the enabled program cache that hit.";
        PcacheMisses = "pcache_misses", Count, "Fetches of an aligned 64-bit group through the enabled program cache that missed: line fills begun.";
        DataCacheHits = "dcache_hits", Count, "Loads and stores through the enabled data cache that hit.";
        DataCacheMissesClean = "dcache_misses_clean", Count, "Loads and stores through the enabled data cache that missed without a write-back.";
        DataCacheMissesDirty = "dcache_misses_dirty", Count, "Loads and stores through the enabled data cache that missed and wrote a dirty line back first.";
        DrbHits = "drb_hits", Count, "Loads through the data read buffer that hit.";
        DrbMisses = "drb_misses", Count, "Loads through the data read buffer that missed.";
        TotalBranch = "total_branches", Count, "Branch instructions resolved: jumps, calls, returns and loops, taken or not.";
        PmemStall = "pmem_stall", Cycles, "Cycles in which the fetch unit requested an instruction and the program memory was not ready, whether or not the pipeline still had work.";
        DmemStall = "dmem_stall", Cycles, "Cycles in which the load/store unit requested data and the data memory was not ready.";
        OperandStalls = "operand_stall_cycles", Cycles, "Cycles lost waiting for an operand or a busy unit of the core.";
        FetchStalls = "fetch_stall_cycles", Cycles, "Cycles lost because no instruction had been fetched.";
        DataStalls = "data_stall_cycles", Cycles, "Cycles the pipeline was held by a data access that its memory did not answer at once.";
        BranchStalls = "branch_stall_cycles", Cycles, "Cycles lost to taken and mispredicted branches beyond their issue cycle.";
        ContextCycles = "context_cycles", Cycles, "Cycles beyond the issue cycle of instructions that save or restore a context, with the way to where they go on.";
        SyncCycles = "sync_cycles", Cycles, "Cycles lost to synchronising instructions: pipeline flushes and waits for outstanding accesses.";
        MeshCoreWait = "mesh_core_wait_cycles", Cycles, "Cycles that packets coming from the node itself waited at this node's routers.";
        MeshSouthWait = "mesh_south_wait_cycles", Cycles, "Cycles that packets coming from the node to the south waited at this node's routers.";
        MeshNorthWait = "mesh_north_wait_cycles", Cycles, "Cycles that packets coming from the node to the north waited at this node's routers.";
        MeshWestWait = "mesh_west_wait_cycles", Cycles, "Cycles that packets coming from the node to the west waited at this node's routers.";
        MeshEastWait = "mesh_east_wait_cycles", Cycles, "Cycles that packets coming from the node to the east waited at this node's routers.";
        MeshCoreAccess = "mesh_core_accesses", Count, "Packets that came from the node itself into this node's routers.";
        MeshSouthAccess = "mesh_south_accesses", Count, "Packets that came from the node to the south into this node's routers.";
        MeshNorthAccess = "mesh_north_accesses", Count, "Packets that came from the node to the north into this node's routers.";
        MeshWestAccess = "mesh_west_accesses", Count, "Packets that came from the node to the west into this node's routers.";
        MeshEastAccess = "mesh_east_accesses", Count, "Packets that came from the node to the east into this node's routers.";
        HaltedCycles = "halted_cycles", Cycles, "Cycles in which a debugger or a breakpoint held the core.";
        IaluInstructions = "ialu_instructions", Count, "Instructions of the integer unit completed: arithmetic, logic, shifts and moves; no loads, stores or branches.";
        RawInt = "raw_int_stall_cycles", Cycles, "Cycles an instruction waited for the result of an integer instruction.";
        RawLoad = "raw_load_stall_cycles", Cycles, "Cycles an instruction waited for what a load from the core's own memory brings.";
        RawExternal = "raw_external_stall_cycles", Cycles, "Cycles an instruction waited for a load from outside the core.";
        RawFpu = "raw_fpu_stall_cycles", Cycles, "Cycles an instruction waited for a result of the FPU.";
        Waw = "waw_stall_cycles", Cycles, "Cycles an instruction waited because the register that it writes still waits for an earlier result.";
        FpuFlags = "fpu_flag_stall_cycles", Cycles, "Cycles a branch or move waited for the flags of the FPU.";
        StoreData = "store_data_stall_cycles", Cycles, "Of the cycles in which an instruction waited for a result: those of stores that waited for what they store, and of no load.";
        Straddle = "straddle_cycles", Cycles, "Cycles lost because the target of a branch lies across two lines of eight bytes.";
        FetchLocal = "fetch_local_stall_cycles", Cycles, "Cycles lost because loads and stores had the bank of the next instructions.";
        FetchLost = "fetch_bank_lost_cycles", Cycles, "Cycles in which the fetch unit did not get the bank that it wanted, whether or not the pipeline still had work.";
        FetchExternal = "fetch_external_stall_cycles", Cycles, "Cycles lost waiting for instructions from outside the core.";
        FetchOutside = "fetch_outside_cycles", Cycles, "Cycles in which the instruction buffer was empty and a line from outside the core was on its way, whatever the pipeline did.";
        BankLost = "bank_conflict_cycles", Cycles, "Cycles a load or store waited because others used its bank of the core's memory.";
        MeshFull = "mesh_output_stall_cycles", Cycles, "Cycles a load or store waited for the core's way into the mesh.";
        MeshLoads = "mesh_loads", Count, "Loads and atomics that went out of the core.";
        MeshStores = "mesh_stores", Count, "Stores that went out of the core.";
        MeshFetches = "mesh_fetches", Count, "Lines of instructions fetched from outside the core.";
        DmaElements = "dma_elements", Count, "Elements that the core's DMA engine has moved.";
        TaskSwitches = "task_switches", Count, "Switches to another task, told by a described workload.";
        MessagesPut = "messages_put", Count, "Messages put to a queue, told by a described workload.";
        MessagesGot = "messages_got", Count, "Messages taken out of a queue, told by a described workload.";
        EventsTraced = "events_traced", Count, "Events that a described tracer wrote.";
        EventsDiscarded = "events_discarded", Count, "Events that a described tracer discarded, having no packet.";
        PacketsSent = "packets_sent", Count, "Packets that a described tracer closed.";
        TracerCycles = "tracer_cycles", Cycles, "Cycles in a described tracer, handing packets over included; part of the other meters.";
    }
}

impl CoreMeter {
    /// The meters whose sum is [`CoreMeter::Cycles`]: a CPI stack. A kind of core has some of them.
    pub const STACK: &'static [CoreMeter] = &[
        CoreMeter::IssueCycles,
        CoreMeter::ICacheHold,
        CoreMeter::DCacheHold,
        CoreMeter::WriteBufferHold,
        CoreMeter::ItlbHold,
        CoreMeter::DtlbHold,
        CoreMeter::LoadUseStalls,
        CoreMeter::IccStalls,
        CoreMeter::MulDivStalls,
        CoreMeter::FpuStalls,
        CoreMeter::ControlStalls,
        CoreMeter::TrapCycles,
        CoreMeter::FlushCycles,
        CoreMeter::AtomicCycles,
        CoreMeter::WakeCycles,
        CoreMeter::OperandStalls,
        CoreMeter::FetchStalls,
        CoreMeter::DataStalls,
        CoreMeter::BranchStalls,
        CoreMeter::ContextCycles,
        CoreMeter::SyncCycles,
        CoreMeter::RawInt,
        CoreMeter::RawLoad,
        CoreMeter::RawExternal,
        CoreMeter::RawFpu,
        CoreMeter::Waw,
        CoreMeter::FpuFlags,
        CoreMeter::Straddle,
        CoreMeter::FetchLocal,
        CoreMeter::FetchExternal,
        CoreMeter::BankLost,
        CoreMeter::MeshFull,
    ];
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

/// Room for each core's meters; a power of two so that an index masks for free.
pub const CORE_METERS: usize = 128;
/// Masters that a bus can tell apart.
pub const BUS_MASTERS: usize = 16;
/// How many meters a bus has.
pub const BUS_METERS: usize = BusMeter::ALL.len();
/// How many meters a shared cache has.
pub const CACHE_METERS: usize = CacheMeter::ALL.len();

const _: () = assert!(CoreMeter::ALL.len() <= CORE_METERS);

/// The meters of one core, per privilege mode: index 0 user, 1 supervisor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoreBank {
    #[serde(with = "BigArray")]
    values: [u64; 2 * CORE_METERS],
}

impl Default for CoreBank {
    fn default() -> CoreBank {
        CoreBank {
            values: [0; 2 * CORE_METERS],
        }
    }
}

impl CoreBank {
    /// Adds `n` to meter `m` in the given mode.
    #[inline(always)]
    pub fn add(&mut self, supervisor: bool, m: CoreMeter, n: u64) {
        self.values[(usize::from(supervisor) * CORE_METERS) | (m as usize & (CORE_METERS - 1))] +=
            n;
    }

    /// Adds to every meter, by [`CoreMeter`], in the given mode.
    pub fn add_all(&mut self, supervisor: bool, counts: &[u64; CORE_METERS]) {
        let (user, system) = self.values.split_at_mut(CORE_METERS);
        let values = if supervisor { system } else { user };
        for (value, n) in values.iter_mut().zip(counts) {
            *value += n;
        }
    }

    /// Takes `n` back from meter `m`, from whichever modes have it: for views of an earlier moment.
    pub fn take_back(&mut self, m: CoreMeter, n: u64) {
        let supervisor = self.in_mode(true, m).min(n);
        self.values[CORE_METERS + m as usize] -= supervisor;
        let user = &mut self.values[m as usize];
        *user = user.saturating_sub(n - supervisor);
    }

    /// The meter in both modes together.
    pub fn get(&self, m: CoreMeter) -> u64 {
        self.in_mode(false, m) + defect!("meter-user-view", self.in_mode(true, m), 0)
    }

    /// All meters, by [`CoreMeter`], in both modes together.
    pub fn in_both_modes(&self) -> [u64; CORE_METERS] {
        let mut all = [0; CORE_METERS];
        for (i, sum) in all.iter_mut().enumerate() {
            *sum = self.values[i] + self.values[CORE_METERS + i];
        }
        all
    }

    /// Adds to `sums` how much each meter, by [`CoreMeter`] and in both modes together, has advanced since
    /// `before`, which becomes what they are now.
    pub fn advance(&self, before: &mut [u64; CORE_METERS], sums: &mut [u64; CORE_METERS]) {
        for i in 0..CORE_METERS {
            let now = self.values[i] + self.values[CORE_METERS + i];
            sums[i] = sums[i].wrapping_add(now.wrapping_sub(before[i]));
            before[i] = now;
        }
    }

    /// The meter in one mode.
    pub fn in_mode(&self, supervisor: bool, m: CoreMeter) -> u64 {
        self.values[usize::from(supervisor) * CORE_METERS + m as usize]
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

    /// Adds `n` to `m` on behalf of `master`.
    #[inline]
    pub fn add_for(&mut self, master: usize, m: BusMeter, n: u64) {
        self.values[m as usize] += n;
        self.by_master[master & (BUS_MASTERS - 1)][m as usize] += n;
    }

    /// Each master's part of `m`.
    pub fn parts(&self, m: BusMeter) -> [u64; BUS_MASTERS] {
        self.by_master.map(|row| row[m as usize])
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

    /// The value of `m`. Sums over kinds of access are made here, where somebody looks.
    pub fn get(&self, m: CacheMeter) -> u64 {
        use CacheMeter as C;
        let sum = |of: &[C]| of.iter().map(|&m| self.values[m as usize]).sum();
        match m {
            C::Hits => sum(&[C::ReadHits, C::WriteHits]),
            C::Misses => sum(&[C::ReadMisses, C::WriteMisses]),
            C::Accesses => self.get(C::Hits) + self.get(C::Misses),
            C::BusAccesses if defect!("cache-bus-accesses") => self.get(C::Accesses),
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
                Some(at(&b.waited, master)?.saturating_sub(defect!("meter-waited-own", own, 0)))
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
