//! Switches of tasks and sizes of messages, as tracers record them.

use super::problems;
use super::rig::Rig;
use crate::meters::Meter as M;

const UUID: &str = "6b326532-6363-4374-b661-6b6579733032";

/// The records of a stream whose events have these sizes of payload, by number: number, time and
/// payload as words.
fn records(r: &Rig, core: &str, payloads: &[usize]) -> Vec<(usize, u64, Vec<u32>)> {
    let mut out = Vec::new();
    for packet in r.outside.streams[&format!("{core}/stream")].chunks(256) {
        let long = |at: usize| u64::from_le_bytes(packet[at..at + 8].try_into().unwrap());
        let word = |at: usize| u32::from_le_bytes(packet[at..at + 4].try_into().unwrap());
        let end = long(36) as usize / 8;
        let mut at = 72;
        while at < end {
            let event = long(at) as usize;
            let next = at + 16 + payloads[event];
            let words = (at + 16..next).step_by(4).map(word).collect();
            out.push((event, long(at + 8), words));
            at = next;
        }
        assert_eq!(at, end, "a record ends behind its packet");
    }
    let times = out.windows(2).all(|w| w[0].1 < w[1].1);
    assert!(times, "records go back in time: {out:?}");
    out
}

/// Where a function of DSP 0 begins.
fn address(r: &Rig, function: &str) -> u32 {
    let p = &r.described.programs[&1];
    let f = p.functions.iter().find(|f| f.name == function).unwrap();
    p.address(f.first) as u32
}

fn ended(r: &mut Rig) {
    let end = r.run();
    assert_eq!(end.as_ref().and_then(|e| e.exit), Some(0), "{end:?}");
}

/// One task preempts the other one, sleeps and preempts it again; both sleep; the first one goes on.
#[test]
fn each_switch_is_an_event_with_both_tasks() {
    let text = |tracer: &str| {
        format!(
            r#"Workload(name: "t", trace: (uuid: "{UUID}", events: {{"task_switch": [("from", 64), ("to", 64)]}}),
            functions: {{
                "low": [Post("go"), Compute(2_400_000), Sleep(5_000), Flush, Exit(0)],
                "high": [Pend("go"), Sleep(500)],
            }},
            cores: {{"dsp0": (tasks: [(name: "l", priority: 2, runs: "low"), (name: "h", priority: 9, runs: "high")],
                semaphores: {{"go": 0}}, tracer: ({tracer}))}})"#
        )
    };
    let mut r = Rig::new(&text("tasks: true"));
    ended(&mut r);
    let (low, high) = (address(&r, "low"), address(&r, "high"));
    let seen: Vec<(u32, u32)> = records(&r, "dsp0", &[16])
        .iter()
        .map(|(_, _, w)| (w[0], w[2]))
        .collect();
    let expected = [
        (0, high),
        (high, low),
        (low, high),
        (high, low),
        (low, high),
        (high, low),
        (low, 0),
        (0, low),
    ];
    assert_eq!(seen, expected);
    // Those to idle are no switch to a task.
    assert_eq!(r.meter(1, M::TaskSwitches), 7);
    assert_eq!(r.meter(1, M::EventsTraced), 8);
    assert!(r.meter(1, M::TracerCycles) > 0);
    // Who does not ask for it pays nothing.
    let mut plain = Rig::new(&text(""));
    ended(&mut plain);
    assert_eq!(plain.meter(1, M::EventsTraced), 0);
    assert_eq!(plain.meter(1, M::TracerCycles), 0);
}

/// The hook has no task that it could let wait: without a packet the event is lost, and counted.
#[test]
fn a_hook_never_waits_for_a_packet() {
    let mut r = Rig::new(&format!(
        r#"Workload(name: "t", trace: (uuid: "{UUID}", events: {{"task_switch": [("from", 64), ("to", 64)]}}),
        queues: {{"trace": "arm", "done": "arm"}}, heaps: {{"h": (block: 64, count: 2)}},
        functions: {{
            "dsp": [Open("trace"), Open("done"), Loop(count: 100, body: [Sleep(20)]), Alloc("h"), Put(queue: "done")],
            "drain": [Create("trace"), Forever([Drain(queue: "trace"), Sleep(400)])],
            "main": [Create("done"), Get(queue: "done"), Sleep(50_000), Exit(0)],
        }},
        cores: {{"arm": (tasks: [(name: "d", priority: 5, runs: "drain"), (name: "m", priority: 1, runs: "main")]),
            "dsp0": (tasks: [(name: "t", priority: 1, runs: "dsp")],
                tracer: (to: "trace", packets: 2, tasks: true))}})"#
    ));
    ended(&mut r);
    let (written, lost) = (r.meter(1, M::EventsTraced), r.meter(1, M::EventsDiscarded));
    // Each sleep is a switch to idle and one back.
    assert!(written + lost >= 200, "{written} {lost}");
    assert!(written > 5 && lost > 50, "{written} {lost}");
    // What is in packets that were closed is whole.
    let found = records(&r, "dsp0", &[16]);
    assert_eq!(found.len() as u64, 5 * r.meter(1, M::PacketsSent));
    let task = address(&r, "dsp");
    for (_, _, w) in found {
        assert!([(0, task), (task, 0)].contains(&(w[0], w[2])), "{w:?}");
    }
}

