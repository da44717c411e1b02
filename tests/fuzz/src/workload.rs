//! Described workloads of Keystone 2 (`--workload`): refused, every problem with its place; or they run, and a snapshot
//! on the way continues to an equal end.

use crate::Target;
use crate::rig;
use conformance::root;
use trueboard_board::{Budget, InputError, Options, Session, open_board};

pub const TARGET: Target = Target {
    name: "workload",
    run,
    seeds,
    words: &[
        "Compute(1)",
        "Loop(count: 3, body: [",
        "Forever([",
        "Every(period_us: 1, count: 2, body: [",
        "Each(name: \"n\", from: 0, to: 2, body: [",
        "Call(\"main\")",
        "Set(\"v\", 1)",
        "Trace(\"e\", [1])",
        "Flush",
        "Pend(\"s\")",
        "Post(\"s\")",
        "Sleep(1)",
        "TaskCreate(\"t\")",
        "Priority(15)",
        "Create(\"q\")",
        "Open(\"q\")",
        "Alloc(\"h\")",
        "Put(queue: \"q\", words: [1])",
        "Get(queue: \"q\", into: [\"v\"])",
        "Reply([1])",
        "Free",
        "HeapAlloc(\"h\", \"b\")",
        "Write(\"b\", 64)",
        "Interrupt(\"dsp1\")",
        "Exchange(\"dsp0\")",
        "Drain(queue: \"q\", batch: 1)",
        "Exit(0)",
        "4294967295",
        "18446744073709551615",
        "-1",
    ],
    longest: 8192,
    mutations: 300,
};

/// Cycles of the master for which a workload runs.
const CYCLES: u64 = 60_000;

fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut model = open_board("keystone2", &[]).expect("the board is sound");
    match model.describe_as("fuzzed-input", text) {
        Ok(()) => {}
        Err(InputError::Workload { problems, .. }) => {
            assert!(!problems.is_empty());
            for p in problems {
                assert!(p.len() > 15 && p.contains(": "), "place and cause: {p}");
            }
            return;
        }
        Err(other) => panic!("{other}"),
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let snapshot = dir.path().join("snapshot");
    let go = |until, save, restore| {
        let options = Options {
            until: Some(Budget::Cycles(until)),
            save,
            restore,
            ..Options::default()
        };
        let mut session = Session::new(&model, options).unwrap_or_else(|e| panic!("{e}"));
        let mut console = Vec::new();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let report = session.run(&mut console, &stop);
        rig::adds_up(session.machine());
        let report = serde_json::to_string(&report).expect("a report is JSON");
        (report, console, session.machine().digest())
    };
    let whole = go(CYCLES, None, None);
    let at = 1 + CYCLES * u64::from(data.last().copied().unwrap_or(0)) / 256;
    let early = go(at, Some(snapshot.clone()), None);
    if !snapshot.exists() {
        return; // It was over by then.
    }
    let late = go(CYCLES, None, Some(snapshot));
    assert_eq!(
        [early.1, late.1].concat(),
        whole.1,
        "console, saved at {at}"
    );
    assert!(late.0 == whole.0, "saved at {at}: {}\n{}", late.0, whole.0);
    assert_eq!(late.2, whole.2, "digest, saved at {at}");
}

/// The descriptions of the tree, and one with most of the actions.
fn seeds() -> Vec<Vec<u8>> {
    let folder = root().join("models/workloads/keystone2");
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a description");
    let mut all = vec![read("sobel.ron"), read("sha256-every-5.ron")];
    all.extend(BY_HAND.iter().map(|t| t.as_bytes().to_vec()));
    all
}

const BY_HAND: &[&str] = &[r#"Workload(
    name: "all",
    title: "most of the actions",
    params: { "n": 3 },
    trace: (uuid: "6b326532-6363-4374-b661-6b6579733032", events: {
        "e": [("a", 32), ("b", 8)], "func_entry": [("addr", 64)], "func_exit": [("addr", 64)],
        "sync_cause": [("seq", 32)], "sync_effect": [("seq", 32)],
    }),
    queues: { "q": "arm", "trace": "arm", "in": "dsp0" },
    heaps: { "h": (block: 64, count: 4), "big": (block: 1024, count: 2) },
    results: ["took"],
    functions: {
        "work": [Set("v", 1), Add("v", 2), Compute("n"), Trace("e", ["v", 7])],
        "dsp": [
            Clock("t"), Open("q"), Loop(count: 5, index: "i", body: [Call("work")]), Alloc("h"),
            Put(queue: "q", words: ["v", 5]), HeapAlloc("big", "b"), Write("b", 100),
            Read("b", 100), HeapFree("b"), Sleep(2), Post("s"), Pend("s"), Priority(3), Yield,
            Elapsed("t", "took"), Interrupt("arm"), Flush,
        ],
        "drain": [Create("trace"), Forever([Drain(queue: "trace", batch: 1)])],
        "arm": [
            Create("q"), Each(name: "k", from: 0, to: 1, body: [Exchange("dsp{k}")]),
            Loop(count: 2, body: [Get(queue: "q", into: ["x"]), Free]), Print("done"), Exit(0),
        ],
    },
    cores: {
        "arm": (tasks: [
            (name: "drain", priority: 5, runs: "drain"), (name: "main", priority: 2, runs: "arm"),
        ], tracer: (to: "trace", packets: 2, when_full: Discard)),
        "dsp0-1": (tasks: [(name: "main", priority: 4, runs: "dsp")], semaphores: { "s": 0 },
            tracer: (to: "trace", packets: 4, when_full: Wait, functions: true)),
    },
)"#];

#[cfg(test)]
mod tests {
    use super::*;

    /// The description by hand is none that is refused.
    #[test]
    fn seeds_are_taken() {
        for seed in seeds() {
            let text = String::from_utf8(seed).expect("a text");
            let mut model = open_board("keystone2", &[]).expect("the board is sound");
            model
                .describe_as("seed", &text)
                .unwrap_or_else(|e| panic!("{e}"));
        }
    }
}
