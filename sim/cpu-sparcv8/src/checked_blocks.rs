//! Execution of basic blocks for those who check programs: what their instructions touch is known of the block, but for
//! addresses, bytes and the stack pointer, which are noted on the way and reported behind the block.
//!
//! Between the instructions of such a block stand others that do nothing but note. What is executed, and when, is what it
//! is without them. What is not noted so (devices, memories beside the main one, traps, a block for which the slice has no
//! time) is left to single steps.

use crate::block_exec::Left;
use crate::block_find::{BlockTiming, Blocks};
use crate::blocks::{Done, line};
use crate::checked::moves_stack;
use crate::core::Leon;
use crate::memory::{CCR_SNOOP, DCACHE_LOOKS_UP};
use crate::run::Step;
use crate::trap::Exc;
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::observe::Executed;
use trueboard_core::time::Tick;
use trueboard_engine::blocks::NodeId;

impl Leon {
    /// The loop of a slice that is checked, by blocks where that is possible.
    pub(crate) fn slice_checked(&mut self, cx: &mut RunCx<'_>) -> Stop {
        if !self.noted.on {
            self.clear_blocks();
            self.noted.on = true;
        }
        self.begin_slice(cx);
        while self.cycle < self.limits.until {
            // The window begins here.
            self.hot_state();
            if self.may_enter_checked() {
                match self.run_checked_blocks(cx) {
                    Left::Due => continue,
                    Left::Alone | Left::Steps => {}
                    Left::Failed(Exc::Sync) => return Stop::Sync,
                    Left::Failed(e) => {
                        let begun = self.begin_check(cx);
                        let step = self.fail::<false>(e, cx);
                        self.end_check(begun, cx);
                        match step {
                            Step::Next => continue,
                            Step::Stop(stop) => return stop,
                        }
                    }
                }
            }
            let begun = self.begin_check(cx);
            let step = self.single_step::<false>(cx);
            self.end_check(begun, cx);
            if let Step::Stop(stop) = step {
                return stop;
            }
        }
        self.end_at_horizon(cx)
    }

    /// Whether blocks may be executed from here, as [`Leon::may_enter_blocks`] says of a run that is not checked: a block is
    /// worth it for a few cycles too, since a single step costs more here. Snooping takes lines away that others write
    /// (UM 1.7 p. 78); without it each load is looked at.
    fn may_enter_checked(&self) -> bool {
        let ccr = self.memory.ccr;
        self.may_begin_blocks() && (ccr & DCACHE_LOOKS_UP == 0 || ccr & CCR_SNOOP != 0)
    }

    /// Executes blocks that note, as [`Leon::run_blocks`] does those that do not.
    fn run_checked_blocks(&mut self, cx: &mut RunCx<'_>) -> Left {
        let mut blocks = self.blocks.take().unwrap_or_default();
        self.in_block = true;
        let left = self.checked_chain(&mut blocks, cx);
        self.in_block = false;
        *self.blocks = Some(blocks);
        left
    }

    /// Blocks that follow each other.
    fn checked_chain(&mut self, blocks: &mut Blocks, cx: &mut RunCx<'_>) -> Left {
        let mut pc = self.state.pc;
        let mut from = None;
        self.base = self.cycle;
        self.window.begin_blocks();
        loop {
            if self.base >= self.limits.until {
                return self.leave(pc, 0, Left::Due);
            }
            let mut node = match self.block_at(blocks, pc) {
                Ok(node) => node,
                Err(left) => return self.leave(pc, 0, left),
            };
            if let Some((from, outcome)) = from {
                blocks.link(from, outcome, node);
            }
            from = loop {
                let n = blocks.node(node).1;
                let t = &n.timing;
                if self.base >= self.limits.until {
                    return self.leave(pc, 0, Left::Due);
                }
                if !(self.memory.iknown.has_line(t.known.first) && self.take_first_line(t)) {
                    return self.leave(pc, 0, Left::Steps);
                }
                self.select_taken_page();
                let Some(number) = self.may_pass(t, cx) else {
                    return self.leave(pc, 0, Left::Steps);
                };
                self.noted.seen.clear();
                self.noted.slot = false;
                self.noted.entry = pc;
                self.waits_at_entry(t);
                if !self.fits(t) || t.lines != 0 && !self.lines_known(t) {
                    let left = self.part_checked(t, number, 0, cx);
                    self.shunned = false;
                    return left;
                }
                self.begun = t.begun;
                self.pipeline.still_producing(t.produced);
                let done = (t.first.run)(self, cx, &t.first);
                if done != Done::Yes
                    && let Some(left) = self.stopped_checked(t, number, done, cx)
                {
                    if std::mem::take(&mut self.shunned) {
                        self.shun(blocks, pc);
                    }
                    return left;
                }
                self.pass(t);
                let annulled =
                    t.details.looks.as_ref().is_some_and(|n| n.annuls()) && !self.noted.slot;
                let count = t.insns().len() - usize::from(annulled);
                self.report(number, count, self.base, cx);
                let outcome = self.outcome();
                pc = outcome.next;
                let next = n.next(outcome);
                blocks.execute(node);
                match next {
                    NodeId::NONE => break Some((node, outcome)),
                    next => node = next,
                }
            };
        }
    }

