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
        "(layout: \"layout.ron\", steps: [init, open(row: 0, col: 0, rows: 1, cols: 2), \
         load(image: \"idle.srec\", start: true), exchange(core: (0, 1), timeout: \"1 ms\"), print(\"after\"), \
         finish(status: 0)])",
        &[
            // idle; b 0
            ("idle.srec", b"S30900000000B201E0FF64\nS70500000000FA\n"),
            (
                "layout.ron",
                b"(mailboxes: (at: 0x8e900000, bytes: 8, exchange: (request: 0, ack: 4)))",
            ),
        ],
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

/// `trace_discard` with its script, in a folder of its own: the image, the layout and the script as they are changed.
fn traced(
    image: &[u8],
    layout: &str,
    change: impl FnOnce(String) -> String,
) -> (Said, TempDir, TempDir) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let text = std::fs::read_to_string(example("trace_discard")).expect("a script");
    let text = text.replace("../../prebuilt/parallella/", "");
    let text = text.replace("../barectf/v3/", "").replace("../", "");
    let metadata = std::fs::read(firmware().join("parallella/barectf/v3/metadata"));
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(dir.path().join(name), bytes).expect("it can be written");
    };
    write("script.ron", change(text).as_bytes());
    write("layout.ron", layout.as_bytes());
    write("trace_discard.elf", image);
    write("metadata", &metadata.expect("metadata"));
    let (said, out) = run(&dir.path().join("script.ron"), &[]);
    (said, out, dir)
}

fn discarding() -> Vec<u8> {
    let image = firmware().join("prebuilt/parallella/trace_discard.elf");
    std::fs::read(image).expect("it is there")
}

fn committed_layout() -> String {
    std::fs::read_to_string(firmware().join("parallella/layout.ron")).expect("it is there")
}

/// A firmware with its mailboxes elsewhere: the two instructions that load their address are patched, and the layout
/// says so. All of the report but the image's hash stays.
#[test]
fn a_firmware_with_mailboxes_elsewhere_gives_the_same_report() {
    let report = |out: &TempDir| {
        let mut report = json(&out.path().join("report.json"));
        let parts = report.as_object_mut().expect("an object");
        parts.remove("images").expect("images");
        parts.remove("host");
        report
    };
    let (said, first, _dir) = traced(&discarding(), &committed_layout(), |text| text);
    assert_eq!(said.code, Some(0), "{}", said.err);
    // movt r2,0x8e80 and movt r4,0x8e80, then with 0x8e90.
    let mut image = discarding();
    for (from, to) in [
        ([0x0b, 0x50, 0xe2, 0x18], [0x0b, 0x52, 0xe2, 0x18]),
        ([0x0b, 0x90, 0xe2, 0x18], [0x0b, 0x92, 0xe2, 0x18]),
    ] {
        let found: Vec<usize> = (0..image.len() - 3)
            .filter(|&at| image[at..at + 4] == from)
            .collect();
        assert_eq!(found.len(), 1, "{found:?}");
        image[found[0]..found[0] + 4].copy_from_slice(&to);
    }
    let elsewhere = committed_layout().replace("0x8E800000", "0x8E900000");
    let (said, second, _dir) = traced(&image, &elsewhere, |text| text);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let first = report(&first);
    assert_eq!(first["tracing"][15]["tracer"]["attempted"], 2000);
    assert_eq!(first, report(&second));
}

