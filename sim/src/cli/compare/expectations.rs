//! `trueboard compare --expect`: what a library of counters told its user, beside what happened.

use crate::cli::compare::Compare;
use crate::cli::compare::expect::spec::{Expectation, read};
use crate::cli::compare::expect::{self, text};
use crate::cli::shared::junit::case;
use crate::cli::{Failure, options};
use quick_junit::TestSuite;
use serde::Serialize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use trueboard::analysis::expect::Judged;
use trueboard::board::Session;
use trueboard::is_recorded;

#[derive(Serialize)]
struct Output {
    images: Vec<String>,
    expectations: Vec<Judged>,
    /// All are met.
    passes: bool,
}

pub fn run(a: &Compare, list: &Path) -> Result<u8, Failure> {
    if let Some(run) = a.firmware.elf.iter().find(|p| is_recorded(p)) {
        return Err(Failure::usage(format!(
            "--expect is for images that are run now, and {} is a run that is over",
            run.display()
        )));
    }
    let all: Vec<Expectation> = read(list, "docs/user/howto/compare.md")?;
    if all.is_empty() {
        return Err(Failure::input(format!(
            "{}: nothing is expected",
            list.display()
        )));
    }
    let firmware = a.firmware.clone().ending(super::BUDGET);
    let (board, cores) = options::open(&firmware, true)?;
    let mut options = options::firmware(&firmware, cores)?;
    expect::ask(&all, &mut options);
    let wrong = |e: Failure| Failure {
        text: format!("{}: {}", list.display(), e.text),
        ..e
    };
    let mut session = Session::new(&board, options).map_err(|e| wrong(e.into()))?;
    expect::check(&all, &session).map_err(wrong)?;
    let mut console = Vec::new();
    let report = session.run(&mut console, &AtomicBool::new(false));
    let images: Vec<String> = report.images.iter().map(|i| i.path.clone()).collect();
    let code = report.outcome.kind.exit_code();
    if code != 0 {
        let text = format!("{}: {}", images.join(", "), report.outcome.detail);
        return Err(Failure { code, text });
    }
    let verdicts = expect::verdicts(&all, &board, &session, &report, &console).map_err(wrong)?;
    let output = Output {
        images,
        passes: verdicts.iter().all(|v| v.met),
        expectations: verdicts,
    };
    a.verdicts.write(|| {
        let mut suite = TestSuite::new(output.images.join(", "));
        for v in &output.expectations {
            let name = format!("{} is {} of {}", v.value, v.is, v.span());
            suite.add_test_case(case(&name, v.failure()));
        }
        vec![suite]
    })?;
    a.answer
        .print(&output, &["expectations"], || text(&output.expectations))?;
    Ok(u8::from(!output.passes))
}
