//! The code of an image.

use crate::Error;
use serde::Serialize;
use std::path::{Path, PathBuf};
use trueboard_analyses::regions::matches;
use trueboard_board::describe::disassembler;
use trueboard_board::{Disk, Image, boards_for, did_you_mean, machine_of, open_board, read_image};

/// The part of an image to list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The functions whose name matches (pattern with `*` and `?`); all without one.
    Functions(Option<String>),
    /// A section, with or without symbols.
    Section(String),
    /// From one address up to another.
    Range(u64, u64),
}

/// Code to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The image.
    pub image: PathBuf,
    /// The board whose processor it is for (name or `.ron` file); by default one that runs such images.
    pub board: Option<String>,
    /// Where a raw binary is loaded.
    pub at: Option<u64>,
    /// The listed part.
    pub part: Part,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Instruction {
    /// Its function; empty where a section or range is listed.
    pub function: String,
    /// Its address.
    pub at: u64,
    /// Its bytes in the order of memory, in hexadecimal.
    pub bytes: String,
    /// Its disassembly, in the notation of the manual.
    pub text: String,
    /// Whether it is the first instruction of a function.
    #[serde(skip)]
    pub first: bool,
}

/// The instructions of a part of an image, in order of addresses within each function.
///
/// # Errors
/// An image or board that cannot be used, a section or function that there is not, an address at which nothing is
/// loaded, or an image without symbols of functions.
pub fn code(a: &Code) -> Result<Vec<Instruction>, Error> {
    let path = a.image.display();
    let name = match &a.board {
        Some(name) => name.clone(),
        None => default_board(&a.image),
    };
    let board = open_board(&name, &[])?;
    let first = board.file.cores.first();
    let accepts = first.and_then(|g| g.kind()?.images());
    let accepts =
        accepts.ok_or_else(|| Error::Unusable(format!("{name}: its cores run no ELF files")))?;
    let image = read_image(&Disk, &a.image, accepts, a.at)?;
    let disasm = disassembler(&board)?;
    match &a.part {
        Part::Section(name) => {
            let Some((from, to)) = image.section_range(name) else {
                let names = image.section_names();
                let near = did_you_mean(name, names.iter().copied());
                return Err(Error::Unusable(format!(
                    "{path}: no section `{name}`{near}; there are: {}",
                    names.join(", ")
                )));
            };
            Ok(listing(&image, &disasm, "", from, to))
        }
        Part::Range(from, _) if image.bytes_at(*from, 2).is_none() => Err(Error::Unusable(
            format!("{path}: nothing is loaded at {from:#x}"),
        )),
        Part::Range(from, to) => Ok(listing(&image, &disasm, "", *from, *to)),
        Part::Functions(pattern) => {
            let functions = || image.symbols().iter().filter(|s| s.code && s.size > 0);
            let wanted = |name: &str| pattern.as_ref().is_none_or(|p| matches(p, name));
            let chosen = functions().filter(|f| wanted(&f.name));
            let of = |f: &trueboard_board::Symbol| {
                listing(&image, &disasm, &f.name, f.at, f.at + f.size)
            };
            let found: Vec<Instruction> = chosen.flat_map(of).collect();
            match (found.is_empty(), pattern) {
                (false, _) => Ok(found),
                (true, Some(p)) => {
                    let near = did_you_mean(p, functions().map(|s| s.name.as_str()));
                    Err(Error::Unusable(format!(
                        "{path}: no function matches `{p}`{near}"
                    )))
                }
                (true, None) => Err(Error::Unusable(format!(
                    "{path}: has no symbols of functions; say what to disassemble: --section .text or --range \
                     FROM..TO"
                ))),
            }
        }
    }
}

/// A board that runs images like this one.
fn default_board(image: &Path) -> String {
    let bytes = trueboard_files::read(image).unwrap_or_default();
    let boards = machine_of(&bytes).map(boards_for).unwrap_or_default();
    boards.into_iter().next().unwrap_or("gr740".to_owned())
}

/// Instructions of a function from one address up to another.
fn listing(
    image: &Image,
    disasm: &impl Fn(u64, &[u8]) -> (String, usize),
    function: &str,
    from: u64,
    to: u64,
) -> Vec<Instruction> {
    let mut lines = Vec::new();
    let mut at = from;
    while at < to {
        // The last instruction may be a short one.
        let bytes = image.bytes_at(at, 4).or_else(|| image.bytes_at(at, 2));
        let Some(bytes) = bytes else { break };
        let (text, len) = disasm(at, bytes);
        let bytes = &bytes[..len.min(bytes.len())];
        lines.push(Instruction {
            function: function.to_owned(),
            at,
            bytes: bytes.iter().map(|b| format!("{b:02x}")).collect(),
            text,
            first: lines.is_empty() && !function.is_empty(),
        });
        at += len.max(1) as u64;
    }
    lines
}
