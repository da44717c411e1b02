//! The loop over instructions in the core's own memory: by runs where that is possible, else step by
//! step.

use crate::core::Ecore;
use crate::issue::Live;
use crate::passage::{Begin, Passing};
use crate::run::{Exit, Limits};
use crate::runs::{self, Run};
use crate::slot::{FREE, READY, Slot};
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
    /// Executes instructions from the SRAM until something else is to be done.
    pub(crate) fn in_sram(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Exit {
        // Nothing is decoded or forgotten meanwhile.
        let mut slots = std::mem::take(&mut self.code.local);
        let mut runs = std::mem::take(&mut self.code.runs);
        let mut l = self.live;
        let quiet = if lim.runs {
            self.mesh_is_done()
        } else {
            u64::MAX
        };
        let mut step = false;
        let exit = loop {
            let Some(s) = slots.get(l.pc as usize >> 1) else {
                break None;
            };
            if s.flags & (READY | FREE) != READY {
                break None;
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
        exit.unwrap_or_else(|| self.special(cx, lim))
    }

    /// Executes `run`, or as much of it as can be.
    #[inline(always)]
    fn pass(&mut self, run: &mut Run, l: &mut Live, cx: &mut RunCx<'_>, lim: &Limits) -> Passed {
        let begin = Begin::of(&mut self.ready, l, run.waits, lim.fpu_latency);
        let Some(begin) = begin else {
            return Passed::Part;
        };
        let most = run.up_to(l.loop_end);
        let Some(mut p) = run.passage(&begin, most) else {
            return Passed::Part;
        };
        let length = p.before(l.until, l);
        if length < most {
            match run.passage(&begin, length) {
                Some(shorter) if length != 0 => p = shorter,
                _ => return Passed::Part,
            }
        }
        let (t, mut passing) = (p.last(l), p.passing(l));
        let body = run.body(length);
        let done = self.pass_body(body, &mut passing, cx, lim);
        if done < body.len() {
            return l.aside(|l| self.leave(run, &begin, done, passing.differs, l));
        }
        run.count();
        let Some(p) = run.passage(&begin, length) else {
            return Passed::Part;
        };
        p.account(l, &mut self.ready, &mut self.counts);
        let Some(last) = run.slots.get(length - 1) else {
            return Passed::Part;
        };
        let pc = l.pc.wrapping_sub(last.op.len.into());
        if run.body(length).len() < length {
            l.pc = pc;
            let flow = self.branch(&last.op, pc);
            self.counts.issued(last.op.kind);
            self.go_on(flow, last, t, l, cx, lim);
        } else if pc == l.loop_end {
            l.aside(|l| self.end_of_loop(t, l));
        }
        if length < most {
            Passed::Part
        } else {
            Passed::All
        }
    }

    /// What instructions of a run do, without its time. Answers how many were done.
    #[inline(never)]
    fn pass_body(
        &mut self,
        slots: &[Slot],
        passing: &mut Passing,
        cx: &mut RunCx<'_>,
        lim: &Limits,
    ) -> usize {
        for (i, s) in slots.iter().enumerate() {
            let t = passing.at(i);
            if self.execute(s, t, passing, cx, lim).is_err() {
                return i;
            }
            self.counts.issued(s.op.kind);
            self.ready.results(s, t, lim.fpu_latency);
            passing.step();
        }
        slots.len()
    }

    /// Accounts for the first `done` instructions of `run`: the next one is not to be done in a run
    /// or `differs` from what was expected.
    #[cold]
    fn leave(
        &mut self,
        run: &mut Run,
        begin: &Begin,
        done: usize,
        differs: bool,
        l: &mut Live,
    ) -> Passed {
        // What a passage has room for, its beginning has too.
        if done != 0
            && let Some(p) = run.passage(begin, done)
        {
            p.account(l, &mut self.ready, &mut self.counts);
        }
        if differs {
            run.turn_over(done);
        } else if run.leave(done) {
            return Passed::Useless;
        }
        Passed::Part
    }
}
