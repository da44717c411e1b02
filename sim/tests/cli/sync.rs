//! `trueboard sync` on traces made here: a host and cores with drifting clocks, exchanges between
//! them, and everything that can be wrong with those.

use crate::common::{Said, holds, refused, say};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use trueboard_trace::read::ctf::Trace;

const CAUSE: u16 = 0;
const EFFECT: u16 = 1;
const WORK: u16 = 2;

/// Time stamp, event, sequence number, sender and receiver (of work: any number).
type Event = (u64, u16, u32, u8, u8);

/// Writes a CTF trace with these stream files.
fn trace(dir: &Path, hz: u64, names: [&str; 2], streams: &[(&str, Vec<Event>)]) {
    fs::create_dir_all(dir).unwrap();
    let mut metadata = format!(
        "/* CTF 1.8 */
         typealias integer {{ size = 64; align = 8; signed = false; }} := u64;
         trace {{ major = 1; minor = 8; byte_order = le; }};
         clock {{ name = \"c\"; freq = {hz}; }};
         typealias integer {{ size = 64; align = 8; signed = false; map = clock.c.value; }} := t;
         stream {{ packet.context := struct {{ t timestamp_begin; t timestamp_end; u64 packet_size; }};
           event.header := struct {{ integer {{ size = 16; align = 8; signed = false; }} id; t timestamp; }}; }};"
    );
    for (id, name) in [(CAUSE, names[0]), (EFFECT, names[1]), (WORK, "work")] {
        let _ = write!(
            metadata,
            "event {{ name = \"{name}\"; id = {id}; fields := struct {{
               integer {{ size = 32; align = 8; signed = false; }} _seq;
               integer {{ size = 8; align = 8; signed = false; }} _from;
               integer {{ size = 8; align = 8; signed = false; }} _to; }}; }};"
        );
    }
    fs::write(dir.join("metadata"), metadata).unwrap();
    for (name, events) in streams {
        let mut events = events.clone();
        events.sort_unstable();
        let mut bytes = Vec::new();
        for packet in events.chunks(1000) {
            let bits = 8 * (24 + 16 * packet.len() as u64);
            let times = [packet[0].0, packet[packet.len() - 1].0, bits];
            bytes.extend(times.into_iter().flat_map(u64::to_le_bytes));
            for (at, id, seq, from, to) in packet {
                bytes.extend(id.to_le_bytes());
                bytes.extend(at.to_le_bytes());
                bytes.extend(seq.to_le_bytes());
                bytes.extend([*from, *to]);
            }
        }
        fs::write(dir.join(name), bytes).unwrap();
    }
}

/// What a core's clock of 600 MHz shows at a true time in nanoseconds: it started 1 ms late and is
/// 50 ppm fast, the next core's 100 ppm.
fn core_clock(core: u8, ns: u64) -> u64 {
    let ppm = 50 * (1 + u64::from(core));
    (u128::from(ns - 1_000_000) * 600 * u128::from(1_000_000 + ppm) / 1_000_000_000) as u64
}

/// Events of the host and of `cores` cores: `number` exchanges with each in 10 s, delays between 0.9
/// and 1.8 us by a simple rule. `keep` says which messages of the four steps are recorded.
fn exchanges(cores: u8, number: u32) -> (Vec<Event>, Vec<Vec<Event>>) {
    let mut host = Vec::new();
    let mut all = vec![Vec::new(); usize::from(cores)];
    let mut seq = 0;
    for i in 0..number {
        for core in 0..cores {
            let delay = |k: u32| 900 + u64::from((i * 7919 + k * 104_729 + u32::from(core)) % 900);
            let sent = 2_000_000
                + u64::from(i) * (10_000_000_000 / u64::from(number))
                + u64::from(core) * 50_000;
            let came = sent + delay(1);
            let answered = came + 700;
            let back = answered + delay(2);
            let to = core + 1;
            host.push((sent, CAUSE, seq, 0, to));
            host.push((back, EFFECT, seq + 1, to, 0));
            let own = &mut all[usize::from(core)];
            own.push((core_clock(core, came), EFFECT, seq, 0, to));
            own.push((core_clock(core, answered), CAUSE, seq + 1, to, 0));
            own.push((core_clock(core, answered + 300), WORK, i, 0, 0));
            seq += 2;
        }
    }
    (host, all)
}

const NAMES: [&str; 2] = ["sync_cause", "sync_effect"];

