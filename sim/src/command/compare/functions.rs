//! `trueboard compare NEW --against OLD --by-function`: two builds of a firmware, function by function.

use super::{alone, junit, nothing_runs, open, runs_now, subjects, tolerance};
use crate::cli::{Compare, Firmware};
use crate::command::{Failure, print, print_json};
use crate::text::{Table, grouped};
use quick_junit::TestSuite;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use trueboard::analysis::{ByFunction, Matched, Profiled, by_function};
use trueboard::board::Report;

/// Functions that are shown; JSON has all of them.
const SHOWN: usize = 20;

/// What is printed.
#[derive(Serialize)]
pub struct Output {
    images: Vec<String>,
    against: Vec<String>,
    #[serde(flatten)]
    pub functions: ByFunction,
    passes: bool,
}

pub fn run(a: &Compare) -> Result<u8, Failure> {
    let subjects = subjects(a);
    let [here] = subjects.as_slice() else {
        let text = "--by-function compares one run with another: give one run, report or image, and --against";
        return Err(Failure::usage(text));
    };
    let Some(against) = a.against.as_deref().map(Path::new) else {
        return Err(Failure::usage("--by-function needs --against"));
    };
    let tolerance = tolerance(a)?;
    let there = alone(here, against);
    if !runs_now(here) && !runs_now(&there) {
        nothing_runs(a)?;
    }
    let (new, old) = (profiled(here)?, profiled(&there)?);
    if new.board != old.board {
        return Err(Failure::input(format!(
            "{}: this run is of the board {}, the other one of {}",
            here.named().display(),
            new.board,
            old.board
        )));
    }
    let functions = by_function(of(&new), of(&old), tolerance);
    let images = |r: &Report| r.images.iter().map(|i| i.path.clone()).collect();
    let passes = functions.beyond().next().is_none();
    let output = Output {
        images: images(&new),
        against: images(&old),
        passes,
        functions,
    };
    if let Some(path) = &a.junit {
        junit::write(path, &as_junit(&output)?)?;
    }
    if a.json {
        print_json(&output)?;
    } else {
        print(&text(&output))?;
    }
    let both = |f: &Matched| f.here.is_some() && f.against.is_some();
    if !output.functions.functions.iter().any(both) {
        return Err(Failure::input(
            "--by-function: nothing was compared: no function ran in both runs",
        ));
    }
    Ok(u8::from(!output.passes))
}

/// A report that has a profile.
fn profiled(subject: &Firmware) -> Result<Report, Failure> {
    let report = open(subject, |options| options.profile = true)?;
    match report.profile {
        Some(_) => Ok(report),
        None => Err(Failure::input(format!(
            "{}: the run was not profiled: run it with --profile",
            subject.named().display()
        ))),
    }
}

fn of(report: &Report) -> Profiled<'_> {
    Profiled {
        profiles: report.profile.as_deref().unwrap_or_default(),
        ended_by: report.outcome.core.unwrap_or(0),
    }
}

fn text(o: &Output) -> String {
    let heading = [
        "function", "calls", "before", "inside", "before", "lost", "",
    ];
    let mut table = Table::with_text_columns(&heading, |c| c == 0 || c == 6);
    for f in o.functions.functions.iter().take(SHOWN) {
        let number = |s: Option<u64>| s.map_or_else(|| "-".to_owned(), grouped);
        table.row(&[
            f.name.clone(),
            number(f.here.map(|s| s.calls)),
            number(f.against.map(|s| s.calls)),
            number(f.here.map(|s| s.inside)),
            number(f.against.map(|s| s.inside)),
            signed(f.lost),
            remark(f).to_owned(),
        ]);
    }
    let mut out = table.to_string();
    let (took, before) = o.functions.run;
    let left = o.functions.functions.len().saturating_sub(SHOWN);
    if left != 0 {
        let rest = o.functions.functions.iter().skip(SHOWN);
        let lost = signed(rest.map(|f| f.lost).sum());
        let _ = writeln!(
            out,
            "{left} more functions, which lost {lost} cycles (--json has all)"
        );
    }
    let lost = signed(o.functions.functions.iter().map(|f| f.lost).sum());
    let _ = writeln!(
        out,
        "the run takes {} cycles instead of {}: {lost}",
        grouped(took),
        grouped(before)
    );
    out
}

/// What is to be known of a function beside its numbers.
fn remark(f: &Matched) -> &'static str {
    match (f.here, f.against) {
        (Some(_), None) => "new",
        (None, _) => "gone",
        _ if f.beyond => "slower",
        _ => "",
    }
}

fn signed(n: i64) -> String {
    let sign = if n < 0 { "-" } else { "+" };
    format!("{sign}{}", grouped(n.unsigned_abs()))
}

/// A case for each function that both runs entered.
fn as_junit(o: &Output) -> Result<String, Failure> {
    let mut suite = TestSuite::new("functions");
    for f in &o.functions.functions {
        let Some((here, against)) = f.here.zip(f.against) else {
            continue;
        };
        let text = format!(
            "{} cycles in {} calls, {} in {} before; the run lost {}",
            here.inside, here.calls, against.inside, against.calls, f.lost
        );
        let mut case = junit::case(&f.name, f.beyond.then(|| text.clone()));
        case.set_system_out(text);
        suite.add_test_case(case);
    }
    junit::xml(vec![suite])
}
