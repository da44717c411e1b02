//! Workloads on a board of stubs alone.

use super::rig::Rig;
use crate::layout::HEADER;
use crate::meters::Meter as M;
use trueboard_core::cpu::Core;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::inspect::Inspect;

/// Exchanges of the shipped descriptions with each DSP: three before, and three after.
const EXCHANGES: u64 = 6;

fn shipped(name: &str) -> Rig {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/../../models/workloads/keystone2/{name}.ron");
    Rig::new(&std::fs::read_to_string(path).unwrap())
}

fn ended(r: &mut Rig) {
    let end = r.run();
    assert_eq!(end.as_ref().and_then(|e| e.exit), Some(0), "{end:?}");
}

/// How the run of `functions` on DSP 0 ends.
fn dsp0(functions: &str, tasks: &str, more: &str) -> Rig {
    Rig::new(&format!(
        r#"Workload(name: "t", heaps: {{"h": (block: 64, count: 8)}}, results: ["r"],
        queues: {{"q": "dsp0"}},
        functions: {{ {functions} }}, cores: {{"dsp0": (tasks: [{tasks}], {more})}})"#
    ))
}

/// The published table: every n-th string, points, cycles bare and traced. The bare run is described;
/// how much more the traced one takes must come from the cost model.
#[test]
fn tracing_costs_what_was_published() {
    let mut worst: f64 = 0.0;
    for (every, points, bare, traced) in [
        (1, 5040, 52_400_000u64, 68_440_000u64),
        (5, 1008, 13_150_000, 16_370_000),
        (10, 504, 12_340_000, 13_930_000),
        (100, 50, 7_912_000, 8_035_000),
    ] {
        let mut r = shipped(&format!("sha256-every-{every}"));
        ended(&mut r);
        let mean = |i| (1..9).map(|k| r.result(k, i)).sum::<u64>() as f64 / 8.0;
        let (b, t) = (mean(0), mean(1));
        let point = (t - b) / f64::from(points);
        let published = (traced - bare) as f64 / f64::from(points);
        let off = point / published - 1.0;
        println!(
            "every {every}: {b:.0} -> {t:.0}, {:.2} %, a point {point:.0}, published {published:.0}, off {:+.1} %",
            (t / b - 1.0) * 100.0,
            off * 100.0
        );
        assert!((b / bare as f64 - 1.0).abs() < 1e-3, "{every}: {b}");
        worst = worst.max(off.abs());
        for k in 1..9 {
            // And four of each exchange's two ends.
            let events = u64::try_from(points).unwrap() + 2 * EXCHANGES;
            assert_eq!(r.meter(k, M::EventsTraced), events);
            assert_eq!(r.meter(k, M::EventsDiscarded), 0);
            let stream = &r.outside.streams[&format!("dsp{}/stream", k - 1)];
            assert_eq!(stream.len() as u64, 256 * r.meter(k, M::PacketsSent));
        }
    }
    // The costs of messages are what somebody else measured, so the rows are predictions.
    assert!(worst < 0.1, "a row is off by {:.1} %", worst * 100.0);
}

#[test]
fn sobel_takes_as_long_as_published() {
    let mut r = shipped("sobel");
    ended(&mut r);
    let ms: Vec<f64> = (0..3).map(|i| r.result(0, i) as f64 / 1.4e6).collect();
    println!("{ms:?} ms");
    assert!(
        (ms[0] - 96.0).abs() < 1.0 && (ms[1] - 96.0).abs() < 1.0,
        "{ms:?}"
    );
    assert!((ms[2] - 296.0).abs() < 3.0, "{ms:?}");
    // Facts of every core form a stack.
    let mut depth = [0i64; 9];
    for f in r.facts() {
        let Source::Core(c) = f.source else { continue };
        match f.kind {
            FactKind::Call { .. } | FactKind::Interrupt { .. } => depth[usize::from(c)] += 1,
            FactKind::Return { .. } | FactKind::TrapReturn { .. } => depth[usize::from(c)] -= 1,
            _ => {}
        }
        assert!(depth[usize::from(c)] >= 0);
    }
    for k in 0..9 {
        let parts = [
            M::IssueCycles,
            M::DataStalls,
            M::TrapCycles,
            M::ContextCycles,
            M::SyncCycles,
            M::WakeCycles,
        ];
        let sum: u64 = parts.iter().map(|&m| r.meter(k, m)).sum();
        assert_eq!(sum, r.meter(k, M::Cycles), "core {k}");
        assert!(r.meter(k, M::TracerCycles) < sum && r.meter(k, M::IdleCycles) > 0);
    }
}

