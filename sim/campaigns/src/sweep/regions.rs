//! The regions of a run, of the moments of its cores.

use super::energy::Timeline;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_analyses::regions::spans::{Moment, Spans, What};
use trueboard_board::{Report, Session};

/// Executions of one run that are kept one by one; of further ones only the sums are.
const MOST_ROWS: usize = 10_000;

/// What lies between `pthread_create` and `pthread_join`, as long as it has no name of a thread's function.
const THREADS: &str = "(threads)";

/// A part of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// Its name; that of a region within another one comes behind that one's and a point.
    pub name: String,
    /// Executions, of all threads.
    pub executions: u64,
    /// Time in which at least one thread was in it, in base ticks.
    pub ticks: u64,
    /// That time.
    pub seconds: f64,
    /// Cycles that all cores ran in that time.
    pub cycles: u64,
    /// Energy of all cores and fixed terms in that time.
    pub energy_uj: Option<f64>,
    /// Executions: core, begin and end in base ticks; at most 10 000 of a run are kept.
    pub rows: Vec<(u8, u64, u64)>,
}

/// What was found.
#[derive(Default)]
pub struct Found {
    /// Those of the run, in the order in which they are entered.
    pub regions: Vec<Region>,
    /// What lies between.
    pub gaps: Option<Region>,
    /// What is wrong with them.
    pub problems: Vec<String>,
}

/// An execution of a region by one core.
struct Row {
    path: Vec<String>,
    core: u8,
    from: u64,
    to: u64,
    /// It is a thread's part in a region that another core may have forked.
    thread: bool,
}

/// Finds the regions of a run that has ended.
pub fn find(session: &Session, report: &Report, marks: &[Vec<u64>], timeline: &Timeline) -> Found {
    let mut found = Found::default();
    let Some(spans) = session.machine().observer::<Spans>() else {
        return found;
    };
    let mut rows = Vec::new();
    for (core, moments) in (0..).zip(spans.moments()) {
        let marks = marks.get(usize::from(core)).map_or(&[][..], Vec::as_slice);
        of_core(
            core,
            moments,
            marks,
            timeline.end,
            &mut rows,
            &mut found.problems,
        );
    }
    name_threads(&mut rows);
    join(&mut rows);
    rows.sort_by_key(|r| (r.from, r.core, r.path.len()));
    let mut by_name: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    let mut outermost = Vec::new();
    for row in rows.iter() {
        let name = row.path.join(".");
        if !by_name.contains_key(&name) {
            order.push(name.clone());
        }
        by_name.entry(name).or_default().push(row);
        if row.path.len() == 1 {
            outermost.push((row.from, row.to));
        }
    }
    let hz = report.time.hz.max(1) as f64;
    let mut room = MOST_ROWS;
    let measure = |name: String, parts: &[(u64, u64)]| {
        let mut r = Region {
            name,
            ..Region::default()
        };
        for &(from, to) in parts {
            let (cycles, uj) = timeline.spent(from, to);
            r.ticks += to - from;
            r.cycles += cycles;
            r.energy_uj = uj.map(|uj| uj + r.energy_uj.unwrap_or(0.0));
        }
        r.seconds = r.ticks as f64 / hz;
        r
    };
    for name in order {
        let Some(of) = by_name.get(&name) else {
            continue;
        };
        let parts = union(of.iter().map(|r| (r.from, r.to)).collect());
        let mut r = measure(name, &parts);
        r.executions = of.len() as u64;
        r.rows = of
            .iter()
            .take(room)
            .map(|r| (r.core, r.from, r.to))
            .collect();
        room -= r.rows.len();
        found.regions.push(r);
    }
    let gaps = gaps(&union(outermost), timeline.end);
    let mut between = measure("gaps".to_owned(), &gaps);
    between.executions = gaps.len() as u64;
    found.gaps = Some(between);
    found
}