/// A task waits for a packet within its tracepoint; one of higher priority gets the packet that
/// comes back. The first one writes behind it, with a time of its own.
#[test]
fn a_tracepoint_that_waited_writes_to_the_packet_that_another_one_opened() {
    let mut r = Rig::new(&format!(
        r#"Workload(name: "t", trace: (uuid: "{UUID}", events: {{"tracepoint": [("value", 32)]}}),
        queues: {{"trace": "arm", "done": "arm"}}, heaps: {{"h": (block: 64, count: 2)}},
        functions: {{
            "low": [Open("trace"), Open("done"),
                Loop(count: 300, index: "i", body: [Compute(3_000), Trace("tracepoint", ["i"])]), Flush,
                Alloc("h"), Put(queue: "done")],
            "high": [Open("trace"), Loop(count: 100, index: "i", body: [Sleep(90), Trace("tracepoint", [7_777])])],
            "drain": [Create("trace"), Forever([Drain(queue: "trace"), Sleep(300)])],
            "main": [Create("done"), Get(queue: "done"), Sleep(50_000), Exit(0)],
        }},
        cores: {{"arm": (tasks: [(name: "d", priority: 5, runs: "drain"), (name: "m", priority: 1, runs: "main")]),
            "dsp0": (tasks: [(name: "l", priority: 1, runs: "low"), (name: "h", priority: 3, runs: "high")],
                tracer: (to: "trace", packets: 2))}})"#
    ));
    ended(&mut r);
    assert_eq!(r.meter(1, M::EventsDiscarded), 0);
    let found = records(&r, "dsp0", &[4]);
    let low: Vec<u32> = found
        .iter()
        .map(|f| f.2[0])
        .filter(|&v| v != 7_777)
        .collect();
    assert_eq!(low, (0..300).collect::<Vec<u32>>());
    assert!(found.iter().filter(|f| f.2[0] == 7_777).count() > 90);
}

#[test]
fn messages_have_their_size_where_the_format_has_a_field_for_it() {
    for (size, words) in [("", 3), (r#", ("size", 32)"#, 4)] {
        let fields = format!(r#"[("src", 32), ("dst", 32), ("seq", 32){size}]"#);
        let mut r = Rig::new(&format!(
            r#"Workload(name: "t", trace: (uuid: "{UUID}", events: {{"message_get": {fields}, "message_put": {fields}}}),
            queues: {{"q": "dsp0", "back": "dsp0"}}, heaps: {{"h": (block: 64, count: 2)}},
            functions: {{"main": [Create("q"), Create("back"), Alloc("h"), Put(queue: "q", words: [1, 2], reply: "back"),
                Get(queue: "q"), Reply([]), Get(queue: "back"), Free, Flush, Exit(0)]}},
            cores: {{"dsp0": (tasks: [(name: "m", priority: 1, runs: "main")], tracer: (messages: true))}})"#
        ));
        ended(&mut r);
        let found = records(&r, "dsp0", &[4 * words, 4 * words]);
        let (get, put) = (0, 1);
        let events: Vec<usize> = found.iter().map(|f| f.0).collect();
        assert_eq!(events, [put, get, put, get]);
        for (f, bytes) in found.iter().zip([40, 40, 32, 32]) {
            assert_eq!((f.2[0], f.2[1] >> 16, f.2.len()), (1, 1, words));
            assert_eq!(f.2.get(3), (words == 4).then_some(&bytes), "{f:?}");
        }
    }
}

#[test]
fn formats_without_the_fields_are_refused() {
    let text = |events: &str| {
        format!(
            r#"Workload(name: "t", trace: (uuid: "{UUID}", events: {{{events}}}), functions: {{"main": []}},
            cores: {{"dsp0": (tasks: [(name: "m", priority: 1, runs: "main")], tracer: (messages: true, tasks: true))}})"#
        )
    };
    let good = r#"("a", 32), ("b", 32), ("c", 32)"#;
    for (put, switch, wrong) in [
        ("", r#"("from", 64), ("to", 64)"#, None),
        (
            r#", ("bytes", 32)"#,
            r#"("from", 64), ("to", 64)"#,
            Some("`size`"),
        ),
        ("", r#"("to", 64), ("from", 64)"#, Some("`from` and `to`")),
        ("", r#"("from", 64)"#, Some("`from` and `to`")),
    ] {
        let events = format!(
            r#""message_get": [{good}], "message_put": [{good}{put}], "task_switch": [{switch}]"#
        );
        let found = problems(&text(&events));
        assert_eq!(found.len(), usize::from(wrong.is_some()), "{found:?}");
        assert!(wrong.is_none_or(|w| found[0].contains(w)), "{found:?}");
    }
}
