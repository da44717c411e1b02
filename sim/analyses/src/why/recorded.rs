//! Rows of a run that was recorded by instruction: without what lies behind stalls.

use super::CauseRow;
use crate::profile::observe::CoreInstructions;
use crate::why::observe::{Code, Level};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::observe::Instruction;

    /// Of 30 cycles of an instruction 20 are in a part of the stack, and it was asleep for 7 more.
    #[test]
    fn the_rows_of_an_instruction_add_up_to_its_cycles_and_its_sleep() {
        let meters = [
            ("cycles", 30),
            ("stall", 20),
            ("idle_cycles", 7),
            ("loads", 4),
        ];
        let instruction = |function: &str| Instruction {
            pc: Some(0x100),
            function: function.to_owned(),
            source: None,
            text: String::new(),
            meters: meters.map(|(name, n)| (name.to_owned(), n)).into(),
        };
        let core = |core| CoreInstructions {
            core,
            stack: vec!["stall".to_owned()],
            instructions: vec![instruction("f"), instruction("g")],
        };
        let of = |function, on| -> Vec<(u8, String, u64)> {
            let all = rows(&[core(0), core(1)], function, on).into_iter();
            all.map(|r| (r.code.core, r.part, r.cycles)).collect()
        };
        let row = |part: &str, cycles| (1, part.to_owned(), cycles);
        let one = [row("stall", 20), row("cycles", 10), row("idle_cycles", 7)];
        assert_eq!(of(Some("g"), Some(1)), one);
        assert_eq!(of(None, None).iter().map(|r| r.2).sum::<u64>(), 4 * 37);
    }
}
