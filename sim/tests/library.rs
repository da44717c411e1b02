//! The library as another program uses it: runs in pieces, looks in between, and how a run ended.

use std::path::PathBuf;
use trueboard::{Ended, OutcomeKind, Pause, Report, Setup, Simulation, Stops, Time};

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
    run.run();
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
    while run.run_piece(Time::END) == Ended::Paused {
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
        match run.run_piece_to(&Stops::at(main), Time::END) {
            Pause::Ended(Ended::Paused) => {}
            pause => break pause,
        }
    };
    assert_eq!(pause, Pause::Breakpoint { core: 0 });
    assert!(run.core(0).place(main).contains("<main+0x0>"));
    let later = run.from_now(Time::us(5));
    assert!(!run.reached(later));
    let begin = run.stands_at();
    while !run.reached(later) {
        run.run_piece_to(&Stops::default(), later);
    }
    let past = run.stands_at() - begin;
    assert!(past >= run.ticks(Time::us(5)), "{past}");
    let meters: Vec<_> = run.core(0).meters().collect();
    assert!(meters.contains(&("instructions", run.core(0).meter("instructions"))));
}

#[test]
fn a_run_that_goes_nowhere_has_ended() {
    // A jump to itself, and its delay slot.
    let loops = [0x10u8, 0x80, 0, 0, 1, 0, 0, 0];
    let mut run = Setup::board("gr740")
        .image_bytes("loop.bin", loops.to_vec())
        .with(|options| options.at = Some(0))
        .start()
        .expect("it starts");
    assert_eq!(run.run(), Ended::Nothing);
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
