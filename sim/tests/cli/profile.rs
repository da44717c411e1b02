//! `trueboard profile`: what every function cost adds up to what the cores did, in every form.

use crate::common::{holds, json, refused, say};
use conformance::{BOARD, prebuilt, skipped};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The directory of a run of `image` with `--profile`.
fn profiled(image: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (image, out) = (prebuilt(image), dir.path().to_str().expect("UTF-8"));
    let image = image.to_str().expect("UTF-8");
    let said = say(&[
        "run",
        image,
        "--board",
        BOARD,
        "-q",
        "--profile",
        "--out",
        out,
    ]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    dir
}

fn ask(run: &Path, more: &[&str]) -> String {
    let mut words = vec!["profile", run.to_str().expect("UTF-8")];
    words.extend(more);
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

fn rows(run: &Path, more: &[&str]) -> Vec<Value> {
    let mut words = vec!["--json"];
    words.extend(more);
    serde_json::from_str(&ask(run, &words)).expect("JSON")
}

fn count(v: &Value) -> u64 {
    v.as_u64().unwrap_or_else(|| panic!("{v} is no count"))
}

#[test]
fn contexts_add_up_to_the_meters_of_their_core() {
    let dir = profiled("lu");
    let report = json(&dir.path().join("report.json"));
    let cores = report["profile"].as_array().expect("a profile");
    assert_eq!(cores.len(), 4);
    for p in cores {
        let core = &report["cores"][count(&p["core"]) as usize];
        let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
        let mut ticks = 0;
        for c in p["contexts"].as_array().expect("contexts") {
            ticks += count(&c["ticks"]);
            for (name, n) in c["meters"].as_object().expect("meters") {
                *sums.entry(name).or_default() += count(n);
            }
        }
        assert_eq!(ticks, count(&report["time"]["ticks"]));
        for (name, n) in core["meters"].as_object().expect("meters") {
            let sum = sums.get(name.as_str()).copied().unwrap_or(0);
            assert_eq!(sum, count(n), "{name}");
        }
        let stack = p["stack"].as_array().expect("a stack").iter();
        let stack: u64 = stack.map(|m| sums[m.as_str().expect("a name")]).sum();
        assert_eq!(stack, sums["cycles"]);
    }
}

#[test]
fn a_profiled_run_is_the_run() {
    let dir = profiled("hello");
    let mut report = json(&dir.path().join("report.json"));
    report.as_object_mut().expect("an object").remove("profile");
    let image = prebuilt("hello");
    let image = image.to_str().expect("UTF-8");
    let words = [
        "run",
        image,
        "--board",
        BOARD,
        "-q",
        "--console",
        "none",
        "--report",
        "-",
    ];
    let plain: Value = serde_json::from_str(&say(&words).out).expect("a report");
    assert_eq!(report, plain);
}

#[test]
fn an_image_is_profiled_as_its_recorded_run() {
    let dir = profiled("lu");
    let recorded = rows(dir.path(), &["--by-core"]);
    let now = rows(&prebuilt("lu"), &["--board", BOARD, "--by-core"]);
    assert_eq!(recorded, now);
    let lu = |r: &&Value| r["function"] == "lu_update";
    assert_eq!(recorded.iter().filter(lu).count(), 4);
    let all = rows(dir.path(), &["--function", "lu_update"]);
    let calls = recorded.iter().filter(lu).map(|r| count(&r["calls"]));
    assert_eq!(count(&all[0]["calls"]), calls.sum::<u64>());
}

#[test]
fn rows_are_sorted_and_columns_chosen() {
    let dir = profiled("lu");
    let table = ask(
        dir.path(),
        &[
            "--sort",
            "calls",
            "--columns",
            "calls,function",
            "--top",
            "3",
        ],
    );
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["calls", "function"]
    );
    let calls = |line: &str| line.split_whitespace().next().and_then(|n| n.parse().ok());
    let calls: Vec<u64> = lines[1..4].iter().filter_map(|l| calls(l)).collect();
    assert!(
        calls.len() == 3 && calls.is_sorted_by(|a, b| a >= b),
        "{table}"
    );
    let csv = ask(
        dir.path(),
        &["--real-time", "--format", "csv", "--columns", "TID,Name"],
    );
    assert!(csv.starts_with("TID,Name\n"), "{csv}");
}

#[test]
fn stacks_add_up_in_every_form() {
    let dir = profiled("lu");
    let report = json(&dir.path().join("report.json"));
    let cores = report["cores"].as_array().expect("cores").iter();
    let cycles: u64 = cores.map(|c| count(&c["cycles"])).sum();
    let folded = ask(dir.path(), &["--format", "folded"]);
    let last = |line: &str| line.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok());
    assert_eq!(folded.lines().filter_map(last).sum::<u64>(), cycles);
    holds(&folded, &["core 0;(start);main;lu_serial;lu_update "]);
    let speedscope = ask(dir.path(), &["--format", "speedscope"]);
    let speedscope: Value = serde_json::from_str(&speedscope).expect("JSON");
    let profiles = speedscope["profiles"].as_array().expect("profiles").iter();
    assert_eq!(profiles.map(|p| count(&p["endValue"])).sum::<u64>(), cycles);
}

