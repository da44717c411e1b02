//! Facts: an optional, ordered record of what happened. Cores and devices append; the board hands
//! them, merged in time order, to trace writers and observers.
//!
//! They are recorded only when somebody listens. Accesses to performance counters and sensors are
//! judged when they happen, whether or not they are recorded.

use crate::id::DevId;
use crate::meter::{CoreBank, Meters};
use crate::time::Tick;
use serde::{Deserialize, Serialize};
use std::any::Any;

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
        /// Where execution goes on.
        to: u64,
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
    /// A message to another core was sent. `key` is the same at its other end.
    Sent {
        /// What tells it from others that are on their way between the two.
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

/// Follows calls, returns, traps and interrupts of all cores at the moment in which they happen.
pub trait CallObserver: Any + Send {
    /// Takes in a control-flow fact of `core`; other facts mean nothing. True when the meters of the
    /// core at this moment are wanted, by [`CallObserver::measured`].
    fn happened(&mut self, core: u8, kind: &FactKind) -> bool;

    /// Takes in the meters of `core`, whose clock stands at `at`, that the last
    /// [`CallObserver::happened`] asked for.
    fn measured(&mut self, core: u8, at: Tick, meters: &CoreBank);
}

/// Collects facts of one slice of a run.
#[derive(Default)]
pub struct FactBuf {
    recording: bool,
    facts: Vec<Fact>,
    observers: Vec<Box<dyn CallObserver>>,
    /// Bit by observer: those that want the meters of the event under way.
    wanted: u32,
}

impl FactBuf {
    /// A buffer that records facts (`recording`), or none.
    pub fn new(recording: bool) -> FactBuf {
        FactBuf {
            recording,
            ..FactBuf::default()
        }
    }

    /// Records facts from now on.
    pub fn listen(&mut self) {
        self.recording = true;
    }

    /// Lets `observer` follow the control flow from now on, besides those that do. Facts are not recorded
    /// for it.
    pub fn observe(&mut self, observer: Box<dyn CallObserver>) {
        self.observers.push(observer);
    }

    /// The first observer of type `T`.
    pub fn observer<T: CallObserver>(&self) -> Option<&T> {
        self.observers.iter().find_map(|o| {
            let observer: &dyn Any = &**o;
            observer.downcast_ref()
        })
    }

    /// True when facts are recorded or observed.
    #[inline]
    pub fn on(&self) -> bool {
        self.recording || !self.observers.is_empty()
    }

    /// Records a fact, if facts are recorded.
    #[inline]
    pub fn push(&mut self, at: Tick, source: Source, kind: FactKind) {
        if self.recording {
            self.facts.push(Fact { at, source, kind });
        }
    }

    /// Records a control-flow fact of `core`, and shows it to the observers. True when one of them wants
    /// the core's meters: [`FactBuf::measured`].
    #[inline]
    #[must_use]
    pub fn control(&mut self, at: Tick, core: u8, kind: FactKind) -> bool {
        self.push(at, Source::Core(core), kind);
        self.wanted = 0;
        for (i, observer) in self.observers.iter_mut().enumerate() {
            self.wanted |= u32::from(observer.happened(core, &kind)) << (i & 31);
        }
        self.wanted != 0
    }

    /// Hands the observers the meters that they asked for; the core's clock stands at `at`.
    pub fn measured(&mut self, at: Tick, core: u8, meters: &Meters) {
        let Some(bank) = meters.cores.get(usize::from(core)) else {
            return;
        };
        for (i, observer) in self.observers.iter_mut().enumerate() {
            if self.wanted >> (i & 31) & 1 != 0 {
                observer.measured(core, at, bank);
            }
        }
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
