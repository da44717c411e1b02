//! Inputs that are no files: what may never end is refused at once by every command that reads, and a full device is one
//! error.

use crate::common::{Said, holds, say, trueboard};
use std::path::{Path, PathBuf};
use std::process::Command;

/// FIFOs under the names that commands take for files of a kind. Nobody ever writes into them.
fn fifo(dir: &Path, name: &str) -> String {
    let path = dir.join(name);
    if !path.exists() {
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|s| s.success()));
    }
    path.display().to_string()
}

fn prebuilt(name: &str) -> String {
    conformance::prebuilt(name).display().to_string()
}

/// Two lines at most, one of which names the file and says why.
#[track_caller]
fn refused(said: &Said, words: &[String], file: &str) {
    let code = said.code.unwrap_or(-1);
    assert!(code == 2 || code == 3, "{words:?}: {code}: {}", said.err);
    assert_eq!(said.out, "", "{words:?}");
    assert!(said.err.lines().count() <= 2, "{words:?}: {}", said.err);
    holds(&said.err, &[file]);
}

#[test]
fn what_need_not_end_is_read_by_no_command() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (hello, board) = (prebuilt("hello"), ["--board", "gr740"].map(str::to_owned));
    let words = |text: &str, file: &str| -> Vec<String> {
        let word = |w: &str| match w {
            "FILE" => file.to_owned(),
            "HELLO" => hello.clone(),
            other => other.to_owned(),
        };
        text.split_whitespace().map(word).collect()
    };
    // Those that take a file by its ending need one that has it.
    for (text, ending) in [
        ("run FILE", ""),
        ("run FILE --board gr740", ""),
        ("run HELLO --board gr740 --stdin FILE", ""),
        ("run HELLO --board gr740 --restore FILE", ""),
        ("run HELLO --board gr740 --uncertainty FILE", ""),
        ("run HELLO --board gr740 --check --check-suppress FILE", ""),
        ("run HELLO --board FILE", ".ron"),
        ("run --board parallella --host FILE", ""),
        ("run --board keystone2 --workload FILE", ".ron"),
        ("compare FILE FILE", ""),
        ("profile FILE --board gr740", ""),
        ("why FILE --board gr740", ""),
        ("disasm FILE", ""),
        ("test FILE", ".ron"),
        ("sweep FILE", ".ron"),
        ("sweep FILE --board gr740", ""),
        ("inject FILE", ".ron"),
        ("inject FILE --board gr740 --faults registers", ""),
        ("uncertainty FILE --board gr740", ""),
        ("uncertainty HELLO --board gr740 --estimates FILE", ".ron"),
        (
            "mutate HELLO --board gr740 --only nothing* --argued FILE",
            "",
        ),
        ("lab FILE --web :0", ""),
        ("lab check first-run --answers FILE", ""),
        ("lab check first-run --image FILE", ""),
        ("trace check FILE", ""),
        ("trace convert FILE --to perfetto --out /dev/null", ""),
        ("sync FILE", ""),
    ] {
        let file = fifo(dir.path(), &format!("fifo{ending}"));
        let words = words(text, &file);
        let said = say(&words);
        refused(&said, &words, "");
        let device = ending.is_empty() && !text.contains("FILE --web");
        for endless in ["/dev/zero", "/dev/full"].iter().filter(|_| device) {
            let words: Vec<String> = words.iter().map(|w| w.replace(&file, endless)).collect();
            refused(&say(&words), &words, "");
        }
    }
    let said = say(&words("run FILE", &fifo(dir.path(), "fifo")));
    holds(
        &said.err,
        &["/fifo", "is a FIFO, which need not end; give a file"],
    );
    // What a shell hands over by a pipe ends, and is read.
    let mut c = trueboard();
    let ran = c
        .args(words("run HELLO --stdin /dev/stdin -q", ""))
        .args(&board)
        .write_stdin("text");
    assert_eq!(ran.output().expect("it runs").status.code(), Some(0));
    let said = say(&[&words("run HELLO --stdin /dev/null -q", "")[..], &board].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
}

/// A trace whose metadata or stream is a FIFO.
#[test]
fn a_trace_of_fifos_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    fifo(dir.path(), "metadata");
    let path = dir.path().display().to_string();
    let words = ["trace", "check", &path].map(str::to_owned);
    refused(&say(&words), &words, "metadata");
}

/// Each output into `/dev/full` is one error with the place, and exit code 3.
#[test]
fn a_full_device_is_one_error_for_each_output() {
    let (hello, full) = (prebuilt("hello"), "/dev/full");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let spec = |name: &str, text: String| -> PathBuf {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let test = spec(
        "test.ron",
        format!("(board: \"gr740\", tests: [(name: \"a\", image: \"{hello}\")])"),
    );
    let test = test.display().to_string();
    let report = dir.path().join("report.json").display().to_string();
    let run = ["run", &hello, "--board", "gr740", "-q"];
    assert_eq!(
        say(&[&run[..], &["--report", &report]].concat()).code,
        Some(0)
    );
    let perfetto = format!("perfetto={full}");
    for more in [
        &["--report", full][..],
        &["--html", full],
        &["--save", full, "--until", "10us"],
        &["--console", full],
        &["--trace", &perfetto],
        &["--check", "--check-accept", full],
    ] {
        let said = say(&[&run[..], more].concat());
        let code = if more.contains(&"--until") { 5 } else { 3 };
        assert_eq!(said.code, Some(code), "{more:?}: {}", said.err);
        let full = |l: &&str| l.contains("No space left on device");
        let lines: Vec<&str> = said.err.lines().filter(full).collect();
        assert_eq!(lines.len(), 1, "{more:?}: {}", said.err);
        let place = if more[0] == "--console" {
            "console"
        } else {
            "/dev/full"
        };
        holds(lines[0], &[place]);
    }
    for words in [
        &["test", &test, "--junit", full][..],
        &["profile", &hello, "--board", "gr740", "--output", full],
        &["compare", &report, &report, "--junit", full],
    ] {
        let said = say(words);
        assert_eq!(said.code, Some(3), "{words:?}: {}", said.err);
        holds(&said.err, &[full, "No space left on device"]);
        assert_eq!(said.err.lines().count(), 1, "{words:?}: {}", said.err);
    }
}
