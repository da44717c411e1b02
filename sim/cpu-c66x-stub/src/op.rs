//! The assembled form of a workload: a step is one "instruction" of four bytes, so that it has an
//! address, a place in a function, and a text.

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Is(u64),
    /// A variable of the task.
    Var(u8),
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Nothing: places that only have an address, and functions that this core never reaches.
    Nop,
    /// Private work.
    Compute(Value),
    /// Begins a loop with its `Next` at `end`.
    Loop {
        /// How often; `None` is for ever.
        count: Option<Value>,
        /// The variable that counts.
        var: Option<u8>,
        /// Microseconds from one begin to the next.
        period_us: Option<Value>,
        /// Where its `Next` is.
        end: u32,
    },
    /// Ends the body of the innermost loop.
    Next,
    /// Calls the function of this number.
    Call(u16),
    /// Returns.
    Ret,
    /// Sets a variable.
    Set(u8, Value),
    /// Adds to a variable.
    Add(u8, Value),
    /// Reads the time stamp counter.
    Clock(u8),
    /// Stores 8 bytes at an address.
    Store(u32, Value),
    /// Stores the cycles since the variable was set by `Clock`.
    Elapsed(u8, u32),
    /// A tracepoint.
    Trace(u16, Vec<Value>),
    /// Switches the tracer.
    Tracing(bool),
    /// Hands the open packet over.
    Flush,
    /// Sleeps for microseconds.
    Sleep(Value),
    /// Takes from a semaphore.
    Pend(u8),
    /// Gives to a semaphore.
    Post(u8),
    /// Creates a task.
    TaskCreate(u8),
    /// Changes the priority of the task.
    Priority(u8),
    /// Goes behind the ready tasks of equal priority.
    Yield,
    /// Creates a queue.
    Create(u16),
    /// Waits for a queue.
    Open(u16),
    /// Allocates a message.
    Alloc(u16),
    /// Puts the message.
    Put {
        /// The queue.
        queue: u16,
        /// Its payload.
        words: Vec<Value>,
        /// Where a reply goes.
        reply: Option<u16>,
    },
    /// Gets a message.
    Get {
        /// The queue.
        queue: u16,
        /// Variables for its payload.
        into: Vec<u8>,
    },
    /// Answers the message.
    Reply(Vec<Value>),
    /// Frees the message.
    Free,
    /// Allocates a block and keeps it in a slot.
    HeapAlloc(u16, u8),
    /// Frees the block in a slot.
    HeapFree(u8),
    /// Reads bytes of the block in a slot.
    Read(u8, u32),
    /// Writes bytes of the block in a slot.
    Write(u8, u32),
    /// Interrupts a core.
    Interrupt(u8),
    /// Releases a DSP.
    Release(u8),
    /// Exchanges interrupts with a core.
    Exchange(u8),
    /// Drains a packet.
    Drain {
        /// The queue.
        queue: u16,
        /// Packets that go back together.
        batch: u32,
    },
    /// Prints.
    Print(String),
    /// Ends the run.
    Exit(u32),
}
