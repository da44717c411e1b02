//! The words of an instruction set, for editors.

use crate::directive;
use crate::guest::{Guest, Isa};
use std::collections::BTreeSet;
use trueboard_cpu_epiphany::isa::special;

/// The words that a source may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vocabulary {
    /// Instructions: those of the table, and synthetic ones.
    pub mnemonics: BTreeSet<String>,
    /// Registers, as a disassembler writes them, and those that instructions name.
    pub registers: BTreeSet<String>,
    /// Directives, with their point.
    pub directives: BTreeSet<String>,
    /// Parts of addresses, as `%hi` or `lo:`.
    pub parts: BTreeSet<String>,
    /// Characters that begin a comment anywhere in a line.
    pub comments: Vec<char>,
    /// The mnemonic may end in `.s` or `.l`.
    pub suffixes: bool,
}

/// The words of an instruction set, from its tables.
#[must_use]
pub fn vocabulary(isa: Isa) -> Vocabulary {
    let guest = Guest::of(isa);
    let forms = || guest.ways.iter().map(|way| way.form());
    let fields = || forms().flat_map(|form| form.operands);
    let mut registers: BTreeSet<String> = fields().flat_map(|f| f.register_names()).collect();
    // `rd %psr, …` has a register in its text.
    registers.extend(forms().flat_map(|form| literal_registers(form.syntax)));
    if isa == Isa::Epiphany {
        registers.extend(
            special::REGISTERS
                .iter()
                .map(|(_, name)| (*name).to_owned()),
        );
    }
    let part = |name: &str| name.trim_end_matches('(').to_owned();
    Vocabulary {
        mnemonics: guest.mnemonics().collect(),
        registers,
        directives: directive::names().map(|name| format!(".{name}")).collect(),
        parts: guest.parts.iter().map(|p| part(p.name)).collect(),
        comments: guest.comments.to_vec(),
        suffixes: guest.suffixes,
    }
}

/// The words of a syntax text that begin with `%`.
fn literal_registers(syntax: &str) -> impl Iterator<Item = String> {
    let words = syntax.split('%').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    });
    words.filter(|w| !w.is_empty()).map(|w| format!("%{w}"))
}
