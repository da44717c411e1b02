//! The contract of a core with the board that runs it.

use crate::bus::{BusFault, CoreBus};
use crate::device::CoreSignal;
use crate::fact::{CoreState, FactBuf};
use crate::inspect::Inspect;
use crate::mem::Memory;
use crate::meter::{Accounts, Dictionary, Meters};
use crate::net::Delivery;
use crate::snapshot::SnapshotError;
use crate::time::Tick;
use serde::{Deserialize, Serialize};

/// What a core is lent for one slice of the run.
pub struct RunCx<'a> {
    /// The board's memories.
    pub mem: &'a mut Memory,
    /// Everything else outside the core.
    pub bus: &'a mut dyn CoreBus,
    /// All meters; a core writes its own bank only, and may keep counts pending until [`Core::settle`].
    pub meters: &'a mut Meters,
    /// Facts.
    pub facts: &'a mut FactBuf,
    /// Private work may go on while the core's time is before this.
    pub until: Tick,
    /// The end that the slice had when it was chosen. `until` is before it where the core goes one
    /// instruction at a time: what a core makes depend on the end of its slice depends on this.
    pub planned: Tick,
    /// The end that it has by now: `planned`, or where the first of what the core has sent since arrives. Nothing comes
    /// too early for what the core does before this.
    pub ends: Tick,
    /// Transfers over shared buses may be made while the core's time is before this.
    pub shared_until: Tick,
    /// Device accesses, atomics and interrupts may happen while the core's time is before this: no core is behind.
    pub sync_until: Tick,
    /// The meters of all cores are settled: a device that reads them may be accessed.
    pub settled: bool,
    /// The breakpoints and watchpoints that are armed.
    pub armed: ArmedStops,
    /// The answer to the [`Stop::Peer`] with which the core stopped last; it takes it.
    pub answer: Option<Result<u32, BusFault>>,
}

/// The breakpoints ([`Inspect::set_breakpoints`]) that a core stops at in a slice, and whether it stops behind
/// accesses that reach a watchpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArmedStops {
    /// None.
    #[default]
    None,
    /// All of them.
    All,
    /// All except the one at this address, its current one.
    AllBut(u64),
}

impl ArmedStops {
    /// The core stops in front of the instruction at the breakpoint `pc`.
    #[inline]
    #[must_use]
    pub fn stops_at(self, pc: u64) -> bool {
        match self {
            ArmedStops::None => false,
            ArmedStops::All => true,
            ArmedStops::AllBut(passed) => pc != passed,
        }
    }

    /// The core stops behind an instruction that has reached a watchpoint.
    #[inline]
    #[must_use]
    pub fn watches(self) -> bool {
        self != ArmedStops::None
    }
}

/// An access of a core to the registers of another one, by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAccess {
    /// The core that owns the register.
    pub core: u8,
    /// Byte offset of the register in the core's window.
    pub offset: u32,
    /// The value, of a write.
    pub write: Option<u32>,
}

/// Why a slice ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The slice is used up.
    Horizon,
    /// The core ends it a little early, where that is convenient.
    EarlyEnd,
    /// It was not this core's turn for what it wanted to do.
    Sync,
    /// The next access is to a device that reads meters: the slice continues when the cores are settled.
    Settle,
    /// The next access is to a register of another core: the slice continues at this instruction with the answer in
    /// [`RunCx::answer`]. The core has checked that it is its turn.
    Peer(PeerAccess),
    /// A device was accessed: the board carries out the effects, then continues.
    Yield,
    /// The core is in power-down.
    Idle,
    /// The core has stopped for good.
    Error(ErrorStop),
    /// The next instruction is at a breakpoint. Nothing of it was begun, and the slice is not over.
    Breakpoint,
    /// The last instruction has reached a watchpoint. The slice is not over.
    Watched,
    /// A fault at which `--strict` stops.
    Break(String),
}

/// How a core came to stop for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorStop {
    /// The trap that could not be taken.
    pub trap: u16,
    /// Where.
    pub pc: u64,
    /// What it is called and why it could not be taken.
    pub what: String,
    /// The board's customary way to end a program: the exit status.
    pub exit: Option<u32>,
}

/// A jump to itself that a core executes, which only an interrupt can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// Where the jump is.
    pub pc: u64,
    /// No interrupt is taken: nothing but a reset ends it.
    pub masked: bool,
}

/// An instruction that a core executed, or began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// Where it is.
    pub pc: u64,
    /// It was not completed: it trapped.
    pub trapped: bool,
}

/// A trap that a program has not come back from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    /// Its number, as in [`ErrorStop::trap`].
    pub trap: u16,
    /// What it is called, with the address that it is about, if any.
    pub what: String,
    /// Where it was raised.
    pub pc: u64,
    /// Where its handler begins.
    pub vector: u64,
}

/// What a program was doing when it went wrong, for crash messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Registers by name.
    pub registers: Vec<(&'static str, u64)>,
    /// The calls that led there, the innermost first: the address of each call.
    pub calls: Vec<u64>,
}

/// A register that debuggers, traces and oracles know by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegName {
    /// The ISA's own name.
    pub name: &'static str,
    /// Width in bits.
    pub bits: u8,
}

/// Words that a loader leaves for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoaderWords {
    /// The section of the image that they go to.
    pub section: &'static str,
    /// Where they go if the image has no such section and loads nothing there; an address as the core
    /// has it.
    pub at: u64,
    /// The words.
    pub bytes: Vec<u8>,
}

/// Places in a turn of a [`Wait`] at which a slice may end.
pub const WAIT_STOPS: usize = 8;

