//! `trueboard lab` without a terminal: lessons and their grades, the page over HTTP, and what cannot be shown.

use crate::common::{holds, refused, say, spawn};
use conformance::root;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Child;
use tempfile::TempDir;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// What passes a lesson.
fn solution(lesson: &str) -> PathBuf {
    root().join(format!("tests/lessons/{lesson}.json"))
}

#[test]
fn lessons_are_listed() {
    let said = say(&["lab", "list"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(&said.out, &["01-first-run", "gr740", "20-flips"]);
    let said = say(&["lab", "list", "--json"]);
    let all: Vec<Value> = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(all.len(), 21);
    assert_eq!(all[0]["name"], "01-first-run");
    assert!(
        all.iter()
            .all(|l| l["tasks"].as_u64().is_some_and(|n| n > 0))
    );
}

#[test]
fn a_lesson_is_passed_by_its_solution_and_not_by_nothing() {
    let nothing = say(&["lab", "check", "first-run"]);
    assert_eq!(nothing.code, Some(1), "{}", nothing.err);
    holds(
        &nothing.out,
        &[
            "Run it to its end: done",
            "Read the meters of core 0: to do",
            "FAIL `cpi` is not answered",
            "look at: ",
            "01-first-run: not passed, 2 of 4 checks",
        ],
    );
    let right = solution("01-first-run");
    let done = say(&["lab", "check", "01-first-run", "--answers", text(&right)]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    holds(&done.out, &["01-first-run: passed, 4 of 4 checks"]);
}

#[test]
fn answers_on_the_command_line_go_before_those_of_the_file() {
    let right = solution("01-first-run");
    let words = [
        "lab",
        "check",
        "first-run",
        "--json",
        "--answers",
        text(&right),
    ];
    let graded = |more: &[&str]| {
        let said = say(&[&words, more].concat());
        let grade: Value = serde_json::from_str(&said.out).expect("JSON");
        (said.code, grade)
    };
    let (code, grade) = graded(&[]);
    assert_eq!(code, Some(0));
    assert_eq!(
        (&grade["passed"], &grade["points"]),
        (&json!(true), &json!(4))
    );
    let (code, grade) = graded(&["--answer", "cpi=1.0"]);
    assert_eq!(code, Some(1));
    let check = &grade["tasks"][1]["checks"][1];
    assert_eq!(check["found"], "the answer to `cpi` is `1.0`");
    assert!(check["look_at"].is_string(), "{check}");
    assert!(!grade.to_string().contains("3.76"), "the right answer");
}

#[test]
fn an_own_program_is_graded_in_place_of_the_lesson_s() {
    // Paths in the file of answers are relative to it.
    let right = solution("16-order");
    let done = say(&["lab", "check", "order", "--answers", text(&right)]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let source = root().join("labs/images/parallella/lesson_order.s");
    let words = ["lab", "check", "order", "--answers", text(&right)];
    let unchanged = say(&[&words[..], &["--image", text(&source)]].concat());
    assert_eq!(unchanged.code, Some(1), "{}", unchanged.err);
    holds(
        &unchanged.out,
        &[
            "FAIL memory at old: 64, must be 0",
            "look at: the targets of the two stores",
        ],
    );
    let dir = tempfile::tempdir().expect("a temporary directory");
    let broken = dir.path().join("mine.s");
    fs::write(&broken, "_start: mov r0, #0\n        stop\n").expect("it can be written");
    let check = |words: &[&str]| say(&[&["lab", "check", "order"], words].concat());
    refused(
        &check(&["--image", text(&broken)]),
        3,
        &["mine.s:2", "stop"],
    );
    refused(
        &check(&["--image", "no.s"]),
        3,
        &["--image no.s", "No such file"],
    );
    let elf = root().join("firmware/prebuilt/gr740/hello.elf");
    refused(&check(&["--image", text(&elf)]), 3, &["hello.elf"]);
    refused(
        &check(&["--image", "no.s", "--variant", "v"]),
        2,
        &["--image", "--variant"],
    );
}

/// A lesson in a file, with an image beside it.
fn lesson(text: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let image = root().join("firmware/prebuilt/gr740/hello.elf");
    fs::copy(image, dir.path().join("mine.elf")).expect("a copy");
    let path = dir.path().join("own.ron");
    fs::write(&path, text).expect("it can be written");
    (dir, path)
}

const OWN: &str = r#"(
    title: "Own", about: "a lesson of somebody", board: "gr740", images: [(name: "mine.elf")], until: "10ms",
    text: "Run it.", change: "nothing",
    tasks: [(title: "It says hello", text: "It does.", checks: [
        Console(contains: "Hello", look_at: "the console"),
    ])],
)"#;

#[test]
fn a_lesson_of_a_file_finds_its_image_beside_it() {
    let (_dir, path) = lesson(OWN);
    let said = say(&["lab", "check", text(&path)]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    holds(&said.out, &["own: passed, 1 of 1 checks"]);
}

#[test]
fn what_cannot_be_graded_is_one_error() {
    let check = |words: &[&str]| say(&[&["lab", "check"], words].concat());
    refused(
        &check(&["first-rum"]),
        3,
        &["first-rum", "trueboard lab list"],
    );
    refused(
        &check(&["no/such.ron"]),
        3,
        &["no/such.ron", "No such file"],
    );
    let (dir, path) = lesson(&OWN.replace("until: \"10ms\",", ""));
    refused(
        &check(&[text(&path)]),
        3,
        &["own.ron", "until", "docs/user/howto/lessons.md"],
    );
    let (_other, path) = lesson(&OWN.replace("[(title", "[(titel"));
    refused(
        &check(&[text(&path)]),
        3,
        &["own.ron", "4:14", "titel", "title"],
    );
    let (_other, path) = lesson(&OWN.replace("mine.elf", "yours.elf"));
    refused(
        &check(&[text(&path)]),
        3,
        &["lesson own", "yours.elf", "beside the lesson"],
    );
    let (_other, path) = lesson(&OWN.replace("gr740", "gr74"));
    refused(&check(&[text(&path)]), 3, &["gr74", "gr740"]);
    let (_other, path) = lesson(&OWN.replace("10ms", "soon"));
    refused(&check(&[text(&path)]), 3, &["lesson", "until", "10ms"]);
    let answers = dir.path().join("answers.json");
    fs::write(&answers, "{\"answer\": 1}").expect("it can be written");
    refused(
        &check(&["first-run", "--answers", text(&answers)]),
        3,
        &["answers.json", "answer"],
    );
    refused(
        &check(&["first-run", "--answers", "no.json"]),
        3,
        &["no.json", "No such file"],
    );
    refused(
        &check(&["first-run", "--answer", "cpi"]),
        2,
        &["cpi", "NAME=VALUE"],
    );
    refused(
        &check(&["first-run", "--variant", "b"]),
        3,
        &["variant `b`", "no variants"],
    );
    refused(&check(&["strides", "--poke", "by_rows=1"]), 3, &["by_rows"]);
}

/// The lesson's own program leaves a word out; the solution as a file passes, with a comma too few it does not assemble.
#[test]
fn a_program_is_handed_in_as_a_file() {
    let right = fs::read_to_string(root().join("tests/lessons/write_sum.s")).expect("a solution");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("mine.s");
    let graded = |source: &str| {
        fs::write(&path, source).expect("it can be written");
        say(&["lab", "check", "write-a-sum", "--image", text(&path)])
    };
    let done = graded(&right);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    holds(&done.out, &["21-write-a-sum: passed, 5 of 5 checks"]);
    let slow = graded(&right.replace("bne     loop", "bne     loop\n nop"));
    assert_eq!(slow.code, Some(1), "{}{}", slow.out, slow.err);
    let wrong = graded(&right.replace("[%o0], %o3", "[%o0] %o3"));
    refused(&wrong, 3, &["mine.s:11:"]);
    let said = say(&["lab", "check", "write-a-sum", "--image", "no.s"]);
    refused(&said, 3, &["--image no.s", "No such file"]);
    let said = say(&["lab", "write-a-sum", "--image", "0=mine.s"]);
    refused(&said, 2, &["--image", "says which cores run"]);
}

#[test]
fn without_a_terminal_there_is_no_face() {
    let hello = root().join("firmware/prebuilt/gr740/hello.elf");
    refused(
        &say(&["lab", text(&hello)]),
        2,
        &["terminal", "trueboard lab check"],
    );
    refused(
        &say(&["lab"]),
        2,
        &["ELF file or a lesson", "trueboard lab list"],
    );
}

/// A folder that has what a page has.
fn page() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in [("index.html", "<p>the page"), ("trueboard.wasm", "module")] {
        fs::write(dir.path().join(name), text).expect("it can be written");
    }
    dir
}

/// A program that serves, and its address with what stands behind it.
struct Served {
    child: Child,
    address: String,
    opens: String,
}

impl Served {
    fn start(words: &[&str]) -> Served {
        let mut child = spawn(&[&["lab", "--web", ":0"], words].concat());
        let err = child.stderr.take().expect("a pipe");
        let mut line = String::new();
        BufReader::new(err).read_line(&mut line).expect("a line");
        let url = line
            .split("http://")
            .nth(1)
            .unwrap_or_else(|| panic!("no address: {line}"));
        let url = url.split(';').next().unwrap_or_default();
        let (address, opens) = url.split_once('/').expect("a path");
        Served {
            child,
            address: address.to_owned(),
            opens: opens.to_owned(),
        }
    }

    /// Head and body of the answer to a request.
    fn asked(&self, method: &str, path: &str) -> (String, Vec<u8>) {
        let mut at = TcpStream::connect(&self.address).expect("it listens");
        write!(
            at,
            "{method} /{path} HTTP/1.0\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        )
        .expect("it takes a request");
        let mut all = Vec::new();
        at.read_to_end(&mut all).expect("an answer");
        let end = all
            .windows(4)
            .position(|w| w == b"\r\n\r\n")
            .expect("a head");
        (
            String::from_utf8_lossy(&all[..end]).into_owned(),
            all[end + 4..].to_vec(),
        )
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // A program that is gone needs neither.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_served_with_the_program_that_it_opens() {
    let dir = page();
    let hello = root().join("firmware/prebuilt/gr740/hello.elf");
    let served = Served::start(&["--page", text(dir.path()), "--board", "gr740", text(&hello)]);
    assert_eq!(served.opens, "#given=hello.elf&board=gr740");
    assert!(
        served.address.starts_with("127.0.0.1:"),
        "{}",
        served.address
    );
    let (head, body) = served.asked("GET", "");
    assert!(
        head.contains(" 200 ") && head.contains("text/html"),
        "{head}"
    );
    assert_eq!(body, b"<p>the page");
    let (head, _) = served.asked("HEAD", "trueboard.wasm?v=1");
    assert!(head.contains("application/wasm"), "{head}");
    let image = fs::read(&hello).expect("an image");
    assert!(served.asked("GET", "given/hello.elf").1 == image);
    assert!(served.asked("GET", "../Cargo.toml").0.contains(" 404 "));
    assert!(served.asked("POST", "").0.contains(" 405 "));
}

#[test]
fn a_lesson_is_opened_in_the_page_by_its_name() {
    let dir = page();
    let served = Served::start(&["--page", text(dir.path()), "strides"]);
    assert_eq!(served.opens, "#lesson=02-strides");
}

#[test]
fn a_page_that_cannot_be_served_is_one_error() {
    let dir = page();
    let with = |words: &[&str]| say(&[&["lab", "--page", text(dir.path())], words].concat());
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    refused(
        &with(&["--web", &address]),
        3,
        &[&address, "in use", "--web :0"],
    );
    refused(&with(&["--web", "nonsense"]), 2, &["nonsense", "HOST:PORT"]);
    refused(&with(&["--web", ":70000"]), 2, &[":70000", "HOST:PORT"]);
    refused(
        &with(&["--web", ":0", "stride"]),
        3,
        &["stride", "no such file"],
    );
    let empty = tempfile::tempdir().expect("a temporary directory");
    let said = say(&["lab", "--web", ":0", "--page", text(empty.path())]);
    refused(&said, 3, &["index.html", "sim/web/build"]);
}
