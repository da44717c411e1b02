//! `trueboard compare`.

use super::{Failure, print, print_json};
use crate::cli::Compare;
use crate::text::{Table, grouped};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use trueboard_analysis::{
    Comparison, Figures, Measurement, Published, Shown, Tolerance, compare, measurements,
};
use trueboard_board::{Budget, Options, Report, Session, built_in, decimal, open_board};

/// The array in which ePAPI keeps its results.
const RECORDS: &str = "epapi_records";
/// Simulated time after which an image that does not end is given up.
const BUDGET_SECONDS: u64 = 10;

#[derive(Serialize)]
struct Output {
    runs: Vec<RunOutput>,
    measurements: Vec<Row>,
    published: Option<Published>,
    passes: bool,
}

#[derive(Serialize)]
struct RunOutput {
    images: Vec<String>,
    #[serde(flatten)]
    comparison: Comparison,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    measured: Measurement,
    published: Option<Figures>,
    beyond: bool,
}

enum Against {
    Run(Box<Report>),
    Figures(Published),
}

pub fn run(a: &Compare) -> Result<u8, Failure> {
    let tolerance = parse_tolerance(&a.tolerance)?;
    let published_tolerance = a.against_tolerance.as_deref().map(parse_tolerance);
    let published_tolerance = published_tolerance.transpose()?;
    let against = a.against.as_deref().map(open_against).transpose()?;
    let (other, published) = match against {
        Some(Against::Run(r)) => (Some(r), None),
        Some(Against::Figures(p)) => (None, Some(p)),
        None => (None, None),
    };
    let mut runs = Vec::new();
    let mut rows = Vec::new();
    for path in &a.run {
        let report = open(path, a)?;
        let found = report.dumps.get(RECORDS).map(|dump| {
            measurements(dump, &report.windows.windows)
                .map_err(|e| Failure::input(format!("{}: {RECORDS}: {e}", path.display())))
        });
        for m in found.transpose()?.unwrap_or_default() {
            let figures = published
                .as_ref()
                .and_then(|p| p.find(&m.event, &m.program, &m.variant));
            rows.push(Row {
                beyond: figures.is_some_and(|f| beyond(&m, f, published_tolerance)),
                published: figures.cloned(),
                measured: m,
            });
        }
        let regions = other.as_ref().map(|o| o.regions.as_slice());
        runs.push(RunOutput {
            images: report.images.iter().map(|i| i.path.clone()).collect(),
            comparison: compare(&report.windows, &report.regions, regions, tolerance),
        });
    }
    let output = Output {
        passes: runs.iter().all(|r| r.comparison.passes()) && !rows.iter().any(|r| r.beyond),
        runs,
        measurements: rows,
        published,
    };
    if a.json {
        print_json(&output)?;
    } else {
        print(&text(&output))?;
    }
    Ok(u8::from(!output.passes))
}

fn beyond(m: &Measurement, f: &Figures, tolerance: Option<Tolerance>) -> bool {
    let far = |s: Shown, f: u64| tolerance.is_some_and(|t| t.exceeded(s.measured, f));
    far(m.value, f.value) || far(m.cycles, f.cycles) || far(m.instructions, f.instructions)
}

/// `0`, `2%`, `0.5%`.
fn parse_tolerance(text: &str) -> Result<Tolerance, Failure> {
    let digits = text.strip_suffix('%').map(|n| decimal(n.trim(), 4));
    let ppm = match digits {
        Some(ppm) => ppm,
        None => (text == "0").then_some(0),
    };
    ppm.map(|ppm| Tolerance { ppm })
        .ok_or_else(|| Failure::usage(format!("`{text}` is no tolerance; write 0 or 2%")))
}

fn open_against(spec: &str) -> Result<Against, Failure> {
    let path = Path::new(spec);
    let published = |place: &str, text: &str| {
        let p = Published::parse(place, text).map_err(|e| Failure::input(e.to_string()))?;
        Ok(Against::Figures(p))
    };
    if path.extension().is_some_and(|e| e == "ron") {
        return published(spec, &read(path)?);
    }
    if !path.exists()
        && let Some(text) = built_in(&format!("published/{spec}.ron"))
    {
        return published(&format!("models/published/{spec}.ron"), text);
    }
    Ok(Against::Run(Box::new(report(path)?)))
}

