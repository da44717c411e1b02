//! Host scripts of a Parallella on the command line: every operation, and everything that can be wrong
//! with a script, a core or a ring.

use crate::common::{Said, holds, refused, say};
use conformance::prebuilt;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder with a script and what its run leaves.
struct Scripted {
    dir: TempDir,
    said: Said,
}

impl Scripted {
    fn run(text: &str) -> Scripted {
        Scripted::with(text, &[])
    }

    /// With more files beside the script.
    fn with(text: &str, files: &[(&str, &str)]) -> Scripted {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let script = dir.path().join("script.ron");
        fs::write(&script, text).unwrap();
        let out = dir.path().join("out");
        let said = say(&[
            "run",
            "--board",
            "parallella",
            "--host",
            script.to_str().unwrap(),
            "--quiet",
            "--out",
            out.to_str().unwrap(),
        ]);
        Scripted { dir, said }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.dir.path().join("out").join(name)
    }

    fn console(&self) -> String {
        fs::read_to_string(self.out("console.txt")).unwrap()
    }

    fn report(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.out("report.json")).unwrap()).unwrap()
    }

    fn warnings(&self) -> Vec<String> {
        let report = self.report();
        let all = report["warnings"].as_array().unwrap().iter();
        all.map(|w| w.as_str().unwrap().to_owned()).collect()
    }
}

const OPEN: &str = "init, reset_system, open(row: 0, col: 0, rows: 4, cols: 4),";

fn firmware(name: &str) -> String {
    prebuilt(&format!("parallella/{name}"))
        .display()
        .to_string()
}

/// The field of a script that names the layout of the firmware.
fn layout() -> String {
    let path = conformance::root().join("firmware/parallella/layout.ron");
    format!("layout: \"{}\",", path.display())
}

fn metadata() -> String {
    let root = conformance::root();
    let path = root.join("firmware/parallella/barectf/v3/metadata");
    path.display().to_string()
}

/// `sync_ring` on all cores: five exchanges each, the end; then `steps`, and all rings are drained.
fn exchanges_then(steps: &str) -> String {
    format!(
        r#"({} steps: [{OPEN}
            shm_alloc(name: "barectf-tracing", size: 16512),
            write(at: "mailbox:work", value: 0),
            load(image: "{}", start: true),
            wait(at: "mailbox:state", equals: 1, every: "100 us", timeout: "1 s"),
            repeat(times: 5, steps: [exchange()]),
            write(at: "mailbox:request", value: 0xFFFFFFFF), signal(),
            wait(at: "mailbox:state", equals: 2, every: "100 us", timeout: "1 s"),
            {steps}
            drain(metadata: "{}", until_empty: true),
            print("drained"), finish(status: 0)])"#,
        layout(),
        firmware("sync_ring"),
        metadata()
    )
}

