//! Checks of the firmware of a run ([`trueboard_check`]): the layout that a machine and its images give the checker,
//! and its findings in words.

mod layout;
mod report;

pub(crate) use report::report;

use crate::machine::Machine;
use trueboard_check::{Checker, Checks, Suppressions};
use trueboard_core::duration::Budget;

/// What is to be checked.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Which checks.
    pub checks: Checks,
    /// How long interrupts may be off; without it [`IRQS_OFF_US`].
    pub irqs_off: Option<Budget>,
    /// What is known and accepted.
    pub accepted: Suppressions,
}

/// Microseconds for which interrupts may be off, unless options say otherwise.
pub const IRQS_OFF_US: u64 = 100;

/// Starts the checks of `m`, which is at the beginning of its run.
pub(crate) fn follow(m: &mut Machine, options: &CheckOptions) {
    let off = match options.irqs_off {
        Some(budget) => budget.ticks(m),
        None => m.base_hz.saturating_mul(IRQS_OFF_US) / 1_000_000,
    };
    let layout = layout::of(m);
    let known = m.cores.iter().map(|c| c.holding()).collect();
    let checker = Checker::new(options.checks, layout, known, off);
    m.observe(Box::new(checker));
}
