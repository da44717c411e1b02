//! Facts: an optional, ordered record of a run. Cores and devices append; the board merges them in time order and hands
//! them to trace writers and observers.
//!
//! Facts are recorded only for a listener. Accesses to performance counters and sensors are judged when they happen,
//! recorded or not.

use crate::id::DevId;
use crate::mem::Memory;
use crate::meter::{CoreMeter, Dictionary, Meters};
use crate::observe::{
    Asked, DynamicEvent, Executed, Kinds, Observer, Observers, Registers, Running, Stepped,
};
use crate::time::Tick;
use serde::{Deserialize, Serialize};

/// Who a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Source {
    /// A core, by index.
    Core(u8),
    /// A device.
    Device(DevId),
    /// A bus, by index of its meters.
    Bus(u8),
    /// The whole board.
    Board,
}

/// What a core is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CoreState {
    /// Held in reset, or not yet started.
    Held,
    /// Executing.
    Running,
    /// In power-down, waiting for an interrupt.
    Idle,
    /// Stopped by a trap it could not take.
    Error,
}

/// A happening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FactKind {
    /// A core changed state.
    State(CoreState),
    /// A call instruction at `from` went to `to`.
    Call {
        /// Address of the call.
        from: u64,
        /// Its target.
        to: u64,
    },
    /// A return instruction at `from` went to `to`.
    Return {
        /// Address of the return.
        from: u64,
        /// Where it went.
        to: u64,
    },
    /// A synchronous trap or trap instruction was taken.
    Trap {
        /// The trap type.
        tt: u16,
        /// Where it was taken.
        pc: u64,
        /// First instruction of the handler.
        to: u64,
    },
    /// An interrupt was taken.
    Interrupt {
        /// Its level.
        level: u8,
        /// The instruction that it came before.
        pc: u64,
        /// First instruction of the handler.
        to: u64,
    },
    /// Return from a trap or interrupt.
    TrapReturn {
        /// Where execution continues.
        to: u64,
    },
    /// An instruction has put the stack pointer elsewhere: not by what it was before, as for a frame.
    Stack {
        /// What it was.
        from: u64,
        /// What it is.
        to: u64,
        /// Both are heads of chains of saved contexts (PCXI of a TriCore) and no addresses: which is higher means
        /// nothing.
        chained: bool,
    },
    /// Firmware read a register of a measuring device and saw `value`.
    RegRead {
        /// Reading core.
        core: u8,
        /// Address of the load.
        pc: u64,
        /// Register offset in the device.
        offset: u32,
        /// What the firmware got.
        value: u32,
    },
    /// Firmware wrote a register of a measuring device.
    RegWrite {
        /// Writing core.
        core: u8,
        /// Address of the store.
        pc: u64,
        /// Register offset in the device.
        offset: u32,
        /// What it wrote.
        value: u32,
    },
    /// A numbered output line of a device changed.
    Line {
        /// The line.
        pin: u16,
        /// Its new level.
        level: bool,
    },
    /// A character left the console.
    Console {
        /// The byte.
        byte: u8,
    },
    /// A message to another core was sent. `key` is equal at its other end.
    Sent {
        /// Distinguishes it from other messages in flight between the two.
        key: u64,
        /// The core that it is for.
        to: u8,
        /// Its size.
        bytes: u32,
    },
    /// A message has come.
    Received {
        /// As when it was sent.
        key: u64,
        /// The core that has sent it.
        from: u8,
    },
    /// Use of a bus since the previous sample.
    BusUse {
        /// Cycles owned by any master.
        used: u64,
        /// Cycles of the interval.
        cycles: u64,
    },
    /// Power at this moment, in microwatts.
    Power {
        /// Microwatts.
        uw: u64,
    },
    /// Die temperature at this moment, in thousandths of a degree Celsius.
    Temperature {
        /// Millidegrees Celsius.
        mc: i64,
    },
}

/// A happening, its time and its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// When.
    pub at: Tick,
    /// Whom it is about.
    pub source: Source,
    /// What.
    pub kind: FactKind,
}

