//! The tables, in Markdown.

use crate::speed::measured::{Measured, Speed};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A row: what the page calls it, the subject of `cargo xtask cost`, and the aim that was set for it.
type Row = (&'static str, &'static str, Option<f64>);

/// Host instructions per simulated one.
const COSTS: &[Row] = &[
    (
        "GR740, loop in registers, behind 20 million cycles",
        "gr740/speed_loop, 20 M cycles",
        Some(4.0),
    ),
    (
        "loop in registers, from its start on",
        "gr740/speed_loop",
        Some(5.0),
    ),
    (
        "loop in registers, across a look for endless loops",
        "gr740/speed_loop, a look",
        None,
    ),
    ("integer mix", "gr740/speed_mix", Some(25.0)),
    ("calls and returns", "gr740/speed_calls", Some(20.0)),
    (
        "memory walk, level-2 cache warm",
        "gr740/speed_memory, warm",
        Some(18.0),
    ),
    (
        "memory cleared, level-2 cache cold",
        "gr740/speed_memory",
        None,
    ),
    ("data beyond the level-2 cache", "gr740/speed_data", None),
    (
        "code beyond the instruction cache",
        "gr740/speed_cold",
        Some(45.0),
    ),
    ("matrix product, double", "gr740/speed_matmul", Some(35.0)),
    (
        "loop in registers, two cores",
        "gr740/speed_four, two cores",
        Some(10.0),
    ),
    (
        "loop in registers, four cores",
        "gr740/speed_four",
        Some(10.0),
    ),
    ("sparse LU, four cores", "gr740/lu, four cores", Some(40.0)),
    ("constructs of OpenMP, four cores", "gr740/omp", None),
    (
        "short programs for events of counters",
        "gr740/events",
        None,
    ),
    ("latencies of the memories", "gr740/memory", None),
    ("reads of a timer and a UART", "gr740/speed_devices", None),
    (
        "a tracer that reads the L4STAT",
        "gr740/functions_extrae",
        None,
    ),
    ("LEON3, memory walk", "leon3-mini/speed_memory", None),
    ("TC275, loop", "tc275/speed_loop", Some(10.0)),
    ("memories of all kinds", "tc275/speed_memory", None),
    (
        "three cores with caches and flash",
        "tc275/speed_three",
        Some(35.0),
    ),
    (
        "Parallella, matrix product, sixteen cores",
        "parallella/speed_matmul",
        Some(40.0),
    ),
    ("what a compiler makes of C", "parallella/c_tests", None),
    ("messages over the mesh", "parallella/mesh", None),
    ("FIR filter", "parallella/fir", None),
];

/// Observers: what they are called, their subject and the one without them, and an aim for the quotient.
const OBSERVERS: &[(&str, &str, &str, Option<f64>)] = &[
    (
        "`--region main`",
        "gr740/speed_calls, region main",
        "gr740/speed_calls",
        None,
    ),
    (
        "`--profile`",
        "gr740/speed_calls, profile",
        "gr740/speed_calls",
        None,
    ),
    (
        "`--trace ctf`",
        "gr740/speed_calls, CTF",
        "gr740/speed_calls",
        None,
    ),
    (
        "`--trace perfetto`",
        "gr740/speed_calls, Perfetto",
        "gr740/speed_calls",
        Some(2.0),
    ),
    (
        "`--trace paraver`",
        "gr740/speed_calls, Paraver",
        "gr740/speed_calls",
        Some(2.0),
    ),
    (
        "`--html`",
        "gr740/speed_calls, HTML",
        "gr740/speed_calls",
        Some(2.0),
    ),
    (
        "`--profile-instructions`",
        "gr740/speed_calls, profile of instructions",
        "gr740/speed_calls",
        Some(3.0),
    ),
    (
        "`--check`",
        "gr740/speed_calls, all checks",
        "gr740/speed_calls",
        None,
    ),
    (
        "`--check`, sparse LU on four cores",
        "gr740/lu, four cores, all checks",
        "gr740/lu, four cores",
        None,
    ),
    (
        "`--check`, TC275, three cores",
        "tc275/speed_three, all checks",
        "tc275/speed_three",
        None,
    ),
];

/// Millions of host instructions of whole commands.
const COMMANDS: &[Row] = &[
    (
        "up to the first instruction of `hello`, and its report",
        "start, hello on a GR740",
        Some(8.0),
    ),
    (
        "`run` of `hello`, 0.1 million cycles",
        "a run of hello on a GR740",
        None,
    ),
    (
        "a further run of `hello` in a `sweep`",
        "sweep, a run of hello",
        None,
    ),
];

/// Recorded counts by subject.
type Counts = BTreeMap<String, f64>;

