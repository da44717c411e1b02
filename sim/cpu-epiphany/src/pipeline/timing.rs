//! The timing of a basic block, computed once for each entry state. **Invariant**: with equal results in flight at its
//! entry, and equal accesses to the bank of the fetch, it takes equal cycles for equal causes every time.

use crate::counters::{
    counts::{Counts, Tally},
    events::Counted,
};
use crate::decoded::{DecodedInsn, FLAGS, PAIRS, PLACES, STEP, branches, waits};
use crate::fpu::Mode;
use crate::isa::Group;
use crate::pipeline::{HotState, Scoreboard};
use std::cell::Cell;
use trueboard_engine::blocks;
use trueboard_jit::Heat;

/// The most instructions of a block.
pub(crate) const LONGEST: usize = 16;

/// The entry state of a block: all of the pipeline that decides its timing. Times count from the first cycle in which its first
/// instruction can be issued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryState {
    /// [`HotState::line`], 0 when it holds up nothing; [`HotState::pair`]; the latency of the FPU: a byte each.
    head: u64,
    /// Places and ready times of results in flight: 16 bits each, the newest lowest, 0 where there
    /// are no more.
    in_flight: [u64; 2],
}

impl EntryState {
    /// The entry state of a core at `l`, for instructions whose issue depends on `waits`: general registers as bits,
    /// and whether on the flags of the FPU. `None` without room for it.
    #[inline(always)]
    pub fn of(
        ready: &mut Scoreboard,
        l: &HotState,
        waits: (u64, bool),
        fpu: u64,
    ) -> Option<EntryState> {
        let from = l.first();
        let line = l.line.saturating_sub(from);
        let head = line & 0xff | u64::from(l.pair) << 8 | fpu << 16;
        let (mut newer, mut older) = (0, 0);
        let mut too_much = line;
        let note = |place: u8, after: u64| {
            too_much |= after | older >> 40;
            older = older << 16 | newer >> 48;
            newer = newer << 16 | u64::from(place) << 8 | after & 0xff;
            true
        };
        ready.all_pending(waits, from, note);
        (too_much <= 0xff).then_some(EntryState {
            head,
            in_flight: [newer, older],
        })
    }

    /// The first instruction can be issued with the one before it.
    pub fn pair(&self) -> bool {
        self.head >> 8 & 1 != 0
    }

    /// When the next line is there; 0 when it holds up nothing.
    pub fn line(&self) -> u8 {
        self.head as u8
    }

    /// Results in flight: their places and ready times.
    pub fn results(&self) -> impl Iterator<Item = (u8, u8)> {
        let items = self.in_flight.iter().flat_map(|word| {
            let items = [0, 16, 32, 48].map(|shift| (word >> shift) as u16);
            items.into_iter().filter(|&item| item != 0)
        });
        items.map(|item| ((item >> 8) as u8, item as u8))
    }

    /// A number below 32 that looks random, for the timing of the first `length` instructions with `same`.
    #[inline(always)]
    pub fn hash(&self, length: usize, same: u16) -> u64 {
        let more = (length as u64) << 16 | u64::from(same);
        let mixed =
            self.head << 24 ^ self.in_flight[0] ^ self.in_flight[1].rotate_left(7) ^ more << 40;
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59
    }

    /// True if both are equal.
    #[inline(always)]
    fn is(&self, other: &EntryState) -> bool {
        let differ = |i: usize| self.in_flight[i] ^ other.in_flight[i];
        self.head ^ other.head | differ(0) | differ(1) == 0
    }

    /// Latency of the FPU.
    pub fn fpu(&self) -> u64 {
        self.head >> 16
    }

    /// A core at `pc` in this state, and its ready times.
    fn core(&self, pc: u32) -> (HotState, Scoreboard) {
        let mut ready = Scoreboard::new();
        for (place, after) in self.results() {
            ready.set(place, 8 * FROM + u64::from(after));
        }
        let l = HotState {
            pc,
            now: FROM + u64::from(self.pair()),
            pair: self.pair(),
            line: FROM + u64::from(self.line()),
            ..HotState::default()
        };
        (l, ready)
    }
}

/// The cycle in which a block begins when its timing is worked out: late enough for old results.
const FROM: u64 = 1 << 16;

