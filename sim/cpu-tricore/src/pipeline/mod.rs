//! When instructions issue: the in-order pipelines of the TC1.6P (integer, load/store and loop pipe,
//! up to three instructions in a cycle) and of the TC1.6E (one).
//!
//! An instruction is first *planned* ([`Pipe::plan`], which changes nothing: an access may have to
//! wait for its turn), then executed, then *committed* with what its execution cost. Every cycle has
//! one cause, metered when it is known: the issue of a group, an operand, a fetch, a data access, a
//! branch, a context, a synchronisation. The sum of all is [`Pipe::now`].
//!
//! Rules: TC27x user's manual, CPU chapter (three pipes, zero-overhead loops, branch costs); pairing as in the OTAWA
//! plug-in for the TC275. A ready instruction of the load/store pipe issues with the preceding integer instruction,
//! unless it reads that one's result. A loop instruction joins either or both.

mod branch;
mod checkpoint;
mod classes;
mod params;
mod predict;
mod relative;
#[cfg(test)]
mod tests;
mod timing;
#[cfg(test)]
mod timing_tests;

pub(crate) use branch::Rule;
pub use branch::{Branch, BranchOutcome};
pub use params::Params;
pub use relative::RelativeState;
pub use timing::{BlockTiming, Chain, EntryState};
pub(crate) use timing::{CodeOf, NO_GROUP, groups};

use crate::decoded::{DecodedInsn, NONE, RegNo};
use crate::isa::Class;
use crate::meters::Meter;
use crate::tally::Tally;
use branch::Looping;
use classes::{CLASSES, IP, Info, UNITS, dispatch_stall, infos, joins};
pub(crate) use predict::Predictor;
use serde::{Deserialize, Serialize};

/// D0 to D15 and A0 to A15.
const REGISTERS: usize = 32;
/// Number of remembered issue cycles: at least the depth of any issue queue.
const ISSUED: usize = 8;

/// When the next instruction can issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The cycle in which it issues.
    pub at: u64,
    /// It joins the instructions of the newest group.
    pub joins: bool,
    /// No instruction can issue before this.
    base: u64,
    /// Its operands and its unit are ready.
    ready: u64,
}

/// The issue state of one core.
#[derive(Clone, Serialize, Deserialize)]
pub struct Pipe {
    params: Params,
    classes: [Info; CLASSES],
    /// The cycle of the newest group.
    cycle: u64,
    /// The first cycle in which the next group may issue, at least the one after the newest.
    next: u64,
    /// Pipes that the newest group uses.
    group: u8,
    /// Nothing may join the newest group.
    closed: bool,
    /// Registers that the newest group writes.
    group_writes: u32,
    /// Of the cycles before `next`, those in which a data access held what is to issue.
    held: u64,
    #[serde(with = "serde_big_array::BigArray")]
    ready: [u64; REGISTERS],
    /// From this cycle on, no result and no unit delays an issue. Results that are ready in the next cycle are left
    /// out: only a member of their own group could be too early.
    last_busy: u64,
    /// Registers that may be ready later than the next instruction can issue. Derived.
    #[serde(skip, default = "all_registers")]
    waiting: u32,
    /// Registers with a newest value from a multiply-accumulate.
    from_mac: u32,
    unit_free: [u64; UNITS],
    /// The newest fetched group is in the queue from this cycle on.
    fetched: u64,
    issued: [u64; ISSUED],
    issued_next: u8,
    predictor: Predictor,
    /// The LOOP instruction that runs without overhead.
    looping: Looping,
    /// Groups and groups of more than one instruction, not yet in a tally.
    groups: u64,
    multi: u64,
}

impl Pipe {
    /// An empty pipeline at cycle 0.
    #[must_use]
    pub fn new(params: Params) -> Pipe {
        Pipe {
            predictor: Predictor::new(params.branch_entries),
            classes: infos(&params),
            params,
            cycle: 0,
            next: 0,
            group: 0,
            closed: true,
            group_writes: 0,
            held: 0,
            ready: [0; REGISTERS],
            last_busy: 0,
            waiting: 0,
            from_mac: 0,
            unit_free: [0; UNITS],
            fetched: 0,
            issued: [0; ISSUED],
            issued_next: 0,
            looping: Looping::NONE,
            groups: 0,
            multi: 0,
        }
    }

    /// The first cycle that is not spent yet.
    #[inline(always)]
    #[must_use]
    pub fn now(&self) -> u64 {
        self.next
    }

    /// A stall has delayed the next issue.
    #[inline(always)]
    pub(crate) fn is_held(&self) -> bool {
        self.held != 0
    }

