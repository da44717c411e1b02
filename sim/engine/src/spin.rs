//! Waiting loops: loops that repeat until another core or a device writes.
//!
//! A turn of such a loop ends in the state in which it began, so it repeats until a write changes the bytes that it
//! reads. A core detects this at a *loop head*, an instruction to which it returns: its state there is equal, and so
//! are the counts of a turn. It reports a [`Wait`] to the board. The board then computes the ends of the core's slices
//! without executing them. The core catches up by whole turns before any other action.
//!
//! The core defines its state at the loop head ([`State`]), its counts ([`Counts`]), the ends of slices in a turn, and
//! the instructions that a turn may contain.

use trueboard_core::cpu::{WAIT_STOPS, Wait, WaitEnd, WaitFor};

/// Cycles that a turn may take: longer ones are not looked for.
pub const LONGEST_TURN: u64 = 64;

/// The state of a core at the loop head of a loop, with times as they are against the core's own.
pub trait State: PartialEq {
    /// The future follows from this state and the bytes that the loop reads, so one turn that ends in it proves the
    /// loop. Otherwise two turns with equal counts prove it.
    const DECIDES: bool;
}

/// What a core counts.
pub trait Counts: Clone + Default + PartialEq {
    /// What was counted since `before`.
    #[must_use]
    fn since(&self, before: &Self) -> Self;

    /// Adds what `times` turns count, each of them `turn`.
    fn add(&mut self, turn: &Self, times: u64);
}

/// What is known of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// The anchor, perhaps.
    #[default]
    LoopHead,
    /// The state at the loop head.
    State,
    /// What a turn counts.
    Turn,
    /// All turns are equal.
    Steady,
}

/// Places of a turn: cycles since its beginning, and an address of each, as the core likes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stops {
    /// May be more than there is room for.
    count: usize,
    at: [u64; WAIT_STOPS],
    addresses: [u64; WAIT_STOPS],
}

impl Stops {
    #[inline]
    fn push(&mut self, at: u64, address: u64) {
        if let (Some(a), Some(p)) = (
            self.at.get_mut(self.count),
            self.addresses.get_mut(self.count),
        ) {
            (*a, *p) = (at, address);
        }
        self.count = (self.count + 1).min(WAIT_STOPS + 1);
    }

    /// How many there are; one more than there is room for if there are too many.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Cycles since the beginning of the turn, of each.
    fn times(&self) -> &[u64] {
        self.at.get(..self.count).unwrap_or_default()
    }
}

/// A turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn<C> {
    /// What it takes.
    pub cycles: u64,
    /// What it counts.
    pub counts: C,
    /// Its places.
    pub stops: Stops,
}

/// See the module. Derived, and never part of a core's state.
#[derive(Clone, Debug)]
pub struct Spin<S, C> {
    known: Known,
    // The anchor: the instruction, an address that it uses, when it was there last.
    pc: u64,
    address: u64,
    cycle: u64,
    // State and counts, then.
    state: Option<S>,
    counts: C,
    /// The places since.
    stops: Stops,
    turn: Turn<C>,
    /// The slice ended at this place of a steady loop.
    before: Option<usize>,
}

impl<S: State, C: Counts> Default for Spin<S, C> {
    /// Nothing is known.
    fn default() -> Spin<S, C> {
        Spin {
            known: Known::LoopHead,
            // No instruction is there.
            pc: 1,
            address: 0,
            cycle: 0,
            state: None,
            counts: C::default(),
            stops: Stops::default(),
            turn: Turn {
                cycles: 0,
                counts: C::default(),
                stops: Stops::default(),
            },
            before: None,
        }
    }
}

impl<S: State, C: Counts> Spin<S, C> {
    /// An event that may end the loop.
    #[inline]
    pub fn invalidate(&mut self) {
        self.known = Known::LoopHead;
        self.pc = 1;
        self.before = None;
    }

    /// The instruction at `pc`, which uses `address`, in this cycle would end a turn.
    #[inline]
    #[must_use]
    pub fn is_turn_over(&self, cycle: u64, pc: u64, address: u64) -> bool {
        cycle.wrapping_sub(self.cycle) <= LONGEST_TURN && pc == self.pc && address == self.address
    }

    /// The instruction at `pc`, which uses `address`, is a loop head from this cycle on.
    #[inline]
    pub fn begin(&mut self, cycle: u64, pc: u64, address: u64) {
        self.invalidate();
        (self.pc, self.address, self.cycle) = (pc, address, cycle);
    }

    /// Cycles since the loop head.
    #[inline]
    #[must_use]
    pub fn since(&self, cycle: u64) -> u64 {
        cycle.wrapping_sub(self.cycle)
    }

