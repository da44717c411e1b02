//! Outputs: none is an input or another output, each is complete, and what cannot be written takes nothing
//! else with it.

use crate::common::{Said, SmallDisk, holds, image, json, refused, run, say, spawn, until, wait};
use conformance::tiny::{self, Tiny};
use conformance::{BOARD, prebuilt, root, skipped};
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use trueboard_cpu_sparcv8::isa::Cond;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The report of a run that ended, and that the user sees how.
fn ended(said: &Said, path: &Path, kind: &str) {
    assert!(
        !said.err.contains("bug") && !said.err.contains("panicked"),
        "{}",
        said.err
    );
    assert_eq!(json(path)["outcome"]["kind"], kind);
}

#[test]
fn no_output_is_an_input() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| dir.path().join(name);
    let elf = at("h.elf");
    fs::copy(prebuilt("hello"), &elf).expect("a copy");
    let before = fs::read(&elf).expect("the image");
    fs::hard_link(&elf, at("hard")).expect("a link");
    std::os::unix::fs::symlink(&elf, at("soft")).expect("a link");
    fs::create_dir(at("out")).expect("a folder");
    fs::hard_link(&elf, at("out/report.json")).expect("a link");
    let trace = |name: &str| format!("perfetto={}", at(name).display());
    let ctf = format!("ctf={}", dir.path().display());
    let (elf_, hard, soft) = (text(&elf).to_owned(), at("hard"), at("soft"));
    for more in [
        ["--report", &elf_],
        ["--report", text(&hard)],
        ["--report", text(&soft)],
        ["--console", &elf_],
        ["--save", text(&soft)],
        ["--trace", &trace("hard")],
        ["--trace", &ctf],
        ["--out", text(&at("out"))],
    ] {
        let said = run(&elf, &more);
        refused(&said, 2, &[more[0], "overwrite an input", "image", &elf_]);
        assert!(fs::read(&elf).expect("the image") == before, "{more:?}");
    }
    // What else is read: standard input, a snapshot, a board file.
    for option in ["--stdin", "--restore"] {
        let said = run(&prebuilt("hello"), &[option, &elf_, "--report", &elf_]);
        refused(&said, 2, &["--report", "overwrite an input", option]);
    }
    let board = at("b.ron");
    fs::copy(root().join("models/boards/gr740.ron"), &board).expect("a copy");
    let words = [
        "run",
        &elf_,
        "--board",
        text(&board),
        "--report",
        text(&board),
    ];
    refused(&say(&words), 2, &["overwrite an input", "--board"]);
}

#[test]
fn no_two_outputs_are_one_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| dir.path().join(name).display().to_string();
    fs::create_dir(dir.path().join("y")).expect("a folder");
    let ctf = format!("ctf={}", at("t"));
    let paraver = format!("paraver={}", at("x.prv"));
    for more in [
        ["--report", &at("x"), "--console", &at("x")],
        ["--report", &at("x"), "--console", &at("y/../x")],
        ["--report", &at("x"), "--save", &at("x")],
        ["--out", &at("o"), "--report", &at("o/console.txt")],
        ["--out", &at("o"), "--save", &at("o/streams/s")],
        ["--trace", &ctf, "--report", &at("t/metadata")],
        ["--trace", &paraver, "--report", &at("x.row")],
        ["--trace", &ctf, "--trace", &ctf],
    ] {
        refused(
            &run(&prebuilt("hello"), &more),
            2,
            &["are one place", "name two"],
        );
    }
    assert!(!dir.path().join("x").exists());
    let null = run(
        &prebuilt("hello"),
        &["-q", "--report", "/dev/null", "--console", "/dev/null"],
    );
    assert_eq!(null.code, Some(0), "{}", null.err);
}

/// The files that a host's script names are inputs as well.
#[test]
fn a_hosts_files_are_inputs() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let elf = dir.path().join("hello.elf");
    let prebuilt = root().join("firmware/prebuilt/parallella/hello.elf");
    fs::copy(prebuilt, &elf).expect("a copy");
    let script = dir.path().join("s.ron");
    let steps = "(title: \"t\", steps: [init, reset_system, open(row: 0, col: 0, rows: 1, cols: 1), load(image: \"hello.elf\")])";
    fs::write(&script, steps).expect("a script");
    let words = |to| {
        [
            "run",
            "--board",
            "parallella",
            "--host",
            text(&script),
            "-q",
            "--report",
            to,
        ]
    };
    let plain = dir.path().join("r.json");
    let said = say(&words(text(&plain)));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let before = fs::read(&elf).expect("the image");
    for to in [&elf, &script] {
        refused(&say(&words(text(to))), 2, &["overwrite an input"]);
    }
    assert!(fs::read(&elf).expect("the image") == before);
}

