//! What a release is made of and from: version, commit, target, tools.

use super::ran;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The steps of a release, for people.
const HOWTO: &str = "docs/contributing/howto/make-a-release.md";

/// Its programs are static: they run on any Linux.
const STATIC: &str = "x86_64-unknown-linux-musl";
/// Its programs need a C library at least as new as the one that they were built with.
const DYNAMIC: &str = "x86_64-unknown-linux-gnu";

/// Programs that a release needs, each with its remedy.
const TOOLS: &[(&str, &str)] = &[
    ("git", "apt-get install git"),
    ("tar", "apt-get install tar"),
    ("node", "apt-get install nodejs npm"),
    ("npm", "apt-get install nodejs npm"),
    ("python3", "apt-get install python3"),
    (
        "maturin",
        "pipx install 'maturin>=1.9.4,<2', or pip in a virtual environment on the PATH",
    ),
];

/// What is known before anything is built.
pub struct Facts {
    /// The root of the repository.
    pub root: PathBuf,
    /// The version of all packages of the workspace.
    pub version: String,
    /// The commit, by its hash.
    pub commit: String,
    /// The time of the commit in seconds since 1970: the time of all files that are made.
    pub epoch: String,
    /// The target triple of the program.
    pub target: &'static str,
    /// Why the program is not static, if it is not.
    notice: Option<String>,
    /// What git knows as changed or new.
    changed: Vec<String>,
    /// Tags of the commit.
    tags: Vec<String>,
    changelog: String,
    missing: BTreeSet<&'static str>,
}

impl Facts {
    /// Asks git, rustc and the manifest. `install` adds the target of static programs where rustup can.
    ///
    /// # Errors
    /// When the root is no checkout, or its manifest has no version.
    pub fn of(root: &Path, install: bool) -> Result<Facts, String> {
        let git = |args: &[&str]| ran(Command::new("git").current_dir(root).args(args));
        let lines = |text: String| text.lines().map(str::to_owned).collect();
        let read =
            |name: &str| fs::read_to_string(root.join(name)).map_err(|e| format!("{name}: {e}"));
        let (target, notice) = target(install);
        Ok(Facts {
            root: root.to_owned(),
            version: version(&read("Cargo.toml")?)?,
            commit: git(&["rev-parse", "HEAD"])?,
            epoch: git(&["log", "-1", "--format=%ct"])?,
            target,
            notice,
            changed: lines(git(&["status", "--porcelain"])?),
            tags: lines(git(&["tag", "--points-at", "HEAD"])?),
            changelog: read("CHANGELOG.md")?,
            missing: TOOLS.iter().map(|t| t.0).filter(|t| !is_here(t)).collect(),
        })
    }

    /// Whether the program needs nothing of the host but its kernel.
    pub fn is_static(&self) -> bool {
        self.target == STATIC
    }

    /// The name of an archive and of the folder in it.
    pub fn name(&self, what: &str) -> String {
        format!("trueboard-{}-{what}", self.version)
    }

    /// Why no release can be made, a line each with its remedy.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if let [first, ..] = &self.changed[..] {
            problems.push(format!(
                "the tree has {} changed or new files, {} among them; commit or remove them",
                self.changed.len(),
                first
                    .trim_start()
                    .split_once(' ')
                    .map_or(&**first, |(_, file)| file)
            ));
        }
        if !has_section(&self.changelog, &self.version) {
            problems.push(format!(
                "CHANGELOG.md has no section ## {}; give the lines under Unreleased that heading ({HOWTO})",
                self.version
            ));
        }
        let versions = self.tags.iter().filter_map(|t| t.strip_prefix('v'));
        for tag in versions.filter(|t| *t != self.version) {
            problems.push(format!(
                "the commit has the tag v{tag}, and Cargo.toml the version {}; let both agree",
                self.version
            ));
        }
        let missing = TOOLS.iter().filter(|t| self.missing.contains(t.0));
        problems.extend(missing.map(|(tool, remedy)| format!("there is no {tool}; {remedy}")));
        problems
    }

    /// What is made, a line for each file.
    pub fn plan(&self) -> String {
        let short = self.commit.get(..12).unwrap_or(&self.commit);
        let mut text = format!("Trueboard {} of commit {short}\n", self.version);
        if let Some(notice) = &self.notice {
            let _ = writeln!(text, "the program will not be static: {notice}");
        }
        let kind = if self.is_static() {
            "static program"
        } else {
            "program"
        };
        let rows = [
            (
                format!("{}.tar.gz", self.name(self.target)),
                format!("{kind}, manual pages, completions, licences"),
            ),
            (
                format!("{}.tar.gz", self.name("page")),
                "the lab's page, for a web server".to_owned(),
            ),
            (
                format!("{}.tar.gz", self.name("examples")),
                "images, their sources and the user's book".to_owned(),
            ),
            (
                format!("{}.whl", self.name("cp39-abi3-*")),
                "the Python package".to_owned(),
            ),
            (
                super::archive::SUMS.to_owned(),
                "sums of all files".to_owned(),
            ),
        ];
        for (file, content) in rows {
            let _ = writeln!(text, "  {file:<52}  {content}");
        }
        text
    }
}

