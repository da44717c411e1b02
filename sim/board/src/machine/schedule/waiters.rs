//! Cores that spin on a word in their own caches or memories. The ends of their slices follow from the loop ([`Wait`]),
//! so the slices are not executed: the core's time advances alone. The core catches up before a write to its word, and
//! before any action other than a core's.

use crate::machine::Machine;
use crate::machine::fabric::Fabric;
use crate::machine::schedule::pace::{Pace, Slice};
use trueboard_core::cpu::{ArmedStops, Core, Stop, WAIT_STOPS, Wait, WaitEnd, WaitFor};
use trueboard_core::time::Tick;

/// Cores that may wait: the first so many of a board.
pub(crate) const WAITERS: usize = 32;

/// A loop and the position of a core in it, as in [`Wait`].
#[derive(Clone, Copy)]
struct Waiter {
    turn: u64,
    gaps: [u32; WAIT_STOPS],
    stops: u32,
    before: u32,
    end: WaitEnd,
}

impl Waiter {
    const NONE: Waiter = Waiter {
        turn: 1,
        gaps: [0; WAIT_STOPS],
        stops: 0,
        before: 0,
        end: WaitEnd::Turn,
    };

    /// None when the loop makes no sense, or a turn takes more than `longest`.
    fn new(wait: &Wait, longest: u64) -> Option<Waiter> {
        let mut gaps = [0; WAIT_STOPS];
        for (short, &gap) in gaps.iter_mut().zip(&wait.gaps) {
            *short = u32::try_from(gap).ok()?;
        }
        let sense = (1..=WAIT_STOPS).contains(&wait.stops)
            && wait.before < wait.stops
            && wait.turn != 0
            && wait.turn <= longest
            && wait.gaps.iter().sum::<u64>() == wait.turn;
        sense.then_some(Waiter {
            turn: wait.turn,
            gaps,
            stops: wait.stops as u32,
            before: wait.before as u32,
            end: wait.end,
        })
    }

    /// Where `slice` ends; none if that is no place of the loop.
    #[inline]
    fn end_of(&mut self, slice: &Slice) -> Option<Tick> {
        let (due, within) = match self.end {
            // Its private work would have to end before that load.
            WaitEnd::Turn => (slice.shared_until, slice.until),
            WaitEnd::Time => (slice.until, Tick::NEVER),
            WaitEnd::Either {
                loads,
                margin,
                limit,
            } => return self.end_at_either(slice, (loads, margin, limit)),
        };
        // A slice is of some length, and its end is known.
        if due <= slice.from || due == Tick::NEVER {
            return None;
        }
        let mut at = slice.from;
        let ahead = due.since(at);
        if ahead > self.turn {
            at = at.after(ahead / self.turn * self.turn);
        }
        let mut before = self.before;
        while at < due {
            at = at.after((*self.gaps.get(before as usize)?).into());
            before = if before + 1 == self.stops {
                0
            } else {
                before + 1
            };
        }
        if at >= within {
            return None;
        }
        self.before = before;
        Some(at)
    }

    /// Where `slice` ends when that is at a load or elsewhere: see [`WaitEnd::Either`].
    #[inline]
    fn end_at_either(
        &mut self,
        slice: &Slice,
        (loads, margin, limit): (u8, u64, Tick),
    ) -> Option<Tick> {
        let until = slice.until;
        let due = (slice.sync_until, Tick(until.0.saturating_sub(margin)));
        if due.0 <= slice.from || until == Tick::NEVER || until > limit {
            return None;
        }
        let mut at = slice.from;
        // No slice ends at the core's position: one turn less than the loop has.
        let ahead = due.0.min(due.1).0.saturating_sub(at.0 + 1);
        at = at.after(ahead / self.turn * self.turn);
        let mut place = self.before;
        loop {
            at = at.after((*self.gaps.get(place as usize)?).into());
            place = if place + 1 == self.stops {
                0
            } else {
                place + 1
            };
            let load = loads >> place & 1 != 0;
            if at > until || load && at == until {
                return None;
            }
            if at >= if load { due.0 } else { due.1 } {
                self.before = place;
                return Some(at);
            }
        }
    }