    /// The address of the LOOP that runs without overhead, for translated code; that is [`Pipe::NO_LOOP`] if none does.
    pub(crate) fn looping(&self) -> &u32 {
        self.looping.word()
    }

    /// See [`Pipe::looping`].
    pub(crate) const NO_LOOP: u32 = *Looping::NONE.word();

    /// The predictor, for translated code.
    pub(crate) fn predictor(&mut self) -> &mut Predictor {
        &mut self.predictor
    }

    /// Time passes without the core: it sleeps or is held until cycle `at`.
    pub fn skip_to(&mut self, at: u64) {
        if at > self.next {
            self.next = at;
            self.closed = true;
            self.held = 0;
            self.fetched = self.fetched.max(at.saturating_sub(1));
        }
    }

    /// A 64-bit group was requested in sequence, or as the first one after a redirection; its
    /// memory held it for `stall` cycles. The queue decouples fetch from issue: the request may have
    /// been made when there was room for it.
    #[inline(always)]
    pub fn fetch(&mut self, stall: u64) {
        self.fetched += 1;
        if stall != 0 {
            self.fetch_late(stall);
        }
    }

    #[cold]
    fn fetch_late(&mut self, stall: u64) {
        let depth = usize::from(self.params.queue).clamp(1, ISSUED);
        let room = self.issued[(usize::from(self.issued_next) + ISSUED - depth) % ISSUED];
        self.fetched = self.fetched.max(room + 1) + stall;
    }

    /// What comes next is fetched from elsewhere, for the first cycle in which it may issue.
    #[inline(always)]
    fn redirect(&mut self) {
        self.closed = true;
        self.fetched = self.next - 1;
    }

    /// When the instruction would issue.
    #[inline(always)]
    #[must_use]
    pub fn plan(&self, insn: &DecodedInsn) -> Plan {
        let ready = if self.last_busy > self.cycle {
            self.ready(insn)
        } else {
            0
        };
        let info = self.info(insn.class);
        let joins = info.pipe != IP && !self.closed && self.joins(insn, info, ready);
        Plan {
            at: if joins {
                self.cycle
            } else {
                self.next.max(ready).max(self.fetched)
            },
            joins,
            base: self.next,
            ready,
        }
    }

    /// Whether an instruction that is not one of the integer pipe may join the newest group.
    #[inline]
    fn joins(&self, insn: &DecodedInsn, info: Info, ready: u64) -> bool {
        ready <= self.cycle
            && self.fetched <= self.cycle
            && self.next == self.cycle + 1
            && joins(info, self.group)
            && (insn.reads & self.group_writes == 0 || self.only_late(insn))
    }

    #[inline(always)]
    fn info(&self, class: Class) -> Info {
        self.classes[class as usize & (CLASSES - 1)]
    }

    /// What it reads of the newest group it reads a stage later.
    fn only_late(&self, insn: &DecodedInsn) -> bool {
        insn.reads & !insn.late() & self.group_writes == 0
    }

