//! Untimed spans: the scheduler and its witness do the same in them, buses and shared caches count nothing, values are
//! those of a timed run, and no result depends on translation or on where a run is cut.

use crate::images::{begins, bound, of};
use crate::{REFERENCE, difference, fast, naive};
use conformance::{board_of, usual};
use trueboard_board::report::Report;
use trueboard_board::{Ended, FastForward, Machine, Session, Translate};
use trueboard_core::meter::{BusMeter, CacheMeter};
use trueboard_core::time::Tick;

fn untimed(name: &str, sets: &[&str]) -> Machine {
    let mut m = of(name, sets);
    m.set_untimed(true);
    m
}

/// Lanes, blocks and translated code against single steps.
#[test]
fn both_schedulers_agree_in_untimed_spans() {
    for name in [
        "gr740/events",
        "gr740/omp",
        "gr740/pthreads",
        "tc275/speed_three",
        "parallella/litmus",
    ] {
        let end = begins(name) + bound(name);
        let expected = naive(untimed(name, &REFERENCE), end);
        let found = fast(untimed(name, &REFERENCE), end);
        let difference = difference(&found, &expected);
        assert_eq!(difference, "", "{name}");
    }
}

#[test]
fn neither_buses_nor_shared_caches_count_memory_in_an_untimed_span() {
    let counted = |m: &Machine| {
        let bus = m.meters().buses.iter().map(|b| b.get(BusMeter::Used));
        let cache = m.meters().caches.iter();
        let cache = cache.map(|c| c.get(CacheMeter::BusAccesses));
        bus.chain(cache).sum::<u64>()
    };
    let run = |mut m: Machine| {
        m.run(Tick(1_000_000));
        (counted(&m), m.executed(), m.digest_parts())
    };
    let (timed, instructions, _) = run(of("gr740/speed_memory", &[]));
    let (free, more, parts) = run(untimed("gr740/speed_memory", &[]));
    assert!(timed > 10_000, "{timed}");
    assert_eq!(free, 0);
    assert!(more > instructions, "{more} after {instructions}");
    // The shared cache has lines.
    let before = of("gr740/speed_memory", &[]).digest_parts();
    let part = |parts: &[(String, String)], name: &str| {
        let found = parts.iter().find(|p| p.0 == name);
        found
            .map(|p| p.1.clone())
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert_ne!(part(&parts, "l2"), part(&before, "l2"));
}

/// A run that is fast-forwarded to `until`, with everything that memories hold at its end.
fn forwarded(name: &str, until: &str, warm: u64, translate: Translate) -> (Report, String) {
    let mut options = usual(name);
    options.fast = Some(FastForward::to(until, warm).expect("a point"));
    options.translate = translate;
    let session = Session::new(&board_of(name, &[]), options);
    finish(session.unwrap_or_else(|e| panic!("{name}: {e}")))
}

fn finish(mut session: Session) -> (Report, String) {
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut console = Vec::new();
    let mut report = session.run(&mut console, &never);
    // Of another point.
    report.outcome.pc = None;
    (report, String::from_utf8_lossy(&console).into_owned())
}

#[test]
fn no_result_depends_on_translation() {
    for (name, until) in [
        ("gr740/lu", "10ms"),
        ("gr740/omp", "main"),
        ("gr740/hello", "main"),
        ("tc275/hello", "main"),
        ("parallella/hello", "20us"),
    ] {
        let hot = forwarded(name, until, 2000, Translate::WhenHot);
        for other in [Translate::Never, Translate::AtOnce] {
            assert!(forwarded(name, until, 2000, other) == hot, "{name}");
        }
        assert_eq!(hot.0.untimed.len(), 1, "{name}");
    }
}

/// What a program prints and how it ends does not depend on the time of memories.
#[test]
fn values_are_those_of_a_timed_run() {
    for (name, until) in [
        ("gr740/hello", "main"),
        ("gr740/lu", "30ms"),
        ("gr740/omp", "main"),
        ("gr740/speed_matmul", "3ms"),
        ("tc275/hello", "main"),
        ("tc275/speed_memory", "1ms"),
        ("parallella/speed_matmul", "1ms"),
    ] {
        let mut options = usual(name);
        options.fast = None;
        let full = Session::new(&board_of(name, &[]), options).expect("a run");
        let (full, console) = finish(full);
        let (report, said) = forwarded(name, until, 1000, Translate::WhenHot);
        assert_eq!(report.outcome.kind, full.outcome.kind, "{name}");
        assert_eq!(report.outcome.status, full.outcome.status, "{name}");
        assert_eq!(checks(&said), checks(&console), "{name}");
        let says = !checks(&said).is_empty() || name.starts_with("parallella");
        assert!(says, "{name}: {said}");
    }
}

/// Lines of a console that say whether values are right; others have times.
fn checks(console: &str) -> Vec<&str> {
    let says = |l: &&str| ["OK", "checks", "Hello"].iter().any(|w| l.contains(w));
    console.lines().filter(says).collect()
}

/// The registers of a loop that touches no memory, and first-level caches that are warm, need no warming.
#[test]
fn behind_the_point_a_loop_in_registers_takes_its_time() {
    let mut options = usual("gr740/speed_loop");
    options.analyses = conformance::regions(trueboard_analyses::regions::Selector::named("main"));
    let never = std::sync::atomic::AtomicBool::new(false);
    let cycles = |fast: Option<FastForward>| {
        let mut options = options.clone();
        options.fast = fast;
        let session = Session::new(&board_of("gr740/speed_loop", &[]), options);
        let report = session.expect("a run").run(&mut std::io::sink(), &never);
        let core = report.cores.first().expect("a core").clone();
        let span = report
            .untimed
            .first()
            .and_then(|s| s.cores.first().cloned());
        let before = span.map_or((0, 0), |s| (s.instructions, s.cycles));
        (core, before)
    };
    let (full, _) = cycles(None);
    for warm in [0, 10_000] {
        let (rest, before) = cycles(Some(FastForward::to("5ms", warm).expect("a point")));
        assert_eq!(rest.instructions + before.0, full.instructions);
        let off = (rest.cycles + before.1).abs_diff(full.cycles);
        assert!(off < 5000, "{off} of {} cycles", full.cycles);
    }
}

#[test]
fn pieces_make_no_difference_in_an_untimed_span() {
    let straight = {
        let mut m = untimed("gr740/lu", &[]);
        m.run(Tick(3_000_000));
        m.digest()
    };
    let mut m = untimed("gr740/lu", &[]);
    for at in [1, 70_000, 70_001, 1_234_567, 3_000_000] {
        assert_eq!(m.run(Tick(at)), Ended::Paused);
        // A fork goes on in the span.
        m = m.fork().expect("a fork");
    }
    assert_eq!(m.digest(), straight);
}
