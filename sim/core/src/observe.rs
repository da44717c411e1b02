//! Observers: whoever follows what cores do at the moment in which they do it. Each says which kinds of events it
//! wants ([`Kinds`]); nothing is worked out that no observer wants.
//!
//! Calls, returns, traps and interrupts are reported by cores as they go, in basic blocks too. An observer that wants
//! the meters of few such moments is handed them; one for which each of them matters chooses accounts, to which the
//! core charges what it meters. All other kinds are reported
//! behind each instruction: while one of them is wanted, cores execute single steps, with the results, times and
//! meters of a run without observers.

mod executed;
mod observers;

pub use executed::{DynamicEvent, Executed, InsnKind, Looked, RegSet, Touched, held};
pub(crate) use observers::Observers;
pub use observers::Stepped;

use crate::fact::FactKind;
use crate::mem::Memory;
use crate::meter::{CoreBank, CoreMeter};
use crate::time::Tick;
use std::any::Any;
use std::ops::BitOr;

/// A set of kinds of events.
///
/// ```
/// use trueboard_core::observe::Kinds;
/// let kinds = Kinds::BRANCH | Kinds::STALL;
/// assert!(kinds.has(Kinds::STALL) && !kinds.has(Kinds::CALL));
/// assert!(kinds.in_single_steps() && !Kinds::CONTROL.in_single_steps());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u16);

impl Kinds {
    /// None.
    pub const NONE: Kinds = Kinds(0);
    /// Calls: [`FactKind::Call`] to [`Observer::happened`].
    pub const CALL: Kinds = Kinds(1);
    /// Returns: [`FactKind::Return`] to [`Observer::happened`].
    pub const RETURN: Kinds = Kinds(1 << 1);
    /// Traps, interrupts and returns from them: [`FactKind::Trap`], [`FactKind::Interrupt`] and
    /// [`FactKind::TrapReturn`] to [`Observer::happened`].
    pub const TRAP: Kinds = Kinds(1 << 2);
    /// All of these, and [`FactKind::Stack`], which comes with each of them: what a shadow stack is driven by.
    pub const CONTROL: Kinds = Kinds(0b111);
    /// Entries of basic blocks: [`Observer::block`].
    pub const BLOCK: Kinds = Kinds(1 << 3);
    /// Branches, taken or not: [`Observer::branch`].
    pub const BRANCH: Kinds = Kinds(1 << 4);
    /// Loads and stores of memory: [`Observer::access`].
    pub const ACCESS_MEMORY: Kinds = Kinds(1 << 5);
    /// Loads and stores of device registers: [`Observer::access`].
    pub const ACCESS_DEVICE: Kinds = Kinds(1 << 6);
    /// Stalls by cause: [`Observer::stall`].
    pub const STALL: Kinds = Kinds(1 << 7);
    /// Instructions, with what the meters of their core have counted: [`Observer::step`].
    pub const INSTRUCTION: Kinds = Kinds(1 << 8);

    /// What lies behind the stalls of instructions: [`Step::behind`].
    pub const CAUSE: Kinds = Kinds(1 << 9);

    /// Instructions with the registers, memory and cache lines that they touch: [`Observer::executed`].
    pub const EXECUTED: Kinds = Kinds(1 << 10);

    /// Calls, returns, traps and interrupts, to [`Observer::account`]: the core charges what it meters to accounts. Of
    /// the observers of a board the first that wants it is the one.
    pub const ACCOUNTS: Kinds = Kinds(1 << 11);

    /// With [`Kinds::EXECUTED`]: cores may execute instructions in basic blocks and report a block at a time, by
    /// [`Observer::block_executed`]. Only the sole observer of the cores gets them so.
    pub const EXECUTED_IN_BLOCKS: Kinds = Kinds(1 << 12);

    /// With [`Kinds::INSTRUCTION`]: cores may charge instructions in sums, by [`Observer::charged_to`], instead of
    /// [`Observer::step`], unless another observer follows single steps.
    pub const CHARGED: Kinds = Kinds(1 << 13);

