//! Code that executes but costs nothing: no time passes, no cache changes, nothing is counted. It is set
//! up by the run, not by the program.

use crate::code_pages::PAGE_WORDS;
use crate::core::Leon;
use crate::isa::Op;
use crate::run::Step;
use crate::trap::Exc;
use trueboard_core::cpu::{RunCx, Stop};

/// Which code costs nothing, and whether the core is in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ZeroCost {
    /// Its addresses, sorted.
    pub ranges: Vec<(u64, u64)>,
    /// The instruction being executed costs nothing.
    pub active: bool,
    /// A trap was taken out of such code: its handler costs nothing either, up to its RETT.
    pub in_handler: bool,
    /// Instructions executed in a row while time stood at `run_cycle`.
    run: u64,
    run_cycle: u64,
}

impl ZeroCost {
    /// The code at `ranges`, which are sorted, costs nothing.
    pub fn of(ranges: Vec<(u64, u64)>) -> ZeroCost {
        ZeroCost {
            ranges,
            ..ZeroCost::default()
        }
    }

    /// The code at `at` costs nothing.
    pub fn contains(&self, at: u64) -> bool {
        let i = self.ranges.partition_point(|r| r.0 <= at);
        i != 0 && at < self.ranges[i - 1].1
    }
}

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
                (self.state.pc, self.state.npc) = self.behind(&l);
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
