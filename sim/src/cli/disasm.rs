//! `trueboard disasm`.

use super::Example;
use super::Failure;
use super::options::address;
use crate::cli::shared::answer::Answer;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
use trueboard::catalogue::{Code, Instruction, Part, code};

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

pub fn run(a: &Disasm) -> Result<u8, Failure> {
    let part = match (&a.section, &a.range) {
        (Some(name), _) => Part::Section(name.clone()),
        (None, Some(text)) => {
            let Some((from, to)) = text.split_once("..") else {
                return Err(Failure::usage(format!(
                    "--range {text}: must be FROM..TO, as in 0x1000..0x1040"
                )));
            };
            Part::Range(address("--range", from)?, address("--range", to)?)
        }
        (None, None) => Part::Functions(a.function.clone()),
    };
    let lines = code(&Code {
        image: a.elf.clone(),
        board: a.board.clone(),
        at: a.at.as_deref().map(|at| address("--at", at)).transpose()?,
        part,
    })?;
    a.answer.print(&lines, &[""], || text(&lines))?;
    Ok(0)
}

/// As binutils' objdump has it.
fn text(lines: &[Instruction]) -> String {
    let mut s = String::new();
    for l in lines {
        if l.first {
            let _ = writeln!(s, "\n{:08x} <{}>:", l.at, l.function);
        }
        let _ = writeln!(s, "{:8x}:  {:8}  {}", l.at, l.bytes, l.text);
    }
    s
}
