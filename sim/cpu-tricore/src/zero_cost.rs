//! Zero-cost code: what is put back after each instruction of it. Registers and memory keep what it
//! has done; time, caches, interlocks and meters are as before.

use crate::core::TriCore;
use crate::isa::Opcode;
use crate::trap::Exc;
use trueboard_core::cpu::RunCx;
use trueboard_engine::guest::Step;
use trueboard_engine::zero_cost;

impl TriCore {
    /// Executes the instruction at the program counter, which is decoded and checked. A trap that it
    /// takes is without cost too, up to its RFE.
    #[inline(never)]
    pub(crate) fn step_free(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.flush_meters(cx.meters);
        let (pc, now) = (self.st.pc, self.pipe.now());
        if let Err(stop) = self.common.zero_cost.execute(pc.into(), now) {
            return Step::Stop(stop);
        }
        let (pipe, group) = (self.pipe.checkpoint(pc), self.group);
        self.mem.begin_zero_cost();
        self.keeps_meters = true;
        let step = zero_cost::without_time(cx, |cx| self.without_time(cx));
        self.keeps_meters = false;
        self.mem.end_zero_cost();
        self.pipe.go_back(pipe);
        self.tally = Default::default();
        self.kinds = Default::default();
        self.metered_cycle = now;
        self.group = group;
        self.recompute_pending();
        step
    }

    fn without_time(&mut self, cx: &mut RunCx<'_>) -> Step {
        let insn = self.code.current.at(self.st.pc.into()).insn;
        match self.issue(&insn, cx) {
            Ok(()) => {
                if insn.opcode == Opcode::Rfe {
                    self.common.zero_cost.in_handler = false;
                }
                match self.pending.take() {
                    Some(trap) => {
                        self.common.zero_cost.in_handler = true;
                        self.take_trap(trap, cx)
                    }
                    None => Step::Next,
                }
            }
            Err(e) => {
                self.common.zero_cost.in_handler |= matches!(e, Exc::Trap(_));
                self.fail(e, cx)
            }
        }
    }
}
