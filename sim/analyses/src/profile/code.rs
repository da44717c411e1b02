//! One row for each instruction, or for each line of source code: what it costs.

use super::{CYCLES, Costs, INSTRUCTIONS, ratio};
use crate::profile::observe::CoreInstructions;
use crate::sheet::{Cell, Sheet};
use std::collections::BTreeMap;

/// Meters of data accesses that missed the first cache, reads and writes.
const DATA_MISSES: [&str; 4] = [
    "dcache_read_misses",
    "dcache_write_misses",
    "dcache_misses_clean",
    "dcache_misses_dirty",
];
/// Meters of fetches that missed the first cache.
const FETCH_MISSES: [&str; 2] = ["icache_misses", "pcache_misses"];

/// What code belongs to no instruction: it was executed before the profile began, or is none.
const ELSEWHERE: &str = "(elsewhere)";

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// A line of source code. Code without one is a row for each function.
    Line,
    /// An instruction.
    Instruction,
}

/// Code with what it costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The core, where cores are listed one by one.
    pub core: Option<u8>,
    /// The address of an instruction.
    pub pc: Option<u64>,
    /// The function.
    pub function: String,
    /// `file:line`, if it is known.
    pub source: String,
    /// An instruction, disassembled.
    pub text: String,
    /// By itself.
    pub own: Costs,
}

impl Code {
    fn data_misses(&self) -> u64 {
        DATA_MISSES.iter().map(|m| self.own.meter(m)).sum()
    }

    fn fetch_misses(&self) -> u64 {
        FETCH_MISSES.iter().map(|m| self.own.meter(m)).sum()
    }
}

/// Core, address, source and function of a row.
type Place<'a> = (Option<u8>, Option<u64>, &'a str, &'a str);

/// The rows of `profiles`, those with most cycles first; each core's apart if `by_core`. They add up to every
/// meter of the cores.
#[must_use]
pub fn rows(profiles: &[CoreInstructions], grain: Grain, by_core: bool) -> Vec<Code> {
    let mut found: BTreeMap<Place<'_>, Code> = BTreeMap::new();
    for p in profiles {
        let core = by_core.then_some(p.core);
        for i in &p.instructions {
            let function = match i.pc {
                Some(_) => i.function.as_str(),
                None => ELSEWHERE,
            };
            let source = i.source.as_deref().unwrap_or_default();
            let pc = i.pc.filter(|_| grain == Grain::Instruction);
            let row = found
                .entry((core, pc, source, function))
                .or_insert_with(|| Code {
                    core,
                    pc,
                    function: function.to_owned(),
                    source: source.to_owned(),
                    text: match pc {
                        Some(_) => i.text.clone(),
                        None => String::new(),
                    },
                    own: Costs::default(),
                });
            row.own.add_meters(0, &i.meters);
        }
    }
    let mut rows: Vec<Code> = found.into_values().collect();
    rows.sort_by_key(|r| std::cmp::Reverse(r.own.meter(CYCLES)));
    rows
}

