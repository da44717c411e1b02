//! One row for each function by thread and caller: how often, how long, whether periodically, how often off its
//! period, and how many of its reads missed the cache.
//!
//! The columns are those of the published tool for real-time properties and cache misses of functions: TID,
//! Caller, Name, NoFC, AET, IsF, AF, AToFV, NoFV, AofCM. A thread is a core. Which functions are periodic, and
//! what a violation is: [`crate::profile::observe::Periods`]. The paper leaves open what AToFV is the mean of;
//! both readings are there: the deviation of violating intervals from the period, and their excess over the
//! period and the tolerance.

use super::{Costs, inclusive, microseconds, ratio};
use crate::profile::observe::{CoreProfile, Executions};
use crate::sheet::{Cell, Sheet};

/// The columns.
pub const COLUMNS: [&str; 14] = [
    "TID",
    "Caller",
    "Name",
    "NoFC",
    "AET_us",
    "min_us",
    "max_us",
    "IsF",
    "AF_us",
    "AToFV_us",
    "AToFV_excess_us",
    "NoFV",
    "AofCM_percent",
    "largest_stall",
];

/// The column of medians, behind that of the means.
pub const MEDIAN: &str = "median_us";

/// The rows, those that took most time first, with medians if lengths were recorded. `hz`: base ticks per second.
#[must_use]
pub fn sheet(profiles: &[CoreProfile], hz: u64) -> Sheet {
    let mut all = profiles.iter().flat_map(|p| &p.executions);
    let medians = all.any(|e| e.middle_ticks.is_some());
    let mean = COLUMNS.iter().position(|&c| c == "AET_us");
    let behind = mean.map_or(COLUMNS.len(), |mean| mean + 1);
    let mut rows: Vec<(u64, Vec<Cell>)> = Vec::new();
    for p in profiles {
        let costs = costs(p);
        for (e, costs) in p.executions.iter().zip(&costs) {
            let mut cells = row(p, e, costs, hz);
            if medians {
                cells.insert(behind, median(e, hz));
            }
            rows.push((e.ticks, cells));
        }
    }
    rows.sort_by_key(|(ticks, _)| std::cmp::Reverse(*ticks));
    let mut columns = COLUMNS.to_vec();
    if medians {
        columns.insert(behind, MEDIAN);
    }
    let mut sheet = Sheet::new(columns);
    rows.into_iter().for_each(|(_, row)| sheet.push(row));
    sheet
}

/// The median, to half a tick; empty where it is not known.
fn median(e: &Executions, hz: u64) -> Cell {
    match e.middle_ticks {
        Some((below, above)) => microseconds((below as f64 + above as f64) / 2.0, hz),
        None => Cell::Text(String::new()),
    }
}

/// What all executions of each function by caller cost, callees included.
fn costs(p: &CoreProfile) -> Vec<Costs> {
    let mut costs = vec![Costs::default(); p.executions.len()];
    for (context, inclusive) in p.contexts.iter().zip(inclusive(p)) {
        if let Some(sum) = context.executions.and_then(|e| costs.get_mut(e as usize)) {
            sum.add(&inclusive);
        }
    }
    costs
}

fn row(p: &CoreProfile, e: &Executions, costs: &Costs, hz: u64) -> Vec<Cell> {
    let periods = &e.periods;
    let periodic = periods.is_periodic();
    let when_periodic = |ticks: f64| microseconds(if periodic { ticks } else { 0.0 }, hz);
    let of_violations = |ticks: i64| match periods.violations {
        0 => when_periodic(0.0),
        n => when_periodic(ticks as f64 / n as f64),
    };
    let is = if periodic { "T" } else { "F" };
    let of = if e.in_handler { "S" } else { "T" };
    let stall = costs.largest_stall(&p.stack);
    vec![
        Cell::Count(p.core.into()),
        Cell::Text(e.caller.clone()),
        Cell::Text(e.name.clone()),
        Cell::Count(e.calls),
        microseconds(ratio(e.ticks, e.completed), hz),
        microseconds(e.min_ticks as f64, hz),
        microseconds(e.max_ticks as f64, hz),
        Cell::Text(format!("{is}[{of}]")),
        when_periodic(ratio(periods.ticks, periods.intervals)),
        of_violations(periods.deviation_ticks),
        of_violations(periods.excess_ticks),
        Cell::Count(if periodic { periods.violations } else { 0 }),
        Cell::rounded(costs.read_miss_percent(), 5),
        Cell::Text(stall.map_or_else(String::new, |(name, share)| format!("{name} {share:.1} %"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::observe::Periods;
    use crate::profile::tests::recursive;

    #[test]
    fn a_periodic_handler_has_its_period_and_violations() {
        let mut periods = Periods::default();
        [1000, 1000, 1000, 1200, 1000]
            .iter()
            .for_each(|&i| periods.add(i));
        let mut p = recursive();
        p.contexts[2].executions = Some(0);
        p.executions.push(Executions {
            caller: "main".into(),
            name: "f".into(),
            in_handler: true,
            calls: 6,
            completed: 5,
            ticks: 500,
            min_ticks: 50,
            max_ticks: 150,
            middle_ticks: None,
            periods,
        });
        let sheet = sheet(&[p.clone()], 1_000_000);
        let median = {
            p.executions[0].middle_ticks = Some((99, 100));
            super::sheet(&[p], 1_000_000)
        };
        assert_eq!(median.columns()[4..6], ["AET_us", MEDIAN]);
        assert_eq!(median.rows()[0][5].to_string(), "99.5");
        let row: Vec<String> = sheet.rows()[0].iter().map(ToString::to_string).collect();
        assert_eq!(
            row,
            [
                "0",
                "main",
                "f",
                "6",
                "100",
                "50",
                "150",
                "T[S]",
                "1040",
                "200",
                "150",
                "1",
                "0",
                "dcache_hold_cycles 50.0 %"
            ]
        );
    }
}