/// A report, the directory of a run, or an image that is run now.
fn open(path: &Path, a: &Compare) -> Result<Report, Failure> {
    if path.extension().is_none_or(|e| e != "elf") {
        return report(path);
    }
    let Some(board) = &a.board else {
        return Err(Failure::usage(format!(
            "{}: an image needs --board",
            path.display()
        )));
    };
    let board = open_board(board, &a.set)?;
    let options = Options {
        images: vec![(path.to_owned(), vec![0])],
        until: Some(Budget::Picoseconds(
            u128::from(BUDGET_SECONDS) * 1_000_000_000_000,
        )),
        ..Options::default()
    };
    let mut session = Session::new(&board, options)?;
    session.dump_if_there(RECORDS);
    let report = session.run(&mut std::io::sink(), &AtomicBool::new(false));
    if report.outcome.kind.exit_code() != 0 {
        return Err(Failure {
            code: report.outcome.kind.exit_code(),
            text: format!("{}: {}", path.display(), report.outcome.detail),
        });
    }
    Ok(report)
}

fn report(path: &Path) -> Result<Report, Failure> {
    let file = if path.is_dir() {
        path.join("report.json")
    } else {
        path.to_owned()
    };
    let text = read(&file)?;
    serde_json::from_str(&text)
        .map_err(|e| Failure::input(format!("{}: not a report: {e}", file.display())))
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|e| Failure::input(format!("{}: {e}", path.display())))
}

fn text(o: &Output) -> String {
    let mut s = String::new();
    for r in &o.runs {
        let _ = writeln!(s, "{}", r.images.join(", "));
        s += &run_text(&r.comparison);
    }
    if !o.measurements.is_empty() {
        s += &table(o);
    }
    if let Some(p) = &o.published {
        let _ = writeln!(s, "\npublished: {}\n  {}", p.title, p.source);
    }
    s
}

fn run_text(c: &Comparison) -> String {
    let mut s = String::new();
    if !c.events.is_empty() {
        let mut t = Table::new(&[
            "  counter event",
            "reads",
            "measured",
            "true",
            "difference",
            "exact",
            "explained",
            "wrong",
            "causes",
        ]);
        for e in &c.events {
            t.row(&[
                format!("  {} {}", e.device, e.event),
                grouped(e.reads),
                grouped(e.measured),
                grouped(e.truth),
                signed(e.measured, e.truth),
                grouped(e.exact),
                grouped(e.explained),
                grouped(e.wrong),
                words(&e.causes),
            ]);
        }
        s += &t.to_string();
    }
    const SHOWN: usize = 20;
    for w in c.beyond.iter().take(SHOWN) {
        let _ = writeln!(
            s,
            "  beyond tolerance: {} {} read at {:#x} by core {}: measured {}, true {}; {}",
            w.device,
            w.event_name,
            w.closed_pc,
            w.reader,
            w.measured,
            w.truth.unwrap_or(0),
            words(&w.causes)
        );
    }
    if c.beyond.len() > SHOWN {
        let _ = writeln!(s, "  and {} more reads", c.beyond.len() - SHOWN);
    }
    for r in &c.regions {
        let meter = |n: &str| r.meters.get(n).copied().unwrap_or(0);
        let _ = write!(
            s,
            "  region {} on core {}: {} times, {} cycles, {} instructions",
            r.name,
            r.core,
            r.completed,
            grouped(meter("cycles")),
            grouped(meter("instructions"))
        );
        if let Some(o) = &r.against {
            let other = |n: &str| o.get(n).copied().unwrap_or(0);
            let _ = write!(
                s,
                "; against {} and {}{}",
                grouped(other("cycles")),
                grouped(other("instructions")),
                if r.beyond { ": beyond tolerance" } else { "" }
            );
        }
        s.push('\n');
    }
    s
}

