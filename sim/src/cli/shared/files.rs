//! The files that a run reads and writes.

use crate::cli::Failure;
use crate::cli::shared::firmware::Firmware;
use std::path::{Path, PathBuf};
use trueboard::internals::board::files::{Files, write_whole};

/// Images, or runs that were recorded, with the `other` one, and what else a command line reads to run them.
pub fn of_runs(f: &Firmware, other: Option<&PathBuf>) -> Files {
    let mut program = f.asked();
    program.elf.extend(other.cloned());
    program.files()
}

/// The folder of an output is there.
pub fn have_folder(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else {
        return Ok(());
    };
    match folder(path).filter(|f| !f.is_dir()) {
        None => Ok(()),
        Some(folder) => Err(Failure::input(format!(
            "{}: cannot be written: there is no folder {}",
            path.display(),
            folder.display()
        ))),
    }
}

pub fn folder(path: &Path) -> Option<&Path> {
    path.parent().filter(|p| !p.as_os_str().is_empty())
}

/// Writes a file: all of it, or an error with its name.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(path, bytes)
        .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
}
