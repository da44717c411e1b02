//! Programs of assembly: from a source to an ELF file for a board.
//!
//! ```
//! use trueboard::assemble::{Request, Target, assemble};
//! use trueboard::{Setup, Time};
//!
//! // A store to the exit device ends the run with a status. `set` of this address is one instruction.
//! let source = "_start: mov 0, %o0\n\tset 0xe8000000, %g1\n\tst %o0, [%g1]\n";
//! let program = assemble(&Request {
//!     name: "end.s".to_owned(),
//!     source: source.to_owned(),
//!     target: Target::Board("gr740".to_owned()),
//! })?;
//! let mut run = Setup::board("gr740").image_bytes("end.elf", program.to_elf()).start()?;
//! assert!(run.run(Time::END)?.is_success());
//! assert_eq!(run.core(0)?.meter("instructions")?, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Error;
use trueboard_board::assemble::target;
use trueboard_board::open_board;

pub use trueboard_asm::{Diagnostic, Isa, Line, Placement, Program, Section, Symbol, SymbolKind};

/// What a program is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A board (name or `.ron` file): its processor, and where its memory is.
    Board(String),
    /// An instruction set, and where code and data go.
    Isa(Isa, Placement),
}

/// A source to assemble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its name, for errors and debug information.
    pub name: String,
    /// Its text.
    pub source: String,
    /// What it is for.
    pub target: Target,
}

/// Assembles a program.
///
/// # Errors
/// All errors of the source, a line each; a board that cannot be used, or whose cores run no ELF files.
pub fn assemble(request: &Request) -> Result<Program, Error> {
    let (isa, placement) = match &request.target {
        Target::Isa(isa, placement) => (*isa, *placement),
        Target::Board(name) => {
            let board = open_board(name, &[])?;
            target(&board.file)
                .ok_or_else(|| Error::Unusable(format!("{name}: its cores run no ELF files")))?
        }
    };
    let made = trueboard_asm::assemble_at(isa, placement, &request.name, &request.source);
    made.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Error::Unusable(lines.join("\n"))
    })
}
