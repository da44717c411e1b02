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
//! What DMA and hosts write is no party to a race. After a race the reader counts as ordered behind the writer, so that
//! one missing lock makes one finding, not one for each word that it guards.

use crate::layout::Layout;
use crate::shadow::{NOBODY, OUTSIDE, Shadow};
use std::collections::BTreeSet;
use trueboard_core::observe::{Doing, Executed, RegSet, Touched};
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
    /// What the last instructions wrote: address, registers.
    written: [(u64, RegSet); 4],
    next: usize,
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

/// All of it.
#[derive(Default)]
pub struct Races {
    cores: Vec<Core>,
    bus: Vector,
    readers: Vec<Vec<(u8, u32, u32)>>,
    waits: BTreeSet<u64>,
    /// Words that order.
    flags: BTreeSet<u64>,
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

    /// Takes the races that were found; those are left out of which one access was found to wait.
    pub fn take(&mut self) -> Vec<Race> {
        std::mem::take(&mut self.found)
    }

    /// One of the two turned out to order cores.
    pub fn orders(&self, pc: u64, other: Option<u64>, physical: Option<u64>) -> bool {
        let waits = |pc: u64| self.waits.contains(&pc);
        waits(pc)
            || other.is_some_and(waits)
            || physical.is_some_and(|pa| self.flags.contains(&(pa & !3)))
    }

    /// What comes before the accesses of an instruction.
    #[inline]
    pub fn step(&mut self, core: u8, done: &Executed, shadow: &mut Shadow) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let interrupt = done.doing == (Doing::Trap { interrupt: true });
        if !c.begun || interrupt {
            c.begun = true;
            let bus = self.bus.clone();
            join(c, usize::from(core), &bus);
        }
        let slot = c.next & 3;
        c.next = c.next.wrapping_add(1);
        c.written[slot] = (done.pc, done.writes);
        if c.pending.is_some() {
            self.look(core, done, shadow);
        }
        if done.doing == Doing::Arrive {
            self.release(core);
        }
    }

    /// Goes on with a load that may wait.
    fn look(&mut self, core: u8, done: &Executed, shadow: &mut Shadow) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let Some(p) = &mut c.pending else {
            return;
        };
        let overlaps = |a: RegSet, b: RegSet| a.minus(b) != a;
        let stores = done.access.is_some_and(|a| a.store);
        let ends = matches!(done.doing, Doing::Call | Doing::Trap { .. });
        if overlaps(p.address, done.writes) || stores || ends || p.left == 0 {
            return self.expire(core);
        }
        p.left -= 1;
        if p.back.is_some() {
            return self.waits_at(core, shadow);
        }
        if let Doing::Branch { target } = done.doing
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
        self.waits.insert(p.race.pc);
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

    fn flag(&mut self, pa: u64, shadow: &mut Shadow) {
        self.flags.insert(pa & !3);
        if let Some((page, off)) = shadow.page(pa) {
            page.word(off).orders = true;
        }
    }

    /// Takes in an access to memory. `again`: the load repeats itself.
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
            self.waits.insert(done.pc);
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

    fn load(&mut self, core: u8, at: Tick, done: &Executed, a: &Touched, shadow: &mut Shadow) {
        let me = usize::from(core);
        let first = a.physical & !3;
        let known_to_wait = self.waits.contains(&done.pc);
        for pa in (first..a.physical + u64::from(a.bytes)).step_by(4) {
            let Some((page, off)) = shadow.page(pa) else {
                continue;
            };
            let word = page.word(off);
            let (writer, clock, wrote) = (word.writer, word.clock, word.pc);
            let mine = bytes_in(a, pa);
            let now = self.cores[me].now.get(me).copied().unwrap_or(0);
            if word.reader == NOBODY || word.reader == core {
                (word.reader, word.read_pc, word.read_clock) = (core, done.pc as u32, now + 1);
            } else {
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
                match list.iter_mut().find(|r| r.0 == core) {
                    Some(r) => *r = (core, now + 1, done.pc as u32),
                    None => list.push((core, now + 1, done.pc as u32)),
                }
            }
            if writer == core || writer == NOBODY || writer == OUTSIDE {
                continue;
            }
            if word.orders || known_to_wait {
                self.acquire(core, writer, clock);
                continue;
            }
            let ordered = self.cores[me]
                .now
                .get(usize::from(writer))
                .is_none_or(|&seen| clock <= seen);
            if ordered || word.bytes & mine == 0 {
                continue;
            }
            self.expire(core);
            self.cores[me].pending = Some(Pending {
                race: Race {
                    core,
                    pc: done.pc,
                    other: writer,
                    other_pc: wrote.into(),
                    physical: pa,
                    at,
                },
                clock,
                address: done.reads,
                left: LOOK,
                back: None,
            });
        }
    }

    fn store(&mut self, core: u8, at: Tick, done: &Executed, a: &Touched, shadow: &mut Shadow) {
        let me = usize::from(core);
        let clock = {
            let now = &mut self.cores[me].now;
            now[me] = now[me].saturating_add(1);
            now[me]
        };
        let first = a.physical & !3;
        for pa in (first..a.physical + u64::from(a.bytes)).step_by(4) {
            let Some((page, off)) = shadow.page(pa) else {
                continue;
            };
            let word = page.word(off);
            let mine = bytes_in(a, pa);
            if !word.orders {
                let now = &self.cores[me].now;
                let unordered = |who: u8, clock: u32| {
                    who != core && now.get(usize::from(who)).is_some_and(|&seen| clock > seen)
                };
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
                    if unordered(word.reader, word.read_clock) {
                        self.found.push(race(word.reader, word.read_pc));
                    } else if let Some(list) = (word.readers as usize)
                        .checked_sub(1)
                        .and_then(|i| self.readers.get(i))
                        && let Some(&(who, _, pc)) = list.iter().find(|r| unordered(r.0, r.1))
                    {
                        self.found.push(race(who, pc));
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

    /// Takes in an access to a device.
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

    /// What `core` has done comes before whoever looks at the bus.
    fn release(&mut self, core: u8) {
        let me = usize::from(core);
        let Some(c) = self.cores.get_mut(me) else {
            return;
        };
        for (bus, now) in self.bus.iter_mut().zip(&c.now) {
            *bus = (*bus).max(*now);
        }
        // What follows is not before it.
        c.now[me] = c.now[me].saturating_add(1);
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

/// The bytes of an access that lie in the word at `pa`, a bit each.
fn bytes_in(a: &Touched, pa: u64) -> u8 {
    let mut bits = 0;
    for i in 0..4 {
        if pa + i >= a.physical && pa + i < a.physical + u64::from(a.bytes) {
            bits |= 1 << i;
        }
    }
    bits
}