#[test]
fn the_ready_task_with_the_highest_priority_runs() {
    let mut r = dsp0(
        r#""low": [Print("low begins"), Post("go"), Print("low goes on"), Compute(2_400_000), Print("low ends"), Exit(0)],
           "high": [Pend("go"), Print("high has it"), Sleep(500), Print("high wakes"), Priority(1), Print("last")],
           "equal": [Print("equal"), Yield, Print("equal again")]"#,
        r#"(name: "l", priority: 2, runs: "low"), (name: "h", priority: 9, runs: "high"),
           (name: "e", priority: 3, runs: "equal"), (name: "f", priority: 3, runs: "equal")"#,
        r#"semaphores: {"go": 0}"#,
    );
    ended(&mut r);
    let lines: Vec<&str> = r
        .outside
        .console
        .lines()
        .map(|l| &l["dsp0: ".len()..])
        .collect();
    // Tasks of one priority take turns; the low one is preempted by what it posts, and by time.
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
    assert_eq!(r.meter(1, M::Interrupts), 1);
}

#[test]
fn a_task_that_is_created_and_one_with_a_period() {
    let mut r = dsp0(
        r#""main": [TaskCreate("tick"), Compute(12_000_000), Print("end"), Exit(0)],
           "tick": [Every(period_us: 2_000, count: 4, body: [Print("tick")])]"#,
        r#"(name: "m", priority: 2, runs: "main"), (name: "tick", priority: 4, runs: "tick", starts: false)"#,
        "",
    );
    ended(&mut r);
    assert_eq!(r.outside.console, "dsp0: tick\n".repeat(4) + "dsp0: end\n");
    // Four begins are three periods, 6 ms; 10 ms of work and little else follow one another.
    let ms = r.cores[1].cycle as f64 / 1.2e6;
    assert!((10.0..10.2).contains(&ms), "{ms}");
}

#[test]
fn an_interrupt_runs_its_function_between_two_steps_of_a_task() {
    let mut r = Rig::new(
        r#"Workload(name: "t", results: ["r"],
        functions: {
            "main": [Compute(1_200_000), Exit(0)],
            "ask": [Compute(1_000), Interrupt("dsp1"), Interrupt("dsp1")],
            "handler": [Print("interrupted"), Add("n", 1), Compute(500)],
        },
        cores: {"dsp1": (tasks: [(name: "m", priority: 1, runs: "main")], on_interrupt: "handler"),
                "arm": (tasks: [(name: "a", priority: 1, runs: "ask")])})"#,
    );
    ended(&mut r);
    assert_eq!(r.outside.console, "dsp1: interrupted\ndsp1: interrupted\n");
    assert!(r.meter(2, M::TrapCycles) > 2_000);
}

#[test]
fn a_message_has_its_header_and_takes_its_time() {
    let mut r = Rig::new(
        r#"Workload(name: "t", heaps: {"h": (block: 64, count: 2)}, results: ["latency", "sum"],
        queues: {"to1": "dsp1", "to0": "dsp0"},
        functions: {
            "send": [Create("to0"), Open("to1"), Clock("t0"), Alloc("h"),
                Put(queue: "to1", words: [5, 6], reply: "to0"),
                Get(queue: "to0", into: ["x"]), Elapsed("t0", "latency"), Store("sum", "x"), Exit(0)],
            "answer": [Create("to1"), Get(queue: "to1", into: ["a", "b"]), Add("a", "b"), Reply(["a"])],
        },
        cores: {"dsp0": (tasks: [(name: "s", priority: 1, runs: "send")]),
                "dsp1": (tasks: [(name: "a", priority: 1, runs: "answer")])})"#,
    );
    ended(&mut r);
    assert_eq!(r.result(1, 1), 11);
    let layout = &r.described.programs[&1].layout;
    let at = u64::from(layout.heaps[0].first);
    let word = |off: u64| u32::from_le_bytes(r.mem.peek(at + off, 4).unwrap().try_into().unwrap());
    assert_eq!(word(8), HEADER + 4, "size");
    assert_eq!(word(16), 1 << 16, "destination: queue 0 of processor 1");
    assert_eq!(word(24), 2, "source processor 2, heap 0");
    assert_eq!(
        (word(28), word(32)),
        (1, 11),
        "its first message, its payload"
    );
    // Two puts of 6090, two gets and an allocation of 2800, two interrupts of 6590 cycles, two task
    // switches of 400: 34 560, and the accesses to shared memory.
    let latency = r.result(1, 0);
    assert!((34_560..37_500).contains(&latency), "{latency}");
}

