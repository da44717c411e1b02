//! Programs of several tasks on one core: each has a stack of calls of its own, in every report that is made of calls.
//! The image `tasks` says in its source how often each function is called, and by whom.

use crate::common::{json, say};
use conformance::prebuilt;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
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
            [calls, completed, unfinished],
            [2 * ROUNDS, 2 * ROUNDS, 0],
            "{name}"
        );
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
    assert_eq!(count(&blocks["completed"]), 2 * ROUNDS, "{blocks}");
    // Two tasks call it in turn, and an interval is one of a task.
    let periods = &blocks["periods"];
    assert_eq!(count(&periods["intervals"]), 2 * (ROUNDS - 1), "{blocks}");
    // What a handler calls is called in whatever task.
    let mut handled = executions.iter().filter(|e| e["in_handler"] == true);
    assert!(handled.any(|e| e["name"] == "on_tick"));
    for e in executions.iter().filter(|e| e["in_handler"] == true) {
        let intervals = count(&e["periods"]["intervals"]);
        assert_eq!(intervals, count(&e["calls"]) - 1, "{e}");
    }
}

/// The name of a track, how often each function begins there, and how deep it nests.
type Track = (String, BTreeMap<String, u64>, usize);

/// Slices of a trace in the Trace Event Format: by track. What each track ends it has begun, innermost first; nothing is open at the end.
fn slices(path: &Path) -> BTreeMap<u64, Track> {
    let events = json(path);
    let events = events.as_array().expect("events");
    let mut tracks: BTreeMap<u64, Track> = BTreeMap::new();
    let mut open: BTreeMap<u64, u64> = BTreeMap::new();
    for e in events {
        let id = e["tid"].as_u64().unwrap_or(0);
        let (track, deep) = (tracks.entry(id).or_default(), open.entry(id).or_default());
        let name = e["name"].as_str().unwrap_or_default();
        match e["ph"].as_str() {
            Some("M") if name == "thread_name" => {
                track.0 = e["args"]["name"].as_str().expect("a name").to_owned();
            }
            Some("B") => {
                *track.1.entry(name.to_owned()).or_default() += 1;
                *deep += 1;
                track.2 = track.2.max(*deep as usize);
            }
            Some("E") => *deep = deep.checked_sub(1).expect("it has begun"),
            _ => {}
        }
    }
    assert!(open.values().all(|&n| n == 0), "{open:?}");
    tracks
}

/// Each task of the image has a track called `prefix` and its number and function, with what it has called.
fn has_tracks_of_tasks(path: &Path, prefix: &str) {
    let tracks = slices(path);
    let is_task = |t: &&Track| t.0.contains(" task ") && !t.0.ends_with(" state");
    let named = tracks.values().filter(is_task);
    let names: BTreeSet<&str> = named.map(|t| t.0.as_str()).collect();
    let expected = ["polite", "polite", "busy", "busy"];
    let expected: Vec<(String, &str)> = (1..)
        .zip(expected)
        .map(|(n, f)| (format!("{prefix} task {n}: {f}"), f))
        .collect();
    let all: BTreeSet<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, all);
    for (name, function) in &expected {
        let (_, calls, deepest) = (tracks.values().find(|t| t.0 == *name)).expect("it is there");
        let (work, times) = match *function {
            "polite" => ("blocks", ROUNDS),
            _ => ("long_work", ROUNDS),
        };
        assert_eq!(calls.get(*function), Some(&1), "{name}");
        assert_eq!(calls.get(work), Some(&times), "{name}");
        assert!(*deepest < 10, "{name}: {deepest}");
    }
    // What the core began with calls none of that.
    let other = tracks.values().find(|t| t.0 == prefix).expect("a track");
    assert!(!other.1.contains_key("blocks") && other.1.contains_key("main"));
}

#[test]
fn a_trace_has_a_track_for_each_task() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().join("trace.json");
    let trace = format!("perfetto={}", path.to_str().expect("UTF-8"));
    let (_dir, _) = ran(&["--trace", &trace]);
    has_tracks_of_tasks(&path, "cpu0");
}