/// Traces `host` and `core-N` in a directory.
fn board(events: (Vec<Event>, Vec<Vec<Event>>)) -> (TempDir, Vec<PathBuf>) {
    let dir = TempDir::new().unwrap();
    let host = dir.path().join("host");
    trace(&host, 1_000_000_000, NAMES, &[("stream", events.0)]);
    let mut dirs = vec![host];
    for (i, events) in events.1.into_iter().enumerate() {
        let core = dir.path().join(format!("core-{i}"));
        trace(&core, 600_000_000, NAMES, &[("stream", events)]);
        dirs.push(core);
    }
    (dir, dirs)
}

fn truth(dir: &Path) -> String {
    let mut clocks = vec![
        r#"{"name": "host", "hz_nominal": 1000000000, "ns_at_zero": {"num": 0, "den": 1},
            "ns_per_tick": {"num": 1, "den": 1}}"#
            .to_owned(),
    ];
    for core in 0..2u64 {
        clocks.push(format!(
            r#"{{"name": "core-{core}", "hz_nominal": 600000000,
                "ns_at_zero": {{"num": 1000000, "den": 1}},
                "ns_per_tick": {{"num": 1000000000, "den": {}}}}}"#,
            600 * (1_000_000 + 50 * (1 + core))
        ));
    }
    let path = dir.join("truth-clocks.json");
    let clocks = clocks.join(",");
    fs::write(
        &path,
        format!(r#"{{"format": "trueboard-truth-clocks/1", "clocks": [{clocks}]}}"#),
    )
    .unwrap();
    path.to_str().unwrap().to_owned()
}

fn sync(dirs: &[PathBuf], more: &[&str]) -> Said {
    let mut words = vec!["sync"];
    words.extend(dirs.iter().map(|d| d.to_str().unwrap()));
    words.extend(more);
    say(&words)
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{e}: {} {}", said.out, said.err))
}

/// No effect of a merged trace comes before its cause, and nothing is lost.
#[track_caller]
fn in_order(dir: &Path, events: usize) {
    let trace = Trace::open(dir).unwrap();
    let mut causes = HashMap::new();
    let mut seen = 0;
    for event in trace.events() {
        let event = event.unwrap();
        let number = |name: &str| event.field(name).and_then(|f| f.unsigned()).unwrap();
        let key = (number("seq"), number("from"), number("to"));
        match event.name() {
            "sync_cause" => {
                causes.insert(key, event.cycles());
            }
            "sync_effect" => {
                let cause = causes
                    .get(&key)
                    .unwrap_or_else(|| panic!("{key:?}: effect first"));
                assert!(*cause < event.cycles(), "{key:?}");
            }
            _ => (),
        }
        seen += 1;
    }
    assert_eq!(seen, events);
    match Command::new("babeltrace2").arg(dir).output() {
        Ok(out) => {
            assert_eq!(String::from_utf8_lossy(&out.stderr), "");
            assert_eq!(String::from_utf8_lossy(&out.stdout).lines().count(), events);
        }
        Err(_) => skip::skipped("babeltrace2 is not installed (apt-get install babeltrace2)"),
    }
}

/// The bar: less than 1 us of error in 10 s at 50 ppm.
#[test]
fn drifting_clocks_are_brought_to_one() {
    let (dir, dirs) = board(exchanges(2, 20));
    let out = dir.path().join("merged");
    let truth = truth(dir.path());
    let more = ["--json", "--truth", &truth, "--out", out.to_str().unwrap()];
    let said = sync(&dirs, &more);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let report = json(&said);
    assert_eq!(report["reference"], "host");
    for (i, link) in report["links"].as_array().unwrap().iter().enumerate() {
        assert_eq!(link["quality"], "ACCURATE");
        assert_eq!(
            (&link["to_other"], &link["to_reference"]),
            (&20.into(), &20.into())
        );
        let truth = &link["truth"];
        assert!(truth["max_ns"].as_f64().unwrap() < 1000.0, "{truth}");
        assert_eq!(truth["possible"], true);
        let ppm = link["ppm"].as_f64().unwrap();
        assert!((ppm - 50.0 * (i as f64 + 1.0)).abs() < 0.2, "{ppm}");
        assert!(link["beta_ns"].as_str().unwrap().starts_with("-1000"));
        assert!(link["bound_ns"][1].as_f64().unwrap() < 1500.0);
    }
    assert_eq!(report["merged"]["moved"], 0);
    in_order(&out, 2 * 2 * 20 + 2 * 3 * 20);
    // Again over its own output; and never over what is read.
    assert_eq!(sync(&dirs, &more).code, Some(0));
    let host = dirs[0].to_str().unwrap();
    refused(
        &sync(&dirs, &["--out", host]),
        2,
        &[host, "is read", "another place"],
    );
    let all = sync(&dirs, &["--method", "streaming", "--reference", "core-1"]);
    holds(&all.out, &["reference core-1", "ACCURATE", "host - core-0"]);
    assert_eq!(sync(&dirs, &["--method", "bisector"]).code, Some(0));
}

