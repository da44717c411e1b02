//! The loop over instructions in the core's own memory: by runs where that is possible, else step by
//! step.

use crate::banks::fetched_behind;
use crate::core::Ecore;
use crate::isa::Op;
use crate::issue::Live;
use crate::manner::Passing;
use crate::passage::Begin;
use crate::run::{Exit, Limits};
use crate::runs::{self, Run};
use crate::slot::{FREE, READY};
use trueboard_core::cpu::RunCx;

/// What came of a run.
enum Passed {
    /// All of it was done.
    All,
    /// The next instruction is to be done step by step.
    Part,
    /// The same; it always is.
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
        let mut runs = std::mem::take(&mut self.code.runs);
        let mut l = self.live;
        let quiet = if lim.runs { self.mesh.done() } else { u64::MAX };
        let mut step = false;
        let exit = loop {
            let Some(s) = slots.get(l.pc as usize >> 1) else {
                break None;
            };
            if s.flags & (READY | FREE) != READY {
                break None;
            }
            // What the next instruction waits for is of the next slice.
            if l.first() >= l.until {
                break Some(Exit::Again);
            }
            if !step && s.run != runs::NONE && l.first() >= quiet {
                let Some(run) = runs.get(s.run) else {
                    runs.find(&mut slots, l.pc);
                    step = true;
                    continue;
                };
                let pc = l.pc;
                match self.pass(run, &mut l, cx, lim) {
                    Passed::All => {}
                    Passed::Part => step = true,
                    Passed::Useless => {
                        step = true;
                        if let Some(s) = slots.get_mut(pc as usize >> 1) {
                            s.run = runs::NONE;
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
        self.code.runs = runs;
        exit
    }

    /// Executes `run`, or as much of it as can be.
    #[inline(always)]
    fn pass(&mut self, run: &mut Run, l: &mut Live, cx: &mut RunCx<'_>, lim: &Limits) -> Passed {
        let begin = Begin::of(&mut self.ready, l, run.waits, lim.fpu_latency);
        let Some(begin) = begin else {
            return Passed::Part;
        };
        let Some((mut i, mut cut)) = run.fits(&begin, l) else {
            return Passed::Part;
        };
        let from = l.first();
        let mut done = 0;
        let (passage, body, branch) = loop {
            let passage = run.passage(i);
            let (body, branch) = run.parts(passage);
            let mut passing = Passing {
                passage,
                sram: cx.mem.region_mut(self.sram),
                bank: fetched_behind(l.pc),
                from,
                i: done,
                differs: false,
            };
            if self.pass_body(body, &mut passing, lim) {
                break (passage, body, branch);
            }
            done = passing.i;
            if !passing.differs {
                return l.aside(|l| self.leave(run, &begin, done, l));
            }
            // Up to here the other passage is the same.
            run.turn_over(done);
            match run.fits(&begin, l) {
                Some(other) => (i, cut) = other,
                None => return l.aside(|l| self.leave(run, &begin, done, l)),
            }
        };
        passage.account(l, &mut self.ready, &mut self.counts);
        if let Some(s) = branch {
            l.pc = l.pc.wrapping_sub(s.op.len.into());
            let flow = self.branch(&s.op, l.pc);
            self.counts.issued(s.op.kind);
            self.go_on(flow, s, passage.last(from), l, cx, lim);
        } else if let Some(op) = body.last()
            && l.pc.wrapping_sub(op.len.into()) == l.loop_end
        {
            let t = passage.last(from);
            l.aside(|l| self.end_of_loop(t, l));
        }
        run.count();
        if cut { Passed::Part } else { Passed::All }
    }

    /// What instructions of a run do, without its time. False if one is left for later.
    #[inline(never)]
    fn pass_body(&mut self, ops: &[Op], passing: &mut Passing<'_>, lim: &Limits) -> bool {
        for op in ops.get(passing.i..).unwrap_or(&[]) {
            if self.execute(op, passing, lim).is_err() {
                return false;
            }
            self.counts.issued(op.kind);
            passing.i += 1;
        }
        true
    }

    /// Accounts for the first `done` instructions of `run`: the next one is not to be done in a run.
    #[cold]
    fn leave(&mut self, run: &mut Run, begin: &Begin, done: usize, l: &mut Live) -> Passed {
        // What a passage has room for, its beginning has too.
        if done != 0
            && let Some(i) = run.find(begin, done)
        {
            run.passage(i).account(l, &mut self.ready, &mut self.counts);
        }
        if run.leave(done) {
            Passed::Useless
        } else {
            Passed::Part
        }
    }
}
