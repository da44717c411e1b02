//! What made the cycles: the causes that were planted in the images of the repository are found, and shares add up.

use conformance::root;
use trueboard::analysis::why::observe::{CauseRow, Causes, Missed};
use trueboard::analysis::why::{Answer, Cause, CoreKind, Grain, Owned, Part, answer, late};
use trueboard::internals::board::{Options, Question, Session, open_board};
use trueboard_core::meter::CoreMeter;

struct Explained {
    session: Session,
    causes: Causes,
    kind: &'static str,
}

/// Runs an image up to `until` with this question.
fn explain(board: &str, image: &str, until: &str, question: Question) -> Explained {
    let kind = match board {
        "gr740" => "leon",
        "tc275" => "tricore",
        _ => "epiphany",
    };
    let model = open_board(board, &[]).expect("a board");
    let path = root().join("firmware/prebuilt").join(board).join(image);
    let options = Options {
        images: vec![(path, vec![0])],
        until: Some(until.parse().expect("a time")),
        analyses: trueboard::internals::board::Analyses::one(question),
        ..Options::default()
    };
    let mut session = Session::new(&model, options).unwrap_or_else(|e| panic!("{image}: {e}"));
    session.run(&mut std::io::sink(), &false.into());
    let causes =
        trueboard::internals::board::Question::causes(session.machine()).expect("it was asked");
    Explained {
        session,
        causes,
        kind,
    }
}

fn of_function(function: &str, core: Option<u8>) -> Question {
    Question {
        function: Some(function.to_owned()),
        core,
        ..Question::default()
    }
}

/// A kind of core by its name.
fn kind(name: &str) -> CoreKind {
    let kind = trueboard::internals::board::CoreKind::of(name).expect("a kind");
    CoreKind {
        name: kind.name,
        meters: Some(kind.meters),
    }
}

impl Explained {
    fn answer(&self) -> Answer {
        let answer = answer(&self.causes.rows, &|_| kind(self.kind), Grain::Function);
        let sum: u64 = answer.causes.iter().map(|c| c.cycles).sum();
        assert_eq!(sum, answer.cycles);
        let functions: u64 = answer.functions.iter().map(|f| f.cycles).sum();
        assert_eq!(functions, answer.cycles);
        for c in &answer.causes {
            let behind: u64 = c.what.behind.iter().map(|b| b.cycles).sum();
            let owners: u64 = c.what.owners.iter().map(|o| o.cycles).sum();
            assert!(behind <= c.cycles && owners <= c.cycles, "{c:?}");
        }
        answer
    }
}

/// The cause with most cycles of a part of the CPI stack.
fn of_part<'a>(answer: &'a Answer, part: &str) -> &'a Part<Cause> {
    let mut causes = answer.causes.iter();
    causes
        .find(|c| c.what.place.part == part)
        .unwrap_or_else(|| panic!("nothing of {part}"))
}

/// Cycles in which other cores than `core` owned the bus.
fn others(cause: &Part<Cause>, core: Option<u8>, bus: &str) -> u64 {
    let by_other = |o: &&Part<Owned>| {
        o.what.bus.as_deref() == Some(bus) && !o.what.own && o.what.owner != core
    };
    cause
        .what
        .owners
        .iter()
        .filter(by_other)
        .map(|o| o.cycles)
        .sum()
}

#[test]
fn all_that_cores_do_has_causes() {
    for (board, image) in [
        ("gr740", "hello.elf"),
        ("tc275", "hello.elf"),
        ("parallella", "matmul.elf"),
    ] {
        let e = explain(board, image, "2ms", Question::default());
        e.answer();
        for (core, bank) in (0u8..).zip(&e.session.machine().meters().cores) {
            let rows = e.causes.rows.iter().filter(|r| r.code.core == core);
            let (idle, busy): (Vec<&CauseRow>, Vec<&CauseRow>) =
                rows.partition(|r| r.part == "idle_cycles");
            let sum = |rows: &[&CauseRow]| rows.iter().map(|r| r.cycles).sum::<u64>();
            assert_eq!(sum(&busy), bank.get(CoreMeter::CYCLES), "{board} {core}");
            assert!(sum(&idle) <= bank.get(CoreMeter::IDLE_CYCLES), "{board}");
        }
    }
}

#[test]
fn scattered_reads_are_late_because_of_load_misses() {
    let scattered = explain(
        "gr740",
        "rt_scattered.elf",
        "140ms",
        of_function("timer_handler", None),
    );
    let scattered = scattered.answer();
    let misses = of_part(&scattered, "dcache_hold_cycles");
    assert!(misses.percent > 40.0, "{misses:?}");
    assert_eq!(misses.what.place.function, "pass");
    let most = &misses.what.behind[0].what;
    assert_eq!(most.data.as_deref(), Some("matrix"));
    assert_eq!(most.missed, Some("replaced"));
    assert_eq!(
        most.evictor.as_ref().map(|e| (e.core, e.function.as_str())),
        Some((0, "pass"))
    );
    let sequential = explain(
        "gr740",
        "rt_sequential.elf",
        "140ms",
        of_function("timer_handler", None),
    );
    let sequential = sequential.answer();
    assert!(of_part(&sequential, "dcache_hold_cycles").percent < 10.0);
}

