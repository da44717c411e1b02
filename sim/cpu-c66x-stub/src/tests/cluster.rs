//! The CPUs of the ARM: one processor to the DSPs, four cores of the board.

use super::MAP;
use super::rig::Rig;
use crate::layout::{CORES, core_name, core_number, message};
use crate::meters::Meter as M;
use crate::program::Described;
use crate::workload::parse;
use trueboard_core::fact::{FactKind, Source};

const TRACE: &str = r#"trace: (uuid: "6b326532-6363-4374-b661-6b6579733032",
    events: {"tracepoint": [("value", 32)], "message_put": [("src", 16), ("dst", 32), ("seq", 16)],
        "message_get": [("src", 16), ("dst", 32), ("seq", 16)], "sync_cause": [("seq", 32)], "sync_effect": [("seq", 32)]}),"#;

fn ended(text: &str) -> Rig {
    let mut r = Rig::new(text);
    let end = r.run();
    assert_eq!(end.as_ref().and_then(|e| e.exit), Some(0), "{end:?}");
    r
}

/// What is wrong with a workload.
fn wrong(functions: &str, cores: &str) -> Vec<String> {
    let text = format!(
        r#"Workload(name: "t", {TRACE} queues: {{"q": "arm"}}, functions: {{ {functions} }}, cores: {{ {cores} }})"#
    );
    match Described::new(parse(&text).unwrap(), MAP) {
        Ok(_) => Vec::new(),
        Err(problems) => problems,
    }
}

fn task(core: &str, runs: &str) -> String {
    format!(r#""{core}": (tasks: [(name: "t", priority: 1, runs: "{runs}")], tracer: ()),"#)
}

#[test]
fn cores_have_names_and_numbers() {
    let names: Vec<String> = (0..CORES).map(core_name).collect();
    assert_eq!(
        names.join(" "),
        "arm dsp0 dsp1 dsp2 dsp3 dsp4 dsp5 dsp6 dsp7 arm1 arm2 arm3"
    );
    for (n, name) in (0..).zip(&names) {
        assert_eq!(core_number(name), Some(n));
    }
    for none in ["arm0", "arm4", "dsp8", "arm01", "ARM", ""] {
        assert_eq!(core_number(none), None, "{none}");
    }
}

/// A DSP knows the host alone. Its first CPU takes the interrupt, and wakes the task that waits.
#[test]
fn a_message_of_a_dsp_wakes_a_task_of_another_cpu() {
    let mut r = ended(
        r#"Workload(name: "t", heaps: {"h": (block: 64, count: 2)},
        queues: {"a": "arm", "two": "arm2", "back": "dsp0"}, results: ["r"],
        functions: {
            "nothing": [Create("a")],
            "wait": [Create("two"), Get(queue: "two", into: ["x"]), Store("r", "x"), Reply([8])],
            "send": [Create("back"), Open("two"), Compute(100_000), Alloc("h"),
                Put(queue: "two", words: [7], reply: "back"), Get(queue: "back", into: ["x"]), Store("r", "x"), Exit(0)],
        },
        cores: {"arm": (tasks: [(name: "n", priority: 1, runs: "nothing")]),
            "arm2": (tasks: [(name: "w", priority: 1, runs: "wait")]),
            "dsp0": (tasks: [(name: "s", priority: 1, runs: "send")])})"#,
    );
    let two = usize::from(core_number("arm2").unwrap());
    assert_eq!((r.result(10, 0), r.result(1, 0)), (7, 8));
    assert_eq!(
        (r.meter(0, M::Interrupts), r.meter(two, M::Interrupts)),
        (1, 1)
    );
    assert_eq!(r.meter(9, M::Interrupts), 0);
    // It was SGI 2, by CPU 0.
    assert_eq!(r.outside.ended, [(10, 2)]);
    // The answer has the host for its source, and is the host's first message; facts name the cores.
    let block = 0x0c01_0000u32;
    let word = |at: u32| u32::from_le_bytes(r.mem.peek(at.into(), 4).unwrap().try_into().unwrap());
    assert_eq!(word(block + message::SRC) & 0xffff, 0);
    assert_eq!(word(block + message::SEQ) & 0xffff, 1);
    let messages = r
        .facts()
        .into_iter()
        .filter_map(|f| match (f.source, f.kind) {
            (Source::Core(c), FactKind::Sent { to, .. }) => Some((c, "to", to)),
            (Source::Core(c), FactKind::Received { from, .. }) => Some((c, "from", from)),
            _ => None,
        });
    let messages: Vec<_> = messages.collect();
    assert_eq!(
        messages,
        [
            (1, "to", 10),
            (10, "from", 1),
            (10, "to", 1),
            (1, "from", 10)
        ]
    );
}

