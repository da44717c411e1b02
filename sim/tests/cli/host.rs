//! The host: full disks, closed pipes, Ctrl-C, memory.

use crate::common::{holds, image, run, trueboard};
use conformance::tiny;
use conformance::{BOARD, prebuilt, skipped};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use trueboard_cpu_sparcv8::isa::Cond;

/// Every write to it fails: no space left.
const FULL: &str = "/dev/full";

fn report(path: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(path).expect("there is a report");
    serde_json::from_str(&text).expect("it is JSON")
}

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
    let report = report(&to);
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

/// A file system of 64 KiB that is gone when it goes out of scope.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn new() -> Option<SmallDisk> {
        let dir = tempfile::tempdir().ok()?;
        let done = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
            .arg(dir.path())
            .stderr(Stdio::null())
            .status();
        done.is_ok_and(|s| s.success()).then_some(SmallDisk(dir))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A mount that stays is only untidy.
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_under_a_trace() {
    let Some(disk) = SmallDisk::new() else {
        return skipped("mounting a small file system needs root");
    };
    let at = |name: &str| disk.0.path().join(name).display().to_string();
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
        for e in std::fs::read_dir(disk.0.path())
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

/// The program with standard output into a pipe.
fn spawn(words: &[&str]) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_trueboard"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits, but not for ever; answers exit code and standard error.
fn wait(mut child: std::process::Child) -> (Option<i32>, String) {
    let begun = Instant::now();
    let code = loop {
        if let Some(s) = child.try_wait().expect("it can be asked") {
            break s.code();
        }
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it can be killed");
            panic!("the program hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut err = String::new();
    if let Some(mut pipe) = child.stderr.take() {
        pipe.read_to_string(&mut err).expect("UTF-8");
    }
    (code, err)
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

#[test]
fn control_c_ends_in_good_order() {
    let (dir, path) = image(&[tiny::nop(), tiny::branch(Cond::ALWAYS, -1), tiny::nop()]);
    let to = dir.path().join("out");
    let words = [
        "run",
        path.to_str().expect("UTF-8"),
        "--board",
        BOARD,
        "--quiet",
        "--out",
        to.to_str().expect("UTF-8"),
    ];
    let child = spawn(&words);
    let begun = Instant::now();
    // The console file is opened just before the handler is set.
    while !to.join("console.txt").exists() && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("sh")
        .arg("-c")
        .arg(format!("kill -INT {}", child.id()))
        .status();
    assert!(sent.is_ok_and(|s| s.success()));
    let (code, err) = wait(child);
    assert_eq!(code, Some(130), "{err}");
    holds(&err, &["stopped by the user", "core 0 was at 0x0000100"]);
    let report = report(&to.join("report.json"));
    assert_eq!(report["outcome"]["kind"], "interrupted");
    assert!(report["time"]["ticks"].as_u64() > Some(0));
}

/// A board with 256 MiB of memory that nobody touches does not cost that much.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_the_host() {
    let (_dir, path) = image(&[tiny::nop(), tiny::branch(Cond::ALWAYS, -1), tiny::nop()]);
    let path = path.to_str().expect("UTF-8");
    let mut child = spawn(&["run", path, "--board", BOARD, "--quiet"]);
    std::thread::sleep(Duration::from_millis(1500));
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