/// The target of the program, and why it is not the static one.
fn target(install: bool) -> (&'static str, Option<String>) {
    let sysroot = ran(Command::new("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    let is_here = || {
        Path::new(&sysroot)
            .join("lib/rustlib")
            .join(STATIC)
            .is_dir()
    };
    if is_here() {
        return (STATIC, None);
    }
    if !install {
        let notice = format!("{STATIC} is not here; cargo xtask release tries to add it by rustup");
        return (DYNAMIC, Some(notice));
    }
    match ran(Command::new("rustup").args(["target", "add", STATIC])) {
        Ok(_) if is_here() => (STATIC, None),
        Ok(_) => (
            DYNAMIC,
            Some(format!("rustup has added {STATIC} to another toolchain")),
        ),
        Err(e) => {
            let reason = e.lines().last().unwrap_or_default();
            (
                DYNAMIC,
                Some(format!("rustup target add {STATIC}: {reason}")),
            )
        }
    }
}

/// The version of the workspace, by its manifest.
fn version(manifest: &str) -> Result<String, String> {
    let manifest: toml::Table = manifest.parse().map_err(|e| format!("Cargo.toml: {e}"))?;
    let package = manifest.get("workspace").and_then(|w| w.get("package"));
    let version = package.and_then(|p| p.get("version")?.as_str());
    version
        .map(str::to_owned)
        .ok_or_else(|| "Cargo.toml has no workspace.package.version".to_owned())
}

/// Whether the changelog has a section of the version: `## 1.2.3`, with or without more behind it.
fn has_section(changelog: &str, version: &str) -> bool {
    let headings = changelog.lines().filter_map(|l| l.strip_prefix("## "));
    headings
        .filter_map(|h| h.split_whitespace().next())
        .any(|name| name.trim_matches(['[', ']']) == version)
}

/// Whether a program is on the PATH.
fn is_here(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::{DYNAMIC, Facts, STATIC, has_section, version};
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    fn facts() -> Facts {
        Facts {
            root: PathBuf::new(),
            version: "1.2.3".to_owned(),
            commit: "0123456789abcdef".to_owned(),
            epoch: "0".to_owned(),
            target: STATIC,
            notice: None,
            changed: Vec::new(),
            tags: vec!["v1.2.3".to_owned(), "tested".to_owned()],
            changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-12-01\n".to_owned(),
            missing: BTreeSet::new(),
        }
    }

    #[test]
    fn a_release_lists_its_files() {
        let plan = facts().plan();
        for file in [
            "trueboard-1.2.3-x86_64-unknown-linux-musl.tar.gz",
            "trueboard-1.2.3-page.tar.gz",
            "trueboard-1.2.3-examples.tar.gz",
            "trueboard-1.2.3-cp39-abi3-*.whl",
            "SHA256SUMS",
        ] {
            assert!(plan.contains(file), "{plan}");
        }
        assert_eq!(facts().problems(), [""; 0]);
    }

    #[test]
    fn each_problem_is_a_line_with_its_remedy() {
        let none = facts();
        let bad = Facts {
            changed: vec!["M sim/src/lib.rs".to_owned(), "?? notes".to_owned()],
            tags: vec!["v1.2.4".to_owned()],
            changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.30\n".to_owned(),
            missing: BTreeSet::from(["maturin"]),
            ..none
        };
        let problems = bad.problems();
        assert_eq!(problems.len(), 4, "{problems:?}");
        for (problem, words) in problems.iter().zip([
            ["2 changed or new files, sim/src/lib.rs", "commit"],
            ["no section ## 1.2.3", "Unreleased"],
            ["v1.2.4", "Cargo.toml"],
            ["no maturin", "pipx install"],
        ]) {
            assert!(!problem.contains('\n'));
            assert!(words.iter().all(|w| problem.contains(w)), "{problem}");
        }
    }

    #[test]
    fn what_is_not_static_says_why() {
        let notice = Some("no rustup".to_owned());
        let target = DYNAMIC;
        let plan = Facts {
            notice,
            target,
            ..facts()
        }
        .plan();
        assert!(plan.contains("not be static: no rustup"), "{plan}");
        assert!(!plan.contains("static program"), "{plan}");
    }

    #[test]
    fn versions_and_sections_are_found_whole() {
        assert_eq!(
            version("[workspace.package]\nversion = \"1.2.3\"\n"),
            Ok("1.2.3".to_owned())
        );
        assert!(version("[package]\nversion = \"1.2.3\"\n").is_err());
        assert!(has_section("## [0.1.0] 2026-12-01\n", "0.1.0"));
        assert!(!has_section("## 0.1.01\n### 0.1.0\n", "0.1.0"));
    }
}
