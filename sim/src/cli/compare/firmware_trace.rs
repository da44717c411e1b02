//! `trueboard compare RUN --firmware-trace TRACE.prv`: the records of a Paraver trace that firmware wrote beside the calls
//! of the run, in order.

use crate::cli::Failure;
use crate::cli::compare::Compare;
use crate::cli::shared::junit::case;
use crate::text::{Table, grouped};
use quick_junit::TestSuite;
use std::fmt::Write;
use std::path::Path;
use trueboard::analysis::tracers::recorded::Place;
use trueboard::compare::{FirmwareTrace, firmware_trace};

/// Places that are named one by one; JSON has all of them.
const NAMED: usize = 10;

pub fn run(a: &Compare, path: &Path) -> Result<u8, Failure> {
    let [run] = a.firmware.elf.as_slice() else {
        return Err(Failure::usage("--firmware-trace is of one run: give one"));
    };
    let answer = firmware_trace(run, path)?;
    a.verdicts.write(|| vec![suite(&answer)])?;
    a.answer
        .print(&answer, &["recorded/tallies/*", "tallies/*"], || {
            text(&answer)
        })?;
    Ok(u8::from(!answer.verdict()?))
}

fn text(o: &FirmwareTrace) -> String {
    let heading = [
        "call",
        "happened",
        "recorded",
        "missing",
        "extra",
        "out of order",
    ];
    let mut table = Table::new(&heading);
    for (name, t) in &o.recorded.tallies {
        let number = |n: usize| grouped(n as u64);
        let mut row = vec![name.clone()];
        row.extend([t.happened, t.recorded, t.missing, t.extra, t.out_of_order].map(number));
        table.row(&row);
    }
    let mut out = table.to_string();
    let r = &o.recorded;
    let lists = [
        ("missing", "call", &r.missing),
        ("extra", "record", &r.extra),
        ("out of order", "record", &r.out_of_order),
    ];
    for (word, of, places) in lists {
        for Place { core, what, number } in places.iter().take(NAMED) {
            let _ = writeln!(out, "{word}: {what}, {of} {number} of core {core}");
        }
        if places.len() > NAMED {
            let _ = writeln!(
                out,
                "{word}: {} more (--json has all)",
                places.len() - NAMED
            );
        }
    }
    if o.complete && !r.tallies.is_empty() {
        let _ = writeln!(
            out,
            "all calls are in the trace, in their order, and nothing else is"
        );
    }
    out
}

/// A case for each function that a tracer records the calls of.
fn suite(o: &FirmwareTrace) -> TestSuite {
    let mut suite = TestSuite::new("calls in the firmware's trace");
    for (name, t) in &o.recorded.tallies {
        let wrong = t.missing + t.extra + t.out_of_order != 0;
        let text = format!(
            "{} happened, {} recorded: {} missing, {} extra, {} out of order",
            t.happened, t.recorded, t.missing, t.extra, t.out_of_order
        );
        suite.add_test_case(case(name, wrong.then_some(text)));
    }
    suite
}
