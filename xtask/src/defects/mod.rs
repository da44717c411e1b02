//! Planted defects. A copy of the sources gets all defects of the table, each off, and its tests are built once. Then
//! each defect is switched on alone, and the tests that the table names for it have to fail.

mod narrow;
mod plant;
mod programs;
mod table;

use crate::turn::turn;
use clap::Args;
use programs::{Ended, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use table::Defect;

/// Switches planted defects on, one at a time, and demands that tests notice.
#[derive(Args)]
pub struct Arguments {
    /// All defects; otherwise a tenth, another one after each commit.
    #[arg(long)]
    full: bool,
    /// Runs every test under the named defects, and prints which fail.
    #[arg(long, requires = "names")]
    find: bool,
    /// With --find: only tests of this package.
    #[arg(long, value_name = "PACKAGE", requires = "find")]
    package: Vec<String>,
    /// Writes docs/contributing/planted-defects.md.
    #[arg(long, conflicts_with_all = ["full", "find", "names"])]
    write: bool,
    /// Only these defects.
    #[arg(value_name = "NAME", conflicts_with = "full")]
    names: Vec<String>,
}

/// Into how many parts the table is divided, of which one is tried unless all are.
const PARTS: usize = 10;

/// A trial of more seconds is told: a row with a faster test costs the gate less.
const LONG: u64 = 10;

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    match carry_out(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("defects: {e}");
            ExitCode::from(3)
        }
    }
}

/// Answers whether all is as it should be.
fn carry_out(arguments: &Arguments) -> Result<bool, String> {
    let rows = table::read()?;
    if arguments.write {
        let page = table::page();
        std::fs::write(&page, table::markdown(&rows))
            .map_err(|e| format!("{}: {e}", page.display()))?;
        return Ok(true);
    }
    for name in &arguments.names {
        if !rows.iter().any(|d| d.name == *name) {
            return Err(format!("{name}: planted.ron has no such defect"));
        }
    }
    if arguments.find {
        let tree = plant::copy(&rows, BTreeMap::new())?;
        return find(&tree, &arguments.names, &arguments.package);
    }
    if arguments.names.is_empty() && !arguments.full {
        return check(&part(rows, turn(PARTS)));
    }
    let wanted = |d: &Defect| arguments.full || arguments.names.contains(&d.name);
    check(&rows.into_iter().filter(wanted).collect::<Vec<_>>())
}

/// Part `n` of the table. Rows of one package that tests of one package notice are neighbours, so that few packages have
/// to be compiled with defects.
fn part(mut rows: Vec<Defect>, n: usize) -> Vec<Defect> {
    rows.sort_by_cached_key(|d| {
        let own = d.package();
        let other = d.noticed_by.iter().map(|(p, _)| p).find(|p| **p != own);
        (other.cloned(), own)
    });
    let (from, to) = (rows.len() * n / PARTS, rows.len() * (n + 1) / PARTS);
    rows.drain(from..to).collect()
}

/// Where each test is that a row names, by its package and name, and what is wrong with these names.
fn places<'a>(
    rows: &'a [Defect],
    programs: &'a [Program],
) -> (BTreeMap<(&'a str, &'a str), &'a Program>, Vec<String>) {
    let mut places = BTreeMap::new();
    let mut complaints = Vec::new();
    for (package, test) in rows.iter().flat_map(|d| &d.noticed_by) {
        let holds = |p: &&Program| p.package == *package && p.tests.contains(test);
        let found: Vec<&Program> = programs.iter().filter(holds).collect();
        match found[..] {
            [program] => {
                places.insert((package.as_str(), test.as_str()), program);
            }
            [] => complaints.push(format!("{package}: there is no test {test}")),
            _ => complaints.push(format!("{package}: more than one test is called {test}")),
        }
    }
    (places, complaints)
}