    /// For `core`, from `from` up to `at`, its present place.
    fn rest_of_turn(&self, core: usize, from: Tick, at: Tick) -> Slice {
        let (until, planned) = match self.end {
            WaitEnd::Turn => (at.after(1), at.after(1)),
            WaitEnd::Time => (at, at),
            WaitEnd::Either { loads, .. } if loads >> self.before & 1 != 0 => {
                (at.after(1), Tick::NEVER)
            }
            WaitEnd::Either { margin, .. } => (at, at.after(margin)),
        };
        Slice {
            core,
            from,
            until,
            planned,
            shared_until: at,
            sync_until: at,
        }
    }
}

/// See the module. Nothing of it outlives a stretch of slices in which only cores act, but the room.
#[derive(Default)]
pub(crate) struct Waiters {
    /// One bit each.
    waiting: u32,
    /// As many as cores may wait, once there was one.
    waits: Vec<Waiter>,
    /// How far a core may be ahead of the next one; no core waits when it is 0.
    quantum: u64,
}

impl Waiters {
    /// A stretch begins: no core waits yet.
    pub(crate) fn begin(&mut self, pace: Pace) {
        self.waiting = 0;
        // With relaxed transfers loads do not keep the order of all cores.
        self.quantum = if pace.relax == 0 { pace.quantum } else { 0 };
    }

    /// Takes `core`, of number `i`, in if it waits.
    #[inline]
    pub(crate) fn admit(&mut self, i: usize, core: &dyn Core, fabric: &mut Fabric) {
        if let Some(wait) = core.waits() {
            self.admit_with(i, wait, fabric);
        }
    }

    fn admit_with(&mut self, i: usize, wait: Wait, fabric: &mut Fabric) {
        if i >= WAITERS {
            return;
        }
        let Some(waiter) = Waiter::new(&wait, self.quantum) else {
            return;
        };
        let wakes = match wait.waits_for {
            WaitFor::Packets => true,
            // Packets write without waking anybody.
            _ if !fabric.network_queue.is_unused() => false,
            WaitFor::Lines(lines) => lines.iter().take(wait.stops).all(|&pa| fabric.holds(i, pa)),
            WaitFor::Own(first, end) => fabric.wake_for_own(i, first, end),
        };
        if !wakes {
            return;
        }
        if self.waits.is_empty() {
            self.waits.resize(WAITERS, Waiter::NONE);
        }
        if let Some(place) = self.waits.get_mut(i) {
            *place = waiter;
            self.waiting |= 1 << i;
            fabric.waiting = self.waiting;
        }
    }

    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.waiting != 0
    }

    #[inline(always)]
    pub(crate) fn has(&self, i: usize) -> bool {
        i < WAITERS && self.waiting >> i & 1 != 0
    }

    /// Core `i` waits no more.
    pub(crate) fn dismiss(&mut self, i: usize, fabric: &mut Fabric) {
        self.waiting &= !(1 << i);
        fabric.waiting = self.waiting;
    }

    /// Where `slice`, of a core that waits, ends; none if it has to be run.
    #[inline]
    pub(crate) fn end_of(&mut self, slice: &Slice) -> Option<Tick> {
        self.waits.get_mut(slice.core)?.end_of(slice)
    }
}

impl Machine {
    /// Executes waiting core `i` up to its present place, and ends its wait.
    pub(crate) fn waiter_catches_up(&mut self, waiters: &mut Waiters, i: usize) {
        waiters.dismiss(i, &mut self.fabric);
        let Some(&(at, _)) = self.times.iter().find(|t| t.1 == i) else {
            return;
        };
        self.cores[i].wait_until(at);
        let from = self.cores[i].now();
        if from != at
            && let Some(waiter) = waiters.waits.get(i)
        {
            let slice = waiter.rest_of_turn(i, from, at);
            let stop = self.lend_once(&slice, slice.until, ArmedStops::None, false, None);
            debug_assert!(matches!(stop, Stop::Sync | Stop::Horizon | Stop::EarlyEnd));
            debug_assert_eq!(self.cores[i].now(), at);
        }
    }

    /// The cores that a write is about to wake.
    #[cold]
    pub(crate) fn woken_catch_up(&mut self, waiters: &mut Waiters) {
        let woken = std::mem::take(&mut self.fabric.woken);
        for i in 0..WAITERS {
            if woken >> i & 1 != 0 {
                self.waiter_catches_up(waiters, i);
            }
        }
    }

    pub(crate) fn all_catch_up(&mut self, waiters: &mut Waiters) {
        for i in 0..WAITERS {
            if waiters.has(i) {
                self.waiter_catches_up(waiters, i);
            }
        }
    }
}