    /// The cycle in which all source registers and the unit can be used.
    fn ready(&self, insn: &DecodedInsn) -> u64 {
        let unit = usize::from(self.info(insn.class).unit);
        let mut ready = self.unit_free[unit & (UNITS - 1)];
        let late = insn.late();
        let mut rest = insn.reads & !late;
        while rest != 0 {
            ready = ready.max(self.ready[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
        let mut rest = late;
        while rest != 0 {
            let r = rest.trailing_zeros();
            // Store data and accumulators are read a stage later; from one multiply-accumulate to
            // the next the sum is passed on without a wait.
            let early = if insn.class == Class::Mac && self.from_mac >> r & 1 != 0 {
                u64::from(self.info(Class::Mac).latency) - 1
            } else {
                1
            };
            ready = ready.max(self.ready[r as usize].saturating_sub(early));
            rest &= rest - 1;
        }
        ready
    }

    /// The instruction cannot be executed yet, although time has come to `plan.at`: another core
    /// goes first. What it has waited so far is metered.
    pub fn defer(&mut self, insn: &DecodedInsn, plan: Plan, tally: &mut Tally) {
        if !plan.joins {
            self.wait(insn, plan, tally);
            self.next = self.next.max(plan.at);
        }
    }

    #[inline(always)]
    fn wait(&mut self, insn: &DecodedInsn, plan: Plan, tally: &mut Tally) {
        if plan.at != plan.base || self.held != 0 {
            self.wait_metered(insn, plan, tally);
        }
    }

    #[inline(never)]
    fn wait_metered(&mut self, insn: &DecodedInsn, plan: Plan, tally: &mut Tally) {
        let operands = plan.ready.saturating_sub(plan.base);
        tally.add(Meter::OperandStalls, operands);
        tally.add(Meter::FetchStalls, plan.at - plan.base - operands);
        let stalled = operands + std::mem::take(&mut self.held);
        tally.add(dispatch_stall(insn.class), stalled);
    }

    /// Issues the instruction as planned. Its memory held it for `stall` cycles; `latency` replaces
    /// that of its class when it depends on the data (0: it does not).
    #[inline(always)]
    pub fn commit(
        &mut self,
        insn: &DecodedInsn,
        plan: Plan,
        stall: u64,
        latency: u8,
        tally: &mut Tally,
    ) {
        let info = self.info(insn.class);
        if plan.joins {
            self.multi += u64::from(self.group.is_power_of_two());
            self.group |= info.pipe;
            self.group_writes |= insn.writes;
        } else {
            self.wait(insn, plan, tally);
            self.groups += 1;
            self.cycle = plan.at;
            self.next = plan.at + 1;
            self.group = info.pipe;
            self.group_writes = insn.writes;
            self.closed = info.alone;
        }
        self.issued[usize::from(self.issued_next) % ISSUED] = self.cycle;
        self.issued_next = self.issued_next.wrapping_add(1);
        self.from_mac &= !insn.writes;
        let latency = if latency == 0 { info.latency } else { latency };
        let delay = u64::from(latency) + stall;
        if delay > 1 || info.repeat > 1 {
            self.keep_busy(insn, info, delay);
        } else {
            self.ready_next(insn.writes);
        }
        if stall != 0 {
            self.block(self.next + stall, Meter::DataStalls, tally);
            self.held += stall;
        }
    }

    /// These registers can be used in the next cycle, whatever was on its way to them.
    #[inline(always)]
    fn ready_next(&mut self, registers: u32) {
        if self.last_busy > self.cycle {
            let mut rest = registers;
            while rest != 0 {
                self.ready[rest.trailing_zeros() as usize] = 0;
                rest &= rest - 1;
            }
        }
    }

    /// Notes when the results can be used, and the unit again.
    fn keep_busy(&mut self, insn: &DecodedInsn, info: Info, delay: u64) {
        // What an addressing mode writes is ready in the next cycle.
        let base = insn.mode.updates(insn.b).unwrap_or(NONE);
        let at = self.cycle + delay;
        self.waiting |= insn.writes;
        let mut rest = insn.writes;
        while rest != 0 {
            let r = rest.trailing_zeros() as RegNo;
            self.ready[usize::from(r)] = if r == base { 0 } else { at };
            rest &= rest - 1;
        }
        let mut busy = if insn.writes == 0 { 0 } else { at };
        if insn.class == Class::Mac {
            self.from_mac |= insn.writes;
        }
        if info.repeat > 1 {
            let free = self.cycle + u64::from(info.repeat);
            self.unit_free[usize::from(info.unit) & (UNITS - 1)] = free;
            busy = busy.max(free);
        }
        self.last_busy = self.last_busy.max(busy);
    }

    /// Nothing issues before `until`; the cycles are charged to `meter`.
    #[inline]
    fn block(&mut self, until: u64, meter: Meter, tally: &mut Tally) {
        if until > self.next {
            tally.add(meter, until - self.next);
            self.next = until;
        }
    }

    /// The pipeline stalls for `cycles` after the last issue, charged to `meter`.
    pub fn hold(&mut self, cycles: u64, meter: Meter, tally: &mut Tally) {
        self.closed = true;
        self.block(self.next + cycles, meter, tally);
    }

    /// A call, return, trap or interrupt: a context is moved in `cycles` beyond the issue cycle (`stall` of them
    /// because of its memory), and execution continues elsewhere. All registers can be used then.
    pub fn context_switch(&mut self, cycles: u64, meter: Meter, tally: &mut Tally) {
        self.hold(cycles, meter, tally);
        self.ready = [0; REGISTERS];
        self.from_mac = 0;
        self.redirect();
    }

    /// ISYNC: what was fetched is fetched again.
    pub fn refetch(&mut self, tally: &mut Tally) {
        let cycles = u64::from(self.params.isync_cycles);
        self.hold(cycles, Meter::SyncCycles, tally);
        self.redirect();
    }

    /// Hands over what is counted per group.
    pub fn flush(&mut self, tally: &mut Tally) {
        tally.add(Meter::IssueCycles, std::mem::take(&mut self.groups));
        tally.add(Meter::MultiIssue, std::mem::take(&mut self.multi));
    }
}

fn all_registers() -> u32 {
    u32::MAX
}
