//! `trueboard disasm`.

use super::Example;
use super::Failure;
use super::options::address;
use crate::cli::shared::answer::Answer;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use trueboard::analysis::regions::matches;
use trueboard::board::describe::disassembler;
use trueboard::board::{Disk, Image, boards_for, did_you_mean, machine_of, open_board, read_image};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[("A function", "trueboard disasm lu.elf --function main")];

#[derive(Args)]
pub struct Disasm {
    /// The image
    pub elf: PathBuf,
    /// Board whose processor it is for; by default one that runs such images
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Only functions whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["section", "range"])]
    pub function: Option<String>,
    /// A section of the image, with or without symbols
    #[arg(long, value_name = "NAME", conflicts_with = "range")]
    pub section: Option<String>,
    /// From one address up to another: 0x1000..0x1040
    #[arg(long, value_name = "FROM..TO")]
    pub range: Option<String>,
    /// Where a raw binary is loaded
    #[arg(long, value_name = "ADDRESS")]
    pub at: Option<String>,
    #[command(flatten)]
    pub answer: Answer,
}

/// The first board that runs images like this one; for any other file it does not matter which one
/// refuses it.
fn default_board(elf: &Path) -> String {
    let bytes = trueboard_files::read(elf).unwrap_or_default();
    let boards = machine_of(&bytes).map(boards_for).unwrap_or_default();
    boards.into_iter().next().unwrap_or("gr740".to_owned())
}

pub fn run(a: &Disasm) -> Result<u8, Failure> {
    let name = match &a.board {
        Some(name) => name.clone(),
        None => default_board(&a.elf),
    };
    let board = open_board(&name, &[])?;
    let accepts = board
        .file
        .cores
        .first()
        .and_then(|g| g.kind()?.images())
        .ok_or_else(|| Failure::input(format!("{name}: its cores run no ELF files")))?;
    let at = a.at.as_deref().map(|at| address("--at", at)).transpose()?;
    let image = read_image(&Disk, &a.elf, accepts, at)?;
    let disasm = disassembler(&board)?;
    if let Some(name) = &a.section {
        let Some((from, to)) = image.section_range(name) else {
            let names = image.section_names();
            let near = did_you_mean(name, names.iter().copied());
            return Err(Failure::input(format!(
                "{}: no section `{name}`{near}; there are: {}",
                a.elf.display(),
                names.join(", ")
            )));
        };
        return answer(a, &listing(&image, &disasm, "", from, to));
    }
    if let Some(text) = &a.range {
        let Some((from, to)) = text.split_once("..") else {
            return Err(Failure::usage(format!(
                "--range {text}: must be FROM..TO, as in 0x1000..0x1040"
            )));
        };
        let (from, to) = (address("--range", from)?, address("--range", to)?);
        if image.bytes_at(from, 2).is_none() {
            return Err(Failure::input(format!(
                "{}: nothing is loaded at {from:#x}",
                a.elf.display()
            )));
        }
        return answer(a, &listing(&image, &disasm, "", from, to));
    }
    let mut found = Vec::new();
    for f in image.symbols().iter().filter(|s| s.code && s.size > 0) {
        if a.function.as_ref().is_some_and(|p| !matches(p, &f.name)) {
            continue;
        }
        found.extend(listing(&image, &disasm, &f.name, f.at, f.at + f.size));
    }
    if found.is_empty() {
        return Err(Failure::input(match &a.function {
            Some(p) => {
                let functions = image.symbols().iter().filter(|s| s.code && s.size > 0);
                let near = did_you_mean(p, functions.map(|s| s.name.as_str()));
                format!("{}: no function matches `{p}`{near}", a.elf.display())
            }
            None => format!(
                "{}: has no symbols of functions; say what to disassemble: --section .text or --range \
                 FROM..TO",
                a.elf.display()
            ),
        }));
    }
    answer(a, &found)
}

/// An instruction.
#[derive(Serialize)]
struct Line {
    /// Its function; empty where a section or range is listed.
    function: String,
    at: u64,
    /// As in memory, in hexadecimal.
    bytes: String,
    text: String,
    /// It is the first of a function.
    #[serde(skip)]
    first: bool,
}

fn answer(a: &Disasm, lines: &[Line]) -> Result<u8, Failure> {
    a.answer.print(&lines, &[""], || {
        let mut s = String::new();
        for l in lines {
            if l.first {
                let _ = writeln!(s, "\n{:08x} <{}>:", l.at, l.function);
            }
            let _ = writeln!(s, "{:8x}:  {:8}  {}", l.at, l.bytes, l.text);
        }
        s
    })?;
    Ok(0)
}

/// Instructions of a function from one address up to another.
fn listing(
    image: &Image,
    disasm: &impl Fn(u64, &[u8]) -> (String, usize),
    function: &str,
    from: u64,
    to: u64,
) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut at = from;
    while at < to {
        // The last instruction may be a short one.
        let bytes = image.bytes_at(at, 4).or_else(|| image.bytes_at(at, 2));
        let Some(bytes) = bytes else { break };
        let (text, len) = disasm(at, bytes);
        let bytes = &bytes[..len.min(bytes.len())];
        lines.push(Line {
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