/// The executions of one core.
fn of_core(
    core: u8,
    moments: &[Moment],
    marks: &[u64],
    end: u64,
    rows: &mut Vec<Row>,
    problems: &mut Vec<String>,
) {
    let mut marks = marks.iter();
    // Name, begin, and how often it was entered within itself. A fork has its name of its first outlined function.
    let mut open: Vec<(Option<String>, u64, u64)> = Vec::new();
    // By call that is open: it has an entry in `open`.
    let mut calls: Vec<bool> = Vec::new();
    let mut outlined = 0_usize;
    // Threads that are not joined, and how deep what they opened lies.
    let (mut threads, mut made_at) = (0_u64, 0_usize);
    let mut close = |open: &mut Vec<(Option<String>, u64, u64)>, to: u64, thread: bool| {
        let path: Option<Vec<String>> = open.iter().map(|o| o.0.clone()).collect();
        if let (Some((_, from, _)), Some(path)) = (open.pop(), path) {
            rows.push(Row {
                path,
                core,
                from,
                to,
                thread,
            });
        }
    };
    for m in moments {
        let at = m.at.0.min(end);
        match &m.what {
            What::Interrupt => {}
            What::Fork => {
                // `GOMP_parallel_loop` may be made of `GOMP_parallel`: one fork.
                let fresh = open.last().is_none_or(|o| o.0.is_some());
                if fresh {
                    open.push((None, at, 0));
                }
                calls.push(fresh);
            }
            What::Create => {
                if threads == 0 {
                    open.push((Some(THREADS.to_owned()), at, 0));
                    made_at = open.len();
                }
                threads += 1;
            }
            What::Join => {
                let last = threads == 1;
                threads = threads.saturating_sub(1);
                if last && open.len() == made_at {
                    close(&mut open, at, false);
                }
            }
            What::Outlined(name) => {
                let named = match open.last_mut() {
                    None => {
                        open.push((Some(name.to_string()), at, 0));
                        calls.push(true);
                        outlined = open.len();
                        continue;
                    }
                    Some((unnamed @ None, ..)) => unnamed,
                    // A core that waits in pthread_join runs a thread itself.
                    Some((threads, ..)) if threads.as_deref() == Some(THREADS) => threads,
                    Some(_) => {
                        calls.push(false);
                        continue;
                    }
                };
                *named = Some(name.to_string());
                calls.push(false);
            }
            What::Leave => {
                if calls.pop() == Some(true) {
                    let thread = outlined == open.len();
                    close(&mut open, at, thread);
                    if thread {
                        outlined = 0;
                    }
                }
            }
            What::Start => {
                let id = marks.next().map_or_else(|| "?".to_owned(), u64::to_string);
                match open.iter_mut().find(|o| o.0.as_deref() == Some(&id)) {
                    // Recursion counts once, by its outermost level.
                    Some(again) => again.2 += 1,
                    None => open.push((Some(id), at, 0)),
                }
            }
            What::Stop => {
                let id = marks.next().map_or_else(|| "?".to_owned(), u64::to_string);
                match open.iter().rposition(|o| o.0.as_deref() == Some(&id)) {
                    None => problems.push(format!(
                        "core {core} stops region {id} at {at} ticks without having started it; \
                         put analyzer_start({id}) before it"
                    )),
                    Some(i) if open[i].2 > 0 => open[i].2 -= 1,
                    Some(i) => {
                        while open.len() > i + 1 {
                            let inner = open.last().and_then(|o| o.0.clone()).unwrap_or_default();
                            problems.push(format!(
                                "core {core} stops region {id} while region {inner} within it is open; \
                                 it is taken for stopped, too"
                            ));
                            close(&mut open, at, false);
                        }
                        close(&mut open, at, false);
                    }
                }
            }
        }
    }
    while let Some(last) = open.last() {
        let name = last.0.clone().unwrap_or_else(|| "(fork)".to_owned());
        problems.push(format!(
            "region {name} of core {core} never closes: it is taken to last until the end of the run; \
             look for a way around its end"
        ));
        close(&mut open, end, false);
    }
}

/// Gives what lies between `pthread_create` and `pthread_join`, where the core itself ran no thread, the name of the
/// function that another core runs first in that time. Where none does, it has that of the call.
fn name_threads(rows: &mut [Row]) {
    let is = |r: &&Row| r.path.last().is_some_and(|n| n == THREADS);
    let forks: Vec<(u8, u64, u64)> = rows
        .iter()
        .filter(is)
        .map(|r| (r.core, r.from, r.to))
        .collect();
    for (core, from, to) in forks {
        let within = |r: &&Row| r.core != core && r.thread && (from..=to).contains(&r.from);
        let first = rows.iter().filter(within).min_by_key(|r| r.from);
        let name = first.and_then(|r| r.path.last().cloned());
        let name = name.unwrap_or_else(|| "pthread_create".to_owned());
        let mine = |r: &&mut Row| r.core == core && from <= r.from && r.to <= to;
        for row in rows.iter_mut().filter(mine) {
            for part in row.path.iter_mut().filter(|p| *p == THREADS) {
                part.clone_from(&name);
            }
        }
    }
}

/// Gives threads' executions the region of the fork that they are part of: the outermost one that is open on
/// another core when they begin.
fn join(rows: &mut [Row]) {
    let mut forks: Vec<(u64, u64, Vec<String>)> = rows
        .iter()
        .filter(|r| !r.thread && r.path.len() == 1)
        .map(|r| (r.from, r.to, r.path.clone()))
        .collect();
    forks.sort();
    for row in rows.iter_mut().filter(|r| r.thread) {
        let before = forks.partition_point(|f| f.0 <= row.from);
        if let Some((_, to, path)) = before.checked_sub(1).and_then(|i| forks.get(i))
            && row.from <= *to
        {
            row.path.clone_from(path);
        }
    }
}

/// Overlapping parts as one.
fn union(mut parts: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    parts.sort_unstable();
    let mut out: Vec<(u64, u64)> = Vec::new();
    for (from, to) in parts {
        match out.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => out.push((from, to)),
        }
    }
    out
}

/// What lies between these parts of a run.
fn gaps(parts: &[(u64, u64)], end: u64) -> Vec<(u64, u64)> {
    let mut out = Vec::new();
    let mut at = 0;
    for &(from, to) in parts {
        if from > at {
            out.push((at, from));
        }
        at = at.max(to);
    }
    if end > at {
        out.push((at, end));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_count_once_and_gaps_are_the_rest() {
        let parts = union(vec![(5, 9), (1, 3), (2, 4), (9, 12)]);
        assert_eq!(parts, [(1, 4), (5, 12)]);
        assert_eq!(gaps(&parts, 20), [(0, 1), (4, 5), (12, 20)]);
    }
}