/// Names of the tables, and their text.
pub fn all(counts: &Counts, measured: &Measured) -> [(&'static str, String); 4] {
    [
        (
            "cost",
            costs(counts, COSTS, "Simulated", "host instructions"),
        ),
        ("observers", observers(counts)),
        (
            "commands",
            costs(counts, COMMANDS, "Command", "million host instructions"),
        ),
        ("compare", compared(measured)),
    ]
}

fn number(n: Option<f64>) -> String {
    n.map_or("–".to_owned(), |n| format!("{n:.1}"))
}

fn aimed(n: Option<f64>) -> String {
    n.map_or("–".to_owned(), |n| format!("{n}"))
}

fn costs(counts: &Counts, rows: &[Row], what: &str, unit: &str) -> String {
    let mut out = format!("| {what} | {unit} | aim |\n|---|---|---|\n");
    for &(text, subject, aim) in rows {
        let count = number(counts.get(subject).copied());
        let _ = writeln!(out, "| {text} | {count} | {} |", aimed(aim));
    }
    out
}

fn observers(counts: &Counts) -> String {
    let mut out = "| Observer | host instructions | times the run without | aim |\n".to_owned();
    out += "|---|---|---|---|\n";
    for &(text, subject, without, aim) in OBSERVERS {
        let count = counts.get(subject).copied();
        let times = count.zip(counts.get(without)).map(|(c, w)| c / w);
        let (count, times, aim) = (number(count), number(times), aimed(aim));
        let _ = writeln!(out, "| {text} | {count} | {times} | {aim} |");
    }
    out
}

fn compared(measured: &Measured) -> String {
    let mut head = "| Board | program | million instructions | Trueboard, MIPS |".to_owned();
    for peer in &measured.peers {
        let _ = write!(head, " {0}, MIPS | {0} to Trueboard |", peer.name);
    }
    let columns = head.matches('|').count() - 1;
    let mut out = format!("{head}\n|{}\n", "---|".repeat(columns));
    for row in &measured.rows {
        let mips = |s: Option<Speed>| s.map_or("–".to_owned(), |s| format!("{:.0}", s.mips));
        let ratio = |s: Option<Speed>| s.map_or("–".to_owned(), |s| format!("{:.2}", s.ratio));
        let millions = row.instructions as f64 / 1e6;
        let _ = write!(out, "| {} | `{}` | {millions:.1} |", row.board, row.program);
        for (i, &speed) in row.speeds.iter().enumerate() {
            let _ = match i {
                0 => write!(out, " {} |", mips(speed)),
                _ => write!(out, " {} | {} |", mips(speed), ratio(speed)),
            };
        }
        out.push('\n');
    }
    let peers: Vec<String> = measured
        .peers
        .iter()
        .map(|p| match &p.version {
            Some(version) => format!("{}: {version}", p.name),
            None => format!("{}: not found", p.name),
        })
        .collect();
    let _ = writeln!(
        out,
        "\n{}. Rounds: {}. Processor: {}.",
        peers.join(". "),
        measured.rounds,
        measured.machine
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::subjects::SUBJECTS;

    #[test]
    fn every_count_has_a_row() {
        let mut rows: Vec<&str> = COSTS.iter().chain(COMMANDS).map(|r| r.1).collect();
        rows.extend(OBSERVERS.iter().map(|r| r.1));
        rows.sort_unstable();
        let mut subjects: Vec<&str> = SUBJECTS.iter().map(|s| s.name).collect();
        subjects.sort_unstable();
        assert_eq!(rows, subjects);
    }

    #[test]
    fn an_observer_is_set_against_the_run_without_it() {
        let counts = [
            ("gr740/speed_calls", 20.0),
            ("gr740/speed_calls, Perfetto", 50.0),
        ];
        let counts: Counts = counts.map(|(n, c)| (n.to_owned(), c)).into();
        let table = observers(&counts);
        assert!(
            table.contains("| `--trace perfetto` | 50.0 | 2.5 | 2 |"),
            "{table}"
        );
        assert!(table.contains("| `--html` | – | – | 2 |"), "{table}");
    }

    #[test]
    fn a_simulator_that_is_missing_leaves_its_columns_empty() {
        let text = r#"{"machine": "m", "rounds": 3, "peers": [{"name": "Q", "version": "7"}, {"name": "S", "version": null}],
            "rows": [{"board": "b", "program": "p", "instructions": 2500000,
                      "speeds": [{"mips": 100.0, "ratio": 1.0}, {"mips": 250.0, "ratio": 2.5}, null]}]}"#;
        let table = compared(&Measured::of(text).expect("it is a record"));
        assert!(
            table.contains("| b | `p` | 2.5 | 100 | 250 | 2.50 | – | – |"),
            "{table}"
        );
        assert!(table.contains("Q: 7. S: not found."), "{table}");
    }
}