/// As a sheet. Shares are of the cycles of all rows; `stack` adds a column of cycles for each part of the CPI stack.
#[must_use]
pub fn sheet(rows: &[Code], profiles: &[CoreInstructions], grain: Grain, stack: bool) -> Sheet {
    let mut parts: Vec<String> = Vec::new();
    for name in profiles.iter().flat_map(|p| &p.stack) {
        if !parts.contains(name) {
            parts.push(name.clone());
        }
    }
    let by_core = rows.iter().any(|r| r.core.is_some());
    let of_instructions = grain == Grain::Instruction;
    let mut columns: Vec<&str> = Vec::new();
    if by_core {
        columns.push("core");
    }
    if of_instructions {
        columns.push("address");
    }
    columns.extend(["source", "function"]);
    if of_instructions {
        columns.push("instruction");
    }
    columns.extend([
        "executions",
        "percent",
        "cycles",
        "cpi",
        "data_misses",
        "fetch_misses",
    ]);
    if stack {
        columns.extend(parts.iter().map(String::as_str));
    }
    columns.extend(["stall_percent", "largest_stall"]);
    let all: u64 = rows.iter().map(|r| r.own.meter(CYCLES)).sum();
    let mut sheet = Sheet::new(columns);
    for r in rows {
        let mut row = Vec::new();
        if by_core {
            row.push(Cell::Count(r.core.unwrap_or(0).into()));
        }
        if of_instructions {
            row.push(Cell::Text(
                r.pc.map_or_else(String::new, |pc| format!("{pc:#010x}")),
            ));
        }
        row.extend([Cell::Text(r.source.clone()), Cell::Text(r.function.clone())]);
        if of_instructions {
            row.push(Cell::Text(r.text.clone()));
        }
        let cycles = r.own.meter(CYCLES);
        row.extend([
            Cell::Count(r.own.meter(INSTRUCTIONS)),
            Cell::rounded(100.0 * ratio(cycles, all), 2),
            Cell::Count(cycles),
            Cell::rounded(r.own.cpi(), 2),
            Cell::Count(r.data_misses()),
            Cell::Count(r.fetch_misses()),
        ]);
        if stack {
            row.extend(parts.iter().map(|part| Cell::Count(r.own.meter(part))));
        }
        let (stall, share) = r.own.largest_stall(&parts).unwrap_or(("", 0.0));
        row.extend([Cell::rounded(share, 1), Cell::Text(stall.to_owned())]);
        sheet.push(row);
    }
    sheet
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::profile::observe::Instruction;

    pub(in crate::profile) fn two_lines() -> CoreInstructions {
        let one = |pc: u64, line: u64, cycles: u64| Instruction {
            pc: Some(pc),
            function: "main".into(),
            source: Some(format!("a.c:{line}")),
            text: "nop".into(),
            meters: [
                (CYCLES.to_owned(), cycles),
                (INSTRUCTIONS.to_owned(), 2),
                ("issue_cycles".to_owned(), 2),
                ("dcache_hold_cycles".to_owned(), cycles - 2),
                ("dcache_read_misses".to_owned(), 1),
            ]
            .into(),
        };
        CoreInstructions {
            core: 0,
            stack: vec!["issue_cycles".into(), "dcache_hold_cycles".into()],
            instructions: vec![one(0x100, 7, 10), one(0x104, 8, 30), one(0x108, 7, 5)],
        }
    }

    #[test]
    fn lines_are_sums_of_their_instructions() {
        let p = [two_lines()];
        let seen = |grain: Grain| -> Vec<(String, u64, u64)> {
            rows(&p, grain, false)
                .iter()
                .map(|r| (r.source.clone(), r.own.meter(CYCLES), r.data_misses()))
                .collect()
        };
        let row = |source: &str, cycles: u64, misses: u64| (source.to_owned(), cycles, misses);
        assert_eq!(
            seen(Grain::Line),
            [row("a.c:8", 30, 1), row("a.c:7", 15, 2)]
        );
        let each = [row("a.c:8", 30, 1), row("a.c:7", 10, 1), row("a.c:7", 5, 1)];
        assert_eq!(seen(Grain::Instruction), each);
    }

    #[test]
    fn a_row_has_a_cell_for_every_column() {
        let p = [two_lines()];
        for grain in [Grain::Line, Grain::Instruction] {
            let sheet = sheet(&rows(&p, grain, true), &p, grain, true);
            assert!(
                sheet
                    .rows()
                    .iter()
                    .all(|r| r.len() == sheet.columns().len())
            );
        }
    }

    #[test]
    fn misses_of_data_are_those_of_reads_and_writes() {
        let mut p = two_lines();
        let meters = &mut p.instructions[1].meters;
        meters.insert("dcache_write_misses".into(), 4);
        meters.insert("icache_misses".into(), 9);
        let all = rows(&[p], Grain::Line, false);
        assert_eq!((all[0].data_misses(), all[0].fetch_misses()), (5, 9));
    }
}
