//! Holds published figures against the model.
//!
//! A board has three files in `boards/`: figures (`NAME.ron`), the document's template (`NAME.md`)
//! and what was recorded (`NAME.recorded.ron`). Nothing else is needed for a new one.

mod document;
mod figures;
mod measure;
mod micro;
mod network;
mod record;

use clap::{Args, Subcommand};
use figures::{Figures, Record};
use measure::Numbers;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Published figures, held against the model.
///
/// Without an option the document of every board is written.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// Writes nothing; the exit code is 1 when a document is not what would be written.
    #[arg(long)]
    check: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Measures images that are not in the tree.
    Record {
        /// Board.
        board: String,
        /// Directory of the images.
        dir: PathBuf,
    },
}

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    let done = match &arguments.command {
        Some(Command::Record { board, dir }) => record(board, dir),
        None if arguments.check => boards().and_then(|all| all.iter().try_for_each(|b| check(b))),
        None => boards().and_then(|all| all.iter().try_for_each(|b| write(b))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("accuracy: {e}");
            ExitCode::FAILURE
        }
    }
}

fn path(board: &str, extension: &str) -> PathBuf {
    conformance::root().join(format!("tests/accuracy/boards/{board}.{extension}"))
}

/// The boards that have a template, by name.
fn boards() -> Result<Vec<String>, String> {
    let dir = conformance::root().join("tests/accuracy/boards");
    let entries = std::fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let names = entries.filter_map(|e| e.ok()?.file_name().into_string().ok());
    let mut boards: Vec<String> = names
        .filter_map(|n| n.strip_suffix(".md").map(str::to_owned))
        .collect();
    boards.sort();
    Ok(boards)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    ron::from_str(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))
}

type Records = BTreeMap<String, Record>;

/// Where the document is, and what it should be.
fn document(board: &str) -> Result<(PathBuf, String), String> {
    let figures: Figures = parse(&path(board, "ron"))?;
    let records: Records = parse(&path(board, "recorded.ron"))?;
    let numbers = Numbers::new(&figures, &records)?;
    let text = document::document(&read(&path(board, "md"))?, &figures, &numbers)?;
    Ok((conformance::root().join(&figures.document), text))
}

fn write(board: &str) -> Result<(), String> {
    let (path, text) = document(board)?;
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn check(board: &str) -> Result<(), String> {
    let (path, text) = document(board)?;
    let there = read(&path)?;
    let differs = there.lines().zip(text.lines()).find(|(a, b)| a != b);
    if there == text {
        return Ok(());
    }
    let (old, new) = differs.unwrap_or(("", "one has more lines than the other"));
    Err(format!(
        "{} differs from what runs show; `cargo xtask accuracy` writes it\n- {old}\n+ {new}",
        path.display()
    ))
}

fn record(board: &str, dir: &Path) -> Result<(), String> {
    let figures: Figures = parse(&path(board, "ron"))?;
    let kept = path(board, "recorded.ron");
    let mut records: Records = if kept.exists() {
        parse(&kept)?
    } else {
        Records::new()
    };
    records.retain(|name, _| figures.records.contains_key(name));
    let nothing = Records::new();
    let reference_ticks = Numbers::new(&figures, &nothing)?.reference_ticks()?;
    record::record(&figures, dir, reference_ticks, &mut records)?;
    let text = ron::ser::to_string_pretty(&records, ron::ser::PrettyConfig::default())
        .map_err(|e| e.to_string())?;
    std::fs::write(&kept, text + "\n").map_err(|e| format!("{}: {e}", kept.display()))
}
