//! The description of a core for debuggers: registers by GDB's numbers, which are the core's own
//! (`Inspect::registers`), and the name of a crash.

/// What a debugger that speaks GDB's remote protocol is handed of a kind of core. Registers have 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct DebugDescription {
    /// GDB's target description (GDB manual, "Target Descriptions"): architecture, names and numbers of registers.
    pub xml: &'static str,
    /// How many registers a `g` packet has.
    pub in_packet: usize,
    /// How many registers there are; those beyond a `g` packet are for `p` packets only.
    pub known: usize,
    /// Number of the program counter.
    pub pc: usize,
    /// Whether a word has its most significant byte first.
    pub big_endian: bool,
    /// How a core that stopped with this trap has crashed.
    pub fault: fn(u16) -> Fault,
}

/// A crash, by the signal that a program under an operating system would have got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `SIGSEGV`: an address that is not mapped, or protected.
    Address,
    /// `SIGILL`: an instruction that there is not, or that is not permitted.
    Instruction,
    /// `SIGBUS`: an address that is not aligned.
    Alignment,
    /// `SIGFPE`: an exception of arithmetic.
    Arithmetic,
    /// `SIGABRT`: any other trap.
    Other,
}
