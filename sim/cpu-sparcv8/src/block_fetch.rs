//! Execution of blocks with missing lines of code, or in a slice that is too short. Each line is fetched when its first
//! instruction is due, as in single steps.

use crate::block_exec::Left;
use crate::block_find::{BlockTiming, Blocks};
use crate::blocks::{Done, line, lines};
use crate::core::Leon;
use crate::handlers::BlockInsn;
use crate::isa::Op;
use crate::meters::Meter;
use crate::pipeline::produced;
use crate::trap::{Exc, Exec};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::ControlFlow;
use trueboard_engine::blocks::NodeId;

impl Leon {
    /// Executes node `id` and its successors, with each line fetched when it is due, until no line is arriving. Returns
    /// the next node. If `entered`, the first line of node `id` was taken, and its first instruction has waited for
    /// results. `C`: continues until blocks are left, and charges each instruction.
    ///
    /// # Errors
    /// Where and why blocks are left. The state is that in front of the next instruction.
    #[inline(never)]
    pub(crate) fn fetch_through<const C: bool>(
        &mut self,
        blocks: &mut Blocks,
        mut id: NodeId,
        mut entered: bool,
        cx: &mut RunCx<'_>,
    ) -> Result<NodeId, Left> {
        loop {
            let t = &blocks.at(id).timing;
            if !C && self.profile.is_some() {
                // Accounts count the instructions of a prefix one by one.
                return Err(self.enter_prefix::<false>(t, entered, cx));
            }
            if !entered {
                self.enter_fetching(t, cx)?;
            }
            self.takes_lines = true;
            if C && let Some(profile) = &mut *self.profile {
                profile.begin(id);
            }
            let done = self.execute_fetching::<C>(t, cx);
            self.takes_lines = false;
            self.at_contended_load = false;
            if C {
                self.end_charged(blocks, id, done.is_ok());
            }
            done?;
            if !C {
                blocks.execute(id);
            }
            let outcome = self.outcome();
            let mut next = blocks.next(id, outcome);
            if next == NodeId::NONE {
                next = self.next_node(blocks)?;
                blocks.link(id, outcome, next);
            }
            if !C && !self.in_flight.fetch.is_arriving() {
                return Ok(next);
            }
            (id, entered) = (next, false);
        }
    }

    /// The node of the current block.
    pub(crate) fn next_node(&mut self, blocks: &mut Blocks) -> Result<NodeId, Left> {
        let pc = self.exit.target;
        let found = match self.base >= self.limits.until {
            true => Err(Left::Due),
            false => self.block_at(blocks, pc),
        };
        found
            .and_then(|id| blocks.first(id).ok_or(Left::Alone))
            .map_err(|left| self.leave(pc, 0, left))
    }

    /// Takes the first line of a block, and waits for results that its first instruction reads.
    #[inline(always)]
    fn enter_fetching(&mut self, t: &BlockTiming, cx: &mut RunCx<'_>) -> Result<(), Left> {
        if self.base >= self.limits.until {
            return Err(self.leave(t.pc, 0, Left::Due));
        }
        if let Some(first) = t.insns().first()
            && let Err(e) = self.fetch_line(first, cx)
        {
            return Err(self.leave_before_fetch(t, 0, e));
        }
        self.waits_at_entry(t);
        Ok(())
    }

    /// Executes all of a block after its first line was taken; the caller counts its executions.
    fn execute_fetching<const C: bool>(
        &mut self,
        t: &BlockTiming,
        cx: &mut RunCx<'_>,
    ) -> Result<(), Left> {
        self.exit = t.exit;
        self.execute_body::<false, C>(t, 0, cx)?;
        let body = t.body().len();
        if let Some(transfer) = t.insns().get(body) {
            let slot = t.insns().get(body + 1);
            if !self.may_transfer::<C>(t, slot) || body != 0 && !self.is_in_time(transfer) {
                return Err(self.leave_prefix::<false>(t, body, cx));
            }
            if let Err(e) = self.fetch_line(transfer, cx) {
                return Err(self.leave_before_fetch(t, body, e));
            }
            if slot.is_none() && !self.passes_slot(transfer) {
                return Err(self.leave_prefix::<false>(t, body, cx));
            }
            let done = match C && t.details.parts.is_some() {
                true => self.transfer_charged(t, transfer, cx),
                false => (transfer.run)(self, cx, transfer),
            };
            if C && slot.is_none() && done == Done::Yes {
                self.charge_annulled(transfer.pc.wrapping_add(4));
            }
            if C {
                self.charge(transfer.pc);
            }
            match (done, slot) {
                (Done::Yes | Done::Delayed, Some(slot)) => self.execute_slot::<C>(t, slot, cx)?,
                (Done::Yes, None) => self.pipeline.still_producing(t.produced),
                (Done::Annulled, Some(slot)) if self.passes_slot(transfer) => {
                    self.annul(slot);
                    if C {
                        self.charge_back(slot);
                        self.charge(slot.pc);
                    }
                }
                (Done::Failed, _) => return Err(self.leave_at(t, transfer)),
                (done, _) => return Err(self.leave_before_slot(t, done == Done::Annulled)),
            }
        } else {
            self.pipeline.still_producing(t.produced);
        }
        self.base += u64::from(t.cycles);
        Ok(())
    }

