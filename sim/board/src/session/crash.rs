//! The message about a core that stopped for good: first cause, consequences, and the way of the program to it.

use super::Session;
use crate::report::{Outcome, OutcomeKind, TrapReport};
use trueboard_core::cpu::{ErrorStop, Handling};

impl Session {
    pub(super) fn crash(&self, core: u8, error: &ErrorStop) -> Outcome {
        let m = &self.machine;
        let cpu = &m.cores[usize::from(core)];
        let traps = cpu.handling();
        let scene = cpu.scene(&m.mem);
        Outcome {
            kind: OutcomeKind::Crash,
            status: None,
            core: Some(core),
            pc: Some(traps.first().map_or(error.pc, |t| t.pc)),
            detail: self.story(core, &traps, error),
            last_instructions: m.last_instructions(core),
            traps: traps
                .iter()
                .map(|t| TrapReport {
                    what: t.what.clone(),
                    pc: t.pc,
                    at: m.place(core, t.pc),
                })
                .collect(),
            call_stack: scene.calls.iter().map(|&c| m.place(core, c)).collect(),
            registers: scene
                .registers
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }

    /// The traps in their order, and how the last of them could not be taken.
    fn story(&self, core: u8, traps: &[Handling], error: &ErrorStop) -> String {
        let place = |pc: u64| self.machine.place(core, pc);
        let Some((first, others)) = traps.split_first() else {
            let at = place(error.pc);
            return format!("core {core} stopped at {at}: {}", error.what);
        };
        let mut text = format!("core {core} stopped at {}: {}", place(first.pc), first.what);
        for t in others {
            text += &format!("; in its handler, at {}: {}", place(t.pc), t.what);
        }
        let vector = traps.last().map(|t| t.vector);
        let pa = self.machine.physical(usize::from(core), error.pc);
        let code = self.machine.mem.peek(pa, 4);
        let nothing = code.is_none_or(|bytes| bytes.iter().all(|&b| b == 0));
        let place = place(error.pc);
        text += &if nothing && vector == Some(error.pc) {
            // Code of GCC with -mflat has no register windows.
            let by_windows = traps.last().is_some_and(|t| t.what.starts_with("window_"));
            let remedy = match by_windows {
                true => "link start code with a trap table, or compile with -mflat",
                false => "link start code with a trap table",
            };
            format!(
                "; no handler is at its vector {place} ({remedy}): {}",
                error.what
            )
        } else {
            format!("; in its handler, at {place}: {}", error.what)
        };
        text
    }
}