/// Why the slices of a core that waits end where they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitEnd {
    /// In front of a load that keeps the order of all cores: the first one at or after
    /// [`RunCx::shared_until`].
    Turn,
    /// For their time: at the first place at or after [`RunCx::until`].
    Time,
    /// At whichever comes first: in front of a load that waits for its turn, the first one at or after
    /// [`RunCx::sync_until`], or at one of the other places, the first one at or after [`RunCx::planned`] less
    /// a margin.
    Either {
        /// Which places are such loads: bit n is place n.
        loads: u8,
        /// The margin, in base ticks.
        margin: u64,
        /// Slices that go beyond this are none of the wait.
        limit: Tick,
    },
}

/// The writers that end a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// Writes to lines that the core's cache holds: a physical address in each, as many as the turn has
    /// places.
    Lines([u64; WAIT_STOPS]),
    /// Writes to a memory of the core's own: its first physical address, and the one past the last.
    Own(u64, u64),
    /// What a network brings for the core.
    Packets,
}

/// A loop in which a core waits for a write by another core or a device. Each turn leaves the core's state unchanged,
/// and only repeats its loads from the core's own cache or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// What a turn takes, in base ticks; at least 1.
    pub turn: u64,
    /// Places in a turn at which a slice may end, 1 to [`WAIT_STOPS`].
    pub stops: usize,
    /// Ticks from each of them to the next one, the last one to the first of the next turn; as many as
    /// there are places, together `turn`.
    pub gaps: [u64; WAIT_STOPS],
    /// The current one.
    pub before: usize,
    /// Which of them ends a slice.
    pub end: WaitEnd,
    /// Who ends the wait.
    pub waits_for: WaitFor,
}

/// When basic blocks are translated to machine code of the host. Nothing that is simulated depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Translate {
    /// Never: handlers execute all instructions.
    Never,
    /// When they were executed so often that it pays.
    #[default]
    WhenHot,
    /// When they were executed once: for tests.
    AtOnce,
}

/// A core: what runs it. What it shows is [`Inspect`].
pub trait Core: Inspect + Send {
    /// Its own time.
    fn now(&self) -> Tick;

    /// When it must continue: its own time, or the earlier time of a pending transfer. The other cores must not pass
    /// it.
    fn due(&self) -> Tick {
        self.now()
    }

    /// What it is doing.
    fn state(&self) -> CoreState;

    /// Runs until a [`Stop`].
    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop;

    /// The loop in which the core waits, when the last slice ended at one of the places of [`Wait::gaps`]: it repeats
    /// until a write to [`Wait::waits_for`] or to code, or a signal.
    fn waits(&self) -> Option<Wait> {
        None
    }

    /// Continues in that loop by as many whole turns as fit before `at`, without executing them.
    fn wait_until(&mut self, at: Tick) {
        let _ = at;
    }

    /// The machine may have been changed from outside: a detected loop does not hold any more.
    fn look_again(&mut self) {}

    /// Another core, or a debugger's bus, reads or writes a register of this one at time `at`.
    ///
    /// # Errors
    /// When there is no such register, or it cannot be reached from outside.
    fn peer(&mut self, access: PeerAccess, at: Tick, meters: &mut Meters) -> Result<u32, BusFault> {
        let _ = (access, at, meters);
        Err(BusFault::Unmapped)
    }

    /// The addresses, first and one past the last, at which packets of a network reach this core.
    fn window(&self) -> Option<(u64, u64)> {
        None
    }

    /// A delivery arrives at time `at`; no core is behind it, this one may be ahead. Returns the answer to a packet
    /// that reads. The core may send in turn.
    ///
    /// # Errors
    /// When there is nothing at the packet's address.
    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        let _ = (delivery, at, cx);
        Err(BusFault::Unmapped)
    }

    /// The meters of this kind of core.
    fn meters(&self) -> &'static Dictionary;

    /// What was charged to the accounts that an observer has chosen ([`Observer::account`]); settled with the meters.
    /// None for a kind that has no calls, returns, traps and interrupts.
    ///
    /// [`Observer::account`]: crate::observe::Observer::account
    fn accounts(&self) -> Option<&Accounts> {
        None
    }

    /// When its basic blocks are translated. A core without a translator has no use for it.
    fn set_translate(&mut self, when: Translate) {
        let _ = when;
    }

    /// Bits of words in memories are flipped, and a code protects them: it calls [`CoreBus::own_memory`] for each access
    /// to memories of its own that passes no bus; or there are none any more. That is no state.
    ///
    /// [`CoreBus::own_memory`]: crate::bus::CoreBus::own_memory
    fn set_bit_flips(&mut self, struck: bool) {
        let _ = struck;
    }

    /// A device signals the core at time `at`.
    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters);

    /// Puts a held or sleeping core's time forward to `at`, metering the time in between.
    fn skip_to(&mut self, at: Tick, meters: &mut Meters);

    /// Brings its bank of meters up to the core's own time.
    fn settle(&mut self, meters: &mut Meters);

    /// Instructions in these ranges of addresses, sorted, execute without cost: no time passes, no
    /// cache changes, nothing is counted.
    fn set_free(&mut self, ranges: &[(u64, u64)]);

    /// Its state, for snapshots and the digest.
    fn save(&self) -> Vec<u8>;

    /// Takes a saved state.
    ///
    /// # Errors
    /// When the bytes are not this core's.
    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError>;

    /// Registers of it were changed from outside, at time `at`, by [`Inspect::set`]: a waiting core continues if an
    /// interrupt is due now.
    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        let _ = (at, meters);
    }
}
