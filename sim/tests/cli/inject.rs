//! `trueboard inject`.

use crate::common::{Said, refused, say};
use conformance::prebuilt;
use serde_json::Value;

fn image() -> String {
    prebuilt("hello").display().to_string()
}

fn inject(more: &[&str]) -> Said {
    let image = image();
    say(&[&["inject", &image, "--board", "gr740"][..], more].concat())
}

fn classes(said: &Said) -> Vec<String> {
    let study: Value = serde_json::from_str(&said.out).expect("it is JSON");
    let all = study["injections"].as_array().cloned().unwrap_or_default();
    all.iter()
        .filter_map(|i| Some(i["class"].as_str()?.to_owned()))
        .collect()
}

#[test]
fn what_cannot_be_injected_is_said_in_a_line() {
    for (faults, words) in [
        ("cpu0.o9#1@1us", &["cpu0 has no register o9"][..]),
        ("cpu0.o0#32@1us", &["no bit 32"]),
        ("cpu0.o0#1@10s", &["past the end"]),
        ("cpu9@1us", &["no such place"]),
        ("memory:nothing", &["no image has a symbol"]),
        ("memory:0xfffffff0", &["no memory"]),
        ("device:nothing", &["no device nothing"]),
        ("device:l2.NOTHING", &["no register NOTHING"]),
        ("interrupt-lost:none", &["by its number"]),
        ("sensor:l2.L2CC", &["=VALUE"]),
        ("gamma:ray", &["no such kind"]),
    ] {
        refused(&inject(&["--faults", faults]), 2, words);
    }
    refused(&inject(&[]), 2, &["--faults"]);
    let words = ["--faults", "registers", "--flips", "9"];
    refused(&inject(&words), 2, &["--flips 9"]);
    let words = ["--faults", "registers", "--check", "nothing"];
    refused(&inject(&words), 2, &["--check nothing"]);
}

#[test]
fn the_register_file_corrects_a_bit_unless_it_is_left_out() {
    let fault = ["--faults", "cpu0.sp#2@1us", "--json"];
    assert_eq!(classes(&inject(&fault)), ["corrected"]);
    let open = classes(&inject(&[&fault[..], &["--unprotected"]].concat()));
    assert_eq!(open.len(), 1);
    assert_ne!(open, ["corrected"]);
}

#[test]
fn code_that_is_hit_does_not_stay_without_effect() {
    let said = inject(&[
        "--faults",
        "memory:main",
        "--count",
        "30",
        "--to",
        "10us",
        "--json",
    ]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let found = classes(&said);
    assert_eq!(found.len(), 30);
    assert!(found.iter().any(|c| c != "masked"), "{found:?}");
    assert!(
        found.iter().any(|c| c == "masked" || c == "silent"),
        "{found:?}"
    );
}

#[test]
fn threads_kills_and_chunks_make_no_difference() {
    let dir = tempfile::tempdir().expect("a folder");
    let words = [
        "--faults",
        "registers,memory",
        "--unprotected",
        "--count",
        "24",
        "--seed",
        "7",
    ];
    let into = |name: &str, jobs: &str| {
        let out = dir.path().join(name);
        let more = ["--jobs", jobs, "--out", &out.display().to_string()];
        let said = inject(&[&words[..], &more].concat());
        assert_eq!(said.code, Some(0), "{}", said.err);
        std::fs::read(out.join("runs.jsonl")).expect("results")
    };
    let one = into("one", "1");
    assert_eq!(one.iter().filter(|b| **b == b'\n').count(), 24);
    assert!(one == into("two", "2"));
    // As a kill leaves it: a few results, and a torn line.
    let torn = dir.path().join("one/runs.jsonl");
    std::fs::write(&torn, &one[..one.len() / 3]).expect("written");
    assert!(one == into("one", "2"));
    // Two workers.
    let mut all = Vec::new();
    for chunk in ["0..10", "10..24"] {
        let file = dir.path().join(chunk);
        let name = file.display().to_string();
        let more = [
            "--chunk",
            chunk,
            "--chunk-journal",
            &name,
            "--jobs",
            "1",
            "--jobs",
            "1",
        ];
        let said = inject(&[&words[..], &more].concat());
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(0), ""),
            "{}",
            said.err
        );
        all.extend(std::fs::read(file).expect("results of a worker"));
    }
    assert!(one == all);
}

#[test]
fn an_engine_that_is_not_there_is_said() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().display().to_string();
    let words = ["--faults", "registers", "--engine", "hyperqueue"];
    refused(&inject(&words), 2, &["--out DIR"]);
    let words = [&words[..], &["--out", &out, "--count", "9"]].concat();
    let said = inject(&words);
    assert_eq!(said.code, Some(3), "no server runs: {}", said.err);
    assert!(said.err.contains("--engine"), "{}", said.err);
}
