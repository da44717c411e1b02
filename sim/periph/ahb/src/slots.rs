//! Who owns the bus when: intervals that never overlap, in order of time. The last past one is
//! kept, for the hand-over; those to come are the data phases of transfers that were split.

use crate::params::Scale;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use trueboard_core::meter::{BUS_MASTERS, BusBank, BusMeter};
use trueboard_core::time::Tick;

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

/// A pulse, and how far its cycles are in the meters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Slot {
    pulse: Pulse,
    counted: Tick,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Slots {
    list: VecDeque<Slot>,
    /// Time before this is no longer in the list, so nothing may be placed there.
    forgotten: Tick,
    handover_ticks: u64,
}

impl Slots {
    pub(crate) fn new(handover_ticks: u64) -> Slots {
        Slots {
            list: VecDeque::with_capacity(2 * BUS_MASTERS),
            forgotten: Tick(0),
            handover_ticks,
        }
    }

    /// Forgets what was over before `at`, except the last owner.
    #[inline]
    pub(crate) fn retire(&mut self, at: Tick, scale: Scale, bank: &mut BusBank) {
        while self.list.len() >= 2 && self.list[1].pulse.end <= at {
            if let Some(mut slot) = self.list.pop_front() {
                self.forgotten = slot.pulse.end;
                count(&mut slot, Tick::NEVER, scale, bank);
            }
        }
    }

    /// The earliest grant to `master` at or after `at`, and its place in the list. `need` says how
    /// many ticks the bus would be held when granted then; `None` means that only the time after
    /// all reservations will do.
    #[inline]
    pub(crate) fn place(
        &self,
        at: Tick,
        master: u8,
        need: impl Fn(Tick) -> Option<u64>,
    ) -> (Tick, usize) {
        let mut at = at.max(self.forgotten);
        // Nothing is reserved beyond: the usual case.
        if let Some(last) = self.list.back()
            && last.pulse.end <= at
        {
            return (self.after(Some(last.pulse), at, master), self.list.len());
        }
        let mut before: Option<Pulse> = None;
        for (i, slot) in self.list.iter().enumerate() {
            let next = slot.pulse;
            let start = self.after(before, at, master);
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
        (self.after(before, at, master), self.list.len())
    }

    #[inline]
    fn after(&self, before: Option<Pulse>, at: Tick, master: u8) -> Tick {
        match before {
            Some(b) if b.master != master => at.max(b.end + self.handover_ticks),
            _ => at,
        }
    }

    /// Reserves what [`Slots::place`] found.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize, pulse: Pulse) {
        let slot = Slot {
            pulse,
            counted: pulse.start,
        };
        if index == self.list.len() {
            self.list.push_back(slot);
        } else {
            debug_assert!(
                pulse.end <= self.list[index].pulse.start,
                "a stage held the bus longer than it had said: {pulse:?}"
            );
            self.list.insert(index, slot);
        }
    }

    /// Charges the wait of `master` from `asked` to `granted`, where `index` is the place of the
    /// grant: each cycle to the owner of the bus, cycles without owner (hand-over, a gap too
    /// short to use) to the one that the waiter follows.
    #[inline]
    pub(crate) fn charge(
        &self,
        master: u8,
        (asked, granted): (Tick, Tick),
        index: usize,
        scale: Scale,
        bank: &mut BusBank,
    ) {
        let mut rest = scale.cycles(granted.since(asked));
        if rest == 0 {
            return;
        }
        let row = usize::from(master) % BUS_MASTERS;
        bank.waited[row] += rest;
        bank.add(BusMeter::Waits, rest);
        let mut blocker = master;
        for slot in self.list.iter().take(index) {
            let p = slot.pulse;
            blocker = p.master;
            let ticks = p.end.min(granted).since(p.start.max(asked));
            let cycles = scale.cycles(ticks).min(rest);
            rest -= cycles;
            bank.waited_for[row][usize::from(p.master) % BUS_MASTERS] += cycles;
        }
        bank.waited_for[row][usize::from(blocker) % BUS_MASTERS] += rest;
    }

    /// Counts the cycles of all slots up to `now`.
    pub(crate) fn settle(&mut self, now: Tick, scale: Scale, bank: &mut BusBank) {
        for slot in &mut self.list {
            count(slot, now, scale, bank);
        }
    }
}

/// Adds the cycles of `slot` that lie before `upto` and are not yet counted.
fn count(slot: &mut Slot, upto: Tick, scale: Scale, bank: &mut BusBank) {
    let to = slot.pulse.end.min(upto);
    let cycles = scale.cycles(to.since(slot.counted));
    if cycles > 0 {
        slot.counted += scale.ticks(cycles);
        bank.used[usize::from(slot.pulse.master) % BUS_MASTERS] += cycles;
        bank.add(BusMeter::Used, cycles);
    }
}
