//! Cores that spin on a word in their own caches. Each of their loads keeps the order of all cores, so
//! a slice of such a core ends at its first load at or after the turn of the next core. When that
//! will be follows from the loop ([`Wait`]), so the slice need not be run: the core's time is put
//! forward, and the core itself catches up when somebody is about to write what it holds, or anything
//! but cores is next.

use crate::fabric::Fabric;
use crate::machine::Machine;
use crate::pace::{Pace, Slice};
use trueboard_core::cpu::ArmedStops;
use trueboard_core::cpu::{Core, Stop, WAIT_LOADS, Wait};
use trueboard_core::time::Tick;

/// Cores that may wait: those that can snoop.
const WAITERS: usize = 8;

/// A loop and where in it a core stands, as in [`Wait`].
#[derive(Clone, Copy)]
struct Waiter {
    turn: u64,
    gaps: [u32; WAIT_LOADS],
    loads: u32,
    before: u32,
}

impl Waiter {
    const NONE: Waiter = Waiter {
        turn: 1,
        gaps: [0; WAIT_LOADS],
        loads: 0,
        before: 0,
    };

    /// None when the loop makes no sense, or a turn takes more than `longest`.
    fn new(wait: &Wait, longest: u64) -> Option<Waiter> {
        let mut gaps = [0; WAIT_LOADS];
        for (short, &gap) in gaps.iter_mut().zip(&wait.gaps) {
            *short = u32::try_from(gap).ok()?;
        }
        let sense = (1..=WAIT_LOADS).contains(&wait.loads)
            && wait.before < wait.loads
            && wait.turn != 0
            && wait.turn <= longest
            && wait.gaps.iter().sum::<u64>() == wait.turn;
        sense.then_some(Waiter {
            turn: wait.turn,
            gaps,
            loads: wait.loads as u32,
            before: wait.before as u32,
        })
    }
}

/// See the module. Nothing of it outlives a stretch of slices in which only cores act.
pub(crate) struct Waiters {
    /// One bit each.
    waiting: u8,
    waits: [Waiter; WAITERS],
    /// How far a core may be ahead of the next one; nobody waits when it is 0.
    quantum: u64,
    /// Where slices end for other reasons.
    end: Tick,
}

impl Waiters {
    /// None yet. Something else than a core is to act at `edge`.
    pub(crate) fn new(pace: Pace, edge: Tick) -> Waiters {
        Waiters {
            waiting: 0,
            waits: [Waiter::NONE; WAITERS],
            // With relaxed transfers loads do not keep the order of all cores.
            quantum: if pace.relax == 0 { pace.quantum } else { 0 },
            end: edge.min(if pace.cut { pace.end } else { Tick::NEVER }),
        }
    }

    /// Takes `core`, of number `i`, in if it waits.
    #[inline]
    pub(crate) fn admit(&mut self, i: usize, core: &dyn Core, fabric: &mut Fabric) {
        if let Some(wait) = core.waits() {
            self.admit_with(i, wait, fabric);
        }
    }

    fn admit_with(&mut self, i: usize, wait: Wait, fabric: &mut Fabric) {
        let held = |pa: &u64| fabric.holds(i, *pa);
        if let Some(waiter) = Waiter::new(&wait, self.quantum)
            && fabric.network_queue.is_unused()
            && wait.lines.iter().take(wait.loads).all(held)
            && let Some(place) = self.waits.get_mut(i)
        {
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

    /// Where the slice ends of a core that waits and is furthest behind, with `second` next; none if
    /// that is no load of its loop.
    pub(crate) fn next_stop(
        &mut self,
        (now, core): (Tick, usize),
        (second, other): (Tick, usize),
    ) -> Option<Tick> {
        let wait = self.waits.get_mut(core)?;
        let turn = second.after(u64::from(core < other));
        if second == Tick::NEVER || turn > self.end {
            return None;
        }
        let mut at = now;
        let ahead = turn.since(now);
        if ahead > wait.turn {
            at = now.after(ahead / wait.turn * wait.turn);
        }
        let mut before = wait.before;
        while at < turn {
            at = at.after((*wait.gaps.get(before as usize)?).into());
            before = if before + 1 == wait.loads {
                0
            } else {
                before + 1
            };
        }
        // Its private work would have to end before that load.
        if at >= second.after(self.quantum).min(self.end) {
            return None;
        }
        wait.before = before;
        Some(at)
    }
}

impl Machine {
    /// Core `i`, which waits, is run up to where it stands by now, and does not wait any more.
    pub(crate) fn waiter_catches_up(&mut self, waiters: &mut Waiters, i: usize) {
        waiters.dismiss(i, &mut self.fabric);
        let Some(&(at, _)) = self.times.iter().find(|t| t.1 == i) else {
            return;
        };
        self.cores[i].wait_until(at);
        if self.cores[i].now() != at {
            // The rest of a turn, up to the load before which it stops.
            let slice = Slice::up_to_load(i, self.cores[i].now(), at);
            let stop = self.lend_once(&slice, slice.until, ArmedStops::None, false, None);
            debug_assert_eq!((stop, self.cores[i].now()), (Stop::Sync, at));
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
