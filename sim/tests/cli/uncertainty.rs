//! `trueboard uncertainty`, and `trueboard run --uncertainty`.

use crate::common::{Said, holds, json, refused, say};
use conformance::prebuilt;
use serde_json::Value;
use std::path::Path;

fn image(name: &str) -> String {
    prebuilt(name).display().to_string()
}

/// Of a few constants of hello.elf.
fn study(more: &[&str]) -> Said {
    let image = image("hello");
    let mut words = vec!["uncertainty", &image, "--board", "gr740"];
    for only in [
        "*.tag_cycles",
        "*.fill_cycles",
        "*.fp_move_cycles",
        "power.fixed.*",
    ] {
        words.extend(["--only", only]);
    }
    words.extend(["--samples", "4"]);
    words.extend(more);
    say(&words)
}

fn kept(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(dir).expect("the folder");
    let file = |e: std::io::Result<std::fs::DirEntry>| {
        let e = e.expect("an entry");
        let bytes = std::fs::read(e.path()).expect("a file");
        (e.file_name().to_string_lossy().into_owned(), bytes)
    };
    let mut all: Vec<_> = entries.map(file).collect();
    all.sort();
    all
}

#[test]
fn any_number_of_threads_and_a_kill_give_the_same_files() {
    let dir = tempfile::tempdir().unwrap();
    let out = |name: &str| dir.path().join(name);
    let at = |name: &str, jobs: &str| {
        let place = out(name).display().to_string();
        let said = study(&["--out", &place, "--jobs", jobs]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.out
    };
    let shown = at("one", "1");
    assert_eq!(at("two", "2"), shown);
    let one = kept(&out("one"));
    assert!(one == kept(&out("two")), "threads show");
    let runs = out("two").join("runs.jsonl");
    let bytes = std::fs::read(&runs).unwrap();
    std::fs::write(&runs, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(at("two", "2"), shown);
    assert!(one == kept(&out("two")), "a kill shows");
}

#[test]
fn the_interval_is_that_of_runs_and_constants_are_in_order() {
    let said = study(&["--json", "--meter", "l2.write_hits"]);
    let s: Value = serde_json::from_str(&said.out).expect("it is JSON");
    let paths: Vec<&str> = s["constants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["path"].as_str().unwrap())
        .collect();
    assert_eq!(
        paths[..2],
        [
            "stages.l2.params.tag_cycles",
            "stages.l2.params.fill_cycles"
        ]
    );
    let meter = |name: &str| {
        s["meters"]
            .as_array()
            .unwrap()
            .iter()
            .find(|m| m["meter"] == name)
            .unwrap()
            .clone()
    };
    assert!(meter("l2.write_hits")["nominal"].is_u64());
    let time = meter("run.nanoseconds");
    let of = |set: &[&str]| {
        let image = image("hello");
        let mut words = vec![
            "run",
            &image,
            "--board",
            "gr740",
            "-q",
            "--console",
            "none",
            "--report",
            "-",
        ];
        set.iter().for_each(|s| words.extend(["--set", s]));
        let r: Value = serde_json::from_str(&say(&words).out).expect("a report");
        Value::from((r["time"]["seconds"].as_f64().unwrap() * 1e9).round() as u64)
    };
    assert_eq!(time["nominal"], of(&[]));
    let low = [
        "stages.l2.params.tag_cycles=3",
        "stages.l2.params.fill_cycles=2",
    ];
    let high = [
        "stages.l2.params.tag_cycles=6",
        "stages.l2.params.fill_cycles=8",
    ];
    assert_eq!((&time["low"], &time["high"]), (&of(&low), &of(&high)));
    // How the offset divides says nothing of the sum; no program moves floating-point numbers here.
    for (path, i) in paths.iter().zip(0..) {
        let effect = &meter("run.energy_nanojoules")["effects"][i]["size_percent"];
        let none = path.contains("leakage") || path.contains("fp_move");
        assert_eq!(effect.as_f64() == Some(0.0), none, "{path}");
    }
}

fn parsed(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{e}: {}{}", said.out, said.err))
}

/// What is set is known, with all below it: it is not varied.
#[test]
fn what_is_set_is_no_constant_of_the_study() {
    let set = "stages.l2.params.tag_cycles=4";
    let s = parsed(&study(&["--json", "--set", set]));
    let constants = s["constants"].as_array().expect("constants").iter();
    let paths: Vec<&str> = constants.filter_map(|c| c["path"].as_str()).collect();
    assert!(paths.contains(&"stages.l2.params.fill_cycles"), "{paths:?}");
    assert!(!paths.contains(&"stages.l2.params.tag_cycles"), "{paths:?}");
}

/// A budget that slower runs do not keep: they are told, their numbers do not count, and the study is no success.
#[test]
fn runs_that_end_otherwise_are_told_and_do_not_count() {
    let time = |s: &Value| -> Value {
        let meters = s["meters"].as_array().expect("meters").iter();
        let mut time = meters.filter(|m| m["meter"] == "run.nanoseconds");
        time.next().expect("the time").clone()
    };
    let of = |s: &Value, name: &str| time(s)[name].as_u64().expect("a number");
    let all = parsed(&study(&["--json"]));
    let most = of(&all, "nominal") + 100;
    assert!(of(&all, "high") > most, "{}", time(&all));
    let said = study(&["--json", "--until", &format!("{most}ns")]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let some = parsed(&said);
    let failed = some["failed"].as_array().expect("failed runs");
    assert!(!failed.is_empty() && failed.iter().all(|f| f["detail"].is_string()));
    assert_eq!(of(&some, "nominal"), of(&all, "nominal"));
    assert!(of(&some, "high") < most, "{}", time(&some));
}

#[test]
fn trajectories_rank_as_single_changes_do() {
    let said = study(&[
        "--json",
        "--screening",
        "morris",
        "--trajectories",
        "3",
        "--seed",
        "5",
    ]);
    let s: Value = serde_json::from_str(&said.out).expect("it is JSON");
    let first = s["constants"][0]["path"].as_str().unwrap();
    assert!(first.starts_with("stages.l2."), "{first}");
    let csv = study(&["--csv"]).out;
    holds(
        &csv,
        &["run.nanoseconds,", ",stages.l2.params.tag_cycles,4,3,6"],
    );
}

#[test]
fn a_report_has_the_uncertainty_that_was_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().display().to_string();
    assert_eq!(study(&["--out", &out]).code, Some(0));
    let file = format!("{out}/uncertainty.json");
    let report = format!("{out}/report.json");
    let run = |name: &str, more: &[&str]| {
        let image = image(name);
        let mut words = vec!["run", &image, "--console", "none", "--uncertainty", &file];
        words.extend(more);
        say(&words)
    };
    let said = run("hello", &["--board", "gr740", "--report", &report]);
    holds(&said.out, &["time \u{b1} ", " % from estimated constants"]);
    let spread = &json(Path::new(&report))["uncertainty"]["meters"]["run.nanoseconds"];
    let (low, high) = (
        spread["low_percent"].as_f64(),
        spread["high_percent"].as_f64(),
    );
    assert!(low < Some(0.0) && high > Some(0.0), "{spread}");
    refused(
        &run("memory", &["--board", "gr740"]),
        3,
        &["images, by their SHA-256"],
    );
    refused(
        &run("leon3-mini/hello", &["--board", "leon3-mini"]),
        3,
        &["is of board gr740"],
    );
    let set = ["--board", "gr740", "--set", "stages.l2.params.tag_cycles=5"];
    refused(&run("hello", &set), 3, &["other board values"]);
}

#[test]
fn what_cannot_be_studied_is_said() {
    refused(&study(&["--meter", "cpu0.nope"]), 3, &["--meter cpu0.nope"]);
    refused(
        &study(&["--estimates", "nope"]),
        3,
        &["no ranges of estimated constants"],
    );
    let image = image("hello");
    let said = say(&["uncertainty", &image, "--board", "gr740", "--only", "nope"]);
    refused(
        &said,
        3,
        &["--only nope: no estimated constant is called so"],
    );
}
