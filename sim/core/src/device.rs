//! The device contract. A device has a register map, reacts to accesses, events and input lines,
//! and acts only through its [`Cx`]: it cannot reach another device, a core or the host.

use crate::event::{EventKey, EventQueue};
use crate::fact::{FactBuf, FactKind, Source};
pub use crate::id::DevId;
use crate::meter::{Meters, Watch};
use crate::regs::RegDesc;
pub use crate::roles::{
    BusError, Console, ErrorLatch, FOLDER_ENTRY, FOLDER_MOST, FOLDER_PATH, FolderChanges,
    InterruptController, MemoryError, Network,
};
use crate::snapshot::SnapshotError;
use crate::time::{Clock, Tick};
use crate::transfer::BusFault;
use serde::{Deserialize, Serialize};

/// The input pin by which every device learns that its clock was switched on or off. The board
/// itself answers accesses to a device without clock: reads give 0, writes are lost.
pub const PIN_CLOCK: u16 = 0xffff;

/// The three phases of a reset: own state, then lines that are driven, then release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetPhase {
    /// Set own state; touch nothing outside.
    Enter,
    /// Lines may be driven.
    Hold,
    /// Reset is over; events may be scheduled.
    Exit,
}

/// Who accesses a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessor {
    /// The core.
    pub core: u8,
    /// The instruction.
    pub pc: u64,
}

/// A request of a device to a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoreSignal {
    /// The interrupt request level at the core's input changed (0 = none).
    Irq(u32),
    /// Start a core that is held; `None`: at its program counter.
    Start(Option<u64>),
    /// Leave power-down without an interrupt.
    Wake,
    /// Stop in error mode.
    ForceError,
    /// The non-maskable interrupt was raised.
    Nmi,
    /// Enter power-down.
    Sleep,
    /// A line into the core changed; the kind of core says what each is for.
    Line {
        /// Which.
        pin: u8,
        /// Its new level.
        level: bool,
    },
}

/// What a device does to memories. Addresses are physical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryChange {
    /// Cells of a flash are programmed: at the address these bits of eight bytes are set.
    Cells(u64, u64),
    /// So many bytes of a flash from the address on are erased: they read 0.
    Erase(u64, u32),
    /// So many bytes are moved from the first address to the second.
    Copy(u64, u64, u32),
    /// At the address so many bytes, 8 at most, are written: the low ones of the value, the highest first.
    Put(u64, u64, u8),
    /// So many bytes are read at the address for [`Device::fetched`], with the number that the device gave.
    Fetch(u64, u32, u32),
}

/// Input pins of a device that are one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The first pin.
    pub first: u16,
    /// The last pin.
    pub last: u16,
    /// What they are, in a few words.
    pub what: &'static str,
}

impl Input {
    /// Pins `first` to `last`, which are `what`.
    pub const fn new(first: u16, last: u16, what: &'static str) -> Input {
        Input { first, last, what }
    }
}

/// What a device wants done outside itself. The board carries these out, in order, right after
/// the call that made them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// An output line changed.
    Line {
        /// The device's own number of the line.
        pin: u16,
        /// New level.
        level: bool,
    },
    /// A signal goes to a core.
    Core {
        /// Which.
        core: u8,
        /// What.
        signal: CoreSignal,
    },
    /// A byte left a console.
    Console(u8),
    /// The firmware ends the run with this status (0 = success).
    Exit(u32),
    /// Bytes of a memory are changed.
    Memory(MemoryChange),
    /// It has read memory from the first address up to the second, and has written back what a code corrected.
    Scrubbed(u64, u64),
    /// Everything is to be reset, for this reason, which completes "the board was reset: ".
    Reset(&'static str),
}

/// All that a device may touch.
pub struct Cx<'a> {
    /// The device's own id.
    pub id: DevId,
    /// Now.
    pub now: Tick,
    /// The clock of the device.
    pub clock: Clock,
    /// The event queue; use [`Cx::schedule`].
    pub queue: &'a mut EventQueue,
    /// What to do outside; use the methods.
    pub effects: &'a mut Vec<Effect>,
    /// All meters, settled to `now`, to read.
    pub meters: &'a Meters,
    /// Facts; use [`Cx::fact`].
    pub facts: &'a mut FactBuf,
    /// Who accesses, when the call is an access by a core.
    pub accessor: Option<Accessor>,
    /// Die temperature in thousandths of a degree Celsius, for sensors.
    pub die_mc: i64,
    /// Things worth telling the user, once per kind and place.
    pub warnings: &'a mut Vec<Warning>,
}

