//! Keystone 2 on the command line: clocks synchronised by exchanges and by messages, and what viewers
//! get of call stacks and messages.

use crate::common::{Said, holds, json, say};
use conformance::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn run(workload: &str, dir: &Path, more: &[&str]) -> Said {
    let out = dir.join("out");
    let mut words = vec![
        "run",
        "--board",
        "keystone2",
        "--workload",
        workload,
        "--quiet",
    ];
    words.extend(["--out", out.to_str().unwrap()]);
    words.extend(more);
    say(&words)
}

/// `trueboard sync` on what a run left, with its truth.
fn sync(dir: &Path, more: &[&str]) -> (Said, Value) {
    let streams = dir.join("out/streams");
    let path = |name: &str| streams.join(name).display().to_string();
    let mut words = vec!["sync".to_owned(), path("arm")];
    words.extend((0..8).map(|k| path(&format!("dsp{k}"))));
    words.extend([
        "--truth".to_owned(),
        path("truth-clocks.json"),
        "--json".to_owned(),
    ]);
    words.extend(["--out".to_owned(), dir.join("merged").display().to_string()]);
    words.extend(more.iter().map(|&w| w.to_owned()));
    let said = say(&words);
    let report = serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{e}: {}", said.err));
    (said, report)
}

/// The largest error of all links, in nanoseconds; each is accurate, and the truth was possible.
#[track_caller]
fn worst(report: &Value) -> f64 {
    let links = report["links"].as_array().unwrap();
    assert_eq!(links.len(), 8);
    let mut worst: f64 = 0.0;
    for link in links {
        assert_eq!(link["quality"], "ACCURATE", "{link}");
        assert_eq!(link["truth"]["possible"], true, "{link}");
        worst = worst.max(link["truth"]["max_ns"].as_f64().unwrap());
    }
    assert_eq!(report["merged"]["moved"], 0);
    worst
}

const DRIFT: &str =
    "cores.dsp.params.tsc=(offset: [5000, 0, 77], ppm: [50, -50, 50, -50, 50, -50, 50, -50])";

