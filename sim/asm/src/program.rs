//! What a source is assembled to.

use crate::guest::Isa;
use std::fmt::Write;

/// Where sections are put that have no address of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// Address of the code. Constants follow it.
    pub code: u32,
    /// Address of the first section that is written; behind the constants by default.
    pub data: Option<u32>,
}

/// A section of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name, as `.text`.
    pub name: String,
    /// Address of its first byte.
    pub address: u32,
    /// Its contents; empty where it is only reserved.
    pub bytes: Vec<u8>,
    /// Bytes that it takes.
    pub size: u32,
    /// The alignment of its address in bytes.
    pub align: u32,
    /// It is code.
    pub executable: bool,
    /// Programs may write it.
    pub writable: bool,
}

/// What a symbol names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// Data.
    Object,
    /// A place, or a number.
    Plain,
}

/// A symbol of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its address or number.
    pub value: u32,
    /// Bytes, 0 if unknown.
    pub size: u32,
    /// What it names.
    pub kind: SymbolKind,
    /// The index of its section; none of a number.
    pub section: Option<usize>,
    /// It is declared by `.global`.
    pub global: bool,
}

/// What a line of the source became.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Index of the section.
    pub section: usize,
    /// Address of the first byte.
    pub address: u32,
    /// Bytes.
    pub size: u32,
    /// Line of the source, from 1.
    pub line: usize,
    /// It is an instruction.
    pub code: bool,
}

/// An assembled source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its instruction set.
    pub isa: Isa,
    /// Name of the source.
    pub source_name: String,
    /// The source.
    pub source: String,
    /// Sections with contents, by kind: code, constants, data, reserved.
    pub sections: Vec<Section>,
    /// Symbols by name.
    pub symbols: Vec<Symbol>,
    /// Address of the first instruction: of the symbol that `.entry` names, of `_start`, or of the code.
    pub entry: u32,
    /// Lines with bytes, in the order of the source.
    pub lines: Vec<Line>,
}

/// Bytes of a line of the listing.
const LISTED: usize = 8;

impl Program {
    /// The listing: address, bytes and text of each line. Further bytes of a line are left out, shown by `..`.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut out = String::new();
        let mut lines = self.lines.iter().peekable();
        for (number, text) in (1..).zip(self.source.lines()) {
            let mut first = true;
            while let Some(line) = lines.next_if(|l| l.line == number) {
                let bytes = self.bytes(line);
                let shown: String = bytes
                    .iter()
                    .take(LISTED)
                    .map(|b| format!("{b:02x}"))
                    .collect();
                let more = if line.size as usize > shown.len() / 2 {
                    ".."
                } else {
                    ""
                };
                let text = if first { text } else { "" };
                let _ = writeln!(out, "{:08x}  {:18}  {text}", line.address, shown + more);
                first = false;
            }
            if first {
                let _ = writeln!(out, "{:30}{text}", "");
            }
        }
        let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }

    /// The contents of a line.
    #[must_use]
    pub fn bytes(&self, line: &Line) -> &[u8] {
        let section = &self.sections[line.section];
        let start = line.address.wrapping_sub(section.address) as usize;
        let end = start.saturating_add(line.size as usize);
        section.bytes.get(start..end).unwrap_or_default()
    }
}
