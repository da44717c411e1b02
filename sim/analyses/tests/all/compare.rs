//! What matches passes; whatever differs is reported.

use trueboard_analyses::*;
use trueboard_judge::{Cause, EventTally, Quantity, Verdict, Window, WindowReport};

fn window(counter: u8, measured: u32, truth: u64) -> Window {
    let difference = i64::from(measured) - truth as i64;
    Window {
        device: "cpu1".into(),
        counter,
        register: String::new(),
        quantity: Quantity::Count,
        event: counter,
        event_name: format!("event {counter}"),
        core: Some(1),
        master: None,
        mode: None,
        opened_at_tick: 10,
        opened_pc: 0,
        closed_at_tick: 20,
        closed_pc: 0,
        reader: 1,
        measured,
        truth: Some(truth),
        expected: Some(measured),
        difference: Some(difference),
        residual: Some(0),
        causes: if difference == 0 {
            vec![]
        } else {
            vec![Cause::Preset]
        },
        verdict: if difference == 0 {
            Verdict::Exact
        } else {
            Verdict::Explained
        },
    }
}

fn record(fields: &[u32; 7], big: bool) -> String {
    let [core, counters, cycle, ins, cycles, instructions, value] = *fields;
    let mut bytes = Vec::new();
    let text = |s: &str, room: usize| {
        let mut b = s.as_bytes().to_vec();
        b.resize(room, 0);
        b
    };
    let word = |n: u32| {
        if big {
            n.to_be_bytes()
        } else {
            n.to_le_bytes()
        }
    };
    bytes.extend(text("branches", 16));
    bytes.extend(text("ePAPI", 12));
    bytes.extend(word(core));
    bytes.extend(text("PAPI_BR_INS", 24));
    for n in [counters, cycle, ins, cycles, instructions, value] {
        bytes.extend(word(n));
    }
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn reads() -> Vec<Window> {
    vec![
        window(0, 900, 900),
        window(0, 1000, 1000),
        window(1, 500, 500),
        window(2, 30, 30),
        window(3, 12, 12),
    ]
}

#[test]
fn a_record_finds_its_windows_in_either_byte_order() {
    for big in [false, true] {
        let dump = record(&[1, 0b1100, 0, 1, 1000, 500, 42], big) + &"0".repeat(160);
        let m = measurements(&dump, &reads()).expect("a record");
        assert_eq!(m.len(), 1);
        assert_eq!(
            (m[0].program.as_str(), m[0].event.as_str()),
            ("branches", "PAPI_BR_INS")
        );
        assert_eq!((m[0].value.measured, m[0].value.truth), (42, Some(42)));
        assert_eq!(m[0].cycles.difference(), Some(0));
        assert!(!m[0].wrong && m[0].causes.is_empty());
    }
}

#[test]
fn reads_of_the_measurement_before_are_not_taken() {
    let mut all: Vec<Window> = reads();
    for w in &mut all {
        w.opened_at_tick = 5;
        w.measured += 1;
    }
    all.extend(reads());
    let dump = record(&[1, 0b1100, 0, 1, 1000, 500, 42], false);
    let m = measurements(&dump, &all).expect("a record");
    assert_eq!(m[0].value.measured, 42);
}

#[test]
fn a_record_that_no_read_shows_is_an_error() {
    let good = [1, 0b1100, 0, 1, 1000, 500, 42];
    for i in [0, 4, 5, 6] {
        let mut bad = good;
        bad[i] += 1;
        let got = measurements(&record(&bad, false), &reads());
        assert!(
            matches!(got, Err(RecordError::NoWindows { index: 0, .. })),
            "{i}: {got:?}"
        );
    }
    assert_eq!(measurements("0g", &[]), Err(RecordError::NotHex));
    assert_eq!(measurements("41", &[]), Err(RecordError::Size(1)));
    let damaged = record(&[300, 1, 0, 1, 0, 0, 0], false);
    assert_eq!(measurements(&damaged, &[]), Err(RecordError::Damaged(0)));
}

#[test]
fn the_truth_of_a_record_is_that_of_its_windows() {
    let mut reads = reads();
    reads[3].truth = Some(35);
    reads[3].verdict = Verdict::Wrong;
    let dump = record(&[1, 0b1100, 0, 1, 1000, 500, 42], false);
    let m = measurements(&dump, &reads).expect("a record");
    assert_eq!(m[0].value.difference(), Some(-5));
    assert!(m[0].wrong);
    reads[3].truth = None;
    let m = measurements(&dump, &reads).expect("a record");
    assert_eq!(m[0].value.truth, None);
}

fn tally(wrong: u64) -> EventTally {
    EventTally {
        device: "cpu1".into(),
        counter: 0,
        register: "CCNT".into(),
        event: 0,
        event_name: "CLOCK_COUNT".into(),
        core: Some(1),
        master: None,
        mode: None,
        quantity: Quantity::Count,
        windows: 2,
        exact: 2 - wrong,
        explained: 0,
        wrong,
        not_judged: 0,
        measured: 10,
        truth: 10,
        max_residual: 0,
        causes: Vec::new(),
    }
}

#[test]
fn reads_beyond_the_tolerance_are_told() {
    let report = |w: Vec<Window>, wrong| WindowReport {
        windows: w,
        left_out: 0,
        events: vec![tally(wrong)],
        clocks: Vec::new(),
    };
    let exact = Tolerance { ppm: 0 };
    let good = compare(&report(reads(), 0), &[], exact);
    assert!(good.passes() && good.beyond.is_empty());
    let mut off = reads();
    off.push(window(0, 1010, 1000));
    let c = compare(&report(off.clone(), 0), &[], exact);
    assert!(!c.passes() && c.beyond.len() == 1 && c.beyond[0].causes == [Cause::Preset]);
    assert!(compare(&report(off, 0), &[], Tolerance { ppm: 10_000 }).passes());
    // A wrong read that was not kept.
    assert!(!compare(&report(reads(), 1), &[], Tolerance { ppm: 10_000 }).passes());
}

fn numbers(of: &[(&str, &str, u64)]) -> Numbers {
    let mut n = Numbers::new();
    for &(place, meter, value) in of {
        let meters = n.entry(place.to_owned()).or_default();
        meters.insert(meter.to_owned(), value);
    }
    n
}

fn bound(pattern: &str, percent: u64) -> Bound {
    Bound {
        pattern: pattern.to_owned(),
        tolerance: Tolerance {
            ppm: percent * 10_000,
        },
    }
}

#[test]
fn every_number_is_held_against_that_of_the_other_run() {
    let here = numbers(&[
        ("cpu0", "cycles", 110),
        ("cpu0", "loads", 50),
        ("cpu0", "stores", 7),
    ]);
    let there = numbers(&[
        ("cpu0", "cycles", 100),
        ("cpu0", "loads", 50),
        ("cpu0", "calls", 4),
    ]);
    let exact = Tolerance { ppm: 0 };
    let d = differences(&here, &there, exact, &[]).expect("no bounds");
    let rows: Vec<_> = d
        .differ
        .iter()
        .map(|d| (d.meter.as_str(), d.here, d.against, d.percent))
        .collect();
    // What the other run has not at all, then by size.
    assert_eq!(
        rows,
        [
            ("stores", Some(7), Some(0), None),
            ("calls", Some(0), Some(4), Some(-100.0)),
            ("cycles", Some(110), Some(100), Some(10.0)),
        ]
    );
    assert_eq!((d.compared, d.beyond().count()), (4, 3));
    let beyond = |tolerance: Tolerance, bounds: &[Bound]| {
        let d = differences(&here, &there, tolerance, bounds).expect("bounds that match");
        d.beyond().map(|d| d.meter.clone()).collect::<Vec<_>>()
    };
    assert_eq!(beyond(exact, &[bound("c*", 10)]), ["stores", "calls"]);
    assert_eq!(beyond(exact, &[bound("cycles", 9)]).len(), 3);
    // The last one that matches counts, and a place can be named.
    let both = [bound("*", 100), bound("cpu0.cycles", 5)];
    assert_eq!(beyond(exact, &both), ["stores", "cycles"]);
    assert_eq!(beyond(Tolerance { ppm: 100_000 }, &[]), ["stores", "calls"]);
    let unused = differences(&here, &there, exact, &[bound("cylces", 1)]);
    assert_eq!(unused, Err(UnusedBound("cylces".to_owned())));
}

#[test]
fn a_place_that_one_side_lacks_is_beyond_every_bound() {
    let here = numbers(&[("region f", "cycles", 10)]);
    let lax = [bound("*", 1000)];
    for (a, b) in [(&here, &Numbers::new()), (&Numbers::new(), &here)] {
        let d = differences(a, b, Tolerance { ppm: 0 }, &lax).expect("it matches");
        assert_eq!(d.beyond().count(), 1);
    }
}

#[test]
fn published_figures_are_data() {
    let text = include_str!("../../../../models/published/epapi-thesis.ron");
    let p = Published::parse("epapi-thesis.ron", text).expect("sound");
    let f = p.find("PAPI_BR_INS", "branches", "ePAPI").expect("a row");
    assert_eq!(
        (f.value, f.cycles, f.instructions),
        (4_001_004, 6_019_042, 6_009_021)
    );
    assert!(p.find("PAPI_L1_DCH", "line_reads", "bare metal").is_none());
    let e = Published::parse("x.ron", "Published(title: 3)").expect_err("wrong type");
    assert!(e.to_string().starts_with("x.ron: 1:"), "{e}");
}
