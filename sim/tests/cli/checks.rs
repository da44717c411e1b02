//! `trueboard run --check`: firmware with known faults, each found at its line and nowhere else; a run is the same with
//! and without.

use crate::common::{json, refused, say};
use conformance::{prebuilt, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use tempfile::TempDir;

/// The program of a board with faults that a check finds.
#[derive(Clone, Copy)]
struct Faulty {
    board: &'static str,
    check: &'static str,
}

fn faulty(board: &'static str, check: &'static str) -> Faulty {
    Faulty { board, check }
}

impl Faulty {
    fn name(self) -> String {
        format!("faulty_{}", self.check.replace('-', "_"))
    }

    /// Lines of the source that are marked `FAULT n`, by line.
    fn marked(self) -> BTreeMap<usize, u32> {
        let source = format!("firmware/{}/apps/{}.c", self.board, self.name());
        let text = fs::read_to_string(root().join(source)).expect("a source");
        let lines = text.lines().enumerate().filter_map(|(i, line)| {
            let (_, rest) = line.split_once("/* FAULT ")?;
            let number = rest.split_whitespace().next()?;
            Some((i + 1, number.parse().ok()?))
        });
        lines.collect()
    }

    /// A run with the check: how it ended, and its report.
    fn report(self, more: &[&str]) -> (Option<i32>, Value) {
        let image = prebuilt(&format!("{}/{}", self.board, self.name()));
        let image = image.to_str().expect("UTF-8");
        let dir = TempDir::new().expect("a folder");
        let out = dir.path().join("report.json");
        let check = format!("--check={}", self.check);
        let mut words = vec![
            "run",
            "--board",
            self.board,
            "--console",
            "none",
            check.as_str(),
        ];
        words.extend(["--report", out.to_str().expect("UTF-8"), "--until", "20ms"]);
        // Two eCores: one image for each of them.
        let both = format!("0-1={image}");
        match self.board {
            "parallella" => words.extend(["--image", both.as_str(), "--start", "0-1"]),
            _ => words.push(image),
        }
        words.extend(more);
        let said = say(&words);
        assert!(out.exists(), "{}: {}", self.name(), said.err);
        (said.code, json(&out))
    }

    /// The faults that are found, each at a line that is marked with it; a finding anywhere else fails.
    fn found(self, more: &[&str]) -> BTreeSet<u32> {
        let source = format!("{}.c", self.name());
        let marked = self.marked();
        let (_, report) = self.report(more);
        let findings = report["checks"]["findings"].as_array().expect("findings");
        let mut numbers = BTreeSet::new();
        for f in findings {
            assert_eq!(f["check"], self.check, "{f:#}");
            let line = f["line"].as_str().unwrap_or_default();
            let (file, line) = line.rsplit_once(':').unwrap_or_default();
            let number = line.parse().ok().and_then(|line: usize| marked.get(&line));
            assert!(
                file.ends_with(&source) && number.is_some(),
                "{}: no fault is marked here: {f:#}",
                self.board
            );
            numbers.extend(number);
            assert_ne!(f["source"], "", "{f:#}");
        }
        numbers
    }

    fn finds_all(self) {
        let all: BTreeSet<u32> = self.marked().into_values().collect();
        assert!(all.len() >= 3);
        assert_eq!(self.found(&[]), all, "{} on {}", self.name(), self.board);
    }
}

/// All boards whose cores execute machine code.
const BOARDS: [&str; 3] = ["gr740", "tc275", "parallella"];
/// An eCore has no caches, and its registers are in no device.
const WITH_CACHES: [&str; 2] = ["gr740", "tc275"];

#[test]
fn reads_of_what_nobody_wrote_are_found() {
    for board in BOARDS {
        faulty(board, "uninit").finds_all();
    }
}

/// Objects by the sources: `left[3]` is read, and `table[1]` is stored to.
#[test]
fn findings_name_the_object_and_the_place_in_it() {
    for (check, object) in [("uninit", "left+0xc"), ("wild", "table+0x4")] {
        let (_, report) = faulty("gr740", check).report(&[]);
        let findings = report["checks"]["findings"].as_array().expect("findings");
        let named = findings.iter().any(|f| f["object"] == object);
        assert!(named, "{object}: {findings:#?}");
    }
}

#[test]
fn stacks_that_overflow_are_found() {
    for board in BOARDS {
        faulty(board, "stack").finds_all();
    }
}

#[test]
fn wild_pointers_are_found() {
    for board in BOARDS {
        faulty(board, "wild").finds_all();
    }
}

#[test]
fn old_lines_are_found() {
    for board in WITH_CACHES {
        faulty(board, "stale").finds_all();
    }
}

#[test]
fn races_are_found() {
    for board in BOARDS {
        faulty(board, "races").finds_all();
    }
}

#[test]
fn long_times_without_interrupts_are_found() {
    for board in BOARDS {
        let long = faulty(board, "irqs-off");
        long.finds_all();
        // With a longer bound there is nothing wrong.
        let none = long.found(&["--check-irqs-off", "10ms"]);
        assert_eq!(none, BTreeSet::new(), "{board}");
        // The longest one takes the cycles that it is said to take: with a cycle less it is the only one.
        let lengths = |more: &[&str]| -> Vec<u64> {
            let (_, report) = long.report(more);
            let all = report["checks"]["findings"].as_array().expect("findings");
            let words = all
                .iter()
                .filter_map(|f| f["text"].as_str()?.split(' ').nth(4));
            words.map(|n| n.parse().expect("cycles")).collect()
        };
        let longest = lengths(&[]).into_iter().max().expect("one");
        let within = |cycles: u64| lengths(&["--check-irqs-off", &cycles.to_string()]);
        assert_eq!(within(longest - 1), [longest], "{board}");
        assert_eq!(within(longest), [0; 0], "{board}");
    }
}

#[test]
fn deadlocks_are_found() {
    for board in BOARDS {
        let symbol = match board {
            "parallella" => "_faulty_which",
            _ => "faulty_which",
        };
        for which in 1..=3 {
            let poke = format!("{symbol}={which}");
            let numbers = faulty(board, "deadlock").found(&["--poke", &poke]);
            assert_eq!(numbers, BTreeSet::from([which]), "{board}");
        }
    }
}

#[test]
fn registers_against_the_manual_are_found() {
    for board in WITH_CACHES {
        faulty(board, "registers").finds_all();
    }
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
    let wild = faulty("gr740", "wild");
    let (code, before) = wild.report(&["--strict", "--check-accept", file]);
    assert_eq!(code, Some(4));
    let (code, after) = wild.report(&["--strict", "--check-suppress", file]);
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

/// A snapshot holds the machine and not what the checks know: from there right programs were accused, and faults lost.
#[test]
fn a_run_from_a_snapshot_is_not_checked() {
    let image = prebuilt("gr740/faulty_races");
    let dir = TempDir::new().expect("a folder");
    let snap = dir.path().join("snapshot");
    let (image, snap) = (
        image.to_str().expect("UTF-8"),
        snap.to_str().expect("UTF-8"),
    );
    let from = ["run", image, "--board", "gr740", "-q"];
    let saved = say(&[&from[..], &["--until", "10us", "--save", snap]].concat());
    assert_eq!(saved.code, Some(5), "{}", saved.err);
    for check in ["--check", "--check=races"] {
        let said = say(&[&from[..], &["--restore", snap, check]].concat());
        refused(&said, 2, &["--check", "--restore", "from reset"]);
    }
}
