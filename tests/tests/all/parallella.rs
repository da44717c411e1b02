//! The Parallella's images: by themselves, and under the scripts that come with them.

use conformance::{Run, golden, prebuilt, root, run, try_run};
use std::collections::BTreeSet;
use trueboard_board::{Options, open_board};

const CORES: usize = 16;

/// Images that need nobody but themselves, and say how their checks went.
const ALONE: [&str; 15] = [
    "c_tests",
    "ctimer",
    "dma",
    "filter",
    "fir",
    "interrupts",
    "litmus",
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
const HOSTED: [&str; 3] = ["sync_ring", "trace_demo", "trace_discard"];

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

/// Of each image there is a script, and none of them finds fault with it.
#[test]
fn scripts_end_well() {
    let board = open_board("parallella", &[]).expect("it is a board");
    let scripts = root().join("firmware/parallella/scripts");
    for name in HOSTED.into_iter().chain(ALONE).chain(["hello"]) {
        let options = Options {
            host: Some(scripts.join(format!("{name}.ron"))),
            ..Options::default()
        };
        let run = try_run(&board, options).unwrap_or_else(|e| panic!("{name}: {e}"));
        let complaints = golden::outcome(&run.report);
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
        .collect();
    assert_eq!(known, shipped);
}