/// Which bank a load or store has to access for a timing to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Expected {
    /// Whichever: no line is fetched in its cycle.
    #[default]
    Any,
    /// Another one than that which is fetched from.
    Other,
    /// That which is fetched from.
    Same,
}

/// The issue of an instruction of a block. Times as in [`EntryState`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Issue {
    at: u8,
    /// What `fetches` and `same` of the timing say of it, for one look.
    bank: Expected,
}

impl Issue {
    /// Its cycle, if the block begins in cycle `from`.
    #[inline(always)]
    pub fn cycle(self, from: u64) -> u64 {
        from + u64::from(self.at)
    }

    /// True if the timing does not hold for an access to the bank that is fetched from, if `same`, or to another one.
    #[inline(always)]
    pub fn mispredicted(self, same: bool) -> bool {
        let unexpected = if same {
            Expected::Other
        } else {
            Expected::Same
        };
        self.bank == unexpected
    }
}

impl Issue {
    /// From the first cycle of the block on.
    pub fn at(self) -> u8 {
        self.at
    }

    /// Whether an access must be to the bank of the fetch, or to another one; `None` if both are allowed.
    pub fn expects(self) -> Option<bool> {
        match self.bank {
            Expected::Any => None,
            Expected::Other => Some(false),
            Expected::Same => Some(true),
        }
    }
}

/// The issue of each instruction of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Issues([Issue; LONGEST]);

impl Issues {
    /// That of instruction `i`.
    #[inline(always)]
    pub fn of(&self, i: usize) -> Issue {
        self.0[i % LONGEST]
    }
}

/// The timing of a block, or of a prefix of it. Times as in [`EntryState`].
#[derive(Clone, Debug)]
pub(crate) struct BlockTiming {
    pub entry: EntryState,
    /// How many instructions.
    pub length: u8,
    /// Their bytes.
    bytes: u8,
    pub issues: Issues,
    /// When the last one is issued.
    pub last: u8,
    /// In the cycle of these a line is fetched, from the bank they use if `same` says so.
    fetches: u16,
    pub same: u16,
    pub now: u8,
    pub pair: bool,
    /// 0: as it was.
    pub line: u8,
    /// Registers written, and those with ready times that may still delay an issue.
    written: u64,
    pub maybe_pending: u64,
    /// General registers, as bits, of which it decides what is in flight behind it, and whether it decides that of the flags
    /// of the FPU: those that are written, or were part of the entry state.
    pub decided: (u64, bool),
    /// Places and their new ready times.
    pub results: Box<[(u8, u16)]>,
    /// What it counts besides instructions.
    pub tally: Tally,
    /// Its code, and how close it is to having some.
    pub code: Cell<CodeOf>,
    pub heat: Heat,
}

/// Code of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodeOf {
    /// Its number; 0 if there is none.
    pub number: u32,
    /// Of the FPU, when it was made.
    pub mode: Mode,
}

/// How a block is left: to the address of the next instruction, by a jump or not, and what is expected of the block there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next {
    pub pc: u32,
    /// A branch was taken, or a hardware loop begins another turn: its line is fetched again.
    pub jumped: bool,
    /// Which of its loads and stores are taken to be in the bank that is fetched from.
    pub same: u16,
}

impl blocks::Outcome for Next {
    type Key = u32;

    #[inline(always)]
    fn link(self) -> usize {
        let same = usize::from(self.same);
        (self.pc >> 1 ^ self.pc >> 4) as usize ^ same ^ same >> 2
    }

    #[inline(always)]
    fn key(self) -> u32 {
        // Instructions of the SRAM are at even addresses.
        self.pc | u32::from(self.jumped) | u32::from(self.same) << 16
    }
}

impl blocks::Timing for BlockTiming {
    type Outcome = Next;

    fn instructions(&self) -> usize {
        self.length.into()
    }
}

impl BlockTiming {
    /// See [`Scoreboard::LEAST_PENDING`].
    pub const LEAST_PENDING: u64 = Scoreboard::LEAST_PENDING;

