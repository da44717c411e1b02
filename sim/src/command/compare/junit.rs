//! What was compared, as JUnit XML: a case for each counter, clock and number of runs. Other comparisons make cases of
//! their own.

use super::RunOutput;
use crate::command::Failure;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::path::Path;
use trueboard::board::report::TracingReport;

/// A suite for each run.
pub fn runs(all: &[RunOutput], rows: &[(String, bool)]) -> Result<String, Failure> {
    let mut suites = Vec::new();
    for r in all {
        let mut suite = TestSuite::new(r.images.join(", "));
        for e in &r.comparison.events {
            let name = format!("{} {} {}", e.device, e.register, e.event_name);
            let wrong =
                (e.wrong != 0).then(|| format!("{} of {} reads are wrong", e.wrong, e.windows));
            suite.add_test_case(case(&name, wrong));
        }
        for c in &r.comparison.clocks {
            let name = format!("{} {} by core {}", c.device, c.register, c.reader);
            let wrong =
                (c.wrong != 0).then(|| format!("{} of {} reads are wrong", c.wrong, c.reads));
            suite.add_test_case(case(&name, wrong));
        }
        let beyond = r.comparison.beyond.len();
        let far = (beyond != 0).then(|| format!("{beyond} reads are beyond the tolerance"));
        suite.add_test_case(case("all reads within the tolerance", far));
        for t in &r.tracing {
            suite.add_test_case(case(&t.stream, incomplete(t)));
        }
        if let Some(d) = &r.against {
            for x in d.beyond() {
                let text = format!("here {:?}, there {:?}", x.here, x.against);
                suite.add_test_case(case(&format!("{} {}", x.place, x.meter), Some(text)));
            }
            let text = (d.beyond().next().is_some()).then(|| "some differ".to_owned());
            suite.add_test_case(case("numbers of the other run", text));
        }
        suites.push(suite);
    }
    if !rows.is_empty() {
        let mut suite = TestSuite::new("published figures");
        for (name, beyond) in rows {
            let text = beyond.then(|| "beyond --against-tolerance".to_owned());
            suite.add_test_case(case(name, text));
        }
        suites.push(suite);
    }
    xml(suites)
}

/// Why a trace that firmware made is not all that happened.
pub fn incomplete(t: &TracingReport) -> Option<String> {
    let truth = t.truth.as_ref()?;
    let events = t.events.unwrap_or(0);
    (truth.calls != events || t.agrees == Some(false))
        .then(|| format!("{events} of {} events are in the trace", truth.calls))
}

/// A case, which fails for a reason.
pub fn case(name: &str, failure: Option<String>) -> TestCase {
    let mut status = TestCaseStatus::success();
    if let Some(text) = failure {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(text);
    }
    TestCase::new(name, status)
}

/// The text of a file.
pub fn xml(suites: Vec<TestSuite>) -> Result<String, Failure> {
    let mut report = Report::new("trueboard");
    report.add_test_suites(suites);
    report
        .to_string()
        .map_err(|e| Failure::input(format!("--junit: {e}")))
}

/// Writes the file of `--junit`.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::input(format!("{}: {e}", path.display())))
}
