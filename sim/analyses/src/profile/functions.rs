//! One row for each function: what it costs by itself and with all that it calls.

use super::{CYCLES, Costs, INSTRUCTIONS, path, ratio, stack_of};
use crate::profile::observe::CoreProfile;
use crate::sheet::{Cell, Sheet};
use std::collections::{BTreeMap, BTreeSet};

/// What a function costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// The core, where cores are kept apart.
    pub core: Option<u8>,
    /// Its name.
    pub name: String,
    /// Entries.
    pub calls: u64,
    /// By itself.
    pub own: Costs,
    /// With all that it calls; recursion counts once.
    pub total: Costs,
}

/// The functions and handlers of `profiles`, those with most cycles of their own first; each core's apart if
/// `by_core`.
#[must_use]
pub fn functions(profiles: &[CoreProfile], by_core: bool) -> Vec<Function> {
    let mut found: BTreeMap<(Option<u8>, &str), Function> = BTreeMap::new();
    for p in profiles {
        let core = by_core.then_some(p.core);
        for (i, c) in p.contexts.iter().enumerate() {
            let own = found.entry((core, &c.name)).or_default();
            own.calls += c.calls;
            own.own.add_own(c);
            let on_stack: BTreeSet<&str> = path(p, i)
                .into_iter()
                .map(|i| p.contexts[i].name.as_str())
                .collect();
            for name in on_stack {
                found.entry((core, name)).or_default().total.add_own(c);
            }
        }
    }
    let mut rows: Vec<Function> = found
        .into_iter()
        .map(|((core, name), f)| Function {
            core,
            name: name.to_owned(),
            ..f
        })
        .collect();
    rows.sort_by_key(|f| std::cmp::Reverse((f.own.meter(CYCLES), f.total.meter(CYCLES))));
    rows.retain(|f| f.calls != 0 || f.own.ticks != 0);
    rows
}

/// As a sheet. Shares are of the cycles of all rows; `stack` adds a column for each part of the CPI stack, in
/// percent of the function's own cycles.
#[must_use]
pub fn sheet(rows: &[Function], profiles: &[CoreProfile], stack: bool) -> Sheet {
    let parts = stack_of(profiles);
    let all: u64 = rows.iter().map(|f| f.own.meter(CYCLES)).sum();
    let by_core = rows.iter().any(|f| f.core.is_some());
    let mut columns: Vec<&str> = Vec::new();
    if by_core {
        columns.push("core");
    }
    columns.extend([
        "function",
        "calls",
        "own_percent",
        "own_cycles",
        "total_percent",
        "total_cycles",
        "instructions",
        "cpi",
        "read_miss_percent",
    ]);
    if stack {
        columns.extend(parts.iter().map(String::as_str));
    }
    columns.extend(["stall_percent", "largest_stall"]);
    let mut sheet = Sheet::new(columns);
    for f in rows {
        let cycles = |c: &Costs| c.meter(CYCLES);
        let percent = |n: u64| Cell::rounded(100.0 * ratio(n, all), 2);
        let mut row = Vec::new();
        if by_core {
            row.push(Cell::Count(f.core.unwrap_or(0).into()));
        }
        row.extend([
            Cell::Text(f.name.clone()),
            Cell::Count(f.calls),
            percent(cycles(&f.own)),
            Cell::Count(cycles(&f.own)),
            percent(cycles(&f.total)),
            Cell::Count(cycles(&f.total)),
            Cell::Count(f.own.meter(INSTRUCTIONS)),
            Cell::rounded(f.own.cpi(), 2),
            Cell::rounded(f.own.read_miss_percent(), 3),
        ]);
        if stack {
            row.extend(parts.iter().map(|part| {
                let share = ratio(f.own.meter(part), cycles(&f.own));
                Cell::rounded(100.0 * share, 2)
            }));
        }
        let (stall, share) = f.own.largest_stall(&parts).unwrap_or(("", 0.0));
        row.extend([Cell::rounded(share, 1), Cell::Text(stall.to_owned())]);
        sheet.push(row);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::recursive;

    #[test]
    fn recursion_counts_once() {
        let p = [recursive()];
        let rows = functions(&p, false);
        let seen: Vec<(&str, u64, u64, u64)> = rows
            .iter()
            .map(|f| {
                let (own, total) = (f.own.meter(CYCLES), f.total.meter(CYCLES));
                (f.name.as_str(), f.calls, own, total)
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("main", 1, 100, 150),
                ("f", 2, 50, 50),
                ("(start)", 1, 10, 160)
            ]
        );
    }

    #[test]
    fn the_stack_of_a_function_adds_up() {
        let p = [recursive()];
        let sheet = sheet(&functions(&p, true), &p, true);
        let at = |name: &str| sheet.columns().iter().position(|c| c == name);
        let (issue, hold) = (at("issue_cycles"), at("dcache_hold_cycles"));
        for row in sheet.rows() {
            let part = |i: Option<usize>| match i.map(|i| &row[i]) {
                Some(Cell::Real(x)) => *x,
                other => panic!("{other:?}"),
            };
            assert_eq!(part(issue) + part(hold), 100.0);
        }
    }
}