    /// Works out how `slots`, which begin at `pc`, issue; `None` if that is too much to keep.
    pub fn new(
        entry: EntryState,
        slots: &[DecodedInsn],
        pc: u32,
        same: u16,
    ) -> Option<BlockTiming> {
        let (mut l, mut ready) = entry.core(pc);
        let mut counts = Counts::new();
        let mut p = BlockTiming {
            entry,
            length: u8::try_from(slots.len()).ok()?,
            bytes: slots.iter().map(|s| s.op.len).sum(),
            issues: Issues::default(),
            last: 0,
            fetches: 0,
            same,
            now: 0,
            pair: false,
            line: 0,
            written: 0,
            maybe_pending: 0,
            decided: waits(slots),
            results: Box::default(),
            tally: Tally::default(),
            code: Cell::default(),
            heat: Heat::default(),
        };
        let (line, before) = (l.line, ready.clone());
        for (i, s) in slots.iter().enumerate() {
            let need = ready.need(s);
            let t = l.earliest(s, need);
            if t > l.now {
                l.lose(s, need, t, &ready, &mut counts);
            }
            let issue = p.issues.0.get_mut(i)?;
            issue.at = u8::try_from(t - FROM).ok()?;
            p.last = issue.at;
            if s.flags & STEP != 0 {
                l.line = t + 1;
            }
            if s.op.group == Group::LoadStore && l.fetches(t) {
                p.fetches |= 1 << i;
                issue.bank = if same >> i & 1 != 0 {
                    l.lose_line(&mut counts);
                    Expected::Same
                } else {
                    Expected::Other
                };
            }
            // A branch shows what it leaves when it is known where it goes.
            if !branches(s) {
                ready.results(s, t, entry.fpu());
                p.written |= s.written();
            }
            if l.issued(s, t, PAIRS) {
                counts.add(Counted::DualIssue, 1);
            }
        }
        p.decided.0 |= p.written;
        p.decided.1 |= slots.iter().any(|s| s.second == FLAGS);
        p.now = u8::try_from(l.now - FROM).ok()?;
        p.pair = l.pair;
        if l.line != line {
            p.line = u8::try_from(l.line - FROM).ok()?;
        }
        p.maybe_pending = (0..64).fold(0, |bits, place| {
            bits | u64::from(ready.pending(place, l.first()).is_some()) << place
        });
        p.results = (0..PLACES)
            .filter(|&place| ready.code(place) != before.code(place))
            .map(|place| Some((place, u16::try_from(ready.code(place) - 8 * FROM).ok()?)))
            .collect::<Option<_>>()?;
        p.tally = counts.tally()?;
        Some(p)
    }

    /// True if this is the timing of the first `length` instructions after `entry`.
    #[inline(always)]
    pub fn is_for(&self, entry: &EntryState, length: usize, same: u16) -> bool {
        self.entry.is(entry)
            && usize::from(self.length) == length
            && (self.same ^ same) & self.fetches == 0
    }

    /// Whether it decides, for what is issued directly behind it in cycle `from` or later and waits for `waits`, all that is
    /// in flight.
    #[inline(always)]
    pub fn decides(&self, waits: (u64, bool), ready: &mut Scoreboard, from: u64) -> bool {
        let registers = waits.0 & !self.decided.0;
        let flags = waits.1 && !self.decided.1;
        ready.all_pending((registers, flags), from, |_, _| false)
    }

    /// True if its last instruction issues in the first `left` cycles.
    #[inline(always)]
    pub fn ends_within(&self, left: u64) -> bool {
        u64::from(self.last) < left
    }

    /// How many of its instructions issue in the first `left` cycles.
    pub fn before(&self, left: u64) -> usize {
        let issued = self.issues.0.iter().take(self.length.into());
        issued
            .take_while(|issue| u64::from(issue.at) < left)
            .count()
    }

    /// Moves the core behind it.
    #[inline(always)]
    pub fn account(&self, l: &mut HotState, ready: &mut Scoreboard) {
        let from = l.first();
        l.pc = l.pc.wrapping_add(self.bytes.into());
        l.now = from + u64::from(self.now);
        l.pair = self.pair;
        if self.line != 0 {
            l.line = from + u64::from(self.line);
        }
        for &(place, code) in &self.results {
            ready.put(place, 8 * from + u64::from(code));
        }
        ready.maybe_pending = ready.maybe_pending & !self.written | self.maybe_pending;
    }

    /// The cycle in which the last one is issued, if `from` is the first one.
    #[inline(always)]
    pub fn last(&self, from: u64) -> u64 {
        from + u64::from(self.last)
    }
}
