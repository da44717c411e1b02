//! Loops that wait for a word of memory to change.
//!
//! A load from a line that cores hand to each other keeps the order of all cores
//! ([`crate::contended`]), so a core that spins on a flag stops at each of its loads. A turn of its
//! loop that ends in the state in which it began, added the same to every count as the one before and
//! reached for nothing but lines of its own cache will be repeated until somebody writes one of them.
//! The core reports it to the board as a [`Wait`]: it then knows where the core stops next without running it, and lets
//! it catch up, by whole turns, when something else happens.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::history::MARKS;
use crate::isa::{Class, Counted, Op};
use crate::meters::Meter;
use crate::state::Psr;
use trueboard_core::cpu::{WAIT_LOADS, Wait};
use trueboard_engine::history::KEPT;

/// The meters of a LEON: the first so many of all.
/// Cycles that a turn may take: more, and it is not looked for.
const LONGEST_TURN: u64 = 64;
/// Bytes for which holders are known: a line of the board's snooping.
const LINE_MASK: u64 = !31;

/// What is known of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// One of its loads, perhaps: the anchor.
    #[default]
    Load,
    /// The state at the anchor.
    State,
    /// What a turn adds.
    Turn,
    /// Two turns were the same.
    Steady,
}

/// See the module. Derived, and never part of the state.
#[derive(Clone, Debug)]
pub(crate) struct Spin {
    known: Known,
    // The anchor: the instruction, what it reads, when it did last.
    pc: u32,
    pa: u64,
    cycle: u64,
    // What the loop depends on, then.
    npc: u32,
    y: u32,
    psr: Option<Psr>,
    icc_age: u64,
    regs: [u32; 32],
    // Counts, then.
    counted: [u64; Counted::COUNT],
    meters: [u64; Meter::COUNT],
    metered: u64,
    transfers: u8,
    /// The loads since.
    loads: Loads,
    turn: Turn,
    /// The slice ended before this load of a steady loop.
    before: Option<usize>,
}

/// Loads of a turn: cycles since its beginning, and what they read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Loads {
    /// May be more than there is room for.
    count: usize,
    at: [u64; WAIT_LOADS],
    pa: [u64; WAIT_LOADS],
}

impl Loads {
    #[inline]
    fn push(&mut self, at: u64, pa: u64) {
        if let (Some(a), Some(p)) = (self.at.get_mut(self.count), self.pa.get_mut(self.count)) {
            (*a, *p) = (at, pa);
        }
        self.count = (self.count + 1).min(WAIT_LOADS + 1);
    }

    fn times(&self) -> &[u64] {
        self.at.get(..self.count).unwrap_or_default()
    }
}

/// What a turn adds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn {
    cycles: u64,
    counted: [u64; Counted::COUNT],
    meters: [u64; Meter::COUNT],
    transfers: u8,
    loads: Loads,
}

impl Turn {
    const NONE: Turn = Turn {
        cycles: 0,
        counted: [0; Counted::COUNT],
        meters: [0; Meter::COUNT],
        transfers: 0,
        loads: Loads {
            count: 0,
            at: [0; WAIT_LOADS],
            pa: [0; WAIT_LOADS],
        },
    };

    /// Loads that hit, each of which keeps the order of all cores, are all that it did outside of
    /// registers.
    fn only_loads(&self) -> bool {
        let kind = |k: Counted| self.counted[k as usize];
        let meter = |m: Meter| self.meters[m as usize];
        let loads = self.loads.count as u64;
        (1..=LONGEST_TURN).contains(&self.cycles)
            && (1..=WAIT_LOADS as u64).contains(&loads)
            && (1..=KEPT).contains(&usize::from(self.transfers))
            && kind(Counted::Load) == loads
            && meter(Meter::DCacheHits) == loads
            && [
                Counted::Store,
                Counted::Atomic,
                Counted::Fpop,
                Counted::Fbranch,
            ]
            .iter()
            .all(|&k| kind(k) == 0)
            && [
                Meter::DCacheMisses,
                Meter::DCacheHold,
                Meter::ICacheMisses,
                Meter::ICacheHold,
                Meter::Traps,
            ]
            .iter()
            .all(|&m| meter(m) == 0)
    }
}

