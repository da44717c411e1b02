//! `trueboard compare --probe`: what tracepoints and reads of counters cost.

use super::probes_text::text;
use crate::cli::compare::Compare;
use crate::cli::shared::junit::case;
use crate::cli::{Failure, options};
use quick_junit::TestSuite;
use trueboard::compare::{Probes, ProbesRequest, probes};

pub fn run(a: &Compare) -> Result<u8, Failure> {
    let most_lost = a
        .most_lost
        .as_deref()
        .map(|most| options::percent("--most-lost", most))
        .transpose()?;
    let firmware = a.firmware.clone().ending(super::BUDGET);
    let request = ProbesRequest {
        firmware: options::opened(&firmware)?,
        probes: a.probe.clone(),
        free: a.free.clone(),
        replay: a.replay,
        hand_out: a.hand_out.clone(),
        most_lost,
    };
    let answer = probes(&request, &())?;
    a.verdicts.write(|| vec![suite(&answer)])?;
    a.answer
        .print(&answer, &["costs/probes", "probes"], || text(&answer))?;
    Ok(u8::from(!answer.passes))
}

/// A case for each probe, and one for the run.
fn suite(o: &Probes) -> TestSuite {
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
    suite
}
