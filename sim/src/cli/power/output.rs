//! The power of a run as tables, and over time as comma-separated values.

use crate::text::{Table, grouped};
use std::fmt::Write;
use trueboard::energy::{BoardPower, CoreUse, CoresPower, Measured, SharesPower, Way};

/// All tables; of functions the first `top`.
pub fn text(m: &Measured, top: usize) -> String {
    let mut out = format!(
        "{} on {}, {:.6} s to {:.6} s: {:.2} mW on average, {:.1} uJ\n\n",
        m.images.join(", "),
        m.board,
        m.from_s,
        m.to_s,
        m.mean_mw,
        m.energy_uj
    );
    let _ = writeln!(out, "{}", components(m));
    let _ = writeln!(out, "{}", cores(&m.cores));
    let _ = writeln!(out, "{}", ways(&m.ways));
    for r in &m.regions {
        let _ = writeln!(
            out,
            "region {}: {:.6} s of each core on average, {:.2} mW, {:.1} uJ\n{}\n{}",
            r.region,
            r.seconds,
            r.mean_mw,
            r.energy_uj,
            cores(&r.cores),
            ways(&r.ways)
        );
    }
    if !m.functions.is_empty() {
        let _ = writeln!(out, "{}", functions(m, top));
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

fn components(m: &Measured) -> Table {
    let mut t = Table::with_texts(&["component", "meter", "uJ", "mW", "%"], 2);
    for c in &m.components {
        t.row(&[
            c.name.clone(),
            c.meter.clone().unwrap_or_else(|| "-".to_owned()),
            format!("{:.1}", c.uj),
            format!("{:.2}", c.mw),
            percent(c.uj / m.energy_uj),
        ]);
    }
    t.row(&[
        "sum".to_owned(),
        String::new(),
        format!("{:.1}", m.energy_uj),
        format!("{:.2}", m.mean_mw),
        percent(1.0),
    ]);
    t
}

fn cores(cores: &[CoreUse]) -> Table {
    let waits = cores.iter().any(|c| c.waiting.is_some_and(|w| w > 0.0));
    let mut heading = vec!["core", "idle %", "running %"];
    if waits {
        heading.extend(["waiting %", "useful %"]);
    }
    let mut t = Table::new(&heading);
    let mut row = |name: &str, of: &dyn Fn(fn(&CoreUse) -> f64) -> f64| {
        let mut cells = vec![
            name.to_owned(),
            percent(of(|c| c.idle)),
            percent(of(|c| c.running)),
        ];
        if waits {
            cells.push(percent(of(|c| c.waiting.unwrap_or(0.0))));
            cells.push(percent(of(|c| c.useful.unwrap_or(0.0))));
        }
        t.row(&cells);
    };
    for c in cores {
        row(&c.core, &|part| part(c));
    }
    row("sum", &|part| cores.iter().map(part).sum());
    let n = cores.len().max(1) as f64;
    row("mean", &|part| cores.iter().map(part).sum::<f64>() / n);
    t
}

fn ways(ways: &[Way]) -> Table {
    let mut t = Table::new(&["power by", "mW", "off by %"]);
    for w in ways {
        t.row(&[
            w.way.clone(),
            format!("{:.2}", w.mw),
            format!("{:.2}", w.off_percent + 0.0),
        ]);
    }
    t
}

fn functions(m: &Measured, top: usize) -> Table {
    let mut t = Table::new(&["function", "cycles", "uJ", "%"]);
    let mut row = |name: &str, cycles: u64, uj: f64| {
        t.row(&[
            name.to_owned(),
            grouped(cycles),
            format!("{uj:.1}"),
            percent(uj / m.energy_uj),
        ]);
    };
    for f in m.functions.iter().take(top) {
        row(&f.function, f.cycles, f.uj);
    }
    let rest = m.functions.get(top..).unwrap_or_default();
    if !rest.is_empty() {
        let name = format!("{} others", rest.len());
        let uj = rest.iter().map(|f| f.uj).sum();
        row(&name, rest.iter().map(|f| f.cycles).sum(), uj);
    }
    let all = m.functions.iter();
    row(
        "sum",
        all.clone().map(|f| f.cycles).sum(),
        all.map(|f| f.uj).sum(),
    );
    t
}

/// A row for each interval.
pub fn csv(m: &Measured) -> String {
    let mut out = "from_s,to_s,mw".to_owned();
    let mut seen = Vec::new();
    for c in &m.components {
        if !seen.contains(&&c.name) {
            seen.push(&c.name);
            out += &format!(",{}_mw", c.name);
        }
    }
    out += ",die_c\n";
    for i in &m.series {
        let _ = write!(out, "{:.9},{:.9},{:.3}", i.from_s, i.to_s, i.mw);
        for mw in &i.components_mw {
            let _ = write!(out, ",{mw:.3}");
        }
        let _ = writeln!(out, ",{:.3}", i.die_c);
    }
    out
}

/// What a power model says without a run.
pub fn of_board(answer: &BoardPower) -> String {
    match answer {
        BoardPower::Cores(a) => of_cores(a),
        BoardPower::Shares(a) => of_shares(a),
    }
}

fn of_shares(a: &SharesPower) -> String {
    let mut t = Table::new(&["component", "use %", "mW"]);
    for c in &a.components {
        let share = c
            .share
            .map_or("-".to_owned(), |s| format!("{:.2}", 100.0 * s));
        t.row(&[c.component.clone(), share, format!("{:.2}", c.mw)]);
    }
    t.row(&["sum".to_owned(), String::new(), format!("{:.2}", a.mw)]);
    format!("{t}at {} MHz\n", a.clock_mhz)
}

fn of_cores(a: &CoresPower) -> String {
    let mut t = Table::new(&["running cores", "mW", "die degC"]);
    for r in &a.running {
        t.row(&[
            r.running.to_string(),
            format!("{:.2}", r.mw),
            format!("{:.2}", r.die_c),
        ]);
    }
    let mut published = Table::new(&["published point", "published mW", "model mW"]);
    for r in &a.anchors {
        published.row(&[
            format!("{} cores, {:.2} % used", r.cores, 100.0 * r.utilisation),
            format!("{:.2}", r.published_mw),
            format!("{:.2}", r.model_mw),
        ]);
    }
    format!("{t}\n{published}")
}