/// A program that draws flame graphs reads the stacks.
#[test]
fn folded_stacks_become_a_flame_graph() {
    let dir = profiled("lu");
    let file = dir.path().join("folded");
    let to = file.to_str().expect("UTF-8");
    ask(
        dir.path(),
        &["--format", "folded", "--meter", "instructions", "--out", to],
    );
    let stacks = std::fs::read_to_string(&file).expect("it was written");
    let mut svg = Vec::new();
    let mut options = inferno::flamegraph::Options::default();
    inferno::flamegraph::from_lines(&mut options, stacks.lines(), &mut svg).expect("it is drawn");
    holds(&String::from_utf8_lossy(&svg), &["<svg", "lu_update"]);
}

/// Valgrind's own program reads the file, and finds the sum.
#[test]
fn callgrind_annotate_reads_the_profile() {
    let dir = profiled("hello");
    let file = dir.path().join("callgrind.out");
    let to = file.to_str().expect("UTF-8");
    ask(dir.path(), &["--format", "callgrind", "--out", to]);
    let Ok(read) = Command::new("callgrind_annotate")
        .args(["--show=cycles", "--threshold=100"])
        .arg(&file)
        .output()
    else {
        return skipped("callgrind_annotate is not there");
    };
    let text = String::from_utf8_lossy(&read.stdout).replace(',', "");
    let report = json(&dir.path().join("report.json"));
    let cores = report["cores"].as_array().expect("cores").iter();
    let cycles: u64 = cores.map(|c| count(&c["cycles"])).sum();
    holds(
        &text,
        &[&format!("{cycles} (100.0%)  PROGRAM TOTALS"), "main"],
    );
    let out = std::fs::read_to_string(&file).expect("it was written");
    holds(
        &out,
        &[
            &format!("\nsummary: {cycles} "),
            &format!("\ntotals: {cycles} "),
        ],
    );
    assert_eq!(String::from_utf8_lossy(&read.stderr), "", "no complaint");
}

/// A run of `image` whose instructions are in its report.
fn instructions_of(board: &str, image: &str, until: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let image = conformance::root().join("firmware/prebuilt").join(image);
    let image = image.to_str().expect("UTF-8");
    let said = say(&[
        "run",
        image,
        "--board",
        board,
        "-q",
        "--until",
        until,
        "--profile",
        "--profile-instructions",
        "--out",
        out,
    ]);
    assert!(matches!(said.code, Some(0 | 5)), "{}", said.err);
    dir
}