/// An action of the hardware that the model lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Warning {
    /// The device.
    pub device: DevId,
    /// Register offset.
    pub offset: u32,
    /// Who did it.
    pub pc: u64,
    /// What is missing, in a sentence without values; `{bits}` stands for the bits concerned.
    pub what: String,
    /// Those bits.
    pub bits: u32,
}

impl Cx<'_> {
    /// Schedules the device's own event `tag` for `at`.
    pub fn schedule(&mut self, at: Tick, tag: u32) -> EventKey {
        self.queue.schedule(at, self.id, tag)
    }

    /// Takes a scheduled event back.
    pub fn cancel(&mut self, key: EventKey) {
        self.queue.cancel(key);
    }

    /// Drives an output line.
    pub fn line(&mut self, pin: u16, level: bool) {
        self.effects.push(Effect::Line { pin, level });
        self.fact(FactKind::Line { pin, level });
    }

    /// Raises a line and lowers it again: an edge for a controller that latches edges.
    pub fn pulse(&mut self, pin: u16) {
        self.line(pin, true);
        self.line(pin, false);
    }

    /// Signals a core.
    pub fn core(&mut self, core: u8, signal: CoreSignal) {
        self.effects.push(Effect::Core { core, signal });
    }

    /// Sets these bits of the eight bytes of memory at `pa`, which is little-endian.
    pub fn cells(&mut self, pa: u64, bits: u64) {
        self.change(MemoryChange::Cells(pa, bits));
    }

    /// Clears `bytes` of memory from `pa` on.
    pub fn erase(&mut self, pa: u64, bytes: u32) {
        self.change(MemoryChange::Erase(pa, bytes));
    }

    /// Moves `bytes` of memory. What is not from memory to memory that can be written is a warning.
    pub fn copy(&mut self, from: u64, to: u64, bytes: u32) {
        self.change(MemoryChange::Copy(from, to, bytes));
    }

    /// Writes `bytes` to memory at `pa`.
    pub fn put(&mut self, pa: u64, bytes: &[u8]) {
        let addresses = (pa..).step_by(8);
        for (at, piece) in addresses.zip(bytes.chunks(8)) {
            let value = piece.iter().fold(0, |v, b| v << 8 | u64::from(*b));
            self.change(MemoryChange::Put(at, value, piece.len() as u8));
        }
    }

    /// Reads `bytes` of memory at `pa`; the device gets them, and `tag`, by [`Device::fetched`].
    pub fn fetch(&mut self, pa: u64, bytes: u32, tag: u32) {
        self.change(MemoryChange::Fetch(pa, bytes, tag));
    }

    fn change(&mut self, change: MemoryChange) {
        self.effects.push(Effect::Memory(change));
    }

    /// Records an ordinary fact about this device.
    pub fn fact(&mut self, kind: FactKind) {
        self.facts.push(self.now, Source::Device(self.id), kind);
    }

    /// Cycles of the device's clock since reset.
    pub fn cycles(&self) -> u64 {
        self.clock.cycles_at(self.now)
    }

    /// Warns of an unmodelled part at `offset`.
    pub fn warn(&mut self, offset: u32, what: impl Into<String>) {
        self.warn_of_bits(offset, what, 0);
    }

    /// Warns of bits of a register, which stand for `{bits}` in `what`. Of several such warnings
    /// the user sees one, with the bits of all.
    pub fn warn_of_bits(&mut self, offset: u32, what: impl Into<String>, bits: u32) {
        let pc = self.accessor.map_or(0, |a| a.pc);
        self.warnings.push(Warning {
            device: self.id,
            offset,
            pc,
            what: what.into(),
            bits,
        });
    }
}

/// A device. Registers are 32 bits wide. Of a narrower read the board extracts the bytes; a
/// narrower write arrives as a whole word with the value on all byte lanes, as APB delivers it, unless
/// [`Device::byte_enables`] says otherwise.
pub trait Device: Send {
    /// The `kind` in board files.
    fn kind(&self) -> &'static str;

    /// Its registers.
    fn map(&self) -> &'static [RegDesc];

