//! Who owns the bus when: intervals that never overlap, in order of time. The last past one is
//! kept, for the hand-over; those to come are the data phases of transfers that were split.

use crate::ring::Ring;
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{BUS_MASTERS, BusBank, BusMeter};
use trueboard_core::time::{Clock, Tick};

/// A master owned the bus from `start` up to `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pulse {
    /// First tick.
    pub start: Tick,
    /// First tick after it.
    pub end: Tick,
    /// The owner.
    pub master: u8,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Slots {
    list: Ring,
    /// Time before this is no longer in the list, so nothing may be placed there.
    forgotten: Tick,
    handover_ticks: u64,
    /// Per master, cycles of all its pulses, also of those to come.
    owned: [u64; BUS_MASTERS],
}

impl Slots {
    pub(crate) fn new(handover_ticks: u64) -> Slots {
        Slots {
            list: Ring::new(2 * BUS_MASTERS),
            forgotten: Tick(0),
            handover_ticks,
            owned: [0; BUS_MASTERS],
        }
    }

    /// Forgets what was over before `at`, except the last owner.
    #[inline(always)]
    pub(crate) fn retire(&mut self, at: Tick) {
        let mut over = 0;
        while over + 1 < self.list.len() && self.list.get(over + 1).end <= at {
            over += 1;
        }
        if over > 0 {
            self.forgotten = self.list.get(over - 1).end;
            self.list.drop_first(over);
        }
    }

    /// End and owner of the last pulse, when it was over at `at`: the bus is idle, and nothing is
    /// reserved. The usual case.
    #[inline(always)]
    pub(crate) fn idle_since(&self, at: Tick) -> Option<(Tick, u8)> {
        let last = self.list.last()?;
        (last.end <= at).then_some((last.end, last.master))
    }

    /// End of the only pulse that is kept, if it is one of `master`.
    pub(crate) fn only_one_of(&self, master: u8) -> Option<Tick> {
        let last = self.list.last().filter(|last| last.master == master)?;
        (self.len() == 1).then_some(last.end)
    }

    /// The earliest grant to `master` at or after `at`, when the bus has been idle since `end`,
    /// `owner` having had it last.
    #[inline(always)]
    pub(crate) fn grant_idle(&self, at: Tick, master: u8, (end, owner): (Tick, u8)) -> Tick {
        if owner == master {
            at
        } else {
            at.max(end + self.handover_ticks)
        }
    }

    /// Puts a pulse in the place of all, which are over, the last one at `over`:
    /// [`Slots::retire`] and [`Slots::insert`] in one.
    #[inline(always)]
    pub(crate) fn replace(
        &mut self,
        over: Tick,
        (start, end): (Tick, Tick),
        master: u8,
        cycles: u64,
    ) {
        self.owned[usize::from(master) % BUS_MASTERS] += cycles;
        self.forgotten = over;
        self.list.set_only(start, end, master);
    }

    /// How many pulses there are: the place behind all.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The grant to `master` at or after `at` when nothing is reserved beyond: the usual case.
    #[inline(always)]
    pub(crate) fn place_last(&self, at: Tick, master: u8) -> Option<Tick> {
        let at = at.max(self.forgotten);
        match self.list.last() {
            None => Some(at),
            Some(last) if last.end <= at => Some(self.after(last, at, master)),
            _ => None,
        }
    }

    /// The earliest grant to `master` at or after `at`, and its place in the list. `need` says how
    /// many ticks the bus would be held when granted then; `None` means that only the time after
    /// all reservations will do.
    pub(crate) fn place(
        &self,
        at: Tick,
        master: u8,
        need: impl Fn(Tick) -> Option<u64>,
    ) -> (Tick, usize) {
        if let Some(granted) = self.place_last(at, master) {
            return (granted, self.len());
        }
        let mut at = at.max(self.forgotten);
        let mut before: Option<&Pulse> = None;
        for (i, next) in self.list.iter().enumerate() {
            let start = before.map_or(at, |b| self.after(b, at, master));
            if start < next.start {
                let gap = if next.master == master {
                    0
                } else {
                    self.handover_ticks
                };
                if need(start).is_some_and(|n| start + n + gap <= next.start) {
                    return (start, i);
                }
            }
            at = at.max(next.end);
            before = Some(next);
        }
        let start = before.map_or(at, |b| self.after(b, at, master));
        (start, self.len())
    }

    #[inline(always)]
    fn after(&self, before: &Pulse, at: Tick, master: u8) -> Tick {
        if before.master == master {
            at
        } else {
            at.max(before.end + self.handover_ticks)
        }
    }

    /// Reserves what [`Slots::place`] found, for `cycles`.
    #[inline(always)]
    pub(crate) fn insert(
        &mut self,
        index: usize,
        (start, end): (Tick, Tick),
        master: u8,
        cycles: u64,
    ) {
        self.owned[usize::from(master) % BUS_MASTERS] += cycles;
        if index < self.len() {
            debug_assert!(
                end <= self.list.get(index).start,
                "a stage held the bus longer than it had said: {start:?} to {end:?}"
            );
            self.list.insert(index, start, end, master);
        } else {
            self.list.push(start, end, master);
        }
    }

    /// Charges the wait of `master` from `asked` to `granted`, where `index` is the place of the
    /// grant: each cycle to the owner of the bus, cycles without owner (hand-over, a gap too
    /// short to use) to the one that the waiter follows.
    pub(crate) fn charge(
        &self,
        master: u8,
        (asked, granted): (Tick, Tick),
        index: usize,
        clock: Clock,
        bank: &mut BusBank,
    ) {
        let mut rest = clock.cycles(granted.since(asked));
        if rest == 0 {
            return;
        }
        let row = usize::from(master) % BUS_MASTERS;
        bank.waited[row] += rest;
        bank.add(BusMeter::Waits, rest);
        let mut blocker = master;
        for p in self.list.iter().take(index) {
            blocker = p.master;
            let ticks = p.end.min(granted).since(p.start.max(asked));
            let cycles = clock.cycles(ticks).min(rest);
            rest -= cycles;
            bank.waited_for[row][usize::from(p.master) % BUS_MASTERS] += cycles;
        }
        bank.waited_for[row][usize::from(blocker) % BUS_MASTERS] += rest;
    }

    /// Brings the cycles of all pulses up to `now` into the meters.
    pub(crate) fn settle(&self, now: Tick, clock: Clock, bank: &mut BusBank) {
        let mut used = self.owned;
        for p in self.list.iter() {
            if p.end > now {
                let past = clock.cycles(now.since(p.start));
                let to_come = clock.cycles(p.end.since(p.start)) - past;
                used[usize::from(p.master) % BUS_MASTERS] -= to_come;
            }
        }
        for (old, new) in bank.used.iter_mut().zip(used) {
            // Somebody may look at an earlier moment than the one before: nothing is taken back.
            *old = new.max(*old);
        }
        bank.values[BusMeter::Used as usize] = bank.used.iter().sum();
    }
}
