//! `trueboard run --check`: firmware with known faults, each found at its line and nowhere else; a run is the same with
//! and without.

use crate::common::{json, refused, say};
use conformance::{prebuilt, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use tempfile::TempDir;

/// Lines of a source that are marked `FAULT n`, by line.
fn marked(source: &str) -> BTreeMap<usize, u32> {
    let path = root().join("firmware/gr740/apps").join(source);
    let text = fs::read_to_string(path).expect("a source");
    let lines = text.lines().enumerate().filter_map(|(i, line)| {
        let (_, rest) = line.split_once("/* FAULT ")?;
        let number = rest.split_whitespace().next()?;
        Some((i + 1, number.parse().ok()?))
    });
    lines.collect()
}

fn report(image: &str, check: &str, more: &[&str]) -> (Option<i32>, Value) {
    let image = prebuilt(image);
    let dir = TempDir::new().expect("a folder");
    let out = dir.path().join("report.json");
    let mut words = vec![
        "run",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "--console",
        "none",
    ];
    let (check, out) = (
        format!("--check={check}"),
        out.to_str().expect("UTF-8").to_owned(),
    );
    words.extend([check.as_str(), "--report", out.as_str(), "--until", "20ms"]);
    words.extend(more);
    let said = say(&words);
    (said.code, json(out.as_ref()))
}

/// The faults of `name` that are found, each at a line that is marked with it; a finding anywhere else fails.
fn found(name: &str, check: &str, more: &[&str]) -> BTreeSet<u32> {
    let source = format!("{name}.c");
    let marked = marked(&source);
    let (_, report) = report(name, check, more);
    let findings = report["checks"]["findings"].as_array().expect("findings");
    let mut numbers = BTreeSet::new();
    for f in findings {
        assert_eq!(f["check"], check, "{f:#}");
        let line = f["line"].as_str().unwrap_or_default();
        let (file, line) = line.rsplit_once(':').unwrap_or_default();
        let number = line.parse().ok().and_then(|line: usize| marked.get(&line));
        assert!(
            file.ends_with(&source) && number.is_some(),
            "no fault is marked here: {f:#}"
        );
        numbers.extend(number);
        assert_ne!(f["source"], "", "{f:#}");
    }
    numbers
}

fn finds_all(name: &str, check: &str) {
    let all: BTreeSet<u32> = marked(&format!("{name}.c")).into_values().collect();
    assert!(all.len() >= 3);
    assert_eq!(found(name, check, &[]), all, "{name}");
}

#[test]
fn reads_of_what_nobody_wrote_are_found() {
    finds_all("faulty_uninit", "uninit");
}

#[test]
fn stacks_that_overflow_are_found() {
    finds_all("faulty_stack", "stack");
}

#[test]
fn wild_pointers_are_found() {
    finds_all("faulty_wild", "wild");
}

#[test]
fn old_lines_are_found() {
    finds_all("faulty_stale", "stale");
}

#[test]
fn races_are_found() {
    finds_all("faulty_races", "races");
}

#[test]
fn long_times_without_interrupts_are_found() {
    finds_all("faulty_irqs_off", "irqs-off");
    // With a longer bound there is nothing wrong.
    assert_eq!(
        found("faulty_irqs_off", "irqs-off", &["--check-irqs-off", "10ms"]),
        BTreeSet::new()
    );
}

#[test]
fn deadlocks_are_found() {
    for which in 1..=3 {
        let poke = format!("faulty_which={which}");
        let numbers = found("faulty_deadlock", "deadlock", &["--poke", &poke]);
        assert_eq!(numbers, BTreeSet::from([which]));
    }
}

#[test]
fn registers_against_the_manual_are_found() {
    finds_all("faulty_registers", "registers");
}

#[test]
fn a_checked_run_is_the_run_without_checks() {
    let image = prebuilt("hello");
    let image = image.to_str().expect("UTF-8");
    let plain = say(&["run", image, "--board", "gr740", "--report", "-"]);
    let checked = say(&["run", image, "--board", "gr740", "--report", "-", "--check"]);
    let plain: Value = serde_json::from_str(&plain.out).expect("a report");
    let mut checked: Value = serde_json::from_str(&checked.out).expect("a report");
    let checks = checked
        .as_object_mut()
        .and_then(|r| r.remove("checks"))
        .expect("checks");
    assert_eq!(plain, checked);
    assert_eq!(checks["findings"], Value::Array(Vec::new()), "{checks:#}");
}

#[test]
fn findings_are_accepted_by_a_file_that_a_run_wrote() {
    let dir = TempDir::new().expect("a folder");
    let file = dir.path().join("accepted.ron");
    let file = file.to_str().expect("UTF-8");
    let (code, before) = report("faulty_wild", "wild", &["--strict", "--check-accept", file]);
    assert_eq!(code, Some(4));
    let (code, after) = report(
        "faulty_wild",
        "wild",
        &["--strict", "--check-suppress", file],
    );
    assert_eq!(code, Some(0));
    let count = |r: &Value, what: &str| r["checks"][what].as_array().map_or(0, Vec::len);
    assert_eq!(count(&after, "findings"), 0);
    assert_eq!(count(&after, "accepted"), count(&before, "findings"));
}

#[test]
fn bad_requests_get_one_line() {
    let image = prebuilt("hello");
    let image = image.to_str().expect("UTF-8");
    let run = |more: &[&str]| {
        let mut words = vec!["run", image, "--board", "gr740"];
        words.extend(more);
        say(&words)
    };
    refused(
        &run(&["--check=uninitialised"]),
        2,
        &["is no check", "uninit, stack"],
    );
    refused(
        &run(&["--check-irqs-off", "1ms"]),
        2,
        &["ask for some with --check"],
    );
    let missing = run(&["--check", "--check-suppress", "nowhere.ron"]);
    refused(&missing, 3, &["nowhere.ron"]);
    let dir = TempDir::new().expect("a folder");
    let file = dir.path().join("bad.ron");
    fs::write(&file, r#"[(check: "wild", function: "f", reason: "")]"#).expect("a file");
    let bad = run(&["--check", "--check-suppress", file.to_str().expect("UTF-8")]);
    refused(&bad, 3, &["gives no reason"]);
}
