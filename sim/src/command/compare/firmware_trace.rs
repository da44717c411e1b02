//! `trueboard compare RUN --firmware-trace TRACE.prv`: the records of a Paraver trace that firmware wrote beside the calls
//! of the run, in order.

use super::{junit, readers};
use crate::cli::Compare;
use crate::command::{Failure, print, print_json};
use crate::text::{Table, grouped};
use quick_junit::TestSuite;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use trueboard::analysis::tracers::recorded::{Place, Recorded, recorded};

/// Places that are named one by one; JSON has all of them.
const NAMED: usize = 10;
/// Types of events whose value is a function that begins; its name is the value's label.
const FUNCTIONS: [u64; 3] = [60_000_018, 60_000_019, 60_000_023];
/// Other types, values (0 for all but 0), and the function that the program calls then.
const CALLS: [(u64, u64, &str); 5] = [
    (60_000_001, 0, "__wrap_GOMP_parallel"),
    (60_000_005, 0, "__wrap_GOMP_barrier"),
    (60_000_024, 0, "__wrap_GOMP_task"),
    (40_000_040, 1, "__wrap_malloc"),
    (40_000_040, 2, "__wrap_free"),
];

/// What is printed.
#[derive(Serialize)]
pub struct Output {
    trace: String,
    #[serde(flatten)]
    pub recorded: Recorded,
    complete: bool,
}

pub fn run(a: &Compare, path: &Path) -> Result<u8, Failure> {
    let [run] = a.firmware.elf.as_slice() else {
        return Err(Failure::usage("--firmware-trace is of one run: give one"));
    };
    let names = labels(path)?;
    let records = records(path, &names)?;
    let functions: BTreeSet<&str> = names.values().map(String::as_str).collect();
    // What a wrapper or the runtime calls for itself is no call of the program.
    let wanted = |name: &str, caller: &str| {
        let own = ["__wrap_", "GOMP_"].iter().any(|of| caller.starts_with(of));
        functions.contains(name) || (CALLS.iter().any(|c| c.2 == name) && !own)
    };
    let happened = readers::calls(run, "--firmware-trace", &wanted)?;
    let at = path.display().to_string();
    let recorded =
        recorded(&happened, &records).map_err(|e| Failure::input(format!("{at}: {e}")))?;
    let output = Output {
        trace: at,
        complete: recorded.complete(),
        recorded,
    };
    if let Some(path) = &a.junit {
        junit::write(path, &as_junit(&output)?)?;
    }
    if a.json {
        print_json(&output)?;
    } else {
        print(&text(&output))?;
    }
    if output.recorded.tallies.is_empty() {
        return Err(Failure::input(format!(
            "{}: nothing was compared: the run made no call that such a trace records, and the trace records none",
            path.display()
        )));
    }
    Ok(u8::from(!output.complete))
}

fn read(path: &Path) -> Result<String, Failure> {
    trueboard_files::read_text(path).map_err(|e| Failure::input(format!("{}: {e}", path.display())))
}

/// The functions that values of [`FUNCTIONS`] stand for, from the `.pcf` beside the trace.
fn labels(path: &Path) -> Result<BTreeMap<u64, String>, Failure> {
    let text = read(&path.with_extension("pcf"))?;
    let mut found = BTreeMap::new();
    let (mut kind, mut values) = (None, false);
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), values) {
            (Some("EVENT_TYPE"), _) => (kind, values) = (None, false),
            (Some("VALUES"), _) => values = true,
            (Some(value), true) => {
                let value = value.parse::<u64>().ok().filter(|v| *v != 0);
                let name = words.next().map(str::to_owned);
                if let (true, Some((value, name))) = (kind.is_some(), value.zip(name)) {
                    found.insert(value, name);
                }
            }
            (Some(_), false) => {
                let of = words.next().and_then(|w| w.parse().ok());
                kind = of.filter(|k| FUNCTIONS.contains(k));
            }
            (None, _) => (kind, values) = (None, false),
        }
    }
    Ok(found)
}

/// What the trace says that began, by core, in its order.
fn records(
    path: &Path,
    names: &BTreeMap<u64, String>,
) -> Result<BTreeMap<u8, Vec<String>>, Failure> {
    let text = read(path)?;
    if !text.starts_with("#Paraver ") {
        let at = path.display();
        return Err(Failure::input(format!(
            "{at}: no Paraver trace: it begins with no `#Paraver`"
        )));
    }
    let mut found: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let Some(fields) = line.strip_prefix("2:") else {
            continue;
        };
        let fields: Option<Vec<u64>> = fields.split(':').map(|f| f.parse().ok()).collect();
        // Processor, application, task, thread, time; then pairs of type and value.
        let core = fields
            .as_ref()
            .and_then(|f| u8::try_from(f.first()?.checked_sub(1)?).ok());
        let Some((core, fields)) = core
            .zip(fields)
            .filter(|(_, f)| f.len() > 5 && f.len() % 2 == 1)
        else {
            let at = path.display();
            return Err(Failure::input(format!(
                "{at}:{}: no event record: {line}",
                number + 1
            )));
        };
        for pair in fields[5..].chunks_exact(2) {
            if let Some(what) = what(pair[0], pair[1], names) {
                found.entry(core).or_default().push(what);
            }
        }
    }
    Ok(found)
}

/// The call that an event stands for.
fn what(kind: u64, value: u64, names: &BTreeMap<u64, String>) -> Option<String> {
    if value == 0 {
        return None;
    }
    if FUNCTIONS.contains(&kind) {
        let name = names.get(&value).cloned();
        return Some(name.unwrap_or_else(|| format!("{value:#x}")));
    }
    let call = CALLS
        .iter()
        .find(|c| c.0 == kind && (c.1 == 0 || c.1 == value));
    call.map(|c| c.2.to_owned())
}

fn text(o: &Output) -> String {
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
fn as_junit(o: &Output) -> Result<String, Failure> {
    let mut suite = TestSuite::new("calls in the firmware's trace");
    for (name, t) in &o.recorded.tallies {
        let wrong = t.missing + t.extra + t.out_of_order != 0;
        let text = format!(
            "{} happened, {} recorded: {} missing, {} extra, {} out of order",
            t.happened, t.recorded, t.missing, t.extra, t.out_of_order
        );
        suite.add_test_case(junit::case(name, wrong.then_some(text)));
    }
    junit::xml(vec![suite])
}
