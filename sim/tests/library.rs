//! The library as another program uses it: runs in pieces, looks in between, and how a run ended.

#[path = "library/campaigns.rs"]
mod campaigns;
#[path = "library/log.rs"]
mod log;
#[path = "library/own_device.rs"]
mod own_device;
#[path = "library/questions.rs"]
mod questions;

use std::path::PathBuf;
use trueboard::{
    NotThere, OutcomeKind, Report, Setup, Simulation, StopReason, Stops, Time, Until, Watchpoint,
};

fn setup(image: &str) -> Setup {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../firmware/prebuilt");
    let board = image.split('/').next().expect("a board");
    Setup::board(board).image(root.join(image))
}

fn start(image: &str) -> Simulation {
    setup(image).start().expect("it starts")
}

/// The report of a run that nobody looks at.
fn undisturbed(image: &str) -> Report {
    let mut run = start(image);
    run.run(Time::END).expect("a time");
    run.finish()
}

#[test]
fn simulations_go_to_other_threads() {
    fn goes<T: Send>() {}
    goes::<Simulation>();
}

#[test]
fn pieces_and_reports_in_between_change_nothing() {
    let image = "gr740/lu.elf";
    let mut run = start(image);
    let mut last = 0;
    while run.run(Until::from(Time::END).slice()) == Ok(StopReason::Slice) {
        let report = run.report();
        assert_eq!(report.outcome.kind, OutcomeKind::Paused);
        let executed = report.cores[0].instructions;
        assert!(executed > last, "{executed} after {last}");
        last = executed;
    }
    assert_eq!(run.report(), undisturbed(image));
    assert_eq!(run.finish(), undisturbed(image));
}

#[test]
fn pieces_stop_at_breakpoints_and_at_a_time() {
    let mut run = start("gr740/hello.elf");
    let main = run.symbol("main").expect("main");
    let pause = loop {
        match run.run(Until::from(Stops::at(main)).slice()) {
            Ok(StopReason::Slice) => {}
            pause => break pause,
        }
    };
    assert_eq!(pause, Ok(StopReason::Breakpoint { core: 0 }));
    let core = run.core(0).expect("a core");
    assert!(core.place(main).contains("<main+0x0>"));
    let later = run.after(Time::us(5));
    assert!(!run.is_past(later));
    let begin = run.latest_time();
    let reason = loop {
        match run.run(Until::from(later).slice()) {
            Ok(StopReason::Slice) => assert!(!run.is_past(later)),
            reason => break reason,
        }
    };
    assert_eq!((reason, run.is_past(later)), (Ok(StopReason::Time), true));
    let past = run.latest_time() - begin;
    assert!(past >= run.ticks(Time::us(5)), "{past}");
    let core = run.core(0).expect("a core");
    let meters: Vec<_> = core.meters().collect();
    let instructions = core.meter("instructions").expect("a meter");
    assert!(meters.contains(&("instructions", instructions)));
}

#[test]
fn a_run_that_goes_nowhere_has_ended() {
    // A jump to itself, and its delay slot.
    let loops = [0x10u8, 0x80, 0, 0, 1, 0, 0, 0];
    let mut run = Setup::board("gr740")
        .image_bytes("loop.bin", loops.to_vec())
        .raw_at(0)
        .start()
        .expect("it starts");
    assert_eq!(run.run(Time::END), Ok(StopReason::Idle));
    assert_eq!(run.outcome().kind, OutcomeKind::NothingLeft);
    assert_eq!(run.finish().outcome.kind, OutcomeKind::NothingLeft);
}

#[test]
fn times_are_read_as_the_command_line_writes_them() {
    let time = |text: &str| text.parse::<Time>();
    assert_eq!(time("1_000"), Ok(Time::cycles(1000)));
    assert_eq!(time("1.5us"), Ok(Time::ns(1500)));
    let wrong = time("soon").expect_err("no time");
    assert!(wrong.to_string().contains("`soon` is no amount"), "{wrong}");
}

