//! Runs that are saved and go on in another process.

use crate::common::{holds, image, refused, run, say};
use conformance::{prebuilt, root, tiny};
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn three_processes_are_one_run() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let events = prebuilt("events");
    let at = |name: &str| dir.path().join(name);
    let (report, snap, snap2) = (at("report"), at("1"), at("2"));
    let go = |more: &[&str], code: i32| {
        let all = [&["-q", "--region", "*", "--report", text(&report)], more].concat();
        let said = run(&events, &all);
        assert_eq!(said.code, Some(code), "{}", said.err);
        (
            said.out,
            std::fs::read_to_string(&report).expect("a report"),
        )
    };
    let (console, expected) = go(&[], 0);
    let (mut said, _) = go(&["--until", "200000", "--save", text(&snap)], 5);
    let on = [
        "--restore",
        text(&snap),
        "--until",
        "1ms",
        "--save",
        text(&snap2),
    ];
    said += &go(&on, 5).0;
    let (rest, end) = go(&["--restore", text(&snap2)], 0);
    said += &rest;
    assert_eq!(said, console);
    assert!(end == expected, "the reports differ");
    // The same once more, byte for byte.
    let once = std::fs::read(&snap2).expect("a snapshot");
    go(&on, 5);
    assert!(once == std::fs::read(&snap2).expect("a snapshot"));
}

/// The same under a host's script, whose streams go along, and with a described workload.
#[test]
fn accelerators_go_on_in_another_process() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| dir.path().join(name);
    let script = root().join("firmware/parallella/scripts/trace_demo.ron");
    let cases: [(&[&str], &str, &[&str]); 2] = [
        (
            &["--board", "parallella", "--host", text(&script)],
            "3ms",
            &["streams/parallella/stream-2-3", "streams/truth-clocks.json"],
        ),
        (
            &["--board", "keystone2", "--workload", "sobel"],
            "150ms",
            &["streams/dsp3/stream", "streams/truth-clocks.json"],
        ),
    ];
    for (what, until, files) in cases {
        let go = |out: &Path, more: &[&str], code: i32| {
            let out = ["-q", "--region", "*", "--out", text(out)];
            let said = say(&[&["run"], what, &out, more].concat());
            assert_eq!(said.code, Some(code), "{what:?}: {}", said.err);
            said.out
        };
        let (straight, saved) = (at("straight"), at("saved"));
        let console = go(&straight, &[], 0);
        let snap = at("snapshot");
        let mut said = go(&saved, &["--until", until, "--save", text(&snap)], 5);
        said += &go(&saved, &["--restore", text(&snap)], 0);
        assert_eq!(said, console, "{what:?}");
        for file in files.iter().chain(&["report.json"]) {
            let read = |dir: &Path| std::fs::read(dir.join(file)).expect(file);
            assert!(read(&saved) == read(&straight), "{what:?}: {file} differs");
        }
    }
}

#[test]
fn snapshots_that_cannot_be_used() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let hello = prebuilt("hello");
    let path = dir.path().join("snap");
    let snap = text(&path);
    let said = run(&hello, &["-q", "--until", "1000", "--save", snap]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    let from =
        |image: &Path, more: &[&str]| run(image, &[&["-q", "--restore", snap], more].concat());
    refused(
        &from(&prebuilt("lu"), &[]),
        3,
        &[snap, "other images", "the same files"],
    );
    let other = from(&hello, &["--set", "cores.cpu.count=2"]);
    refused(&other, 3, &[snap, "other values", "the same --set"]);
    let (_dir, tiny) = image(&tiny::exit(0));
    let leon = [
        "run",
        text(&tiny),
        "--board",
        "leon3-mini",
        "--restore",
        snap,
    ];
    refused(
        &say(&leon),
        3,
        &[snap, "of the board gr740, not of", "--board gr740"],
    );

    let good = std::fs::read(&path).expect("a snapshot");
    let bad = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("it can be written");
        from(&hello, &[])
    };
    refused(&bad(b"x"), 3, &[snap, "no snapshot", "--save wrote"]);
    refused(
        &bad(&good[..good.len() / 2]),
        3,
        &[snap, "truncated", "copy it again"],
    );
    let mut turned = good.clone();
    turned[good.len() / 2] ^= 1;
    refused(&bad(&turned), 3, &[snap, "damaged"]);
    let old = [b"trueboard.snapshot/1\n", &good[21..]].concat();
    refused(&bad(&old), 3, &[snap, "another version", "make it again"]);
    std::fs::remove_file(&path).expect("it is there");
    refused(&from(&hello, &[]), 3, &[snap, "cannot be read"]);
}

#[test]
fn a_run_that_is_over_is_not_saved() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("snap");
    let said = run(&prebuilt("hello"), &["-q", "--save", text(&path)]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(&said.err, &["nothing is saved", "earlier --until"]);
    assert!(!path.exists());
}
