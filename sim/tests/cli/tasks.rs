//! Programs of several tasks on one core: each has a stack of calls of its own, in every report that is made of calls.
//! The image `tasks` says in its source how often each function is called, and by whom.

use crate::common::{json, say};
use conformance::prebuilt;
use serde_json::Value;
use std::collections::BTreeSet;
use tempfile::TempDir;

/// Rounds of each of the four tasks.
const ROUNDS: u64 = 50;

/// A run with these options: its folder, with a report.
fn ran(more: &[&str]) -> (TempDir, Value) {
    let dir = TempDir::new().expect("a folder");
    let image = prebuilt("tasks");
    let out = dir.path().join("report.json");
    let mut words = vec![
        "run",
        image.to_str().expect("UTF-8"),
        "--board",
        "gr740",
        "-q",
    ];
    words.extend(["--report", out.to_str().expect("UTF-8")]);
    words.extend(more);
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let report = json(&out);
    (dir, report)
}

fn count(v: &Value) -> u64 {
    v.as_u64().unwrap_or_else(|| panic!("{v} is no count"))
}

/// `blocks` hands the core over in its middle, `long_work` is interrupted in its middle.
#[test]
#[ignore = "the call in which a stack is first left stays open, and the next one of that task lacks its beginning"]
fn a_region_that_blocks_completes() {
    let (_dir, report) = ran(&["--region", "blocks", "--region", "long_work"]);
    let regions = report["regions"].as_array().expect("regions");
    let region = |name: &str| {
        let found = regions.iter().find(|r| r["name"] == name);
        found.unwrap_or_else(|| panic!("no region {name}"))
    };
    for name in ["blocks", "long_work"] {
        let r = region(name);
        let [calls, completed, unfinished] =
            ["calls", "completed", "unfinished"].map(|f| count(&r[f]));
        assert_eq!(
            (calls, completed + unfinished),
            (2 * ROUNDS, 2 * ROUNDS),
            "{name}"
        );
        // The call in which a stack is first left, before it is known to be a task's, may stay open.
        assert!(unfinished <= 1, "{name}: {unfinished} unfinished");
    }
    // A turn of the loop is three instructions. What another task executes meanwhile is none of it; what a handler
    // does for the task itself is: far less than another turn of the whole.
    let r = region("long_work");
    let (min, max) = (count(&r["min_cycles"]), count(&r["max_cycles"]));
    assert!(min >= 3000 && max < 2 * min, "{min} to {max} cycles");
    // It takes longer than it executes: two ticks are a cycle.
    let cycles = count(&r["meters"]["cycles"]);
    assert!(count(&r["ticks"]) > 3 * cycles, "{r}");
}

#[test]
fn a_region_that_waits_is_the_same_behind_a_snapshot() {
    let regions = ["--region", "blocks", "--region", "long_work"];
    let (dir, whole) = ran(&regions);
    for until in ["100us", "800us"] {
        let snap = dir.path().join("snapshot");
        let snap = snap.to_str().expect("UTF-8");
        let image = prebuilt("tasks");
        let from = [
            "run",
            image.to_str().expect("UTF-8"),
            "--board",
            "gr740",
            "-q",
        ];
        let save = ["--until", until, "--save", snap];
        let said = say(&[&from[..], &regions, &save].concat());
        assert_eq!(said.code, Some(5), "{}", said.err);
        let (_rest, rest) = ran(&[&regions[..], &["--restore", snap]].concat());
        assert_eq!(rest["regions"], whole["regions"], "{until}");
    }
}

#[test]
fn a_profile_has_each_task_by_itself() {
    let (_dir, report) = ran(&["--profile"]);
    let core = &report["profile"][0];
    let contexts = core["contexts"].as_array().expect("contexts");
    let name = |c: &Value| c["name"].as_str().expect("a name").to_owned();
    let above = |c: &Value| {
        let mut names = vec![name(c)];
        let mut at = c;
        while let Some(caller) = at["caller"].as_u64() {
            at = &contexts[caller as usize];
            names.push(name(at));
        }
        names.reverse();
        names
    };
    let all: Vec<Vec<String>> = contexts.iter().map(above).collect();
    // As the source has it: nothing is deeper than a task in the handler that takes the core from it, with what
    // prints and what fills windows above.
    let deepest = all.iter().map(Vec::len).max();
    assert!(deepest < Some(10), "{deepest:?}: {all:?}");
    // Nobody calls a task, and it calls no other one.
    let tasks = ["polite", "busy"];
    for names in &all {
        let of: Vec<&String> = names
            .iter()
            .filter(|n| tasks.contains(&n.as_str()))
            .collect();
        assert!(of.len() <= 1, "{names:?}");
        if let [task] = of[..] {
            assert_eq!(names.get(1), Some(task), "{names:?}");
            assert!(!names.contains(&"main".to_owned()), "{names:?}");
        }
    }
    let calls = |function: &str| -> u64 {
        let of = contexts.iter().filter(|c| name(c) == function);
        of.map(|c| count(&c["calls"])).sum()
    };
    let counted = ["polite", "busy", "blocks", "short_work", "long_work"].map(calls);
    assert_eq!(counted, [2, 2, 2 * ROUNDS, 4 * ROUNDS, 2 * ROUNDS]);
    let ticks: u64 = contexts.iter().map(|c| count(&c["ticks"])).sum();
    assert_eq!(ticks, count(&report["time"]["ticks"]));
    // Executions end, though others come in between.
    let executions = core["executions"].as_array().expect("executions");
    let of = |function: &str| executions.iter().find(|e| e["name"] == function);
    let blocks = of("blocks").expect("it is called");
    assert_eq!(count(&blocks["calls"]), 2 * ROUNDS);
    assert!(count(&blocks["completed"]) >= 2 * ROUNDS - 1, "{blocks}");
}

/// Slices of the Trace Event Format nest by track; what each track ends it has begun, innermost first.
#[test]
fn a_trace_has_a_track_for_each_task() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().join("trace.json");
    let trace = format!("perfetto={}", path.to_str().expect("UTF-8"));
    let (_dir, _) = ran(&["--trace", &trace]);
    let events = json(&path);
    let events = events.as_array().expect("events");
    let mut tracks: BTreeSet<String> = BTreeSet::new();
    let mut open: std::collections::BTreeMap<u64, Vec<String>> = Default::default();
    let mut deepest = 0;
    for e in events {
        let track = count(&e["tid"]);
        let name = e["name"].as_str().unwrap_or_default().to_owned();
        match e["ph"].as_str() {
            Some("M") if e["name"] == "thread_name" => {
                let name = e["args"]["name"].as_str().expect("a name");
                tracks.extend(name.contains(" task ").then(|| name.to_owned()));
            }
            Some("B") => {
                let of = open.entry(track).or_default();
                of.push(name);
                deepest = deepest.max(of.len());
            }
            Some("E") => _ = open.entry(track).or_default().pop().expect("it has begun"),
            _ => {}
        }
    }
    let expected = ["polite", "polite", "busy", "busy"];
    let expected = (1..)
        .zip(expected)
        .map(|(n, f)| format!("cpu0 task {n}: {f}"));
    assert_eq!(tracks, expected.collect());
    assert!(open.values().all(Vec::is_empty), "{open:?}");
    assert!(deepest < 10, "{deepest}");
}