#[test]
fn traces_are_not_written_over_what_is_read() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let ctf = dir.path().join("ctf");
    let to = format!("ctf={}", ctf.display());
    let said = run(
        &prebuilt("hello"),
        &["-q", "--console", "none", "--trace", &to],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    let metadata = fs::read(ctf.join("metadata")).expect("metadata");
    for (format, out) in [
        ("ctf", "ctf"),
        ("perfetto", "ctf/metadata"),
        ("paraver", "ctf/x"),
    ] {
        let out = dir.path().join(out);
        let words = [
            "trace",
            "convert",
            text(&ctf),
            "--to",
            format,
            "--out",
            text(&out),
        ];
        refused(&say(&words), 2, &["--out", "overwrite an input"]);
    }
    let words = ["sync", text(&ctf), "--out", text(&ctf)];
    refused(&say(&words), 2, &["--out", "overwrite an input"]);
    assert!(fs::read(ctf.join("metadata")).expect("metadata") == metadata);
    // Again into the same place replaces what was written there, and nothing else.
    let again = |code| {
        let said = run(
            &prebuilt("hello"),
            &["-q", "--console", "none", "--trace", &to],
        );
        assert_eq!(said.code, Some(code), "{}", said.err);
        said.err
    };
    again(0);
    let own = ctf.join("stream_notes");
    fs::write(&own, "mine").expect("a file");
    holds(&again(3), &["stream_notes", "another directory"]);
    assert_eq!(fs::read_to_string(&own).expect("it stays"), "mine");
}

/// Standard error goes to nobody, or nowhere: the run ends as it would have, with all its outputs.
#[test]
fn nobody_hears_the_messages() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    // It crashes, which is much to say.
    let (_image, path) = image(&[tiny::traps_off(), vec![0]].concat());
    let to = dir.path().join("report.json");
    let words = ["run", text(&path), "--board", BOARD, "--report", text(&to)];
    let mut child = spawn(&words);
    drop(child.stderr.take());
    let (code, _) = wait(child);
    assert_eq!(code, Some(4));
    assert_eq!(json(&to)["outcome"]["kind"], "crash");
    for place in ["/dev/full", "&-"] {
        fs::remove_file(&to).expect("the report");
        let line = format!("exec {} \"$@\" 2>{place}", env!("CARGO_BIN_EXE_trueboard"));
        let done = Command::new("sh")
            .args(["-c", &line, "sh"])
            .args(words)
            .output();
        assert_eq!(done.expect("it runs").status.code(), Some(4), "{place}");
        assert_eq!(json(&to)["outcome"]["kind"], "crash");
    }
    // Mistakes, help and damaged traces have a way out, too.
    for words in [
        &["run", "nothing", "--board", BOARD][..],
        &["fly"],
        &["trace", "check", "/no"],
    ] {
        let mut child = spawn(words);
        drop(child.stderr.take());
        let (code, _) = wait(child);
        assert!(matches!(code, Some(2 | 3)), "{words:?}: {code:?}");
    }
}

/// The reader of standard output goes away: the console's file, report and traces are complete.
#[test]
fn nobody_reads_the_console() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (with, without) = (dir.path().join("with"), dir.path().join("without"));
    let hello = prebuilt("hello");
    let words = |out| {
        [
            "run",
            text(&hello),
            "--board",
            BOARD,
            "--out",
            out,
            "--trace",
            "ctf",
        ]
    };
    assert_eq!(say(&words(text(&with))).code, Some(0));
    let mut child = spawn(&words(text(&without)));
    drop(child.stdout.take());
    let (code, err) = wait(child);
    assert_eq!(code, Some(3), "{err}");
    holds(&err, &["console: cannot be written"]);
    for file in ["console.txt", "ctf/stream_core_0", "ctf/stream_devices"] {
        let read = |dir: &Path| fs::read(dir.join(file)).expect("a file");
        assert!(
            !read(&with).is_empty() && read(&with) == read(&without),
            "{file}"
        );
    }
}