/// Each hull is made of messages of its way, and none of them is on the wrong side of it.
#[test]
fn hulls_as_points_and_as_a_picture() {
    let (host, cores) = exchanges(1, 30);
    let mut ways = [Vec::new(), Vec::new()];
    for (at, event, seq, ..) in &host {
        let core = cores[0].iter().find(|e| e.1 == 1 - event && e.2 == *seq);
        let core = core.expect("the other end of the message").0;
        ways[usize::from(*event)].push((*at as f64, core as f64 / 0.6));
    }
    let (dir, dirs) = board((host, cores));
    let svg = dir.path().join("hulls.svg");
    let svg = svg.to_str().unwrap();
    let report = json(&sync(&dirs, &["--json", "--svg", svg]));
    let link = &report["links"][0];
    let number = |n: &Value| n.as_str().unwrap().parse::<f64>().unwrap();
    for (messages, hull, side) in [(&ways[0], "lower", 1.0), (&ways[1], "upper", -1.0)] {
        let points = link["hulls"][hull].as_array().unwrap();
        assert_eq!(link[format!("{hull}_hull")], points.len());
        let point = |p: &Value| (number(&p["reference_ns"]), number(&p["other_ns"]));
        let points: Vec<_> = points.iter().map(point).collect();
        for p in &points {
            let is = |m: &&(f64, f64)| (m.0 - p.0).abs() < 0.01 && (m.1 - p.1).abs() < 0.01;
            assert!(messages.iter().any(|m| is(&m)), "{p:?} is no message");
        }
        for ends in points.windows(2) {
            let (a, b) = (ends[0], ends[1]);
            for m in messages.iter().filter(|m| (a.0..=b.0).contains(&m.0)) {
                let on = a.1 + (b.1 - a.1) / (b.0 - a.0) * (m.0 - a.0);
                assert!(side * (m.1 - on) > -0.01, "{m:?} is beyond {ends:?}");
            }
        }
    }
    let drawn = fs::read_to_string(svg).unwrap();
    holds(
        &drawn,
        &["<svg", "host - core-0: ACCURATE", "to the reference"],
    );
    let stream = dirs[0].join("stream");
    let over = sync(&dirs, &["--svg", stream.to_str().unwrap()]);
    refused(&over, 2, &["--svg", "stream"]);
}

/// Cores with one metadata file and counters of their own, as the firmware's tracer writes them:
/// each stream file is a clock then.
#[test]
fn streams_can_have_clocks_of_their_own() {
    let (host, cores) = exchanges(2, 20);
    let dir = TempDir::new().unwrap();
    let dirs = ["host", "cores"].map(|n| dir.path().join(n));
    trace(&dirs[0], 1_000_000_000, NAMES, &[("stream", host)]);
    let [a, b] = [&cores[0], &cores[1]].map(Clone::clone);
    trace(
        &dirs[1],
        600_000_000,
        NAMES,
        &[("core-0", a), ("core-1", b)],
    );
    let out = dir.path().join("merged");
    let truth = truth(dir.path());
    let more = [
        "--clocks",
        "stream",
        "--truth",
        &truth,
        "--json",
        "--out",
        out.to_str().unwrap(),
    ];
    let report = json(&sync(&dirs, &more));
    assert_eq!(report["reference"], "host");
    assert_eq!(report["links"].as_array().unwrap().len(), 2);
    for link in report["links"].as_array().unwrap() {
        assert!(link["truth"]["max_ns"].as_f64().unwrap() < 1000.0);
    }
    in_order(&out, 200);
    // As one clock the same messages make no line.
    let said = sync(&dirs, &[]);
    assert_eq!(said.code, Some(1), "{}", said.out);
    holds(&said.err, &["host and cores", "hulls intersect"]);
}

