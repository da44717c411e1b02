//! Runs the program and looks at what it says.

use assert_cmd::Command;
use conformance::BOARD;
use conformance::tiny::Tiny;
use std::io::Read;
use std::path::Path;
use std::process::{self, Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What the program did.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The program. It is killed when it hangs.
pub fn trueboard() -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    c.timeout(Duration::from_secs(120))
        .env_remove("TRUEBOARD_LOG");
    c
}

/// Runs the program with these words.
pub fn say<S: AsRef<str>>(words: &[S]) -> Said {
    let out = trueboard()
        .args(words.iter().map(AsRef::as_ref))
        .output()
        .expect("the program starts");
    Said {
        code: out.status.code(),
        out: String::from_utf8_lossy(&out.stdout).into_owned(),
        err: String::from_utf8_lossy(&out.stderr).into_owned(),
    }
}

/// Runs an image on the GR740.
pub fn run(image: &Path, more: &[&str]) -> Said {
    let mut words = vec!["run", image.to_str().expect("UTF-8"), "--board", BOARD];
    words.extend(more);
    say(&words)
}

/// The program refuses: this exit code, nothing on standard output, one line on standard error
/// that holds all of `parts`.
#[track_caller]
pub fn refused(said: &Said, code: i32, parts: &[&str]) {
    assert_eq!(said.code, Some(code), "{}", said.err);
    assert_eq!(said.out, "", "nothing on standard output");
    assert_eq!(said.err.lines().count(), 1, "one line: {}", said.err);
    assert!(said.err.starts_with("trueboard: "), "{}", said.err);
    holds(&said.err, parts);
}

/// `text` holds all of `parts`.
#[track_caller]
pub fn holds(text: &str, parts: &[&str]) {
    for p in parts {
        assert!(text.contains(p), "`{p}` is missing in: {text}");
    }
}

/// What a file of JSON holds.
#[track_caller]
pub fn json(path: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("it is JSON")
}

/// Runs an image on the GR740; what is said, and the report.
pub fn reported(code: &[u32]) -> (Said, serde_json::Value) {
    let (dir, path) = image(code);
    let to = dir.path().join("report.json");
    let words = ["--quiet", "--report", to.to_str().expect("UTF-8")];
    let said = run(&path, &words);
    (said, json(&to))
}

/// A temporary directory with an image of this code.
pub fn image(code: &[u32]) -> (TempDir, std::path::PathBuf) {
    file(&Tiny::new(code).bytes())
}

/// A temporary directory with a file of these bytes.
pub fn file(bytes: &[u8]) -> (TempDir, std::path::PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("image.elf");
    std::fs::write(&path, bytes).expect("it can be written");
    (dir, path)
}

/// The program with standard output and standard error into pipes.
pub fn spawn(words: &[&str]) -> Child {
    process::Command::new(env!("CARGO_BIN_EXE_trueboard"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Looks again and again, but not for ever, whether something has come true.
#[track_caller]
pub fn until(what: &str, mut true_: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !true_() {
        assert!(begun.elapsed() < Duration::from_secs(120), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits, but not for ever; answers exit code and standard error.
pub fn wait(mut child: Child) -> (Option<i32>, String) {
    let mut err = String::new();
    let pipe = child.stderr.take();
    let reader = std::thread::spawn(move || {
        if let Some(mut pipe) = pipe {
            pipe.read_to_string(&mut err).expect("UTF-8");
        }
        err
    });
    let mut code = None;
    until("the program ends", || match child.try_wait() {
        Ok(status) => {
            code = status.and_then(|s| s.code());
            status.is_some()
        }
        Err(e) => panic!("{e}"),
    });
    (code, reader.join().expect("text"))
}

/// The program has taken SIGTERM for itself (`SigCgt` of proc(5)): it runs firmware.
pub fn listens(child: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|m| u64::from_str_radix(m.trim(), 16).ok());
    mask.is_some_and(|m| m & 1 << (15 - 1) != 0)
}

/// A file system of 64 KiB that is gone when it goes out of scope.
pub struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    pub fn new() -> Option<SmallDisk> {
        let dir = tempfile::tempdir().ok()?;
        let done = process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
            .arg(dir.path())
            .stderr(Stdio::null())
            .status();
        done.is_ok_and(|s| s.success()).then_some(SmallDisk(dir))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A mount that stays is only untidy.
        let _ = process::Command::new("umount").arg(self.0.path()).status();
    }
}