/// Queues of the host are numbered together, as are its messages, so that a header names one of them.
#[test]
fn the_host_numbers_queues_and_messages_of_all_its_cpus() {
    let mut r = ended(
        r#"Workload(name: "t", heaps: {"h": (block: 64, count: 8)},
        queues: {"q0": "arm", "q1": "arm1", "q2": "arm1", "done": "arm"},
        functions: {
            "main": [Create("q0"), Create("done"), Open("q1"), Open("q2"), Alloc("h"), Put(queue: "q1"), Alloc("h"), Put(queue: "q2"),
                Get(queue: "q0"), Get(queue: "done"), Exit(0)],
            "one": [Create("q1"), Create("q2"), Get(queue: "q2"), Free, Get(queue: "q1"), Free, Alloc("h"), Put(queue: "q0"),
                Alloc("h"), Put(queue: "done")],
        },
        cores: {"arm": (tasks: [(name: "m", priority: 1, runs: "main")]),
            "arm1": (tasks: [(name: "o", priority: 1, runs: "one")])})"#,
    );
    let queues = &r.described.programs[&0].layout.queues;
    let of = |name: &str| queues.iter().find(|q| q.name == name).unwrap();
    // By name: done, q0, q1, q2.
    let ids = ["done", "q0", "q1", "q2"].map(|n| of(n).id());
    assert_eq!(ids, [0, 1, 2, 3]);
    let sent: Vec<u64> = r
        .facts()
        .into_iter()
        .filter_map(|f| match f.kind {
            FactKind::Sent { key, .. } => Some(key),
            _ => None,
        })
        .collect();
    assert_eq!(sent, [1, 2, 3, 4]);
    // q2 was waited for; q1 had its message before anybody looked; q0 and done: the first alone, or both.
    assert_eq!(r.meter(9, M::Interrupts), 1);
    assert!(r.meter(0, M::Interrupts) >= 1);
}

/// Two tasks of one CPU wait at a queue: the second message wakes the second one.
#[test]
fn no_wakeup_is_lost() {
    let r = ended(
        r#"Workload(name: "t", heaps: {"h": (block: 64, count: 32)}, results: ["r"],
        queues: {"in": "arm3", "out": "arm"},
        functions: {
            "work": [Forever([Get(queue: "in", into: ["x"]), Compute(5_000), Free, Alloc("h"), Put(queue: "out", words: ["x"])])],
            "begin": [Create("in"), TaskCreate("v"), TaskCreate("w")],
            "main": [Create("out"), Loop(count: 40, body: [Get(queue: "out", into: ["x"]), Free, Add("sum", "x")]), Store("r", "sum"), Exit(0)],
            "send": [Open("in"), Loop(count: 20, index: "i", body: [Compute("gap"), Add("gap", 4_000), Alloc("h"), Put(queue: "in", words: ["i"])])],
        },
        cores: {"arm": (tasks: [(name: "m", priority: 1, runs: "main")]),
            "arm3": (tasks: [(name: "b", priority: 5, runs: "begin"), (name: "v", priority: 2, runs: "work", starts: false),
                (name: "w", priority: 3, runs: "work", starts: false)]),
            "dsp0": (tasks: [(name: "s", priority: 1, runs: "send", with: {"gap": 100})]),
            "dsp5": (tasks: [(name: "s", priority: 1, runs: "send", with: {"gap": 9_000})])})"#,
    );
    assert_eq!(r.result(0, 0), 2 * 190);
    assert!(r.meter(11, M::Interrupts) > 5);
}

