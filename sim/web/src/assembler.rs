//! The assembler for the page's editor: the words of a board's instruction set, and the errors of a source.

use serde::{Deserialize, Serialize};
use trueboard_asm::{Isa, Placement, Vocabulary, assemble_at, vocabulary};
use trueboard_board::{assemble, open_board};

/// What an editor must know of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Words {
    isa: &'static str,
    /// Instructions.
    mnemonics: Vec<String>,
    registers: Vec<String>,
    /// Directives, with their point.
    directives: Vec<String>,
    /// Parts of addresses, as `%hi` or `lo:`.
    parts: Vec<String>,
    /// Characters that begin a comment anywhere in a line.
    comments: Vec<char>,
    /// A mnemonic may end in `.s` or `.l`.
    suffixes: bool,
    /// A program to begin with.
    beginning: &'static str,
}

/// A source, and the board for which it is.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Written {
    board: String,
    name: String,
    text: String,
}

/// The errors of a source, by line; none of one that runs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Faults {
    faults: Vec<Fault>,
    /// Bytes of the program, if it has no errors.
    bytes: u64,
}

/// An error in a source.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Fault {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
    cause: String,
    remedy: String,
}

/// The program of a LEON whose APBUART is at `$uart`.
macro_rules! leon {
    ($uart:literal) => {
        concat!(
            "! Prints a line, adds the numbers 1 to 10, and ends: status 0 if the sum is 55.\n\n",
            "        .equ    UART, ",
            $uart,
            "        ! APBUART: data at 0, status at 4\n",
            include_str!("../programs/leon.s")
        )
    };
}

/// Programs to begin with: short, right, with output on the console.
const BEGINNINGS: &[(&str, &str)] = &[
    ("gr740", leon!("0xff900000")),
    ("leon3-mini", leon!("0x80000100")),
    ("tc275", include_str!("../programs/tc275.s")),
    ("parallella", include_str!("../programs/parallella.s")),
];

/// The words of the board that the input names, as JSON.
pub fn words(input: &[u8]) -> String {
    let name = String::from_utf8_lossy(input);
    answer(target(&name).map(|(isa, _)| {
        let Vocabulary {
            mnemonics,
            registers,
            directives,
            parts,
            comments,
            suffixes,
        } = vocabulary(isa);
        let beginning = BEGINNINGS.iter().find(|b| b.0 == name);
        Words {
            isa: isa.name(),
            mnemonics: mnemonics.into_iter().collect(),
            registers: registers.into_iter().collect(),
            directives: directives.into_iter().collect(),
            parts: parts.into_iter().collect(),
            comments,
            suffixes,
            beginning: beginning.map_or("", |b| b.1),
        }
    }))
}

/// The errors of the source that is the input, as JSON.
pub fn faults(input: &[u8]) -> String {
    answer(try_faults(input))
}

fn try_faults(input: &[u8]) -> Result<Faults, String> {
    let source: Written = serde_json::from_slice(input).map_err(|e| format!("source: {e}"))?;
    let (isa, placement) = target(&source.board)?;
    Ok(
        match assemble_at(isa, placement, &source.name, &source.text) {
            Ok(program) => Faults {
                faults: Vec::new(),
                bytes: program.sections.iter().map(|s| u64::from(s.size)).sum(),
            },
            Err(all) => Faults {
                faults: all.into_iter().map(fault).collect(),
                bytes: 0,
            },
        },
    )
}

fn fault(d: trueboard_asm::Diagnostic) -> Fault {
    Fault {
        line: d.line,
        column: d.column,
        cause: d.cause,
        remedy: d.remedy,
    }
}

/// The instruction set of a board, and where its programs go.
fn target(board: &str) -> Result<(Isa, Placement), String> {
    let opened = open_board(board, &[]).map_err(|e| e.to_string())?;
    let target = assemble::target(&opened.file);
    target.ok_or_else(|| {
        format!("{board}: its cores run no programs of assembly; choose another board")
    })
}

fn answer<T: Serialize>(result: Result<T, String>) -> String {
    let json = match result {
        Ok(value) => serde_json::to_string(&value),
        Err(error) => serde_json::to_string(&serde_json::json!({ "error": error })),
    };
    json.unwrap_or_default()
}
