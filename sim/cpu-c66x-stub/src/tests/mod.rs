//! Programs, packets, and what is reported of bad workloads. How cores run them is tested on the board.

mod cluster;
mod rig;
mod running;
mod switches;

use crate::barectf::{Format, PACKET_BYTES, Packet};
use crate::layout::Map;
use crate::op::{Op, Value};
use crate::program::{Described, FIRST_OP};
use crate::workload::{TraceFormat, parse};

const MAP: Map = Map {
    shared: 0x0c00_0000,
    shared_bytes: 0x5f_0000,
    code: 0x8000_0000,
};

fn described(text: &str) -> Result<Described, Vec<String>> {
    Described::new(parse(text).map_err(|e| vec![e])?, MAP)
}

fn problems(text: &str) -> Vec<String> {
    described(text).err().unwrap_or_default()
}

/// A workload with these functions, of which DSP 0 runs `main`.
fn with(functions: &str) -> String {
    format!(
        r#"Workload(name: "t", queues: {{"mine": "dsp0", "other": "arm"}}, heaps: {{"h": (block: 64, count: 4)}},
        results: ["r"], params: {{"many": 7}},
        functions: {{ {functions} }},
        cores: {{"dsp0": (tasks: [(name: "a", priority: 3, runs: "main")])}})"#
    )
}

#[test]
fn assembled() {
    let text = with(
        r#""main": [Loop(count: "many", index: "i", body: [Compute("i")]), Call("sub")],
           "sub": [Each(name: "k", from: 1, to: 2, body: [Compute("k")])]"#,
    );
    let d = described(&text).unwrap_or_else(|e| panic!("{e:?}"));
    let p = &d.programs[&1];
    let ops = &p.ops[FIRST_OP as usize..];
    let looping = Op::Loop {
        count: Some(Value::Is(7)),
        var: Some(0),
        period_us: None,
        end: FIRST_OP + 2,
    };
    let expected = [
        looping,
        Op::Compute(Value::Var(0)),
        Op::Next,
        Op::Call(1),
        Op::Ret,
        Op::Compute(Value::Is(1)),
        Op::Compute(Value::Is(2)),
        Op::Ret,
    ];
    assert_eq!(ops, expected);
    assert_eq!(p.functions[1].first, FIRST_OP + 5);
    assert_eq!(p.op_at(p.address(FIRST_OP + 3)), Some(FIRST_OP + 3));
    assert_eq!(p.op_at(0), None);
}

#[test]
fn everything_wrong_is_told_with_its_path() {
    let text = with(
        r#""main": [Get(queue: "other"), Put(queue: "none"), Compute("what"),
                    Loop(count: 2, body: [Call("gone")]), Trace("e", []), Store("x", 1), Pend("s")]"#,
    );
    let found_problems = problems(&text);
    for (path, what) in [
        ("functions.main[0]", "is a queue of arm"),
        ("functions.main[1]", "no queue is called `none`"),
        ("functions.main[2]", "called `what`"),
        ("functions.main[3][0]", "no function is called `gone`"),
        ("functions.main[4]", "no `trace`"),
        ("functions.main[5]", "no result is called `x`"),
        ("functions.main[6]", "no semaphore"),
    ] {
        let found = found_problems
            .iter()
            .any(|t| t.starts_with(path) && t.contains(what));
        assert!(found, "{path}: {what}: {found_problems:#?}");
    }
    assert_eq!(found_problems.len(), 7, "{found_problems:#?}");
}

#[test]
fn what_no_core_reaches_may_be_for_another_one() {
    let text = with(r#""main": [Compute(1)], "elsewhere": [Get(queue: "other")]"#);
    assert_eq!(problems(&text), Vec::<String>::new());
}

#[test]
fn handlers_do_not_wait() {
    let text = r#"Workload(name: "t", functions: {"main": [], "h": [Call("deep")], "deep": [Sleep(5)]},
        cores: {"dsp0": (tasks: [(name: "a", priority: 1, runs: "main")], on_interrupt: "h")})"#;
    let found_problems = problems(text);
    assert_eq!(found_problems.len(), 1, "{found_problems:?}");
    assert!(
        found_problems[0].starts_with("functions.deep[0]: waits"),
        "{found_problems:?}"
    );
}

#[test]
fn bad_cores_tasks_and_sizes() {
    let text = r#"Workload(name: "t", heaps: {"h": (block: 16, count: 0), "big": (block: 60000, count: 200)},
        queues: {"q": "dsp9"}, functions: {"main": []},
        cores: {"dsp1": (tasks: []), "dsp0-2": (tasks: [(name: "a", priority: 16, runs: "nobody"),
            (name: "a", priority: 1, runs: "main")], tracer: ()), "gpu": (tasks: [])})"#;
    let found_problems = problems(text);
    for what in [
        "cores.dsp1: dsp1 has a part already",
        "cores.gpu: names no cores",
        "queues.q: there is no core `dsp9`",
        "heaps.h: there must be a block",
        "heaps: all blocks need",
        "tasks[0].priority: must be 1 to 15",
        "tasks[0].runs: there is no function `nobody`",
        "tasks[1].name: there is a task `a` already",
        "tracer: there is no `trace`",
    ] {
        assert!(
            found_problems.iter().any(|t| t.contains(what)),
            "{what}: {found_problems:#?}"
        );
    }
}