#[test]
fn cpus_interrupt_each_other_and_compare_clocks() {
    let r = ended(&format!(
        r#"Workload(name: "t", {TRACE} results: ["r"],
        functions: {{
            "count": [Add("n", 1), Post("seen")],
            "seen": [Pend("seen"), Pend("seen"), Store("r", 2)],
            "main": [Sleep(100), Interrupt("arm1"), Interrupt("arm1"), Exchange("arm1"), Sleep(1000), Interrupt("dsp0"), Sleep(1000), Exit(0)],
        }},
        cores: {{"arm": (tasks: [(name: "m", priority: 1, runs: "main")], tracer: ()),
            "arm1": (tasks: [(name: "t", priority: 1, runs: "seen")], semaphores: {{"seen": 0}}, on_interrupt: "count", tracer: ()),
            "dsp0": (tasks: [(name: "t", priority: 1, runs: "seen")], semaphores: {{"seen": 0}}, on_interrupt: "count")}})"#
    ));
    assert_eq!(r.result(9, 0), 2);
    assert_eq!(r.outside.lines, Vec::<String>::new());
    // Two calls and the exchange's way there; its way back.
    let ended: Vec<(u8, u32)> = r.outside.ended.clone();
    assert_eq!(ended.iter().filter(|e| **e == (9, 7)).count(), 1);
    assert_eq!(ended.iter().filter(|e| **e == (9, 3)).count(), 2);
    assert_eq!(
        ended.iter().filter(|e| e.0 == 0).collect::<Vec<_>>(),
        [&(0, 1 << 10 | 7)]
    );
    assert_eq!(r.meter(9, M::EventsTraced), 2);
    assert_eq!(r.meter(1, M::Interrupts), 1);
}

/// The stream of a tracer is that of its core, whichever CPU drains it.
#[test]
fn packets_go_to_the_stream_of_their_core() {
    let r = ended(&format!(
        r#"Workload(name: "t", {TRACE} queues: {{"trace": "arm1", "done": "arm"}}, heaps: {{"h": (block: 64, count: 8)}},
        functions: {{
            "drain": [Create("trace"), Forever([Drain(queue: "trace", batch: 2)])],
            "main": [Create("done"), Loop(count: 3, body: [Get(queue: "done"), Free]), Sleep(1000), Exit(0)],
            "work": [Open("trace"), Open("done"), Loop(count: 90, index: "i", body: [Compute(3000), Trace("tracepoint", ["i"])]), Flush,
                Alloc("h"), Put(queue: "done")],
        }},
        cores: {{"arm": (tasks: [(name: "m", priority: 1, runs: "main")]),
            "arm1": (tasks: [(name: "d", priority: 5, runs: "drain")]),
            "arm2": (tasks: [(name: "w", priority: 1, runs: "work")], tracer: (to: "trace", packets: 3)),
            "dsp0": (tasks: [(name: "w", priority: 1, runs: "work")], tracer: (to: "trace", packets: 3)),
            "dsp7": (tasks: [(name: "w", priority: 1, runs: "work")], tracer: (to: "trace", packets: 3))}})"#
    ));
    let mut names: Vec<&String> = r.outside.streams.keys().collect();
    names.retain(|n| n.ends_with("/stream"));
    assert_eq!(names, ["arm2/stream", "dsp0/stream", "dsp7/stream"]);
    for (core, name) in [(10, "arm2"), (1, "dsp0"), (8, "dsp7")] {
        assert_eq!(r.meter(core, M::EventsTraced), 90, "{name}");
        assert_eq!(
            r.outside.streams[&format!("{name}/stream")].len(),
            2560,
            "{name}"
        );
    }
}