/// A budget in base ticks is one: 2 us of a board with 500 million ticks in a second.
#[test]
fn a_run_ends_at_its_budget_in_whatever_unit() {
    let end = |time| {
        let mut run = setup("gr740/hello.elf")
            .until(time)
            .start()
            .expect("it starts");
        assert_eq!(run.run(Time::END), Ok(StopReason::Time), "{time:?}");
        assert_eq!(run.outcome().kind, OutcomeKind::Budget, "{time:?}");
        (run.now(), run.digest())
    };
    let hz = start("gr740/hello.elf").machine().base_hz;
    let ticks = 2 * hz / 1_000_000;
    let (now, digest) = end(Time::ticks(ticks));
    assert!((ticks..2 * ticks).contains(&now), "{now}");
    assert_eq!((now, digest), end(Time::ns(2000)));
    assert_eq!(end(Time::ns(2000)), end(Time::us(2)));
    let mut whole = setup("gr740/hello.elf")
        .until(Time::END)
        .start()
        .expect("it starts");
    assert!(whole.run(Time::END).is_ok_and(|reason| reason.is_success()));
}

/// What is not there is refused with what there is, and nothing has happened.
#[test]
fn what_is_not_there_is_no_zero_and_runs_nothing() {
    fn said<T: std::fmt::Debug>(answer: Result<T, NotThere>) -> String {
        answer.expect_err("it is not there").to_string()
    }
    let mut run = start("gr740/hello.elf");
    let before = run.digest();
    let no_core = "gr740 has no core 99; its cores are 0 to 3";
    let step = |core| Stops {
        step: Some(core),
        ..Stops::default()
    };
    let watched = |at| Stops {
        watched: [Watchpoint::change(at, 4)].into(),
        ..Stops::default()
    };
    let held = "core cpu3 has no instruction to step over: it is held";
    let nowhere = "gr740 has no memory and no device for the 4 watched bytes at 0xe0000000";
    let answers = [
        (said(run.core(99).map(|c| c.pc())), no_core),
        (said(run.core_mut(99).map(|_| ())), no_core),
        (said(run.core(4).map(|c| c.pc())), "gr740 has no core 4"),
        (said(run.step(99)), no_core),
        (said(run.step_back(99)), no_core),
        (said(run.run(step(99))), no_core),
        (said(run.run(Until::from(step(99)).slice())), no_core),
        (said(run.step(3)), held),
        (said(run.run(step(3))), held),
        (said(run.run(watched(0xe000_0000))), nowhere),
        (said(run.run_back(&watched(0xe000_0000))), nowhere),
        (
            said(run.symbol("mian")),
            "hello.elf has no symbol `mian` (did you mean `main`?)",
        ),
    ];
    for (said, expected) in &answers {
        assert!(said.contains(expected), "{said}");
    }
    let core = run.core(0).expect("a core");
    for (said, expected) in [
        (
            said(core.meter("instrucions")),
            "core cpu0 has no meter `instrucions` (did you mean `instructions`?)",
        ),
        (
            said(core.register("g99")),
            "core cpu0 has no register `g99`",
        ),
        (
            said(core.symbol("mian").map(|s| s.at)),
            "(did you mean `main`?)",
        ),
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let set = run.core_mut(0).expect("a core").set_register("G1", 1);
    assert!(said(set).contains("no register `G1` (did you mean `g1`?)"));
    assert_eq!(run.digest(), before, "nothing was run or written");
    // What is there is what a report has.
    run.run(Time::END).expect("a time");
    let counted = run.core(0).expect("a core").meter("instructions");
    assert_eq!(counted, Ok(run.finish().cores[0].instructions));
}

/// Core 1 of an OpenMP program is held until core 0 starts it, and can be stepped then.
#[test]
fn a_core_can_be_stepped_once_it_is_started() {
    let mut run = start("gr740/lu.elf");
    assert!(run.step(1).is_err());
    run.run(Time::us(20_000)).expect("a time");
    let executed = |run: &Simulation| run.core(1).and_then(|c| c.meter("instructions"));
    let before = executed(&run).expect("a meter");
    assert!(before > 0, "it has started");
    assert_eq!(run.step(1), Ok(StopReason::Step { core: 1 }));
    assert_eq!(executed(&run), Ok(before + 1));
}
