//! `trueboard disasm`.

use super::{Failure, print};
use crate::cli::Disasm;
use std::fmt::Write;
use std::path::Path;
use trueboard_board::describe::disassembler;
use trueboard_board::{Image, boards_for, expected, machine_of, open_board};
use trueboard_truth::region::matches;

/// The first board that runs images like this one; for any other file it does not matter which one
/// refuses it.
fn default_board(elf: &Path) -> String {
    let boards = machine_of(elf).map(boards_for).unwrap_or_default();
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
        .and_then(|g| expected(&g.kind))
        .ok_or_else(|| Failure::input(format!("{name}: its cores run no ELF files")))?;
    let image = Image::read(&a.elf, accepts)?;
    let disasm = disassembler(&board)?;
    let mut found = false;
    for f in image.symbols().iter().filter(|s| s.code && s.size > 0) {
        if a.function.as_ref().is_some_and(|p| !matches(p, &f.name)) {
            continue;
        }
        found = true;
        let mut s = format!("\n{:08x} <{}>:\n", f.at, f.name);
        let mut at = f.at;
        while at < f.at + f.size {
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
        print(&s)?;
    }
    if !found {
        return Err(Failure::input(format!(
            "{}: no function {}; are there symbols in the image?",
            a.elf.display(),
            a.function
                .as_deref()
                .map_or("at all".to_owned(), |p| format!("matches `{p}`")),
        )));
    }
    Ok(0)
}
