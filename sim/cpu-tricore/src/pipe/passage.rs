//! How a run of instructions goes through the pipes, found once and kept: with the same state of the
//! pipes in the beginning, and nothing from outside to hold it, it takes the same cycles for the same
//! reasons every time.

use super::classes::{LOAD_STORE, dispatch_stall};
use super::{ISSUED, Pipe, REGISTERS};
use crate::slot::Slot;
use crate::tally::Tally;
use trueboard_core::meter::CoreMeter;

/// No group is fetched.
pub(crate) const NO_GROUP: u32 = u32::MAX;
/// Registers whose values may be on their way when a run begins.
const FLYING: u32 = 4;
/// Registers that a passage may leave on their way.
const KEPT: usize = 8;
/// A fetch that is further behind does not hold a run: it would take more groups than one has.
const FAR_BEHIND: i64 = -32;
/// What [`Begin::flying`] adds to a register whose value comes from a multiply-accumulate.
const FROM_MAC: u64 = 0x80;
/// A register value that is old enough not to hold anything.
const OLD: u64 = 1;

/// What the passage of a run depends on, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begin {
    /// Registers and when they are ready, a byte each.
    flying: u64,
    /// What the newest group writes, and which pipes it uses, unless nothing may join it; the newest
    /// fetch against the next issue; whether the first group of bytes has been fetched already.
    rest: u64,
}

/// What a passage changes. Times are cycles from [`Pipe::now`] at the beginning.
#[derive(Clone, Debug)]
pub struct Passage {
    begin: Begin,
    /// Groups of bytes fetched.
    pub fetches: u8,
    cycle: u8,
    next: u8,
    group: u8,
    closed: bool,
    group_writes: u32,
    /// The newest end of something that it keeps busy.
    busy: u8,
    /// Registers, and when they are ready; 0 is at once.
    ready: Vec<(u8, u8)>,
    /// Registers written, and those of them whose value is of a multiply-accumulate.
    written: u32,
    mac: u32,
    /// When the last ones were issued, the newest at the end.
    issued: [u8; ISSUED],
    /// [`Pipe::now`] after each instruction.
    ends: Vec<u8>,
    /// [`Pipe::now`] before the last instruction.
    last: u8,
    /// Meter of cycles for which the first instruction was held before.
    held: CoreMeter,
    meters: Vec<(CoreMeter, u64)>,
}

impl Passage {
    /// True when a run that begins like this passes so.
    #[inline(always)]
    pub fn is_for(&self, begin: &Begin) -> bool {
        self.begin == *begin
    }

    /// How many instructions it has.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// How many of the instructions are issued when none is from `until` on, after a beginning at
    /// `now`. The first one always is.
    #[inline(always)]
    pub fn fitting(&self, now: u64, until: u64) -> usize {
        if now + u64::from(self.last) < until {
            return self.count();
        }
        let before = |end: &u8| now + u64::from(*end) < until;
        1 + self.ends.partition_point(before)
    }

    /// Adds what is metered when it is taken `times`, apart from classes of instructions.
    pub fn meter(&self, times: u64, tally: &mut Tally) {
        for &(m, n) in &self.meters {
            tally.add(m, n * times);
        }
    }
}

impl Pipe {
    /// Something may join the newest group.
    #[inline(always)]
    fn open(&self) -> bool {
        !self.closed && self.next == self.cycle + 1
    }

    /// The state that decides how a run passes whose first bytes are fetched if `begun`; `None` if
    /// it is not one to remember.
    #[inline(always)]
    pub fn begin(&mut self, begun: bool) -> Option<Begin> {
        let open = self.open();
        // What is ready in `from` or before does not hold anything.
        let from = self.next - u64::from(open);
        let behind = (self.fetched as i64 - self.next as i64).max(FAR_BEHIND);
        let behind = i8::try_from(behind).ok()?;
        let mut rest = u64::from(behind as u8) << 1 | u64::from(begun);
        if open {
            rest |= u64::from(self.group_writes) << 32 | u64::from(self.group | 0x80) << 16;
        }
        let flying = if self.last_busy > from {
            self.flying(from)?
        } else {
            0
        };
        Some(Begin { flying, rest })
    }

    /// What is on its way.
    fn flying(&mut self, from: u64) -> Option<u64> {
        let (mut found, mut count, mut rest) = (0, 0, self.waiting);
        while rest != 0 {
            let r = rest.trailing_zeros();
            rest &= rest - 1;
            let at = self.ready[r as usize];
            if at > from {
                let mac = self.from_mac >> r & 1 != 0;
                let number = u64::from(r) | if mac { FROM_MAC } else { 0 };
                let after = u64::from(u8::try_from(at - from).ok()?);
                if count == FLYING {
                    return None;
                }
                found |= (number << 8 | after) << (16 * count);
                count += 1;
            } else {
                self.waiting &= !(1 << r);
            }
        }
        // Nothing in a run divides.
        (self.unit_free[LOAD_STORE] <= from).then_some(found)
    }

    /// Forgets what no longer matters: results that are ready, and where in its ring the newest issue
    /// is kept. Whether instructions were sent one by one or passed at once cannot be told then.
    pub fn forget_past(&mut self) {
        let now = self.next - u64::from(self.open());
        self.last_busy = self.last_busy.max(self.next);
        for at in self.ready.iter_mut().filter(|at| **at <= now) {
            *at = 0;
        }
        self.issued
            .rotate_left(usize::from(self.issued_next) % ISSUED);
        self.issued_next = 0;
    }

