//! Back in time: a run that goes back over instructions, to breakpoints and to watched memory stands where it stood
//! then, and goes on as it went on then.

use conformance::prebuilt;
use std::collections::BTreeSet;
use trueboard::{Format, NotThere, Setup, Simulation, StopReason, Stops, Time, Watchpoint};

/// A run of a prebuilt image that records.
fn recorded(image: &str) -> Simulation {
    let (board, name) = image.split_once('/').expect("board and image");
    let setup = Setup::board(board).image(prebuilt(&format!("{board}/{name}")));
    let mut run = setup.start().unwrap_or_else(|e| panic!("{e}"));
    run.record().expect("it can be recorded");
    run
}

/// The run went back, and not to the first recorded moment.
fn is_there(back: &Result<Option<StopReason>, NotThere>) -> bool {
    matches!(back, Ok(Some(reason)) if *reason != StopReason::Begin)
}

/// Back over the instructions of a core one by one, across checkpoints, and forward again.
fn over_instructions(image: &str, core: u8, from: Time, steps: usize) {
    let mut run = recorded(image);
    run.run(from).expect("the stops are there");
    let mut seen = vec![run.digest()];
    for _ in 0..steps {
        assert_eq!(run.step(core), Ok(StopReason::Step { core }));
        seen.push(run.digest());
    }
    let later = Time::ticks(run.now() + 50_000);
    let end = {
        let mut fork = run.fork().expect("it is of this machine");
        (fork.run(later), fork.digest())
    };
    for (i, digest) in seen.iter().enumerate().rev().skip(1) {
        assert_eq!(run.step_back(core), Ok(Some(StopReason::Step { core })));
        // The first of them was no step: others have gone on since the one before it.
        if i > 0 {
            assert_eq!(run.digest(), *digest, "{image}: {i}");
        }
    }
    assert_eq!((run.run(later), run.digest()), end, "{image}");
}

#[test]
fn instructions_are_taken_back() {
    over_instructions("gr740/lu", 0, Time::us(10), 25);
    over_instructions("gr740/contention", 2, Time::us(200), 25);
    over_instructions("tc275/speed_three", 1, Time::us(300), 25);
    over_instructions("parallella/mesh", 0, Time::us(50), 25);
}

/// Over more instructions than lie between two checkpoints.
#[test]
fn a_long_way_back() {
    let mut run = recorded("gr740/hello");
    let mut places = Vec::new();
    while let Ok(StopReason::Step { .. }) = run.step(0) {
        places.push((
            run.core(0).expect("a core").pc(),
            run.core(0).expect("a core").cycles(),
        ));
    }
    assert!(places.len() > 2000, "{}", places.len());
    for place in places.iter().rev().take(300) {
        assert!(is_there(&run.step_back(0)));
        assert_eq!(
            (
                run.core(0).expect("a core").pc(),
                run.core(0).expect("a core").cycles()
            ),
            *place
        );
    }
    // The console shows nothing twice.
    let printed = run.console().to_vec();
    assert!(run.run(Time::END).is_ok_and(|reason| reason.is_success()));
    assert_eq!(run.console(), printed);
}

#[test]
fn breakpoints_are_met_backwards() {
    let mut run = recorded("gr740/lu");
    let put = run
        .symbol("uart_putc")
        .or(run.symbol("putchar"))
        .or(run.symbol("main"));
    let stops = Stops::at(put.expect("lu has a main"));
    let mut seen = Vec::new();
    while let Ok(StopReason::Breakpoint { .. }) = run.run(&stops) {
        seen.push(run.digest());
    }
    let last = run.digest();
    assert!(!seen.is_empty());
    for digest in seen.iter().rev() {
        let back = run.run_back(&stops);
        assert!(
            matches!(back, Ok(Some(StopReason::Breakpoint { .. }))),
            "{back:?}"
        );
        assert_eq!(run.digest(), *digest);
    }
    assert_eq!(run.run_back(&stops), Ok(Some(StopReason::Begin)));
    assert_eq!(run.now(), 0);
    run.run(Time::END).expect("the stops are there");
    assert_eq!(run.digest(), last);
}

