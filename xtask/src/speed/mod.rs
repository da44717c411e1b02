//! The tables and the chart of `docs/contributing/speed.md`: made from what `cargo xtask cost --write` and
//! `tests/speed/compare --write` recorded.
//!
//!     cargo xtask speed
//!     cargo xtask speed --check

mod chart;
mod measured;
mod tables;

use crate::cost::record;
use clap::Args;
use measured::Measured;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes the tables and the chart of docs/contributing/speed.md from what is recorded.
#[derive(Args)]
pub struct Arguments {
    /// Writes nothing; the exit code is 1 when a table or the chart is not what would be written.
    #[arg(long)]
    check: bool,
}

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    let done = match arguments.check {
        true => check(),
        false => write(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("speed: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Writes tables and chart.
///
/// # Errors
/// When a record or the page cannot be read, or the page lacks the marks of a table.
pub fn write() -> Result<(), String> {
    for (path, text) in made()? {
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Holds tables and chart against the records.
///
/// # Errors
/// As of [`write`], and when one differs.
pub fn check() -> Result<(), String> {
    for (path, text) in made()? {
        if read(&path)? != text {
            return Err(format!(
                "{}: is not what is recorded; make it again: cargo xtask speed",
                path.display()
            ));
        }
    }
    Ok(())
}

/// The files, and what belongs into them.
fn made() -> Result<[(PathBuf, String); 2], String> {
    let root = conformance::root();
    let counts = record::read(&record::release())?.counts;
    let measured = Measured::of(&read(&root.join("tests/speed/measured.json"))?)?;
    let page = root.join("docs/contributing/speed.md");
    let mut text = read(&page)?;
    for (name, table) in tables::all(&counts, &measured) {
        text = replaced(&text, name, &table).ok_or_else(|| {
            let page = page.display();
            format!(
                "{page}: has no lines \"{}\" and \"{}\"",
                begin(name),
                end(name)
            )
        })?;
    }
    let chart = chart::svg(&measured).map_err(|e| format!("chart: {e}"))?;
    Ok([
        (page, text),
        (root.join("docs/contributing/pictures/speed.svg"), chart),
    ])
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// The line in front of a table.
fn begin(name: &str) -> String {
    format!("<!-- {name}: made by `cargo xtask speed` -->")
}

/// The line behind it.
fn end(name: &str) -> String {
    format!("<!-- end of {name} -->")
}

/// The page with another table between the marks of this name; none when it lacks them.
fn replaced(page: &str, name: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(&begin(name))?;
    let (_, after) = rest.split_once(&end(name))?;
    let (begin, end) = (begin(name), end(name));
    Some(format!("{before}{begin}\n\n{table}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_put_between_its_marks() {
        let page = format!("a\n{}\nold\n{}\nb\n", begin("x"), end("x"));
        let new = replaced(&page, "x", "new\n").expect("it has the marks");
        assert_eq!(
            new,
            format!("a\n{}\n\nnew\n\n{}\nb\n", begin("x"), end("x"))
        );
        assert_eq!(replaced(&page, "y", "new\n"), None);
    }

    #[test]
    fn the_page_says_what_is_recorded() {
        check().expect("tables and chart are those of the records");
    }
}