#[test]
fn a_trace_that_is_converted_has_a_row_for_each_task() {
    let dir = TempDir::new().expect("a folder");
    let [ctf, out] = ["ctf", "out"].map(|name| dir.path().join(name));
    let [from, to] = [&ctf, &out].map(|path| path.to_str().expect("UTF-8"));
    let (_dir, _) = ran(&["--trace", &format!("ctf={from}")]);
    let said = say(&["trace", "check", from]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    for format in ["perfetto", "paraver"] {
        let said = say(&["trace", "convert", from, "--to", format, "--out", to]);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    }
    has_tracks_of_tasks(&out, "stream_core_0");
    let names = fs::read_to_string(out.with_extension("row")).expect("names of rows");
    assert!(names.contains("stream_core_0 task 3: busy"), "{names}");
}

/// Types of events, see docs/user/reference/formats.md.
const FUNCTION: &str = "60000019";
const TASK: &str = "47000013";

/// In Paraver a core is a thread: records of tasks say where the calls of one end and those of another begin.
#[test]
fn paravers_trace_says_which_task_goes_on() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().join("trace");
    let (_dir, _) = ran(&["--trace", &format!("paraver={}", path.display())]);
    let labels = fs::read_to_string(path.with_extension("pcf")).expect("labels");
    let number = |label: &str| {
        let line = labels.lines().find(|l| l.ends_with(&format!(" {label}")));
        let line = line.unwrap_or_else(|| panic!("no {label} in {labels}"));
        line.split_whitespace().next().expect("a number").to_owned()
    };
    let [blocks, long_work] = ["blocks", "long_work"].map(number);
    let tasks = [1, 2, 3, 4].map(|n| {
        let function = if n < 3 { "polite" } else { "busy" };
        number(&format!("cpu0 task {n}: {function}"))
    });
    let records = fs::read_to_string(path.with_extension("prv")).expect("records");
    let (mut now, mut open) = ("0".to_owned(), Vec::new());
    // By task: the calls in which it was left.
    let mut left: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut calls: BTreeMap<(String, String), u64> = BTreeMap::new();
    for record in records.lines().filter(|l| l.starts_with("2:1:")) {
        let fields: Vec<&str> = record.split(':').skip(6).collect();
        let pairs: Vec<(&str, &str)> = fields.chunks(2).map(|p| (p[0], p[1])).collect();
        let switch = pairs.iter().find(|p| p.0 == TASK);
        if switch.is_some() {
            left.insert(now.clone(), open.clone());
        }
        for (ty, value) in &pairs {
            match (*ty, *value) {
                (FUNCTION, "0") => _ = open.pop().expect("it is open"),
                (FUNCTION, f) => {
                    open.push(f.to_owned());
                    let of = calls.entry((now.clone(), f.to_owned())).or_default();
                    *of += u64::from(switch.is_none());
                }
                (TASK, task) => now = task.to_owned(),
                _ => {}
            }
        }
        if switch.is_some() {
            let known = left.get(&now).cloned().unwrap_or_default();
            assert_eq!(open, known, "{record}");
        }
        assert!(open.len() < 10, "{record}");
    }
    let of = |task: &String, f: &String| calls.get(&(task.clone(), f.clone())).copied();
    for (i, task) in tasks.iter().enumerate() {
        let work = if i < 2 { &blocks } else { &long_work };
        assert_eq!(of(task, work), Some(ROUNDS), "{task}");
    }
    assert_eq!(of(&"0".to_owned(), &blocks), None);
}

#[test]
fn the_page_calls_tasks_by_their_functions() {
    let dir = TempDir::new().expect("a folder");
    let path = dir.path().join("page.html");
    let (_dir, _) = ran(&["--html", path.to_str().expect("UTF-8")]);
    let page = fs::read_to_string(&path).expect("a page");
    for task in ["1: polite", "2: polite", "3: busy", "4: busy"] {
        assert!(page.contains(&format!("\"cpu0 task {task}\"")), "{task}");
    }
}
