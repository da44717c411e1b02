//! A machine that is saved and goes on elsewhere ends as one that was never saved: every prebuilt
//! image, at seeded points of its beginning.

use crate::pieces::{PREFIX, rest, taken};
use conformance::random::Random;
use conformance::{all_prebuilt, board, board_of, boot, booted, loaded, prebuilt, try_run, usual};
use std::path::Path;
use trueboard_analyses::regions::Selector;
use trueboard_board::{BoardModel, Budget, FactClass, Machine, Options, open_board};
use trueboard_core::time::Tick;
use trueboard_trace::Format;

#[test]
fn saved_and_restored_equals_straight() {
    let mut r = Random::new(740);
    for (board, image) in all_prebuilt() {
        let model = open_board(&board, &[]).unwrap_or_else(|e| panic!("{e}"));
        let mut straight = loaded(&model, &image, true);
        boot(&mut straight);
        let expected = rest(&mut straight);
        for _ in 0..2 {
            let at = r.below(expected.ticks);
            let what = format!("{}, saved at {at}", image.display());
            let mut first = loaded(&model, &image, true);
            boot(&mut first);
            first.run(Tick(at));
            let begin = taken(&mut first);
            let bytes = first.save();
            drop(first);
            let mut second = loaded(&model, &image, true);
            second.load_state(&bytes).expect("it is of this board");
            assert!(second.save() == bytes, "{what}: saved once more");
            rest(&mut second).behind(begin).is(&expected, &what);
        }
    }
}

/// Free code, in which a trap may be under way when the snapshot is made.
#[test]
fn free_code_stays_free() {
    let patterns = ["uart_*".to_owned(), "*printf*".to_owned()];
    let fresh = || {
        let mut m = loaded(&board(&[]), &prebuilt("traps"), false);
        m.set_free(&patterns, &[])
            .expect("there are such functions");
        m
    };
    let mut straight = fresh();
    straight.boot().expect("it boots");
    let expected = rest(&mut straight);
    let mut r = Random::new(2);
    for _ in 0..6 {
        let at = r.below(expected.ticks);
        let mut first = fresh();
        first.boot().expect("it boots");
        first.run(Tick(at));
        let mut second = fresh();
        second
            .load_state(&first.save())
            .expect("it is of this board");
        for (got, wanted) in rest(&mut second).parts.iter().zip(&expected.parts) {
            assert_eq!(got, wanted, "saved at {at}");
        }
    }
}

/// One piece of a run with everything that observes, and its report as text.
fn piece(
    model: &BoardModel,
    image: &Path,
    dir: &Path,
    until: u64,
    restore: bool,
    save: bool,
) -> (String, String) {
    let snap = dir.join("snapshot");
    let options = Options {
        images: vec![(image.to_owned(), vec![0])],
        until: Some(Budget::Cycles(until)),
        analyses: conformance::regions(Selector::Function("*".to_owned())),
        traces: vec![(Format::Perfetto, dir.join("trace.json"))],
        events: vec![FactClass::Bus],
        restore: restore.then(|| snap.clone()),
        save: save.then_some(snap),
        ..Options::default()
    };
    let run = try_run(model, options).unwrap_or_else(|e| panic!("{e}"));
    let report = serde_json::to_string(&run.report).expect("a report is JSON");
    (report, run.console)
}

#[test]
fn a_report_after_two_snapshots_is_that_of_one_go() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut r = Random::new(34);
    for (board, image) in all_prebuilt() {
        let model = open_board(&board, &[]).unwrap_or_else(|e| panic!("{e}"));
        let go = |until, restore, save| piece(&model, &image, dir.path(), until, restore, save);
        let (report, console) = go(PREFIX / 2, false, false);
        // Even the shortest image has not ended by then.
        let first = 1 + r.below(4000);
        let second = first + 1 + r.below(4000);
        let mut said = go(first, false, true).1;
        said += &go(second, true, true).1;
        let (end, rest) = go(PREFIX / 2, true, false);
        said += &rest;
        let what = format!("{}, saved at {first} and {second}", image.display());
        assert_eq!(said, console, "{what}");
        assert!(end == report, "{what}: the reports differ");
    }
}

/// Runs of more than one image on one core: under a host, on all cores, described. Each is saved
/// somewhere in its first half and somewhere in its second half.
#[test]
fn whole_runs_go_on_in_another_machine() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let snap = dir.path().join("snapshot");
    let mut r = Random::new(2048);
    for name in [
        "parallella/ctimer",
        "parallella/dma",
        "parallella/interrupts",
        "parallella/matmul",
        "parallella/scripts/hello",
        "parallella/scripts/trace_demo",
        "parallella/scripts/trace_discard",
        "keystone2/sobel",
        "keystone2/sha256-every-10",
    ] {
        let model = board_of(name, &[]);
        let go = |until: Option<u128>, restore: bool| {
            let options = Options {
                until: until.map(Budget::Picoseconds),
                analyses: conformance::regions(Selector::Function("*".to_owned())),
                restore: restore.then(|| snap.clone()),
                save: until.map(|_| snap.clone()),
                ..usual(name)
            };
            try_run(&model, options).unwrap_or_else(|e| panic!("{name}: {e}"))
        };
        let whole = go(None, false);
        let time = &whole.report.time;
        let mut point = |from: u64, to: u64| {
            let ticks = time.ticks * from / 100 + r.below(time.ticks * (to - from) / 100);
            u128::from(ticks) * 1_000_000_000_000 / u128::from(time.hz)
        };
        let (first, second) = (point(1, 50), point(51, 97));
        let what = format!("{name}, saved at {first} ps and {second} ps");
        let early = go(Some(first), false);
        let middle = go(Some(second), true);
        let end = go(None, true);
        let said = early.console + &middle.console + &end.console;
        assert_eq!(said, whole.console, "{what}");
        assert_eq!(end.digest, whole.digest, "{what}");
        assert!(end.report == whole.report, "{what}: the reports differ");
    }
}

#[test]
fn what_is_no_snapshot_of_this_is_refused() {
    let mut m = booted("hello");
    m.run(Tick(5000));
    let good = m.save();
    let why = |m: &mut Machine, bytes: &[u8]| match m.load_state(bytes) {
        Ok(()) => panic!("it was taken"),
        Err(e) => e.to_string(),
    };
    let mut hello = booted("hello");
    for bytes in [&b""[..], b"nothing of the kind", &good[1..]] {
        assert!(why(&mut hello, bytes).contains("no snapshot"));
    }
    let mut r = Random::new(5);
    for _ in 0..40 {
        let mut bytes = good.clone();
        let at = 21 + r.below(good.len() as u64 - 21) as usize;
        bytes[at] ^= 1 << r.below(8);
        assert!(why(&mut hello, &bytes).contains("damaged"), "byte {at}");
        bytes.truncate(at);
        assert!(why(&mut hello, &bytes).contains("truncated"), "cut at {at}");
    }
    assert!(why(&mut booted("lu"), &good).contains("other images"));
    let other = board(&["cores.cpu.params.timing.div_cycles=30"]);
    let mut other = loaded(&other, &prebuilt("hello"), false);
    assert!(why(&mut other, &good).contains("other values"));
    hello.load_state(&good).expect("it is good");
    assert_eq!(hello.digest(), m.digest());
}
