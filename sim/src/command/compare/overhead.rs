//! `trueboard compare --against FIGURES` where the figures are a table of what tracing costs: the programs
//! that it names are run, and stand beside it.

use super::read;
use crate::cli::Compare;
use crate::command::options::percent;
use crate::command::{Failure, print, print_json};
use crate::text::{Table, grouped};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use trueboard::analysis::compare::overhead::{Beside, OverheadRow};
use trueboard::analysis::regions::Selector;
use trueboard::analysis::{Costs, OneCore, Overhead, costs};
use trueboard::board::{Options, Report, Session, built_in, open_board};

/// What the file of such a table begins with.
const NAME: &str = "Overhead";

#[derive(Serialize)]
struct Output<'a> {
    published: &'a Overhead,
    rows: Vec<Costs>,
    passes: bool,
}

/// The table that `--against` names, if it is one.
pub fn named(spec: &str) -> Result<Option<Overhead>, Failure> {
    let (place, text) = if Path::new(spec).extension().is_some_and(|e| e == "ron") {
        (spec.to_owned(), read(Path::new(spec))?)
    } else {
        match built_in(&format!("published/{spec}.ron")) {
            Some(text) if !Path::new(spec).exists() => {
                (format!("models/published/{spec}.ron"), text.to_owned())
            }
            _ => return Ok(None),
        }
    };
    let code = |l: &&str| !l.trim_start().starts_with("//") && !l.trim().is_empty();
    let is_one = text.lines().find(code).is_some_and(|l| l.starts_with(NAME));
    if !is_one {
        return Ok(None);
    }
    let read = ron::from_str(&text).map_err(|e| Failure::input(format!("{place}: {e}")))?;
    Ok(Some(read))
}

/// Runs the programs of the table.
pub fn run(a: &Compare, table: &Overhead) -> Result<u8, Failure> {
    if !a.firmware.elf.is_empty() {
        let text = "these figures name the programs that are run for them: give no run";
        return Err(Failure::usage(text));
    }
    let board = a.firmware.board.as_deref().unwrap_or(&table.board);
    let allowed = a.against_tolerance.as_deref();
    let allowed = allowed.map(|t| percent("--against-tolerance", t));
    let allowed = allowed.transpose()?;
    let mut rows = Vec::new();
    for row in &table.rows {
        let report = one(board, a, table, row)?;
        let cores = table.cores.iter().map(|c| core(table, row, c, &report));
        rows.push(costs(row, cores.collect::<Result<_, _>>()?, allowed));
    }
    let output = Output {
        passes: !rows.iter().any(|r| r.beyond),
        rows,
        published: table,
    };
    if a.json {
        print_json(&output)?;
    } else {
        print(&text(&output))?;
    }
    Ok(u8::from(!output.passes))
}

fn one(board: &str, a: &Compare, t: &Overhead, row: &OverheadRow) -> Result<Report, Failure> {
    let mut model = open_board(board, &a.firmware.set)?;
    model.describe(&row.workload)?;
    let results = [&t.bare, &t.traced];
    let of_core = |c: &String| results.map(|r| (format!("{}.{c}", r.result), Some(8)));
    let options = Options {
        dumps: t.cores.iter().flat_map(of_core).collect(),
        regions: results
            .map(|r| Selector::Function(r.function.clone()))
            .to_vec(),
        ..Options::default()
    };
    let report = Session::new(&model, options)?.run(&mut std::io::sink(), &AtomicBool::new(false));
    match report.outcome.kind.exit_code() {
        0 => Ok(report),
        code => Err(Failure {
            code,
            text: format!("{}: {}", row.workload, report.outcome.detail),
        }),
    }
}

/// What core `name` measured, and what its meters say of the two functions.
fn core(t: &Overhead, row: &OverheadRow, name: &str, r: &Report) -> Result<OneCore, Failure> {
    let refuse = |what: String| Failure::input(format!("{}: {name}: {what}", row.workload));
    let shown = |result: &str| {
        let symbol = format!("{result}.{name}");
        let bytes = r.dumps.get(&symbol).and_then(|hex| little_endian(hex));
        bytes.ok_or_else(|| refuse(format!("there is no result `{symbol}` of 8 bytes")))
    };
    let number = r.cores.iter().position(|c| c.name == name);
    let region = |function: &str| {
        let of = |g: &&_| {
            let g: &trueboard::analysis::regions::Region = g;
            g.name == function && Some(usize::from(g.core)) == number
        };
        let found = r.regions.iter().find(of);
        found.ok_or_else(|| refuse(format!("the function `{function}` never ran to its end")))
    };
    let (bare, traced) = (region(&t.bare.function)?, region(&t.traced.function)?);
    let meter = |n: &str| traced.meters.get(n).copied().unwrap_or(0);
    Ok(OneCore {
        bare: shown(&t.bare.result)?,
        traced: shown(&t.traced.result)?,
        true_bare: bare.meters.get("cycles").copied().unwrap_or(0),
        true_traced: meter("cycles"),
        events: meter("events_traced"),
        tracer: meter("tracer_cycles"),
        interrupts: meter("trap_cycles"),
    })
}

/// 8 bytes of memory in hexadecimal, as a number of a little-endian core.
fn little_endian(hex: &str) -> Option<u64> {
    let number = u64::from_str_radix(hex, 16).ok()?;
    (hex.len() == 16).then(|| number.swap_bytes())
}

fn text(o: &Output<'_>) -> String {
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
    let p = o.published;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_from_memory_of_a_little_endian_core() {
        assert_eq!(little_endian("f2921f0300000000"), Some(52_400_882));
        assert_eq!(little_endian("f2921f03"), None);
        assert_eq!(little_endian("none of it      "), None);
    }

    #[test]
    fn figures_of_measurements_are_no_table_of_overhead() {
        let is = |spec| {
            named(spec)
                .unwrap_or_else(|e| panic!("{}", e.text))
                .is_some()
        };
        assert!(is("barectf-thesis") && !is("epapi-thesis") && !is("nothing"));
    }
}