/// Events of each core's stream, by the report, and how many streams there are.
fn drained(s: &Scripted) -> Vec<(String, u64)> {
    let report = s.report();
    let all = report["tracing"].as_array().unwrap().iter();
    let mut all: Vec<(String, u64)> = all
        .map(|t| {
            let stream = t["stream"].as_str().unwrap().to_owned();
            (stream, t["events"].as_u64().unwrap())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn every_operation() {
    let text = format!(
        r#"(title: "all", {} steps: [{OPEN} reset_group,
            shm_alloc(name: "barectf-tracing", size: 16512),
            shm_alloc(name: "mine", size: 64), shm_attach(name: "mine"),
            write(core: (0, 0), at: "shm:mine+8", bytes: [1, 2, 3, 4, 5]),
            read(core: (0, 0), at: "shm:mine+8", bytes: 8, expect: 0x0504030201, save: "saved/mine"),
            shm_release(name: "mine"),
            write(at: "mailbox:work", value: 0),
            load(image: "{}"), start(),
            job(name: "tick", every: "200 us", steps: [print("tick")]),
            wait(at: "mailbox:state", at_least: 1, every: "100 us", timeout: "1 s"),
            wait_idle(timeout: "10 ms"),
            halt(core: (1, 2)), wait_halted(core: (1, 2), every: "10 us", timeout: "1 ms"),
            resume(core: (1, 2)),
            exchange(core: (1, 2)),
            sleep("1 ms"), stop_job("tick"),
            write(at: "mailbox:request", value: 0xFFFFFFFF), signal(),
            wait(at: "mailbox:state", equals: 2, mask: 0xF, every: "100 us", timeout: "1 s"),
            drain(metadata: "{}", most: 2, until_empty: true),
            load(image: "{}", core: (0, 0), start: true),
            wait_exit(core: (0, 0), timeout: "1 s"), expect_exit(core: (0, 0), status: 0),
            repeat(times: 2, steps: [print("end")]), finish(status: 0)])"#,
        layout(),
        firmware("sync_ring"),
        metadata(),
        firmware("matmul45"),
    );
    let s = Scripted::run(&text);
    assert_eq!(s.said.code, Some(0), "{} {:?}", s.said.err, s.warnings());
    assert_eq!(s.warnings(), Vec::<String>::new());
    let console = s.console();
    let count = |what: &str| console.lines().filter(|l| *l == what).count();
    assert!(count("tick") > 2 && count("end") == 2, "{console}");
    holds(&console, &["checks passed"]);
    assert_eq!(
        fs::read(s.out("streams/saved/mine")).unwrap(),
        [1, 2, 3, 4, 5, 0, 0, 0]
    );
    let streams = drained(&s);
    assert_eq!(streams.len(), 16);
    for (stream, events) in streams {
        let exchanged = stream.ends_with("stream-1-2");
        assert_eq!(events, if exchanged { 2 } else { 0 }, "{stream}");
    }
}

#[test]
fn a_script_that_names_what_is_not_there() {
    let hello = firmware("hello");
    for (step, parts) in [
        (
            "start(core: (4, 0))".to_owned(),
            ["steps[3]", "there is no core (4, 0)"],
        ),
        (
            format!(r#"load(image: "{hello}"), read(core: (0, 0), at: "no_such")"#),
            ["steps[4]", "has no symbol `no_such`"],
        ),
        (
            r#"load(image: "none.elf")"#.to_owned(),
            ["none.elf", "cannot be read"],
        ),
        (
            r#"shm_attach(name: "x")"#.to_owned(),
            ["steps[3]", "no shared region is called `x`"],
        ),
        ("fly".to_owned(), ["steps[3]", "fly"]),
    ] {
        let s = Scripted::run(&format!("(steps: [{OPEN} {step}])"));
        assert_eq!((s.said.code, s.said.out.as_str()), (Some(3), ""), "{step}");
        holds(&s.said.err, &["script.ron: 1 problem in this host script"]);
        holds(&s.said.err, &parts);
        assert_eq!(s.said.err.lines().count(), 2, "{}", s.said.err);
        // Nothing has run.
        assert!(!s.out("report.json").exists());
    }
    let said = say(&["run", "--board", "parallella", "--host", "no/such.ron"]);
    refused(&said, 3, &["no/such.ron", "cannot be read"]);
}

#[test]
fn an_srec_file_with_a_bad_checksum() {
    // Four bytes at 0; the second record's checksum is one too high.
    let good = "S0030000FC\nS30900000000010203 04EC\n".replace(' ', "");
    let bad = good.replace("EC\n", "ED\n");
    let steps = r#"load(image: "app.srec", core: (0, 0)), finish(status: 0)"#;
    let text = format!("(steps: [{OPEN} {steps}])");
    let s = Scripted::with(&text, &[("app.srec", &bad)]);
    assert_eq!(s.said.code, Some(3), "{}", s.said.err);
    holds(&s.said.err, &["app.srec", "line 2", "checksum"]);
    assert_eq!(s.said.err.lines().count(), 2, "{}", s.said.err);
}

#[test]
fn a_core_that_never_answers() {
    let text = format!(
        r#"({} steps: [{OPEN} exchange(core: (2, 1), timeout: "3 ms"),
            wait(core: (0, 0), at: "0x200", equals: 1, every: "50 us", timeout: "2 ms"),
            print("after"), finish(status: 0)])"#,
        layout()
    );
    let s = Scripted::run(&text);
    assert_eq!(s.said.code, Some(1), "{}", s.said.err);
    assert_eq!(s.console(), "after\n");
    let warnings = s.warnings();
    let about = |what: &str| warnings.iter().find(|w| w.contains(what)).expect(what);
    holds(
        about("exchange 0 with core (2, 1)"),
        &["no acknowledgement after 3 ms", "left out"],
    );
    holds(about("0x200 of core (0, 0)"), &["gave up after 2 ms"]);
}