#[test]
fn one_direction_only() {
    let (mut host, mut cores) = exchanges(2, 20);
    cores[1].retain(|e| e.1 != CAUSE);
    host.retain(|e| !(e.1 == EFFECT && e.3 == 2));
    let (dir, dirs) = board((host, cores));
    let out = dir.path().join("merged");
    let said = sync(&dirs, &["--out", out.to_str().unwrap()]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    holds(
        &said.err,
        &[
            "host and core-1",
            "one way only",
            "20 from host to core-1",
            "acknowledge",
        ],
    );
    holds(&said.out, &["INCOMPLETE", "ACCURATE"]);
    in_order(&out, 200 - 40);
}

#[test]
fn too_few_exchanges() {
    let (dir, dirs) = board(exchanges(1, 1));
    let out = dir.path().join("merged");
    let said = sync(&dirs, &["--out", out.to_str().unwrap()]);
    assert_eq!(said.code, Some(0));
    holds(&said.out, &["APPROXIMATE"]);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    holds(
        &said.err,
        &["too few exchanges (1 there, 1 back)", "at least two"],
    );
    in_order(&out, 5);
}

/// A core that was reset in the middle: no line fits, and still no effect comes before its cause.
#[test]
fn a_clock_that_was_reset() {
    let (host, mut cores) = exchanges(1, 20);
    for e in &mut cores[0][30..] {
        e.0 += 3_000_000;
    }
    let (dir, dirs) = board((host, cores));
    let out = dir.path().join("merged");
    let said = sync(&dirs, &["--json", "--out", out.to_str().unwrap()]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    holds(
        &said.err,
        &[
            "host and core-0",
            "the hulls intersect",
            "all 40 pairs",
            "reset",
        ],
    );
    let report = json(&said);
    assert_eq!(report["links"][0]["quality"], "FAIL");
    assert_eq!(report["links"][0]["bound_ns"], Value::Null);
    assert!(report["merged"]["moved"].as_u64().unwrap() > 0);
    assert_eq!(report["merged"]["contradictions"], 0);
    in_order(&out, 100);
}

#[test]
fn a_core_that_never_answers() {
    let (host, mut cores) = exchanges(2, 20);
    cores[1].retain(|e| e.1 == WORK);
    let (_dir, dirs) = board((host, cores));
    let said = sync(&dirs, &[]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.err.lines().count(), 2, "{}", said.err);
    holds(
        &said.err,
        &[
            "core-1: no pairs lead to host, it has no sync events",
            "its events keep their own times",
        ],
    );
    holds(&said.err, &["host: 20 causes and 20 effects match nothing"]);
}

#[test]
fn pairs_of_other_events() {
    let (host, cores) = exchanges(1, 20);
    let dir = TempDir::new().unwrap();
    let dirs = ["host", "core-0"].map(|n| dir.path().join(n));
    let names = ["put", "get"];
    trace(&dirs[0], 1_000_000_000, names, &[("stream", host)]);
    trace(
        &dirs[1],
        600_000_000,
        names,
        &[("stream", cores[0].clone())],
    );
    refused(
        &sync(&dirs, &[]),
        3,
        &[
            "no pairs of sync_cause → sync_effect",
            "no such events",
            "--pairs",
        ],
    );
    let said = sync(&dirs, &["--pairs", "cause=put,effect=get,key=seq+from"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    holds(&said.out, &["ACCURATE"]);
    let wrong = sync(&dirs, &["--pairs", "cause=put,effect=get,key=nothing"]);
    refused(
        &wrong,
        3,
        &["host: event put has no integer field `nothing`", "--pairs"],
    );
    refused(
        &sync(&dirs, &["--pairs", "cause=put"]),
        2,
        &["--pairs cause=put", "missing"],
    );
    refused(
        &sync(&dirs[..1], &["--pairs", "cause=put,effect=get,key=seq"]),
        3,
        &["all events are on one clock"],
    );
}

#[test]
fn what_cannot_be_read() {
    let (dir, dirs) = board(exchanges(1, 20));
    refused(
        &sync(&dirs, &["--reference", "core-7"]),
        3,
        &["core-7", "host, core-0"],
    );
    let file = dir.path().join("clocks.json");
    let path = file.to_str().unwrap();
    refused(&sync(&dirs, &["--truth", path]), 3, &[path]);
    fs::write(&file, r#"{"format": "other", "clocks": []}"#).unwrap();
    refused(
        &sync(&dirs, &["--truth", path]),
        3,
        &[path, "format is \"other\""],
    );
    fs::write(
        &file,
        r#"{"format": "trueboard-truth-clocks/1", "clocks": []}"#,
    )
    .unwrap();
    let said = sync(&dirs, &["--truth", path]);
    assert_eq!(said.code, Some(0));
    holds(&said.err, &["does not know host", "does not know core-0"]);
    let none = dir.path().join("none");
    refused(&sync(&[none], &[]), 3, &["none"]);
    // A torn last packet is reported, and the rest is used.
    let stream = dirs[1].join("stream");
    let bytes = fs::read(&stream).unwrap();
    fs::write(&stream, &bytes[..bytes.len() - 5]).unwrap();
    let said = sync(&dirs, &[]);
    holds(&said.err, &["stream: packet 0", "torn"]);
    holds(&said.out, &["ACCURATE"]);
}
