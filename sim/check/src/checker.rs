//! The observer that all checks are part of.

mod at_once;
mod blocks;
mod state;

use crate::checks::Check;
use crate::checks::deadlock::Spin;
use crate::checks::stack::StackUse;
use crate::finding::{Findings, Party};
use crate::kind::Checks;
use crate::layout::Layout;
use crate::shadow::OUTSIDE;
use blocks::Blocks;
use state::State;
use trueboard_core::observe::{DynamicEvent, Executed, Kinds, Observer, RegSet};
use trueboard_core::time::Tick;

/// A core that waits in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The load that it repeats.
    pub pc: u64,
    /// What it reads.
    pub physical: u64,
    /// How often it has done so.
    pub turns: u64,
    /// Since when.
    pub since: Tick,
    /// Who wrote there last.
    pub writer: Option<Party>,
}

/// Turns of a loop from which on a core counts as waiting.
const WAITS: u64 = 16;

/// All requested checks.
pub struct Checker {
    blocks: Blocks,
    state: State,
}

impl Checker {
    /// Checks what cores do that hold `known` in their registers; interrupts may be off for `off` base ticks.
    #[must_use]
    pub fn new(checks: Checks, layout: Layout, known: Vec<RegSet>, off: u64) -> Checker {
        Checker {
            blocks: Blocks::new(layout.cores.len()),
            state: State::new(checks, layout, known, off),
        }
    }

    /// The request.
    #[must_use]
    pub fn checks(&self) -> Checks {
        self.state.checks
    }

    /// What images and board say of memory.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.state.layout
    }

    /// What was found up to here; `standing` is where the cores stand.
    #[must_use]
    pub fn findings(&self, standing: &[u64]) -> Findings {
        let mut all = self.state.findings.clone();
        self.state.at_end(standing, &mut all);
        // What has turned out to be a flag later was one before.
        all.drop(|f| {
            f.check == Check::Races
                && self
                    .state
                    .races
                    .orders(f.pc, f.other.map(|o| o.pc), f.address)
        });
        all
    }

    /// The stacks that were used, if that is checked.
    #[must_use]
    pub fn stacks(&self) -> &[StackUse] {
        self.state.stack.uses()
    }

    /// The loop in which `core` waits, if it does.
    #[must_use]
    pub fn waiting(&self, core: u8) -> Option<Waiting> {
        let Spin {
            pc,
            physical,
            turns,
            since,
        } = self.state.spins.spin(core).filter(|s| s.turns >= WAITS)?;
        let word = self
            .state
            .shadow
            .look(physical)
            .and_then(|(page, off)| page.known(off).copied());
        let writer = word.filter(|w| w.seq != 0).map(|w| Party {
            core: (w.writer != OUTSIDE).then_some(w.writer),
            pc: w.pc.into(),
        });
        Some(Waiting {
            pc,
            physical,
            turns,
            since,
            writer,
        })
    }
}

impl Observer for Checker {
    fn kinds(&self) -> Kinds {
        Kinds::EXECUTED | Kinds::EXECUTED_IN_BLOCKS
    }

    fn block_found(&mut self, core: u8, insns: &[Executed]) -> u32 {
        self.add_block(core, insns)
    }

    #[inline]
    fn admits_block(&mut self, core: u8, block: u32) -> bool {
        self.is_fine(core, block)
    }

    fn block_executed(
        &mut self,
        core: u8,
        at: Tick,
        block: u32,
        count: usize,
        seen: &[DynamicEvent],
    ) {
        self.pass(core, at, block, count, seen);
    }

    fn blocks_forgotten(&mut self, core: u8) {
        self.forget_blocks(core);
    }

    fn executed(&mut self, core: u8, at: Tick, done: &Executed) {
        self.blocks.start(core);
        if self.state.checks.has(Check::Races) {
            self.settle(core);
        }
        self.state.executed(core, at, done);
    }

    fn written(&mut self, pa: u64, bytes: u64) {
        self.state.on_store(OUTSIDE, 0, pa, bytes);
    }
}
