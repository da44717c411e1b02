//! What was compared, as JUnit XML: a case for each counter, clock, number, probe and function.

use super::RunOutput;
use super::probes::Output;
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

/// A case for each probe, and one for the run.
pub fn probes(o: &Output) -> Result<String, Failure> {
    let mut suite = TestSuite::new("probes");
    for p in &o.costs.probes {
        let mut case = case(&p.name, None);
        case.set_system_out(format!(
            "inside: median {}, p95 {}, max {}; lost: median {}, p95 {}, max {} cycles",
            p.inside.median, p.inside.p95, p.inside.max, p.lost.median, p.lost.p95, p.lost.max
        ));
        suite.add_test_case(case);
    }
    let text = (!o.passes).then(|| format!("the run loses {:.3} %", o.lost_percent));
    suite.add_test_case(case("the run loses no more than --most-lost", text));
    xml(vec![suite])
}

/// A case for each function that both runs entered.
pub fn functions(o: &super::functions::Output) -> Result<String, Failure> {
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
    xml(vec![suite])
}

/// A case for each function that a tracer records the calls of.
pub fn recorded(o: &super::firmware_trace::Output) -> Result<String, Failure> {
    let mut suite = TestSuite::new("calls in the firmware's trace");
    for (name, t) in &o.recorded.tallies {
        let wrong = t.missing + t.extra + t.out_of_order != 0;
        let text = format!(
            "{} happened, {} recorded: {} missing, {} extra, {} out of order",
            t.happened, t.recorded, t.missing, t.extra, t.out_of_order
        );
        suite.add_test_case(case(name, wrong.then_some(text)));
    }
    xml(vec![suite])
}

/// Why a trace that firmware made is not all that happened.
pub fn incomplete(t: &TracingReport) -> Option<String> {
    let truth = t.truth.as_ref()?;
    let events = t.events.unwrap_or(0);
    (truth.calls != events || t.agrees == Some(false))
        .then(|| format!("{events} of {} events are in the trace", truth.calls))
}

fn case(name: &str, failure: Option<String>) -> TestCase {
    let mut status = TestCaseStatus::success();
    if let Some(text) = failure {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(text);
    }
    TestCase::new(name, status)
}

fn xml(suites: Vec<TestSuite>) -> Result<String, Failure> {
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
