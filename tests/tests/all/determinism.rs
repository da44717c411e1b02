//! Same inputs, same bytes: in pieces, watched or not, alone or beside another. That two runs are equal is held by the
//! golden runs.

use conformance::{board_of, booted, run, run_prebuilt, sparc, tiny, usual};
use std::sync::Arc;
use trueboard_analyses::regions::Selector;
use trueboard_board::{Budget, Ended, FactClass, Image, Machine};
use trueboard_core::time::Tick;
use trueboard_trace::Format;

/// Images with counters, traps and interrupts, heat, from reset to their end. Those whose cores let each other go are held
/// in `tests/tests/scheduler/cuts.rs`, cut in their middle.
const SUBJECTS: &[&str] = &[
    "omp",
    "traps",
    "heat",
    "tc275/traps",
    "tc275/vendor",
    "tc275/dataflash",
    "tc275/epapi_contention",
    "parallella/ctimer",
    "parallella/dma",
];

fn end(m: &mut Machine) -> (Ended, String) {
    let ended = m.run(Tick::NEVER);
    m.finish();
    (ended, m.digest())
}

#[test]
fn pieces_make_no_difference() {
    for name in SUBJECTS {
        let mut whole = booted(name);
        let expected = end(&mut whole);
        let ticks = whole.now().0;
        let some = [1, 2, 3, 1000, ticks / 7, ticks / 3, ticks / 2, ticks - 1];
        for split in some {
            let mut m = booted(name);
            m.run(Tick(split));
            assert_eq!(end(&mut m), expected, "{name} split at {split}");
        }
        let mut m = booted(name);
        let step = (ticks / 1009).max(1);
        let mut at = 0;
        while m.run(Tick(at)) == Ended::Paused {
            at += step;
        }
        assert_eq!(end(&mut m), expected, "{name} in steps of {step}");
    }
}

#[test]
fn a_state_in_the_middle_is_that_of_a_run_to_there() {
    for name in SUBJECTS {
        for until in [777, 100_003, 1_000_001] {
            let mut whole = booted(name);
            whole.run(Tick(until));
            let mut pieces = booted(name);
            for part in 1..=10 {
                pieces.run(Tick(until * part / 10));
            }
            assert_eq!(whole.digest(), pieces.digest(), "{name} at {until}");
        }
    }
}

#[test]
fn watching_changes_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for name in SUBJECTS {
        let plain = run_prebuilt(name);
        let watchings: [fn(&mut trueboard_board::Options, &std::path::Path); 4] = [
            |o, dir| {
                o.traces = vec![
                    (Format::Ctf, dir.join("ctf")),
                    (Format::Paraver, dir.join("t.prv")),
                    (Format::Perfetto, dir.join("t.json")),
                ];
            },
            |o, _| o.analyses = conformance::regions(Selector::Function("*".to_owned())),
            |o, _| o.sample = Some(Budget::Cycles(777)),
            |o, dir| {
                o.traces = vec![(Format::Perfetto, dir.join("t.json"))];
                o.events = vec![FactClass::Bus, FactClass::Power];
                o.sample = Some(Budget::Cycles(1000));
            },
        ];
        for (i, watch) in watchings.iter().enumerate() {
            let mut options = usual(name);
            let dir = dir.path().join(format!("{name}{i}"));
            watch(&mut options, &dir);
            std::fs::create_dir_all(dir).expect("a directory");
            let mut watched = run(&board_of(name, &[]), options);
            assert_eq!(watched.digest, plain.digest, "{name}, watching {i}");
            assert_eq!(watched.console, plain.console, "{name}, watching {i}");
            watched.report.regions.clear();
            assert_eq!(watched.report, plain.report, "{name}, watching {i}");
        }
    }
}

#[test]
fn machines_do_not_know_of_each_other() {
    let alone: Vec<String> = SUBJECTS.iter().map(|n| run_prebuilt(n).digest).collect();
    let together: Vec<String> = std::thread::scope(|s| {
        let threads: Vec<_> = SUBJECTS
            .iter()
            .map(|&n| s.spawn(move || run_prebuilt(n).digest))
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("the run ends"))
            .collect()
    });
    assert_eq!(alone, together);
}

#[test]
fn the_digest_sees_time_memory_and_devices() {
    let fresh = booted("hello");
    assert_eq!(fresh.digest(), booted("hello").digest());
    let mut later = booted("hello");
    later.run(Tick(1));
    assert_ne!(fresh.digest(), later.digest(), "a slice of time");
    let mut typed = booted("hello");
    typed.type_in(b"x");
    assert_ne!(fresh.digest(), typed.digest(), "a byte in the receiver");
    let mut other = booted("hello");
    let mut code = tiny::Tiny::new(&[tiny::nop()]);
    code.parts.remove(0);
    code.parts[0].at = 0x0fff_fff0;
    code.entry = 0x0fff_fff0;
    let bytes = code.bytes();
    let word = Image::parse("word".as_ref(), &bytes, sparc()).expect("it is sound");
    other.load(Arc::new(word), &[]).expect("it fits");
    assert_ne!(fresh.digest(), other.digest(), "a word of memory");
}