impl Default for Spin {
    fn default() -> Spin {
        Spin {
            known: Known::Load,
            // No instruction is there.
            pc: 1,
            pa: 0,
            cycle: 0,
            npc: 0,
            y: 0,
            psr: None,
            icc_age: 0,
            regs: [0; 32],
            counted: [0; Counted::COUNT],
            meters: [0; Meter::COUNT],
            metered: 0,
            transfers: 0,
            loads: Loads::default(),
            turn: Turn::NONE,
            before: None,
        }
    }
}

impl Spin {
    /// Something happened that the loop may not survive.
    pub(crate) fn invalidate(&mut self) {
        self.known = Known::Load;
        self.pc = 1;
        self.before = None;
    }

    /// A load of `pa` by the instruction at `pc` in this cycle would end a turn.
    #[inline]
    pub(crate) fn is_turn_over(&self, cycle: u64, pc: u32, pa: u64) -> bool {
        cycle.wrapping_sub(self.cycle) <= LONGEST_TURN && pc == self.pc && pa == self.pa
    }

    /// The core goes on.
    #[inline(always)]
    pub(crate) fn stands(&mut self) {
        self.before = None;
    }

    /// A load from a line that cores hand to each other waits for its turn in `cycle`.
    #[inline]
    pub(crate) fn stops(&mut self, cycle: u64) {
        if self.known == Known::Steady {
            let since = cycle.wrapping_sub(self.cycle);
            let at = if since == self.turn.cycles { 0 } else { since };
            self.before = self.turn.loads.times().iter().position(|&t| t == at);
        }
    }

    /// Whether the loop reads the line of `pa`.
    pub(crate) fn reads(&self, pa: u64) -> bool {
        let n = self.turn.loads.count.min(WAIT_LOADS);
        let mut lines = self.turn.loads.pa.iter().take(n);
        self.known == Known::Steady && lines.any(|l| (l ^ pa) & LINE_MASK == 0)
    }
}

impl Leon {
    /// A load from a line that cores hand to each other is about to hit.
    pub(crate) fn spin_load(&mut self, pa: u64) {
        let s = &mut self.spin;
        let since = self.cycle.wrapping_sub(s.cycle);
        if s.is_turn_over(self.cycle, self.state.pc, pa) {
            self.spin_turn_over();
        } else if since > LONGEST_TURN {
            s.invalidate();
            (s.pc, s.pa, s.cycle) = (self.state.pc, pa, self.cycle);
        } else {
            s.loads.push(since, pa);
        }
    }

    /// The anchor's load is made again: a turn is over.
    #[inline(never)]
    fn spin_turn_over(&mut self) {
        self.meter_blocks();
        let icc_age = self.pipeline.icc_age(self.cycle);
        let s = &mut self.spin;
        let same = s.known != Known::Load
            && s.npc == self.state.npc
            && s.y == self.state.y
            && s.psr == Some(self.state.psr)
            && s.icc_age == icc_age
            && s.metered == self.tally.metered_cycle
            && s.regs == self.state.regs.r[..32];
        if same {
            let turn = self.turn_made();
            // A translation, a watchpoint and free code keep state that a turn does not show.
            let plain = self.in_flight.fetch.is_plain()
                && self.memory.direct.load_size != 0
                && !self.zero_cost.active;
            let steady = self.spin.known >= Known::Turn
                && turn == self.spin.turn
                && plain
                && !self.pending_work
                && turn.only_loads()
                && self.only_compared(turn.transfers);
            self.spin.known = if steady { Known::Steady } else { Known::Turn };
            self.spin.turn = turn;
        } else {
            s.known = Known::State;
            s.npc = self.state.npc;
            s.y = self.state.y;
            s.psr = Some(self.state.psr);
            s.icc_age = icc_age;
            s.regs.copy_from_slice(&self.state.regs.r[..32]);
        }
        let s = &mut self.spin;
        s.cycle = self.cycle;
        s.counted = self.tally.counted;
        s.meters = self.tally.meters;
        s.metered = self.tally.metered_cycle;
        s.transfers = self.history.noted();
        s.loads.count = 0;
        let pa = s.pa;
        s.loads.push(0, pa);
    }