/// A full disk leaves an older report and snapshot as they were, and the user knows how the run ended.
#[test]
fn a_full_disk_under_what_is_replaced() {
    let Some(disk) = SmallDisk::new() else {
        return skipped("mounting a small file system needs root");
    };
    let at = |name: &str| disk.path().join(name);
    fs::write(at("report.json"), "an older report").expect("there is room");
    fs::write(at("snapshot"), "an older snapshot").expect("there is room");
    fs::write(at("rest"), vec![0; 1 << 20]).expect_err("there is no more room");
    let (old, snap) = (at("report.json"), at("snapshot"));
    let more = [
        "--until",
        "100us",
        "--report",
        text(&old),
        "--save",
        text(&snap),
    ];
    let said = run(&prebuilt("lu"), &more);
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(
        &said.err,
        &[
            "the budget ran out",
            text(&old),
            text(&snap),
            "No space left",
        ],
    );
    holds(&said.out, &["--- gr740", "instructions"]);
    assert_eq!(
        fs::read_to_string(&old).expect("it stays"),
        "an older report"
    );
    assert_eq!(
        fs::read_to_string(&snap).expect("it stays"),
        "an older snapshot"
    );
    let left = fs::read_dir(disk.path()).expect("a folder").count();
    assert_eq!(left, 3, "nothing is left behind");
}

/// A master and its tracer that never stops.
const FLOOD: &str = r#"Workload(name: "flood", title: "flood", params: {},
 trace: (uuid: "6b326532-6363-4374-b661-6b6579733032", events: {"e": [("x", 32)]}),
 queues: {}, heaps: {},
 functions: { "main": [Forever([Trace("e", [1])])] },
 cores: { "arm": (tasks: [(name: "main", priority: 2, runs: "main")], tracer: ()) })"#;

fn flood(dir: &Path, more: &[&str]) -> Vec<String> {
    let script = dir.join("flood.ron");
    fs::write(&script, FLOOD).expect("a workload");
    let words = [
        "run",
        "--board",
        "keystone2",
        "--workload",
        text(&script),
        "-q",
    ];
    words.iter().chain(more).map(|&w| w.to_owned()).collect()
}

