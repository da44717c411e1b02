//! Cost of tracing, beside a published table: the programs of the table run, and their results are listed beside it.

use crate::Error;
use crate::run::{AtItsEnd, Begun, Follow, ended_well, read};
use serde::Serialize;
use std::path::Path;
use trueboard_analyses::compare::overhead::OverheadRow;
use trueboard_analyses::regions::request::Request;
use trueboard_analyses::regions::{Region, Selector};
use trueboard_analyses::{Costs, OneCore, Overhead, Tolerance, costs};
use trueboard_board::{Analyses, Options, Report, built_in, open_board};

/// A question that compares the cost of tracing with a table.
#[derive(Clone)]
pub struct TracingRequest {
    /// The table: [`published_tracing`] opens one.
    pub table: Overhead,
    /// The board, if it is another one than that of the table.
    pub board: Option<String>,
    /// Values of the board file that are changed: `path=value`.
    pub set: Vec<String>,
    /// How far the cost of a tracepoint may be from the published one; nothing is judged if nothing is said.
    pub tolerance: Option<Tolerance>,
}

/// The cost of tracing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tracing {
    /// As published.
    pub published: Overhead,
    /// As it is here.
    pub rows: Vec<Costs>,
    /// Whether every cost is within its tolerance of the published cost.
    pub passes: bool,
}

/// The table that a text names, a `.ron` file or one that is built in; none if it names something else.
///
/// # Errors
/// A file that cannot be read, or a table with a mistake.
pub fn published_tracing(spec: &str) -> Result<Option<Overhead>, Error> {
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
    Overhead::parse(&text).map_err(|e| Error::Unusable(format!("{place}: {e}")))
}

/// Runs the programs of the table.
///
/// # Errors
/// A program that cannot be run, was no success, or did not measure what the table names.
pub fn tracing(a: &TracingRequest, follow: &dyn Follow) -> Result<Tracing, Error> {
    let mut rows = Vec::new();
    for row in &a.table.rows {
        let report = one(a, row, follow)?;
        let cores = a.table.cores.iter();
        let cores = cores.map(|c| core(&a.table, row, c, &report));
        rows.push(costs(row, cores.collect::<Result<_, _>>()?, a.tolerance));
    }
    Ok(Tracing {
        passes: !rows.iter().any(|r| r.beyond),
        rows,
        published: a.table.clone(),
    })
}

fn one(a: &TracingRequest, row: &OverheadRow, follow: &dyn Follow) -> Result<Report, Error> {
    let t = &a.table;
    let board = a.board.as_deref().unwrap_or(&t.board);
    let mut model = open_board(board, &a.set)?;
    model.describe(&row.workload)?;
    let results = [&t.bare, &t.traced];
    let of_core = |c: &String| results.map(|r| (format!("{}.{c}", r.result), Some(8)));
    let functions = results.map(|r| Selector::Function(r.function.clone()));
    let options = Options {
        dumps: t.cores.iter().flat_map(of_core).collect(),
        analyses: Analyses::default().with_some(Request::of(functions.to_vec())),
        ..Options::default()
    };
    let begun = Begun::new(&model, options, follow)?;
    let report = begun.run(AtItsEnd::Fails, follow).report;
    ended_well(&row.workload, &report)?;
    Ok(report)
}

/// What core `name` measured, and what its meters say of the two functions.
fn core(t: &Overhead, row: &OverheadRow, name: &str, r: &Report) -> Result<OneCore, Error> {
    let refuse = |what: String| Error::Unusable(format!("{}: {name}: {what}", row.workload));
    let shown = |result: &str| {
        let symbol = format!("{result}.{name}");
        let bytes = r.dumps.get(&symbol).and_then(|hex| little_endian(hex));
        bytes.ok_or_else(|| refuse(format!("there is no result `{symbol}` of 8 bytes")))
    };
    let number = r.cores.iter().position(|c| c.name == name);
    let region = |function: &str| {
        let of = |g: &&_| {
            let g: &Region = g;
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
            published_tracing(spec)
                .unwrap_or_else(|e| panic!("{e}"))
                .is_some()
        };
        assert!(is("barectf-thesis") && !is("epapi-thesis") && !is("nothing"));
    }
}
