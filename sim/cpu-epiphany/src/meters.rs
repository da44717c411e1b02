//! The dictionary of this kind of core: `Meter` for this crate, [`METERS`] for all others.

trueboard_core::core_meters! {
    /// What an eCore counts, and what the routers of its node count.
    pub enum Meter {
        IntInstructions = "int_instructions", Count, "Completed instructions that are not floating-point operations (FPops).";
        FpInstructions = "fp_instructions", Count, "Floating-point operations (FPops) completed.";
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction, also an annulled one, was issued: one each.";
        Loads = "loads", Count, "Load instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        Stores = "stores", Count, "Store instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        LoadStores = "load_stores", Count, "Instructions completed that load or store; an atomic is one.";
        BranchesTaken = "branches_taken", Count, "Bicc completed that were taken.";
        Traps = "traps", Count, "Traps taken: synchronous ones, trap instructions and interrupts.";
        Interrupts = "interrupts", Count, "Interrupts taken.";
        TrapCycles = "trap_cycles", Cycles, "Cycles spent entering traps.";
        IoReads = "io_reads", Count, "Reads of device registers.";
        IoWrites = "io_writes", Count, "Writes of device registers.";
        MultiIssue = "multi_issue", Cycles, "Cycles in which two or three instructions were issued together.";
        TotalBranch = "total_branches", Count, "Branch instructions resolved: jumps, calls, returns and loops, taken or not.";
        BranchStalls = "branch_stall_cycles", Cycles, "Cycles lost to taken and mispredicted branches beyond their issue cycle.";
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
    }
    /// The meters of an eCore.
    pub static METERS of "eCore";
    counted {
        Cycles IdleCycles HaltedCycles Instructions IntInstructions FpInstructions
        IaluInstructions IssueCycles MultiIssue Loads Stores LoadStores TotalBranch
        BranchesTaken Traps Interrupts RawInt RawLoad RawExternal RawFpu Waw FpuFlags StoreData
        BranchStalls Straddle FetchLocal FetchLost FetchExternal FetchOutside BankLost MeshFull
        TrapCycles MeshLoads MeshStores MeshFetches DmaElements IoReads IoWrites
    }
    stack {
        IssueCycles TrapCycles BranchStalls RawInt RawLoad RawExternal RawFpu Waw FpuFlags
        Straddle FetchLocal FetchExternal BankLost MeshFull
    }
    rules {
        IssueCycles: Whole Issue "instructions issue, one or two in a cycle", "", "";
        TrapCycles: Own End "is where an interrupt is entered", "", "";
        BranchStalls: Own End "is a branch that is taken", "", "";
        RawInt: Own Operands "waits for the result of an integer instruction", "IALU", "";
        RawLoad: Own Operands "waits for a load from the core's own memory", "", "";
        RawExternal: Own Operands "waits for a load from outside the core", "read mesh", "";
        RawFpu: Own Operands "waits for a result of the FPU", "FPU", "";
        Waw: Own Operands "waits for an earlier result for the register that it writes", "", "";
        FpuFlags: Own Operands "waits for the flags of the FPU", "FPU", "";
        Straddle: Own Fetch "is the target of a branch across two lines", "", "";
        FetchLocal: Own Fetch "waits for its bank of memory to be fetched", "memory banks", "";
        FetchExternal: Code Fetch "waits to be fetched from outside the core", "read mesh", "";
        BankLost: Own Memory "waits for a bank of the core's memory", "memory banks", "";
        MeshFull: Data Memory "waits for the core's way into the mesh", "mesh", "";
    }
    executed { Instructions Traps }
    changes { Stores Traps }
}