    /// Reports the first `count` instructions of a block, the last of which ended at `cycle`.
    #[inline(always)]
    fn report(&mut self, number: u32, count: usize, cycle: u64, cx: &mut RunCx<'_>) {
        if count != 0 {
            let at = Tick(self.clock.ticks(cycle));
            let seen = &self.noted.seen;
            cx.facts.passed(at, self.id, (number, count), seen);
        }
    }

    /// After an instruction that did not go on with the next one. `None` if the block is at its end.
    #[inline(never)]
    fn stopped_checked(
        &mut self,
        t: &BlockTiming,
        number: u32,
        done: Done,
        cx: &mut RunCx<'_>,
    ) -> Option<Left> {
        let i = t.index_of(self.stopped);
        let b = t.insns().get(i)?;
        let behind = i + 1;
        let at_end = behind == t.insns().len();
        let accesses = b.insn.op.bytes() != 0;
        if done != Done::Failed && accesses {
            if moves_stack(&b.insn) {
                self.note_stack(b);
            }
            self.note_access(b, cx);
        }
        match done {
            Done::Later if at_end => return None,
            Done::Later if !t.is_slot(behind) => {
                return Some(self.part_checked(t, number, behind, cx));
            }
            _ => {}
        }
        if done == Done::Failed {
            let before = if accesses {
                self.noted.before
            } else {
                self.base + u64::from(b.start)
            };
            self.report(number, i, before, cx);
        } else {
            let next = t.insns().get(behind).map_or(t.cycles, |b| b.start);
            self.report(number, behind, self.base + u64::from(next), cx);
        }
        Some(match done {
            Done::Failed => self.leave_at(t, b),
            Done::Annulled => self.leave_before_slot(t, true),
            Done::Pending if at_end => {
                t.meter_first(behind, &self.params.timing, &mut self.tally);
                self.pass(t);
                self.leave(self.begun.next, 0, Left::Due)
            }
            _ if t.is_slot(behind) => self.leave_before_slot(t, false),
            _ => self.leave_behind(t, behind),
        })
    }

    /// Executes what the slice has time for of a block, from its `i`-th instruction on, and leaves it: as [`Leon::part`]
    /// does where nothing is noted.
    #[inline(never)]
    fn part_checked(
        &mut self,
        t: &BlockTiming,
        number: u32,
        mut i: usize,
        cx: &mut RunCx<'_>,
    ) -> Left {
        while let Some(b) = t.body().get(i) {
            let in_time = self.base + u64::from(b.start) < self.limits.until;
            let known = line(b.pc) == line(t.pc) || self.memory.iknown.has(b.pc);
            if i != 0 && !(in_time && known) {
                break;
            }
            self.noted.before = self.base + u64::from(b.start);
            let accesses = b.insn.op.bytes() != 0;
            let mut done = match accesses {
                true => self.note_address(b),
                false => Done::Yes,
            };
            if done == Done::Yes {
                done = (b.run)(self, cx, b);
            }
            if matches!(done, Done::Failed | Done::Annulled) {
                self.report(number, i, self.noted.before, cx);
                return self.leave_at(t, b);
            }
            if moves_stack(&b.insn) {
                self.note_stack(b);
            }
            if accesses {
                self.note_access(b, cx);
            }
            i += 1;
            if done == Done::Pending {
                break;
            }
        }
        if i == 0 {
            return self.leave(t.pc, 0, Left::Alone);
        }
        let ended = t.insns().get(i).map_or(t.cycles, |b| b.start);
        self.report(number, i, self.base + u64::from(ended), cx);
        self.leave_behind(t, i)
    }

    /// The number of a block that may be executed now; none if its instructions are to be looked at one by one.
    #[inline(always)]
    fn may_pass(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) -> Option<u32> {
        let numbers = t.details.looks.as_ref()?;
        let number = match numbers.in_window(self.state.psr.cwp) {
            Some(number) => number,
            None => self.number(t, cx)?,
        };
        cx.facts.may_pass(self.id, number).then_some(number)
    }

    /// Has a block numbered, in the current window.
    #[cold]
    fn number(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) -> Option<u32> {
        if std::mem::take(&mut self.noted.forgotten) {
            cx.facts.blocks_forgotten(self.id);
        }
        let begins = self.state.psr.cwp;
        let mut cwp = begins;
        let insns = t.insns().iter();
        let insns: Vec<Executed> = insns.map(|b| self.executed_in_block(b, &mut cwp)).collect();
        let number = cx.facts.block_found(self.id, &insns);
        let kept = t.details.looks.as_ref()?.keep(begins, number);
        kept.then_some(number)
    }
}
