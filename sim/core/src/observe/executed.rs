//! What an instruction did to registers and memory, for those who check programs.

use crate::mem::Memory;
use crate::time::Tick;

/// Registers of a core: a bit each, at places that the kind of core defines.
///
/// ```
/// use trueboard_core::observe::RegSet;
/// let set = RegSet::of(3) | RegSet::of(70);
/// assert_eq!(set.minus(RegSet::of(3)).first(), Some(70));
/// assert!(set.minus(set).is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegSet(pub [u64; 4]);

impl RegSet {
    /// None.
    pub const NONE: RegSet = RegSet([0; 4]);

    /// The register at one place; none beyond the last.
    #[must_use]
    pub fn of(place: usize) -> RegSet {
        let mut set = RegSet::NONE;
        set.add(place >> 6, 1 << (place & 63));
        set
    }

    /// Adds those of `bits` in the `word`-th 64 places.
    #[inline]
    pub fn add(&mut self, word: usize, bits: u64) {
        if let Some(w) = self.0.get_mut(word) {
            *w |= bits;
        }
    }

    /// Those that are not in `other`.
    #[inline]
    #[must_use]
    pub fn minus(self, other: RegSet) -> RegSet {
        let mut set = self;
        for (a, b) in set.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
        set
    }

    /// There are none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// The first place.
    #[must_use]
    pub fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
}

impl std::ops::BitOr for RegSet {
    type Output = RegSet;

    #[inline]
    fn bitor(self, other: RegSet) -> RegSet {
        let mut set = self;
        for (a, b) in set.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        set
    }
}

/// What a core's own cache answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looked {
    /// It is not used.
    #[default]
    Bypassed,
    /// It has the line.
    Hit,
    /// It has not had the line, and has it now.
    Filled,
    /// It has not got the line.
    Missed,
}

impl Looked {
    /// The outcome in a cache: whether it had the line before, and has it now.
    #[must_use]
    pub fn of(before: bool, now: bool) -> Looked {
        match (before, now) {
            (true, _) => Looked::Hit,
            (false, true) => Looked::Filled,
            (false, false) => Looked::Missed,
        }
    }
}

/// What an instruction is, as far as checks ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsnKind {
    /// Any other instruction.
    #[default]
    Other,
    /// It moves one register to another one.
    Copy,
    /// A branch on a condition.
    Branch {
        /// Where it leads when it is taken.
        target: u64,
    },
    /// A call or a jump that leaves a return address.
    Call,
    /// It orders accesses: STBAR, DSYNC.
    Order,
    /// It arrives at a barrier of all cores: WAND.
    Arrive,
    /// A trap or an interrupt is taken in front of it.
    Trap {
        /// It is an interrupt.
        interrupt: bool,
    },
}

/// A load or store, as a check sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Where, as the program has it.
    pub address: u64,
    /// Where, as all masters see it.
    pub physical: u64,
    /// How many bytes.
    pub bytes: u8,
    /// It reads.
    pub load: bool,
    /// It writes.
    pub store: bool,
    /// It is made of the stack or frame pointer.
    pub by_stack: bool,
    /// It is of the board's memories; else of a device.
    pub memory: bool,
    /// What the data cache answers, if nothing else keeps its lines as they are in memory.
    pub cache: Looked,
    /// The bytes there after it, as they lie in memory.
    pub held: [u8; 8],
    /// What a register of a device was read or written as.
    pub value: u32,
}

impl Touched {
    /// Records the outcome of the access: the bytes of memory, or `loaded` from a device.
    #[inline]
    pub fn take_outcome(&mut self, mem: &Memory, loaded: u32) {
        match mem.peek(self.physical, usize::from(self.bytes).min(8)) {
            Some(bytes) => self.held = held(bytes),
            None if self.load => self.value = loaded,
            None => {}
        }
    }
}

/// Up to eight bytes of memory, as [`Touched::held`] and [`DynamicEvent::held`] have them.
#[inline]
#[must_use]
pub fn held(bytes: &[u8]) -> [u8; 8] {
    // Most are words.
    if let &[a, b, c, d] = bytes {
        return [a, b, c, d, 0, 0, 0, 0];
    }
    let mut held = [0; 8];
    held.iter_mut()
        .zip(bytes)
        .for_each(|(to, from)| *to = *from);
    held
}

/// An instruction that was executed, or a trap that was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// Its address.
    pub pc: u64,
    /// Its address, as all masters see it.
    pub physical: u64,
    /// Its length in bytes.
    pub bytes: u8,
    /// Where execution continues.
    pub next: u64,
    /// What it is.
    pub kind: InsnKind,
    /// Registers on which its result or address depends; the data of stores is not among them.
    pub reads: RegSet,
    /// Registers that it stores as they are.
    pub passes: RegSet,
    /// Registers that it writes.
    pub writes: RegSet,
    /// Its load or store.
    pub access: Option<Touched>,
    /// What the instruction cache answers.
    pub fetch: Looked,
    /// The stack pointer behind it.
    pub stack: u64,
    /// It makes the stack pointer of itself.
    pub sp_from_sp: bool,
    /// No interrupt is taken behind it.
    pub masked: bool,
    /// First physical address and size of what the core itself saved in memory.
    pub saved: Option<(u64, u64)>,
}

/// What an instruction of a basic block did that is known only when it was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DynamicEvent {
    /// Which instruction of the block.
    pub place: u8,
    /// The stack pointer has changed, to [`DynamicEvent::physical`]. Otherwise it is an access to memory.
    pub stack_pointer: bool,
    /// What the data cache answers; see [`Touched::cache`].
    pub cache: Looked,
    /// When the instruction ended.
    pub at: Tick,
    /// Where it has accessed memory, as the program has it.
    pub address: u64,
    /// Where, as all masters see it.
    pub physical: u64,
    /// The bytes there after it, as they lie in memory.
    pub held: [u8; 8],
}
