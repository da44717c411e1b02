//! Results as JUnit XML.

use super::Verdict;
use crate::command::Failure;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// A suite for each specification. Times are simulated ones; nothing of the host is in it.
pub fn xml(verdicts: &[Verdict]) -> Result<String, Failure> {
    let mut report = Report::new("trueboard");
    let mut suites: Vec<TestSuite> = Vec::new();
    for v in verdicts {
        let mut status = TestCaseStatus::success();
        if !v.passed {
            status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(v.failures.join("; "));
        }
        let mut case = TestCase::new(v.name.as_str(), status);
        case.set_time(Duration::from_secs_f64(v.seconds));
        if !v.passed {
            case.set_system_out(v.console.as_str());
        }
        match suites.iter_mut().find(|s| s.name.as_str() == v.spec) {
            Some(suite) => {
                suite.add_test_case(case);
            }
            None => {
                let mut suite = TestSuite::new(v.spec.as_str());
                suite.add_test_case(case);
                suites.push(suite);
            }
        }
    }
    report.add_test_suites(suites);
    report
        .to_string()
        .map_err(|e| Failure::input(format!("--junit: {e}")))
}
