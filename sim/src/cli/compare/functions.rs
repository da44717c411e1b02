//! `trueboard compare NEW --against OLD --by-function`: two builds of a firmware, function by function.

use super::{alone, as_run, nothing_runs, subjects, tolerance};
use crate::cli::Failure;
use crate::cli::compare::Compare;
use crate::cli::shared::junit::case;
use crate::text::{Table, grouped};
use quick_junit::TestSuite;
use std::fmt::Write;
use std::path::Path;
use trueboard::analysis::Matched;
use trueboard::compare::{Functions, FunctionsRequest, functions};

/// Functions that are shown; JSON has all of them.
const SHOWN: usize = 20;

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
    nothing_runs(a, &[here, &there])?;
    let request = FunctionsRequest {
        run: as_run(here)?,
        against: as_run(&there)?,
        tolerance: tolerance.unwrap_or_default(),
    };
    let answer = functions(&request, &())?;
    a.verdicts.write(|| vec![suite(&answer)])?;
    a.answer
        .print(&answer, &["functions/functions", "functions"], || {
            text(&answer)
        })?;
    Ok(u8::from(!answer.verdict()?))
}

fn text(o: &Functions) -> String {
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
fn suite(o: &Functions) -> TestSuite {
    let mut suite = TestSuite::new("functions");
    for f in &o.functions.functions {
        let Some((here, against)) = f.here.zip(f.against) else {
            continue;
        };
        let text = format!(
            "{} cycles in {} calls, {} in {} before; the run lost {}",
            here.inside, here.calls, against.inside, against.calls, f.lost
        );
        let mut case = case(&f.name, f.beyond.then(|| text.clone()));
        case.set_system_out(text);
        suite.add_test_case(case);
    }
    suite
}
