//! The host of a Parallella by the API: a script as a value, without a file.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{HostScript, InputError, Options, Report, Session, open_board};
use trueboard_host::{Op, Script, Span};

fn prebuilt() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../firmware/prebuilt/parallella"
    ))
}

fn session(steps: Vec<Op>) -> Result<Session, InputError> {
    let board = open_board("parallella", &[]).unwrap();
    let script = Script {
        title: "by the API".to_owned(),
        ..Script::new(steps)
    };
    let options = Options {
        host: Some(HostScript::Given {
            script,
            folder: prebuilt(),
        }),
        ..Options::default()
    };
    Session::new(&board, options)
}

fn run(steps: Vec<Op>) -> (Report, String) {
    let mut session = session(steps).unwrap_or_else(|e| panic!("{e}"));
    let mut console = Vec::new();
    let report = session.run(&mut console, &AtomicBool::new(false));
    (report, String::from_utf8(console).unwrap())
}

fn open() -> Vec<Op> {
    let group = Op::Open {
        row: 0,
        col: 0,
        rows: 4,
        cols: 4,
    };
    vec![Op::Init, Op::ResetSystem, group]
}

#[test]
fn a_script_is_a_value() {
    let core = Some((0, 0));
    let mut steps = open();
    steps.extend([
        Op::ShmAlloc {
            name: "mine".to_owned(),
            size: 64,
        },
        Op::ShmAttach {
            name: "mine".to_owned(),
        },
        Op::Write {
            core,
            at: "shm:mine".to_owned(),
            value: Some(7),
            bytes: None,
            zeros: None,
            file: None,
        },
        Op::Job {
            name: "tick".to_owned(),
            every: Span::us(500),
            steps: vec![Op::Print("tick".to_owned())],
        },
        Op::Load {
            image: "matmul45.elf".to_owned(),
            core,
            start: true,
        },
        Op::WaitExit {
            core,
            timeout: Span::ms(1000),
        },
        Op::StopJob("tick".to_owned()),
        Op::Read {
            core,
            at: "shm:mine".to_owned(),
            bytes: None,
            expect: Some(7),
            between: None,
            expect_text: None,
            expect_in_text: None,
            expect_file: None,
            print: false,
            text: false,
            save: None,
        },
        Op::Finish { status: 0 },
    ]);
    let (report, console) = run(steps);
    assert_eq!(
        report.outcome.kind,
        OutcomeKind::Success,
        "{}",
        report.outcome.detail
    );
    assert_eq!(report.warnings, Vec::<String>::new());
    assert!(console.contains("checks passed"), "{console}");
    assert!(console.matches("tick\n").count() > 0, "{console}");
}

#[test]
fn what_is_wrong_with_it_is_told_under_its_title() {
    let mut steps = open();
    steps.push(Op::Start { core: Some((9, 9)) });
    let Err(e) = session(steps) else {
        panic!("there is no core (9, 9)")
    };
    let e = e.to_string();
    for part in [
        "by the API: 1 problem in this host script",
        "steps[3]",
        "there is no core (9, 9)",
    ] {
        assert!(e.contains(part), "{part}: {e}");
    }
}