/// The bar: less than 1 us of error in 10 s at 50 ppm, by what the description does anyway.
#[test]
fn default_exchanges_bring_drifting_counters_to_one_clock() {
    let dir = TempDir::new().unwrap();
    let said = run(
        "sync",
        dir.path(),
        &["--set", DRIFT, "--set", "cores.arm0.params.tsc=(ppm: [20])"],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    let pairs = ["--pairs", "cause=sync_cause,effect=sync_effect,key=seq"];
    let (said, report) = sync(dir.path(), &pairs);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert_eq!(report["reference"], "arm");
    let exchanges = worst(&report);
    let ppm = report["links"][0]["ppm"].as_f64().unwrap();
    assert!((ppm - 30.0).abs() < 0.1, "{ppm}");
    // A message waits for Linux to wake a thread, one way only.
    let (_, report) = sync(
        dir.path(),
        &[
            "--pairs",
            "cause=message_put,effect=message_get,key=src+dst+seq",
        ],
    );
    let messages = worst(&report);
    println!("exchanges {exchanges:.0} ns, messages {messages:.0} ns");
    assert!(exchanges < 1000.0, "{exchanges}");
    assert!((1000.0..10_000.0).contains(&messages), "{messages}");
}

/// A description of this repository that is not one of the board's.
fn way(name: &str) -> String {
    let path = root().join(format!("models/workloads/ways/{name}.ron"));
    path.display().to_string()
}

/// The published exchange: an interrupt one way, a message the other. Linux wakes a thread for the message, so the
/// clocks are known less well than by interrupts both ways.
#[test]
fn an_interrupt_that_a_message_answers_brings_clocks_together() {
    let dir = TempDir::new().unwrap();
    let said = run(&way("acknowledged"), dir.path(), &["--set", DRIFT]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let (said, report) = sync(dir.path(), &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    for (k, link) in (0..).zip(report["links"].as_array().unwrap()) {
        assert_eq!(
            (&link["to_other"], &link["to_reference"]),
            (&100.into(), &100.into()),
            "{k}: {link}"
        );
    }
    let error = worst(&report);
    println!("{error:.0} ns");
    assert!((1000.0..15_000.0).contains(&error), "{error}");
    // Each message of the answers was one: ready, 100 answers, the last.
    let report: Value = json(&dir.path().join("out/report.json"));
    let got = &report["cores"][0]["meters"]["messages_got"];
    assert!(got.as_u64().unwrap() >= 8 * 102, "{got}");
}

/// What a core left in memory under this name, from a report with `--dump NAME.CORE`.
fn result(report: &Value, name: &str) -> u64 {
    let hex = report["dumps"][name].as_str().expect(name);
    let byte = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
    u64::from_le_bytes(std::array::from_fn(byte))
}

/// The published 96 ms, of the main function of a DSP and of the frame.
#[test]
fn a_frame_of_the_filter_takes_as_long_as_its_main_function() {
    let dir = TempDir::new().unwrap();
    let more = ["--dump=frame0.arm", "--region=sobel"];
    let said = run(&way("filter"), dir.path(), &more);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report: Value = json(&dir.path().join("out/report.json"));
    let regions = report["regions"].as_array().unwrap();
    assert_eq!(regions.len(), 8);
    for region in regions {
        let most = region["max_cycles"].as_f64().unwrap() / 1.2e6;
        assert!((95.9..96.1).contains(&most), "{most}");
    }
    let frame = result(&report, "frame0.arm") as f64 / 1.4e6;
    assert!((96.0..96.2).contains(&frame), "{frame}");
}

/// Packets by message and by shared memory, in cycles of the DSP for one: what the page says.
#[test]
fn shared_memory_costs_less_than_messages() {
    let dir = TempDir::new().unwrap();
    let to = dir.path().join("out/report.json");
    let results = [
        "message",
        "message_all",
        "memory",
        "memory_all",
        "eights",
        "eights_all",
    ];
    let dumps = results.map(|r| format!("--dump={r}.dsp0"));
    let dumps: Vec<&str> = dumps.iter().map(String::as_str).collect();
    let said = run(&way("transfer"), dir.path(), &dumps);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report: Value = json(&to);
    let each = results.map(|r| result(&report, &format!("{r}.dsp0")) / 64);
    println!("{each:?}");
    let [message, message_all, memory, memory_all, eights, eights_all] = each;
    assert!(memory < message && eights < memory, "{each:?}");
    assert!(
        memory_all < message_all && eights_all < memory_all,
        "{each:?}"
    );
    let page = fs::read_to_string(root().join("docs/user/howto/keystone2.md")).unwrap();
    for (way, own, all) in [
        ("message", message, message_all),
        ("shared memory", memory, memory_all),
        ("eight", eights, eights_all),
    ] {
        let cells = format!("| {own} | {all} |");
        let row = page
            .lines()
            .find(|l| l.contains(way) && l.ends_with(&cells));
        assert!(row.is_some(), "no row of {way} with {cells}");
    }
}

/// All twelve cores: whichever CPU of the ARM drains them, the packets of a DSP are its stream, and all are there.
#[test]
fn four_cpus_drain_the_packets_of_eight_dsps() {
    let dir = TempDir::new().unwrap();
    let said = run(&way("cluster"), dir.path(), &["--dump=traced.dsp7"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let report: Value = json(&dir.path().join("out/report.json"));
    let cores = report["cores"].as_array().unwrap();
    let names: Vec<&str> = cores.iter().map(|c| c["name"].as_str().unwrap()).collect();
    assert_eq!(
        names.join(" "),
        "arm0 dsp0 dsp1 dsp2 dsp3 dsp4 dsp5 dsp6 dsp7 arm1 arm2 arm3"
    );
    assert_eq!(report["warnings"], Value::Array(Vec::new()));
    let meter = |core: usize, name: &str| cores[core]["meters"][name].as_u64().unwrap();
    let stream = |core: &str| {
        let path = dir.path().join("out/streams").join(core);
        path.display().to_string()
    };
    for (core, name) in names.iter().enumerate() {
        let name = if core == 0 { "arm" } else { name };
        // A point costs its DSP two events an exchange, in each of its six, besides its own thousand.
        let events = meter(core, "events_traced");
        let exchanges = if core == 0 { 6 * 11 } else { 6 };
        let points = if (1..9).contains(&core) { 1000 } else { 0 };
        assert_eq!(events, points + 2 * exchanges, "{name}");
        assert_eq!(meter(core, "events_discarded"), 0, "{name}");
        let bytes = fs::metadata(Path::new(&stream(name)).join("stream")).unwrap();
        assert_eq!(bytes.len(), 256 * meter(core, "packets_sent"), "{name}");
        let said = say(&["trace", "check", &stream(name)]);
        assert_eq!(said.code, Some(0), "{name}: {} {}", said.out, said.err);
        let said = say(&["trace", "cat", &stream(name)]);
        assert_eq!(said.out.lines().count() as u64, events, "{name}");
        // Each CPU of the ARM has drained the packets of two DSPs.
        let drained: u64 = match core {
            0 => (1..3).map(|k| meter(k, "packets_sent")).sum(),
            9.. => {
                let first = 2 * (core - 9) + 3;
                (first..first + 2).map(|k| meter(k, "packets_sent")).sum()
            }
            _ => continue,
        };
        let messages = if core == 0 { 16 } else { 0 };
        assert_eq!(meter(core, "messages_got"), drained + messages, "{name}");
        assert!(core == 0 || meter(core, "interrupts") > 10, "{name}");
    }
    // The clocks of all twelve come together.
    let all: Vec<String> = names
        .iter()
        .map(|n| stream(if *n == "arm0" { "arm" } else { n }))
        .collect();
    let mut words: Vec<&str> = vec!["sync"];
    words.extend(all.iter().map(String::as_str));
    let truth = stream("truth-clocks.json");
    words.extend(["--truth", &truth, "--json"]);
    let said = say(&words);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let links = report["links"].as_array().unwrap();
    assert_eq!(links.len(), 11);
    for link in links {
        assert_eq!(link["truth"]["possible"], true, "{link}");
    }
}

/// What the page says of the cycles that tracing takes when four CPUs drain the packets, and when one does.
#[test]
fn four_cpus_drain_faster_than_one() {
    let dir = TempDir::new().unwrap();
    let text = fs::read_to_string(way("cluster")).unwrap();
    // One CPU has all four queues, each with a task of its own.
    let name = |k: u8| format!("(name: \"drain{k}\", priority: 5, runs: \"drain{k}\"),");
    let function = |k: u8| {
        format!("\"drain{k}\": [Create(\"trace{k}\"), Forever([Drain(queue: \"trace{k}\")])],")
    };
    let of = |f: &dyn Fn(u8) -> String| (1..4).map(f).collect::<String>();
    let first = "(name: \"drain\", priority: 5, runs: \"drain_first\"),";
    let alone = [
        (
            r#""trace1": "arm1", "trace2": "arm2", "trace3": "arm3""#.to_owned(),
            r#""trace1": "arm", "trace2": "arm", "trace3": "arm""#.to_owned(),
        ),
        (
            r#""drain": [Create("trace{n}"), Forever([Drain(queue: "trace{n}")])],"#.to_owned(),
            of(&function),
        ),
        (
            r#"(name: "drain", priority: 5, runs: "drain"), "#.to_owned(),
            String::new(),
        ),
        (first.to_owned(), format!("{first} {}", of(&name))),
    ];
    let alone = alone.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    let path = dir.path().join("alone.ron");
    fs::write(&path, alone).unwrap();
    let page = fs::read_to_string(root().join("docs/user/howto/keystone2.md")).unwrap();
    let dumps: Vec<String> = (0..8).map(|k| format!("--dump=traced.dsp{k}")).collect();
    let dumps: Vec<&str> = dumps.iter().map(String::as_str).collect();
    let mut most = Vec::new();
    for (who, workload) in [
        ("all four", way("cluster")),
        ("`arm`", path.display().to_string()),
    ] {
        let said = run(&workload, dir.path(), &dumps);
        assert_eq!(said.code, Some(0), "{}", said.err);
        let report: Value = json(&dir.path().join("out/report.json"));
        let cycles = |k: usize| result(&report, &format!("traced.dsp{k}"));
        let interrupts = |core: usize| {
            report["cores"][core]["meters"]["interrupts"]
                .as_u64()
                .unwrap()
        };
        let all: Vec<u64> = (0..8).map(cycles).collect();
        let least = all.iter().min().unwrap();
        most.push(*all.iter().max().unwrap());
        let others: Vec<String> = (9..12).map(|c| interrupts(c).to_string()).collect();
        let row = format!(
            "| {who} | {least} | {} | {} | {} |",
            most.last().unwrap(),
            interrupts(0),
            others.join(", ")
        );
        println!("{row}");
        assert!(page.contains(&row), "{row}");
    }
    assert!(2 * most[0] < most[1], "{most:?}");
}

/// A core that there is none of: one error that says which there are.
#[test]
fn a_fifth_cpu_of_the_arm() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("w.ron");
    let text = fs::read_to_string(way("cluster")).unwrap();
    fs::write(&path, text.replace("\"arm1-3\"", "\"arm4\"")).unwrap();
    let said = run(path.to_str().unwrap(), dir.path(), &[]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(
        &said.err,
        &[
            "w.ron: 1 problem",
            "cores.arm4: names no cores; write arm, arm1 to arm3, or dsp0 to dsp7",
        ],
    );
}

/// Another rate of the clock itself, as metadata and truth tell it.
#[test]
fn the_ratio_of_the_clocks_can_be_set() {
    let dir = TempDir::new().unwrap();
    let said = run(
        "sha256-every-100",
        dir.path(),
        &["--set", "clocks.dsp=1000MHz", "--set", DRIFT],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    let (said, report) = sync(dir.path(), &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let hz: Vec<u64> = report["clocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["hz"].as_u64().unwrap())
        .collect();
    assert_eq!(hz[..2], [1_400_000_000, 1_000_000_000]);
    let error = worst(&report);
    assert!(error < 1000.0, "{error}");
}

/// The call stacks of a run as a viewer takes them: on every track slices are nested, times go on, and
/// each message begins on one core and ends on another one.
#[test]
fn stacks_and_messages_of_sobel_open_in_viewers() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let formats = [
        format!("perfetto={}", path("t.json")),
        format!("paraver={}", path("t.prv")),
        format!("ctf={}", path("ctf")),
    ];
    let more: Vec<&str> = formats
        .iter()
        .flat_map(|f| ["--trace", f.as_str()])
        .collect();
    let said = run("sobel", dir.path(), &more);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let frames = perfetto(&dir.path().join("t.json"));
    assert_eq!(paraver(&dir.path().join("t.prv")), frames);
    let said = say(&["trace", "check", &path("ctf")]);
    assert_eq!(said.code, Some(0), "{} {}", said.out, said.err);
    let said = say(&["trace", "cat", &path("ctf")]);
    let count = |what: &str| said.out.lines().filter(|l| l.contains(what)).count();
    assert_eq!(
        (count(" sent:"), count(" received:")),
        (frames.messages, frames.messages)
    );
}

/// What Sobel's own tracers say of tasks and messages: each switch leaves the task that the one before
/// began, sizes are those of the description, and a viewer gets the names of the tasks' functions.
/// Sobel with tracers that record switches of tasks, and messages with their sizes.
fn traced() -> &'static str {
    concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../models/workloads/traced/sobel.ron"
    )
}

#[test]
fn switches_and_messages_of_sobel_are_in_its_own_streams() {
    let dir = TempDir::new().unwrap();
    let said = run(traced(), dir.path(), &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let stream = |core: &str| {
        dir.path()
            .join("out/streams")
            .join(core)
            .display()
            .to_string()
    };
    let field = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!(" {name} = ")).expect(name);
        let digits = rest.split([',', ' ']).next().unwrap();
        let hex = digits.strip_prefix("0x");
        hex.map_or_else(|| digits.parse(), |h| u64::from_str_radix(h, 16))
            .unwrap()
    };
    for core in ["arm", "dsp0", "dsp1", "dsp7"] {
        let text = say(&["trace", "cat", &stream(core)]).out;
        let mut runs = 0;
        let mut switches = 0;
        for line in text.lines().filter(|l| l.contains("task_switch: ")) {
            assert_eq!(field(line, "from"), runs, "{core}: {line}");
            runs = field(line, "to");
            switches += 1;
        }
        assert!(switches > 6, "{core}: {switches}");
        let sizes = |event: &str| -> Vec<u64> {
            let lines = text.lines().filter(|l| l.contains(event));
            lines.map(|l| field(l, "size")).collect()
        };
        // The master asks with one word and gives pieces with two.
        if core == "arm" {
            let put = sizes("message_put: ");
            assert_eq!(put.iter().filter(|&&s| s == 36).count(), 3, "{put:?}");
            assert_eq!(put.iter().filter(|&&s| s == 40).count(), 32, "{put:?}");
        } else {
            assert!(!sizes("message_get: ").is_empty(), "{core}");
        }
    }
    let json = dir.path().join("t.json").display().to_string();
    let words = [
        "trace",
        "convert",
        &stream("dsp1"),
        "--to",
        "perfetto",
        "--out",
        &json,
    ];
    let said = say(&[&words[..], &["--symbols", traced()]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let events: Vec<Value> = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let states = events
        .iter()
        .filter(|e| e["ph"] == "B" && e["cat"] == "state");
    let mut names: Vec<&str> = states.map(|e| e["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names, ["dummy_ping", "idle", "worker"]);
    let preempted = |e: &&Value| e["args"]["from"] == "worker" && e["args"]["to"] == "dummy_ping";
    assert!(events.iter().any(|e| preempted(&e)));
    let prv = dir.path().join("t.prv").display().to_string();
    let words = [
        "trace",
        "convert",
        &stream("dsp1"),
        "--to",
        "paraver",
        "--out",
        &prv,
    ];
    let said = say(&[&words[..], &["--symbols", traced()]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let labels = fs::read_to_string(dir.path().join("t.pcf")).unwrap();
    holds(&labels, &["task_switch: to", "dummy_ping"]);
}

/// What both formats must agree upon.
#[derive(Debug, PartialEq)]
struct Seen {
    /// Calls of `filter_row`, by core.
    rows: Vec<usize>,
    /// Messages between cores.
    messages: usize,
}

fn perfetto(path: &Path) -> Seen {
    let events: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    // By track: names of open slices, the last time.
    let mut tracks: BTreeMap<u64, (Vec<String>, f64)> = BTreeMap::new();
    let mut begun: BTreeMap<u64, (u64, f64)> = BTreeMap::new();
    let mut seen = Seen {
        rows: vec![0; 9],
        messages: 0,
    };
    for e in events.iter().filter(|e| e["ph"] != "M" && e["ph"] != "C") {
        let (tid, at) = (e["tid"].as_u64().unwrap(), e["ts"].as_f64().unwrap());
        let (open, last) = tracks.entry(tid).or_default();
        assert!(at >= *last, "track {tid} goes back: {e}");
        *last = at;
        match e["ph"].as_str().unwrap() {
            "B" => {
                let name = e["name"].as_str().unwrap().to_owned();
                // Rows are filtered within a worker's call of sobel, and nowhere else.
                if name == "filter_row" {
                    assert_eq!(open.last().map(String::as_str), Some("sobel"), "{open:?}");
                    assert!(open.contains(&"worker".to_owned()), "{open:?}");
                    seen.rows[(tid / 2) as usize] += 1;
                }
                open.push(name);
            }
            "E" => assert!(open.pop().is_some(), "track {tid}: an end without a begin"),
            "s" => {
                assert!(!open.is_empty(), "a flow begins outside of all slices: {e}");
                assert!(begun.insert(e["id"].as_u64().unwrap(), (tid, at)).is_none());
            }
            "f" => {
                assert!(!open.is_empty() && e["bp"] == "e", "{e}");
                let (from, sent) = begun
                    .remove(&e["id"].as_u64().unwrap())
                    .expect("it has begun");
                assert!(from != tid && sent < at, "{e}");
                seen.messages += 1;
            }
            _ => {}
        }
    }
    for (tid, (open, _)) in tracks {
        assert!(open.is_empty(), "track {tid} ends within {open:?}");
    }
    assert!(begun.is_empty(), "messages that never came: {begun:?}");
    // Three frames of 240 rows on each DSP: slices that were switched away from begin anew.
    assert!(
        seen.rows[0] == 0 && seen.rows[1..].iter().all(|&n| n >= 720),
        "{seen:?}"
    );
    assert!(seen.messages > 100, "{seen:?}");
    seen
}

fn paraver(path: &Path) -> Seen {
    let labels = fs::read_to_string(path.with_extension("pcf")).unwrap();
    let label = |name: &str| {
        let line = labels
            .lines()
            .find(|l| l.split_whitespace().nth(1) == Some(name));
        line.unwrap().split_whitespace().next().unwrap().to_owned()
    };
    let (filter, sobel) = (label("filter_row"), label("sobel"));
    let text = fs::read_to_string(path).unwrap();
    // Extrae's type of user functions.
    let function = "60000019";
    let mut seen = Seen {
        rows: vec![0; 9],
        messages: 0,
    };
    let mut depth = [0i64; 10];
    let (mut last, mut tags) = (0u64, BTreeMap::new());
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split(':').collect();
        let number = |i: usize| f[i].parse::<u64>().unwrap();
        match f[0] {
            "2" => {
                assert!(number(5) >= last, "records go back: {line}");
                last = number(5);
                let core = number(4) as usize;
                if f[6] == function {
                    depth[core] += if f[7] == "0" { -1 } else { 1 };
                    assert!(depth[core] >= 0, "{line}");
                    seen.rows[core - 1] += usize::from(f[7] == filter);
                    assert!(f[7] != sobel || core > 1, "{line}");
                }
            }
            "3" => {
                let (from, sent, to, came) = (number(1), number(5), number(7), number(11));
                assert!(from != to && sent < came, "{line}");
                assert!(tags.insert(number(14), ()).is_none(), "{line}");
                seen.messages += 1;
            }
            _ => {}
        }
    }
    seen
}

/// A master that asks a DSP which does not run: a warning with the time waited, and the rest goes on.
#[test]
fn a_dsp_that_never_answers() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("w.ron");
    let text = r#"Workload(name: "w",
        trace: (uuid: "6b326532-6363-4374-b661-6b6579733032",
            events: {"sync_cause": [("seq", 32)], "sync_effect": [("seq", 32)]}),
        functions: {"main": [Release("dsp1"), Exchange("dsp0"), Exchange("dsp1"), Flush, Print("after"), Exit(0)],
            "idle": [Sleep(1_000_000)]},
        cores: {"arm": (tasks: [(name: "m", priority: 1, runs: "main")], tracer: ()),
            "dsp1": (tasks: [(name: "i", priority: 1, runs: "idle")], tracer: ())})"#;
    fs::write(&path, text).unwrap();
    let said = run(path.to_str().unwrap(), dir.path(), &[]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let report = fs::read_to_string(dir.path().join("out/report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    holds(
        warnings[0].as_str().unwrap(),
        &["dsp0 has not answered exchange 1 within 10 ms"],
    );
    let console = fs::read_to_string(dir.path().join("out/console.txt")).unwrap();
    assert_eq!(console, "arm: after\n");
    let cat = say(&[
        "trace",
        "cat",
        dir.path().join("out/streams/arm").to_str().unwrap(),
    ]);
    assert_eq!(
        cat.out
            .lines()
            .filter(|l| l.contains("sync_effect"))
            .count(),
        1,
        "{}",
        cat.out
    );
}
