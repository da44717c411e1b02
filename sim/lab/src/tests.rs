//! The lab on images that are there.

use crate::{Command, Lab, Panel, Request, Setup, StopKind};
use trueboard_board::Given;

/// The bytes of a prebuilt image.
fn prebuilt(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/../../firmware/prebuilt/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(path).expect("a prebuilt image")
}

/// A lab of an image.
pub(crate) fn lab(board: &str, image: &str) -> Lab {
    let files = Given::from([(image.into(), prebuilt(image))]);
    Lab::open(Setup::image(board, image), files).expect("it opens")
}

fn command(lab: &mut Lab, command: Command) -> crate::Answer {
    let request = Request {
        command: Some(command),
        ..Request::default()
    };
    let answer = lab.answer(&request);
    assert_eq!(answer.error, None, "{request:?}");
    answer
}

fn run_to(place: &str) -> Command {
    Command::RunTo {
        place: place.to_owned(),
        cycles: Some(50_000_000),
    }
}

#[test]
fn steps_go_forth_and_back() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    let at_main = command(&mut lab, run_to("main"));
    assert_eq!(at_main.view.stop.kind, StopKind::Breakpoint);
    assert_eq!(at_main.view.cores[0].pc.function.as_deref(), Some("main"));
    let digest = lab.machine().digest();
    for _ in 0..3 {
        let there = command(
            &mut lab,
            Command::Step {
                core: None,
                count: Some(40),
            },
        );
        assert_eq!(there.view.stop.kind, StopKind::Stepped);
        assert_ne!(there.view.cores[0].pc, at_main.view.cores[0].pc);
        let back = command(
            &mut lab,
            Command::StepBack {
                core: None,
                count: Some(40),
            },
        );
        assert_eq!(back.view.cores[0].pc, at_main.view.cores[0].pc);
    }
    assert_eq!(
        lab.machine().core_state(0).map(|s| s.0.to_owned()),
        Some("cpu0".to_owned())
    );
    let (before, now) = (digest, lab.machine().digest());
    assert_eq!(before, now, "going back and forth changes nothing");
}

#[test]
fn a_step_out_comes_to_the_caller() {
    let mut lab = lab("gr740", "gr740/lu.elf");
    command(&mut lab, run_to("main"));
    let depth = lab.machine().calls(0).len();
    let over = command(&mut lab, Command::StepOver { core: None });
    assert_eq!(over.view.stop.kind, StopKind::Stepped);
    let mut inside = over;
    for _ in 0..200 {
        if lab.machine().calls(0).len() > depth {
            break;
        }
        inside = command(
            &mut lab,
            Command::Step {
                core: None,
                count: None,
            },
        );
    }
    assert_ne!(inside.view.cores[0].pc.function.as_deref(), Some("main"));
    let out = command(&mut lab, Command::StepOut { core: None });
    assert_eq!(out.view.cores[0].pc.function.as_deref(), Some("main"));
}

#[test]
fn json_goes_in_and_comes_out() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    let text = lab.answer_json(
        r#"{"command":{"do":"run","cycles":100000000},"show":["code","registers","console","calls","warnings","meters"]}"#,
    );
    let answer: crate::Answer = serde_json::from_str(&text).expect("an answer");
    assert_eq!(answer.view.stop.kind, StopKind::Ended);
    assert!(answer.view.console.is_some_and(|c| c.contains("Hello")));
    let wrong = lab.answer_json(r#"{"command":{"do":"jump"}}"#);
    assert!(wrong.contains("unknown variant"), "{wrong}");
    let wrong = lab.answer_json(r#"{"command":{"do":"run_to","place":"mian"}}"#);
    assert!(wrong.contains("main"), "{wrong}");
}

#[test]
fn panels_that_are_not_asked_for_are_missing() {
    let mut lab = lab("gr740", "gr740/hello.elf");
    assert_eq!(lab.view(&[]).registers, None);
    assert!(lab.view(&[Panel::Registers]).registers.is_some());
}
