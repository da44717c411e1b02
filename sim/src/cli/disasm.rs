//! `trueboard disasm`.

use super::Example;
use super::options::address;
use super::{Failure, print};
use clap::Args;
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
        print(&listing(&image, &disasm, from, to))?;
        return Ok(0);
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
        print(&listing(&image, &disasm, from, to))?;
        return Ok(0);
    }
    let mut found = false;
    for f in image.symbols().iter().filter(|s| s.code && s.size > 0) {
        if a.function.as_ref().is_some_and(|p| !matches(p, &f.name)) {
            continue;
        }
        found = true;
        let text = listing(&image, &disasm, f.at, f.at + f.size);
        print(&format!("\n{:08x} <{}>:\n{text}", f.at, f.name))?;
    }
    if !found {
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
    Ok(0)
}

/// Instructions from one address up to another.
fn listing(
    image: &Image,
    disasm: &impl Fn(u64, &[u8]) -> (String, usize),
    from: u64,
    to: u64,
) -> String {
    let mut s = String::new();
    let mut at = from;
    while at < to {
        // The last instruction may be a short one.
        let bytes = image.bytes_at(at, 4).or_else(|| image.bytes_at(at, 2));
        let Some(bytes) = bytes else { break };
        let (text, len) = disasm(at, bytes);
        let hex: String = bytes[..len.min(bytes.len())]
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        let _ = writeln!(s, "{at:8x}:  {hex:8}  {text}");
        at += len.max(1) as u64;
    }
    s
}
