//! What `trueboard compare --probe` prints.

use crate::text::{Table, grouped};
use std::fmt::Write;
use trueboard::analysis::probes::{Distribution, Of, Outlier};
use trueboard::compare::Probes;

/// Outliers that are shown one by one.
const SHOWN: usize = 10;
/// Width of the longest bar of a histogram.
const BAR: u64 = 40;

pub fn text(o: &Probes) -> String {
    let mut s = String::new();
    if let Some((with, without)) = o.costs.run {
        let _ = writeln!(
            s,
            "the run takes {} cycles, with probes that cost nothing {}: it loses {} ({:.3} %)",
            grouped(with),
            grouped(without),
            number(with.wrapping_sub(without) as i64),
            o.lost_percent
        );
    }
    let heading = [
        "probe", "cycles", "calls", "min", "median", "p95", "max", "sum",
    ];
    let mut t = Table::with_texts(&heading, 2);
    for p in &o.costs.probes {
        t.row(&row(&p.name, "inside", &p.inside));
        t.row(&row("", "lost", &p.lost));
    }
    s += &t.to_string();
    for p in &o.costs.probes {
        for (of, d) in [("inside", &p.inside), ("lost", &p.lost)] {
            if d.histogram.len() > 1 {
                let _ = writeln!(s, "\n{} {of}:", p.name);
                s += &histogram(d);
            }
        }
    }
    s += &outliers(&o.costs.outliers);
    s += "\n";
    for c in &o.costs.cores {
        if let Some(at) = c.differs_at {
            let _ = writeln!(
                s,
                "core {}: call {at} is another one in the second run ({} calls, {}): later ones are not judged; \
                 --replay forces the hand-out of chunks",
                c.core, c.calls.0, c.calls.1
            );
        }
        if c.before_first != 0 {
            let _ = writeln!(
                s,
                "core {}: {} cycles lost before its first call",
                c.core,
                number(c.before_first)
            );
        }
        if c.last_left_out {
            let _ = writeln!(s, "core {}: what its last call lost is not known", c.core);
        }
        if c.unfinished != 0 {
            let _ = writeln!(s, "core {}: {} calls did not return", c.core, c.unfinished);
        }
    }
    if !o.own.is_empty() {
        let _ = writeln!(
            s,
            "without cost too, for probes alone call them: {}",
            o.own.join(", ")
        );
    }
    if !o.waiting.is_empty() {
        let _ = writeln!(
            s,
            "with cost in both runs, for they wait for time to pass: {}",
            o.waiting.join(", ")
        );
    }
    if !o.shared.is_empty() {
        let _ = writeln!(
            s,
            "with cost in both runs, for others call them too: {}; --free takes them out",
            o.shared.join(", ")
        );
    }
    if let Some(r) = &o.replay {
        let calls: Vec<String> = r.calls.iter().map(|&n| grouped(n)).collect();
        let _ = writeln!(
            s,
            "chunks and ends of loops handed out, by core: {}; in the second run cores came too early {} times, and \
             were delayed by {} cycles",
            calls.join(", "),
            grouped(r.delays),
            grouped(r.delay_cycles)
        );
        if let Some(at) = r.lost_at {
            let _ = writeln!(
                s,
                "from call {at} on the order of the first run could not be forced"
            );
        }
    }
    s.trim_end().to_owned() + "\n"
}

fn number(n: i64) -> String {
    match n {
        0.. => grouped(n.unsigned_abs()),
        _ => format!("-{}", grouped(n.unsigned_abs())),
    }
}

fn row(name: &str, of: &str, d: &Distribution) -> Vec<String> {
    let mut cells = vec![name.to_owned(), of.to_owned(), grouped(d.count)];
    cells.extend([d.min, d.median, d.p95, d.max, d.sum].map(number));
    cells
}

fn histogram(d: &Distribution) -> String {
    let most = d.histogram.iter().map(|b| b.count).max().unwrap_or(1);
    let range = |from: i64, to: i64| match from == to {
        true => number(from),
        false => format!("{} to {}", number(from), number(to)),
    };
    let ranges: Vec<String> = d.histogram.iter().map(|b| range(b.from, b.to)).collect();
    let width = ranges.iter().map(String::len).max().unwrap_or(0);
    let mut s = String::new();
    for (b, range) in d.histogram.iter().zip(&ranges) {
        let bar = "#".repeat((b.count * BAR).div_ceil(most) as usize);
        let _ = writeln!(s, "  {range:>width$}  {:>7}  {bar}", grouped(b.count));
    }
    s
}

fn outliers(all: &[Outlier]) -> String {
    let mut s = String::new();
    if !all.is_empty() {
        let _ = writeln!(s, "\n{} unusual:", grouped(all.len() as u64));
    }
    for o in all.iter().take(SHOWN) {
        let causes = o.causes.iter().map(|(part, n)| match n {
            0.. => format!("{part} +{}", grouped(n.unsigned_abs())),
            _ => format!("{part} {}", number(*n)),
        });
        let causes: Vec<String> = causes.collect();
        let of = match o.of {
            Of::Inside => "inside",
            Of::Lost => "lost",
        };
        let _ = writeln!(
            s,
            "  {} on core {} at cycle {}: {} {of}, usually {}: {}",
            o.probe,
            o.core,
            grouped(o.at_cycle),
            number(o.cycles),
            number(o.usual),
            if causes.is_empty() {
                "many small parts".to_owned()
            } else {
                causes.join(", ")
            }
        );
    }
    if all.len() > SHOWN {
        let _ = writeln!(s, "  and {} more; --json has all", all.len() - SHOWN);
    }
    s
}