    /// Whether the control transfer of a block may be executed with it: no observer takes it for an event, unless it is one
    /// of accounts (`C`), and its delay slot `slot` is no RETT.
    #[inline(always)]
    fn may_transfer<const C: bool>(&self, t: &BlockTiming, slot: Option<&BlockInsn>) -> bool {
        let unreported = match self.flow {
            ControlFlow::Unreported => true,
            ControlFlow::ToAccounts => C,
            _ => false,
        };
        (unreported || t.details.parts.is_none())
            && slot.is_none_or(|slot| slot.insn.op != Op::Rett)
    }

    /// Executes the control transfer of a block, an event behind which another account may be current. Accounts have the
    /// lines of code up to it as hits; here each line is metered for itself.
    fn transfer_charged(
        &mut self,
        t: &BlockTiming,
        transfer: &BlockInsn,
        cx: &mut RunCx<'_>,
    ) -> Done {
        // Its fetch, while marks say what the tally has gained.
        self.charge(transfer.pc);
        self.mark_charged();
        let hits = lines(t.pc, transfer.pc).into();
        self.tally.add(Meter::ICacheHits, 0u64.wrapping_sub(hits));
        let done = (transfer.run)(self, cx, transfer);
        self.tally.add(Meter::ICacheHits, hits);
        done
    }

    /// Node `id` was executed and charged, to its end if it was `retired`: counts it.
    #[inline(always)]
    fn end_charged(&mut self, blocks: &mut Blocks, id: NodeId, retired: bool) {
        let t = &blocks.at(id).timing;
        if retired {
            self.charge_node(id, t);
        }
        let Some(profile) = &mut *self.profile else {
            if retired {
                blocks.execute(id);
            }
            return;
        };
        let switched = profile.switched;
        if !retired {
            profile.left(id, blocks, &mut self.tally);
        } else if switched {
            profile.ended(id, blocks, &mut self.tally);
        }
        if switched {
            self.charged_all();
        }
    }

    /// Whether the delay slot of `transfer` may be passed now: its line is at hand, and the slice is not over.
    #[inline(always)]
    fn passes_slot(&self, transfer: &BlockInsn) -> bool {
        self.in_flight.fetch.covers(transfer.pc.wrapping_add(4))
            && self.base + u64::from(self.exit.last_issue) < self.limits.until
    }

    /// Executes the delay slot of a block.
    #[inline(always)]
    fn execute_slot<const C: bool>(
        &mut self,
        t: &BlockTiming,
        slot: &BlockInsn,
        cx: &mut RunCx<'_>,
    ) -> Result<(), Left> {
        if !self.is_in_time(slot) {
            return Err(self.leave_before_slot(t, false));
        }
        if let Err(e) = self.fetch_line(slot, cx) {
            return Err(self.leave_before_fetch(t, t.index_of(slot.pc), e));
        }
        let done = (slot.run)(self, cx, slot);
        if C {
            self.charge(slot.pc);
        }
        if done == Done::Failed {
            return Err(self.leave_at(t, slot));
        }
        self.pipeline.still_producing(t.produced);
        if done == Done::Pending {
            self.charge_first(t, t.insns().len(), None);
            t.meter_all(&mut self.tally);
            self.base += u64::from(t.cycles);
            return Err(self.leave(self.exit.target, 0, Left::Due));
        }
        Ok(())
    }

    /// Whether `b` begins within the slice.
    #[inline(always)]
    fn is_in_time(&self, b: &BlockInsn) -> bool {
        self.base + u64::from(b.start) < self.limits.until
    }

    /// Executes what the slice has time for of a block, up to its control transfer. If `entered`, its first line was
    /// taken, and its first instruction has waited for results.
    #[inline(never)]
    pub(crate) fn enter_prefix<const N: bool>(
        &mut self,
        t: &BlockTiming,
        entered: bool,
        cx: &mut RunCx<'_>,
    ) -> Left {
        if !entered && let Err(left) = self.enter_fetching(t, cx) {
            return left;
        }
        self.takes_lines = !N;
        let left = self.run_prefix::<N>(t, 0, cx);
        self.takes_lines = false;
        self.at_contended_load = false;
        left
    }

