//! `trueboard asm`.

use super::Example;
use super::Failure;
use super::files::{have_folder, write};
use super::shared::answer::{Answer, Form};
use clap::{ArgGroup, Args};
use serde_json::json;
use std::io::ErrorKind;
use std::path::PathBuf;
use trueboard::assemble::{Isa, Placement, Request, Section, Target, assemble};
use trueboard::internals::board::files::Files;

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "An ELF file",
        "trueboard asm sum.s --board gr740 --out sum.elf",
    ),
    (
        "What each line becomes",
        "trueboard asm sum.s --board tc275 --list",
    ),
];

#[derive(Args)]
#[command(group(ArgGroup::new("target").required(true)))]
pub struct Asm {
    /// The source
    pub source: PathBuf,
    /// Board that it is for: its processor, and where its memory is
    #[arg(long, value_name = "NAME|FILE.ron", group = "target")]
    pub board: Option<String>,
    /// Instruction set that it is for; the code begins at 0, unless the source says `.address`
    #[arg(long, value_name = "NAME", value_parser = ["sparc", "tricore", "epiphany"], group = "target")]
    pub isa: Option<String>,
    /// Write an executable ELF file
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print address, bytes and text of each line
    #[arg(long, conflicts_with_all = ["format", "json", "csv"])]
    pub list: bool,
    #[command(flatten)]
    pub answer: Answer,
}

pub fn run(a: &Asm) -> Result<u8, Failure> {
    let mut files = Files::default();
    files.reads("the source", &a.source);
    a.out.iter().for_each(|path| files.writes("--out", path));
    super::check(&files)?;
    have_folder(a.out.as_deref())?;
    let name = a.source.display().to_string();
    let source = trueboard_files::read_text(&a.source).map_err(|e| {
        Failure::input(match e.kind() {
            ErrorKind::InvalidData => format!("{name}: is no text in UTF-8; give a source"),
            _ => format!("{name}: cannot be read: {e}"),
        })
    })?;
    let isa = a.isa.as_deref().and_then(Isa::of);
    let target = match (&a.board, isa) {
        (None, Some(isa)) => Target::Isa(isa, Placement::default()),
        (board, _) => Target::Board(board.clone().unwrap_or_default()),
    };
    let program = assemble(&Request {
        name,
        source,
        target,
    })?;
    if let Some(out) = &a.out {
        write(out, &program.to_elf())?;
    }
    if a.list {
        super::print(&program.listing())?;
        return Ok(0);
    }
    if a.out.is_some() && a.answer.form() == Form::Table {
        return Ok(0);
    }
    let sections = program.sections.iter();
    let rows: Vec<_> = sections
        .map(|s| json!({"name": s.name, "address": s.address, "bytes": s.size}))
        .collect();
    let value = json!({"entry": program.entry, "sections": rows});
    a.answer.print(&value, &["sections"], || {
        let sections = program.sections.iter();
        let line = |s: &Section| format!("{:10} {:#010x}  {} bytes\n", s.name, s.address, s.size);
        let text: String = sections.map(line).collect();
        format!("{text}entry      {:#010x}\n", program.entry)
    })?;
    Ok(0)
}
