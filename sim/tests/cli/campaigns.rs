//! Folders of campaigns: one process at a time, files of others, and names that reach a batch system's shell.

use crate::common::{holds, refused, say, spawn, trueboard, until, wait};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

fn hello() -> String {
    let root = conformance::root();
    root.join("firmware/prebuilt/gr740/hello.elf")
        .display()
        .to_string()
}

/// The words of each command that keeps results, but for `--out`.
fn commands() -> [Vec<String>; 3] {
    let elf = hello();
    [
        vec![
            "inject",
            &elf,
            "--board",
            "gr740",
            "--faults",
            "registers",
            "--count",
            "20",
        ],
        vec!["sweep", &elf, "--board", "gr740"],
        vec![
            "uncertainty",
            &elf,
            "--board",
            "gr740",
            "--only",
            "stages.l2*",
            "--samples",
            "2",
        ],
    ]
    .map(|words| words.iter().map(|w| (*w).to_owned()).collect())
}

#[test]
fn a_file_that_is_no_journal_is_refused_and_kept() {
    for mut words in commands() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let runs = dir.path().join("runs.jsonl");
        words.extend(["--out".to_owned(), dir.path().display().to_string()]);
        for text in [
            "my notes, without a newline",
            "{\"key\":\"a\",\"result\":1}\n",
        ] {
            fs::write(&runs, text).expect("written");
            refused(
                &say(&words),
                3,
                &["runs.jsonl: line 1 is no result", "another folder"],
            );
            assert_eq!(fs::read_to_string(&runs).expect("there"), text);
            let left = fs::read_dir(dir.path()).expect("a folder").count();
            assert_eq!(left, 1, "nothing else was written");
        }
    }
}

#[test]
fn a_record_that_was_altered_is_told_and_kept() {
    let [mut words, ..] = commands();
    let dir = tempfile::tempdir().expect("a temporary directory");
    words.extend(["--out".to_owned(), dir.path().display().to_string()]);
    assert_eq!(say(&words).code, Some(0));
    let runs = dir.path().join("runs.jsonl");
    let text = fs::read_to_string(&runs).expect("there");
    // Another verdict, in a line that is JSON.
    let other = text.replacen("\"class\":\"", "\"class\":\"x", 1);
    assert_ne!(other, text);
    fs::write(&runs, &other).expect("written");
    refused(
        &say(&words),
        3,
        &["runs.jsonl: line 1 ", "torn or altered", "remove the line"],
    );
    assert_eq!(fs::read_to_string(&runs).expect("there"), other);
}

#[test]
fn a_second_campaign_in_the_folder_of_a_first_one_is_refused() {
    let [mut words, ..] = commands();
    let dir = tempfile::tempdir().expect("a temporary directory");
    words.extend(["--out".to_owned(), dir.path().display().to_string()]);
    let mut long: Vec<&str> = words.iter().map(String::as_str).collect();
    let count = long.iter().position(|w| *w == "20").expect("a count");
    long[count] = "100000";
    let child = spawn(&long);
    let runs = dir.path().join("runs.jsonl");
    until("results come", || {
        fs::metadata(&runs).is_ok_and(|m| m.len() > 0)
    });
    refused(
        &say(&long),
        3,
        &["runs.jsonl: another process is at this campaign"],
    );
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .is_ok_and(|s| s.success())
    );
    assert_eq!(wait(child).0, Some(130));
    // What is left has whole records only, and another campaign is told so.
    refused(&say(&words), 3, &["results are of another campaign"]);
}

/// Stands in for `sbatch`: executes each task of the array by a shell, as a node does.
const SBATCH: &str = "#!/bin/sh
for a; do
    case $a in --array=0-*) last=${a#--array=0-} ;; esac
    script=$a
done
n=0
while [ $n -le $last ]; do
    SLURM_ARRAY_TASK_ID=$n sh \"$script\" || exit
    n=$((n + 1))
done
";

#[test]
fn names_reach_a_batch_system_as_they_are() {
    let [words, ..] = commands();
    let around = tempfile::tempdir().expect("a temporary directory");
    let bin = around.path().join("bin");
    fs::create_dir(&bin).expect("made");
    fs::write(bin.join("sbatch"), SBATCH).expect("written");
    fs::set_permissions(bin.join("sbatch"), fs::Permissions::from_mode(0o755)).expect("allowed");
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let here = around.path().join("here");
    let run = |out: &Path, engine: &[&str]| {
        let mut c = trueboard();
        let ran = c
            .args(&words)
            .args(engine)
            .arg("--out")
            .arg(out)
            .env("PATH", &path);
        let ran = ran.current_dir(around.path()).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(0), "{said}");
        fs::read(out.join("runs.jsonl")).expect("results")
    };
    let wanted = run(&here, &[]);
    // Each line of a name would be a command of its own; the last name is no UTF-8.
    let names = [
        "a\ntouch executed\n",
        "it's `touch executed` $(touch executed) 100%",
    ];
    let mut names: Vec<OsString> = names.map(OsString::from).into();
    names.push(OsString::from_vec(b"odd \xff\xfe\ntouch executed".to_vec()));
    for name in names {
        let got = run(&around.path().join(&name), &["--engine", "slurm"]);
        assert!(got == wanted, "{name:?}");
        assert!(
            !around.path().join("executed").exists(),
            "{name:?} was executed"
        );
    }
}

#[test]
fn counts_have_bounds_and_drawing_can_be_stopped() {
    let elf = hello();
    let with = |more: &[&str]| say(&[&["inject", &elf, "--board", "gr740"][..], more].concat());
    let count = |count: &str, more: &[&str]| with(&[&["--count", count], more].concat());
    let registers = ["--faults", "registers,memory,cpu0.o0#3@10us"];
    refused(
        &count("4294967296", &registers),
        2,
        &["--count 4294967296", "1000000 injections at most", "--seed"],
    );
    refused(&count("18446744073709551615", &registers), 2, &["1000000"]);
    // One bit at one moment is one fault; a bit of 32 at one moment 32.
    refused(
        &count("2", &["--faults", "cpu0.o0#3@10us"]),
        2,
        &["there are 1 different faults"],
    );
    refused(
        &count("33", &["--faults", "cpu0.o0@10us"]),
        2,
        &["there are 32 different faults"],
    );
    assert_eq!(count("32", &["--faults", "cpu0.o0@10us"]).code, Some(0));
    let dir = tempfile::tempdir().expect("a temporary directory");
    let spec = dir.path().join("spec.ron");
    let text =
        format!("(board: \"gr740\", image: \"{elf}\", faults: [\"registers\"], count: 4294967296)");
    fs::write(&spec, text).expect("written");
    refused(
        &say(&["inject", spec.to_str().expect("UTF-8")]),
        2,
        &["1000000 injections at most"],
    );
    let child = spawn(&[
        "inject",
        &elf,
        "--board",
        "gr740",
        "--faults",
        "registers",
        "--count",
        "1000000",
    ]);
    until("it hears signals", || crate::common::listens(&child));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .is_ok_and(|s| s.success())
    );
    assert_eq!(wait(child).0, Some(130));
    // Others that ask for more than there can be.
    let samples = say(&[
        "uncertainty",
        &elf,
        "--board",
        "gr740",
        "--samples",
        "4294967296",
    ]);
    refused(&samples, 2, &["--samples", "1000000"]);
    let jobs = count("20", &["--faults", "registers", "--jobs", "4294967296"]);
    assert_eq!(jobs.code, Some(3));
    holds(&jobs.err, &["--jobs: 4294967296 are more than 1024"]);
}
