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

/// A run of a shipped script that keeps its calls; the folder of the run, and of the streams that its tracers made.
fn with_calls(script: &str, code: i32) -> (TempDir, std::path::PathBuf) {
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
    let trace = [
        "--trace",
        "ctf",
        "--events",
        "calls,counters",
        "--console",
        "none",
    ];
    let said = say(&[&words[..], &trace].concat());
    assert_eq!(said.code, Some(code), "{}", said.err);
    let streams = dir.path().join("streams/parallella");
    (dir, streams)
}

fn judged(dir: &Path, trace: &Path, more: &[&str]) -> Said {
    let trace = trace.display().to_string();
    compared(dir, &[&["--firmware-trace", &trace][..], more].concat())
}

/// A copy of a trace, of which one stream is changed.
fn planted(streams: &Path, change: impl FnOnce(&Path, &mut Vec<u8>)) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for entry in std::fs::read_dir(streams).expect("a folder") {
        let entry = entry.expect("an entry");
        std::fs::copy(entry.path(), dir.path().join(entry.file_name())).expect("a copy");
    }
    let file = dir.path().join("stream-1-2");
    let mut bytes = std::fs::read(&file).expect("a stream");
    change(dir.path(), &mut bytes);
    std::fs::write(file, bytes).expect("it can be written");
    dir
}

/// Adds to a number of 64 bits.
fn add(bytes: &mut [u8], at: usize, n: u64) {
    let field: [u8; 8] = bytes[at..at + 8].try_into().expect("8 bytes");
    let sum = u64::from_le_bytes(field) + n;
    bytes[at..at + 8].copy_from_slice(&sum.to_le_bytes());
}

/// 100 us later: the stamps of all events of a stream, and those of its packets.
fn late(folder: &Path, bytes: &mut [u8]) {
    let folder = folder.display().to_string();
    let said = say(&["trace", "cat", &folder, "--json"]);
    let mut changed = 0;
    for line in said.out.lines() {
        let event: Value = serde_json::from_str(line).expect("an event");
        let context = &event["packet_context"];
        if context["row"] != 1 || context["col"] != 2 {
            continue;
        }
        // A header is at a multiple of 8 bytes: the event's number, its time.
        let at = event["byte"].as_u64().expect("a place").next_multiple_of(8) as usize + 8;
        let stamp: [u8; 8] = bytes[at..at + 8].try_into().expect("8 bytes");
        assert_eq!(event["cycles"], u64::from_le_bytes(stamp));
        add(bytes, at, 60_000);
        changed += 1;
    }
    assert_eq!(changed, 140);
    for packet in bytes.chunks_mut(256) {
        add(packet, 32, 60_000);
        add(packet, 40, 60_000);
    }
}

/// Streams of barectf 3 are held against the tracepoints that were called: right ones pass, also elsewhere, and each
/// planted mistake is found.
#[test]
fn streams_of_tracepoints_are_judged_event_by_event() {
    let (dir, streams) = with_calls("trace_demo", 0);
    let said = judged(dir.path(), &streams, &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let right = [
        "all calls are in the trace, in their order, and nothing else is",
        "all time stamps are those at which the tracer read its clock",
        "not compared: payloads (2240)",
    ];
    holds(&said.out, &right);
    let copy = planted(&streams, |_, _| ());
    let said = judged(dir.path(), copy.path(), &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &[
            right[0],
            right[1],
            "all 2240 payloads are those that left the board",
        ],
    );

    let payload = planted(&streams, |_, bytes| {
        let number = 0x1234_5678_9ABC_DEF1u64.to_le_bytes();
        let at = bytes
            .windows(8)
            .position(|w| w == number)
            .expect("the number of the second round");
        bytes[at] ^= 0x40;
    });
    let said = judged(dir.path(), payload.path(), &[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(
        &said.out,
        &[
            "wrong payload: record 8 of core 6 (integers) says {",
            "1311768467463790257",
            right[0],
            right[1],
        ],
    );

    let lost = planted(&streams, |_, bytes| drop(bytes.drain(3 * 256..4 * 256)));
    let said = judged(dir.path(), lost.path(), &[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(
        &said.out,
        &[
            "lost: 6 calls in a row, 17 to 22 of core 6",
            "damaged: ",
            "packet_seq_num is 4, expected 3",
            right[1],
        ],
    );

    let late = planted(&streams, |folder, bytes| late(folder, bytes));
    let junit = late.path().with_extension("xml").display().to_string();
    let said = judged(dir.path(), late.path(), &["--junit", &junit]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(
        &said.out,
        &[
            "core 6: its clock is ",
            " us late throughout (known to 0.",
            "140 of 140 time stamps",
            right[0],
        ],
    );
    let by = said
        .out
        .split("core 6: its clock is ")
        .nth(1)
        .and_then(|t| t.split(' ').next());
    let by: f64 = by.and_then(|t| t.parse().ok()).expect("a number");
    assert!((by - 100.0).abs() < 0.3, "{by}");
    let xml = std::fs::read_to_string(&junit).expect("it was written");
    std::fs::remove_file(junit).expect("it is there");
    assert_eq!(xml.matches("<failure").count(), 1, "{xml}");
    holds(
        &xml,
        &[
            "core 6: time stamps",
            "core 6: payloads",
            "core 15: dropped events",
        ],
    );
}

/// Version 2 of barectf; a tracer that drops events; two tracepoints that write into each other's packets.
#[test]
fn streams_of_other_tracers_are_judged() {
    let (dir, streams) = with_calls("trace_v2", 0);
    let said = judged(dir.path(), &streams, &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let (dir, streams) = with_calls("trace_discard", 0);
    let said = judged(dir.path(), &streams, &[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(
        &said.out,
        &[
            "core 0: its tracer dropped 1960 events; its packets count ",
            "all calls are in the trace",
        ],
    );
    let (dir, streams) = with_calls("collide", 1);
    let said = judged(dir.path(), &streams, &[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(
        &said.out,
        &[
            "core 0: its tracer dropped 7717 events\n",
            "damaged: ",
            "lost: ",
            "all time stamps are those",
        ],
    );
    // The host's own trace is that of no core.
    let host = streams.with_file_name("host");
    let said = judged(dir.path(), &host, &[]);
    assert_eq!(said.code, Some(3), "{}", said.out);
    holds(&said.err, &["the run traced no stream of this name"]);
}
