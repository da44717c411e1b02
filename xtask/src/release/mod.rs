//! A release: the program with its manual pages, the Python wheel, the lab's page, images with the user's book, and
//! their sums. All is built from what git has at HEAD, in a folder of its own, so that the same commit gives the same
//! bytes anywhere. Packages for a registry are compiled as that gives them.
//!
//!     cargo xtask release
//!     cargo xtask release --dry-run
//!     cargo xtask release --twice

mod archive;
mod facts;
mod make;
mod notices;
mod packages;
mod whole;

use clap::Args;
use facts::Facts;
use packages::{Tried, packed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Makes the files of a release from the commit at HEAD.
///
/// A tree with changes, a version without a section in CHANGELOG.md and missing tools are refused.
#[derive(Args)]
pub struct Arguments {
    /// Folder of the files that are made; target/release-VERSION without it.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Lists what would be made, and what would be refused; packs the packages for a registry, and makes nothing else.
    #[arg(long, conflicts_with = "twice")]
    dry_run: bool,
    /// Makes all a second time, from sources and in a build folder with other paths; the exit code is 1 when a byte
    /// differs.
    #[arg(long)]
    twice: bool,
}

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    match work(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(lines) => {
            for line in lines.lines() {
                eprintln!("release: {line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn work(arguments: &Arguments) -> Result<(), String> {
    let facts = Facts::of(&conformance::root(), !arguments.dry_run)?;
    let problems = facts.problems();
    print!("{}", facts.plan());
    let target = target_folder();
    if arguments.dry_run {
        for problem in problems {
            println!("would be refused: {problem}");
        }
        let build = target.join("made/dry");
        print!("{}", packed(&facts.root, &build, Tried::Packed)?);
        return Ok(());
    }
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    let out = match &arguments.out {
        Some(out) => std::path::absolute(out).map_err(|e| format!("{}: {e}", out.display()))?,
        None => target.join(format!("release-{}", facts.version)),
    };
    empty(&out)?;
    let first = target.join("made/first");
    make::all(&facts, &first, &out)?;
    // With the page in the tree, which the program's package takes along.
    make::say("packages");
    let packages = packed(&first.join("tree"), &first.join("build"), Tried::Compiled)?;
    print!("{packages}{}", archive::table(&out)?);
    if arguments.twice {
        let again = target.join("made/second-time");
        let files = again.join("files");
        empty(&files)?;
        make::all(&facts, &again, &files)?;
        let differing = differing(&out, &files)?;
        if !differing.is_empty() {
            let names = differing.join(", ");
            return Err(format!(
                "{names}: made twice, with different bytes; the second ones are in {}",
                files.display()
            ));
        }
        println!("made twice, with equal bytes");
    }
    println!("{}: sha256sum -c SHA256SUMS", out.display());
    Ok(())
}

/// Where cargo builds, and all of a release, too.
fn target_folder() -> PathBuf {
    let root = conformance::root();
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |t| root.join(t))
}

/// Makes the folder, or refuses one that has other files than those of an earlier release.
fn empty(folder: &Path) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    fs::create_dir_all(folder).map_err(wrong)?;
    for name in archive::names(folder)? {
        if !name.starts_with("trueboard-") && name != archive::SUMS {
            return Err(format!(
                "{} has {name}, which no release made; name a folder of its own: --out DIR",
                folder.display()
            ));
        }
        fs::remove_file(folder.join(name)).map_err(wrong)?;
    }
    Ok(())
}

/// Names of files that are not in both folders with equal bytes.
fn differing(a: &Path, b: &Path) -> Result<Vec<String>, String> {
    let mut names = archive::names(a)?;
    names.extend(archive::names(b)?);
    names.sort_unstable();
    names.dedup();
    let equal = |n: &String| match (fs::read(a.join(n)), fs::read(b.join(n))) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    Ok(names.into_iter().filter(|n| !equal(n)).collect())
}

/// Runs a command to its end; its standard output, or what it said before it failed.
fn ran(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("{program}: {e}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    let said = [text(&output.stderr), text(&output.stdout)].join("\n");
    let lines: Vec<&str> = said.trim().lines().collect();
    let last = lines[lines.len().saturating_sub(20)..].join("\n");
    Err(format!("{program}: {}\n{last}", output.status))
}

#[cfg(test)]
mod tests {
    use super::{differing, empty};
    use std::fs;

    #[test]
    fn files_that_differ_or_are_missing_are_named() {
        let [a, b] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
        for (folder, name, text) in [
            (&a, "x", "1"),
            (&b, "x", "1"),
            (&a, "y", "1"),
            (&b, "y", "2"),
        ] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        fs::write(b.path().join("z"), "").expect("a file");
        assert_eq!(
            differing(a.path(), b.path()).expect("two folders"),
            ["y", "z"]
        );
    }

    #[test]
    fn a_folder_with_files_of_others_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("trueboard-0.1.0-page.tar.gz"), "").expect("a file");
        assert_eq!(empty(folder.path()), Ok(()));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        fs::write(folder.path().join("thesis.tex"), "").expect("a file");
        let refused = empty(folder.path()).expect_err("a file of its user");
        assert!(
            refused.contains("thesis.tex") && refused.contains("--out"),
            "{refused}"
        );
    }
}