    /// With [`Kinds::INSTRUCTION`]: registers and memory behind each instruction, as debuggers see them:
    /// [`Observer::state`].
    pub const STATE: Kinds = Kinds(1 << 14);

    /// What is worked out of the meters of each step.
    pub const METERED: Kinds = Kinds(0b111_1111 << 3);

    /// What is known of an instruction only when it is looked at: whether it is a branch, and what it accesses.
    pub const LOOKED_AT: Kinds = Kinds(0b1111 << 3 | Kinds::CAUSE.0);

    /// One of `other` is among these.
    #[inline]
    #[must_use]
    pub const fn has(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// These but `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// One of these is reported behind each instruction, so that cores execute single steps.
    #[inline]
    #[must_use]
    pub const fn in_single_steps(self) -> bool {
        self.0 & !(Kinds::CONTROL.0 | Kinds::ACCOUNTS.0) != 0
    }

    /// The kind of a trace event; none if it is not reported to observers.
    #[inline]
    #[must_use]
    pub const fn of(kind: &FactKind) -> Kinds {
        match kind {
            FactKind::Call { .. } => Kinds::CALL,
            FactKind::Return { .. } => Kinds::RETURN,
            FactKind::Trap { .. } | FactKind::Interrupt { .. } | FactKind::TrapReturn { .. } => {
                Kinds::TRAP
            }
            FactKind::Stack { .. } => Kinds::CONTROL,
            _ => Kinds::NONE,
        }
    }
}

impl BitOr for Kinds {
    type Output = Kinds;

    fn bitor(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

/// What observers ask a core for behind an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The meters of this moment: [`crate::fact::FactBuf::measured`].
    pub meters: bool,
    /// [`Asked::account`], or [`Asked::NO_ACCOUNT`]: both fields are one word.
    pub(crate) account: u32,
}

impl Asked {
    pub(crate) const NO_ACCOUNT: u32 = u32::MAX;
    /// Nothing.
    pub const NOTHING: Asked = Asked {
        meters: false,
        account: Asked::NO_ACCOUNT,
    };

    /// The account to which the core charges what it meters from this moment on.
    #[inline(always)]
    #[must_use]
    pub fn account(self) -> Option<u32> {
        (self.account != Asked::NO_ACCOUNT).then_some(self.account)
    }

    /// At least one field is requested.
    #[inline(always)]
    #[must_use]
    pub fn anything(self) -> bool {
        self != Asked::NOTHING
    }
}

/// A basic block is entered: code that is executed from its first instruction to its last, behind a branch or at
/// the target of one. On SPARC the delay slot of a branch belongs to the block that the branch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its first instruction.
    pub pc: u64,
    /// Instructions that the core has completed since it entered the block before.
    pub before: u64,
}

/// A branch instruction was executed: one that the core's meter of branches counts, or FBfcc of a LEON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its address.
    pub from: u64,
    /// Where execution continues, behind a delay slot if there is one.
    pub to: u64,
    /// It was taken.
    pub taken: bool,
}

/// A load or store was executed. An atomic is both; an instruction that moves several words is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// The instruction.
    pub pc: u64,
    /// Where, as the program sees it.
    pub address: u64,
    /// How many bytes; 0 where the instruction has a context of registers as its operand.
    pub bytes: u8,
    /// It reads.
    pub load: bool,
    /// It writes.
    pub store: bool,
    /// A device register was accessed.
    pub device: bool,
    /// The access missed the line in a data cache.
    pub missed: bool,
}

/// A core has lost cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// The instruction that was late, or before which the core stood.
    pub pc: u64,
    /// What for: a meter of the CPI stack (`stack` of the core's dictionary), besides that of issue.
    pub cause: CoreMeter,
    /// How many cycles.
    pub cycles: u64,
}

/// An instruction was executed, or has trapped, or an interrupt was taken in front of it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Its address.
    pub pc: u64,
    /// It was completed.
    pub completed: bool,
    /// How much each meter of the core has advanced since the step before; zeros left out. What a core meters
    /// between two steps belongs to the second one.
    pub advanced: &'a [(CoreMeter, u64)],
    /// What lies behind its stalls; nothing unless [`Kinds::CAUSE`] is wanted.
    pub behind: Behind<'a>,
}

