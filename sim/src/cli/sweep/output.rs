//! What a sweep leaves: tables, rows of comma-separated values, and the file that the viewer of the PaScaL suite reads.

use crate::text::Table;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use trueboard::analysis::sheet::quoted;
use trueboard::sweep::Region;
use trueboard::sweep::view::{Group, Quantity, WHOLE};

/// Time, speed-up, efficiency and energy by region, input and cores.
pub fn tables(groups: &[Group<'_>]) -> String {
    let mut out = String::new();
    for g in groups {
        for (q, title, _, digits) in Quantity::ALL {
            // Ratios are of no use without what they are relative to.
            let ratio = matches!(q, Quantity::SpeedUp | Quantity::Efficiency);
            let cores: Vec<String> = g.cores.iter().map(u32::to_string).collect();
            let mut heading = vec!["region", "input"];
            heading.extend(ratio.then_some("base"));
            heading.extend(cores.iter().map(String::as_str));
            let mut t = Table::with_texts(&heading, 2);
            let mut any = false;
            for subject in g.subjects() {
                for (input, name) in g.inputs.iter().enumerate() {
                    let mut row = vec![subject.clone(), name.clone()];
                    let base = g.base(&subject, input);
                    row.extend(ratio.then(|| base.map_or("-".to_owned(), |b| b.to_string())));
                    for &c in &g.cores {
                        let value = g.value(q, &subject, input, c);
                        any |= value.is_some();
                        row.push(value.map_or("-".to_owned(), |v| format!("{v:.digits$}")));
                    }
                    t.row(&row);
                }
            }
            if any {
                let _ = writeln!(out, "{}: {title} by number of cores\n{t}", g.name);
            }
        }
        out += &notes(g);
    }
    out
}

/// What the tables of a group do not say by themselves.
fn notes(g: &Group<'_>) -> String {
    let mut out = String::new();
    if g.lacks_one_core() {
        let _ = writeln!(
            out,
            "{}: rows without a run on one core have no efficiency, and speed-ups over their base; add 1 to the numbers \
             of cores\n",
            g.name
        );
    }
    for (cores, warning, inputs) in g.warnings() {
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let inputs = match inputs[..] {
            [] | [""] => String::new(),
            [one] => format!(", input {one}"),
            _ => format!(", inputs {}", inputs.join(" ")),
        };
        let _ = writeln!(out, "{}: warning: cores {cores}{inputs}: {warning}", g.name);
    }
    if g.runs.iter().any(|r| !r.3.warnings.is_empty()) {
        out.push('\n');
    }
    out
}

/// Rows of the run, of each region, and of what lies between regions.
pub fn csv(groups: &[Group<'_>], meters: &[String]) -> String {
    let mut out =
        "image,repetition,input,cores,region,start,stop,seconds,executions,cycles,energy_uj"
            .to_owned();
    for m in meters {
        out += &format!(",{}", quoted(m));
    }
    out.push('\n');
    for g in groups {
        for (input, cores, _, r) in &g.runs {
            let input = g.inputs.get(*input).map_or("", String::as_str);
            let head = format!("{},1,{},{cores}", quoted(&g.name), quoted(input));
            let uj = |e: Option<f64>| e.map_or(String::new(), |e| format!("{e:.3}"));
            let all = r.meters.values().map(|v| format!(",{v}"));
            let _ = writeln!(
                out,
                "{head},{WHOLE},0.000000000,{:.9},{:.9},1,{},{}{}",
                r.seconds,
                r.seconds,
                r.cycles,
                uj(r.energy_uj),
                all.collect::<String>()
            );
            for region in r.regions.iter().chain(&r.gaps) {
                let (from, to) = ends(region).unzip();
                let at = |ticks: Option<u64>| {
                    ticks.map_or(String::new(), |t| {
                        format!("{:.9}", t as f64 / r.hz.max(1) as f64)
                    })
                };
                let _ = writeln!(
                    out,
                    "{head},{},{},{},{:.9},{},{},{}{}",
                    quoted(&region.name),
                    at(from),
                    at(to),
                    region.seconds,
                    region.executions,
                    region.cycles,
                    uj(region.energy_uj),
                    ",".repeat(meters.len())
                );
            }
        }
    }
    out
}

/// When a region was first entered and last left; nothing for gaps.
fn ends(region: &Region) -> Option<(u64, u64)> {
    let from = region.rows.iter().map(|r| r.1).min();
    let to = region.rows.iter().map(|r| r.2).max();
    from.zip(to)
}

/// The energy of a run and those of its regions in the file of PaScaL Analyzer, where each sensor has a name
/// of its own. Readers of these files take for energy what begins with `rapl`.
const ENERGY: &str = "rapl-board";
const REGION_ENERGY: &str = "raplboard-0";

/// The file of PaScaL Analyzer for one group. Times are simulated seconds since reset.
pub fn pascal(g: &Group<'_>, by_marks: bool) -> Value {
    let mut values = vec!["start_time", "stop_time"];
    let columns = [
        "start_time",
        "stop_time",
        "start_line",
        "stop_line",
        "thread_id",
        "filename",
    ];
    let mut extras = Map::new();
    extras.insert("regions".to_owned(), json!({ "values": columns }));
    if g.runs.iter().all(|r| r.3.energy_uj.is_some()) {
        values.push(ENERGY);
        extras.insert(
            REGION_ENERGY.to_owned(),
            json!({ "values": ["region_energy"] }),
        );
    }
    let mut runs: Vec<_> = g.runs.iter().collect();
    // The published files have the most cores first.
    runs.sort_by_key(|r| (std::cmp::Reverse(r.1), r.0));
    let mut data = Map::new();
    for (input, cores, _, r) in runs {
        let at = |ticks: u64| ticks as f64 / r.hz.max(1) as f64;
        let row =
            |&(core, from, to): &(u8, u64, u64)| json!([at(from), at(to), 0, 0, core, "binary"]);
        let regions = r.regions.iter().map(|g| {
            let rows: Vec<Value> = g.rows.iter().map(row).collect();
            (g.name.clone(), Value::from(rows))
        });
        let mut run = Map::new();
        run.insert("start_time".to_owned(), json!(0.0));
        run.insert("stop_time".to_owned(), json!(r.seconds));
        if let Some(uj) = r.energy_uj {
            run.insert(ENERGY.to_owned(), json!(uj / 1e6));
            let of = |g: &Region| Some((g.name.clone(), json!(g.energy_uj? / 1e6)));
            let regions: Map<_, _> = r.regions.iter().filter_map(of).collect();
            run.insert(REGION_ENERGY.to_owned(), Value::Object(regions));
        }
        run.insert("regions".to_owned(), Value::Object(regions.collect()));
        data.insert(format!("{cores};{input};1"), Value::Object(run));
    }
    json!({
        "config": {
            "pkg": g.name,
            "execdate": "01-01-1970_00:00:00",
            "command": "trueboard sweep",
            "hostname": "trueboard",
            "kernel": concat!("trueboard ", env!("CARGO_PKG_VERSION")),
            "disable_hyperthread": false,
            "auto_instrumentation": !by_marks,
            "disable_cores": true,
            "discard_ompnt": true,
            "idle_time": 0,
            "data_descriptor": {
                "values": values,
                "keys": ["cores", "input", "repetitions"],
                "extras": extras,
            },
            "arguments": g.inputs,
        },
        "data": data,
    })
}