/// Every measurement of the firmware: event, cycles and instructions, published, measured and true;
/// what was measured in several ways side by side.
fn table(o: &Output) -> String {
    let mut variants: Vec<&str> = Vec::new();
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for r in &o.measurements {
        let m = &r.measured;
        if !variants.contains(&m.variant.as_str()) {
            variants.push(&m.variant);
        }
        let same = |g: &&mut Vec<&Row>| {
            g.iter().all(|x| {
                let x = &x.measured;
                (&x.event, &x.program, x.core) == (&m.event, &m.program, m.core)
                    && x.variant != m.variant
            })
        };
        match groups.iter_mut().find(same) {
            Some(g) => g.push(r),
            None => groups.push(vec![r]),
        }
    }
    let mut heading = vec!["\nevent (program)".to_owned(), "of".to_owned()];
    for v in &variants {
        if o.published.is_some() {
            heading.push("published".to_owned());
        }
        heading.extend([(*v).to_owned(), "true".to_owned(), "difference".to_owned()]);
    }
    if let [first, .., last] = variants[..] {
        heading.push(format!("{last} - {first}"));
    }
    if o.published.is_some() {
        heading.push("to published".to_owned());
    }
    heading.push("cause".to_owned());
    let mut t = Table::new(&heading.iter().map(String::as_str).collect::<Vec<_>>());
    for g in &groups {
        for (i, of) in ["event", "cycles", "instructions"].into_iter().enumerate() {
            t.row(&cells(o, &variants, g, i, of));
        }
    }
    t.to_string()
}

/// A line of the table: quantity number `i` of the measurements `g`.
fn cells(o: &Output, variants: &[&str], g: &[&Row], i: usize, of: &str) -> Vec<String> {
    let shown = |r: &Row| {
        let m = &r.measured;
        [m.value, m.cycles, m.instructions][i]
    };
    let figure = |r: &Row| {
        let f = r.published.as_ref()?;
        Some([f.value, f.cycles, f.instructions][i])
    };
    let of_variant = |v: &str| g.iter().copied().find(|r| r.measured.variant == v);
    let none = || "-".to_owned();
    let first = g.first().map(|r| &r.measured);
    let name = first
        .filter(|_| i == 0)
        .map(|m| format!("{} ({})", m.event, m.program));
    let mut cells = vec![name.unwrap_or_default(), of.to_owned()];
    for v in variants {
        let row = of_variant(v);
        if o.published.is_some() {
            cells.push(row.and_then(figure).map_or_else(none, grouped));
        }
        let s = row.map(shown);
        let truth = s.and_then(|s| s.truth);
        cells.push(s.map_or_else(none, |s| grouped(s.measured)));
        cells.push(truth.map_or_else(none, grouped));
        cells.push(
            s.zip(truth)
                .map_or_else(none, |(s, t)| signed(s.measured, t)),
        );
    }
    if let [first, .., last] = *variants {
        let both = of_variant(last).zip(of_variant(first));
        cells.push(both.map_or_else(none, |(l, f)| signed(shown(l).measured, shown(f).measured)));
    }
    if o.published.is_some() {
        let differences: Vec<String> = g
            .iter()
            .filter_map(|r| Some(to_published(shown(r).measured, figure(r)?)))
            .collect();
        cells.push(if differences.is_empty() {
            none()
        } else {
            differences.join(", ")
        });
    }
    let mut causes: Vec<_> = g.iter().flat_map(|r| r.measured.causes.clone()).collect();
    causes.sort_unstable();
    causes.dedup();
    cells.push(if i == 0 {
        words(&causes)
    } else {
        String::new()
    });
    cells
}

/// The difference to a published figure, in parts of it.
fn to_published(ours: u64, figure: u64) -> String {
    let percent = (ours as f64 - figure as f64) / figure.max(1) as f64 * 100.0;
    format!("{percent:+.2} %")
}

fn signed(a: u64, b: u64) -> String {
    let sign = match a.cmp(&b) {
        std::cmp::Ordering::Less => "-",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "+",
    };
    format!("{sign}{}", grouped(a.abs_diff(b)))
}

fn words(causes: &[trueboard_truth::windows::Cause]) -> String {
    let word = |c| match serde_json::to_value(c) {
        Ok(serde_json::Value::String(s)) => s,
        _ => String::new(),
    };
    let words: Vec<String> = causes.iter().map(word).collect();
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join(", ")
    }
}