#[test]
fn a_tracer_without_a_packet_waits_or_discards() {
    for (when, lost) in [("Wait", false), ("Discard", true)] {
        let mut r = Rig::new(&format!(
            r#"Workload(name: "t", trace: (uuid: "6b326532-6363-4374-b661-6b6579733032",
                events: {{"tracepoint": [("value", 32)]}}),
            queues: {{"trace": "arm", "done": "arm"}}, heaps: {{"h": (block: 64, count: 2)}},
            functions: {{
                "dsp": [Open("trace"), Open("done"),
                    Loop(count: 500, index: "i", body: [Compute(20_000), Trace("tracepoint", ["i"])]), Flush,
                    Alloc("h"), Put(queue: "done")],
                "drain": [Create("trace"), Forever([Drain(queue: "trace"), Sleep(300)])],
                "main": [Create("done"), Get(queue: "done"), Sleep(50_000), Exit(0)],
            }},
            cores: {{"arm": (tasks: [(name: "d", priority: 5, runs: "drain"), (name: "m", priority: 1, runs: "main")]),
                "dsp0": (tasks: [(name: "t", priority: 1, runs: "dsp")],
                    tracer: (to: "trace", packets: 3, when_full: {when}))}})"#
        ));
        ended(&mut r);
        let (written, discarded) = (r.meter(1, M::EventsTraced), r.meter(1, M::EventsDiscarded));
        assert_eq!(written + discarded, 500, "{when}");
        assert_eq!(discarded > 0, lost, "{when}: {discarded}");
        let stream = &r.outside.streams["dsp0/stream"];
        assert_eq!(stream.len() as u64, 256 * r.meter(1, M::PacketsSent));
        let last = &stream[stream.len() - 256..];
        let counted = u64::from_le_bytes(last[60..68].try_into().unwrap());
        // The last packet tells of those that were lost before it was closed.
        assert!(
            counted <= discarded && (counted > 0) == lost,
            "{when}: {counted} of {discarded}"
        );
    }
}

