//! The loop over instructions in the core's own memory: by basic blocks where that is possible, else in
//! single steps.

use crate::access::InBlock;
use crate::blocks::{Block, Fit};
use crate::core::Ecore;
use crate::decoded::{BREAK, FREE, NO_BLOCK, READY};
use crate::isa::Op;
use crate::memory::bank_use::fetched_behind;
use crate::pipeline::HotState;
use crate::pipeline::timing::{BlockTiming, EntryState};
use crate::slice::{Exit, Limits};
use trueboard_core::cpu::RunCx;
use trueboard_core::mem::Region;

/// How far a block was executed.
enum Executed {
    /// All of it.
    All,
    /// A prefix; the next instruction needs a single step.
    Part,
    /// A prefix, as every time: the block is of no use.
    Useless,
}

impl Ecore {
    /// Executes instructions from the SRAM until something else is to be done. Whether one was decoded
    /// before makes no difference.
    pub(crate) fn in_sram(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Exit {
        loop {
            if let Some(exit) = self.in_decoded(cx, lim).or_else(|| self.special(cx, lim)) {
                return exit;
            }
        }
    }

    /// Executes decoded instructions from the SRAM; `None` behind the last one.
    fn in_decoded(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Option<Exit> {
        // Nothing is decoded or forgotten meanwhile.
        let mut slots = std::mem::take(&mut self.code.local);
        let mut blocks = std::mem::take(&mut self.code.blocks);
        let mut l = self.live;
        let quiet = if lim.blocks {
            self.mesh.done()
        } else {
            u64::MAX
        };
        let mut step = false;
        let exit = loop {
            let Some(s) = slots.get(l.pc as usize >> 1) else {
                break None;
            };
            if s.flags & (READY | FREE | BREAK) != READY {
                break None;
            }
            // What the next instruction waits for is of the next slice.
            if l.first() >= l.until {
                break Some(Exit::Again);
            }
            if !step && s.block != NO_BLOCK && l.first() >= quiet {
                let Some((block, announced)) = blocks.get(s.block) else {
                    blocks.find(&mut slots, l.pc);
                    step = true;
                    continue;
                };
                if lim.notes && !self.may_pass(block, announced, cx) {
                    step = true;
                    continue;
                }
                let pc = l.pc;
                match self.execute_block(block, &mut l, cx, lim) {
                    Executed::All => {}
                    Executed::Part => step = true,
                    Executed::Useless => {
                        step = true;
                        if let Some(s) = slots.get_mut(pc as usize >> 1) {
                            s.block = NO_BLOCK;
                        }
                    }
                }
                continue;
            }
            step = false;
            let need = self.ready.need(s);
            let t = l.earliest(s, need);
            if t > l.now
                && let Some(exit) = l.aside(|l| self.lose(s, need, t, l))
            {
                break Some(exit);
            }
            if t >= l.until {
                break Some(Exit::Again);
            }
            if let Err(exit) = self.issue(s, t, &mut l, cx, lim) {
                break Some(exit);
            }
        };
        self.live = l;
        self.code.local = slots;
        self.code.blocks = blocks;
        exit
    }

    /// Executes `block`, or as much of it as can be.
    #[inline(always)]
    fn execute_block(
        &mut self,
        block: &mut Block,
        l: &mut HotState,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> Executed {
        let entry = EntryState::of(&mut self.ready, l, block.waits, lim.fpu_latency);
        let Some(entry) = entry else {
            return Executed::Part;
        };
        let from = l.first();
        let Some(mut fit) = block.fits(&entry, l) else {
            return Executed::Part;
        };
        let mut done = 0;
        loop {
            let sram = cx.mem.region_mut(self.sram);
            let place = (fit.timing, fetched_behind(l.pc), from);
            let went = match lim.notes {
                false => self.execute_body::<false>(fit.body, sram, place, done, lim),
                true => self.execute_body::<true>(fit.body, sram, place, done, lim),
            };
            let Err((executed, differs)) = went else {
                break;
            };
            done = executed;
            if differs {
                // Up to here the other timing is the same.
                block.turn_over(done);
                if let Some(other) = block.fits(&entry, l) {
                    fit = other;
                    continue;
                }
            }
            let left = l.aside(|l| self.leave(block, &entry, done, l));
            if lim.notes {
                self.report_block(done, l.now, cx);
            }
            return left;
        }
        let Fit {
            timing,
            body,
            branch,
            cut,
        } = fit;
        let count = usize::from(timing.length);
        timing.account(l, &mut self.ready, &mut self.counts);
        if let Some(s) = branch {
            l.pc = l.pc.wrapping_sub(s.op.len.into());
            let flow = self.branch(&s.op, l.pc);
            self.counts.issued(s.op.opcode);
            self.go_on(flow, s, timing.last(from), l, cx, lim);
        } else if let Some(op) = body.last()
            && l.pc.wrapping_sub(op.len.into()) == l.loop_end
        {
            let t = timing.last(from);
            l.aside(|l| self.end_of_loop(t, l));
        }
        block.count();
        if lim.notes {
            self.report_block(count, l.now, cx);
        }
        if cut { Executed::Part } else { Executed::All }
    }

    /// Executes instructions of a block from number `i` on, without their time: the bank that is fetched from, and the
    /// cycle in which the block begins, are with its timing in `place`. An error says which is left for a single step, and
    /// whether that is for the bank that it accesses. `N`: what they touch is noted.
    #[inline(never)]
    fn execute_body<const N: bool>(
        &mut self,
        ops: &[Op],
        sram: &mut Region,
        (timing, bank, from): (&BlockTiming, u32, u64),
        i: usize,
        lim: &Limits,
    ) -> Result<(), (usize, bool)> {
        let mut access = InBlock::<N> {
            timing,
            sram,
            bank,
            from,
            i,
            differs: false,
            address: 0,
        };
        while let Some(op) = ops.get(access.i) {
            if self.execute(op, &mut access, lim).is_err() {
                return Err((access.i, access.differs));
            }
            if N {
                self.note_executed(op, &access);
            }
            self.counts.issued(op.opcode);
            access.i += 1;
        }
        Ok(())
    }

    /// Accounts for the first `done` instructions of `block`: the next one needs a single step.
    #[cold]
    fn leave(
        &mut self,
        block: &mut Block,
        entry: &EntryState,
        done: usize,
        l: &mut HotState,
    ) -> Executed {
        // What a timing has room for, its prefix has too.
        if done != 0
            && let Some(timing) = block.find(entry, done)
        {
            timing.account(l, &mut self.ready, &mut self.counts);
        }
        if block.leave(done) {
            Executed::Useless
        } else {
            Executed::Part
        }
    }
}
