//! Issue cycles of a block's instructions, computed once for each state of the pipes at its entry. **Invariant**: with
//! an equal [`EntryState`] and no delay from outside, a block takes equal cycles for equal causes every time.
//!
//! Blocks that follow each other pass without touching [`Pipe`]: a [`Chain`] holds what each of them
//! changes, and [`Pipe::leave_blocks`] brings the pipes up to date behind the last one.

use super::classes::{LOAD_STORE, dispatch_stall};
use super::{BranchOutcome, ISSUED, Pipe};
use crate::decoded::DecodedInsn;
use crate::meters::Meter;
use crate::tally::Tally;
use std::cell::Cell;
use trueboard_engine::blocks::{self, NodeId};
use trueboard_jit::Heat;

/// No group is fetched.
pub(crate) const NO_GROUP: u32 = u32::MAX;
/// The number of groups of bytes that an instruction of `len` bytes at `pc` fetches behind group `fetched`, and the
/// last one then. The fetch of an instruction's end fetches all of it.
#[inline(always)]
pub(crate) fn groups(pc: u32, len: u8, fetched: u32) -> (u32, u32) {
    let (first, last) = (pc >> 3, pc.wrapping_add(u32::from(len) - 1) >> 3);
    let count = match last == fetched {
        true => 0,
        false => 1 + u32::from(first != fetched && first != last),
    };
    (count, last)
}

/// Registers in flight at entry, at most.
const MOST_AT_ENTRY: u32 = 4;
/// Registers in flight at the end, at most.
const MOST_AT_END: usize = 8;
/// A fetch that is further behind does not hold a block: it would take more groups than one has.
const FAR_BEHIND: i64 = -32;
/// Addition of [`EntryState::in_flight`] to a register with a value from a multiply-accumulate.
const FROM_MAC: u64 = 0x80;
/// A ready time that is too old to delay an issue.
const OLD: u64 = 1;

/// The state of the pipes at the entry of a block: all that decides when its instructions issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryState {
    /// Registers in flight and when they are ready, a byte each.
    in_flight: u64,
    /// What the newest group writes, and which pipes it uses, unless nothing may join it; the newest
    /// fetch against the next issue; whether the first group of bytes has been fetched already.
    rest: u64,
}

impl EntryState {
    /// A hash of it and `more`.
    #[inline(always)]
    pub fn hash(&self, more: usize) -> u64 {
        let mixed = self.in_flight ^ self.rest.rotate_left(23) ^ (more as u64) << 40;
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57
    }

    /// The first group of bytes has been fetched already.
    fn begun(self) -> bool {
        self.rest & 1 != 0
    }

    /// The newest fetch against the next issue; [`FAR_BEHIND`] if it is as far behind, or further.
    fn behind(self) -> i64 {
        (self.rest >> 1) as i8 as i64
    }
}

/// The timing of a block, or of its first instructions, after one entry state. Times are cycles from
/// [`Pipe::now`] at entry.
#[derive(Clone, Debug)]
pub struct BlockTiming {
    entry: EntryState,
    /// Instructions.
    count: u8,
    /// Groups of bytes fetched.
    pub fetches: u8,
    cycle: u8,
    pub(crate) next: u8,
    /// [`Pipe::now`] before the last instruction.
    pub(crate) last: u8,
    /// The newest end of a unit that it keeps busy.
    pub(crate) busy: u8,
    group: u8,
    closed: bool,
    group_writes: u32,
    /// Registers written, and those of them with a value from a multiply-accumulate.
    pub(crate) written: u32,
    pub(crate) mac: u32,
    /// When the last ones were issued, the newest at the end.
    issued: [u8; ISSUED],
    /// The newest fetch against the next issue is known behind it, and so is the next entry state.
    fetch_is_known: bool,
    /// Meter of cycles for which the first instruction was held before.
    held: Meter,
    /// Registers in flight at the end, and when they are ready.
    in_flight: Box<[(u8, u8)]>,
    /// [`Pipe::now`] after each instruction.
    ends: Box<[u8]>,
    meters: Box<[(Meter, u64)]>,
    /// Its code of the host.
    pub(crate) code: Cell<CodeOf>,
    pub(crate) heat: Heat,
}

/// Translated code of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodeOf {
    /// See [`trueboard_jit::TranslatedId::number`].
    pub number: u32,
    /// The address that the block has in it.
    pub pc: u32,
    /// It is fetched from the program cache.
    pub cached: bool,
}

