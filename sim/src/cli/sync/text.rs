//! What `trueboard sync` prints.

use crate::text::Table;
use std::fmt::Write;
use trueboard::internals::clocksync::report::Report;
use trueboard::internals::clocksync::truth::LinkTruth;

pub fn text(report: &Report) -> String {
    let mut s = format!("reference {}\n\n", report.reference);
    let mut t = Table::new(&[
        "clocks",
        "quality",
        "pairs",
        "hull",
        "alpha",
        "ppm",
        "beta ns",
        "bound ns begin",
        "middle",
        "end",
    ]);
    for l in &report.links {
        let bound = l.bound_ns.map(|b| b.map(|b| format!("{b:.1}")));
        let [begin, middle, end] = bound.unwrap_or_else(|| ["-"; 3].map(str::to_owned));
        t.row(&[
            format!("{} - {}", l.reference, l.other),
            l.quality.to_string(),
            format!("{}+{}", l.to_other, l.to_reference),
            format!("{}+{}", l.lower_hull, l.upper_hull),
            format!("{:.12}", l.alpha),
            format!("{:.4}", l.ppm),
            l.beta_ns.clone(),
            begin,
            middle,
            end,
        ]);
    }
    let _ = write!(s, "{t}");
    for l in &report.links {
        if let Some(truth) = &l.truth {
            let truth = of_truth(truth);
            let _ = write!(s, "\n{} - {}, {truth}", l.reference, l.other);
        }
    }
    if let Some(m) = &report.merged {
        let _ = writeln!(
            s,
            "\nmerged {} events at {} Hz; moved behind their cause: {}{}",
            m.events,
            m.hz,
            m.moved,
            match m.moved {
                0 => String::new(),
                _ => format!(", by at most {:.1} ns", m.farthest_ns),
            }
        );
    }
    s
}

/// How far a link is off.
fn of_truth(truth: &LinkTruth) -> String {
    let [begin, middle, end] = truth.late_ns;
    let mut s = format!(
        "truth: {:.4} ppm; late by {begin:.1} ns at begin, {middle:.1} middle, {end:.1} end; \
         error at most {:.1} ns, mean {:.1}; true line {}\n",
        truth.ppm,
        truth.max_ns,
        truth.mean_ns,
        if truth.possible {
            "possible"
        } else {
            "NOT POSSIBLE"
        }
    );
    let mut t = Table::new(&["messages", "period us", "during us", "max ns", "mean ns"]);
    for row in &truth.thinned {
        t.row(&[
            format!("{}+{}", row.messages[0], row.messages[1]),
            format!("{:.1}", row.period_ns / 1e3),
            format!("{:.1}", row.during_ns / 1e3),
            format!("{:.1}", row.max_ns),
            format!("{:.1}", row.mean_ns),
        ]);
    }
    s += &t.to_string();
    s
}
