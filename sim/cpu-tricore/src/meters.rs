//! The dictionary of this kind of core: `Meter` for this crate, [`METERS`] for all others.

trueboard_core::core_meters! {
    /// What a TriCore counts.
    pub enum Meter {
        IntInstructions = "int_instructions", Count, "Completed instructions that are not floating-point operations (FPops).";
        FpInstructions = "fp_instructions", Count, "Floating-point operations (FPops) completed.";
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction, also an annulled one, was issued: one each.";
        Loads = "loads", Count, "Load instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        Stores = "stores", Count, "Store instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        LoadStores = "load_stores", Count, "Instructions completed that load or store; an atomic is one.";
        BranchesTaken = "branches_taken", Count, "Bicc completed that were taken.";
        BranchMisses = "branch_misses", Count, "Branches not taken that had been predicted taken before the condition codes were known.";
        Traps = "traps", Count, "Traps taken: synchronous ones, trap instructions and interrupts.";
        Interrupts = "interrupts", Count, "Interrupts taken.";
        TrapCycles = "trap_cycles", Cycles, "Cycles spent entering traps.";
        WakeCycles = "wake_cycles", Cycles, "Cycles spent leaving power-down.";
        IoReads = "io_reads", Count, "Reads of device registers.";
        IoWrites = "io_writes", Count, "Writes of device registers.";
        MultiIssue = "multi_issue", Cycles, "Cycles in which two or three instructions were issued together.";
        IpDispatchStall = "ip_dispatch_stall", Cycles, "Cycles in which the oldest instruction not yet issued was one of the integer pipe and was not issued.";
        LsDispatchStall = "ls_dispatch_stall", Cycles, "Cycles in which the oldest instruction not yet issued was one of the load/store pipe and was not issued.";
        LpDispatchStall = "lp_dispatch_stall", Cycles, "Cycles in which the oldest instruction not yet issued was one of the loop pipe and was not issued.";
        PcacheHits = "pcache_hits", Count, "Fetches of an aligned 64-bit group through the enabled program cache that hit.";
        PcacheMisses = "pcache_misses", Count, "Fetches of an aligned 64-bit group through the enabled program cache that missed: line fills begun.";
        DataCacheHits = "dcache_hits", Count, "Loads and stores through the enabled data cache that hit.";
        DataCacheMissesClean = "dcache_misses_clean", Count, "Loads and stores through the enabled data cache that missed without a write-back.";
        DataCacheMissesDirty = "dcache_misses_dirty", Count, "Loads and stores through the enabled data cache that missed and wrote a dirty line back first.";
        DataCacheStoreHits = "dcache_store_hits", Count, "Those of `dcache_hits` that were stores, saves of contexts or atomic exchanges.";
        DataCacheStoreMisses = "dcache_store_misses", Count, "Those of `dcache_misses_clean` and `dcache_misses_dirty` that were stores, saves of contexts or atomic exchanges.";
        DrbHits = "drb_hits", Count, "Loads through the data read buffer that hit.";
        DrbMisses = "drb_misses", Count, "Loads through the data read buffer that missed.";
        TotalBranch = "total_branches", Count, "Branch instructions resolved: jumps, calls, returns and loops, taken or not.";
        PmemStall = "pmem_stall", Cycles, "Cycles in which the fetch unit requested an instruction and the program memory was not ready, whether or not the pipeline still had work.";
        DmemStall = "dmem_stall", Cycles, "Cycles in which the load/store unit requested data and the data memory was not ready.";
        DmemStoreStall = "dmem_store_stall", Cycles, "Those of `dmem_stall` for which a store, the save of a context or an atomic exchange waited.";
        OperandStalls = "operand_stall_cycles", Cycles, "Cycles lost waiting for an operand or a busy unit of the core.";
        FetchStalls = "fetch_stall_cycles", Cycles, "Cycles lost because no instruction had been fetched.";
        DataStalls = "data_stall_cycles", Cycles, "Cycles the pipeline was held by a data access that its memory did not answer at once.";
        BranchStalls = "branch_stall_cycles", Cycles, "Cycles lost to taken and mispredicted branches beyond their issue cycle.";
        ContextCycles = "context_cycles", Cycles, "Cycles beyond the issue cycle of instructions that save or restore a context, with the way to where they go on.";
        SyncCycles = "sync_cycles", Cycles, "Cycles lost to synchronising instructions: pipeline flushes and waits for outstanding accesses.";
    }
    /// The meters of a TriCore.
    pub static METERS of "TriCore";
    counted {
        Cycles IdleCycles Instructions IntInstructions FpInstructions IssueCycles Loads Stores
        LoadStores BranchesTaken BranchMisses Traps Interrupts IoReads IoWrites MultiIssue
        IpDispatchStall LsDispatchStall LpDispatchStall PcacheHits PcacheMisses DataCacheHits
        DataCacheMissesClean DataCacheMissesDirty DataCacheStoreHits DataCacheStoreMisses DrbHits
        DrbMisses TotalBranch PmemStall DmemStall DmemStoreStall OperandStalls FetchStalls
        DataStalls BranchStalls ContextCycles TrapCycles SyncCycles WakeCycles
    }
    stack {
        IssueCycles TrapCycles WakeCycles OperandStalls FetchStalls DataStalls BranchStalls
        ContextCycles SyncCycles
    }
    rules {
        IssueCycles: Whole Issue "instructions issue, one to three in a cycle", "", "";
        OperandStalls: Own Operands "waits for an operand or a busy unit", "pipelines", "";
        FetchStalls: Code Fetch "waits to be fetched", "program memory interface", "UM, table of access latencies";
        DataStalls: Data Memory "waits for a data memory", "data memory interface", "UM, table of access latencies";
        BranchStalls: Own End "is a branch, taken or mispredicted", "", "";
        ContextCycles: Own End "saves or restores a context", "", "";
        SyncCycles: Own End "waits until accesses or the pipeline are through", "", "";
        TrapCycles: Own End "is where a trap or interrupt is entered", "", "";
        WakeCycles: Whole Fetch "the core leaves power-down", "", "";
    }
    executed { Instructions Traps }
    changes { Stores Traps }
}