#[test]
fn instructions_and_lines_add_up_to_the_meters_of_their_core() {
    for (board, image) in [
        ("gr740", "gr740/lu.elf"),
        ("tc275", "tc275/speed_three.elf"),
        ("parallella", "parallella/c_tests.elf"),
    ] {
        let dir = instructions_of(board, image, "300000");
        let report = json(&dir.path().join("report.json"));
        let cores = report["instructions"].as_array().expect("instructions");
        assert!(!cores.is_empty(), "{image}");
        for p in cores {
            let core = &report["cores"][count(&p["core"]) as usize];
            let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
            for i in p["instructions"].as_array().expect("instructions") {
                for (name, n) in i["meters"].as_object().expect("meters") {
                    *sums.entry(name).or_default() += count(n);
                }
            }
            for (name, n) in &sums {
                assert_eq!(*n, count(&core["meters"][*name]), "{image}: {name}");
            }
            assert!(sums["instructions"] > 1_000, "{image}");
        }
        let of = |by: &str| -> (u64, u64) {
            let rows = rows(dir.path(), &["--by", by]);
            let sum = |name: &str| rows.iter().map(|r| count(&r[name])).sum();
            (sum("cycles"), sum("executions"))
        };
        let all = report["cores"].as_array().expect("cores").iter();
        let executed = all.filter(|c| count(&c["instructions"]) != 0);
        let cycles: u64 = executed.map(|c| count(&c["cycles"])).sum();
        assert_eq!(of("line").0, cycles, "{image}");
        assert_eq!(of("line"), of("instruction"), "{image}");
    }
}

#[test]
fn a_callgrind_profile_by_line_has_lines() {
    let dir = instructions_of("gr740", "gr740/lu.elf", "2000000");
    let text = ask(dir.path(), &["--by", "line", "--format", "callgrind"]);
    let report = json(&dir.path().join("report.json"));
    // Lines of costs are those behind a function, up to its calls.
    let (mut cycles, mut of_call) = (0, false);
    for line in text.lines() {
        let mut words = line.split(' ').map(str::parse::<u64>);
        match (words.next(), words.next()) {
            (Some(Ok(_)), Some(Ok(n))) if !of_call => cycles += n,
            _ => {}
        }
        of_call = line.starts_with("calls=");
    }
    let cores = report["cores"].as_array().expect("cores").iter();
    assert_eq!(cycles, cores.map(|c| count(&c["cycles"])).sum::<u64>());
    let lines = text
        .lines()
        .filter(|l| l.starts_with("fl=./gr740/apps/lu.c"));
    assert!(lines.count() > 2, "{text}");
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let image = prebuilt("hello");
    let image = image.to_str().expect("UTF-8");
    say(&["run", image, "--board", BOARD, "-q", "--out", out]);
    refused(
        &say(&["profile", out]),
        3,
        &["was not profiled", "--profile"],
    );
    let with = |more: &[&str]| say(&[&["profile", image, "--board", BOARD], more].concat());
    refused(
        &with(&["--sort", "speed"]),
        2,
        &["no column `speed`", "own_cycles"],
    );
    refused(&with(&["--columns", "calls,x"]), 2, &["no column `x`"]);
    refused(
        &with(&["--format", "folded", "--meter", "x"]),
        3,
        &["--meter x", "trueboard events"],
    );
    refused(&with(&["--core", "9"]), 3, &["--core 9"]);
    refused(
        &with(&["--format", "folded", "--top", "3"]),
        2,
        &["--top", "has none"],
    );
    refused(
        &with(&["--by", "line", "--format", "folded"]),
        2,
        &["--by line", "callgrind"],
    );
    refused(
        &with(&["--by", "line", "--real-time"]),
        2,
        &["--by line", "--real-time"],
    );
    refused(
        &say(&["profile", out, "--by", "line"]),
        3,
        &["was not profiled", "--profile-instructions"],
    );
    let before = std::fs::read(image).expect("the image");
    let copy = dir.path().join("copy.elf");
    std::fs::write(&copy, &before).expect("a copy");
    let copy_ = copy.to_str().expect("UTF-8");
    let over = say(&["profile", copy_, "--board", BOARD, "--out", copy_]);
    refused(&over, 2, &["--out", "overwrite an input"]);
    assert!(std::fs::read(&copy).expect("the image") == before);
    refused(
        &with(&["--out", "nowhere/x.csv"]),
        3,
        &["nowhere/x.csv", "there is no folder"],
    );
    refused(
        &say(&["profile", "nowhere/report.json"]),
        3,
        &["nowhere/report.json"],
    );
}
