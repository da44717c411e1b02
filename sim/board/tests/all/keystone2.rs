//! Keystone 2: described workloads on the board.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, Machine, Options, Report, Session, open_board};
use trueboard_core::time::Tick;

fn board(sets: &[&str]) -> BoardModel {
    let sets: Vec<String> = sets.iter().map(|&s| s.to_owned()).collect();
    open_board("keystone2", &sets).unwrap_or_else(|e| panic!("{e}"))
}

fn built_in(name: &str, sets: &[&str]) -> BoardModel {
    let mut b = board(sets);
    b.describe(name).unwrap_or_else(|e| panic!("{e}"));
    b
}

fn described(text: &str) -> BoardModel {
    let mut b = board(&[]);
    b.describe_as("test.ron", text)
        .unwrap_or_else(|e| panic!("{e}"));
    b
}

struct Run {
    report: Report,
    console: String,
    digest: String,
    streams: BTreeMap<String, Vec<u8>>,
}

impl Run {
    /// A result, as the workload left it in memory.
    fn result(&self, name: &str) -> u64 {
        let hex = &self.report.dumps[name];
        let byte = |i: usize| u64::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
        (0..8).map(|i| byte(i) << (8 * i)).sum()
    }

    fn meter(&self, core: usize, name: &str) -> u64 {
        self.report.cores[core].meters[name]
    }
}

fn session(b: &BoardModel, dumps: &[String]) -> Session {
    session_with(b, dumps, None)
}

fn session_with(b: &BoardModel, dumps: &[String], streams: Option<PathBuf>) -> Session {
    let options = Options {
        dumps: dumps.iter().map(|d| (d.clone(), None)).collect(),
        streams,
        ..Options::default()
    };
    Session::new(b, options).unwrap_or_else(|e| panic!("{e}"))
}

/// The files below a folder, by their paths in it.
fn files(dir: &Path, prefix: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            all.extend(files(&path, &format!("{name}/")));
        } else {
            all.insert(name, std::fs::read(&path).expect("a file"));
        }
    }
    all
}

fn run(b: &BoardModel, dumps: &[String]) -> Run {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut s = session_with(b, dumps, Some(dir.path().to_owned()));
    let mut console = Vec::new();
    let report = s.run(&mut console, &AtomicBool::new(false));
    Run {
        report,
        console: String::from_utf8(console).unwrap(),
        digest: s.machine().digest(),
        streams: files(dir.path(), ""),
    }
}

fn succeeded(r: &Run) {
    assert_eq!(
        r.report.outcome.kind,
        OutcomeKind::Success,
        "{}",
        r.report.outcome.detail
    );
    assert_eq!(r.report.warnings, Vec::<String>::new());
}

/// DSP 0 alone runs `functions`; its tasks are `tasks`.
fn dsp0(functions: &str, tasks: &str, more: &str) -> BoardModel {
    described(&format!(
        r#"Workload(name: "t", heaps: {{"h": (block: 64, count: 8)}}, results: ["r"],
        queues: {{"q": "dsp0", "p": "dsp0"}},
        functions: {{ {functions} }}, cores: {{"dsp0": (tasks: [{tasks}], {more})}})"#
    ))
}

/// Cycles bare and traced of the eight DSPs.
fn overhead(every: u32) -> (Vec<u64>, Vec<u64>, Run) {
    let name = |what: &str, k: usize| format!("{what}.dsp{k}");
    let dumps: Vec<String> = (0..8)
        .flat_map(|k| [name("bare", k), name("traced", k)])
        .collect();
    let r = run(&built_in(&format!("sha256-every-{every}"), &[]), &dumps);
    succeeded(&r);
    let of = |what: &str| (0..8).map(|k| r.result(&name(what, k))).collect();
    (of("bare"), of("traced"), r)
}