    /// What the turn that is over has added.
    fn turn_made(&self) -> Turn {
        let s = &self.spin;
        let mut turn = Turn {
            cycles: self.cycle.wrapping_sub(s.cycle),
            transfers: self.history.noted().wrapping_sub(s.transfers),
            loads: s.loads,
            ..Turn::NONE
        };
        for ((n, now), old) in turn
            .counted
            .iter_mut()
            .zip(&self.tally.counted)
            .zip(&s.counted)
        {
            *n = now.wrapping_sub(*old);
        }
        for ((n, now), old) in turn
            .meters
            .iter_mut()
            .zip(&self.tally.meters)
            .zip(&s.meters)
        {
            *n = now.wrapping_sub(*old);
        }
        // What others write is none of the loop's doing.
        turn.meters[Meter::SnoopInvalidations as usize] = 0;
        turn
    }

    /// Whether the last turn, with so many control transfers, changed nothing but what is compared:
    /// all that it may have executed is of [`changes_compared`]. It lies between the first and the last
    /// of the addresses that it transferred from and to; there may be more.
    fn only_compared(&self, transfers: u8) -> bool {
        let (mut low, mut high) = (self.spin.pc, self.spin.pc);
        for i in 1..=transfers {
            let (from, to) = self.history.before(i.into());
            let (from, to) = (from & !MARKS, to & !MARKS);
            low = low.min(from).min(to);
            // The delay slot too.
            high = high.max(from.saturating_add(4)).max(to);
        }
        let page = |pc: u32| pc / (4 * PAGE_WORDS as u32);
        page(low) == page(high)
            && self.code.is_current(low.into())
            && (low..=high).step_by(4).all(|pc| {
                let i = (pc >> 2) as usize & (PAGE_WORDS - 1);
                let e = &self.code.current.entries()[i];
                e.ready == Readiness::Yes && changes_compared(e.insn.op)
            })
    }

    /// For the board: see [`trueboard_core::cpu::Core::waits`].
    #[inline(always)]
    pub(crate) fn wait(&self) -> Option<Wait> {
        self.spin.before.and_then(|before| self.wait_before(before))
    }

    fn wait_before(&self, before: usize) -> Option<Wait> {
        let turn = &self.spin.turn;
        let times = turn.loads.times();
        let mut wait = Wait {
            turn: self.clock.ticks(turn.cycles),
            loads: times.len(),
            gaps: [0; WAIT_LOADS],
            lines: turn.loads.pa,
            before,
        };
        let next = times.iter().skip(1).chain(std::iter::once(&turn.cycles));
        for ((gap, at), next) in wait.gaps.iter_mut().zip(times).zip(next) {
            *gap = self.clock.ticks(next.checked_sub(*at)?);
        }
        Some(wait)
    }

    /// Goes on by whole turns, up to cycle `until` at most.
    pub(crate) fn spin_on(&mut self, until: u64) {
        let turn = self.spin.turn;
        if self.spin.known != Known::Steady || turn.cycles == 0 {
            return;
        }
        let turns = until.saturating_sub(self.cycle) / turn.cycles;
        let cycles = turns * turn.cycles;
        self.cycle += cycles;
        self.pipeline.repeated(cycles);
        self.spin.cycle += cycles;
        let spin = &mut self.spin;
        let counted = self.tally.counted.iter_mut().zip(&mut spin.counted);
        for ((n, old), more) in counted.zip(&turn.counted) {
            *n += turns * more;
            *old += turns * more;
        }
        let meters = self.tally.meters.iter_mut().zip(&mut spin.meters);
        for ((n, old), more) in meters.zip(&turn.meters) {
            *n += turns * more;
            *old += turns * more;
        }
        self.history.repeat(turn.transfers, turns);
        let transfers = turns * u64::from(turn.transfers);
        self.spin.transfers = self.spin.transfers.wrapping_add(transfers as u8);
    }
}

/// True for what changes nothing but PC, nPC, %y, the PSR, the registers of the window and counts, and
/// is no trace event. No SAVE and RESTORE (a count may be in another window), no CALL and JMPL (they are
/// trace events), no RDASR (the up-counter goes on), no loads of an alternate space.
fn changes_compared(op: Op) -> bool {
    match op.class() {
        Class::Alu | Class::AluCc | Class::Sethi | Class::Branch => true,
        Class::Load => op.row().form.operands.iter().all(|o| o.kind != "Asi"),
        // Loops with products, too, are left to run turn by turn.
        _ => false,
    }
}