    /// Resets it.
    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>);

    /// Reads the register word at byte offset `off` (a multiple of 4).
    ///
    /// # Errors
    /// When the hardware answers with a bus error.
    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault>;

    /// Writes the register word at byte offset `off`.
    ///
    /// # Errors
    /// When the hardware answers with a bus error.
    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault>;

    /// As [`Device::read`], of the bytes that `lanes` has bits of: for a device with registers narrower than a word, of
    /// which the others must not notice. A device of whole words reads its word.
    ///
    /// # Errors
    /// When the hardware answers with a bus error.
    fn read_lanes(&mut self, off: u32, lanes: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let _ = lanes;
        self.read(off, cx)
    }

    /// As [`Device::write`], of the bytes that `lanes` has bits of.
    ///
    /// # Errors
    /// When the hardware answers with a bus error.
    fn write_lanes(
        &mut self,
        off: u32,
        value: u32,
        lanes: u32,
        cx: &mut Cx<'_>,
    ) -> Result<(), BusFault> {
        let _ = lanes;
        self.write(off, value, cx)
    }

    /// True when the device's bus has byte enables: of a narrower write the board puts the bytes into
    /// what the register shows, and the device gets the word.
    fn byte_enables(&self) -> bool {
        false
    }

    /// True when stores to the read-only memory at `pa` behind this stage are commands to it.
    fn takes_commands(&self, pa: u64) -> bool {
        let _ = pa;
        false
    }

    /// A store of the low `bytes` of `value` to a read-only memory, where
    /// [`Device::takes_commands`] says so.
    ///
    /// # Errors
    /// When the hardware answers with a bus error.
    fn command(&mut self, pa: u64, value: u64, bytes: u8, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let _ = (pa, value, bytes, cx);
        Err(BusFault::ReadOnly)
    }

    /// A scheduled event is due.
    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        let _ = (tag, cx);
    }

    /// The memory that [`Cx::fetch`] requested with `tag`. `None` where there is none.
    fn fetched(&mut self, tag: u32, bytes: Option<&[u8]>, cx: &mut Cx<'_>) {
        let _ = (tag, bytes, cx);
    }

    /// Its input pins, in order: a board wires no others. [`PIN_CLOCK`] is every device's.
    fn inputs(&self) -> &'static [Input] {
        &[]
    }

    /// An input line changed.
    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        let _ = (pin, level, cx);
    }

    /// The device as the controller of the cores' interrupts, if it is one.
    fn interrupt_controller(&mut self) -> Option<&mut dyn InterruptController> {
        None
    }

    /// The device as a console, if it receives what is typed at one.
    fn console(&mut self) -> Option<&mut dyn Console> {
        None
    }

    /// The device as a port of a network, if it is one.
    fn network(&mut self) -> Option<&mut dyn Network> {
        None
    }

    /// The device as a latch of bus errors, if it is one.
    fn error_latch(&mut self) -> Option<&mut dyn ErrorLatch> {
        None
    }

    /// A transfer met an error in a memory of which it records errors: only with injected faults.
    fn memory_error(&mut self, error: &MemoryError, cx: &mut Cx<'_>) {
        let _ = (error, cx);
    }

    /// The register word at `off` without any effect, for debuggers and traces.
    fn peek(&self, off: u32, now: Tick) -> Option<u32>;

    /// True when accesses are to be recorded as facts always: counters and sensors.
    fn measures(&self) -> bool {
        false
    }

    /// True when software reads it as a clock: its accesses are judged.
    fn keeps_time(&self) -> bool {
        false
    }

    /// True while an event that it has scheduled may reset the board: a watchdog that runs.
    fn may_reset(&self) -> bool {
        false
    }

    /// The happenings whose runs of cycles it measures. While this is not empty, the board executes single instructions
    /// on the cores concerned, and reports each event by [`Device::pulse`]. May change after any call into the device;
    /// `None` is final.
    fn watches(&self) -> Option<&[Watch]> {
        None
    }

    /// What `watch` names happened in `cycles` consecutive cycles of the device's clock, the first
    /// of which began at `from`. Pulses of one watch come in order of time; those that touch are
    /// one run.
    fn pulse(&mut self, watch: Watch, from: Tick, cycles: u64) {
        let _ = (watch, from, cycles);
    }

    /// Its own meters, as (name, value), for the report.
    fn meters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Its state, for snapshots and the digest ([`crate::serde_state`]).
    fn save(&self) -> Vec<u8>;

    /// Takes a saved state.
    ///
    /// # Errors
    /// When the bytes are not this device's.
    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError>;
}

/// The registers of a [`Device`] that has none: a stage of the memory system.
#[macro_export]
macro_rules! no_registers {
    () => {
        fn map(&self) -> &'static [$crate::regs::RegDesc] {
            &[]
        }
        fn read(
            &mut self,
            _: u32,
            _: &mut $crate::device::Cx<'_>,
        ) -> Result<u32, $crate::transfer::BusFault> {
            Err($crate::transfer::BusFault::Refused)
        }
        fn write(
            &mut self,
            _: u32,
            _: u32,
            _: &mut $crate::device::Cx<'_>,
        ) -> Result<(), $crate::transfer::BusFault> {
            Err($crate::transfer::BusFault::Refused)
        }
        fn peek(&self, _: u32, _: $crate::time::Tick) -> Option<u32> {
            None
        }
    };
}
