//! Rows of a run that was recorded by instruction: without what lies behind stalls.

use super::CauseRow;
use trueboard_truth::profile::CoreInstructions;
use trueboard_truth::why::{Code, Level};

/// The cycles of what each core executed of `function`, or of all, without what the function calls.
#[must_use]
pub fn rows(cores: &[CoreInstructions], function: Option<&str>, core: Option<u8>) -> Vec<CauseRow> {
    let mut rows = Vec::new();
    for c in cores.iter().filter(|c| core.is_none_or(|n| n == c.core)) {
        for i in &c.instructions {
            if function.is_some_and(|f| f != i.function) {
                continue;
            }
            let code = Code {
                core: c.core,
                pc: i.pc.unwrap_or(0),
                function: i.function.clone(),
                source: i.source.clone(),
                text: i.text.clone(),
            };
            let meter = |name: &str| i.meters.get(name).copied().unwrap_or(0);
            let parts: u64 = c.stack.iter().map(|p| meter(p)).sum();
            let rest = meter("cycles").saturating_sub(parts);
            let parts = c.stack.iter().map(|p| (p.as_str(), meter(p)));
            let others = [("cycles", rest), ("idle_cycles", meter("idle_cycles"))];
            for (part, cycles) in parts.chain(others).filter(|(_, n)| *n != 0) {
                rows.push(CauseRow {
                    code: code.clone(),
                    part: part.to_owned(),
                    data: None,
                    missed: None,
                    level: Level::Unknown,
                    store: None,
                    caller: None,
                    owner: None,
                    cycles,
                });
            }
        }
    }
    rows
}
