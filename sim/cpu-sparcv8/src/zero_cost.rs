//! Single steps of code that costs nothing.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::isa::Op;
use crate::trap::Exc;
use trueboard_core::cpu::RunCx;
use trueboard_engine::guest::Step;

impl Leon {
    /// Executes an instruction of code that costs nothing: time, caches, interlocks and meters are
    /// afterwards as before. A trap it takes is free too, up to its RETT.
    #[inline(never)]
    pub(crate) fn step_zero_cost(&mut self, i: usize, cx: &mut RunCx<'_>) -> Step {
        let at = self.state.pc.into();
        if let Err(stop) = self.common.zero_cost.execute(at, self.cycle) {
            return Step::Stop(stop);
        }
        let before = self.pipeline.without_registers();
        let op = self.code.current.entries()[i & (PAGE_WORDS - 1)].insn.op;
        self.common.zero_cost.active = true;
        self.recompute_fast_ram();
        let mut l = self.hot_state_any();
        let done = self.execute_marked(&mut l, i, cx);
        self.write_back(&l);
        self.pipeline.restore(before);
        let step = match done {
            Ok(()) => {
                (self.state.pc, self.state.npc) = self.window.behind(&l);
                if op == Op::Rett {
                    self.common.zero_cost.in_handler = false;
                }
                Step::Next
            }
            Err(e) => {
                self.common.zero_cost.in_handler |= matches!(e, Exc::Trap(_));
                self.fail(e, cx)
            }
        };
        self.common.zero_cost.active = false;
        self.recompute_fast_ram();
        self.in_flight.fetch.invalidate();
        step
    }
}
