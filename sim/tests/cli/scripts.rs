//! Host scripts on the Parallella.

use crate::common::{Said, holds, json, say};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn firmware() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../firmware")
}

/// Runs a script; its outputs go to the folder.
fn run(script: &Path, more: &[&str]) -> (Said, TempDir) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (script, out) = (
        script.display().to_string(),
        dir.path().display().to_string(),
    );
    let mut words = vec!["run", "--quiet", "--board", "parallella", "--host", &script];
    words.extend(["--out", &out]);
    words.extend(more);
    (say(&words), dir)
}

/// Runs a script that is given as text, beside the files `files`.
fn run_text(text: &str, files: &[(&str, &[u8])]) -> Said {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let script = dir.path().join("script.ron");
    std::fs::write(&script, text).expect("it can be written");
    for (name, bytes) in files {
        std::fs::write(dir.path().join(name), bytes).expect("it can be written");
    }
    run(&script, &[]).0
}

fn example(name: &str) -> PathBuf {
    firmware().join(format!("parallella/scripts/{name}.ron"))
}

#[test]
fn a_program_is_loaded_by_the_host_and_prints_through_it() {
    let (said, dir) = run(&example("hello"), &["--trace", "perfetto"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out.lines().count(), 16, "{}", said.out);
    let trace = std::fs::read_to_string(dir.path().join("perfetto/trace.json")).expect("a trace");
    holds(&trace, &["e_init", "e_load", "e_start", "wait_exit"]);
}

#[test]
fn drained_and_dropped_events_are_what_the_firmware_says() {
    let (said, dir) = run(&example("trace_discard"), &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report = json(&dir.path().join("report.json"));
    let tracing = report["tracing"].as_array().expect("a list");
    assert_eq!(tracing.len(), 16);
    for t in tracing {
        assert_eq!(t["agrees"], true, "{t}");
        assert_eq!(t["tracer"]["attempted"], 2000, "{t}");
        let sum = |a: &serde_json::Value, b: &serde_json::Value| a.as_u64().zip(b.as_u64());
        let (events, dropped) = sum(&t["events"], &t["tracer"]["discarded"]).expect("numbers");
        assert_eq!(events + dropped, 2000, "{t}");
        assert!(dropped > 0, "{t}");
        let stream = t["stream"].as_str().expect("a name");
        let file = dir.path().join("streams").join(stream);
        let bytes = std::fs::metadata(file).expect("it is there").len();
        assert_eq!(Some(bytes), t["packets"].as_u64().map(|n| n * 256), "{t}");
    }
    let metadata = firmware().join("parallella/barectf/v3/metadata");
    let read = |p: PathBuf| std::fs::read(p).expect("it is there");
    let copy = dir.path().join("streams/parallella/metadata");
    assert_eq!(read(copy), read(metadata));
}

#[test]
fn what_is_wrong_with_a_script_is_told_at_once() {
    let said = run_text(
        "(steps: [init, open(row: 0, col: 0, rows: 4, cols: 4), load(image: \"no.elf\"), \
         load(image: \"bad.srec\"), start(core: (7, 7)), drain(metadata: \"no\"), finish(status: 0)])",
        &[(
            "bad.srec",
            b"S30D000001000102030405060708CE\nS70500000100F9\n",
        )],
    );
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(
        &said.err,
        &[
            "4 problems in this host script",
            "steps[2]: load: ",
            "no.elf: cannot be read",
            "steps[3]: load: ",
            "bad.srec: line 1: the checksum is CE, but must be CD",
            "steps[4]: core: there is no core (7, 7)",
            "steps[5]: drain: no shared region",
        ],
    );
    let said = run_text("(steps: [\n  init,\n  lode(image: \"x\"),\n])", &[]);
    holds(
        &said.err,
        &["1 problem in this host script", "3:3: steps[1]", "lode"],
    );
    let script = example("hello").display().to_string();
    let said = say(&["run", "--board", "gr740", "--host", &script]);
    holds(&said.err, &["gr740 has no host"]);
}

#[test]
fn a_core_that_never_answers_is_told_and_the_rest_goes_on() {
    let said = run_text(
        "(steps: [init, open(row: 0, col: 0, rows: 1, cols: 2), load(image: \"idle.srec\", start: true), \
         exchange(core: (0, 1), timeout: \"1 ms\"), print(\"after\"), finish(status: 0)])",
        // idle; b 0
        &[("idle.srec", b"S30900000000B201E0FF64\nS70500000000FA\n")],
    );
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_eq!(said.out, "after\n");
    holds(
        &said.err,
        &["exchange 0 with core (0, 1): no acknowledgement after 1 ms"],
    );
}

/// With its lock taken out, a task's tracepoint is interrupted by a handler's: readers see damaged packets. With the lock,
/// all packets are whole, and all records of them arrive.
#[test]
fn tracepoints_that_collide_are_seen_by_readers() {
    let check = |dir: &TempDir| {
        let stream = dir.path().join("streams/parallella");
        say(&["trace", "check", stream.to_str().expect("UTF-8")])
    };
    let (said, dir) = run(&example("collide"), &[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    for part in ["the packet is damaged", "which no ring of 4 can hold"] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    // Only the task's lock was taken out: the image is the one that the script is made for.
    assert!(
        !said.err.contains("0x39c") && !said.err.contains("0x3a0"),
        "{}",
        said.err
    );
    let damaged = check(&dir);
    assert_eq!(damaged.code, Some(1), "{}", damaged.out);
    assert!(
        damaged
            .err
            .contains("packets were lost, repeated or mixed up"),
        "{}",
        damaged.err
    );
    let (said, dir) = run(&example("collide_locked"), &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let whole = check(&dir);
    assert_eq!(whole.code, Some(0), "{}{}", whole.out, whole.err);
    let report = json(&dir.path().join("report.json"));
    let trace = &report["tracing"][0];
    assert_eq!(trace["agrees"], true, "{trace}");
}