#[test]
fn what_a_workload_does_wrong_ends_it_with_its_task() {
    for (body, what) in [
        (r#"Put(queue: "q")"#, "task t: Put: it has no message"),
        (r#"HeapFree("b")"#, "this block is not allocated"),
        (
            r#"Loop(count: 9, body: [Alloc("h")])"#,
            "heap `h` has no free block",
        ),
        (r#"Call("main")"#, "more than 64 calls"),
        (r#"Alloc("h"), Reply([])"#, "names no queue for replies"),
        (
            r#"Alloc("h"), Put(queue: "q", words: [1,2,3,4,5,6,7,8,9])"#,
            "does not fit its block",
        ),
    ] {
        let task = r#"(name: "t", priority: 1, runs: "main")"#;
        let end = dsp0(&format!("\"main\": [{body}]"), task, "")
            .run()
            .unwrap();
        assert!(
            end.exit.is_none() && end.what.contains(what),
            "{body}: {}",
            end.what
        );
    }
}

/// The events of a stream of the tests' tracers, in order: name, time stamp, value.
fn events(r: &Rig, core: &str) -> Vec<(u64, u64, u32)> {
    let mut out = Vec::new();
    for packet in r.outside.streams[&format!("{core}/stream")].chunks(256) {
        let long = |at: usize| u64::from_le_bytes(packet[at..at + 8].try_into().unwrap());
        let content = long(36) as usize / 8;
        // Every event here has one field of 32 bits.
        for at in (72..content).step_by(20) {
            let value = u32::from_le_bytes(packet[at + 16..at + 20].try_into().unwrap());
            out.push((long(at), long(at + 8), value));
        }
    }
    out
}

const EXCHANGING: &str = r#"Workload(name: "t",
    trace: (uuid: "6b326532-6363-4374-b661-6b6579733032",
        events: {"sync_cause": [("seq", 32)], "sync_effect": [("seq", 32)]}),
    functions: {"main": [Sleep(1_000), Loop(count: 2, body: [Exchange("dsp4")]), Flush, Exit(0)],
        "sleeper": [Sleep(10), Sleep(100_000)]},
    cores: {"arm": (tasks: [(name: "m", priority: 1, runs: "main")], tracer: ()),
        "dsp4": (tasks: [(name: "s", priority: 1, runs: "sleeper")], tracer: ())})"#;

/// Cause, effect, cause, effect, each with its number; nobody is woken on the way.
#[test]
fn an_exchange_has_four_steps() {
    let mut r = Rig::new(EXCHANGING);
    ended(&mut r);
    let arm = events(&r, "arm");
    let kinds: Vec<(u64, u32)> = arm.iter().map(|e| (e.0, e.2)).collect();
    assert_eq!(kinds, [(0, 1), (1, 2), (0, 3), (1, 4)]);
    // In cycles of the master. In the first one the DSP opens its packet: 96 bytes at 35 cycles of its own.
    // Else: 812 ns there, two tracepoints of 1000 cycles less what they need before they look at the
    // clock, 1719 ns back.
    let round = |i: usize| (arm[i + 1].1 - arm[i].1) as f64 / 1.4;
    assert!((5_000.0..6_500.0).contains(&round(0)), "{}", round(0));
    assert!((3_000.0..4_000.0).contains(&round(2)), "{}", round(2));
    assert_eq!(r.meter(5, M::EventsTraced), 4);
    assert_eq!(r.meter(5, M::Interrupts), 2 + 1);
    assert_eq!(r.outside.lines, Vec::<String>::new());
}

#[test]
fn an_exchange_that_nobody_answers_is_told_and_the_status_says_so() {
    let text = EXCHANGING.replace("\"dsp4\": (tasks", "\"dsp3\": (tasks");
    let mut r = Rig::new(&text);
    let end = r.run().unwrap();
    assert_eq!(end.exit, Some(1), "{}", end.what);
    let no_answer = |n: u32| format!("dsp4 has not answered exchange {n} within 10 ms");
    assert_eq!(r.outside.lines.len(), 2, "{:?}", r.outside.lines);
    for (line, n) in r.outside.lines.iter().zip([1, 3]) {
        assert!(line.starts_with(&no_answer(n)), "{line}");
    }
    // The causes are there; no effect is.
    let kinds: Vec<(u64, u32)> = events(&r, "arm").iter().map(|e| (e.0, e.2)).collect();
    assert_eq!(kinds, [(0, 1), (0, 3)]);
}

#[test]
fn a_dsp_is_held_until_the_master_releases_it() {
    let mut r = Rig::new(
        r#"Workload(name: "t", results: ["began"], queues: {"q": "arm"}, heaps: {"h": (block: 64, count: 2)},
        functions: {"main": [Create("q"), Sleep(2_000), Release("dsp1"), Get(queue: "q"), Exit(0)],
            "dsp": [Clock("t"), Store("began", "t"), Print("here"), Open("q"), Alloc("h"), Put(queue: "q")]},
        cores: {"arm": (tasks: [(name: "m", priority: 1, runs: "main")]),
            "dsp1": (tasks: [(name: "d", priority: 1, runs: "dsp")]),
            "dsp2": (tasks: [(name: "d", priority: 1, runs: "dsp")])})"#,
    );
    ended(&mut r);
    // DSP 2, which nobody releases, begins with the board.
    assert_eq!(r.outside.console, "dsp2: here\ndsp1: here\n");
    let began = |k: usize| r.cores[k].get(5);
    assert!(
        began(3) < 1000 && began(2) > 2_400_000,
        "{} {}",
        began(3),
        began(2)
    );
    // Its counter is stopped until it begins.
    assert!(r.result(2, 0) < 1000);
}

#[test]
fn a_saved_core_goes_on_as_it_would_have() {
    let mut whole = shipped("sha256-every-100");
    ended(&mut whole);
    let mut again = shipped("sha256-every-100");
    for c in &mut again.cores {
        let saved = c.save();
        c.load(&saved).unwrap();
        assert_eq!(c.save(), saved);
    }
    ended(&mut again);
    let states = |r: &Rig| r.cores.iter().map(Core::save).collect::<Vec<_>>();
    assert_eq!(states(&whole), states(&again));
    assert_eq!(whole.outside.streams, again.outside.streams);
    assert!(again.cores[1].load(&[1, 2, 3]).is_err());
}
