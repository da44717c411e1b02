//! Runs the program and looks at what it says.

use assert_cmd::Command;
use conformance::BOARD;
use conformance::tiny::Tiny;
use std::path::Path;
use std::time::Duration;
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
