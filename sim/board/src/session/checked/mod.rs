//! Checks of the firmware of a run ([`trueboard_check`]): the layout that a machine and its images give the checker,
//! and its findings in words.

mod layout;
mod report;

pub(crate) use report::report;

use crate::machine::Machine;
use crate::near::did_you_mean;
use std::fmt::Display;
use std::path::PathBuf;
use trueboard_check::{Check, CheckError, Checker, Checks, Suppressions};
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

impl CheckOptions {
    /// The checks of `list`, with the findings that `files` accept; `option` is what gave the list.
    ///
    /// # Errors
    /// A name that no check has, or a file that cannot be used: a line for the user.
    pub fn asked(option: &str, list: &str, files: &[PathBuf]) -> Result<CheckOptions, String> {
        let checks = list.parse().map_err(|e: CheckError| {
            let near = did_you_mean(&e.text, Check::ALL.map(Check::name));
            format!("{option}: {e}{near}")
        })?;
        let mut accepted = Suppressions::default();
        for path in files {
            let wrong = |e: &dyn Display| format!("{option}-suppress {}: {e}", path.display());
            let text = trueboard_files::read_text(path).map_err(|e| wrong(&e))?;
            let more = Suppressions::parse(&text).map_err(|e| wrong(&e))?;
            accepted.0.extend(more.0);
        }
        Ok(CheckOptions {
            checks,
            irqs_off: None,
            accepted,
        })
    }
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