/// The published table (thesis): every n-th, points, bare, traced. The bare run is described; how much
/// more the traced one takes must come from the model.
#[test]
fn overhead_of_tracing_is_the_published_one() {
    let published = [
        (1, 5040u32, 52_400_000u64, 68_440_000u64),
        (5, 1008, 13_150_000, 16_370_000),
        (10, 504, 12_340_000, 13_930_000),
        (100, 50, 7_912_000, 8_035_000),
    ];
    for (every, points, bare, traced) in published {
        let (is_bare, is_traced, r) = overhead(every);
        let mean = |v: &[u64]| v.iter().sum::<u64>() as f64 / v.len() as f64;
        let (b, t) = (mean(&is_bare), mean(&is_traced));
        let off = |is: f64, should: u64| (is / should as f64 - 1.0) * 100.0;
        let per_point = (t - b) / f64::from(points);
        let published = (traced - bare) as f64 / f64::from(points);
        println!(
            "every {every}: bare {b:.0} ({:+.2} %), traced {t:.0} ({:+.2} %), overhead {:.2} % \
             (published {:.2} %), a point {per_point:.0} (published {published:.0}, {:+.1} %), \
             DSPs {is_traced:?}",
            off(b, bare),
            off(t, traced),
            (t / b - 1.0) * 100.0,
            (traced as f64 / bare as f64 - 1.0) * 100.0,
            (per_point / published - 1.0) * 100.0,
        );
        assert!(off(b, bare).abs() < 0.01, "{every}: {b}");
        assert!(
            (per_point / published - 1.0).abs() < 0.1,
            "{every}: {per_point}"
        );
        // Nothing is lost: every event is in a packet that the master has written.
        for core in 1..9 {
            // Its points, and both events of three exchanges before and three after.
            assert_eq!(r.meter(core, "events_traced"), u64::from(points) + 12);
            assert_eq!(r.meter(core, "events_discarded"), 0);
            let stream = &r.streams[&format!("dsp{}/stream", core - 1)];
            assert_eq!(stream.len(), 256 * r.meter(core, "packets_sent") as usize);
        }
    }
}

#[test]
fn sobel_frames_take_as_long_as_published() {
    let dumps: Vec<String> = (0..3).map(|i| format!("frame{i}.arm")).collect();
    let r = run(&built_in("sobel", &[]), &dumps);
    succeeded(&r);
    let ms: Vec<f64> = dumps.iter().map(|d| r.result(d) as f64 / 1.4e6).collect();
    println!("frames: {ms:?} ms");
    assert!(
        (ms[0] - 96.0).abs() < 2.0 && (ms[1] - 96.0).abs() < 2.0,
        "{ms:?}"
    );
    assert!((ms[2] - 296.0).abs() < 4.0, "{ms:?}");
    for core in 0..9 {
        assert_eq!(r.meter(core, "events_discarded"), 0);
    }
}

#[test]
fn two_runs_are_equal_and_so_is_one_in_pieces_or_from_a_snapshot() {
    let b = built_in("sha256-every-100", &[]);
    let whole = run(&b, &[]);
    assert_eq!(whole.digest, run(&b, &[]).digest);
    let ticks = whole.report.time.ticks;
    let mut first = session(&b, &[]);
    let mut pieces = session(&b, &[]);
    let end = |m: &mut Machine| {
        m.run(Tick::NEVER);
        m.finish();
        m.digest()
    };
    for part in [ticks / 7, ticks / 2, ticks - 100] {
        pieces.machine_mut().run(Tick(part));
    }
    assert_eq!(end(pieces.machine_mut()), whole.digest);
    // In the middle of the traced part, with messages under way.
    first.machine_mut().run(Tick(ticks * 3 / 4));
    let saved = first.machine().save();
    let mut second = session(&b, &[]);
    second.machine_mut().load_state(&saved).unwrap();
    assert_eq!(end(second.machine_mut()), whole.digest);
    // A session adds what the clocks were when it ends.
    let mut streams = whole.streams;
    assert!(streams.remove("truth-clocks.json").is_some());
    assert_eq!(second.machine().streams(), &streams);
}

#[test]
fn the_ready_task_with_the_highest_priority_runs() {
    let b = dsp0(
        r#""low": [Print("low begins"), Post("go"), Print("low goes on"), Compute(2_400_000), Print("low ends"), Exit(0)],
           "high": [Pend("go"), Print("high has it"), Sleep(500), Print("high wakes"), Priority(1), Print("last")],
           "equal": [Print("equal"), Yield, Print("equal again")]"#,
        r#"(name: "l", priority: 2, runs: "low"), (name: "h", priority: 9, runs: "high"),
           (name: "e", priority: 3, runs: "equal"), (name: "f", priority: 3, runs: "equal")"#,
        r#"semaphores: {"go": 0}"#,
    );
    let r = run(&b, &[]);
    succeeded(&r);
    let lines: Vec<&str> = r.console.lines().map(|l| &l["dsp0: ".len()..]).collect();
    // The tasks of one priority take turns; the low one is preempted by what it posts, and by time.
    let expected = [
        "equal",
        "equal",
        "equal again",
        "equal again",
        "low begins",
        "high has it",
        "low goes on",
        "high wakes",
        "low ends",
    ];
    assert_eq!(lines, expected);
    assert_eq!(r.meter(1, "interrupts"), 1);
    // high pends at once; e, f, e, f; low, high, low, high, low.
    assert_eq!(r.meter(1, "task_switches"), 10);
}