impl blocks::Timing for BlockTiming {
    type Outcome = BranchOutcome;

    #[inline(always)]
    fn instructions(&self) -> usize {
        self.count.into()
    }
}

impl BlockTiming {
    /// True when it is that of the first `count` instructions after `entry`.
    #[inline(always)]
    pub fn is_for(&self, entry: &EntryState, count: usize) -> bool {
        self.entry == *entry && usize::from(self.count) == count
    }

    /// [`Pipe::now`] behind instruction `i`.
    #[inline(always)]
    pub fn end(&self, i: usize) -> u64 {
        self.ends.get(i).copied().unwrap_or(self.next).into()
    }

    /// The state that it follows.
    #[inline(always)]
    pub fn entry(&self) -> EntryState {
        self.entry
    }

    /// How many of the instructions are issued when none is from `until` on, after an entry at `now`.
    /// The first one always is.
    #[inline(always)]
    pub fn issued_before(&self, now: u64, until: u64) -> usize {
        if now + u64::from(self.last) < until {
            return self.count.into();
        }
        let before = |end: &u8| now + u64::from(*end) < until;
        1 + self.ends.partition_point(before)
    }

    /// True when the entry state of the block behind it follows from this timing and `outcome`.
    #[inline]
    pub fn decides_next(&self, outcome: BranchOutcome) -> bool {
        outcome.redirects() || self.fetch_is_known
    }

    /// Adds what `times` executions are metered as, apart from classes of instructions and branches.
    pub fn meter(&self, times: u64, tally: &mut Tally) {
        for &(m, n) in &self.meters {
            tally.add(m, n * times);
        }
    }
}

/// The pipes between blocks that follow each other without a step. Translated code changes it, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chain {
    /// [`Pipe::now`].
    pub(crate) now: u64,
    pub(crate) fetched: u64,
    pub(crate) last_busy: u64,
    pub(crate) from_mac: u32,
    /// How the last block was left: [`Chain::TAKEN`], [`Chain::REDIRECTED`]; by translated code also [`Chain::GUESS`].
    pub(crate) left: u32,
    /// The places of the nodes of the last blocks, in a ring.
    pub(crate) recent: [u32; ISSUED],
    /// When each of them was entered.
    pub(crate) entered: [u64; ISSUED],
    pub(crate) blocks: u64,
}

impl Chain {
    /// The branch at the end of the last block was taken.
    pub(crate) const TAKEN: u32 = 1;
    /// Its rule has said so.
    pub(crate) const GUESS: u32 = 2;
    /// It redirected the fetch.
    pub(crate) const REDIRECTED: u32 = 4;

    /// See [`Pipe::now`].
    #[inline(always)]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The block of node `id`, with timing `t`, is executed.
    #[inline(always)]
    pub fn retire(&mut self, id: NodeId, t: &BlockTiming) {
        let place = self.blocks as usize % ISSUED;
        self.recent[place] = id.index() as u32;
        self.entered[place] = self.now;
        self.blocks += 1;
        self.last_busy = self.last_busy.max(self.now + u64::from(t.busy));
        self.fetched += u64::from(t.fetches);
        self.from_mac = self.from_mac & !t.written | t.mac;
        self.now += u64::from(t.next);
        self.left = 0;
    }

    /// The last block was left with `outcome`.
    #[inline(always)]
    pub fn branch(&mut self, outcome: BranchOutcome) {
        self.now += u64::from(outcome.cycles);
        if outcome.redirects() {
            self.left = Chain::how(outcome);
            self.fetched = self.now - 1;
        }
    }

    /// [`Chain::left`] of an outcome.
    #[inline(always)]
    pub(crate) fn how(outcome: BranchOutcome) -> u32 {
        match outcome.redirects() {
            true => Chain::REDIRECTED | u32::from(outcome.taken),
            false => 0,
        }
    }
}

impl Pipe {
    /// An instruction may join the newest group.
    #[inline(always)]
    fn open(&self) -> bool {
        !self.closed && self.next == self.cycle + 1
    }

    /// Results that are ready in this cycle or before delay no issue.
    #[inline(always)]
    pub(super) fn ready_from(&self) -> u64 {
        self.next - u64::from(self.open())
    }

