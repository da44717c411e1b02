//! Code that costs nothing: it executes, but no time passes and nothing is counted. The run without
//! the observer. What goes out of the core still takes its time.

use crate::core::Ecore;
use crate::decoded::DecodedInsn;
use crate::slice::{Exit, Limits};
use trueboard_core::cpu::RunCx;

impl Ecore {
    /// Executes `s`, the instruction at the program counter. Time, interlocks and counts are afterwards as
    /// before.
    #[inline(never)]
    pub(crate) fn step_free(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>, lim: &Limits) -> Exit {
        let mut l = self.live;
        if let Err(stop) = self.common.zero_cost.execute(l.pc.into(), l.now) {
            return Exit::Stop(Box::new(stop));
        }
        // An operand that is still on its way from outside.
        if let Some(load) = self.outside.load
            && s.waits.iter().any(|&w| self.ready.is_pending(w))
        {
            let exit = self.wait_for_load(load, &mut l);
            self.live = l;
            return exit;
        }
        // What is counted below is not taken back.
        self.lines.settle(l.now + 1, &mut self.counts);
        self.meter_blocks();
        let (before, ready, counts) = (l, self.ready.clone(), self.counts.clone());
        let waited = self.outside.waits();
        let exit = self.issue(s, l.now, &mut l, cx, lim).err();
        if exit.is_none() && waited == self.outside.waits() {
            (l.now, l.pair, l.line) = (before.now, false, before.line);
            self.ready = ready;
            self.counts = counts;
        }
        self.live = l;
        exit.unwrap_or(Exit::Again)
    }
}