#[test]
fn cycles_are_accounted_for() {
    let r = run(&built_in("sobel", &[]), &[]);
    for core in 0..9 {
        let stack = [
            "issue_cycles",
            "data_stall_cycles",
            "trap_cycles",
            "context_cycles",
            "sync_cycles",
            "wake_cycles",
        ];
        let sum: u64 = stack.iter().map(|m| r.meter(core, m)).sum();
        assert_eq!(sum, r.meter(core, "cycles"), "core {core}");
        assert!(r.meter(core, "tracer_cycles") < sum);
        assert!(r.meter(core, "idle_cycles") > 0);
    }
}

#[test]
fn a_message_has_its_header_and_takes_its_time() {
    let b = described(
        r#"Workload(name: "t", heaps: {"h": (block: 64, count: 2)}, results: ["latency"],
        queues: {"to1": "dsp1", "to0": "dsp0"},
        functions: {
            "send": [Create("to0"), Open("to1"), Clock("t0"), Alloc("h"),
                Put(queue: "to1", words: [5, 6], reply: "to0"),
                Get(queue: "to0", into: ["x"]), Elapsed("t0", "latency"), Store("latency", "x"), Exit(0)],
            "answer": [Create("to1"), Get(queue: "to1", into: ["a", "b"]), Add("a", "b"), Reply(["a"])],
        },
        cores: {"dsp0": (tasks: [(name: "s", priority: 1, runs: "send")]),
                "dsp1": (tasks: [(name: "a", priority: 1, runs: "answer")])})"#,
    );
    let mut s = session(&b, &["latency.dsp0".to_owned()]);
    let report = s.run(&mut Vec::new(), &AtomicBool::new(false));
    assert_eq!(
        report.outcome.kind,
        OutcomeKind::Success,
        "{}",
        report.outcome.detail
    );
    assert_eq!(report.dumps["latency.dsp0"], "0b00000000000000");
    // The message is the heap's first block; DSP 1 has sent it last.
    let m = s.machine().memory();
    let word = |at: u64| u32::from_le_bytes(m.peek(at, 4).unwrap().try_into().unwrap());
    let at = 0x0c01_0000;
    assert_eq!(word(at + 8), 32 + 4, "size");
    assert_eq!(
        word(at + 16),
        1 << 16,
        "destination: queue 0 of processor 1"
    );
    assert_eq!(word(at + 24), 2, "source processor 2, heap 0");
    assert_eq!(word(at + 28), 1, "its first message");
    assert_eq!(word(at + 32), 11);
    // Two puts, two gets, two interrupts and more, some 35 000 cycles: see the test in cpu-c66x-stub.
    let ns = report.time.seconds * 1e9;
    assert!((20_000.0..80_000.0).contains(&ns), "{ns}");
}

#[test]
fn a_tracer_without_a_packet_waits_or_discards() {
    for (when, lost) in [("Wait", false), ("Discard", true)] {
        let b = described(&format!(
            r#"Workload(name: "t", trace: (uuid: "6b326532-6363-4374-b661-6b6579733032",
                events: {{"tracepoint": [("value", 32)]}}),
            queues: {{"trace": "arm", "done": "arm"}}, heaps: {{"h": (block: 64, count: 2)}},
            functions: {{
                "dsp": [Open("trace"), Open("done"),
                    Loop(count: 500, index: "i", body: [Compute(20_000), Trace("tracepoint", ["i"])]), Flush,
                    Alloc("h"), Put(queue: "done")],
                // The master looks at the queue once in a while.
                "drain": [Create("trace"), Forever([Drain(queue: "trace"), Sleep(300)])],
                "main": [Create("done"), Get(queue: "done"), Sleep(50_000), Exit(0)],
            }},
            cores: {{"arm": (tasks: [(name: "d", priority: 5, runs: "drain"), (name: "m", priority: 1, runs: "main")]),
                "dsp0": (tasks: [(name: "t", priority: 1, runs: "dsp")],
                    tracer: (to: "trace", packets: 3, when_full: {when}))}})"#
        ));
        let r = run(&b, &[]);
        succeeded(&r);
        let (written, discarded) = (r.meter(1, "events_traced"), r.meter(1, "events_discarded"));
        assert_eq!(written + discarded, 500, "{when}");
        assert_eq!(discarded > 0, lost, "{when}: {discarded}");
        let stream = &r.streams["dsp0/stream"];
        assert_eq!(stream.len(), 256 * r.meter(1, "packets_sent") as usize);
        let last = &stream[stream.len() - 256..];
        let counted = u64::from_le_bytes(last[60..68].try_into().unwrap());
        assert!(
            counted <= discarded && (counted > 0) == lost,
            "{when}: {counted} of {discarded}"
        );
    }
}

