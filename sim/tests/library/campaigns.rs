//! Each campaign called as a library answers what the command prints as JSON.

use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use trueboard::campaigns::{
    Control, Done, Error, Program, coverage, expect, inject, mutate, sweep, test, uncertainty,
};

fn image() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../firmware/prebuilt/gr740/hello.elf")
}

fn hello() -> Program {
    Program::new("gr740", image())
}

fn command(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    command.args(words).output().expect("it starts")
}

/// What the command prints with `--json`.
fn printed(words: &[&str]) -> Value {
    let said = command(&[words, &["--json"]].concat());
    let text = String::from_utf8_lossy(&said.stderr);
    serde_json::from_slice(&said.stdout).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// An answer as it is read from its text: numbers go the way of the command's output.
fn value(answer: &impl Serialize) -> Value {
    let text = serde_json::to_string(answer).expect("an answer is JSON");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The answer of a campaign that nobody stops.
fn whole<A>(done: Result<Done<A>, Error>) -> A {
    let done = done.unwrap_or_else(|e| panic!("{e}"));
    done.answer().expect("nobody stopped it")
}

#[test]
fn injections_are_those_of_the_command() {
    let image = image().display().to_string();
    let faults = ["registers", "memory"].map(str::to_owned).to_vec();
    let mut request = inject::Request::new(hello(), faults);
    (request.count, request.seed) = (Some(30), 7);
    let seen = Mutex::new(Vec::new());
    let note = |p: trueboard::campaigns::engine::Progress| {
        seen.lock().expect("no panic").push((p.done, p.of));
    };
    let control = Control {
        progress: Some(&note),
        ..Control::default()
    };
    let study = whole(inject::run(&request, &control));
    let words = "--faults registers,memory --count 30 --seed 7 --board gr740";
    let words: Vec<&str> = words.split(' ').collect();
    let command = printed(&[&["inject", &image], &words[..]].concat());
    assert_eq!(value(&study), command);
    let seen = seen.into_inner().expect("no panic");
    let expected: Vec<(usize, usize)> = (0..=30).map(|n| (n, 30)).collect();
    assert_eq!(seen, expected, "progress is told with every result");
}

#[test]
fn a_single_injection_has_its_story() {
    let image = image().display().to_string();
    let fault = "cpu0.o0#3@10us";
    let mut request = inject::Request::new(hello(), vec![fault.to_owned()]);
    request.story = true;
    let study = whole(inject::run(&request, &Control::default()));
    let said = command(&["inject", &image, "--board", "gr740", "--faults", fault]);
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    assert_eq!(study.story, Some(text));
}

#[test]
fn mutations_are_those_of_the_command() {
    let image = image().display().to_string();
    let mut request = mutate::Request::new(hello());
    request.only = Some("gpt4.*".to_owned());
    let study = whole(mutate::run(&request, &Control::default()));
    let words = ["mutate", &image, "--board", "gr740", "--only", "gpt4.*"];
    assert_eq!(value(&study), printed(&words));
}

#[test]
fn a_study_of_uncertainty_is_that_of_the_command() {
    let image = image().display().to_string();
    let mut request = uncertainty::Request::new(hello());
    request.only = ["*.tag_cycles", "power.fixed.*"]
        .map(str::to_owned)
        .to_vec();
    request.samples = 4;
    let study = whole(uncertainty::run(&request, &Control::default()));
    let words = "--board gr740 --only *.tag_cycles --only power.fixed.* --samples 4";
    let words: Vec<&str> = words.split(' ').collect();
    let command = printed(&[&["uncertainty", &image], &words[..]].concat());
    assert_eq!(value(&study), command);
}

#[test]
fn tests_and_their_coverage_are_those_of_the_command() {
    let dir = tempfile::tempdir().expect("there is room");
    let spec = dir.path().join("hello.ron");
    let text = format!(
        "(board: \"gr740\", tests: [\n\
         (name: \"fine\", image: {0:?}, console: [\"*Hello*\"]),\n\
         (name: \"wrong\", image: {0:?}, console: [\"nobody says so\"]),\n\
         (name: \"nothing\", image: \"not-there.elf\"),\n])",
        image()
    );
    std::fs::write(&spec, text).expect("it is written");
    let mut request = test::Request::new(vec![spec.clone()]);
    request.coverage = true;
    let answer = whole(test::run(&request, &Control::default()));
    let passed: Vec<bool> = answer.verdicts.iter().map(|v| v.passed).collect();
    assert_eq!(passed, [true, false, false]);
    assert_eq!(answer.exit_code(), 3);
    let spec = spec.display().to_string();
    assert_eq!(value(&answer.verdicts), printed(&["test", &spec]));
    // Both tests that ran execute one image: the lines are those of one run of it.
    let one = coverage::run(&hello(), &Control::default()).expect("it runs");
    let covered = answer.coverage.expect("it was asked for");
    assert_eq!(covered.shares(), one.coverage.shares());
}

#[test]
fn a_sweep_is_that_of_the_command() {
    let image = image().display().to_string();
    let request = sweep::Request {
        spec: sweep::Spec {
            board: "gr740".to_owned(),
            images: vec![image.clone().into()],
            cores: vec![1, 2],
            ..sweep::Spec::default()
        },
        ..sweep::Request::default()
    };
    let study = whole(sweep::run(&request, &Control::default()));
    let words = "--board gr740 --core-counts 1,2";
    let words: Vec<&str> = words.split(' ').collect();
    let command = printed(&[&["sweep", &image], &words[..]].concat());
    assert_eq!(value(&study), command);
    let groups = study.groups();
    assert_eq!(groups[0].cores, [1, 2]);
}

#[test]
fn errors_have_text_and_exit_code_of_the_command() {
    let image = image().display().to_string();
    let mut request = inject::Request::new(hello(), vec!["memory".to_owned()]);
    request.flips = 9;
    let refused = |done: Result<Done<inject::Study>, Error>, words: &[&str]| {
        let e = done.expect_err("it is refused");
        let words = [&["inject", &image, "--board", "gr740"], words].concat();
        let said = command(&words);
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(said.status.code(), Some(e.exit_code().into()), "{text}");
        assert_eq!(text, format!("trueboard: {e}\n"));
    };
    let done = inject::run(&request, &Control::default());
    refused(done, &["--faults", "memory", "--flips", "9"]);
    let mut request = inject::Request::new(hello(), vec!["memory".to_owned()]);
    request.expect_memory = vec!["nobody".to_owned()];
    let done = inject::run(&request, &Control::default());
    refused(done, &["--faults", "memory", "--expect-memory", "nobody"]);
    let list = expect::read("not-there.ron".as_ref(), "docs/compare.md");
    assert_eq!(list.err().map(|e| e.exit_code()), Some(3));
}

#[test]
fn a_campaign_that_is_stopped_has_no_answer() {
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    let request = inject::Request::new(hello(), vec!["memory".to_owned()]);
    let done = inject::run(&request, &control);
    assert_eq!(done, Ok(Done::Stopped { begun: false }));
    let done = mutate::run(&mutate::Request::new(hello()), &control);
    assert!(matches!(done, Ok(Done::Stopped { .. })));
    // Once it has begun, what was run is kept, and a second one goes on from there.
    let dir = tempfile::tempdir().expect("there is room");
    let mut request = inject::Request::new(hello(), vec!["memory".to_owned()]);
    (request.count, request.out) = (Some(20), Some(dir.path().to_owned()));
    request.jobs = 1;
    let stop = std::sync::Arc::new(AtomicBool::new(false));
    let kept = Mutex::new(Vec::new());
    let note = |p: trueboard::campaigns::engine::Progress| {
        kept.lock().expect("no panic").push(p.kept);
        stop.store(p.done == 5, Ordering::Relaxed);
    };
    let control = Control {
        stop: stop.clone(),
        progress: Some(&note),
        ..Control::default()
    };
    let done = inject::run(&request, &control);
    assert_eq!(done, Ok(Done::Stopped { begun: true }));
    stop.store(false, Ordering::Relaxed);
    kept.lock().expect("no panic").clear();
    let study = whole(inject::run(
        &request,
        &Control {
            stop: Default::default(),
            ..control
        },
    ));
    assert_eq!(study.injections.len(), 20);
    let kept = kept.into_inner().expect("no panic");
    assert_eq!(kept.first(), Some(&5));
}
