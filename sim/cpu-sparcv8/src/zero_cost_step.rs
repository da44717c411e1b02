//! Single steps of code that costs nothing.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::isa::Op;
use crate::run::Step;
use crate::trap::Exc;
use trueboard_core::cpu::{RunCx, Stop};

impl Leon {
    /// Executes an instruction of code that costs nothing: time, caches, interlocks and meters are
    /// afterwards as before. A trap it takes is free too, up to its RETT.
    #[inline(never)]
    pub(crate) fn step_zero_cost<const F: bool>(&mut self, i: usize, cx: &mut RunCx<'_>) -> Step {
        /// So many in a row mean that free code waits for something that only time can bring.
        const ENDLESS: u64 = 100_000_000;
        if self.zero_cost.run_cycle != self.cycle {
            (self.zero_cost.run_cycle, self.zero_cost.run) = (self.cycle, 0);
        }
        self.zero_cost.run += 1;
        if self.zero_cost.run > ENDLESS {
            return Step::Stop(Stop::Break(format!(
                "free code waits at {:#010x} for something that only passing time can bring; \
                 let it take time",
                self.state.pc
            )));
        }
        let before = self.pipeline.without_registers();
        let op = self.code.current.entries()[i & (PAGE_WORDS - 1)].insn.op;
        self.zero_cost.active = true;
        self.recompute_direct();
        let mut l = self.hot_state_any();
        let done = self.execute::<F>(&mut l, i, cx);
        self.write_back(&l);
        self.pipeline.restore(before);
        let step = match done {
            Ok(()) => {
                (self.state.pc, self.state.npc) = self.window.behind(&l);
                if op == Op::Rett {
                    self.zero_cost.in_handler = false;
                }
                Step::Next
            }
            Err(e) => {
                self.zero_cost.in_handler |= matches!(e, Exc::Trap(_));
                self.fail::<F>(e, cx)
            }
        };
        self.zero_cost.active = false;
        self.recompute_direct();
        self.in_flight.fetch.invalidate();
        step
    }
}
