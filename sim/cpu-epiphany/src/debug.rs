//! Breakpoints of a debugger.

use crate::core::Ecore;
use crate::slice::{Exit, Limits};
use trueboard_core::cpu::RunCx;
use trueboard_core::inspect::Inspect;

impl Ecore {
    /// A breakpoint is in front of the next instruction.
    #[inline]
    pub(crate) fn stops_here(&self, cx: &RunCx<'_>) -> bool {
        let breakpoints = &self.common.breakpoints;
        breakpoints.stop(cx.armed, || self.next_instruction())
    }

    /// Executes the instruction of the SRAM at the program counter, which has a breakpoint that is not
    /// armed, and goes on behind it.
    pub(crate) fn step_marked(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Option<Exit> {
        let s = *self.own_insn(self.live.pc)?;
        let mut l = self.live;
        let need = self.ready.need(&s);
        let t = l.earliest(&s, need);
        let exit = if t > l.now
            && let Some(exit) = self.lose(&s, need, t, &mut l)
        {
            Some(exit)
        } else if t >= l.until {
            Some(Exit::Again)
        } else {
            self.issue(&s, t, &mut l, cx, lim).err()
        };
        self.live = l;
        exit
    }
}