    /// The core reaches a place at which slices may end: the instruction at `pc`, which uses `address`. True when a
    /// turn is over: the core then calls [`Spin::turn_over`].
    #[inline]
    pub fn visit(&mut self, cycle: u64, pc: u64, address: u64) -> bool {
        if self.is_turn_over(cycle, pc, address) {
            return true;
        }
        let since = cycle.wrapping_sub(self.cycle);
        if since > LONGEST_TURN {
            self.begin(cycle, pc, address);
        } else {
            self.stops.push(since, address);
        }
        false
    }

    /// The core is at the loop head again, in this state and with these counts. An answer is a turn that
    /// repeats itself as far as that goes: if it does nothing but wait, the core says so
    /// ([`Spin::is_wait`]).
    pub fn turn_over(&mut self, cycle: u64, state: S, counts: C) -> Option<&Turn<C>> {
        let mut repeats = false;
        if self.known != Known::LoopHead && self.state.as_ref() == Some(&state) {
            let turn = Turn {
                cycles: cycle.wrapping_sub(self.cycle),
                counts: counts.since(&self.counts),
                stops: self.stops,
            };
            repeats = (S::DECIDES || self.known >= Known::Turn && turn == self.turn)
                && (1..=LONGEST_TURN).contains(&turn.cycles)
                && (1..=WAIT_STOPS).contains(&turn.stops.count);
            self.known = Known::Turn;
            self.turn = turn;
        } else {
            self.known = Known::State;
            self.state = Some(state);
        }
        self.cycle = cycle;
        self.counts = counts;
        self.stops.count = 0;
        self.stops.push(0, self.address);
        repeats.then_some(&self.turn)
    }

    /// The turn that has just been over does nothing but wait.
    pub fn is_wait(&mut self) {
        self.known = Known::Steady;
    }

    /// All turns are equal from here on.
    #[inline]
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.known == Known::Steady
    }

    /// The core continues.
    #[inline(always)]
    pub fn resume(&mut self) {
        self.before = None;
    }

    /// The slice ends in `cycle`, at a place of the turn that has begun.
    #[inline]
    pub fn slice_ended_at(&mut self, cycle: u64) {
        if self.known == Known::Steady {
            let since = cycle.wrapping_sub(self.cycle);
            let at = if since == self.turn.cycles { 0 } else { since };
            self.before = self.turn.stops.times().iter().position(|&t| t == at);
        }
    }

    /// The turn that has begun by `cycle` is the one that is looked at, however many lie between.
    pub fn advance(&mut self, cycle: u64) {
        if self.known == Known::Steady {
            let since = cycle.saturating_sub(self.cycle);
            self.cycle += since - since % self.turn.cycles.max(1);
        }
    }

    /// Whether a place of the loop has an address in a line with `address`, where `line` has the bits
    /// that number lines.
    #[must_use]
    pub fn reads(&self, address: u64, line: u64) -> bool {
        let n = self.turn.stops.count.min(WAIT_STOPS);
        let mut places = self.turn.stops.addresses.iter().take(n);
        self.known == Known::Steady && places.any(|l| (l ^ address) & line == 0)
    }

    /// Whether the core waits.
    #[inline(always)]
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.before.is_some()
    }

    /// The addresses of the places.
    #[must_use]
    pub fn addresses(&self) -> [u64; WAIT_STOPS] {
        self.turn.stops.addresses
    }

    /// The wait, for the board, by the length of a cycle in its time.
    #[must_use]
    pub fn wait(
        &self,
        ticks: impl Fn(u64) -> u64,
        end: WaitEnd,
        waits_for: WaitFor,
    ) -> Option<Wait> {
        let before = self.before?;
        let times = self.turn.stops.times();
        let mut wait = Wait {
            turn: ticks(self.turn.cycles),
            stops: times.len(),
            gaps: [0; WAIT_STOPS],
            before,
            end,
            waits_for,
        };
        let next = times
            .iter()
            .skip(1)
            .chain(std::iter::once(&self.turn.cycles));
        for ((gap, at), next) in wait.gaps.iter_mut().zip(times).zip(next) {
            *gap = ticks(next.checked_sub(*at)?);
        }
        Some(wait)
    }

    /// Continues a core at `cycle` by as many whole turns as fit before cycle `until`. Returns their number and one
    /// turn, which the core adds to its time and counts.
    pub fn go_on(&mut self, cycle: u64, until: u64) -> Option<(u64, &Turn<C>)> {
        if self.known != Known::Steady || self.turn.cycles == 0 {
            return None;
        }
        let turns = until.saturating_sub(cycle) / self.turn.cycles;
        self.cycle += turns * self.turn.cycles;
        self.counts.add(&self.turn.counts, turns);
        Some((turns, &self.turn))
    }
}
