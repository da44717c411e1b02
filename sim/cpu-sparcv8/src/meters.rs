//! The dictionary of this kind of core: `Meter` for this crate, [`METERS`] for all others.

trueboard_core::core_meters! {
    /// What a LEON counts.
    pub enum Meter {
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
    }
    /// The meters of a LEON.
    pub static METERS of "LEON";
    stack {
        IssueCycles ICacheHold DCacheHold WriteBufferHold ItlbHold DtlbHold LoadUseStalls
        IccStalls MulDivStalls FpuStalls ControlStalls TrapCycles FlushCycles AtomicCycles
        WakeCycles
    }
    rules {
        IssueCycles: Whole Issue "instructions issue, one cycle each", "", "UM 1.7 p. 52";
        ICacheHold: Code Fetch "waits to be fetched", "instruction cache", "UM 1.7 p. 54";
        DCacheHold: Data Memory "waits for data that it reads", "data cache", "UM 1.7 p. 54";
        WriteBufferHold: Stores Memory "waits for the write buffer of one entry", "write buffer", "UM 1.7 p. 54";
        ItlbHold: Own Fetch "waits for a table walk for its own address", "MMU", "UM 1.7 p. 84";
        DtlbHold: Own Memory "waits for a table walk for its data", "MMU", "UM 1.7 p. 84";
        LoadUseStalls: Own Operands "waits for what the load before it delivers", "", "UM 1.7 p. 67";
        IccStalls: Own Operands "waits for condition codes", "", "UM 1.7 p. 52";
        MulDivStalls: Own End "waits for the multiplier or divider", "multiplier, divider", "UM 1.7 p. 52";
        FpuStalls: Own Operands "waits for the FPU", "FPU", "UM 2.9 section 6.5";
        ControlStalls: Own End "takes more than its issue to go elsewhere", "", "estimate";
        TrapCycles: Own End "is where a trap or interrupt is entered", "", "UM 1.7 p. 52";
        FlushCycles: Own End "waits for the flush of a cache", "", "estimate";
        AtomicCycles: Own Memory "is an atomic, which takes the pipeline longer", "", "estimate";
        WakeCycles: Whole Fetch "the core leaves power-down", "", "UM 1.7 p. 68";
    }
    executed { Instructions Annulled Traps }
    changes { Stores Traps }
}