    /// Sends `slots`, which begin at `pc`, through the pipes; `fetched` is the group of bytes that
    /// was fetched last. Answers how many groups it has fetched.
    pub fn send(&mut self, slots: &[Slot], pc: u32, fetched: &mut u32, tally: &mut Tally) -> u32 {
        let (mut pc, mut fetches) = (pc, 0);
        for s in slots {
            let last = pc.wrapping_add(u32::from(s.len) - 1) >> 3;
            if last != *fetched {
                let both = pc >> 3 != *fetched && pc >> 3 != last;
                for _ in 0..=u32::from(both) {
                    self.fetch(0);
                    fetches += 1;
                }
                *fetched = last;
            }
            let plan = self.plan(s);
            self.commit(s, plan, 0, 0, tally);
            pc = pc.wrapping_add(s.len.into());
        }
        fetches
    }

    /// Finds out how `slots`, which begin at `pc`, pass after `begin`, the state that this pipe is
    /// in. `None` if that is too much to keep.
    pub fn passage(&self, begin: Begin, slots: &[Slot], pc: u32) -> Option<Passage> {
        let first = slots.first()?;
        let mut pipe = self.clone();
        let from = self.next - u64::from(self.open());
        for at in pipe.ready.iter_mut().filter(|at| **at <= from) {
            *at = OLD;
        }
        (pipe.groups, pipe.multi, pipe.held) = (0, 0, 0);
        // Of what is busy, only what `begin` tells of.
        pipe.last_busy = pipe.ready.iter().fold(from, |last, &at| last.max(at));
        let before = pipe.ready;
        let mut tally = Tally::default();
        let mut fetched = if begin.rest & 1 != 0 {
            pc >> 3
        } else {
            NO_GROUP
        };
        let after = |at: u64| u8::try_from(at.checked_sub(self.next)?).ok();
        let (mut fetches, mut ends, mut at) = (0, Vec::new(), pc);
        for s in slots {
            fetches += pipe.send(std::slice::from_ref(s), at, &mut fetched, &mut tally);
            ends.push(after(pipe.next)?);
            at = at.wrapping_add(s.len.into());
        }
        pipe.settle(&mut tally);
        // Until then nothing holds what follows.
        let end = pipe.next - u64::from(pipe.open());
        let mut ready = Vec::new();
        for (r, (&at, &before)) in pipe.ready.iter().zip(&before).enumerate() {
            if at != before && at.max(before) > end {
                let at = if at > end { after(at)? } else { 0 };
                ready.push((u8::try_from(r).ok()?, at));
            }
        }
        if ready.len() > KEPT {
            return None;
        }
        let written = slots.iter().fold(0, |all, s| all | s.writes);
        let mut issued = [0; ISSUED];
        for i in 0..slots.len().min(ISSUED) {
            let place = usize::from(pipe.issued_next).wrapping_sub(1 + i) % ISSUED;
            issued[ISSUED - 1 - i] = after(pipe.issued[place] + 1)?;
        }
        let metered = CoreMeter::ALL.iter().map(|&m| (m, tally.get(m)));
        Some(Passage {
            begin,
            fetches: u8::try_from(fetches).ok()?,
            // All of it may have joined the group before.
            cycle: after(pipe.cycle + 1)?,
            next: after(pipe.next)?,
            group: pipe.group,
            closed: pipe.closed,
            group_writes: pipe.group_writes,
            busy: after(pipe.last_busy.max(self.next))?,
            ready,
            written,
            mac: pipe.from_mac & written,
            issued,
            last: ends.len().checked_sub(2).map_or(0, |i| ends[i]),
            ends,
            held: dispatch_stall(first.class),
            meters: metered.filter(|m| m.1 != 0).collect(),
        })
    }

    /// Does what [`Pipe::send`] did when `p` was found; but what [`Passage::meter`] meters is left
    /// for later.
    #[inline(always)]
    pub fn pass(&mut self, p: &Passage, tally: &mut Tally) {
        if self.held != 0 {
            tally.add(p.held, std::mem::take(&mut self.held));
        }
        let from = self.next;
        self.fetched += u64::from(p.fetches);
        self.cycle = from + u64::from(p.cycle) - 1;
        self.next = from + u64::from(p.next);
        self.group = p.group;
        self.closed = p.closed;
        self.group_writes = p.group_writes;
        self.last_busy = self.last_busy.max(from + u64::from(p.busy));
        for &(r, at) in &p.ready {
            self.waiting |= 1 << (r & 31);
            let at = if at == 0 { 0 } else { from + u64::from(at) };
            self.ready[usize::from(r) & (REGISTERS - 1)] = at;
        }
        self.from_mac = self.from_mac & !p.written | p.mac;
        let at = |i: usize| (from + u64::from(p.issued[i])).wrapping_sub(1);
        if p.count() >= ISSUED {
            self.issued_next = 0;
            self.issued = std::array::from_fn(at);
        } else {
            for i in ISSUED - p.count()..ISSUED {
                self.issued[usize::from(self.issued_next) % ISSUED] = at(i);
                self.issued_next = self.issued_next.wrapping_add(1);
            }
        }
    }
}

const _: () = assert!(ISSUED.is_power_of_two() && 256 % ISSUED == 0);