/// A loop without devices: many turns in one slice of the scheduler.
#[test]
fn breakpoints_are_met_within_a_slice() {
    let mut run = recorded("gr740/speed_loop");
    let main = run.symbol("main").expect("it has a main");
    run.run(Stops::at(main)).expect("the stops are there");
    run.run(Time::ticks(run.now() + 100_000))
        .expect("the stops are there");
    // The beginning of a turn: the first address that comes again.
    let mut seen = BTreeSet::new();
    while seen.insert(run.core(0).expect("a core").pc()) {
        run.step(0).expect("a core");
    }
    let stops = Stops::at(run.core(0).expect("a core").pc());
    let mut turns = Vec::new();
    for _ in 0..20 {
        assert_eq!(run.run(&stops), Ok(StopReason::Breakpoint { core: 0 }));
        turns.push(run.digest());
    }
    for digest in turns.iter().rev().skip(1) {
        let back = run.run_back(&stops);
        assert_eq!(back, Ok(Some(StopReason::Breakpoint { core: 0 })));
        assert_eq!(run.digest(), *digest);
    }
}

/// Who wrote this word last? Backwards the run stops in front of the store, forwards behind it.
#[test]
fn the_last_write_is_found() {
    let mut run = recorded("tc275/hello");
    let main = run.symbol("main").expect("it has a main");
    run.run(Stops::at(main)).expect("the stops are there");
    let boot = |run: &Simulation| run.core(0).expect("a core").pc();
    let sp = run
        .core(0)
        .expect("a core")
        .register("a10")
        .expect("a stack pointer");
    let word = |run: &Simulation| run.core(0).expect("a core").read(sp - 8, 4);
    let mut before = word(&run);
    assert_eq!(before.len(), 4);
    let stops = Stops {
        watched: [Watchpoint::change(sp - 8, 4)].into(),
        ..Stops::default()
    };
    let mut writes = Vec::new();
    while let Ok(StopReason::Watchpoint { .. }) = run.run(&stops) {
        writes.push((before, boot(&run), run.digest()));
        before = word(&run);
    }
    assert!(!writes.is_empty());
    let is_watched = |pause: &StopReason| matches!(pause, StopReason::Watchpoint { core: 0, .. });
    for (before, pc, digest) in writes.iter().rev() {
        let there = |back| matches!(back, Ok(Some(pause)) if is_watched(&pause));
        assert!(there(run.run_back(&stops)));
        assert_eq!(word(&run), *before);
        assert!(run.run(&stops).is_ok_and(|p| is_watched(&p)));
        assert_eq!((boot(&run), &run.digest()), (*pc, digest));
        assert!(there(run.run_back(&stops)));
    }
}

#[test]
fn changes_begin_a_new_past() {
    let mut run = recorded("gr740/hello");
    run.run(Time::us(2)).expect("the stops are there");
    assert!(
        run.core_mut(0)
            .expect("a core")
            .set_register("l0", 7)
            .is_ok()
    );
    assert_eq!(run.core(0).expect("a core").register("l0"), Ok(7));
    let now = run.now();
    assert_eq!(run.step_back(0), Ok(Some(StopReason::Begin)));
    assert_eq!(
        (run.run_back(&Stops::at(0)), run.now()),
        (Ok(Some(StopReason::Begin)), now)
    );
    run.step(0).expect("a core");
    run.step(0).expect("a core");
    assert!(is_there(&run.step_back(0)));
    assert!(is_there(&run.step_back(0)));
    assert_eq!(run.step_back(0), Ok(Some(StopReason::Begin)));
    assert_eq!(run.core(0).expect("a core").register("l0"), Ok(7));
}

/// Where there is no past, what the console shows from then on is all there.
#[test]
fn nothing_is_lost_of_the_console_where_a_past_begins() {
    let mut run = recorded("gr740/hello");
    let put = run.symbol("uart_putc").expect("it has one");
    for _ in 0..3 {
        run.run(Stops::at(put)).expect("the stops are there");
    }
    assert!(!run.console().is_empty());
    let l0 = run
        .core(0)
        .expect("a core")
        .register("l0")
        .expect("a register");
    run.core_mut(0)
        .expect("a core")
        .set_register("l0", l0)
        .expect("a register");
    assert_eq!(run.step_back(0), Ok(Some(StopReason::Begin)));
    run.run(Time::END).expect("a time");
    let text = String::from_utf8_lossy(run.console()).into_owned();
    assert_eq!(text, "Hello from the GR740\r\ncpu 0 of 4\r\n");
}

#[test]
fn what_is_written_stays_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let trace = dir.path().join("ctf");
    let setup = Setup::board("gr740").image(prebuilt("hello"));
    let setup = setup.trace(Format::Ctf, trace);
    let mut run = setup.start().unwrap_or_else(|e| panic!("{e}"));
    assert!(run.record().is_err());
    assert_eq!(run.step_back(0), Ok(None));
}