    /// The state at the entry of a block; its first bytes are fetched if `begun`. `None` if too much is in flight to
    /// keep it.
    #[inline]
    pub fn entry_state(&mut self, begun: bool) -> Option<EntryState> {
        let from = self.ready_from();
        let behind = (self.fetched as i64 - self.next as i64).max(FAR_BEHIND);
        let behind = i8::try_from(behind).ok()?;
        let mut rest = u64::from(behind as u8) << 1 | u64::from(begun);
        if self.open() {
            rest |= u64::from(self.group_writes) << 32 | u64::from(self.group | 0x80) << 16;
        }
        let in_flight = if self.last_busy > from {
            self.in_flight(from)?
        } else {
            0
        };
        Some(EntryState { in_flight, rest })
    }

    /// Registers that are ready after `from`, and when.
    fn in_flight(&mut self, from: u64) -> Option<u64> {
        let (mut found, mut count, mut rest) = (0, 0, self.waiting);
        while rest != 0 {
            let r = rest.trailing_zeros();
            rest &= rest - 1;
            let at = self.ready[r as usize];
            if at > from {
                let mac = self.from_mac >> r & 1 != 0;
                let number = u64::from(r) | if mac { FROM_MAC } else { 0 };
                let after = u64::from(u8::try_from(at - from).ok()?);
                if count == MOST_AT_ENTRY {
                    return None;
                }
                found |= (number << 8 | after) << (16 * count);
                count += 1;
            } else {
                self.waiting &= !(1 << r);
            }
        }
        // No instruction of a block divides.
        (self.unit_free[LOAD_STORE] <= from).then_some(found)
    }

    /// Normalises the state: drops ready results, and the place of the newest issue in its ring. Behind it single steps
    /// and blocks leave equal bytes.
    pub fn forget_past(&mut self) {
        let now = self.ready_from();
        self.last_busy = self.last_busy.max(self.next);
        for at in self.ready.iter_mut().filter(|at| **at <= now) {
            *at = 0;
        }
        self.issued
            .rotate_left(usize::from(self.issued_next) % ISSUED);
        self.issued_next = 0;
    }