/// Counts that a script puts into mailboxes of another layout are those of the report.
#[test]
fn counts_are_read_where_the_layout_says() {
    let layout = "(mailboxes: (at: 0x8e900040, bytes: 32, words: {\"other\": 0}, \
                  tracer: (packets: 4, state: 28, finished: 7, attempted: 12, discarded: 8)))";
    let (said, out, _dir) = traced(&discarding(), layout, |text| {
        // The firmware's own mailboxes, by their addresses.
        let state = "0x8e800008";
        let text = text.replace("mailbox:state", state);
        let end = text
            .find("        read(at: \"mailbox:attempted\"")
            .expect("it is there");
        text[..end].to_owned()
            + "write(core: (0, 1), at: \"mailbox:attempted\", value: 1999),\n\
               write(core: (0, 1), at: \"mailbox:discarded\", value: 40),\n\
               write(core: (0, 1), at: \"mailbox:packets\", value: 9),\n\
               write(core: (0, 1), at: \"mailbox:state\", value: 7),\n\
               read(core: (0, 1), at: \"mailbox:state\", expect: 7),\n\
               finish(status: 0)])"
    });
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report = json(&out.path().join("report.json"));
    let tracer = |core: usize| report["tracing"][core]["tracer"].clone();
    let counts = serde_json::json!({ "attempted": 1999, "discarded": 40, "packets": 9 });
    assert_eq!((tracer(0), tracer(1)), (serde_json::Value::Null, counts));
    assert_eq!(report["tracing"][1]["agrees"], false);
    holds(
        &said.err,
        &["parallella/stream-0-1: ", "it made 1999 calls"],
    );
}

/// Without a layout packets are drained and checked, and one line says that the firmware's counts are not known.
#[test]
fn without_a_layout_the_counts_are_not_known() {
    let (_, with, _dir) = traced(&discarding(), &committed_layout(), |text| text);
    let (said, without, _dir) = traced(&discarding(), "()", |text| {
        let text = text.replace("    layout: \"layout.ron\",\n", "");
        let text = text.replace("mailbox:state", "0x8e800008");
        let lines = text.lines().filter(|line| !line.contains("mailbox:"));
        lines.collect::<Vec<_>>().join("\n")
    });
    assert_eq!(said.code, Some(0), "{}", said.err);
    let [with, without] = [with, without].map(|out| json(&out.path().join("report.json")));
    let unknown = "parallella: the firmware's own counts are not known";
    let warnings = |report: &serde_json::Value| {
        let all = report["warnings"].as_array().expect("a list");
        let all = all.iter().filter_map(|w| w.as_str());
        all.filter(|w| w.starts_with(unknown)).count()
    };
    assert_eq!((warnings(&with), warnings(&without)), (0, 1));
    for core in 0..16 {
        let (with, without) = (&with["tracing"][core], &without["tracing"][core]);
        assert_eq!(without["tracer"], serde_json::Value::Null);
        assert_eq!(without["truth"]["stamps_off"], 0);
        assert!(without["events"].as_u64() > Some(0), "{without}");
        assert_eq!(without["truth"]["calls"], with["truth"]["calls"]);
    }
}

#[test]
fn a_layout_that_is_wrong_is_one_error_with_its_place() {
    for (layout, parts) in [
        (
            "(\n  mailboxes: (at: 0x8e800000, size: 64),\n)",
            ["layout: layout.ron:2:", "size"],
        ),
        (
            "(mailboxes: (at: 0x8e800000, bytes: 20, tracer: (state: 8, finished: 2, attempted: 12, discarded: 16, \
             packets: 20)))",
            [
                "layout: layout.ron: mailboxes.tracer: `packets`",
                "its offset is 20, but must be a multiple of 4 up to 16",
            ],
        ),
        (
            "(mailboxes: (at: 0x20000000, bytes: 64, words: {\"state\": 8, \"attempted\": 12, \"discarded\": 16, \
             \"packets\": 20}))",
            [
                "layout: layout.ron: mailboxes: the board has no memory for the 64 bytes",
                "at 0x20000000; give `mailboxes.at` an address of its memory",
            ],
        ),
    ] {
        let (said, _out, _dir) = traced(&discarding(), layout, |text| text);
        assert_eq!((said.code, said.out.as_str()), (Some(3), ""), "{layout}");
        holds(&said.err, &["script.ron: 1 problem in this host script"]);
        holds(&said.err, &parts);
        assert_eq!(said.err.lines().count(), 2, "{}", said.err);
    }
}
