//! Images from files, for the boards that are built in.

use crate::boardfile::built_in::boards_for;
use crate::boardfile::schema::BoardFile;
use crate::boardfile::source::{self, Source};
use crate::error::InputError;
use crate::session::assemble;
use std::path::Path;
use trueboard_image::{Expected, Image, Refused};

/// Reads and checks the image of a file: an ELF executable, S-records or Intel hex; with `at`, its address, a raw binary.
///
/// # Errors
/// [`InputError`] with cause and remedy: the file cannot be read, or [`Image::of`] refuses it. An image for another
/// processor gets the boards that have one.
pub fn read_image(
    source: &dyn Source,
    path: &Path,
    expected: Expected,
    at: Option<u64>,
) -> Result<Image, InputError> {
    image(path, &source::bytes(source, path)?, expected, at)
}

/// As [`read_image`]; a source of assembly (`.s`) is assembled for the memory of the board.
///
/// # Errors
/// Those of [`read_image`], and errors of the source.
pub fn read_program(
    source: &dyn Source,
    path: &Path,
    expected: Expected,
    at: Option<u64>,
    file: &BoardFile,
) -> Result<Image, InputError> {
    match assemble::isa(&expected) {
        Some(isa) if assemble::is_source(path) => {
            let bytes = source::bytes(source, path)?;
            let elf = assemble::program(file, isa, path, &bytes, at)?.to_elf();
            image(path, &elf, expected, None)
        }
        _ => read_image(source, path, expected, at),
    }
}

fn image(
    path: &Path,
    bytes: &[u8],
    expected: Expected,
    at: Option<u64>,
) -> Result<Image, InputError> {
    Image::of(path, bytes, expected, at).map_err(|refused| InputError::Elf {
        path: path.to_owned(),
        cause: with_boards(refused),
    })
}

fn with_boards(refused: Refused) -> String {
    let boards = refused.other_machine.map(boards_for).unwrap_or_default();
    match boards.as_slice() {
        [] => refused.cause,
        boards => format!("{}, or --board {}", refused.cause, boards.join(" or ")),
    }
}