#[test]
fn wrong_types_and_names_are_told_with_line_and_path() {
    let e = parse("Workload(\n name: \"t\",\n functions: {\"f\": [Compute(-1)]}, cores: {})")
        .unwrap_err();
    assert!(e.starts_with("line 3") && e.contains("functions"), "{e}");
    let e = parse("Workload(name: \"t\", functions: {}, cores: {}, colour: 3)").unwrap_err();
    assert!(e.contains("colour"), "{e}");
    let e = parse("Workload(name: \"t\", functions: {\"f\": [Jump(3)]}, cores: {})").unwrap_err();
    assert!(e.contains("Jump"), "{e}");
    assert!(parse("Workload(").unwrap_err().starts_with("line 1"));
}

fn format(events: &str) -> Result<Format, Vec<String>> {
    let text = format!("(uuid: \"6b326532-6363-4374-b661-6b6579733032\", events: {{ {events} }})");
    let t: TraceFormat = ron::from_str(&text).unwrap();
    Format::new(&t)
}

const EVENTS: &str = r#""tracepoint": [("value", 32)], "frame_begin": [("number", 32)],
    "frame_end": [("number", 32)], "func_entry": [("addr", 64)], "func_exit": [("addr", 64)],
    "message_get": [("src", 32), ("dst", 32), ("seq", 32), ("size", 32)],
    "message_put": [("src", 32), ("dst", 32), ("seq", 32), ("size", 32)],
    "piece_done": [("number", 32)], "sync_cause": [("seq", 32)], "sync_effect": [("seq", 32)],
    "task_switch": [("from", 64), ("to", 64)]"#;

/// What the C code wrote that barectf 3.1.2 generates from `barectf.yaml`: the counter reads 0x1010 at
/// open and 16 more at each event and at close; cpu 3; tracepoint(0xdeadbeef), func_entry(0x80000104),
/// sync_effect(42). The rest of the 256 bytes is 0.
const GOLDEN: &str = "c11ffcc16b32653263634374b6616b6579733032000000000000000000080000000000004004000000000000101000000000000050100000000000000000000000000000030000000a000000000000002010000000000000efbeadde020000000000000030100000000000000401008000000000080000000000000040100000000000002a";

/// The same counter and cpu: message_put(2, 0x10000, 7, 40), task_switch(0, 0x80000104).
const GOLDEN_OF_TASKS: &str = "c11ffcc16b32653263634374b6616b65797330320000000000000000000800000000000040040000000000001010000000000000401000000000000000000000000000000300000005000000000000002010000000000000020000000000010007000000280000000900000000000000301000000000000000000000000000000401008";

/// A packet of these events, in hexadecimal, without the zeros at its end.
fn packet(records: &[(&str, &[u64])]) -> String {
    let f = format(EVENTS).unwrap();
    let mut p = Packet::default();
    p.open(&f, 3, 0x1010);
    let mut at = 0x1010;
    for (name, values) in records {
        at += 0x10;
        let event = f.event(name).unwrap();
        let class = f.class(event).unwrap();
        assert!(p.fits(class.bytes()));
        p.write(class, event, at, values);
    }
    let bytes = p.close(at + 0x10, 0);
    assert_eq!(bytes.len(), PACKET_BYTES);
    assert!(!p.is_open());
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    hex.trim_end_matches('0').to_owned()
}

#[test]
fn packets_are_those_of_barectf() {
    let plain = packet(&[
        ("tracepoint", &[0xdead_beef]),
        ("func_entry", &[0x8000_0104]),
        ("sync_effect", &[42]),
    ]);
    assert_eq!(plain, GOLDEN);
    let tasks = packet(&[
        ("message_put", &[2, 0x1_0000, 7, 40]),
        ("task_switch", &[0, 0x8000_0104]),
    ]);
    assert_eq!(tasks, GOLDEN_OF_TASKS);
}

#[test]
fn nine_tracepoints_of_32_bits_fill_a_packet() {
    let f = format(EVENTS).unwrap();
    let event = f.event("tracepoint").unwrap();
    let class = f.class(event).unwrap();
    let mut p = Packet::default();
    assert!(!p.fits(class.bytes()));
    p.open(&f, 0, 0);
    let mut n = 0;
    while p.fits(class.bytes()) {
        p.write(class, event, n, &[n]);
        n += 1;
    }
    assert_eq!(n, 9);
}

#[test]
fn impossible_formats() {
    let found_problems = format(r#""a b": [], "e": [("x", 7), ("x", 32)]"#).unwrap_err();
    assert!(
        found_problems[0].contains("a b") && found_problems.len() == 3,
        "{found_problems:?}"
    );
    let fields: Vec<String> = (0..24).map(|i| format!("(\"f{i}\", 64)")).collect();
    let found_problems = format(&format!("\"e\": [{}]", fields.join(","))).unwrap_err();
    assert!(
        found_problems[0].contains("208 bytes") && found_problems[0].contains("184"),
        "{found_problems:?}"
    );
}
