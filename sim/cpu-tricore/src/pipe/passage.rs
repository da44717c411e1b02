//! How a run of instructions goes through the pipes, found once and kept: with the same state of the
//! pipes in the beginning, and nothing from outside to hold it, it takes the same cycles for the same
//! reasons every time.

use super::{ISSUED, Pipe, REGISTERS, UNITS};
use crate::slot::Slot;
use crate::tally::Tally;
use trueboard_core::meter::CoreMeter;

/// No group is fetched.
pub(crate) const NO_GROUP: u32 = u32::MAX;
/// Registers whose values may be on their way when a run begins.
const FLYING: usize = 2;
/// Of what a passage keeps, lists are this long at most.
const KEPT: usize = 8;
/// A fetch that is further behind does not hold a run.
const FAR_BEHIND: i64 = -16;
/// What [`Begin::flying`] adds to a register whose value comes from a multiply-accumulate.
const FROM_MAC: u8 = 0x80;
/// A register value that is old enough not to hold anything.
const OLD: u64 = 1;

/// What the passage of a run depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Begin {
    /// Nothing may join the newest group.
    closed: bool,
    /// The first group of bytes has been fetched already.
    begun: bool,
    group: u8,
    group_writes: u32,
    /// The newest fetch against the next issue.
    behind: i8,
    /// How long something is busy.
    busy: u8,
    /// Registers and when they are ready.
    flying: [(u8, u8); FLYING],
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
    /// The newest end of something busy, if that has changed.
    busy: Option<u8>,
    /// Registers, and when they are ready; 0 is at once.
    ready: List,
    /// Registers written, and those of them whose value is of a multiply-accumulate.
    written: u32,
    mac: u32,
    issued: [u8; ISSUED],
    instructions: u8,
    groups: u8,
    multi: u8,
    stalls: List,
}

/// A short list of numbered numbers.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    items: [(u8, u8); KEPT],
    len: u8,
}

impl List {
    fn push(&mut self, number: usize, value: u64) -> Option<()> {
        let place = self.items.get_mut(usize::from(self.len))?;
        *place = (u8::try_from(number).ok()?, u8::try_from(value).ok()?);
        self.len += 1;
        Some(())
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u8, u8)> {
        self.items
            .get(..self.len.into())
            .unwrap_or(&[])
            .iter()
            .copied()
    }
}

impl Passage {
    /// True when a run that begins like this passes so.
    #[inline(always)]
    pub fn is_for(&self, begin: &Begin) -> bool {
        self.begin == *begin
    }

    /// [`Pipe::now`] after it, if it is `now` before.
    #[inline(always)]
    pub fn end(&self, now: u64) -> u64 {
        now + u64::from(self.next)
    }
}

impl Pipe {
    /// The state that decides how a run passes whose first bytes are fetched if `begun`; `None` if
    /// it is not one to remember.
    #[inline(always)]
    pub fn begin(&mut self, begun: bool) -> Option<Begin> {
        let open = !self.closed;
        if self.held != 0 || open && self.next != self.cycle + 1 {
            return None;
        }
        // What is ready in `from` or before does not hold anything.
        let from = self.next - u64::from(open);
        let mut begin = Begin {
            closed: self.closed,
            begun,
            behind: i8::try_from((self.fetched as i64 - self.next as i64).max(FAR_BEHIND)).ok()?,
            ..Begin::default()
        };
        if open {
            begin.group = self.group;
            begin.group_writes = self.group_writes;
        }
        if self.last_busy > from {
            self.fill_in(&mut begin, from)?;
        }
        Some(begin)
    }