#[test]
fn a_delayed_partner_waits_for_its_timer() {
    let question = Question {
        intervals: true,
        ..of_function("com1", None)
    };
    let e = explain("gr740", "rt_pair_delayed.elf", "20s", question);
    let found = late(
        &e.causes.activations,
        None,
        &|_| kind("leon"),
        Grain::Function,
    );
    assert_eq!((found.late, found.intervals, found.long), (46, 99, 0));
    let changes = found.waited.expect("some are late");
    let more: i64 = changes.causes.iter().map(|c| c.more()).sum();
    assert_eq!(more, changes.after as i64 - changes.before as i64);
    let first = &changes.causes[0];
    assert_eq!(first.what.place.part, "idle_cycles");
    assert!(first.more() > more * 99 / 100 && first.more() > 2_000_000);
    let told = &first.what.behind[0].what;
    assert_eq!(told.data.as_deref(), Some("device gpt0"));
    assert_eq!(
        told.caller.as_ref().map(|c| c.function.as_str()),
        Some("com1")
    );
}

#[test]
fn readers_evict_their_own_lines() {
    let e = explain(
        "gr740",
        "rt_readers.elf",
        "50ms",
        of_function("read_large_sequential", None),
    );
    e.answer();
    let mut replaced = 0;
    for row in &e.causes.rows {
        if let Some(Missed::Replaced(by)) = &row.missed {
            assert_eq!(
                by.core, row.code.core,
                "no other core replaces lines of a first cache"
            );
            replaced += row.cycles;
        }
    }
    assert!(replaced > 100_000, "{replaced}");
}

#[test]
fn messages_are_invalidated_by_who_writes_them() {
    let e = explain("gr740", "rt_pair.elf", "3s", of_function("com2", Some(1)));
    let answer = e.answer();
    let most = &of_part(&answer, "dcache_hold_cycles").what.behind[0].what;
    assert_eq!(
        (most.data.as_deref(), most.missed),
        (Some("parties"), Some("written"))
    );
    assert_eq!(
        most.evictor.as_ref().map(|e| (e.core, e.function.as_str())),
        Some((0, "com1"))
    );
}

#[test]
fn a_full_bus_has_owners() {
    let e = explain(
        "gr740",
        "contention.elf",
        "1s",
        of_function("read_lines", Some(0)),
    );
    let answer = e.answer();
    let waits = of_part(&answer, "dcache_hold_cycles");
    assert!(
        others(waits, Some(0), "cpu-ahb") * 10 > waits.cycles,
        "{waits:?}"
    );
}

/// Four cores whose operation stores fill the bus: what is waited for is the write buffer, and its store waits for
/// the others.
#[test]
fn stores_of_four_cores_wait_for_each_other() {
    let e = explain(
        "gr740",
        "loops.elf",
        "1s",
        of_function("storing_operation", None),
    );
    let answer = e.answer();
    let waits = of_part(&answer, "write_buffer_hold_cycles");
    assert!(waits.percent > 10.0, "{waits:?}");
    assert!(
        others(waits, None, "cpu-ahb") * 100 > waits.cycles * 95,
        "{waits:?}"
    );
    let most = waits
        .what
        .owners
        .first()
        .and_then(|o| o.what.owner_code.as_ref());
    assert_eq!(most.map(|o| o.function.as_str()), Some("storing_operation"));
}

#[test]
fn a_critical_section_is_waited_for_at_its_start() {
    let e = explain(
        "gr740",
        "loops.elf",
        "1s",
        of_function("loop_critical._omp_fn.0", None),
    );
    let answer = e.answer();
    let of = |name: &str| {
        let found = answer.functions.iter().find(|f| f.what.function == name);
        found.map_or(0.0, |f| f.percent)
    };
    assert!(of("GOMP_critical_start") > 50.0, "{:?}", answer.functions);
    assert!(of("operation") > 20.0, "{:?}", answer.functions);
}

#[test]
fn memories_of_the_tc275_are_waited_for_because_of_other_cores() {
    let e = explain(
        "tc275",
        "epapi_contention.elf",
        "1s",
        of_function("read_all", Some(1)),
    );
    let answer = e.answer();
    let waits = of_part(&answer, "data_stall_cycles");
    for bus in ["sri-lmu", "sri-pf1"] {
        assert!(others(waits, Some(1), bus) > 30_000, "{bus}: {waits:?}");
    }
    let mut owners = waits.what.owners.iter().filter_map(|o| o.what.owner);
    assert!(owners.all(|o| o < 3));
}

#[test]
fn a_chase_through_memory_misses_both_caches() {
    let e = explain("gr740", "memory.elf", "1s", of_function("chase", None));
    let answer = e.answer();
    let behind = answer.causes.iter().flat_map(|c| &c.what.behind);
    let again = behind.filter(|b| {
        b.what.level == trueboard::analysis::why::observe::Level::MemoryAgain
            && b.what.data.as_deref() == Some("arena")
    });
    let cycles: u64 = again.map(|b| b.cycles).sum();
    assert!(cycles * 2 > answer.cycles, "{cycles} of {}", answer.cycles);
}