/// Causes of an instruction's stalls: its accesses, the owners of the buses that it requested, and evicted cache lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Behind<'a> {
    /// Its load or store, of a memory or a device.
    pub access: Option<Access>,
    /// What its transfers waited for on the buses, the end of a posted store's wait included, which is yet to come.
    pub waits: &'a [Wait],
    /// Some of its transfers were looked up in a shared cache.
    pub shared: bool,
    /// Some of these missed.
    pub shared_missed: bool,
    /// Lines that left caches.
    pub left: Left,
}

/// Cycles of a bus for which a transfer was not granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Which bus: its index in [`crate::meter::Meters::buses`].
    pub bus: u8,
    /// The master of the transfer: on most buses a core, by its number.
    pub master: u8,
    /// The master that owned it.
    pub owner: u8,
    /// How many, of the bus.
    pub cycles: u64,
}

/// Lines that left caches because an instruction brought others in: an address in each, as all masters see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The core says so of its own caches. Otherwise nothing is known of lines that leave them.
    pub known: bool,
    /// From the core's data cache.
    pub data: Option<u64>,
    /// From the core's instruction cache.
    pub code: Option<u64>,
    /// From a shared cache, for the access.
    pub shared: Option<u64>,
}

/// What the meters of a core stand at, in the form in which the core has them at hand: raw counts, from which
/// meters follow by sums.
#[derive(Clone, Copy, Debug)]
pub struct Running<'a> {
    /// By place in the dictionary.
    pub meters: &'a [u64],
    /// As many, to be added; or none.
    pub others: &'a [u64],
    /// Instructions by what they count as, of which `complete` makes meters.
    pub counted: &'a [u64],
    /// Adds to meters what so many instructions count as. Counts wrap.
    pub complete: fn(counted: &[u64], meters: &mut [u64]),
}