/// What cores report of control flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ControlFlow {
    /// Nothing.
    #[default]
    Unreported,
    /// Events to the one observer there is, which chooses accounts by them: [`FactBuf::account`].
    ToAccounts,
    /// Events to whoever wants them: [`FactBuf::control`].
    Reported,
    /// Events to whoever wants them, one of whom chooses accounts.
    ReportedWithAccounts,
}

impl ControlFlow {
    /// An observer chooses accounts.
    #[inline]
    #[must_use]
    pub fn has_accounts(self) -> bool {
        matches!(
            self,
            ControlFlow::ToAccounts | ControlFlow::ReportedWithAccounts
        )
    }
}

/// Collects facts of one slice of a run, and reports to observers.
#[derive(Default)]
pub struct FactBuf {
    recording: bool,
    facts: Vec<Fact>,
    observers: Observers,
    flow: ControlFlow,
    steps: bool,
    in_blocks: bool,
    charges: bool,
}

impl FactBuf {
    /// A buffer that records facts (`recording`), or none.
    pub fn new(recording: bool) -> FactBuf {
        FactBuf {
            recording,
            flow: match recording {
                true => ControlFlow::Reported,
                false => ControlFlow::Unreported,
            },
            ..FactBuf::default()
        }
    }

    /// Records facts from now on.
    pub fn listen(&mut self) {
        self.recording = true;
        self.review();
    }

    /// Lets `observer` follow the cores from now on, besides those that do; their meters stand at `meters`. Facts
    /// are not recorded for it.
    pub fn observe(&mut self, observer: Box<dyn Observer>, meters: &Meters) {
        self.observers.add(observer, meters);
        let wanted = self.observers.wanted();
        self.review();
        self.steps = wanted.in_single_steps();
        self.in_blocks = self.observers.in_blocks();
        self.charges = self.observers.charges();
    }

    /// Works out what cores report of control flow.
    fn review(&mut self) {
        let wanted = self.observers.wanted();
        let reported = self.recording || wanted.has(Kinds::CONTROL);
        self.flow = match (reported, wanted.has(Kinds::ACCOUNTS)) {
            (false, false) => ControlFlow::Unreported,
            (false, true) => ControlFlow::ToAccounts,
            (true, false) => ControlFlow::Reported,
            (true, true) => ControlFlow::ReportedWithAccounts,
        };
    }

    /// All observers, in the order in which they came.
    pub fn observers(&self) -> impl Iterator<Item = &dyn Observer> {
        self.observers.iter()
    }

    /// The first observer of type `T`.
    pub fn observer<T: Observer>(&self) -> Option<&T> {
        self.observers.get()
    }

    /// The cores' meters stand at `meters` now: the machine has gone back or on to another point of its run.
    pub fn stands_at(&mut self, meters: &Meters) {
        self.observers.stands_at(meters);
    }

    /// True when facts are recorded, or calls, returns or traps observed.
    #[inline]
    pub fn on(&self) -> bool {
        self.flow != ControlFlow::Unreported
    }

    /// What is reported of calls, returns and traps.
    #[inline]
    pub fn control_flow(&self) -> ControlFlow {
        self.flow
    }

    /// True when cores are to execute single steps and to tell of each: [`FactBuf::stepped`].
    #[inline]
    pub fn steps(&self) -> bool {
        self.steps
    }

    /// True when cores may execute instructions in basic blocks where [`FactBuf::steps`] has single steps otherwise, and
    /// report them block by block: [`FactBuf::admits_block`], [`FactBuf::block_executed`].
    #[inline]
    pub fn in_blocks(&self) -> bool {
        self.in_blocks && !self.on()
    }

    /// Some observer wants one of `kinds`.
    #[inline]
    pub fn wants(&self, kinds: Kinds) -> bool {
        self.observers.wanted().has(kinds)
    }

