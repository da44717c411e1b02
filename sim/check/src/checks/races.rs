//! Data races between cores: two accesses to a word of memory, at least one of which writes, of which none happens
//! before the other.
//!
//! Each core has a vector clock; its own part counts its stores. What orders cores:
//! - an atomic instruction, and any access to a word that an atomic has accessed: a lock;
//! - a load that waits: one that repeats itself, or whose loop does nothing but load and test. It synchronises with
//!   the store that it sees, and so does any access to that word from then on: a flag;
//! - registers of controllers of interrupts and of other cores: what a core has done before it writes one happens
//!   before what another does in an interrupt, from its start on, and behind a read of one;
//! - barriers of all cores that an instruction arrives at.
//!
//! Writes of DMA and hosts never race. After a race the reader counts as ordered behind the writer, so one missing lock
//! makes one finding, not one for each guarded word.

use crate::layout::Layout;
use crate::shadow::{NOBODY, Shadow, Word};
use std::collections::{BTreeMap, BTreeSet};
use trueboard_core::observe::{Executed, InsnKind, RegSet, Touched};
use trueboard_core::time::Tick;

/// Vector clocks that are kept of each core.
const HISTORY: usize = 1 << 14;
/// Bytes of a loop that waits.
const LOOP: u64 = 48;
/// Instructions from the load to the branch back.
const LOOK: u8 = 6;

type Vector = Vec<u32>;

#[derive(Clone, Default)]
struct Core {
    now: Vector,
    /// What `now` was from each own clock on.
    history: Vec<(u32, Vector)>,
    begun: bool,
    pending: Option<Pending>,
    /// What the last instructions wrote: address, registers. Those of `passed` come behind it.
    written: [(u64, RegSet); 4],
    next: usize,
    passed: Passed,
}

/// The last blocks that were executed, each with how many of its instructions were: the oldest first.
#[derive(Clone, Copy, Default)]
struct Passed {
    blocks: [(u32, u32); 4],
    /// How many there are.
    some: usize,
}

impl Passed {
    #[inline]
    fn add(&mut self, block: u32, count: usize) {
        // Each has one instruction or more, and the last four are requested.
        let [_, rest @ ..] = self.blocks;
        let [a, b, c] = rest;
        self.blocks = [a, b, c, (block, count as u32)];
        self.some = (self.some + 1).min(4);
    }
}

impl Core {
    #[inline]
    fn wrote(&mut self, done: &Executed) {
        let slot = self.next & 3;
        self.next = self.next.wrapping_add(1);
        self.written[slot] = (done.pc, done.writes);
    }
}

/// A load that saw an unordered store, and may be one that waits.
#[derive(Clone, Copy)]
struct Pending {
    race: Race,
    clock: u32,
    address: RegSet,
    left: u8,
    /// The branch back was seen: a delay slot may follow.
    back: Option<u64>,
}

/// Two accesses that nothing orders.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The later one.
    pub core: u8,
    /// See there.
    pub pc: u64,
    /// The earlier one.
    pub other: u8,
    /// See there.
    pub other_pc: u64,
    /// The word.
    pub physical: u64,
    /// When.
    pub at: Tick,
}

/// A core that has read a word since it was written last, as one of several.
#[derive(Clone, Copy, Debug)]
struct Reader {
    core: u8,
    /// Which bytes, a bit each.
    bytes: u8,
    clock: u32,
    pc: u32,
}

/// All of it.
#[derive(Default)]
pub struct Races {
    cores: Vec<Core>,
    bus: Vector,
    readers: Vec<Vec<Reader>>,
    waits: BTreeSet<u64>,
    /// A bit for each address of `waits`, several for one: where it is 0 there is none.
    waits_near: u64,
    /// Words that order, with who has written each byte last, and that one's clock then: several locks may lie in one
    /// word.
    flags: BTreeMap<u64, [(u8, u32); 4]>,
    found: Vec<Race>,
}

impl Races {
    /// Of so many cores.
    pub fn new(cores: usize) -> Races {
        let core = Core {
            now: vec![0; cores],
            ..Core::default()
        };
        Races {
            cores: vec![core; cores],
            bus: vec![0; cores],
            ..Races::default()
        }
    }

    /// Some were found since they were taken.
    #[inline]
    pub fn has_found(&self) -> bool {
        !self.found.is_empty()
    }

