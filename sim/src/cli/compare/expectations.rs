//! `trueboard compare --expect`: what a library of counters told its user, beside what happened.

use crate::cli::compare::Compare;
use crate::cli::shared::junit::case;
use crate::cli::{Failure, options};
use crate::paint::{Meaning, paint};
use crate::text::Table;
use quick_junit::TestSuite;
use std::fmt::Write;
use std::path::Path;
use trueboard::analysis::expect::Judged;
use trueboard::compare::expectations;
use trueboard::is_recorded;

pub fn run(a: &Compare, list: &Path) -> Result<u8, Failure> {
    if let Some(run) = a.firmware.elf.iter().find(|p| is_recorded(p)) {
        return Err(Failure::usage(format!(
            "--expect is for images that are run now, and {} is a run that is over",
            run.display()
        )));
    }
    let firmware = a.firmware.clone().ending(super::BUDGET);
    let answer = expectations(&options::opened(&firmware)?, list, &())?;
    a.verdicts.write(|| {
        let mut suite = TestSuite::new(answer.images.join(", "));
        for v in &answer.expectations {
            let name = format!("{} is {} of {}", v.value, v.is, v.span());
            suite.add_test_case(case(&name, v.failure()));
        }
        vec![suite]
    })?;
    a.answer
        .print(&answer, &["expectations"], || text(&answer.expectations))?;
    Ok(u8::from(!answer.passes))
}

/// The verdicts as a table, with the causes of those that are not met.
fn text(all: &[Judged]) -> String {
    let heading = [
        "value",
        "is",
        "of",
        "told",
        "true",
        "difference",
        "within",
        "",
    ];
    let mut t = Table::with_text_columns(&heading, |c| c < 3 || c == 7);
    for v in all {
        let word = match v.met {
            true => paint(Meaning::Good, "met"),
            false => paint(Meaning::Bad, "NOT MET"),
        };
        t.row(&[
            v.value.clone(),
            v.is.clone(),
            v.span(),
            v.returned.to_string(),
            v.expected.to_string(),
            v.off(),
            v.within.to_string(),
            word.to_string(),
        ]);
    }
    let mut s = t.to_string();
    for v in all.iter().filter(|v| !v.met) {
        let _ = writeln!(s, "{} is not {}:", v.value, v.is);
        if v.causes.is_empty() {
            s += "  no cause was found that numbers prove\n";
        }
        for cause in &v.causes {
            let _ = writeln!(s, "  {}", cause.text);
        }
    }
    s
}
