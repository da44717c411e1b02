//! The dictionary of this kind of core: `Meter` for this crate, [`METERS`] for all others.

trueboard_core::core_meters! {
    /// What a stub core counts. Instructions are steps of the description.
    pub enum Meter {
        IssueCycles = "issue_cycles", Cycles, "Cycles in which an instruction, also an annulled one, was issued: one each.";
        Loads = "loads", Count, "Load instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        Stores = "stores", Count, "Store instructions completed, floating-point and alternate-space ones included; atomics count as a load and a store.";
        Calls = "calls", Count, "CALL instructions completed.";
        Traps = "traps", Count, "Traps taken: synchronous ones, trap instructions and interrupts.";
        Interrupts = "interrupts", Count, "Interrupts taken.";
        TrapCycles = "trap_cycles", Cycles, "Cycles spent entering traps.";
        WakeCycles = "wake_cycles", Cycles, "Cycles spent leaving power-down.";
        IoReads = "io_reads", Count, "Reads of device registers.";
        IoWrites = "io_writes", Count, "Writes of device registers.";
        DataStalls = "data_stall_cycles", Cycles, "Cycles the pipeline was held by a data access that its memory did not answer at once.";
        ContextCycles = "context_cycles", Cycles, "Cycles beyond the issue cycle of instructions that save or restore a context, with the way to where they go on.";
        SyncCycles = "sync_cycles", Cycles, "Cycles lost to synchronising instructions: pipeline flushes and waits for outstanding accesses.";
        TaskSwitches = "task_switches", Count, "Switches to another task, as a described workload says.";
        MessagesPut = "messages_put", Count, "Messages put to a queue, as a described workload says.";
        MessagesGot = "messages_got", Count, "Messages taken out of a queue, as a described workload says.";
        EventsTraced = "events_traced", Count, "Events that a described tracer wrote.";
        EventsDiscarded = "events_discarded", Count, "Events that a described tracer discarded, having no packet.";
        PacketsSent = "packets_sent", Count, "Packets that a described tracer closed.";
        TracerCycles = "tracer_cycles", Cycles, "Cycles in a described tracer, handing packets over included; part of the other meters.";
    }
    /// The meters of a stub core.
    pub static METERS of "stub core";
    counted {
        Cycles IdleCycles Instructions IssueCycles Loads Stores Calls Traps Interrupts IoReads
        IoWrites DataStalls TrapCycles ContextCycles SyncCycles WakeCycles TaskSwitches
        MessagesPut MessagesGot EventsTraced EventsDiscarded PacketsSent TracerCycles
    }
    stack {
        IssueCycles TrapCycles WakeCycles DataStalls ContextCycles SyncCycles
    }
    executed { Instructions Traps }
    changes { Stores Traps }
}
