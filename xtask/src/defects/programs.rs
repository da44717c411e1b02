//! The test programs of the copy with defects, and how they are run.

use crate::defects::plant::VARIABLE;
use crate::defects::table::root;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

/// The profile that `./test` builds with.
const PROFILE: &str = "gate";

/// Longest time for one test program: what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(1200);

/// A compiled test program of a package.
pub struct Program {
    /// The package's name.
    pub package: String,
    /// Name of the target, and whether it is an integration test.
    pub target: (String, bool),
    /// Directory in which its tests run.
    dir: PathBuf,
    /// The executable.
    file: PathBuf,
    /// Paths of its tests.
    pub tests: Vec<String>,
}

/// A line of cargo's messages; other kinds of messages lack most of this.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    manifest_path: PathBuf,
    executable: Option<PathBuf>,
    profile: Option<Profile>,
    target: Option<Target>,
    #[serde(default)]
    package_id: String,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// How a test program ended.
#[derive(PartialEq, Eq)]
pub enum Ended {
    Passed,
    /// These tests failed.
    Failed(Vec<String>),
    /// It neither passed nor reported failed tests.
    Broken(String),
}

/// Builds the test programs of the tree itself.
///
/// # Errors
/// When they cannot be built or listed.
pub fn own() -> Result<Vec<Program>, String> {
    build(&root(), &own_target())
}

/// Builds the test programs of the copy of the sources at `tree`: with the features that the tree's own build has, so
/// that what has no defect is taken from there.
///
/// # Errors
/// When they cannot be built or listed.
pub fn planted(tree: &Path) -> Result<Vec<Program>, String> {
    let target = root().join("target/defects/target");
    seed(&target)?;
    build(tree, &target)
}

/// Where cargo builds the tree itself.
fn own_target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Builds and lists the test programs of the sources at `tree`.
fn build(tree: &Path, target: &Path) -> Result<Vec<Program>, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(tree)
        .args(["test", "--workspace", "--tests"])
        .args(["--profile", PROFILE, "--no-run", "--quiet", "--locked"])
        .args(["--message-format", "json-render-diagnostics"])
        .arg("--target-dir")
        .arg(target);
    let output = cargo
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("the tests of {} do not build", tree.display()));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut programs = Vec::new();
    for message in messages.lines() {
        let message: Message =
            serde_json::from_str(message).map_err(|e| format!("cargo's messages: {e}"))?;
        let (Some(file), Some(target), Some(Profile { test: true })) =
            (message.executable, message.target, message.profile)
        else {
            continue;
        };
        let dir = message.manifest_path.parent().unwrap_or(Path::new("."));
        let mut program = Program {
            package: package(&message.package_id),
            target: (target.name, target.kind.iter().any(|k| k == "test")),
            dir: dir.to_owned(),
            file,
            tests: Vec::new(),
        };
        program.list()?;
        programs.push(program);
    }
    Ok(programs)
}

/// Gives the copy's build what the tree's own build has compiled. Cargo names crates by their places in the workspace, so
/// those without defects are the copy's, too.
///
/// # Errors
/// When there is a build of the tree and its files cannot be linked.
fn seed(target: &Path) -> Result<(), String> {
    let (from, to) = (own_target().join(PROFILE), target.join(PROFILE));
    if to.exists() || !from.exists() {
        return Ok(());
    }
    let link = |name: &str| -> std::io::Result<()> { link(&from.join(name), &to.join(name)) };
    [".fingerprint", "build", "deps"]
        .into_iter()
        .try_for_each(link)
        .map_err(|e| format!("{}: {e}", to.display()))
}

/// Links the files below a folder. Small ones are copied, with their times: cargo and rustc write some of them in place.
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    const SMALL: u64 = 1 << 16;
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            link(&from, &to)?;
        } else if metadata.len() > SMALL {
            std::fs::hard_link(from, to)?;
        } else {
            std::fs::copy(from, &to)?;
            let file = std::fs::File::options().write(true).open(to)?;
            file.set_modified(metadata.modified()?)?;
        }
    }
    Ok(())
}

/// The name in an identifier of cargo: `path+file:///x/periph#trueboard-periph@0.1.0`, or
/// `path+file:///x/torture#0.1.0` where the directory has the package's name.
fn package(id: &str) -> String {
    let (place, end) = id.rsplit_once('#').unwrap_or(("", id));
    let directory = place.rsplit('/').next().unwrap_or_default();
    end.split_once('@')
        .map_or(directory, |(name, _)| name)
        .to_owned()
}

impl Program {
    fn command(&self, defect: Option<&str>) -> Command {
        let mut command = Command::new(&self.file);
        command
            .current_dir(&self.dir)
            .env("CARGO_MANIFEST_DIR", &self.dir)
            .env_remove(VARIABLE);
        if let Some(name) = defect {
            command.env(VARIABLE, name);
        }
        command
    }

    /// Asks the program for its tests.
    fn list(&mut self) -> Result<(), String> {
        let output = self
            .command(None)
            .args(["--list", "--format", "terse"])
            .output();
        let output = output.map_err(|e| format!("{}: {e}", self.file.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let tests = text.lines().filter_map(|l| l.strip_suffix(": test"));
        self.tests = tests.map(str::to_owned).collect();
        Ok(())
    }

    /// Runs the named tests, or all if there are none, under a defect if one is given.
    ///
    /// # Errors
    /// When the program cannot be run at all.
    pub fn run(&self, tests: &[&str], defect: Option<&str>) -> Result<Ended, String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", self.file.display());
        // A file, not a pipe: nothing has to read while the program is waited for.
        let name = format!("{:?}", std::thread::current().id());
        let name: String = name.chars().filter(char::is_ascii_digit).collect();
        let path =
            std::env::temp_dir().join(format!("trueboard-defects-{}-{name}", std::process::id()));
        let out = std::fs::File::create(&path).map_err(wrong)?;
        let mut command = self.command(defect);
        if !tests.is_empty() {
            command.arg("--exact").args(tests);
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(Stdio::null())
            .spawn()
            .map_err(wrong)?;
        let status = child.wait_timeout(PATIENCE).map_err(wrong)?;
        let text = std::fs::read(&path).map_err(wrong)?;
        let _ = std::fs::remove_file(&path);
        let Some(status) = status else {
            child.kill().and_then(|()| child.wait()).map_err(wrong)?;
            return Ok(Ended::Broken("hangs".to_owned()));
        };
        if status.success() {
            return Ok(Ended::Passed);
        }
        let text = String::from_utf8_lossy(&text);
        let mut failed: Vec<String> = text
            .lines()
            .filter_map(|l| l.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
            .map(|t| t.trim_end_matches(" - should panic").to_owned())
            .collect();
        failed.sort_unstable();
        Ok(if failed.is_empty() {
            Ended::Broken(status.to_string())
        } else {
            Ended::Failed(failed)
        })
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn packages_are_named_by_their_identifiers() {
        let name = super::package;
        assert_eq!(
            name("path+file:///x/periph#trueboard-periph@0.1.0"),
            "trueboard-periph"
        );
        assert_eq!(name("path+file:///x/torture#0.1.0"), "torture");
    }
}
