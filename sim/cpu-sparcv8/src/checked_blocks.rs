//! Execution of basic blocks under checks: the block gives the static part of its accesses. Addresses, bytes and the
//! stack pointer are recorded during execution and reported behind the block.
//!
//! Recording handlers stand between the instructions of such a block. They change neither instructions nor times.
//! Single steps execute the rest: devices, memories beside the main one, traps, a block for which the slice has no
//! time.
//!
//! For those who sum meters by instruction, instructions of ordinary blocks are charged: see [`crate::charges`].

use crate::block_exec::{Exit, Left};
use crate::block_find::{BlockTiming, Blocks};
use crate::blocks::Done;
use crate::charges::Charges;
use crate::core::Leon;
use crate::handlers::BlockInsn;
use crate::memory::{CCR_SNOOP, DCACHE_LOOKS_UP};
use crate::row_facts::writes_sp;
use crate::tally::COUNTED;
use crate::trap::Exc;
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::ControlFlow;
use trueboard_core::observe::Executed;
use trueboard_engine::blocks::NodeId;
use trueboard_engine::guest::Step;
use trueboard_engine::steps::step_observed;

impl Leon {
    /// From now on blocks note what they touch.
    #[cold]
    pub(crate) fn note_blocks(&mut self) {
        self.clear_blocks();
        self.noted.on = true;
    }

    /// Executes blocks or a single step, and reports what was executed.
    pub(crate) fn run_observed(&mut self, cx: &mut RunCx<'_>) -> Step {
        if cx.facts.charges() {
            return self.run_charged(cx);
        }
        let reported = self.flow != ControlFlow::Unreported;
        if cx.facts.in_blocks() && !reported && self.common.breakpoints.is_empty() {
            // The window begins here.
            self.hot_state();
            if self.may_enter_checked() {
                match self.run_blocks::<true>(cx) {
                    Left::Due => return Step::Next,
                    Left::Alone | Left::Steps => {}
                    Left::Failed(Exc::Sync) => return Step::Stop(Stop::Sync),
                    Left::Failed(e) => {
                        let before = self.begin_check(cx);
                        let step = self.fail(e, cx);
                        self.end_check(before, cx);
                        return step;
                    }
                }
            }
        }
        step_observed(self, cx)
    }

    /// Whether blocks may be executed from here, as [`Leon::may_enter_blocks`] says of a run that is not checked: a block is
    /// worth it for a few cycles too, since a single step costs more here. Snooping takes lines away that others write
    /// (UM 1.7 p. 78); without it each load is looked at.
    fn may_enter_checked(&self) -> bool {
        let ccr = self.memory.ccr;
        self.may_begin_blocks() && (ccr & DCACHE_LOOKS_UP == 0 || ccr & CCR_SNOOP != 0)
    }

    /// Before a block: it is numbered, its first line of code is taken, and what is noted of the one before is over.
    #[inline(always)]
    pub(crate) fn begin_noting(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) -> Result<(), Exit> {
        if self.base >= self.limits.until {
            return Err(Exit::Before(Left::Due));
        }
        if !(self.memory.imemo.has_line(t.memo.first) && self.take_first_line(t)) {
            return Err(Exit::Before(Left::Steps));
        }
        self.select_taken_page();
        if !self.admits_block(t, cx) {
            return Err(Exit::Before(Left::Steps));
        }
        self.noted.slot = false;
        self.noted.entry = t.pc;
        Ok(())
    }

    /// Reports a block that was executed to its end.
    #[inline(always)]
    pub(crate) fn report_all(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) {
        let annulled =
            t.details.checker_ids.as_ref().is_some_and(|n| n.annuls()) && !self.noted.slot;
        let count = t.insns().len() - usize::from(annulled);
        self.report(count, self.base, cx);
    }

    /// Reports the first `count` instructions of a block, the last of which ended at `cycle`.
    #[inline(always)]
    pub(crate) fn report(&mut self, count: usize, cycle: u64, cx: &mut RunCx<'_>) {
        let at = self.common.tick(cycle);
        self.noted.block.report(self.common.id, count, at, cx.facts);
    }

