//! `compare` on runs that trace: what its exit code says of complete traces, of lost records, and of what nobody judged.

use crate::common::{Said, holds, json, say};
use conformance::root;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

/// A run of a shipped script.
fn traced(script: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = root().join(format!("firmware/parallella/scripts/{script}.ron"));
    let (file, out) = (file.display().to_string(), dir.path().display().to_string());
    let words = [
        "run",
        "--board",
        "parallella",
        "--host",
        &file,
        "--out",
        &out,
        "-q",
    ];
    let said = say(&[&words[..], &["--console", "none"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    dir
}

fn compared(dir: &Path, more: &[&str]) -> Said {
    let out = dir.display().to_string();
    say(&[&["compare", out.as_str()][..], more].concat())
}

/// Changes the report of a run.
fn edit(dir: &Path, change: impl Fn(&mut Value)) {
    let file = dir.join("report.json");
    let mut report = json(&file);
    change(&mut report);
    std::fs::write(file, report.to_string()).expect("it can be written");
}

#[test]
fn a_complete_trace_passes_and_lost_records_do_not() {
    let dir = traced("trace_demo");
    let said = compared(dir.path(), &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &["stamps judged", "reads differ and are explained"],
    );
    // Whoever gives a tolerance means the reads of the wait loops, too.
    assert_eq!(compared(dir.path(), &["--tolerance", "0"]).code, Some(1));
    // One record less has arrived.
    edit(dir.path(), |r| r["tracing"][3]["events"] = 139.into());
    let elsewhere = tempfile::tempdir().expect("a temporary directory");
    let xml = elsewhere.path().join("junit.xml");
    let said = compared(dir.path(), &["--junit", &xml.display().to_string()]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let xml = std::fs::read_to_string(xml).expect("it was written");
    holds(&xml, &["139 of 140 events are in the trace"]);
}

#[test]
fn what_a_tracer_dropped_is_no_complete_trace() {
    let dir = traced("trace_discard");
    let said = compared(dir.path(), &[]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
}

#[test]
fn a_stamp_that_is_off_fails_and_one_that_nobody_judged_is_no_success() {
    let dir = traced("trace_v2");
    assert_eq!(compared(dir.path(), &[]).code, Some(0));
    edit(dir.path(), |r| {
        r["tracing"][0]["truth"]["stamps"] = 0.into()
    });
    let said = compared(dir.path(), &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(
        &said.out,
        &["not judged: parallella/stream-0-0: 100 of 100 time stamps"],
    );
    holds(
        &said.err,
        &["nothing differs, but a part was not judged", "stream-0-0"],
    );
    // As of a tracer whose functions nobody knows.
    edit(dir.path(), |r| r["tracing"][0]["truth"] = Value::Null);
    let said = compared(dir.path(), &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(&said.err, &["called no function with a name of barectf's"]);
    edit(dir.path(), |r| {
        r["tracing"][1]["truth"]["stamps_off"] = 1.into()
    });
    assert_eq!(compared(dir.path(), &[]).code, Some(1));
}

/// Counters alike: a read that the judge could not judge is no success.
#[test]
fn a_counter_that_nobody_judged_is_no_success() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (image, out) = (
        conformance::prebuilt("epapi_demo"),
        dir.path().display().to_string(),
    );
    let image = image.display().to_string();
    let said = say(&["run", &image, "--board", "gr740", "-q", "--out", &out]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(compared(dir.path(), &[]).code, Some(0));
    edit(dir.path(), |r| {
        let event = &mut r["windows"]["events"][0];
        (event["not_judged"], event["exact"]) = (event["windows"].clone(), 0.into());
    });
    let said = compared(dir.path(), &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(&said.err, &["not judged", "reads"]);
}

/// The described tracers of Keystone 2 are held against their meters and clocks, which run at rates of their own.
#[test]
fn streams_of_keystone_are_judged() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().display().to_string();
    let words = [
        "run",
        "--board",
        "keystone2",
        "--workload",
        "sobel",
        "-q",
        "--out",
        &out,
    ];
    let clocks = [
        "--set",
        "cores.dsp.params.tsc=(offset: [1000, 0], ppm: [50, -20])",
    ];
    let said = say(&[&words[..], &clocks].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report = json(&dir.path().join("report.json"));
    let all = report["tracing"].as_array().expect("streams");
    assert_eq!(all.len(), 9);
    for t in all {
        assert_eq!(t["agrees"], true, "{t}");
        assert!(
            t["truth"]["stamps"].as_u64().is_some_and(|n| n > 100),
            "{t}"
        );
        assert_eq!(t["truth"]["stamps"], t["events"], "{t}");
    }
    let said = compared(dir.path(), &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(&said.out, &["dsp7/stream"]);
}
