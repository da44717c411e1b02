//! `trueboard doctor --get`: steps to a compiler. The steps are scripts of `firmware/toolchains`, which also run alone.

use crate::cli::{Failure, print};
use serde::Serialize;
use std::fmt::Write;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Guests that have a script.
pub const GUESTS: [&str; 3] = ["sparc", "tricore", "epiphany"];

/// Exit code of a failed step.
const FAILED: u8 = 1;

macro_rules! script {
    ($name:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/shipped/firmware/toolchains/",
            $name,
            ".sh"
        ))
    };
}

/// A script and its steps.
#[derive(Serialize)]
pub struct Script {
    guest: &'static str,
    pub steps: Vec<Step>,
    /// What comes before the first step: names and functions that all steps use.
    preamble: &'static str,
    /// All of it.
    pub text: &'static str,
}

/// Commands that run together.
#[derive(Serialize)]
pub struct Step {
    title: &'static str,
    commands: &'static str,
}

impl Script {
    /// The script of a guest of [`GUESTS`].
    pub fn of(guest: &str) -> Option<Self> {
        let (guest, text) = match guest {
            "sparc" => ("sparc", script!("sparc")),
            "tricore" => ("tricore", script!("tricore")),
            "epiphany" => ("epiphany", script!("epiphany")),
            _ => return None,
        };
        // Each step begins with a line `#: TITLE`.
        let mut parts = text.split("\n#: ");
        let preamble = parts.next().unwrap_or_default();
        let step = |part: &'static str| {
            let (title, commands) = part.split_once('\n')?;
            Some(Step { title, commands })
        };
        Some(Self {
            guest,
            steps: parts.filter_map(step).collect(),
            preamble,
            text,
        })
    }

    /// Runs the steps one by one, for a compiler in the folder `prefix`. Each step is printed before it runs.
    ///
    /// # Errors
    /// A folder that has contents, or a name that build tools cannot have (code 3); a step that fails (code 1).
    pub fn run(&self, prefix: &Path) -> Result<(), Failure> {
        let prefix = usable(prefix)?;
        let (build, logs) = (prefix.join("build"), prefix.join("log"));
        for folder in [&build, &logs] {
            fs::create_dir_all(folder).map_err(|e| cannot("be made", folder, &e))?;
        }
        let count = self.steps.len();
        for (number, step) in (1..).zip(&self.steps) {
            print(&format!("step {number} of {count}: {}\n", step.title))?;
            let mut commands = String::new();
            for line in step.commands.trim_end().lines() {
                let _ = writeln!(commands, "    {line}");
            }
            print(&commands)?;
            let log = logs.join(format!("{number}.txt"));
            let ended = self.step(step, &prefix, &build, &log)?;
            if !ended {
                return Err(Failure {
                    code: FAILED,
                    text: format!(
                        "step {number} of {count} failed: {}; its output is in {}; mend the cause, remove {}, and run \
                         the command again",
                        last_line(&log),
                        log.display(),
                        prefix.display()
                    ),
                });
            }
        }
        fs::remove_dir_all(&build).map_err(|e| cannot("be removed", &build, &e))?;
        let bin = prefix.join("bin");
        print(&format!("done: export PATH={}:$PATH\n", bin.display()))
    }

    /// Runs a step with its output in a file; answers if it succeeded.
    fn step(&self, step: &Step, prefix: &Path, build: &Path, log: &Path) -> Result<bool, Failure> {
        let output = File::create(log).map_err(|e| cannot("be written", log, &e))?;
        let errors = output
            .try_clone()
            .map_err(|e| cannot("be written", log, &e))?;
        let status = Command::new("sh")
            .arg("-c")
            .arg(format!("{}\n{}", self.preamble, step.commands))
            .arg(format!("{}.sh", self.guest))
            .args([prefix, build])
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .status();
        let status = status.map_err(|e| Failure::input(format!("sh cannot be started: {e}")))?;
        Ok(status.success())
    }
}

/// The absolute path of a folder that is not there, or empty.
fn usable(prefix: &Path) -> Result<PathBuf, Failure> {
    let refused = |cause: &str, remedy: &str| {
        Failure::input(format!("--prefix {}: {cause}; {remedy}", prefix.display()))
    };
    let path = std::path::absolute(prefix).map_err(|e| cannot("be used", prefix, &e))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@".contains(c);
    if !path.to_str().is_some_and(|p| p.chars().all(plain)) {
        return Err(refused(
            "the path has a character that make or configure cannot have",
            "use letters, digits and `/._-+@`",
        ));
    }
    let another = "give a folder that is empty or not there";
    match fs::read_dir(&path).map(|mut entries| entries.next().is_some()) {
        Ok(true) => Err(refused("it is not empty", another)),
        Ok(false) => Ok(path),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(path),
        Err(e) => Err(refused(&e.to_string(), another)),
    }
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("{}: cannot {what}: {error}", path.display()))
}

/// The last line that has text.
fn last_line(log: &Path) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let last = text.lines().rev().map(str::trim).find(|l| !l.is_empty());
    last.unwrap_or("it printed nothing").to_owned()
}
