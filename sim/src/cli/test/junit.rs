//! Verdicts as JUnit XML.

use crate::cli::shared::junit::{case, in_error};
use quick_junit::TestSuite;
use std::path::Path;
use std::time::Duration;
use trueboard::campaigns::test::Verdict;

/// A suite for each specification. Times are simulated ones, so that equal runs give equal files; or those of the host.
pub fn suites(verdicts: &[Verdict], host_times: bool) -> Vec<TestSuite> {
    let mut suites: Vec<TestSuite> = Vec::new();
    for v in verdicts {
        let mut case = match &v.error {
            Some(error) => in_error(&v.name, error),
            None => case(&v.name, (!v.passed).then(|| v.failures.join("; "))),
        };
        case.set_time(match host_times {
            true => v.host,
            false => Duration::from_secs_f64(v.seconds),
        });
        // Readers group by classes and lead to files: both are of the specification.
        let class = Path::new(&v.spec).file_stem().unwrap_or_default();
        case.set_classname(class.to_string_lossy().into_owned());
        case.extra.insert("file".into(), v.spec.as_str().into());
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
    suites
}