    /// What is on its way.
    fn fill_in(&mut self, begin: &mut Begin, from: u64) -> Option<()> {
        let (mut found, mut rest) = (0, self.waiting);
        while rest != 0 {
            let r = rest.trailing_zeros();
            rest &= rest - 1;
            let at = self.ready[r as usize];
            if at > from {
                let mac = self.from_mac >> r & 1 != 0;
                let number = r as u8 | if mac { FROM_MAC } else { 0 };
                let after = u8::try_from(at - from).ok()?;
                *begin.flying.get_mut(found)? = (number, after);
                found += 1;
            } else {
                self.waiting &= !(1 << r);
            }
        }
        if self.unit_free.iter().any(|&at| at > from) {
            return None;
        }
        begin.busy = u8::try_from(self.last_busy - from).ok()?;
        Some(())
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
        let mut pipe = self.clone();
        let from = self.next - u64::from(!self.closed);
        for at in pipe.ready.iter_mut().filter(|at| **at <= from) {
            *at = OLD;
        }
        (pipe.groups, pipe.multi) = (0, 0);
        pipe.last_busy = pipe.last_busy.max(from);
        let busy = pipe.last_busy;
        let mut tally = Tally::default();
        let mut fetched = if begin.begun { pc >> 3 } else { NO_GROUP };
        let fetches = pipe.send(slots, pc, &mut fetched, &mut tally);
        let after = |at: u64| u8::try_from(at.checked_sub(self.next)?).ok();
        let mut p = Passage {
            begin,
            fetches: u8::try_from(fetches).ok()?,
            cycle: 0,
            next: after(pipe.next)?,
            group: pipe.group,
            closed: pipe.closed,
            group_writes: pipe.group_writes,
            busy: None,
            ready: List::default(),
            written: 0,
            mac: 0,
            issued: [0; ISSUED],
            instructions: u8::try_from(slots.len()).ok()?,
            groups: u8::try_from(pipe.groups).ok()?,
            multi: u8::try_from(pipe.multi).ok()?,
            stalls: List::default(),
        };
        // All of it may have joined the group before.
        p.cycle = after(pipe.cycle + 1)?;
        if pipe.last_busy != busy {
            p.busy = Some(after(pipe.last_busy)?);
        }
        for (r, (&at, &before)) in pipe.ready.iter().zip(&self.ready).enumerate() {
            if at == 0 {
                p.ready.push(r, 0)?;
            } else if at != OLD && at != before {
                p.ready.push(r, u64::from(after(at)?))?;
            }
        }
        p.written = slots.iter().fold(0, |all, s| all | s.writes);
        p.mac = pipe.from_mac & p.written;
        for (i, at) in p
            .issued
            .iter_mut()
            .enumerate()
            .take(slots.len().min(ISSUED))
        {
            let place = usize::from(pipe.issued_next).wrapping_sub(1 + i) % ISSUED;
            *at = after(pipe.issued[place] + 1)?;
        }
        for &m in CoreMeter::ALL {
            match tally.get(m) {
                0 => {}
                n => p.stalls.push(m as usize, n)?,
            }
        }
        Some(p)
    }

    /// Does what [`Pipe::send`] did when `p` was found.
    #[inline(always)]
    pub fn pass(&mut self, p: &Passage, tally: &mut Tally) {
        let from = self.next;
        self.fetched += u64::from(p.fetches);
        self.cycle = from + u64::from(p.cycle) - 1;
        self.next = from + u64::from(p.next);
        self.group = p.group;
        self.closed = p.closed;
        self.group_writes = p.group_writes;
        if let Some(busy) = p.busy {
            self.last_busy = from + u64::from(busy);
        }
        for (r, at) in p.ready.iter() {
            self.waiting |= 1 << (r & 31);
            let at = if at == 0 { 0 } else { from + u64::from(at) };
            self.ready[usize::from(r) & (REGISTERS - 1)] = at;
        }
        self.from_mac = self.from_mac & !p.written | p.mac;
        self.issued_next = self.issued_next.wrapping_add(p.instructions);
        let newest = usize::from(self.issued_next).wrapping_sub(1);
        for i in 0..usize::from(p.instructions).min(ISSUED) {
            self.issued[newest.wrapping_sub(i) % ISSUED] = from + u64::from(p.issued[i]) - 1;
        }
        self.groups += u64::from(p.groups);
        self.multi += u64::from(p.multi);
        for (m, n) in p.stalls.iter() {
            tally.add_number(m.into(), n.into());
        }
    }
}

const _: () = assert!(UNITS < KEPT && ISSUED.is_power_of_two());
