//! `trueboard test`.

mod junit;

use super::Example;
use super::shared::coverage;
use super::{Failure, options};
use crate::cli::shared::answer::{Answer, Verdicts};
use crate::paint::{Meaning, paint};
use crate::say;
use clap::Args;
use std::path::{Path, PathBuf};
use trueboard::analysis::Tolerance;
use trueboard::analysis::coverage::Coverage;
use trueboard::campaigns::Control;
use trueboard::campaigns::test::{Request, Verdict, run as test};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    ("Run the tests of a file", "trueboard test tests.ron"),
    (
        "In continuous integration",
        "trueboard test tests.ron --junit results.xml --out runs",
    ),
];

#[derive(Args)]
pub struct Test {
    /// Files of tests (RON)
    #[arg(required = true, value_name = "SPEC.ron")]
    pub spec: Vec<PathBuf>,
    /// Only tests whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub only: Option<String>,
    /// Record the numbers that `recorded_within` is about, in SPEC.recorded.ron
    #[arg(long)]
    pub update: bool,
    #[command(flatten)]
    pub verdicts: Verdicts,
    /// Keep report and console of each test in a folder of its name
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write coverage of lines, functions and branches by all tests: DIR/lcov.info and DIR/cobertura.xml
    #[arg(long, value_name = "DIR")]
    pub coverage: Option<PathBuf>,
    /// Exit code 1 when fewer lines than this are covered: 80%
    #[arg(long, value_name = "PERCENT", requires = "coverage")]
    pub coverage_least: Option<String>,
    /// Tests that run at a time; by default one for each processor of the host
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Test) -> Result<u8, Failure> {
    let request = Request {
        specs: a.spec.clone(),
        only: a.only.clone(),
        update: a.update,
        out: a.out.clone(),
        coverage: a.coverage.is_some(),
        jobs: a.jobs.unwrap_or(0),
    };
    let mut files = request.files();
    a.verdicts.files(&mut files);
    for (dir, name) in a
        .coverage
        .iter()
        .flat_map(|d| coverage::FILES.map(|n| (d, n)))
    {
        files.writes("--coverage", &dir.join(name));
    }
    super::check(&files)?;
    a.verdicts.have_folder()?;
    let least = a.coverage_least.as_deref();
    let least = least.map(|p| options::percent("--coverage-least", p));
    let least = least.transpose()?;
    // Runs that end early would be no verdicts, so a signal ends the program at once.
    let answer = test(&request, &Control::default())?.answer();
    let answer = answer.ok_or_else(|| Failure::input("the tests were stopped"))?;
    a.verdicts.write(|| junit::suites(&answer.verdicts))?;
    if let Some(e) = answer.unusable {
        return Err(e.into());
    }
    a.answer
        .print(&answer.verdicts, &[""], || text(&answer.verdicts))?;
    let little = match (&a.coverage, &answer.coverage) {
        (Some(dir), Some(covered)) => little(a, dir, covered, least)?,
        _ => false,
    };
    Ok(match answer.exit_code() {
        0 => u8::from(little),
        code => code,
    })
}

/// Tells and keeps what is covered; true if that is less than was asked for.
fn little(
    a: &Test,
    dir: &Path,
    covered: &Coverage,
    least: Option<Tolerance>,
) -> Result<bool, Failure> {
    say::message(&coverage::summary(covered)?);
    coverage::keep(dir, covered)?;
    let lines = covered.shares().lines.percent();
    let little = least.is_some_and(|least| lines * 10_000.0 < least.ppm as f64);
    if little {
        say::message(&format!(
            "coverage: {lines:.1} % of the lines are fewer than --coverage-least {}",
            a.coverage_least.as_deref().unwrap_or_default()
        ));
    }
    Ok(little)
}

fn text(verdicts: &[Verdict]) -> String {
    let mut out = String::new();
    for v in verdicts {
        if let Some(why) = &v.error {
            let word = paint(Meaning::Bad, "ERROR ");
            out += &format!("{word}  {}\n        {why}\n", v.name);
            continue;
        }
        let word = if v.passed {
            paint(Meaning::Good, "ok    ")
        } else {
            paint(Meaning::Bad, "FAILED")
        };
        out += &format!("{word}  {}  ({:.6} s simulated)\n", v.name, v.seconds);
        for failure in &v.failures {
            out += &format!("        {failure}\n");
        }
        for line in v.console.lines() {
            out += &format!("        | {line}\n");
        }
    }
    let passed = verdicts.iter().filter(|v| v.passed).count();
    let in_error = verdicts.iter().filter(|v| v.error.is_some()).count();
    let failed = verdicts.len() - passed - in_error;
    out += &format!("{passed} passed, {failed} failed");
    if in_error > 0 {
        out += &format!(", {in_error} in error");
    }
    out + "\n"
}
