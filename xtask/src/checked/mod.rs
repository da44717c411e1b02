//! Prebuilt images under all checks of `run --check`: nothing is found that `firmware/checks.ron` does not accept, and
//! each of its entries accepts something. Images with faults on purpose are held by the tests of the command.

mod subjects;

use clap::Args;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::str::FromStr;
use subjects::{Subject, every, small};
use trueboard_board::checked::CheckOptions;
use trueboard_board::findings::FindingReport;
use trueboard_board::{Budget, Options};
use trueboard_check::{Checks, Suppression, Suppressions};

/// Prebuilt images under all checks.
///
/// The exit code is 1 when something is found that is not accepted, or something is accepted that no image does.
#[derive(Args)]
pub struct Arguments {
    /// These and no others, such as gr740/faulty_wild or parallella/scripts/fir; entries that accept nothing are no
    /// failure then.
    images: Vec<String>,
    /// Milliseconds of simulated time for each of those.
    #[arg(long, default_value_t = 20)]
    ms: u64,
    /// All images, not only the small ones and those that something is accepted of.
    #[arg(long)]
    full: bool,
    /// Only images whose name contains this text; entries that accept nothing are no failure then.
    #[arg(long, default_value = "")]
    only: String,
    /// Without the entries: all that the checks find.
    #[arg(long)]
    bare: bool,
}

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    match work(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("checked: {e}");
            ExitCode::from(3)
        }
    }
}

/// False when a finding is not accepted, or an entry accepts nothing.
fn work(arguments: &Arguments) -> Result<bool, String> {
    let accepted = match arguments.bare {
        true => Suppressions::default(),
        false => entries()?,
    };
    let named = arguments.images.iter().map(|name| Subject {
        name: name.clone(),
        ms: arguments.ms,
    });
    let wanted = match (arguments.images.is_empty(), arguments.full) {
        (false, _) => named.collect(),
        (true, true) => every(),
        (true, false) => small(),
    };
    let wanted: Vec<Subject> = (wanted.into_iter())
        .filter(|s| s.name.contains(&arguments.only))
        .collect();
    let runs: Vec<(String, Found)> = wanted
        .par_iter()
        .map(|s| run(s, &accepted).map(|found| (s.name.clone(), found)))
        .collect::<Result<_, _>>()?;
    let mut used = BTreeSet::new();
    let mut findings = 0;
    for (name, found) in runs {
        for f in &found.findings {
            println!("checked: {name}: {}", line(f));
        }
        findings += found.findings.len();
        let reasons = found.accepted.into_iter().filter_map(|f| f.reason);
        used.extend(reasons);
    }
    // What an entry is about may be an image that does not run here.
    let run = |s: &Suppression| wanted.iter().any(|w| s.is_about(w.image()));
    let dead = accepted.0.iter().filter(|s| !used.contains(&s.reason));
    let whole = arguments.only.is_empty() && arguments.images.is_empty();
    let dead = dead.filter(|s| whole && run(s));
    let dead: Vec<&str> = dead.map(|s| s.reason.as_str()).collect();
    for reason in &dead {
        println!("checked: firmware/checks.ron accepts what no image does: {reason}");
    }
    println!(
        "checked: {} images, {findings} findings, {} entries of firmware/checks.ron accept nothing",
        wanted.len(),
        dead.len()
    );
    Ok(findings == 0 && dead.is_empty())
}

/// What is accepted, each for a reason of its own.
fn entries() -> Result<Suppressions, String> {
    let path = conformance::root().join("firmware/checks.ron");
    let wrong = |e: String| format!("{}: {e}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|e| wrong(e.to_string()))?;
    let all = Suppressions::parse(&text).map_err(wrong)?;
    let mut reasons = BTreeMap::new();
    for s in &all.0 {
        if let Some(other) = reasons.insert(&s.reason, &s.function) {
            let both = format!("{other} and {}", s.function);
            return Err(wrong(format!(
                "{both} have one reason; write them apart, so that a dead entry is seen"
            )));
        }
    }
    Ok(all)
}

struct Found {
    findings: Vec<FindingReport>,
    accepted: Vec<FindingReport>,
}

fn run(subject: &Subject, accepted: &Suppressions) -> Result<Found, String> {
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", subject.name);
    let options = Options {
        until: Some(Budget::Picoseconds(u128::from(subject.ms) * 1_000_000_000)),
        checks: Some(CheckOptions {
            checks: Checks::from_str("all").map_err(|e| wrong(&e))?,
            irqs_off: None,
            accepted: accepted.clone(),
        }),
        ..conformance::usual(&subject.name)
    };
    let board = conformance::board_of(&subject.name, &[]);
    let run = conformance::try_run(&board, options).map_err(|e| wrong(&e))?;
    let checks = run
        .report
        .checks
        .ok_or_else(|| wrong(&"the report has no checks"))?;
    Ok(Found {
        findings: checks.findings,
        accepted: checks.accepted,
    })
}

fn line(f: &FindingReport) -> String {
    let place = f.line.as_deref().unwrap_or_default();
    let object = &f.object;
    format!(
        "{} on core {} at {:#x} <{}> {place}, {object}: {} ({} times)",
        f.check, f.core, f.pc, f.function, f.text, f.count
    )
}