    /// Executes the instructions from the `i`-th on, up to a control transfer, as far as they are begun
    /// within the slice, and leaves the block. The first of all always is.
    #[inline(never)]
    pub(crate) fn run_prefix<const N: bool>(
        &mut self,
        t: &BlockTiming,
        i: usize,
        cx: &mut RunCx<'_>,
    ) -> Left {
        match self.execute_body::<N, false>(t, i, cx) {
            Ok(()) => self.leave_prefix::<N>(t, t.body().len(), cx),
            Err(left) => left,
        }
    }

    /// Executes the instructions from the `i`-th on, up to a control transfer. `N`: in lines of code that are known. `C`:
    /// charges each of them.
    ///
    /// # Errors
    /// Why the block was left in front of its control transfer.
    #[inline(always)]
    fn execute_body<const N: bool, const C: bool>(
        &mut self,
        t: &BlockTiming,
        mut i: usize,
        cx: &mut RunCx<'_>,
    ) -> Result<(), Left> {
        while let Some(b) = t.body().get(i) {
            let known = N && (line(b.pc) == line(t.pc) || self.memory.imemo.has(b.pc));
            if i != 0 && !(self.is_in_time(b) && (!N || known)) {
                return Err(self.leave_prefix::<N>(t, i, cx));
            }
            if !N && let Err(e) = self.fetch_line(b, cx) {
                return Err(self.leave_before_fetch(t, i, e));
            }
            let done = match N && !self.note_before(b) {
                true => Done::Failed,
                false => (b.run)(self, cx, b),
            };
            if C {
                self.charge(b.pc);
            }
            if matches!(done, Done::Failed | Done::Annulled) {
                if N {
                    self.report(i, self.noted.before, cx);
                }
                return Err(self.leave_at(t, b));
            }
            if N {
                self.note_behind(b, cx);
            }
            i += 1;
            if done == Done::Pending {
                return Err(self.leave_prefix::<N>(t, i, cx));
            }
        }
        Ok(())
    }

    /// Leaves a block behind its first `count` instructions.
    fn leave_prefix<const N: bool>(
        &mut self,
        t: &BlockTiming,
        count: usize,
        cx: &mut RunCx<'_>,
    ) -> Left {
        if count == 0 {
            self.charge_first(t, 0, None);
            return self.leave(t.pc, 0, Left::Alone);
        }
        if N {
            self.report_first(t, count, cx);
        }
        self.leave_behind(t, count)
    }

    /// Fetches `b`, whatever that takes, unless it is at hand. On `Err` nothing has changed but time and the caches.
    #[inline(always)]
    fn fetch_line(&mut self, b: &BlockInsn, cx: &mut RunCx<'_>) -> Exec {
        match self.in_flight.fetch.covers(b.pc) {
            true => Ok(()),
            false => self.fetch_another_line(b, cx),
        }
    }

    #[inline(never)]
    fn fetch_another_line(&mut self, b: &BlockInsn, cx: &mut RunCx<'_>) -> Exec {
        let due = self.base + u64::from(b.start);
        (self.state.pc, self.state.npc) = (b.pc, b.pc.wrapping_add(4));
        self.cycle = due;
        let done = match self.fetch_ordinary(cx) {
            Some(done) => done,
            None => {
                self.select_taken_page();
                self.fetch_any(cx)
            }
        };
        self.base += self.cycle - due;
        match self.in_flight.fetch.alone {
            Some(_) => done.and(Err(Exc::Alone)),
            None => done,
        }
    }

    /// Leaves a block in front of its instruction `i`. The fetch of that instruction has ended with `e`: it failed, or
    /// brought that instruction alone.
    #[cold]
    fn leave_before_fetch(&mut self, t: &BlockTiming, i: usize, e: Exc) -> Left {
        match i {
            0 => {
                self.charge_first(t, 0, None);
                self.leave(t.pc, 0, Left::Due)
            }
            i if t.is_slot(i) => self.leave_before_slot(t, false),
            i => self.leave_behind(t, i),
        };
        if e != Exc::Alone {
            return Left::Failed(e);
        }
        // No line was taken of which this would be the page.
        self.code.select(self.state.pc.into());
        Left::Alone
    }

    /// Leaves a block behind its first `count` instructions, all of them before its control transfer.
    #[inline(never)]
    pub(crate) fn leave_behind(&mut self, t: &BlockTiming, count: usize) -> Left {
        self.charge_first(t, count, None);
        t.meter_first(count, &self.params.timing, &mut self.tally);
        let Some(last) = count.checked_sub(1).and_then(|i| t.insns().get(i)) else {
            return Left::Alone;
        };
        self.enter_lines_to(t, last);
        self.pipeline
            .still_producing(produced(last.class, last.insn.rd).unwrap_or(0));
        let ended = t.insns().get(count).map_or(t.cycles, |b| b.start);
        self.leave(last.pc.wrapping_add(4), ended.into(), Left::Due)
    }
}
