//! Serial lines: dialogues of tests, input by hand and its repetition, other lines than the console.

use crate::common::{Said, holds, json, refused, say, until, wait};
use conformance::prebuilt;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The monitor of the GR740, as a test of a specification with this dialogue.
fn dialogue(turns: &str, more: &str) -> Said {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::copy(prebuilt("monitor"), dir.path().join("monitor.elf")).expect("a copy");
    let spec = dir.path().join("spec.ron");
    let test = format!("(name: \"talk\", image: \"monitor.elf\", dialogue: [{turns}], {more})");
    let text_of = format!("(board: \"gr740\", until: \"100ms\", tests: [{test}])");
    fs::write(&spec, text_of).expect("it can be written");
    say(&["test", text(&spec)])
}

#[test]
fn a_dialogue_waits_and_types() {
    // A match uses up the prompt, so the answer is a line of its own; behind it comes the next prompt.
    let said = dialogue(
        "(wait: \"gr740> \", within: \"1ms\", type: \"add 40 2\\n\"),
         (wait: \"42\", within: \"10ms\", type: \"sleep\\n\"),
         (wait: \"*sleeps*\", type: \"add 1 1\\n\"),
         (wait: \"*2\", type: \"exit 0\\n\"),
         (line: \"uart1\", wait: \"gr740> \")",
        "console: [\"gr740> 42\", \"gr740> 2\"]",
    );
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

#[test]
fn a_dialogue_that_is_not_over_fails() {
    for (turns, failure) in [
        (
            "(type: \"poll\\n\"), (wait: \"login: \", within: \"2ms\")",
            "turn 2 of the dialogue: no line `login: ` in its time; the last line is `gr740> `",
        ),
        (
            "(type: \"exit 0\\n\"), (line: \"uart1\", wait: \"never\")",
            "turn 2 of the dialogue: no line `never` on uart1 before the run ended; the last line is `gr740> `",
        ),
        (
            "(type: \"sleep\\n\"), (wait: \"never\")",
            "turn 2 of the dialogue: no line `never` before the run ended",
        ),
    ] {
        let said = dialogue(turns, "");
        assert_eq!(said.code, Some(1), "{turns}: {}{}", said.out, said.err);
        holds(&said.out, &[failure]);
    }
}

#[test]
fn turns_that_cannot_be_are_refused() {
    for (turns, parts) in [
        (
            "()",
            &["turn 1 of the dialogue does nothing", "`wait`, `type`"][..],
        ),
        (
            "(within: \"1ms\", type: \"x\")",
            &["turn 1", "`within`", "give `wait`"],
        ),
        (
            "(line: \"uart7\", type: \"x\")",
            &["gr740 has no serial line `uart7`", "it has uart0, uart1"],
        ),
        ("(wait: \"x\", within: \"soon\")", &["within", "`soon`"]),
    ] {
        let said = dialogue(turns, "");
        assert_eq!(said.code, Some(3), "{turns}: {}{}", said.out, said.err);
        holds(&format!("{}{}", said.out, said.err), parts);
    }
}

/// The monitor with pipes.
fn interactive(more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_trueboard"))
        .args(["run", text(&prebuilt("monitor")), "--board", "gr740"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn out_dir() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("out");
    (dir, out)
}

/// Input by hand comes at any time of the host; the recorded input gives the run again, in any form of observation.
#[test]
fn what_was_typed_by_hand_is_recorded_and_repeated() {
    let (_dir, out) = out_dir();
    let mut child = interactive(&["--interactive", "--out", text(&out)]);
    let mut to = child.stdin.take().expect("a pipe");
    for line in ["add 40 2\n", "sleep\n", "add 1 2\n", "exit 0\n"] {
        to.write_all(line.as_bytes()).expect("it listens");
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    let (code, err) = wait(child);
    assert_eq!(code, Some(0), "{err}");
    let console = fs::read_to_string(out.join("console.txt")).expect("a console");
    assert_eq!(
        console,
        "gr740> 42\ngr740> sleeps between bytes\ngr740> 3\ngr740> "
    );
    let again = out.with_file_name("again");
    let said = say(&[
        "run",
        text(&prebuilt("monitor")),
        "--board",
        "gr740",
        "--replay-input",
        text(&out.join("input.ron")),
        "--out",
        text(&again),
        "--trace",
        "ctf",
        "--check",
    ]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let console = fs::read_to_string(again.join("console.txt")).expect("a console");
    assert!(console.ends_with("gr740> 3\ngr740> "), "{console}");
    let (first, second) = (
        json(&out.join("report.json")),
        json(&again.join("report.json")),
    );
    for part in ["time", "cores", "buses", "devices"] {
        assert_eq!(first[part], second[part], "{part}");
    }
    let said = say(&[
        "run",
        text(&prebuilt("monitor")),
        "--board",
        "leon3-mini",
        "--replay-input",
        text(&out.join("input.ron")),
    ]);
    refused(&said, 3, &["--replay-input", "was recorded on gr740"]);
}

/// The end of the input lets the run go on; a run that then has nothing to wait for ends.
#[test]
fn the_end_of_the_input_ends_the_waiting() {
    let mut child = interactive(&["--interactive", "--quiet"]);
    let mut to = child.stdin.take().expect("a pipe");
    to.write_all(b"sleep\n").expect("it listens");
    drop(to);
    let (code, err) = wait(child);
    assert_eq!(code, Some(5), "{err}");
    holds(&err, &["nothing is left"]);
}

/// A signal ends a run that waits for input, as any other run.
#[test]
fn a_signal_ends_the_waiting() {
    let mut child = interactive(&["--interactive"]);
    let mut out = child.stdout.take().expect("a pipe");
    let mut prompt = [0; 7];
    out.read_exact(&mut prompt).expect("it prompts");
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(sent.expect("kill is there").success());
    assert_eq!(wait(child).0, Some(143));
}

#[test]
fn another_line_is_a_port_or_a_file() {
    let (_dir, out) = out_dir();
    let log = out.with_file_name("uart1.txt");
    let file = format!("uart1={}", text(&log));
    let mut child = interactive(&["--interactive", "--serial", &file]);
    let mut to = child.stdin.take().expect("a pipe");
    to.write_all(b"exit 0\n").expect("it listens");
    let (code, err) = wait(child);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(fs::read_to_string(&log).expect("a file"), "gr740> ");

    let mut child = interactive(&["--serial", "uart1=tcp:0"]);
    let mut err = child.stderr.take().expect("a pipe");
    let mut said = String::new();
    until("the port is said", || {
        let mut byte = [0; 256];
        let n = err.read(&mut byte).expect("a pipe");
        said.push_str(&String::from_utf8_lossy(&byte[..n]));
        said.contains('\n')
    });
    let (_, address) = said.trim_end().rsplit_once(' ').expect("an address");
    let mut socket = TcpStream::connect(address).expect("it waits");
    socket.write_all(b"add 20 3\nexit 7\n").expect("it listens");
    let mut sent = String::new();
    // The board is gone at the end of the run.
    let _ = socket.read_to_string(&mut sent);
    assert_eq!(sent, "gr740> 23\ngr740> ");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn options_that_cannot_be_are_refused() {
    let monitor = prebuilt("monitor");
    let run = |more: &[&str]| {
        let mut words = vec!["run", text(&monitor), "--board", "gr740"];
        words.extend(more);
        say(&words)
    };
    refused(&run(&["--serial", "uart1"]), 2, &["DEVICE=pty"]);
    refused(
        &run(&["--serial", "uart9=/dev/null"]),
        3,
        &["no serial line `uart9`", "uart0, uart1"],
    );
    refused(
        &run(&["--serial", "uart1=/dev/null", "--serial", "uart1=/dev/null"]),
        2,
        &["uart1 has two targets"],
    );
    refused(&run(&["--replay-input", "/no/such"]), 3, &["/no/such"]);
    refused(
        &run(&["--replay-input", text(&monitor)]),
        3,
        &["--replay-input"],
    );
}