/// Streams grow while the run goes on, and are complete packets when it is stopped.
#[test]
fn streams_are_written_as_they_come() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("out");
    let words = flood(dir.path(), &["--out", text(&out)]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let child = spawn(&words);
    let stream = out.join("streams/arm/stream");
    let size = || fs::metadata(&stream).map_or(0, |m| m.len());
    until("the stream is long", || size() > 40 << 20);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let kib = status
        .lines()
        .find_map(|l| l.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let kib: u64 = kib
        .and_then(|k| k.parse().ok())
        .expect("the kernel tells the peak");
    signal(&child, "TERM");
    let (code, err) = wait(child);
    assert_eq!(code, Some(143), "{err}");
    assert!(
        kib < 120 * 1024,
        "{kib} KiB for a stream of {} bytes",
        size()
    );
    assert_eq!(size() % 256, 0);
    assert!(out.join("streams/arm/metadata").exists());
}

#[test]
fn a_full_disk_under_a_stream() {
    let Some(disk) = SmallDisk::new() else {
        return skipped("mounting a small file system needs root");
    };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let report_at = dir.path().join("report.json");
    let more = [
        "--out",
        text(disk.path()),
        "--report",
        text(&report_at),
        "--until",
        "100ms",
    ];
    let said = say(&flood(dir.path(), &more));
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(
        &said.err,
        &[
            "stream `arm/stream`",
            "cannot be written",
            "what was written before is kept",
        ],
    );
    ended(&said, &report_at, "budget");
    assert_eq!(
        said.err.matches("stream `arm/stream`").count(),
        1,
        "{}",
        said.err
    );
}

fn signal(child: &std::process::Child, name: &str) {
    let line = format!("kill -{name} {}", child.id());
    let sent = Command::new("sh").args(["-c", &line]).status();
    assert!(sent.is_ok_and(|s| s.success()));
}

/// Console text that has not ended its line, then messages and summary, all in one place.
#[test]
fn messages_begin_on_a_line_of_their_own() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let both = |quiet: &[&str]| {
        let path = dir.path().join("both");
        let file = File::create(&path).expect("a file");
        let mut c = Command::new(env!("CARGO_BIN_EXE_trueboard"));
        c.arg("run")
            .arg(prebuilt("hello"))
            .args(["--board", BOARD, "--until", "5000"]);
        c.args(quiet)
            .stdout(file.try_clone().expect("it is open"))
            .stderr(file);
        assert_eq!(c.status().expect("it runs").code(), Some(5));
        fs::read_to_string(path).expect("text")
    };
    let said = both(&["--quiet"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("Hello"), "{said}");
    assert!(
        lines[1].starts_with("trueboard: the budget ran out;"),
        "{said}"
    );
    let said = both(&[]);
    assert!(
        said.contains("\n--- gr740: the budget ran out after"),
        "{said}"
    );
    assert_eq!(said.matches("core 0 was at").count(), 1, "once: {said}");
    assert!(said.contains("\ntrueboard: the budget ran out;"), "{said}");
}

/// Names from files do nothing to a terminal, wherever they appear.
#[test]
fn names_are_no_commands_for_a_terminal() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut tiny = Tiny::new(&[tiny::traps_off(), vec![0]].concat());
    tiny.functions[0].0 = "st\x1b[2Jart\nline".to_owned();
    let path = tiny.write(dir.path(), "a\x1b]0;title\x07");
    let said = run(&path, &["--region", "*"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(&said.err, &["st\\x1b[2Jart\\x0aline"]);
    let listing = say(&["disasm", text(&path)]);
    let board = say(&["run", text(&path), "--board", "\x1b[31mred"]);
    let missing = say(&["run", "\x1b[31mred", "--board", BOARD]);
    let json = run(&path, &["--report", "-"]);
    for said in [&said, &listing, &board, &missing, &json] {
        for text in [&said.out, &said.err] {
            let bad = text
                .chars()
                .find(|c| c.is_control() && *c != '\n' && *c != '\t');
            assert_eq!(bad, None, "{text}");
        }
    }
    holds(&board.err, &["\\x1b[31mred"]);
}

#[test]
fn a_trace_ends_at_its_limit() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("out");
    let traces = [
        "--trace", "ctf", "--trace", "perfetto", "--trace", "paraver",
    ];
    let more = [
        "-q",
        "--console",
        "none",
        "--out",
        text(&out),
        "--trace-limit",
        "200k",
    ];
    let said = run(&prebuilt("omp"), &[&more[..], &traces].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let warnings = json(&out.join("report.json"))["warnings"].clone();
    let lines: Vec<&str> = warnings
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for format in ["ctf", "perfetto", "paraver"] {
        let line = lines
            .iter()
            .find(|l| l.starts_with(&format!("trace: {format} ends at")));
        let line = line.unwrap_or_else(|| panic!("{format}: {lines:?}"));
        holds(line, &["--trace-limit", "events after that are left out"]);
        assert!(!line.contains(" 0 events"), "{line}");
    }
    let size = |name: &str| fs::metadata(out.join(name)).expect("a file").len();
    let ctf = fs::read_dir(out.join("ctf")).expect("a folder").flatten();
    let ctf: u64 = ctf.map(|e| e.metadata().map_or(0, |m| m.len())).sum();
    for bytes in [ctf, size("perfetto/trace.json"), size("paraver/trace.prv")] {
        assert!((190_000..215_000).contains(&bytes), "{bytes}");
    }
    let check = say(&["trace", "check", text(&out.join("ctf"))]);
    assert_eq!(check.code, Some(0), "{}", check.err);
    for wrong in ["0", "much", "-1"] {
        let said = run(&prebuilt("hello"), &[&format!("--trace-limit={wrong}")]);
        refused(&said, 2, &["--trace-limit", wrong, "20M"]);
    }
}

/// An endless loop of stores over an area that is not modelled.
#[test]
fn warnings_have_a_bound() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut code = tiny::set(0x8000_0000, tiny::G1).to_vec();
    code.extend([
        tiny::st(tiny::G1, tiny::G1),
        tiny::branch(Cond::ALWAYS, -1),
        tiny::add(tiny::G1, 4, tiny::G1),
    ]);
    let (_image, path) = image(&code);
    let to = dir.path().join("report.json");
    let said = run(&path, &["-q", "--until", "5ms", "--report", text(&to)]);
    assert_eq!(said.code, Some(5), "{}", said.err);
    let report = json(&to);
    let lines = report["warnings"].as_array().expect("a list");
    assert!((2..40).contains(&lines.len()), "{} lines", lines.len());
    let last = lines
        .iter()
        .filter_map(Value::as_str)
        .find(|l| l.contains("more of this"));
    holds(
        last.expect("the rest is counted"),
        &["more of this instruction", "times)"],
    );
}

/// Nobody takes what a pipe would: a named pipe as the report's place gets it.
#[test]
fn a_pipe_gets_the_report() {
    let line = format!(
        "exec {} run \"$1\" --board {BOARD} -q --console none --report /dev/fd/3 3>&1 | cat",
        env!("CARGO_BIN_EXE_trueboard")
    );
    let mut c = Command::new("sh");
    c.args(["-c", &line, "sh"])
        .arg(prebuilt("hello"))
        .stderr(Stdio::piped());
    let out = c.output().expect("it runs");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(value["outcome"]["kind"], "success");
}