#[test]
fn damaged_rings_are_told_and_the_others_are_whole() {
    // Ring 0: its producer index is nonsense. Ring 1: its packet has lost its magic number. Ring 2: its
    // size is not what the metadata allows.
    let region = "shm:barectf-tracing";
    let damage = [
        (4, 0xdead_beefu32),
        (1032 + 8, 0),
        (2 * 1032 + 8 + 24, 0xffff_ffff),
    ];
    let steps =
        damage.map(|(at, v)| format!(r#"write(core: (0, 0), at: "{region}+{at}", value: {v}),"#));
    let s = Scripted::run(&exchanges_then(&steps.concat()));
    assert_eq!(s.said.code, Some(1), "{}", s.said.err);
    assert_eq!(s.console(), "drained\n");
    let warnings = s.warnings();
    let about = |parts: &[&str]| {
        let found = warnings
            .iter()
            .filter(|w| parts.iter().all(|p| w.contains(p)));
        assert_eq!(found.count(), 1, "{parts:?}: {warnings:#?}");
    };
    about(&[
        "ring of core (0, 0)",
        "the producer index is 0xdeadbeef",
        "skipped",
    ]);
    about(&["stream-0-1: packet 0", "begins with 0x00000000", "left out"]);
    about(&["stream-0-2", "left out"]);
    for (stream, events) in drained(&s) {
        // A skipped ring gives nothing; of two packets, the one that is whole is kept.
        let left = match stream.rsplit_once("stream-").map(|s| s.1) {
            Some("0-0") => 0,
            Some("0-1" | "0-2") => 2,
            _ => 10,
        };
        assert_eq!(events, left, "{stream}");
    }
    // What was drained is a trace without fault.
    let trace = s.out("streams/parallella");
    let said = say(&["trace", "check", trace.to_str().unwrap()]);
    assert_eq!(said.code, Some(0), "{} {}", said.out, said.err);
}

/// S-records of `code` at `at`.
fn s_records(at: u16, code: &[u8]) -> String {
    let record = |(i, bytes): (usize, &[u8])| {
        let mut all = vec![bytes.len() as u8 + 5, 0, 0];
        all.extend((at + 16 * i as u16).to_be_bytes());
        all.extend(bytes);
        let sum = all.iter().fold(0u8, |s, b| s.wrapping_add(*b));
        let hex: String = all.iter().map(|b| format!("{b:02X}")).collect();
        format!("S3{hex}{:02X}\n", !sum)
    };
    code.chunks(16).enumerate().map(record).collect()
}

#[test]
fn sixty_four_ecores_know_their_places_and_reach_the_last_one() {
    // Each core leaves its COREID at 0x4000 of its own memory, and in a word of its own of core (7, 7).
    let program = conformance::epiphany::assemble(
        0x200,
        "movfs r0,coreid
         .code32 mov r1,0x4000
         .code32 str r0,[r1,+0]
         .code32 mov r2,0x5000
         .code32 movt r2,0x9cf0
         lsr r3,r0,0x6
         lsl r3,r3,0x3
         .code32 mov r4,0x3f
         and r4,r0,r4
         .code32 add r3,r3,r4
         .code32 mov r4,0x108
         sub r3,r3,r4
         lsl r3,r3,0x2
         add r2,r2,r3
         .code32 str r0,[r2,+0]
         again: idle
         b again",
    );
    // The vector of SYNC; behind it is what e-hal says about the group.
    let vector = conformance::epiphany::assemble(0, ".code32 b 0x200");
    let records = s_records(0, &vector.bytes) + &s_records(0x200, &program.bytes);
    let records = records + "S70500000000FA\n";
    let ids =
        || (0..8).flat_map(|row| (0..8).map(move |col| (row, col, (32 + row) << 6 | (8 + col))));
    let mut steps = String::new();
    for (row, col, _) in ids() {
        steps +=
            &format!("wait_idle(core: ({row}, {col}), every: \"100 us\", timeout: \"10 ms\"),");
    }
    for (n, (row, col, id)) in ids().enumerate() {
        steps += &format!("read(core: ({row}, {col}), at: \"0x4000\", expect: {id}),");
        let there = 0x5000 + 4 * n;
        steps += &format!("read(core: (7, 7), at: \"{there:#x}\", expect: {id}),");
    }
    let text = format!(
        "(steps: [init, reset_system, open(row: 0, col: 0, rows: 8, cols: 8), \
         load(image: \"ids.srec\", start: true), {steps} finish(status: 0)])"
    );
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("ids.ron");
    fs::write(&script, text).unwrap();
    fs::write(dir.path().join("ids.srec"), records).unwrap();
    let board = conformance::root().join("firmware/parallella/boards/parallella64.ron");
    let words = [
        "run",
        "--board",
        board.to_str().unwrap(),
        "--quiet",
        "--host",
    ];
    let said = say(&[&words[..], &[script.to_str().unwrap()]].concat());
    assert_eq!((said.code, said.err.trim()), (Some(0), ""));
}

#[test]
fn a_chip_beyond_the_mesh() {
    for size in ["(0, 4)", "(9, 8)", "(33, 1)"] {
        let set = format!("cores.host.params.chip=(first: (32, 8), size: {size})");
        let script = firmware_script("hello");
        let words = [
            "run",
            "--board",
            "parallella",
            "--host",
            &script,
            "--set",
            &set,
        ];
        refused(
            &say(&words),
            3,
            &["cores.host", "chip has", "must have 1 to 64 cores"],
        );
    }
}

fn firmware_script(name: &str) -> String {
    let root = conformance::root();
    let path = root.join(format!("firmware/parallella/scripts/{name}.ron"));
    path.display().to_string()
}