    /// Records a fact, if facts are recorded.
    #[inline]
    pub fn push(&mut self, at: Tick, source: Source, kind: FactKind) {
        if self.recording {
            self.facts.push(Fact { at, source, kind });
        }
    }

    /// Records a control-flow fact of `core`, and reports it to the observers, which may request meters.
    #[inline]
    #[must_use]
    pub fn control(&mut self, at: Tick, core: u8, kind: FactKind) -> Asked {
        self.push(at, Source::Core(core), kind);
        self.observers.happened(core, at, &kind)
    }

    /// The account that the observer chooses behind an event of `core`; for [`ControlFlow::ToAccounts`].
    #[inline(always)]
    #[must_use]
    pub fn account(&mut self, at: Tick, core: u8, kind: &FactKind) -> Option<u32> {
        self.observers.account(core, at, kind)
    }

    /// Hands the observers the requested meters; the core's clock is at `at`.
    pub fn measured(&mut self, at: Tick, core: u8, meters: &Running<'_>) {
        self.observers.measured(core, at, meters);
    }

    /// Reports a single step of `core`, which ended at `at`, to the observers. The core has added all its counts to its
    /// bank.
    pub fn stepped(
        &mut self,
        at: Tick,
        core: u8,
        done: &Stepped,
        dictionary: &'static Dictionary,
        meters: &Meters,
    ) {
        self.observers.stepped(core, at, done, dictionary, meters);
    }

    /// Reports an instruction of `core` with what it touched, which ended at `at`, to the observers.
    #[inline]
    pub fn executed(&mut self, at: Tick, core: u8, done: &Executed) {
        self.observers.executed(core, at, done);
    }

    /// Reports registers and memory behind the instruction of the last [`FactBuf::stepped`] to the observers.
    pub fn state(&mut self, core: u8, registers: &dyn Registers, memory: &Memory) {
        self.observers.state(core, registers, memory);
    }

    /// Reports a basic block of `core` to the observer; answers its number. See [`Observer::block_found`].
    pub fn block_found(&mut self, core: u8, insns: &[Executed]) -> u32 {
        self.observers.block_found(core, insns)
    }

    /// Whether a block of `core` may be executed and reported by [`FactBuf::block_executed`].
    #[inline]
    pub fn admits_block(&mut self, core: u8, block: u32) -> bool {
        self.observers.admits_block(core, block)
    }

    /// Reports the first `count` instructions of a block of `core`, which have ended at `at`.
    #[inline]
    pub fn block_executed(
        &mut self,
        at: Tick,
        core: u8,
        (block, count): (u32, usize),
        seen: &[DynamicEvent],
    ) {
        self.observers.block_executed(core, at, block, count, seen);
    }

    /// True when cores may charge instructions instead of executing single steps: [`FactBuf::charged_to`].
    #[inline]
    pub fn charges(&self) -> bool {
        self.charges
    }

    /// How much the meters of `core` have advanced since it is observed, before it charges instructions. It has added all
    /// that it has metered to its bank in `meters`.
    pub fn uncharged(&mut self, core: u8, meters: &Meters) -> Vec<(CoreMeter, u64)> {
        self.observers.uncharged(core, meters)
    }

    /// Reports to the observers how much the meters of `core` have advanced by the instruction at `pc`.
    pub fn charged_to(&mut self, core: u8, pc: u64, advanced: &[(CoreMeter, u64)]) {
        self.observers.charged_to(core, pc, advanced);
    }

    /// Reports that the blocks of `core` are forgotten.
    pub fn blocks_forgotten(&mut self, core: u8) {
        self.observers.blocks_forgotten(core);
    }

    /// Reports a write of `bytes` bytes at physical address `pa` by a device or a host.
    pub fn written(&mut self, pa: u64, bytes: u64) {
        self.observers.written(pa, bytes);
    }

    /// Moves what was collected behind what is in `into`. The room is kept: as much will come again.
    pub fn move_to(&mut self, into: &mut Vec<Fact>) {
        into.append(&mut self.facts);
    }

    /// True when nothing is waiting.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}
