//! ePAPI and its stress programs on the TC275: instruction counts to the digit, counters that show
//! the truth, an overhead that is the same for every program.

use conformance::{Run, root};
use std::collections::BTreeMap;
use trueboard_analyses::{Measurement, Published, measurements};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{BoardModel, Options, open_board};
use trueboard_judge::{Cause, Verdict};

fn tc275() -> BoardModel {
    open_board("tc275", &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn run(board: &BoardModel, folder: &str, name: &str) -> Run {
    let image = root().join(format!("firmware/prebuilt/{folder}/{name}.elf"));
    let options = Options {
        images: vec![(image, vec![0])],
        dumps: vec![("epapi_records".to_owned(), None)],
        ..Options::default()
    };
    let run = conformance::run(board, options);
    assert_eq!(
        run.report.outcome.kind,
        OutcomeKind::Success,
        "{name}: {}\n{}",
        run.report.outcome.detail,
        run.console
    );
    assert!(run.console.contains(" checks passed, 0 failed"), "{name}");
    run
}

/// The measurements of a run, each of them the truth.
fn exact(run: &Run) -> Vec<Measurement> {
    let windows = &run.report.windows.windows;
    assert!(!windows.is_empty());
    for w in windows {
        // A counter that the library reads with the others, and that selects nothing.
        if w.causes == [Cause::NothingSelected] {
            assert_eq!(w.measured, 0, "{w:?}");
            continue;
        }
        assert_eq!(w.verdict, Verdict::Exact, "{w:?}");
    }
    let dump = &run.report.dumps["epapi_records"];
    let all = measurements(dump, windows).unwrap_or_else(|e| panic!("{e}"));
    assert!(!all.is_empty());
    for m in &all {
        for shown in [m.value, m.cycles, m.instructions] {
            assert_eq!(shown.difference(), Some(0), "{m:?}");
        }
    }
    all
}

fn key(m: &Measurement) -> (String, String) {
    (m.program.clone(), m.event.clone())
}

fn published() -> Published {
    let text = include_str!("../../../models/published/epapi-thesis.ron");
    Published::parse("epapi-thesis.ron", text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn stress_programs_of_a_performance_core() {
    let board = tc275();
    let bare = exact(&run(&board, "tc275", "epapi_bare"));
    let epapi = exact(&run(&board, "tc275", "epapi"));
    let published = published();
    let mut held = 0;
    for m in bare.iter().chain(&epapi) {
        if let Some(f) = published.find(&m.event, &m.program, &m.variant) {
            assert_eq!(m.instructions.measured, f.instructions, "{m:?}");
            held += 1;
        }
    }
    assert_eq!(
        held,
        published.rows.len(),
        "every published row is measured"
    );
    overhead(&bare, &epapi);
}

/// ePAPI is 11 instructions between start and stop, whatever is measured.
fn overhead(bare: &[Measurement], epapi: &[Measurement]) {
    let with: BTreeMap<_, _> = epapi.iter().map(|m| (key(m), m)).collect();
    assert_eq!(bare.len(), with.len());
    for m in bare {
        let e = with[&key(m)];
        let more = e.instructions.measured - m.instructions.measured;
        assert_eq!(more, 11, "{m:?}");
    }
}

#[test]
fn stress_programs_of_an_efficiency_core() {
    let board = tc275();
    let bare = exact(&run(&board, "tc275", "epapi_bare_e"));
    let epapi = exact(&run(&board, "tc275", "epapi_e"));
    overhead(&bare, &epapi);
    let value = |program: &str, event: &str| {
        let is = |m: &&Measurement| m.program == program && m.event == event;
        bare.iter().find(is).expect("measured").value.measured
    };
    // Eight words of each line: one comes from memory, seven out of the read buffer.
    assert_eq!(value("line_reads", "PAPI_L1_DCM"), 1000);
    assert_eq!(value("line_reads", "PAPI_L1_DCH"), 7000);
    assert_eq!(value("pairs", "MULTI_ISSUE"), 0);
}

#[test]
fn cores_in_each_others_way() {
    exact(&run(&tc275(), "tc275", "epapi_contention"));
}

/// The same source on both boards.
#[test]
fn calls_of_the_library() {
    exact(&run(&tc275(), "tc275", "epapi_demo"));
    exact(&run(&conformance::board(&[]), "gr740", "epapi_demo"));
}

/// The state of a set as the thesis has it in memory (4.3.3.2), at each moment of its life.
#[test]
fn the_published_state_lies_in_memory() {
    let image = root().join("firmware/prebuilt/tc275/epapi_state.elf");
    let dumps = ["epapi_states", "epapi_state"].map(|name| (name.to_owned(), None));
    let options = Options {
        images: vec![(image, vec![0])],
        dumps: dumps.into(),
        ..Options::default()
    };
    let run = conformance::run(&tc275(), options);
    assert_eq!(run.report.outcome.kind, OutcomeKind::Success);
    // Little-endian words: created, filled, started, read, stopped, started again.
    let words = ["00000000", "01000000"];
    let states = [0, 0, 1, 1, 0, 1].map(|state| words[state]).concat();
    assert_eq!(run.report.dumps["epapi_states"], states);
    assert_eq!(run.report.dumps["epapi_state"], words[1]);
}