    /// Reports the first `count` instructions of a block, all of which were executed.
    pub(crate) fn report_first(&mut self, t: &BlockTiming, count: usize, cx: &mut RunCx<'_>) {
        let ended = t.insns().get(count).map_or(t.cycles, |b| b.start);
        self.report(count, self.base + u64::from(ended), cx);
    }

    /// Reports a block that is left at its `i`-th instruction, which has ended with `done`.
    pub(crate) fn report_stopped(
        &mut self,
        t: &BlockTiming,
        i: usize,
        done: Done,
        cx: &mut RunCx<'_>,
    ) {
        match t.insns().get(i) {
            Some(b) if done == Done::Failed => {
                let before = match b.insn.op.bytes() {
                    0 => self.base + u64::from(b.start),
                    _ => self.noted.before,
                };
                self.report(i, before, cx);
            }
            _ => self.report_first(t, i + 1, cx),
        }
    }

    /// Notes where `b` will access memory. False if it is left for a single step.
    pub(crate) fn note_before(&mut self, b: &BlockInsn) -> bool {
        self.noted.before = self.base + u64::from(b.start);
        b.insn.op.bytes() == 0 || self.note_address(b) == Done::Yes
    }

    /// Notes what `b` has touched.
    pub(crate) fn note_behind(&mut self, b: &BlockInsn, cx: &RunCx<'_>) {
        if writes_sp(&b.insn) {
            self.note_stack(b);
        }
        if b.insn.op.bytes() != 0 {
            self.note_access(b, cx);
        }
    }

    /// Notes what the instruction has touched that did not go on with the next one.
    #[inline(never)]
    pub(crate) fn note_stopped(&mut self, t: &BlockTiming, done: Done, cx: &RunCx<'_>) {
        let b = t.insns().get(t.index_of(self.stopped));
        if let Some(b) = b.filter(|b| done != Done::Failed && b.insn.op.bytes() != 0) {
            self.note_behind(b, cx);
        }
    }

    /// Whether a block may be executed now; if not, its instructions are to be looked at one by one.
    #[inline(always)]
    fn admits_block(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) -> bool {
        let Some(numbers) = t.details.checker_ids.as_ref() else {
            return false;
        };
        let number = match numbers.in_window(self.state.psr.cwp) {
            Some(number) => Some(number),
            None => self.number(t, cx),
        };
        number.is_some_and(|number| self.noted.block.begin(self.common.id, number, cx.facts))
    }

    /// Has a block numbered, in the current window.
    #[cold]
    fn number(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) -> Option<u32> {
        let begins = self.state.psr.cwp;
        let mut cwp = begins;
        let insns = t.insns().iter();
        let insns: Vec<Executed> = insns.map(|b| self.executed_in_block(b, &mut cwp)).collect();
        let number = self.noted.block.number(self.common.id, &insns, cx.facts);
        let kept = t.details.checker_ids.as_ref()?.keep(begins, number);
        kept.then_some(number)
    }
}

/// Charges of instructions in blocks: see [`crate::charges`].
impl Leon {
    /// Charges the instruction at `pc` of a block with what was metered since the one before.
    #[inline(always)]
    pub(crate) fn charge(&mut self, pc: u32) {
        if let Some(charges) = &mut *self.charges {
            charges.charge(pc, &mut self.tally, self.base);
        }
    }

    /// Charges the annulled delay slot at `pc`, which no block counts, with its cycle.
    pub(crate) fn charge_annulled(&mut self, pc: u32) {
        if let Some(charges) = &mut *self.charges {
            charges.annulled(pc);
        }
    }

    /// Takes the annulled delay slot `slot` back from what is charged for its block.
    pub(crate) fn charge_back(&mut self, slot: &BlockInsn) {
        if let Some(charges) = &mut *self.charges {
            charges.annul(slot);
        }
    }

    /// A block is left behind its first `count` instructions, which were not metered; `at` was issued and has failed. The
    /// next instruction is charged with what was metered since: its fetch.
    pub(crate) fn charge_first(&mut self, t: &BlockTiming, count: usize, at: Option<&BlockInsn>) {
        let Some(charges) = self
            .charges
            .as_deref_mut()
            .filter(|charges| charges.in_block)
        else {
            return;
        };
        let params = &self.params.timing;
        let next = t.pc.wrapping_add(4 * count as u32);
        charges.charge(next, &mut self.tally, self.base);
        charges.execute(t, count, 1, params);
        charges.any = true;
        if let Some(b) = at {
            charges.fail(t, b, params);
        }
    }

