//! Questions that the library answers: each on a committed image, its answer equal to what the command prints as JSON.

use assert_cmd::Command;
use serde::Serialize;
use std::path::{Path, PathBuf};
use trueboard::analysis::why::Grain;
use trueboard::compare::{self, Against};
use trueboard::{Error, Firmware, Run, Setup, Time, energy, sync, why};

fn prebuilt(image: &str) -> String {
    let path = conformance::root().join("firmware/prebuilt").join(image);
    path.to_str().expect("UTF-8").to_owned()
}

fn firmware(image: &str) -> Firmware {
    let board = image.split('/').next().expect("a board");
    let setup = Setup::board(board).image(prebuilt(image));
    setup.open().expect("it opens")
}

/// What the command prints; its exit code is this one.
fn printed(words: &[&str], code: i32) -> String {
    let mut command = Command::cargo_bin("trueboard").expect("it was built");
    let said = command.args(words).output().expect("it runs");
    let err = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(code), "{words:?}: {err}");
    String::from_utf8(said.stdout).expect("UTF-8")
}

#[track_caller]
fn is_printed(answer: &impl Serialize, words: &[&str], code: i32) {
    let own = serde_json::to_string_pretty(answer).expect("JSON") + "\n";
    let words = [words, &["--json"]].concat();
    assert_eq!(own, printed(&words, code), "{words:?}");
}

/// A run of an image, recorded in a directory.
fn recorded(image: &str, more: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("run");
    let board = image.split('/').next().expect("a board");
    let image = prebuilt(image);
    let words = ["run", &image, "--board", board, "--quiet", "--out"];
    let words = [&words[..], &[out.to_str().expect("UTF-8")], more].concat();
    printed(&words, 0);
    (dir, out)
}

const DEMO: &str = "gr740/epapi_demo.elf";

#[test]
fn runs_are_compared_with_the_truth_and_with_each_other() {
    let (_dir, out) = recorded(DEMO, &[]);
    let path = out.to_str().expect("UTF-8");
    let image = prebuilt(DEMO);
    let request = compare::RunsRequest {
        runs: vec![firmware(DEMO).into()],
        against: Some(Against::named(path).expect("a report")),
        ..compare::RunsRequest::default()
    };
    let answer = compare::runs(&request, &()).expect("an answer");
    assert_eq!(answer.verdict().expect("all was judged"), answer.passes);
    let words = ["compare", &image, "--board", "gr740", "--against", path];
    is_printed(&answer, &words, 0);
    let request = compare::RunsRequest {
        runs: vec![Run::Recorded(out.clone())],
        ..compare::RunsRequest::default()
    };
    let answer = compare::runs(&request, &()).expect("an answer");
    is_printed(&answer, &["compare", path], 0);
}

#[test]
fn probes_have_costs() {
    let mut request = compare::ProbesRequest::new(firmware(DEMO));
    request.probes = vec!["PAPI_start".to_owned()];
    let answer = compare::probes(&request, &()).expect("an answer");
    assert_eq!(answer.costs.probes[0].name, "PAPI_start");
    let image = prebuilt(DEMO);
    let words = [
        "compare",
        &image,
        "--board",
        "gr740",
        "--probe",
        "PAPI_start",
    ];
    is_printed(&answer, &words, 0);
    request.probes = vec!["nobody".to_owned()];
    let refused = compare::probes(&request, &()).expect_err("no function");
    assert_eq!(refused.exit_code(), 3, "{refused}");
}

#[test]
fn functions_of_two_builds_are_compared() {
    let (new, old) = ("gr740/lu_for.elf", "gr740/lu.elf");
    let request = compare::FunctionsRequest {
        run: firmware(new).into(),
        against: firmware(old).into(),
        tolerance: trueboard::analysis::Tolerance::default(),
    };
    let answer = compare::functions(&request, &()).expect("an answer");
    let code = i32::from(!answer.verdict().expect("functions in both"));
    let images = [new, old].map(prebuilt);
    let words = [
        "compare",
        &images[0],
        "--board",
        "gr740",
        "--against",
        &images[1],
    ];
    is_printed(&answer, &[&words[..], &["--by-function"]].concat(), code);
}

#[test]
fn readers_and_traces_of_firmware_are_held_against_calls() {
    let (dir, out) = recorded(DEMO, &["--trace", "ctf"]);
    let path = out.to_str().expect("UTF-8");
    let answer = compare::readers(std::slice::from_ref(&out), "PAPI_*").expect("an answer");
    assert!(answer.rows.iter().any(|r| r.reader.starts_with("PAPI_")));
    let code = i32::from(!answer.verdict().expect("all was judged"));
    is_printed(&answer, &["compare", path, "--by-reader", "PAPI_*"], code);
    // A trace that knows one call of `main`, and one that never was.
    let prv = dir.path().join("trace.prv");
    let records = "#Paraver (1)\n2:1:1:1:1:10:60000019:7\n2:1:1:1:1:11:60000019:8\n";
    std::fs::write(&prv, records).expect("it can be written");
    let pcf = "EVENT_TYPE\n0 60000019 User function\nVALUES\n7 main\n8 nobody\n";
    std::fs::write(prv.with_extension("pcf"), pcf).expect("it can be written");
    let answer = compare::firmware_trace(&out, &prv).expect("an answer");
    assert_eq!(answer.judged.recorded.tallies["main"].recorded, 1);
    assert!(!answer.verdict().expect("calls were compared"));
    let prv = prv.to_str().expect("UTF-8");
    is_printed(&answer, &["compare", path, "--firmware-trace", prv], 1);
}

