//! The host: full disks, closed pipes, memory.

use crate::common::{SmallDisk, holds, image, json, run, spawn, trueboard, until, wait};
use conformance::tiny;
use conformance::{BOARD, prebuilt, skipped};
use std::path::Path;
use trueboard_cpu_sparcv8::isa::Cond;

/// Every write to it fails: no space left.
const FULL: &str = "/dev/full";

#[test]
fn a_full_disk_under_the_console() {
    if !Path::new(FULL).exists() {
        return skipped("there is no /dev/full");
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let to = dir.path().join("report.json");
    let path = to.to_str().expect("UTF-8");
    let said = run(
        &prebuilt("hello"),
        &["--quiet", "--console", FULL, "--report", path],
    );
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    holds(
        &said.err,
        &["console", "cannot be written", "No space left"],
    );
    let report = json(&to);
    assert_eq!(report["outcome"]["kind"], "success");
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_full_disk_under_the_report() {
    if !Path::new(FULL).exists() {
        return skipped("there is no /dev/full");
    }
    let said = run(&prebuilt("hello"), &["--quiet", "--report", FULL]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(&said.err, &[FULL, "cannot be written"]);
}

#[test]
fn a_full_disk_under_a_trace() {
    let Some(disk) = SmallDisk::new() else {
        return skipped("mounting a small file system needs root");
    };
    let at = |name: &str| disk.path().join(name).display().to_string();
    for trace in [
        format!("perfetto={}", at("t.json")),
        format!("paraver={}", at("t.prv")),
        format!("ctf={}", at("ctf")),
    ] {
        let said = run(
            &prebuilt("omp"),
            &["--quiet", "--console", "none", "--trace", &trace],
        );
        assert_eq!(said.code, Some(3), "{trace}: {}", said.err);
        holds(
            &said.err,
            &["cannot write the trace", "No space left", "is kept"],
        );
        for e in std::fs::read_dir(disk.path())
            .expect("it can be listed")
            .flatten()
        {
            let path = e.path();
            let gone = if path.is_dir() {
                std::fs::remove_dir_all(path)
            } else {
                std::fs::remove_file(path)
            };
            gone.expect("it can be removed");
        }
    }
}

#[test]
fn a_reader_that_goes_away() {
    let lu = prebuilt("lu");
    let lu = lu.to_str().expect("UTF-8");
    let mut child = spawn(&["run", lu, "--board", BOARD]);
    drop(child.stdout.take());
    let (code, err) = wait(child);
    // The console was lost, and that is said; it is no crash of ours.
    assert_eq!(code, Some(3), "{err}");
    assert!(!err.contains("bug") && !err.contains("panicked"), "{err}");
    for words in [&["disasm", lu][..], &["boards", BOARD], &["events"]] {
        let mut child = spawn(words);
        drop(child.stdout.take());
        let (code, err) = wait(child);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{words:?}");
    }
}

/// A board with 256 MiB of memory that nobody touches does not cost that much.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_the_host() {
    let count = tiny::add(tiny::G3, 1, tiny::G3);
    let (_dir, path) = image(&[count, tiny::branch(Cond::ALWAYS, -1), tiny::nop()]);
    let path = path.to_str().expect("UTF-8");
    let mut child = spawn(&["run", path, "--board", BOARD, "--quiet"]);
    // Fields 14 of proc(5): time in user mode, in hundredths of a second.
    let used = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        stat.split_whitespace().nth(13)?.parse::<u64>().ok()
    };
    until("it has run for half a second", || used() >= Some(50));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let status = status.expect("the program runs");
    let peak: u64 = status
        .lines()
        .find_map(|l| {
            l.strip_prefix("VmHWM:")?
                .trim()
                .strip_suffix(" kB")?
                .parse()
                .ok()
        })
        .expect("the kernel tells the peak");
    assert!(peak > 1000 && peak < 300 * 1024, "{peak} KiB");
}

#[test]
fn equal_runs_give_equal_bytes() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let run = |name: &str| {
        let out = dir.path().join(name);
        let path = prebuilt("events");
        let mut c = trueboard();
        c.arg("run")
            .arg(path)
            .args(["--board", BOARD, "--console", "none", "--quiet", "--out"]);
        c.arg(&out).args([
            "--trace", "ctf", "--trace", "paraver", "--trace", "perfetto",
        ]);
        c.output().expect("the program starts");
        out
    };
    let (a, b) = (run("a"), run("b"));
    let mut files = 0;
    let mut dirs = vec![a.clone()];
    while let Some(dir) = dirs.pop() {
        for e in std::fs::read_dir(dir).expect("it can be listed").flatten() {
            let path = e.path();
            if path.is_dir() {
                dirs.push(path);
                continue;
            }
            let other = b.join(path.strip_prefix(&a).expect("it lies there"));
            let same = std::fs::read(&path).expect("it is there")
                == std::fs::read(&other).expect("it is there, too");
            assert!(same, "{} differs", path.display());
            files += 1;
        }
    }
    assert!(
        files >= 10,
        "report, console and three traces are more than {files} files"
    );
}