/// The events that babeltrace2 finds in a stream, or `None` when it is not installed.
fn babeltrace(r: &Run, core: &str) -> Option<Vec<String>> {
    let dir = std::env::temp_dir().join(format!("trueboard-k2-{}-{core}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    for name in ["metadata", "stream"] {
        std::fs::write(dir.join(name), &r.streams[&format!("{core}/{name}")]).unwrap();
    }
    let out = Command::new("babeltrace2").arg(&dir).output();
    std::fs::remove_dir_all(&dir).unwrap();
    let Ok(out) = out else {
        skip::skipped("babeltrace2 is not installed (apt-get install babeltrace2)");
        return None;
    };
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let text = String::from_utf8(out.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn streams_are_read_by_babeltrace2() {
    let r = run(&built_in("sobel", &[]), &[]);
    for (core, processor) in [("arm", 0), ("dsp0", 1), ("dsp1", 2), ("dsp7", 8)] {
        let Some(lines) = babeltrace(&r, core) else {
            return;
        };
        assert_eq!(
            lines.len() as u64,
            r.meter(processor, "events_traced"),
            "{core}"
        );
        let with = |what: &str| lines.iter().filter(|l| l.contains(what)).count();
        let steps = with("sync_cause") + with("sync_effect");
        let exchanges = if core == "arm" { 48 } else { 6 };
        assert_eq!(steps, 2 * exchanges, "{core}");
        assert!(with("func_entry") >= with("func_exit"), "{core}");
    }
}

#[test]
fn counters_have_offsets_and_rates_that_the_truth_knows() {
    let b = built_in(
        "sobel",
        &["cores.dsp.params.tsc=(offset: [1000, 0], ppm: [50, -20])"],
    );
    let r = run(&b, &[]);
    succeeded(&r);
    let text = String::from_utf8(r.streams["truth-clocks.json"].clone()).unwrap();
    let truth: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(truth["format"], "trueboard-truth-clocks/1");
    let clock = |name: &str| {
        let mut all = truth["clocks"].as_array().unwrap().iter();
        all.find(|c| c["name"] == name).unwrap().clone()
    };
    let number = |v: &serde_json::Value| v["num"].as_f64().unwrap() / v["den"].as_f64().unwrap();
    let c = clock("dsp0");
    assert!((number(&c["ns_per_tick"]) - 1e9 / (1.2e9 * 1.00005)).abs() < 1e-12);
    // It showed 1000 when the master had released its DSP, which it does once its queues are there.
    let began = number(&c["ns_at_zero"]) + 1000.0 / 1.2 / 1.00005;
    assert!((100.0..100_000.0).contains(&began), "{began}");
    assert!(number(&clock("dsp1")["ns_per_tick"]) > 1.0 / 1.2);
    assert_eq!(clock("arm")["hz_nominal"], 1_400_000_000u64);
}

#[test]
fn bad_workloads_are_told_with_file_and_path() {
    let mut b = board(&[]);
    let text = r#"Workload(name: "t", functions: {"f": [Call("g"), Sleep("x")]},
        cores: {"dsp0": (tasks: [(name: "a", priority: 0, runs: "f")])})"#;
    let e = b.describe_as("w.ron", text).unwrap_err().to_string();
    for part in [
        "w.ron: 3 problems in this workload",
        "functions.f[0]: ",
        "functions.f[1]: ",
        "priority: must be 1 to 15",
    ] {
        assert!(e.contains(part), "{part}: {e}");
    }
    let e = b.describe("nothing").unwrap_err().to_string();
    assert!(
        e.contains("no workload of keystone2 is called `nothing`"),
        "{e}"
    );
    let mut other = open_board("gr740", &[]).unwrap();
    let e = other.describe("sobel").unwrap_err().to_string();
    assert!(e.contains("gr740") && e.contains("no"), "{e}");
    let Err(e) = Session::new(&board(&[]), Options::default()) else {
        panic!("a board without anything to run")
    };
    assert!(e.to_string().contains("--workload"), "{e}");
}

#[test]
fn what_a_workload_does_wrong_ends_it_with_its_task() {
    for (body, what) in [
        (r#"Put(queue: "q")"#, "task t: Put: it has no message"),
        (r#"HeapFree("b")"#, "this block is not allocated"),
        (
            r#"Loop(count: 9, body: [Alloc("h"), Set("x", 1)])"#,
            "heap `h` has no free block",
        ),
        (r#"Call("main")"#, "more than 64 calls"),
        (r#"Alloc("h"), Reply([])"#, "names no queue for replies"),
        (
            r#"Alloc("h"), Put(queue: "q", words: [1,2,3,4,5,6,7,8,9])"#,
            "does not fit its block",
        ),
    ] {
        let b = dsp0(
            &format!("\"main\": [{body}]"),
            r#"(name: "t", priority: 1, runs: "main")"#,
            "",
        );
        let r = run(&b, &[]);
        assert_eq!(r.report.outcome.kind, OutcomeKind::Crash, "{body}");
        assert!(
            r.report.outcome.detail.contains(what),
            "{body}: {}",
            r.report.outcome.detail
        );
    }
}