#[test]
fn tracing_has_its_published_costs_beside_it() {
    let table = compare::published_tracing("barectf-thesis").expect("it can be read");
    let mut table = table.expect("a table of overhead");
    // One program is enough here.
    table.rows.truncate(1);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("one.ron");
    let text = "Overhead".to_owned() + &ron::to_string(&table).expect("RON");
    std::fs::write(&file, text).expect("it can be written");
    let request = compare::TracingRequest {
        table,
        board: None,
        set: Vec::new(),
        tolerance: None,
    };
    let answer = compare::tracing(&request, &()).expect("an answer");
    let file = file.to_str().expect("UTF-8");
    is_printed(&answer, &["compare", "--against", file], 0);
}

#[test]
fn a_run_and_a_model_have_power() {
    let image = prebuilt("gr740/lu.elf");
    let mut request = energy::RunRequest::new(firmware("gr740/lu.elf"));
    request.usage = vec![50.0];
    let answer = energy::of_run(&request, &()).expect("an answer");
    assert_eq!(answer.exit_code, 0);
    let words = ["power", &image, "--board", "gr740", "--use", "50"];
    is_printed(&answer, &words, 0);
    let mut request = energy::BoardRequest {
        board: "gr740".to_owned(),
        ..energy::BoardRequest::default()
    };
    let answer = energy::of_board(&request).expect("an answer");
    is_printed(&answer, &["power", "gr740"], 0);
    request.usage = vec![25.0];
    let answer = energy::of_board(&request).expect("an answer");
    is_printed(&answer, &["power", "gr740", "--use", "25"], 0);
    request.usage = vec![250.0];
    let refused = energy::of_board(&request).expect_err("no share");
    assert!(matches!(refused, Error::Request(_)), "{refused}");
    assert_eq!(refused.exit_code(), 2);
}

#[test]
fn cycles_have_causes() {
    let image = prebuilt("gr740/hello.elf");
    let mut request = why::Request::new(firmware("gr740/hello.elf").into());
    request.function = Some("main".to_owned());
    request.by = Grain::Line;
    let answer = why::answer(&request, &()).expect("an answer");
    let words = ["why", &image, "--board", "gr740", "--function", "main"];
    is_printed(&answer, &[&words[..], &["--by", "line"]].concat(), 0);
    request.by = Grain::Function;
    request.against = Some(firmware("gr740/hello.elf").into());
    let answer = why::answer(&request, &()).expect("an answer");
    is_printed(&answer, &[&words[..], &["--against", &image]].concat(), 0);
    request.function = Some("mian".to_owned());
    let refused = why::answer(&request, &()).expect_err("no function");
    assert_eq!(refused.exit_code(), 3, "{refused}");
}

#[test]
fn the_end_of_the_time_that_was_asked_for_is_no_failure_of_why() {
    let image = prebuilt("gr740/lu.elf");
    let setup = Setup::board("gr740").image(&image).until(Time::us(300));
    let request = why::Request::new(setup.open().expect("it opens").into());
    let request = why::Request {
        core: Some(0),
        ..request
    };
    let answer = why::answer(&request, &()).expect("an answer");
    assert_eq!(answer.exit_code, 0);
    let words = ["why", &image, "--board", "gr740", "--core", "0"];
    is_printed(&answer, &[&words[..], &["--until", "300us"]].concat(), 0);
}

#[test]
fn clocks_are_brought_to_one() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let script = conformance::root().join("firmware/parallella/scripts/sync_ring.ron");
    let words = ["run", "--host", script.to_str().expect("UTF-8")];
    let out = dir.path().to_str().expect("UTF-8");
    let words = [
        &words[..],
        &["--board", "parallella", "--quiet", "--out", out],
    ]
    .concat();
    printed(&words, 0);
    let streams = Path::new(out).join("streams");
    let traces = ["host", "parallella"].map(|name| streams.join(name));
    let truth = streams.join("truth-clocks.json");
    let request = sync::Request {
        clocks: sync::Owner::Stream,
        truth: Some(truth.clone()),
        ..sync::Request::new(traces.to_vec())
    };
    let mut lines = Vec::new();
    let answer = sync::synchronise(&request, &mut |line| lines.push(line.to_owned()));
    let answer = answer.expect("an answer");
    assert!(answer.complete && lines.is_empty(), "{lines:?}");
    let [host, cores] = traces.each_ref().map(|t| t.to_str().expect("UTF-8"));
    let truth = truth.to_str().expect("UTF-8");
    let words = ["sync", host, cores, "--clocks", "stream", "--truth", truth];
    is_printed(&answer, &words, 0);
}
