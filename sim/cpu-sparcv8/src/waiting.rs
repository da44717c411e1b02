//! Loops that wait for a word of memory to change.
//!
//! A load from a line that cores hand to each other keeps the order of all cores ([`crate::memory::contended`]), so a
//! core that spins on a flag stops at each of its loads. These are the places of the engine's
//! [`spin`](trueboard_engine::spin), and the first of them is the loop head. Two turns must have equal counts, since
//! the state at the loop head omits part of the core.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::decoded::Readiness;
use crate::history::MARKS;
use crate::isa::{Class, Counted, Op};
use crate::meters::Meter;
use crate::spin::{Counts, LoopHeadState, Turn, add};
use crate::tally::EVERYTHING;
use trueboard_core::cpu::{WAIT_STOPS, Wait, WaitEnd, WaitFor};
use trueboard_engine::history::KEPT;

/// Loads that hit, each of which keeps the order of all cores, are all that a turn did outside of
/// registers.
fn only_loads(turn: &Turn) -> bool {
    let kind = |k: Counted| turn.counts.counted[k as usize];
    let meter = |m: Meter| turn.counts.meters[m as usize];
    let loads = turn.stops.count() as u64;
    (1..=WAIT_STOPS as u64).contains(&loads)
        && (1..=KEPT).contains(&usize::from(turn.counts.transfers))
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

impl Leon {
    /// A load from a line that cores hand to each other is about to hit.
    pub(crate) fn spin_load(&mut self, pa: u64) {
        if self.spin.visit(self.cycle, self.state.pc.into(), pa) {
            self.spin_turn_over();
        }
    }

    /// The loop head's load is made again: a turn is over.
    #[inline(never)]
    fn spin_turn_over(&mut self) {
        if self.in_block {
            self.select_taken_page();
        }
        self.meter_blocks();
        let mut regs = [0; 32];
        regs.copy_from_slice(&self.state.regs.r[..32]);
        let state = LoopHeadState {
            npc: self.state.npc,
            y: self.state.y,
            psr: self.state.psr,
            icc_age: self.pipeline.icc_age(self.cycle),
            metered: self.tally.metered_cycle,
            regs,
        };
        let counts = Counts {
            counted: self.tally.counted,
            meters: self.tally.meters,
            transfers: self.history.noted(),
        };
        let Some(turn) = self.spin.turn_over(self.cycle, state, counts) else {
            return;
        };
        let transfers = turn.counts.transfers;
        // A translation, a watchpoint and free code keep state that a turn does not show.
        if only_loads(turn)
            && self.in_flight.fetch.is_unhindered()
            && self.memory.fast_ram.load_size != 0
            && !self.common.zero_cost.active
            && !self.pending_work
            && self.only_compared(transfers)
        {
            self.spin.is_wait();
        }
    }

    /// Whether the last turn, with so many control transfers, changed nothing but what is compared:
    /// all that it may have executed is of [`changes_compared`]. It lies between the first and the last
    /// of the addresses that it transferred from and to; there may be more.
    fn only_compared(&self, transfers: u8) -> bool {
        let (mut low, mut high) = (self.state.pc, self.state.pc);
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
        if self.spin.is_waiting() {
            self.wait_found()
        } else {
            None
        }
    }

    fn wait_found(&self) -> Option<Wait> {
        let lines = WaitFor::Lines(self.spin.addresses());
        let ticks = |cycles| self.common.clock.ticks(cycles);
        self.spin.wait(ticks, WaitEnd::Turn, lines)
    }

    /// Continues by whole turns, up to cycle `until` at most.
    pub(crate) fn spin_on(&mut self, until: u64) {
        let Some((turns, turn)) = self.spin.go_on(self.cycle, until) else {
            return;
        };
        let cycles = turns * turn.cycles;
        self.cycle += cycles;
        self.pipeline.repeated(cycles);
        add(&mut self.tally.counted, &turn.counts.counted, turns);
        add(&mut self.tally.meters, &turn.counts.meters, turns);
        self.tally.beyond_hot = EVERYTHING;
        self.history.repeat(turn.counts.transfers, turns);
    }
}

/// True for instructions that change only PC, nPC, %y, the PSR, the registers of the window and counts, and are no
/// trace events. Excluded: SAVE and RESTORE (a count may be in another window), CALL and JMPL (trace events), RDASR
/// (the up-counter advances), loads of an alternate space.
fn changes_compared(op: Op) -> bool {
    match op.class() {
        Class::Alu | Class::AluCc | Class::Sethi | Class::Branch => true,
        Class::Load => !op.is_alternate(),
        // Loops with products, too, are left to run turn by turn.
        _ => false,
    }
}
