//! Assembler of the three guests: LEON (SPARC V8), TriCore and Epiphany.
//!
//! Instructions come from the tables of the cores: each row and each alias reads what it writes
//! ([`trueboard_core::isa::Form::parse`]). So an instruction that is added to a table is assembled, too. Here are the
//! parts that no table has: statements, expressions, directives, synthetic instructions of several words, and the choice
//! of the shortest form. Syntax and choices are those of GNU `as`.
//!
//! ```
//! use trueboard_asm::{Isa, assemble};
//!
//! let program = assemble(Isa::Sparc, "add.s", "_start: add %g1, 5, %g2\n").unwrap();
//! assert_eq!(program.sections[0].bytes, [0x84, 0x00, 0x60, 0x05]);
//! assert_eq!(program.entry, 0);
//!
//! let errors = assemble(Isa::Sparc, "add.s", "\tadd %g1, 5000, %g2\n").unwrap_err();
//! assert_eq!(
//!     errors[0].to_string(),
//!     "add.s:1:11: `5000` does not fit: -4096 to 4095 do; use one of these, or a register"
//! );
//! ```

mod assembler;
mod choice;
mod diagnostic;
mod directive;
mod elf;
mod expression;
mod guest;
mod layout;
mod program;
mod source;
mod statement;
mod synthetic;
mod vocabulary;

pub use assembler::{assemble, assemble_at};
pub use diagnostic::Diagnostic;
pub use guest::Isa;
pub use program::{Line, Placement, Program, Section, Symbol, SymbolKind};
pub use vocabulary::{Vocabulary, vocabulary};
