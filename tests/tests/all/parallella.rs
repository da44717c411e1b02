//! The Parallella's images: by themselves, and under the scripts that come with them.

use conformance::{Run, golden, prebuilt, root, run, try_run};
use std::collections::BTreeSet;
use trueboard_board::report::TracingReport;
use trueboard_board::{Options, open_board};

const CORES: usize = 16;

/// Images that need nobody but themselves, and say how their checks went.
const ALONE: [&str; 16] = [
    "c_tests",
    "ctimer",
    "dma",
    "filter",
    "fir",
    "interrupts",
    "litmus",
    "log_overhead",
    "matmul",
    "matmul45",
    "mesh",
    "pingring",
    "sobel",
    "speed_matmul",
    "trace_overhead",
    "trace_v2",
];

/// Images for a host: they say nothing, or wait for it.
const HOSTED: [&str; 4] = ["message_star", "sync_ring", "trace_demo", "trace_discard"];

fn on_all_cores(name: &str) -> Run {
    let board = open_board("parallella", &[]).expect("it is a board");
    let options = Options {
        images: vec![(
            prebuilt(&format!("parallella/{name}")),
            (0..CORES).collect(),
        )],
        start: (1..CORES).collect(),
        ..Options::default()
    };
    run(&board, options)
}

#[test]
fn images_pass_their_own_checks() {
    for name in ALONE {
        let run = on_all_cores(name);
        // Accounts of a bus with one lane and of cores that execute do not fit a mesh and its host.
        let mut complaints = golden::outcome(&run.report);
        complaints.extend(golden::console(name, &run.console));
        complaints.extend(golden::windows(&run.report));
        assert!(complaints.is_empty(), "{name}:\n{}", complaints.join("\n"));
    }
}

#[test]
fn every_core_greets() {
    let run = on_all_cores("hello");
    let greetings: Vec<String> = (0..CORES)
        .map(|n| {
            let id = 0x808 + (n / 4) * 64 + n % 4;
            format!("Hello from core {n} ({id:#x})")
        })
        .collect();
    assert!(run.console.lines().eq(&greetings), "{}", run.console);
    assert_eq!(run.report.outcome.status, Some(0));
}

/// What a tracer did, what it says and what was drained of it must be the same, time stamps to the
/// cycle too: `trace_demo` has clocks that pass 2^32 and timers that have to be loaded anew on the way. In
/// `sync_ring` an interrupt's handler reads the clock, and hands the time to the first of its two
/// tracepoints.
fn untrue(name: &str, t: &TracingReport) -> Option<String> {
    let (Some(truth), Some(tracer)) = (t.truth, t.tracer) else {
        return Some(format!("{}: it has not ended", t.stream));
    };
    let written = u64::from(tracer.attempted - tracer.discarded);
    let same = t.agrees == Some(true)
        && truth.calls == u64::from(tracer.attempted)
        && truth.written == Some(written)
        && t.events == Some(written)
        && truth.farthest_ticks == 0
        && truth.stamps
            == if name == "sync_ring" {
                written / 2
            } else {
                written
            };
    (!same).then(|| format!("{t:?}"))
}

/// Of each image there is a script, and none of them finds fault with it.
#[test]
fn scripts_end_well() {
    let board = open_board("parallella", &[]).expect("it is a board");
    let scripts = root().join("firmware/parallella/scripts");
    for name in HOSTED.into_iter().chain(ALONE).chain(["hello"]) {
        let options = Options {
            host: Some(scripts.join(format!("{name}.ron")).into()),
            ..Options::default()
        };
        let run = try_run(&board, options).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut complaints = golden::outcome(&run.report);
        complaints.extend(run.report.tracing.iter().filter_map(|t| untrue(name, t)));
        let drains = [
            "message_star",
            "sobel",
            "sync_ring",
            "trace_demo",
            "trace_discard",
            "trace_v2",
        ];
        let traced = if drains.contains(&name) { CORES } else { 0 };
        assert_eq!(run.report.tracing.len(), traced, "{name}");
        assert!(
            complaints.is_empty(),
            "{name}: {complaints:?}\n{:?}\n{}",
            run.report.warnings,
            run.console
        );
    }
}

#[test]
fn no_image_is_forgotten() {
    let known: BTreeSet<String> = HOSTED
        .into_iter()
        .chain(ALONE)
        .chain(["hello", "ctimer"])
        .map(|n| format!("{n}.elf"))
        .collect();
    let shipped: BTreeSet<String> = std::fs::read_dir(root().join("firmware/prebuilt/parallella"))
        .expect("there are images")
        .map(|e| e.expect("an entry").file_name().display().to_string())
        // Those with faults on purpose are of the checks.
        .filter(|name| !name.starts_with("faulty_"))
        .collect();
    assert_eq!(known, shipped);
}
