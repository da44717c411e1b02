//! The programs: GCC's `gcc.c-torture/execute`, in the source package that Debian ships.
//!
//! They are read where the package has them and never copied into this repository.

use crate::torture::make::{moved, run};
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "/usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz";
const FOLDER: &str = "gcc-12.2.0/gcc/testsuite/gcc.c-torture/execute";

/// One program.
pub struct Program {
    /// Its path in the suite.
    pub name: String,
    /// Its source.
    pub path: PathBuf,
    /// Compiler options that it asks for.
    pub options: Vec<String>,
    /// A line that it has to print.
    pub prints: Option<String>,
}

/// Unpacks the suite by way of `place` to `build`, if that was not done before, and lists it by name.
///
/// # Errors
/// When the package is not installed or cannot be read.
pub fn programs(build: &Path, place: &Path) -> Result<Vec<Program>, String> {
    let folder = build.join("execute");
    if !folder.exists() {
        run(Command::new("tar")
            .arg("-C")
            .arg(place)
            .args(["-xf", PACKAGE, FOLDER]))?;
        moved(&place.join(FOLDER), &folder)?;
    }
    let mut all = listed(&folder, "")?;
    all.extend(listed(&folder.join("ieee"), "ieee/")?);
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

fn listed(folder: &Path, prefix: &str) -> Result<Vec<Program>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|e| e == "c") {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            found.push(Program {
                name: format!("{prefix}{file}"),
                options: options(&path, prefix)?,
                prints: None,
                path,
            });
        }
    }
    Ok(found)
}

/// As execute.exp, ieee.exp and the directives of the program say.
fn options(path: &Path, prefix: &str) -> Result<Vec<String>, String> {
    // Not all of the sources are UTF-8.
    let read = |p: &Path| {
        std::fs::read(p)
            .map(|b| String::from_utf8_lossy(&b).into_owned())
            .map_err(|e| format!("{}: {e}", p.display()))
    };
    let mut all = vec!["-w".to_owned()];
    if prefix == "ieee/" {
        all.push("-fno-inline".to_owned());
    }
    all.extend(read(path)?.lines().flat_map(directive));
    let script = path.with_extension("x");
    if script.exists() {
        all.extend(read(&script)?.lines().flat_map(appended));
    }
    Ok(all)
}

/// The options of a line `{ dg-options "…" }`. Those with a selector are for other processors.
fn directive(line: &str) -> Vec<String> {
    let rest = ["dg-options", "dg-additional-options"]
        .iter()
        .find_map(|d| line.split_once(&format!("{{ {d} ")));
    let Some((_, rest)) = rest else {
        return Vec::new();
    };
    let mut parts = rest.split('"');
    let (_, words, after) = (parts.next(), parts.next(), parts.next());
    match (words, after) {
        (Some(words), Some(after)) if !after.contains("target") => {
            words.split_whitespace().map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// The options of a line of a `.x` script. Indented lines depend on the processor.
fn appended(line: &str) -> Vec<String> {
    line.strip_prefix("lappend additional_flags ")
        .into_iter()
        .flat_map(str::split_whitespace)
        .map(|w| w.trim_matches('"').to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{appended, directive};

    #[test]
    fn directives_give_options_unless_they_are_for_others() {
        let both = "/* { dg-options \"-fwrapv -Wno-psabi\" } */";
        assert_eq!(directive(both), ["-fwrapv", "-Wno-psabi"]);
        assert_eq!(
            directive("/* { dg-options { \"-fwrapv\" } } */"),
            ["-fwrapv"]
        );
        let more = "   { dg-additional-options \"-Og -foptimize-strlen\" } */";
        assert_eq!(directive(more), ["-Og", "-foptimize-strlen"]);
        let others = "/* { dg-options \"-mpc64\"  { target { i?86-*-* x86_64-*-* } } } */";
        assert!(directive(others).is_empty());
        assert!(directive("/* { dg-require-effective-target int32 } */").is_empty());
    }

    #[test]
    fn scripts_give_options_unless_they_are_conditional() {
        let line = "lappend additional_flags \"-fno-ivopts\" \"-fno-gcse\"";
        assert_eq!(appended(line), ["-fno-ivopts", "-fno-gcse"]);
        assert!(appended("    lappend additional_flags \"-Wl,-u,_printf_float\"").is_empty());
    }
}