impl<'a> Running<'a> {
    /// Those of a core that has added all to its bank.
    #[must_use]
    pub fn of_bank(bank: &'a CoreBank) -> Running<'a> {
        let [user, supervisor] = bank.modes();
        Running {
            meters: user,
            others: supervisor,
            counted: &[],
            complete: |_, _| {},
        }
    }

    /// The meters, by place, in both modes together.
    #[must_use]
    pub fn meters(&self) -> Vec<u64> {
        let mut meters = self.meters.to_vec();
        combine(&mut meters, self.others, &u64::wrapping_add);
        (self.complete)(self.counted, &mut meters);
        meters
    }
}

/// Combines each of `sums` with its neighbour in `counts`, as far as both reach: over slices of one length, so that
/// the host does several at a time.
#[inline(always)]
fn combine(sums: &mut [u64], counts: &[u64], f: &impl Fn(u64, u64) -> u64) {
    let n = sums.len().min(counts.len());
    let (sums, counts) = (&mut sums[..n], &counts[..n]);
    for (sum, n) in sums.iter_mut().zip(counts) {
        *sum = f(*sum, *n);
    }
}

/// The registers and the code of a core, as debuggers see them.
pub trait Registers {
    /// Number, name and value of each register, in the order of debuggers.
    fn each(&self, see: &mut dyn FnMut(usize, &'static str, u64));

    /// The instruction at `pc`, its bytes and its text; none where the core sees no memory.
    fn instruction<'m>(&self, pc: u64, memory: &'m Memory) -> Option<(&'m [u8], String)>;
}

/// Follows all cores as they execute. It receives only the kinds of events that it wants.
///
/// `at` is the core's own time. Events of one core come in order. Those of different cores come in the order of their
/// slices, which differs from the order of time by at most the board's quantum.
pub trait Observer: Any + Send {
    /// The kinds that it wants; read once, when it is added.
    fn kinds(&self) -> Kinds;

    /// Receives a control-flow event of `core`. True requests the meters of the core at this moment, by
    /// [`Observer::measured`].
    fn happened(&mut self, core: u8, event: &FactKind) -> bool {
        let _ = (core, event);
        false
    }

    /// Receives a control-flow event of `core` at its time `at`. Returns the account to which the core charges its
    /// meters from now on ([`crate::meter::Accounts`]), if it changes.
    fn account(&mut self, core: u8, at: Tick, event: &FactKind) -> Option<u32> {
        let _ = (core, at, event);
        None
    }

    /// [`Observer::account`] for a call from `from` to `to`, without decoding an event: calls and returns are the most
    /// frequent ones. It must choose the account of [`Observer::account`]; a core reports an event by either.
    fn account_call(&mut self, core: u8, at: Tick, from: u64, to: u64) -> Option<u32> {
        self.account(core, at, &FactKind::Call { from, to })
    }

    /// [`Observer::account`] for a return from `from` to `to`, as [`Observer::account_call`] is for a call.
    fn account_return(&mut self, core: u8, at: Tick, from: u64, to: u64) -> Option<u32> {
        self.account(core, at, &FactKind::Return { from, to })
    }

    /// Receives the meters of `core` that the last [`Observer::happened`] requested.
    fn measured(&mut self, core: u8, at: Tick, meters: &Running<'_>) {
        let _ = (core, at, meters);
    }

    /// `core` enters a basic block.
    fn block(&mut self, core: u8, at: Tick, block: &Block) {
        let _ = (core, at, block);
    }

    /// Receives a branch.
    fn branch(&mut self, core: u8, at: Tick, branch: &Branch) {
        let _ = (core, at, branch);
    }

    /// Receives a load or store.
    fn access(&mut self, core: u8, at: Tick, access: &Access) {
        let _ = (core, at, access);
    }

    /// Receives a stall, which ended no later than `at`.
    fn stall(&mut self, core: u8, at: Tick, stall: &Stall) {
        let _ = (core, at, stall);
    }

    /// Receives an executed instruction with its registers and bytes, or a trap that was taken.
    fn executed(&mut self, core: u8, at: Tick, done: &Executed) {
        let _ = (core, at, done);
    }

    /// Receives a basic block of `core` before its first execution: the static part of each instruction. Returns its
    /// number, never 0.
    fn block_found(&mut self, core: u8, insns: &[Executed]) -> u32 {
        let _ = (core, insns);
        0
    }

    /// Whether block `block` of `core` may be executed now and reported by [`Observer::block_executed`]. False when its
    /// instructions are to be reported one by one.
    fn admits_block(&mut self, core: u8, block: u32) -> bool {
        let _ = (core, block);
        false
    }

    /// The first `count` instructions of block `block` were executed, and the last ended at `at`. Receives their
    /// accesses and stack pointers, in order.
    fn block_executed(
        &mut self,
        core: u8,
        at: Tick,
        block: u32,
        count: usize,
        seen: &[DynamicEvent],
    ) {
        let _ = (core, at, block, count, seen);
    }

    /// Receives the advance of the meters of `core` by executions of the instruction at `pc` that were not reported as
    /// steps; zeros are left out.
    fn charged_to(&mut self, core: u8, pc: u64, advanced: &[(CoreMeter, u64)]) {
        let _ = (core, pc, advanced);
    }

    /// No block of `core` that was reported so far will be executed again.
    fn blocks_forgotten(&mut self, core: u8) {
        let _ = core;
    }

    /// A DMA controller or a host, and no instruction, wrote `bytes` bytes at physical address `pa`. Reported for all
    /// kinds.
    fn written(&mut self, pa: u64, bytes: u64) {
        let _ = (pa, bytes);
    }

    /// Receives an instruction, before the other kinds report its effects.
    fn step(&mut self, core: u8, at: Tick, step: &Step<'_>) {
        let _ = (core, at, step);
    }

    /// Receives the registers of `core` and the memory behind the instruction of the last [`Observer::step`], after all
    /// other kinds have reported its effects.
    fn state(&mut self, core: u8, registers: &dyn Registers, memory: &Memory) {
        let _ = (core, registers, memory);
    }
}

#[cfg(test)]
mod tests;