    /// Sends instructions, which begin at `pc`, through the pipes one by one; `fetched` is the group of
    /// bytes that was fetched last. Answers how many groups they have fetched.
    pub fn send<'a>(
        &mut self,
        slots: impl IntoIterator<Item = &'a DecodedInsn>,
        pc: u32,
        fetched: &mut u32,
        tally: &mut Tally,
    ) -> u32 {
        let (mut pc, mut fetches) = (pc, 0);
        for s in slots {
            let (groups, last) = groups(pc, s.len, *fetched);
            for _ in 0..groups {
                self.fetch(0);
            }
            fetches += groups;
            *fetched = last;
            let plan = self.plan(s);
            self.commit(s, plan, 0, 0, tally);
            pc = pc.wrapping_add(s.len.into());
        }
        fetches
    }

    /// Works out the timing of `slots`, which begin at `pc`, after `entry`, the state that these pipes
    /// are in. `None` if that is too much to keep.
    pub fn time_block<'a>(
        &self,
        entry: EntryState,
        slots: impl Iterator<Item = &'a DecodedInsn> + Clone,
        pc: u32,
    ) -> Option<BlockTiming> {
        let first = slots.clone().next()?;
        let mut pipe = self.clone();
        let from = self.ready_from();
        for at in pipe.ready.iter_mut().filter(|at| **at <= from) {
            *at = OLD;
        }
        (pipe.groups, pipe.multi, pipe.held) = (0, 0, 0);
        // Of what is busy, only what `entry` holds.
        pipe.last_busy = pipe.ready.iter().fold(from, |last, &at| last.max(at));
        let mut tally = Tally::default();
        let mut fetched = if entry.begun() { pc >> 3 } else { NO_GROUP };
        let after = |at: u64| u8::try_from(at.checked_sub(self.next)?).ok();
        let (mut fetches, mut ends, mut at) = (0, Vec::new(), pc);
        for s in slots.clone() {
            fetches += pipe.send([s], at, &mut fetched, &mut tally);
            ends.push(after(pipe.next)?);
            at = at.wrapping_add(s.len.into());
        }
        pipe.flush(&mut tally);
        // Until then nothing holds what follows.
        let end = pipe.ready_from();
        let mut in_flight = Vec::new();
        for (r, &at) in pipe.ready.iter().enumerate().filter(|(_, at)| **at > end) {
            in_flight.push((u8::try_from(r).ok()?, after(at)?));
        }
        if in_flight.len() > MOST_AT_END {
            return None;
        }
        let written = slots.fold(0, |all, s| all | s.writes);
        let mut issued = [0; ISSUED];
        for i in 0..ends.len().min(ISSUED) {
            let place = usize::from(pipe.issued_next).wrapping_sub(1 + i) % ISSUED;
            issued[ISSUED - 1 - i] = after(pipe.issued[place] + 1)?;
        }
        let fetches = u8::try_from(fetches).ok()?;
        let next = after(pipe.next)?;
        let metered = Meter::ALL.iter().map(|&m| (m, tally.get(m)));
        Some(BlockTiming {
            entry,
            count: u8::try_from(ends.len()).ok()?,
            fetches,
            // All of it may have joined the group before.
            cycle: after(pipe.cycle + 1)?,
            next,
            group: pipe.group,
            closed: pipe.closed,
            group_writes: pipe.group_writes,
            busy: after(pipe.last_busy.max(self.next))?,
            in_flight: in_flight.into(),
            written,
            mac: pipe.from_mac & written,
            issued,
            // A fetch that is far behind stays there, or its distance is unknown.
            fetch_is_known: entry.behind() > FAR_BEHIND || fetches <= next,
            last: ends.len().checked_sub(2).map_or(0, |i| ends[i]),
            ends: ends.into(),
            held: dispatch_stall(first.class),
            meters: metered.filter(|m| m.1 != 0).collect(),
            code: Cell::default(),
            heat: Heat::default(),
        })
    }

    /// A chain of blocks begins here.
    #[inline(always)]
    pub fn enter_blocks(&self) -> Chain {
        Chain {
            now: self.next,
            fetched: self.fetched,
            last_busy: self.last_busy,
            from_mac: self.from_mac,
            ..Chain::default()
        }
    }

    /// A chain that these pipes have entered ends: they are as [`Pipe::send`] would have left them. What
    /// [`BlockTiming::meter`] meters is left for later. `timing` is that of the node at a place.
    pub fn leave_blocks<'a>(&mut self, chain: &Chain, timing: impl Fn(usize) -> &'a BlockTiming) {
        let recent = |n: usize| {
            let place = (chain.blocks as usize).wrapping_sub(n) % ISSUED;
            (timing(chain.recent[place] as usize), chain.entered[place])
        };
        if chain.blocks == 0 {
            return;
        }
        let (t, from) = recent(1);
        self.next = chain.now;
        self.fetched = chain.fetched;
        self.last_busy = chain.last_busy;
        self.from_mac = chain.from_mac;
        self.cycle = from + u64::from(t.cycle) - 1;
        self.group = t.group;
        self.closed = t.closed || chain.left & Chain::REDIRECTED != 0;
        self.group_writes = t.group_writes;
        let mut stale = self.waiting;
        while stale != 0 {
            self.ready[stale.trailing_zeros() as usize] = 0;
            stale &= stale - 1;
        }
        self.waiting = 0;
        for &(r, at) in &t.in_flight {
            self.waiting |= 1 << (r & 31);
            self.ready[usize::from(r & 31)] = from + u64::from(at);
        }
        if usize::from(t.count) >= ISSUED {
            self.issued = t.issued.map(|at| (from + u64::from(at)).wrapping_sub(1));
            self.issued_next = 0;
            return;
        }
        // The blocks in which the last instructions were issued that are remembered.
        let (mut first, mut issued) = (1, usize::from(t.count));
        while issued < ISSUED && first < (chain.blocks as usize).min(ISSUED) {
            first += 1;
            issued += usize::from(recent(first).0.count);
        }
        while first > 0 {
            let (t, from) = recent(first);
            for i in ISSUED - usize::from(t.count).min(ISSUED)..ISSUED {
                let at = (from + u64::from(t.issued[i])).wrapping_sub(1);
                self.issued[usize::from(self.issued_next) % ISSUED] = at;
                self.issued_next = self.issued_next.wrapping_add(1);
            }
            first -= 1;
        }
    }

    /// The first block of a chain has the timing `t`.
    #[inline(always)]
    pub fn end_hold(&mut self, t: &BlockTiming, tally: &mut Tally) {
        if self.held != 0 {
            tally.add(t.held, std::mem::take(&mut self.held));
        }
    }
}

const _: () = assert!(ISSUED.is_power_of_two() && 256 % ISSUED == 0);
