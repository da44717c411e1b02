//! A run in one go is the run in pieces, wherever it is cut, and the run that is followed, whoever follows it: images of
//! several cores, to the last meter, in the default mode.

use crate::images::{all, begins, bound, of};
use conformance::random::Random;
use conformance::{board_of, try_run, usual};
use serde_json::Value;
use std::path::Path;
use trueboard_analyses::profile::request::Functions;
use trueboard_analyses::regions::Selector;
use trueboard_board::checked::CheckOptions;
use trueboard_board::{Analyses, Budget, FactClass, Machine, Options, Pause, Stops};
use trueboard_check::Checks;
use trueboard_core::time::Tick;
use trueboard_trace::Format;

/// Images whose cores let each other go.
const SOME: &[&str] = &[
    "tc275/speed_three",
    "tc275/events",
    "tc275/interrupts",
    "tc275/hello",
    "gr740/events",
    "gr740/pthreads",
    "parallella/interrupts",
    "parallella/scripts/trace_demo",
    "keystone2/sobel",
];

/// The end of what is run of an image, in base ticks, and where its second core begins.
fn span(name: &str) -> (u64, u64) {
    let begins = begins(name);
    (begins, begins + bound(name))
}

/// What a run was, apart from what followed it.
#[derive(Debug, PartialEq)]
struct Done {
    report: Vec<(&'static str, Value)>,
    ticks: u64,
    console: String,
    digest: String,
}

fn go(name: &str, until: u64, change: impl FnOnce(&mut Options)) -> Done {
    let hz = of(name, &[]).base_hz;
    let until = u128::from(until) * 1_000_000_000_000 / u128::from(hz);
    let mut options = Options {
        until: Some(Budget::Picoseconds(until)),
        ..usual(name)
    };
    change(&mut options);
    if options.restore.is_some() {
        // The snapshot has what was typed.
        options.stdin.clear();
    }
    let run = try_run(&board_of(name, &[]), options).unwrap_or_else(|e| panic!("{name}: {e}"));
    let report = serde_json::to_value(&run.report).expect("a report is JSON");
    let of_run = [
        "outcome", "time", "cores", "buses", "caches", "devices", "windows",
    ];
    Done {
        report: of_run.map(|key| (key, report[key].clone())).into(),
        ticks: run.report.time.ticks,
        console: run.console,
        digest: run.digest,
    }
}

fn pieces(name: &str, (begins, end): (u64, u64), r: &mut Random, dir: &Path) {
    let whole = go(name, end, |_| {});
    // Some end by themselves, and then there is nothing to be saved.
    let last = whole.ticks.min(end) - 50;
    let early = begins.min(last / 2);
    let snap = dir.join("snapshot");
    for _ in 0..2 {
        let first = early + 1 + r.below((last - early) / 2);
        let second = first + 1 + r.below(last - first);
        let begin = go(name, first, |o| o.save = Some(snap.clone()));
        let middle = go(name, second, |o| {
            o.restore = Some(snap.clone());
            o.save = Some(snap.clone());
        });
        let mut rest = go(name, end, |o| o.restore = Some(snap.clone()));
        rest.console = begin.console + &middle.console + &rest.console;
        assert!(
            rest == whole,
            "{name}, saved at {first} and {second}: {rest:#?}, not {whole:#?}"
        );
    }
}

fn followed(name: &str, end: u64, dir: &Path) {
    let whole = go(name, end, |_| {});
    type Follow = (&'static str, fn(&mut Options, &Path));
    let all: [Follow; 6] = [
        ("ctf", |o, dir| {
            o.traces = vec![(Format::Ctf, dir.join("ctf"))]
        }),
        ("paraver", |o, dir| {
            o.traces = vec![(Format::Paraver, dir.join("t.prv"))]
        }),
        ("perfetto", |o, dir| {
            o.traces = vec![(Format::Perfetto, dir.join("t.json"))];
            o.events = vec![FactClass::Bus, FactClass::Power];
            o.sample = Some(Budget::Cycles(777));
        }),
        ("regions", |o, _| {
            o.analyses = conformance::regions(Selector::Function("*".to_owned()))
        }),
        // What the page of a run shows.
        ("page", |o, _| {
            o.lanes = true;
            o.analyses = Analyses::one(Functions { lengths: true });
        }),
        ("checks", |o, _| {
            o.checks = Some(CheckOptions {
                checks: Checks::ALL,
                ..CheckOptions::default()
            });
        }),
    ];
    for (what, follow) in all {
        let dir = dir.join(what);
        std::fs::create_dir_all(&dir).expect("a directory");
        let followed = go(name, end, |o| follow(o, &dir));
        assert!(
            followed == whole,
            "{name}, {what}: {followed:#?}, not {whole:#?}"
        );
        std::fs::remove_dir_all(&dir).expect("it is a directory of this test");
    }
}

/// In pieces of several kinds, which a debugger makes too.
fn stopped(name: &str, (begins, ticks): (u64, u64), r: &mut Random) {
    let end = |m: &mut Machine| {
        let ended = m.run(Tick(ticks));
        m.finish();
        (ended, m.digest_parts(), m.take_console())
    };
    let mut whole = of(name, &[]);
    let wanted = end(&mut whole);
    let mut m = of(name, &[]);
    for _ in 0..12 {
        let at = Tick(begins / 2 + r.below(ticks - begins / 2));
        let core = r.below(m.meters().cores.len() as u64) as u8;
        let piece = Tick((at.0 + r.below(3000)).min(ticks));
        let stops = match r.below(4) {
            0 => Stops::at(u64::MAX),
            1 => Stops::at(m.pc(core)),
            2 => Stops {
                step: Some(core),
                ..Stops::default()
            },
            _ => {
                m.run_up_to(at, (r.below(2) == 0).then_some(core));
                continue;
            }
        };
        for _ in 0..20 {
            if matches!(m.run_until_break(piece, &stops), Pause::Ended(_)) {
                break;
            }
        }
    }
    let got = end(&mut m);
    assert_eq!(got.0, wanted.0, "{name}");
    for (a, b) in got.1.iter().zip(&wanted.1) {
        assert_eq!(a, b, "{name}");
    }
    assert_eq!(got.2, wanted.2, "{name}");
}

#[test]
fn pieces_of_some_images_are_the_whole() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut r = Random::new(31);
    for name in SOME {
        let span = span(name);
        pieces(name, span, &mut r, dir.path());
        stopped(name, span, &mut r);
    }
}

#[test]
fn who_follows_some_images_changes_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for name in SOME {
        followed(name, span(name).1, dir.path());
    }
}

#[test]
#[ignore = "minutes: all images"]
fn all_images_in_pieces_and_followed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut r = Random::new(275);
    for name in all() {
        println!("{name}");
        let span = span(&name);
        pieces(&name, span, &mut r, dir.path());
        stopped(&name, span, &mut r);
        followed(&name, span.1, dir.path());
    }
}