    /// Takes the races that were found.
    pub fn take(&mut self) -> Vec<Race> {
        std::mem::take(&mut self.found)
    }

    /// One of the two turned out to order cores.
    pub fn orders(&self, pc: u64, other: Option<u64>, physical: Option<u64>) -> bool {
        let waits = |pc: u64| self.waits.contains(&pc);
        waits(pc)
            || other.is_some_and(waits)
            || physical.is_some_and(|pa| self.flags.contains_key(&(pa & !3)))
    }

    /// What comes before the accesses of an instruction.
    #[inline]
    pub fn step(&mut self, core: u8, done: &Executed, shadow: &mut Shadow) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let interrupt = matches!(done.kind, InsnKind::Trap { interrupt: true });
        if !c.begun || interrupt {
            c.begun = true;
            let bus = self.bus.clone();
            join(c, usize::from(core), &bus);
        }
        c.wrote(done);
        if c.pending.is_some() {
            self.look(core, done, shadow);
        }
        if matches!(done.kind, InsnKind::Arrive) {
            self.release(core);
        }
    }

    /// The next instructions of `core` may be executed as a block: nothing is begun that each of them has to be looked at
    /// for.
    #[inline]
    pub fn admits_block(&self, core: u8) -> bool {
        let core = self.cores.get(usize::from(core));
        core.is_some_and(|c| c.begun && c.pending.is_none())
    }

    /// A load of `core` may be one that waits: each of its instructions is looked at.
    #[inline]
    pub fn looks(&self, core: u8) -> bool {
        let core = self.cores.get(usize::from(core));
        core.is_some_and(|c| c.pending.is_some())
    }

    /// The first `count` instructions of a block of `core` were executed, and none of them had to be looked at.
    #[inline]
    pub fn passed(&mut self, core: u8, block: u32, count: usize) {
        if let Some(c) = self.cores.get_mut(usize::from(core)) {
            c.passed.add(block, count);
        }
    }

    /// Records the writes of passed blocks, before any other test.
    #[inline]
    pub fn settle<'a>(&mut self, core: u8, insns: impl Fn(u32) -> &'a [Executed]) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        if c.passed.some == 0 {
            return;
        }
        let Passed { blocks, some } = std::mem::take(&mut c.passed);
        for &(block, count) in blocks.iter().skip(4 - some) {
            let insns = insns(block);
            let insns = insns.get(..count as usize).unwrap_or(insns);
            let last = insns.len().saturating_sub(4);
            insns.iter().skip(last).for_each(|insn| c.wrote(insn));
        }
    }

    /// Continues with a load that may wait.
    fn look(&mut self, core: u8, done: &Executed, shadow: &mut Shadow) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let Some(p) = &mut c.pending else {
            return;
        };
        let overlaps = |a: RegSet, b: RegSet| a.minus(b) != a;
        let stores = done.access.is_some_and(|a| a.store);
        let ends = matches!(done.kind, InsnKind::Call | InsnKind::Trap { .. });
        if overlaps(p.address, done.writes) || stores || ends || p.left == 0 {
            return self.expire(core);
        }
        p.left -= 1;
        if p.back.is_some() {
            return self.waits_at(core, shadow);
        }
        if let InsnKind::Branch { target } = done.kind
            && target <= p.race.pc
            && target + LOOP >= p.race.pc
        {
            // What lies between the target and the load must not move on either.
            let head = |w: &(u64, RegSet)| w.0 >= target && w.0 < p.race.pc;
            let address = p.address;
            if c.written.iter().any(|w| head(w) && overlaps(address, w.1)) {
                return self.expire(core);
            }
            p.back = Some(target);
        }
    }

    /// The load under way waits: it synchronises with what it has seen.
    fn waits_at(&mut self, core: u8, shadow: &mut Shadow) {
        let Some(p) = self
            .cores
            .get_mut(usize::from(core))
            .and_then(|c| c.pending.take())
        else {
            return;
        };
        self.waits_at_pc(p.race.pc);
        self.flag(p.race.physical, shadow);
        self.acquire(core, p.race.other, p.clock);
    }

    /// The load under way is none that waits: a race.
    fn expire(&mut self, core: u8) {
        if let Some(p) = self
            .cores
            .get_mut(usize::from(core))
            .and_then(|c| c.pending.take())
        {
            self.found.push(p.race);
            self.acquire(core, p.race.other, p.clock);
        }
    }

    fn waits_at_pc(&mut self, pc: u64) {
        self.waits_near |= near(pc);
        self.waits.insert(pc);
    }

    /// The word at `pa` orders cores from now on.
    fn flag(&mut self, pa: u64, shadow: &mut Shadow) {
        let Some((page, off)) = shadow.page(pa) else {
            return;
        };
        let word = page.word(off);
        if std::mem::replace(&mut word.orders, true) {
            return;
        }
        let mut last = [(NOBODY, 0); 4];
        for (i, byte) in last.iter_mut().enumerate() {
            if word.bytes >> i & 1 != 0 {
                *byte = (word.writer, word.clock);
            }
        }
        self.flags.insert(pa & !3, last);
    }

    /// `core` has seen the bytes `mine` of the word at `pa`, which orders: it is behind who wrote them.
    fn synchronise(&mut self, core: u8, pa: u64, mine: u8) {
        let Some(&last) = self.flags.get(&(pa & !3)) else {
            return;
        };
        let mut before = (NOBODY, 0);
        for (i, &(writer, clock)) in last.iter().enumerate() {
            if mine >> i & 1 != 0 && (writer, clock) != before {
                before = (writer, clock);
                self.acquire(core, writer, clock);
            }
        }
    }

    /// Records an access to memory. `again`: the load repeats itself.
    pub fn access(
        &mut self,
        core: u8,
        at: Tick,
        done: &Executed,
        a: &Touched,
        again: bool,
        shadow: &mut Shadow,
    ) {
        let me = usize::from(core);
        if me >= self.cores.len() || a.bytes == 0 {
            return;
        }
        let atomic = a.load && a.store;
        let waits = again && a.load && !atomic;
        if waits {
            self.waits_at_pc(done.pc);
        }
        if atomic || waits {
            self.flag(a.physical, shadow);
        }
        if a.load {
            self.load(core, at, done, a, shadow);
        }
        if a.store {
            self.store(core, at, done, a, shadow);
        }
    }

    /// Records a load of the bytes `mine` of each of some words by the instruction at `pc`. False, without effect,
    /// where it needs the slow path.
    #[inline]
    pub fn loads_at_once(&mut self, core: u8, pc: u64, words: &mut [Word], mine: u8) -> bool {
        let me = usize::from(core);
        let Some(now) = self.cores.get(me).map(|c| &*c.now) else {
            return false;
        };
        let Some(&own) = now.get(me) else {
            return false;
        };
        let fine = |w: &Word| {
            let alone = w.reader == core || w.reader == NOBODY;
            !w.orders && alone && !unordered(now, core, w.writer, w.clock)
        };
        if words.is_empty() || self.waits_near & near(pc) != 0 || !words.iter().all(fine) {
            return false;
        }
        for word in words {
            word.read(core, mine, own + 1, pc as u32);
        }
        true
    }

    /// Records a store to the bytes `mine` of each of some words by the instruction at `pc`, the write number `seq`.
    /// False, without effect, where it needs the slow path.
    #[inline]
    pub fn stores_at_once(
        &mut self,
        core: u8,
        pc: u64,
        words: &mut [Word],
        mine: u8,
        seq: u32,
    ) -> bool {
        let me = usize::from(core);
        let Some(now) = self.cores.get_mut(me).map(|c| &mut *c.now) else {
            return false;
        };
        let read_by_several = |readers: u32| {
            let list = (readers as usize).checked_sub(1);
            let list = list.and_then(|i| self.readers.get(i));
            list.is_some_and(|list| !list.is_empty())
        };
        let fine = |w: &Word| {
            let written = !unordered(now, core, w.writer, w.clock);
            let read = !unordered(now, core, w.reader, w.read_clock);
            !w.orders && written && read && !read_by_several(w.readers)
        };
        if words.is_empty() || !words.iter().all(fine) {
            return false;
        }
        let Some(own) = now.get_mut(me) else {
            return false;
        };
        *own = own.saturating_add(1);
        for word in words {
            (word.seq, word.writer, word.clock) = (seq, core, *own);
            (word.pc, word.bytes, word.reader) = (pc as u32, mine, NOBODY);
        }
        true
    }

    fn load(&mut self, core: u8, at: Tick, done: &Executed, a: &Touched, shadow: &mut Shadow) {
        let me = usize::from(core);
        let known_to_wait = self.waits_near & near(done.pc) != 0 && self.waits.contains(&done.pc);
        let own = self.cores.get(me).and_then(|c| c.now.get(me));
        let clock = own.map_or(1, |own| own + 1);
        let end = a.physical + u64::from(a.bytes);
        let mut next = a.physical & !3;
        while next < end {
            let pa = next;
            next += 4;
            let Some((page, off)) = shadow.page(pa) else {
                continue;
            };
            let word = page.word(off);
            let mine = bytes_in(a, pa);
            if !word.read(core, mine, clock, done.pc as u32) {
                let reader = Reader {
                    core,
                    bytes: mine,
                    clock,
                    pc: done.pc as u32,
                };
                self.read_by_several(word, reader);
            }
            if known_to_wait || word.orders {
                if !word.orders {
                    self.flag(pa, shadow);
                }
                self.synchronise(core, pa, mine);
                continue;
            }
            let now = self.cores.get(me).map_or(&[][..], |c| &c.now);
            if word.bytes & mine == 0 || !unordered(now, core, word.writer, word.clock) {
                continue;
            }
            let race = Race {
                core,
                pc: done.pc,
                other: word.writer,
                other_pc: word.pc.into(),
                physical: pa,
                at,
            };
            let clock = word.clock;
            self.may_wait(race, clock, done.reads);
        }
    }

    /// A load has read a store of another core, made at that core's `clock`, and no synchronisation orders the two: a
    /// race, unless the load waits.
    #[cold]
    fn may_wait(&mut self, race: Race, clock: u32, address: RegSet) {
        self.expire(race.core);
        if let Some(c) = self.cores.get_mut(usize::from(race.core)) {
            c.pending = Some(Pending {
                race,
                clock,
                address,
                left: LOOK,
                back: None,
            });
        }
    }

    /// Notes the reader of a word that others have read too.
    #[inline(never)]
    fn read_by_several(&mut self, word: &mut Word, mut reader: Reader) {
        let i = word.readers as usize;
        let list = match i.checked_sub(1).and_then(|i| self.readers.get_mut(i)) {
            Some(list) => list,
            None => {
                self.readers.push(Vec::new());
                word.readers = self.readers.len() as u32;
                let i = self.readers.len() - 1;
                &mut self.readers[i]
            }
        };
        match list.iter_mut().find(|r| r.core == reader.core) {
            Some(r) => {
                reader.bytes |= r.bytes;
                *r = reader;
            }
            None => list.push(reader),
        }
    }

    fn store(&mut self, core: u8, at: Tick, done: &Executed, a: &Touched, shadow: &mut Shadow) {
        let me = usize::from(core);
        let clock = {
            let now = &mut self.cores[me].now;
            now[me] = now[me].saturating_add(1);
            now[me]
        };
        let end = a.physical + u64::from(a.bytes);
        let mut next = a.physical & !3;
        while next < end {
            let pa = next;
            next += 4;
            let Some((page, off)) = shadow.page(pa) else {
                continue;
            };
            let word = page.word(off);
            let mine = bytes_in(a, pa);
            if !word.orders {
                let now = &self.cores[me].now;
                let unordered = |who: u8, clock: u32| unordered(now, core, who, clock);
                let race = |other: u8, other_pc: u32| Race {
                    core,
                    pc: done.pc,
                    other,
                    other_pc: other_pc.into(),
                    physical: pa,
                    at,
                };
                if word.bytes & mine != 0 && unordered(word.writer, word.clock) {
                    self.found.push(race(word.writer, word.pc));
                } else if word.bytes & mine != 0 || word.writer == NOBODY {
                    if word.read_bytes & mine != 0 && unordered(word.reader, word.read_clock) {
                        self.found.push(race(word.reader, word.read_pc));
                    } else if let Some(list) = (word.readers as usize)
                        .checked_sub(1)
                        .and_then(|i| self.readers.get(i))
                        && let Some(r) = (list.iter())
                            .find(|r| r.bytes & mine != 0 && unordered(r.core, r.clock))
                    {
                        self.found.push(race(r.core, r.pc));
                    }
                }
            }
            if word.orders
                && let Some(last) = self.flags.get_mut(&(pa & !3))
            {
                for (i, byte) in last.iter_mut().enumerate() {
                    if mine >> i & 1 != 0 {
                        *byte = (core, clock);
                    }
                }
            }
            (word.writer, word.clock, word.pc, word.bytes) = (core, clock, done.pc as u32, mine);
            word.reader = NOBODY;
            if let Some(list) = (word.readers as usize)
                .checked_sub(1)
                .and_then(|i| self.readers.get_mut(i))
            {
                list.clear();
            }
        }
    }

    /// Records an access to a device.
    pub fn device(&mut self, core: u8, a: &Touched, layout: &Layout) {
        // What is neither memory nor device are registers of cores.
        if layout.device(a.physical).is_some_and(|d| !d.orders) {
            return;
        }
        if a.store {
            self.release(core);
        }
        if a.load {
            let bus = self.bus.clone();
            if let Some(c) = self.cores.get_mut(usize::from(core)) {
                join(c, usize::from(core), &bus);
            }
        }
    }

    /// Earlier accesses of `core` come before a reader of the bus.
    fn release(&mut self, core: u8) {
        let me = usize::from(core);
        let Some(c) = self.cores.get_mut(me) else {
            return;
        };
        // It counts as a store: what was read before it has the number of the next one, and comes before it too.
        c.now[me] = c.now[me].saturating_add(1);
        for (bus, now) in self.bus.iter_mut().zip(&c.now) {
            *bus = (*bus).max(*now);
        }
    }

    /// What `from` had done when its clock was `clock` comes before what `core` does next.
    fn acquire(&mut self, core: u8, from: u8, clock: u32) {
        if core == from {
            return;
        }
        let Some(other) = self.cores.get(usize::from(from)) else {
            return;
        };
        let i = other.history.partition_point(|h| h.0 <= clock);
        let mut seen = match i.checked_sub(1).and_then(|i| other.history.get(i)) {
            Some((_, seen)) => seen.clone(),
            None => vec![0; other.now.len()],
        };
        if let Some(own) = seen.get_mut(usize::from(from)) {
            *own = clock;
        }
        if let Some(c) = self.cores.get_mut(usize::from(core)) {
            join(c, usize::from(core), &seen);
        }
    }
}

