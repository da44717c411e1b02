//! `trueboard test`.

pub mod junit;
mod summary;

use super::Example;
use super::shared::files::{have_folder, write};
use super::shared::{coverage, engine};
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
    (
        "In a job of GitHub, with a summary",
        "trueboard test tests.ron --timeout 60s --summary \"$GITHUB_STEP_SUMMARY\"",
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
    /// Write a summary of the verdicts in Markdown: "$GITHUB_STEP_SUMMARY"
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Times of the JUnit file are those of the host, in place of simulated ones
    #[arg(long, requires = "junit")]
    pub host_times: bool,
    /// A test ends and has failed after this time of the host, unless it has a `timeout` of its own: 60s
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
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
        timeout: a.timeout.as_deref().map(options::timeout).transpose()?,
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
    a.summary
        .iter()
        .for_each(|path| files.writes("--summary", path));
    super::check(&files)?;
    a.verdicts.have_folder()?;
    have_folder(a.summary.as_deref())?;
    let least = a.coverage_least.as_deref();
    let least = least.map(|p| options::percent("--coverage-least", p));
    let least = least.transpose()?;
    // Runs that end early would be no verdicts, so a signal ends the program at once.
    let status = engine::status("tests");
    let control = Control {
        progress: Some(&status),
        ..Control::default()
    };
    let answer = test(&request, &control)?.answer();
    say::no_status();
    let answer = answer.ok_or_else(|| Failure::input("the tests were stopped"))?;
    a.verdicts
        .write(|| junit::suites(&answer.verdicts, a.host_times))?;
    if let Some(path) = &a.summary {
        let text = summary::markdown(&answer.verdicts, &totals(&answer.verdicts));
        write(path, text.as_bytes())?;
    }
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

pub fn text(verdicts: &[Verdict]) -> String {
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
    out + &totals(verdicts) + "\n"
}

/// How many passed, failed and are in error.
fn totals(verdicts: &[Verdict]) -> String {
    let passed = verdicts.iter().filter(|v| v.passed).count();
    let in_error = verdicts.iter().filter(|v| v.error.is_some()).count();
    let failed = verdicts.len() - passed - in_error;
    let mut out = format!("{passed} passed, {failed} failed");
    if in_error > 0 {
        out += &format!(", {in_error} in error");
    }
    out
}
