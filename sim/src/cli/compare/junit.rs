//! What was compared, as JUnit XML: a case for each counter, clock and number of runs.

use crate::cli::shared::junit::case;
use quick_junit::TestSuite;
use trueboard::compare::Runs;

/// A suite for each run, and one for published figures.
pub fn runs(answer: &Runs) -> Vec<TestSuite> {
    let mut suites = Vec::new();
    for r in &answer.runs {
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
            suite.add_test_case(case(&t.stream, t.incomplete()));
        }
        let left = &r.not_judged;
        let failure = (!left.is_empty()).then(|| format!("not judged: {}", left.join("; ")));
        suite.add_test_case(case("all of it was judged", failure));
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
    if !answer.measurements.is_empty() {
        let mut suite = TestSuite::new("published figures");
        for r in &answer.measurements {
            let m = &r.measured;
            let name = format!("{} ({}), {}", m.event, m.program, m.variant);
            let text = r.beyond.then(|| "beyond --against-tolerance".to_owned());
            suite.add_test_case(case(&name, text));
        }
        suites.push(suite);
    }
    suites
}