/// `core`, number `me`, has seen what `seen` says.
fn join(core: &mut Core, me: usize, seen: &[u32]) {
    let mut changed = false;
    for (i, (now, seen)) in core.now.iter_mut().zip(seen).enumerate() {
        if i != me && *seen > *now {
            *now = *seen;
            changed = true;
        }
    }
    if !changed {
        return;
    }
    let own = core.now.get(me).copied().unwrap_or(0);
    // Stores from the next one on are behind it.
    let from = own.saturating_add(1);
    match core.history.last_mut() {
        Some(last) if last.0 == from => last.1.clone_from(&core.now),
        _ => core.history.push((from, core.now.clone())),
    }
    if core.history.len() > HISTORY {
        core.history.drain(..HISTORY / 2);
    }
}

/// What `who` did when its clock was `clock` comes not before what `core` does, which has seen `now`.
#[inline]
fn unordered(now: &[u32], core: u8, who: u8, clock: u32) -> bool {
    who != core && now.get(usize::from(who)).is_some_and(|&seen| clock > seen)
}

/// The bit of an address among 64.
fn near(at: u64) -> u64 {
    1 << (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

/// The bytes of an access that lie in the word at `pa`, a bit each.
#[inline]
fn bytes_in(a: &Touched, pa: u64) -> u8 {
    // From the first to the last of them in the word.
    let from = a.physical.saturating_sub(pa);
    let to = (a.physical + u64::from(a.bytes)).saturating_sub(pa).min(4);
    let below = |n: u64| (1u8 << n.min(4)) - 1;
    below(to) & !below(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: u64 = 0x100;
    /// Three locks of a byte each.
    const LOCKS: [u64; 3] = [0x200, 0x201, 0x202];

    struct Cores {
        races: Races,
        shadow: Shadow,
    }

    impl Cores {
        fn new() -> Cores {
            Cores {
                races: Races::new(3),
                shadow: Shadow::new([(0, 0x1000)].into_iter()),
            }
        }

        fn does(&mut self, core: u8, physical: u64, (load, store): (bool, bool)) {
            let touched = Touched {
                address: physical,
                physical,
                bytes: 1,
                load,
                store,
                memory: true,
                ..Touched::default()
            };
            let done = Executed {
                pc: 0x4000 + physical,
                access: Some(touched),
                ..Executed::default()
            };
            let (races, shadow) = (&mut self.races, &mut self.shadow);
            races.step(core, &done, shadow);
            races.access(core, Tick(0), &done, &touched, false, shadow);
        }

        fn loads(&mut self, core: u8, at: u64) {
            self.does(core, at, (true, false));
        }

        fn stores(&mut self, core: u8, at: u64) {
            self.does(core, at, (false, true));
        }

        fn swaps(&mut self, core: u8, at: u64) {
            self.does(core, at, (true, true));
        }

        fn found(&mut self) -> usize {
            self.races.take().len()
        }
    }

    #[test]
    fn neighbouring_bytes_are_not_shared() {
        let mut cores = Cores::new();
        cores.loads(0, DATA);
        cores.loads(2, DATA + 2);
        cores.stores(1, DATA + 1);
        assert_eq!(cores.found(), 0);
        for at in [DATA, DATA + 2] {
            let mut cores = Cores::new();
            cores.loads(0, DATA);
            cores.loads(2, DATA + 2);
            cores.stores(1, at);
            assert_eq!(cores.found(), 1);
        }
    }

    /// A load is a race once it has turned out to be none that waits.
    #[test]
    fn a_load_races_with_stores_to_its_own_bytes() {
        for (at, races) in [(DATA, 1), (DATA + 1, 0)] {
            let mut cores = Cores::new();
            cores.stores(0, DATA);
            cores.loads(1, at);
            (0..8).for_each(|_| cores.loads(1, DATA + 0x80));
            assert_eq!(cores.found(), races, "{at:#x}");
        }
    }

    /// Core 2 hands on at once what it has seen of core 0: its first store of all frees the lock of core 1.
    #[test]
    fn who_takes_a_lock_is_behind_all_that_its_last_holder_had_seen() {
        for (lock, races) in [(0x300, 0), (0x400, 1)] {
            let mut cores = Cores::new();
            cores.stores(0, DATA);
            cores.swaps(0, 0x200);
            cores.loads(2, 0x200);
            cores.swaps(2, 0x300);
            cores.swaps(1, lock);
            cores.stores(1, DATA);
            assert_eq!(cores.found(), races, "{lock:#x}");
        }
    }

    /// Core 0 has the data under the first lock; core 2 takes and frees the second one behind it; core 1 takes `lock`.
    fn under_locks(lock: u64) -> usize {
        let mut cores = Cores::new();
        for lock in LOCKS {
            cores.swaps(2, lock);
        }
        cores.swaps(0, LOCKS[0]);
        cores.stores(0, DATA);
        cores.stores(0, LOCKS[0]);
        cores.swaps(2, LOCKS[1]);
        cores.stores(2, LOCKS[1]);
        cores.swaps(1, lock);
        cores.stores(1, DATA);
        cores.found()
    }

    /// Accesses of a core before its write to an interrupt controller's register precede accesses of another core
    /// behind a read of one; its later accesses do not.
    #[test]
    fn a_controller_of_interrupts_orders_reads_and_stores_before_it() {
        let register = |store: bool| Touched {
            physical: 0x8000_0000,
            load: !store,
            store,
            ..Touched::default()
        };
        for store in [false, true] {
            for (late, races) in [(false, 0), (true, 1)] {
                let mut cores = Cores::new();
                let does = |cores: &mut Cores| cores.does(0, DATA, (!store, store));
                cores.stores(0, DATA + 0x40);
                if !late {
                    does(&mut cores);
                }
                let layout = Layout::default();
                cores.races.device(0, &register(true), &layout);
                if late {
                    does(&mut cores);
                }
                cores.races.device(1, &register(false), &layout);
                cores.stores(1, DATA);
                assert_eq!(cores.found(), races, "{store} {late}");
            }
        }
    }

    #[test]
    fn locks_in_one_word_order_one_by_one() {
        assert_eq!(LOCKS.map(under_locks), [0, 1, 1]);
    }
}