    /// Executes blocks, or a single step, and charges their instructions.
    pub(crate) fn run_charged(&mut self, cx: &mut RunCx<'_>) -> Step {
        if self.charges.is_none() {
            self.flush_meters(cx.meters);
            let before = cx.facts.uncharged(self.common.id, cx.meters);
            *self.charges = Some(Box::new(Charges::new(&self.tally, &before)));
        }
        let l = self.hot_state();
        if self.may_enter_blocks(&l) && self.common.breakpoints.is_empty() {
            match self.charge_blocks(cx) {
                Left::Due => return Step::Next,
                Left::Alone | Left::Steps => {}
                Left::Failed(Exc::Sync) => return Step::Stop(Stop::Sync),
                Left::Failed(e) => return self.charge_step(cx, |core, cx| core.fail(e, cx)),
            }
        }
        self.charge_step(cx, Leon::single_step)
    }

    /// Lets the core do `act`, and charges the instruction at the program counter.
    fn charge_step(
        &mut self,
        cx: &mut RunCx<'_>,
        act: impl FnOnce(&mut Leon, &mut RunCx<'_>) -> Step,
    ) -> Step {
        let pc = self.state.pc;
        let step = act(self, cx);
        self.tally.bring_cycles(self.cycle);
        if let Some(charges) = &mut *self.charges {
            charges.charge_all(pc, &self.tally);
        }
        step
    }

    /// Executes blocks and charges their instructions, as long as one follows another; why blocks were left.
    fn charge_blocks(&mut self, cx: &mut RunCx<'_>) -> Left {
        let mut blocks = self.blocks.take().unwrap_or_default();
        self.in_block = true;
        (self.base, self.exit.target) = (self.cycle, self.state.pc);
        self.window.begin_blocks();
        if let Some(charges) = &mut *self.charges {
            (charges.base, charges.in_block, charges.any) = (self.base, true, false);
        }
        if self.profile.is_some() {
            // Single steps lie behind.
            self.tally.beyond_hot |= COUNTED;
        }
        let left = (self.next_node(&mut blocks))
            .and_then(|id| self.fetch_through::<true>(&mut blocks, id, false, cx));
        if let Some(charges) = &mut *self.charges {
            charges.in_block = false;
        }
        self.mark_charged();
        self.in_block = false;
        *self.blocks = Some(blocks);
        if let Some(charges) = &mut *self.charges
            && charges.any
        {
            self.tally.bring_cycles(self.cycle);
            charges.stands_at(&self.tally);
        }
        left.err().unwrap_or(Left::Due)
    }

    /// Node `id` was executed to its end.
    #[inline(always)]
    pub(crate) fn charge_node(&mut self, id: NodeId, t: &BlockTiming) {
        if let Some(charges) = &mut *self.charges {
            charges.retire(id, t.cycles);
        }
    }

    /// Gives accounts the marks of what the tally has gained: they are about to look.
    pub(crate) fn mark_charged(&mut self) {
        if let Some(charges) = &mut *self.charges {
            self.tally.beyond_hot |= std::mem::take(&mut charges.beyond);
        }
    }

    /// All that the tally has gained was charged.
    pub(crate) fn charged_all(&mut self) {
        if let Some(charges) = &mut *self.charges {
            charges.stands_at(&self.tally);
        }
    }

    /// `blocks` are about to be forgotten.
    pub(crate) fn charge_nodes(&mut self, blocks: &Blocks) {
        if let Some(charges) = &mut *self.charges {
            charges.charge_nodes(blocks, &self.params.timing);
        }
    }

    /// Hands the observer what it has not got of charges.
    #[inline(always)]
    pub(crate) fn hand_over_charges(&mut self, cx: &mut RunCx<'_>) {
        if let Some(charges) = &mut *self.charges {
            if let Some(blocks) = &*self.blocks {
                charges.charge_nodes(blocks, &self.params.timing);
            }
            charges.hand_over(self.common.id, cx.facts);
        }
    }
}