/// Plants the rows, and demands that the tests of each row pass without its defect and fail with it.
fn check(rows: &[Defect]) -> Result<bool, String> {
    if rows.is_empty() {
        return Err("no defect is chosen".to_owned());
    }
    let own = programs::own()?;
    let (of_tree, _) = places(rows, &own);
    let tree = plant::copy(rows, narrow::manifests(rows, of_tree.into_values())?)?;
    let programs = programs::planted(&tree)?;
    let (places, mut complaints) = places(rows, &programs);
    // Without a defect, each program once.
    for program in &programs {
        let tests = places.iter().filter(|(_, p)| std::ptr::eq(**p, program));
        let tests: Vec<&str> = tests.map(|((_, test), _)| *test).collect();
        if tests.is_empty() {
            continue;
        }
        match program.run(&tests, None)? {
            Ended::Passed => {}
            Ended::Failed(failed) => complaints.extend(
                failed
                    .iter()
                    .map(|t| format!("{}: {t} fails without a defect", program.package)),
            ),
            Ended::Broken(how) => complaints.push(format!("{}: {how}", program.package)),
        }
    }
    let trials: Vec<(&Defect, &str, &str)> = rows
        .iter()
        .flat_map(|d| {
            d.noticed_by
                .iter()
                .map(move |(p, t)| (d, p.as_str(), t.as_str()))
        })
        .collect();
    let outcomes = on_all_processors(&trials, |&(d, package, test)| {
        let Some(program) = places.get(&(package, test)) else {
            return Ok((None, 0)); // It is a complaint already.
        };
        let begun = Instant::now();
        let words = match program.run(&[test], Some(&d.name))? {
            Ended::Failed(_) => None,
            Ended::Passed => Some("passes all the same".to_owned()),
            Ended::Broken(how) => Some(how),
        };
        let complaint = words.map(|w| format!("{}: {package}: {test}: {w}", d.name));
        Ok((complaint, begun.elapsed().as_secs()))
    })?;
    for ((d, _, test), (_, seconds)) in trials.iter().zip(&outcomes) {
        if *seconds > LONG {
            println!("{}: {test} takes {seconds} s", d.name);
        }
    }
    complaints.extend(outcomes.into_iter().filter_map(|(complaint, _)| complaint));
    complaints.iter().for_each(|c| println!("{c}"));
    println!(
        "defects: {} planted, {} trials, {} complaints",
        rows.len(),
        trials.len(),
        complaints.len()
    );
    Ok(complaints.is_empty())
}

/// Runs all tests, or those of some packages, under each of the named defects, and prints which fail.
fn find(tree: &Path, names: &[String], only: &[String]) -> Result<bool, String> {
    let programs = programs::planted(tree)?;
    let wanted = |p: &Program| only.is_empty() || only.contains(&p.package);
    let trials: Vec<(&String, &Program)> = names
        .iter()
        .flat_map(|n| programs.iter().filter(|p| wanted(p)).map(move |p| (n, p)))
        .filter(|(_, p)| !p.tests.is_empty())
        .collect();
    let ends = on_all_processors(&trials, |(name, program)| program.run(&[], Some(name)))?;
    let mut unnoticed: BTreeSet<&String> = names.iter().collect();
    for ((name, program), end) in trials.iter().zip(&ends) {
        let package = &program.package;
        match end {
            Ended::Passed => continue,
            Ended::Failed(tests) => tests
                .iter()
                .for_each(|t| println!("{name}: {package}: {t}")),
            Ended::Broken(how) => println!("{name}: {package}: {how}"),
        }
        unnoticed.remove(name);
    }
    unnoticed
        .iter()
        .for_each(|name| println!("{name}: noticed by nothing"));
    Ok(unnoticed.is_empty())
}

/// Does something with every item on all processors of the host; results come in the order of the items.
///
/// # Errors
/// The first error of any item.
fn on_all_processors<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let one = || {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(n) else {
                return;
            };
            let result = work(item);
            results
                .lock()
                .unwrap_or_else(|e| e.into_inner())
                .push((n, result));
        }
    };
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            s.spawn(one);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    results.sort_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, r)| r).collect()
}