#[test]
fn wrong_descriptions_of_cpus_are_refused() {
    let idle = r#""idle": [Sleep(1)]"#;
    let problems = wrong(idle, &[task("arm", "idle"), task("arm4", "idle")].concat());
    assert_eq!(
        problems,
        [
            "cores.arm4: names no cores; write arm, arm1 to arm3, or dsp0 to dsp7, or several at once: arm1-3, dsp0-7"
        ]
    );
    assert_eq!(
        wrong(
            idle,
            &[task("arm", "idle"), task("arm1-3", "idle")].concat()
        ),
        [""; 0]
    );
    assert_eq!(wrong(idle, &task("arm1-4", "idle")).len(), 1);
    assert_eq!(
        wrong(
            idle,
            &[task("arm1-3", "idle"), task("dsp0", "idle")].concat()
        ),
        [
            "cores.arm1-3: the first CPU of the ARM takes the interrupts of the DSPs; describe `arm`, too"
        ]
    );
    // Interrupts of DSPs come to the first CPU.
    for (who, action, is_wrong) in [
        ("dsp0", r#"Interrupt("arm2")"#, true),
        ("dsp0", r#"Exchange("arm2")"#, true),
        ("arm2", r#"Exchange("dsp0")"#, true),
        ("arm2", r#"Interrupt("dsp0")"#, false),
        ("arm2", r#"Exchange("arm1")"#, false),
        ("arm2", r#"Exchange("arm")"#, false),
        ("dsp0", r#"Exchange("arm")"#, false),
        ("arm2", r#"Release("dsp0")"#, false),
    ] {
        let problems = wrong(
            &format!(r#"{idle}, "f": [{action}]"#),
            &[task("arm", "idle"), task(who, "f")].concat(),
        );
        let expected = [
            "functions.f[0]: interrupts of DSPs come to the first CPU of the ARM alone; let `arm` do this",
        ];
        assert_eq!(
            problems,
            expected[..usize::from(is_wrong)],
            "{who}: {action}"
        );
    }
    let release = wrong(r#""f": [Release("arm1")]"#, &task("arm", "f"));
    assert_eq!(release, ["functions.f[0]: releases DSPs only"]);
    let own = wrong(
        r#""f": [Get(queue: "q")]"#,
        &[task("arm", "f"), task("arm3", "f")].concat(),
    );
    assert_eq!(
        own,
        ["functions.f[0]: `q` is a queue of arm, and this runs on arm3"]
    );
}

/// `{n}` is the number in the name of the core; a number of `Each` hides it.
#[test]
fn a_core_has_its_number_in_names() {
    let r = ended(
        r#"Workload(name: "t", queues: {"q1": "arm1", "q2": "arm2", "q3": "dsp3"},
        functions: {
            "open": [Create("q{n}"), Print("{n}"), Each(name: "n", from: 1, to: 3, body: [Open("q{n}"), Print("{n}")])],
            "main": [Print("{n}"), Sleep(20_000), Exit(0)],
        },
        cores: {"arm": (tasks: [(name: "m", priority: 1, runs: "main")]),
            "arm1-2": (tasks: [(name: "o", priority: 1, runs: "open")]),
            "dsp3": (tasks: [(name: "o", priority: 1, runs: "open")])})"#,
    );
    let lines = |core: &str| {
        let lines = r.outside.console.lines();
        let own = lines.filter_map(|l| l.strip_prefix(core)?.strip_prefix(": "));
        own.collect::<Vec<_>>().join(" ")
    };
    let all = ["arm", "arm1", "arm2", "dsp3"].map(lines);
    assert_eq!(all, ["{n}", "1 1 2 3", "2 1 2 3", "3 1 2 3"]);
}
