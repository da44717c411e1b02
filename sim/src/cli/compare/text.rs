//! What `trueboard compare` prints.

use crate::cli::shared::readings::{self, signed, words};
use crate::text::{Table, grouped, indented};
use std::fmt::Write;
use trueboard::analysis::{Comparison, Difference, Differences, Figures, Measurement, Shown};
use trueboard::compare::{Row, Runs};
use trueboard::internals::board::Report;
use trueboard::report::TracingReport;

/// Rows of a kind that are shown one by one.
const SHOWN: usize = 20;

pub fn text(o: &Runs) -> String {
    let mut s = String::new();
    for r in &o.runs {
        let _ = writeln!(s, "{}", r.images.join(", "));
        s += &run(&r.comparison, &r.report);
        if r.explained > 0 {
            let n = grouped(r.explained);
            let _ = writeln!(
                s,
                "  {n} reads differ and are explained; with --tolerance they count"
            );
        }
        s += &tracing(&r.tracing);
        for what in &r.not_judged {
            let _ = writeln!(s, "  not judged: {what}");
        }
        if let Some(d) = &r.against {
            s += &against(d);
        }
    }
    if !o.measurements.is_empty() {
        s += &measurements(o);
    }
    for r in o.measurements.iter().filter(|r| r.beyond) {
        s += &beyond(r);
    }
    if let Some(p) = &o.published {
        let _ = writeln!(s, "\npublished: {}\n  {}", p.title, p.source);
    }
    s
}

fn run(c: &Comparison, r: &Report) -> String {
    let mut s = String::new();
    if c.events.is_empty() && c.clocks.is_empty() {
        s += "  no counter was read\n";
    }
    let tables = [
        (!c.events.is_empty()).then(|| readings::table(r)),
        (!c.clocks.is_empty()).then(|| readings::clocks(r)),
    ];
    for table in tables.into_iter().flatten() {
        s += &indented(&table);
    }
    for w in c.clocks.iter().filter_map(|c| readings::wrong_read(r, c)) {
        let _ = writeln!(s, "  wrong: {w}");
    }
    for w in c.beyond.iter().take(SHOWN) {
        let _ = writeln!(s, "  beyond tolerance: {}", readings::read(r, w));
    }
    if c.beyond.len() > SHOWN {
        let _ = writeln!(s, "  and {} more reads", c.beyond.len() - SHOWN);
    }
    for g in &c.regions {
        let meter = |n: &str| g.meters.get(n).copied().unwrap_or(0);
        let _ = writeln!(
            s,
            "  region {} on core {}: {} times, {} cycles, {} instructions",
            g.name,
            g.core,
            g.completed,
            grouped(meter("cycles")),
            grouped(meter("instructions"))
        );
    }
    s
}

/// Traces that firmware made: tracepoints called, and what of them is in the trace, by where the others were lost.
fn tracing(all: &[TracingReport]) -> String {
    let known: Vec<_> = all.iter().filter_map(|t| Some((t, t.truth?))).collect();
    if known.is_empty() {
        return String::new();
    }
    let heading = [
        "  trace",
        "core",
        "called",
        "recorded",
        "in the trace",
        "not recorded",
        "lost later",
        "stamps judged",
        "off",
    ];
    let mut t = Table::new(&heading);
    for (trace, truth) in known {
        let number = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), grouped);
        let recorded = truth.written;
        let later = recorded.zip(trace.events).map(|(r, e)| r.saturating_sub(e));
        t.row(&[
            format!("  {}", trace.stream),
            trace.core.to_string(),
            grouped(truth.calls),
            number(recorded),
            number(trace.events),
            number(recorded.map(|r| truth.calls.saturating_sub(r))),
            number(later),
            grouped(truth.stamps),
            grouped(truth.stamps_off),
        ]);
    }
    t.to_string()
}

/// The numbers that differ from another run's, the largest difference first.
fn against(d: &Differences) -> String {
    let beyond = d.beyond().count();
    let mut s = format!(
        "  against the other run: {} of {} numbers differ, {} beyond their bounds\n",
        grouped(d.differ.len() as u64),
        grouped(d.compared),
        grouped(beyond as u64)
    );
    if d.differ.is_empty() {
        return s;
    }
    let mut t = Table::with_texts(
        &["  where", "meter", "here", "other", "%", "allowed", ""],
        2,
    );
    let number = |n: Option<u64>| n.map_or_else(|| "not there".to_owned(), grouped);
    // What fails is never left out for what does not.
    let fails = d.beyond().take(SHOWN);
    let passes = d.differ.iter().filter(|d| !d.beyond);
    for x in fails.chain(passes.take(SHOWN.saturating_sub(beyond))) {
        let Difference { here, against, .. } = x;
        t.row(&[
            format!("  {}", x.place),
            x.meter.clone(),
            number(*here),
            number(*against),
            x.percent
                .map_or_else(|| "-".to_owned(), |p| format!("{p:+.2}")),
            format!("{}", x.bound_percent),
            if x.beyond { "beyond" } else { "" }.to_owned(),
        ]);
    }
    s += &t.to_string();
    if d.differ.len() > SHOWN {
        let _ = writeln!(
            s,
            "  and {} more, of them {} beyond; --json has all",
            d.differ.len() - SHOWN,
            beyond.saturating_sub(SHOWN)
        );
    }
    s
}

/// A measurement that is farther from its published figure than allowed, with what is.
fn beyond(r: &Row) -> String {
    let (m, Some(f)) = (&r.measured, &r.published) else {
        return String::new();
    };
    let parts = |m: &Measurement, f: &Figures| {
        [
            ("event", m.value, f.value),
            ("cycles", m.cycles, f.cycles),
            ("instructions", m.instructions, f.instructions),
        ]
    };
    let far =
        |&(_, s, f): &(&str, Shown, u64)| r.allowed.is_some_and(|t| t.exceeded(s.measured, f));
    let far: Vec<String> = parts(m, f)
        .iter()
        .filter(|p| far(p))
        .map(|(of, s, f)| {
            format!(
                "{of} {}, published {} ({})",
                grouped(s.measured),
                grouped(*f),
                to_published(s.measured, *f)
            )
        })
        .collect();
    format!(
        "beyond --against-tolerance: {} ({}), {}: {}\n",
        m.event,
        m.program,
        m.variant,
        far.join("; ")
    )
}

/// Every measurement of the firmware: event, cycles and instructions, published, measured and true;
/// what was measured in several ways side by side.
fn measurements(o: &Runs) -> String {
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
    let mut heading = vec!["event (program)".to_owned(), "of".to_owned()];
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
    format!("\n{t}")
}

/// A line of the table: quantity number `i` of the measurements `g`.
fn cells(o: &Runs, variants: &[&str], g: &[&Row], i: usize, of: &str) -> Vec<String> {
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
