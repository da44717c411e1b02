//! Breakpoints of a debugger.

use crate::core::Ecore;
use crate::slice::{Exit, Limits};
use trueboard_core::cpu::{ArmedStops, RunCx};
use trueboard_core::inspect::Inspect;

impl Ecore {
    /// There is a breakpoint in front of the next instruction, and nothing else comes first.
    #[inline]
    pub(crate) fn stops_here(&self, armed: ArmedStops) -> bool {
        !self.breakpoints.is_empty()
            && self
                .next_instruction()
                .is_some_and(|pc| self.breakpoints.contains(pc) && armed.stops_at(pc))
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
