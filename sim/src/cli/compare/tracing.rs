//! `trueboard compare --against FIGURES` where the figures are a table of what tracing costs.

use crate::cli::Failure;
use crate::cli::compare::Compare;
use crate::cli::shared::options::percent;
use crate::text::{Table, grouped};
use std::fmt::Write;
use trueboard::analysis::Overhead;
use trueboard::analysis::compare::overhead::Beside;
use trueboard::compare::{Tracing, TracingRequest, tracing};

/// Runs the programs of the table.
pub fn run(a: &Compare, table: Overhead) -> Result<u8, Failure> {
    if !a.firmware.elf.is_empty() {
        let text = "these figures name the programs that are run for them: give no run";
        return Err(Failure::usage(text));
    }
    let allowed = a.against_tolerance.as_deref();
    let allowed = allowed.map(|t| percent("--against-tolerance", t));
    let request = TracingRequest {
        table,
        board: a.firmware.board.clone(),
        set: a.firmware.set.clone(),
        tolerance: allowed.transpose()?,
    };
    let answer = tracing(&request, &())?;
    a.answer.print(&answer, &["rows"], || text(&answer))?;
    Ok(u8::from(!answer.passes))
}

fn text(o: &Tracing) -> String {
    let cycles = |n: f64| grouped(n.round() as u64);
    let mut t = Table::new(&[
        "program",
        "points",
        "bare",
        "published",
        "traced",
        "published",
        "added",
        "published",
    ]);
    for r in &o.rows {
        let pair = |b: &Beside| [cycles(b.here), cycles(b.published)];
        let percent = r.overhead_percent;
        let mut row = vec![r.workload.clone(), grouped(r.points)];
        row.extend(pair(&r.bare));
        row.extend(pair(&r.traced));
        row.extend([percent.here, percent.published].map(|p| format!("{p:.2} %")));
        t.row(&row);
    }
    let mut p = Table::new(&[
        "cycles for a tracepoint",
        "published",
        "measured",
        "least",
        "most",
        "true",
        "in the tracer",
        "interrupts",
        "to published",
    ]);
    for r in &o.rows {
        let b = r.point;
        let numbers = [
            b.here,
            b.least,
            b.most,
            r.true_point,
            r.tracer,
            r.interrupts,
        ];
        let mut row = vec![r.workload.clone(), cycles(b.published)];
        row.extend(numbers.map(|n| format!("{n:.1}")));
        row.push(format!("{:+.2} %", b.percent()));
        p.row(&row);
    }
    let mut s = format!("{t}\n{p}");
    for r in o.rows.iter().filter(|r| r.events < r.points) {
        let _ = writeln!(
            s,
            "{}: a core wrote {} of {} events, the others were discarded",
            r.workload,
            grouped(r.events),
            grouped(r.points)
        );
    }
    for r in o.rows.iter().filter(|r| r.beyond) {
        let _ = writeln!(
            s,
            "beyond --against-tolerance: {}: {:.1} cycles for a tracepoint, published {} ({:+.2} %)",
            r.workload,
            r.point.here,
            cycles(r.point.published),
            r.point.percent()
        );
    }
    let p = &o.published;
    let _ = writeln!(
        s,
        "\nmeans of {} cores; {}\npublished: {}\n  {}",
        p.cores.len(),
        p.input,
        p.title,
        p.source
    );
    s
}
