//! Passes over a source, until no address changes. Instructions become longer from pass to pass and never shorter, so
//! that this ends.

use crate::choice::Known;
use crate::diagnostic::{Diagnostic, Fault};
use crate::guest::{Guest, Isa};
use crate::layout::{Growing, Marks, Past, entry, overlaps, placed, rank, symbols};
use crate::program::{Line, Placement, Program, Section, Symbol};
use crate::source::{Statement, statements};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Passes of one source. Each makes some instruction longer or is the last, and one that makes one longer makes many so.
const PASSES: usize = 200;

/// Assembles a source for the address 0.
///
/// # Errors
/// All errors of the source, by line.
pub fn assemble(isa: Isa, source_name: &str, source: &str) -> Result<Program, Vec<Diagnostic>> {
    assemble_at(isa, Placement::default(), source_name, source)
}

/// Assembles a source for these addresses.
///
/// # Errors
/// All errors of the source, by line.
pub fn assemble_at(
    isa: Isa,
    placement: Placement,
    source_name: &str,
    source: &str,
) -> Result<Program, Vec<Diagnostic>> {
    let guest = Guest::of(isa);
    let (statements, mut faults) = statements(guest, source);
    // A target that is a number is near or far from the first pass on.
    let mut before = Past {
        bases: BTreeMap::from([(".text".to_owned(), placement.code)]),
        ..Past::default()
    };
    let known = RefCell::new(Known::default());
    for number in 0..PASSES {
        let mut pass = Pass::new(guest, &before, &known, statements.len(), number == 0);
        for (index, statement) in statements.iter().enumerate() {
            pass.index = index;
            if let Err(fault) = pass.statement(statement) {
                pass.faults.push((statement.clone(), fault));
            }
        }
        let Pass {
            now,
            mut sections,
            faults: found,
            lines,
            marks,
            ..
        } = pass;
        let mut now = now;
        now.bases = placed(&mut sections, placement);
        let settled = number > 0 && now == before;
        before = now;
        if settled {
            faults.extend(found);
            faults.extend(overlaps(&sections, &statements));
            let made = Made {
                guest,
                past: before,
                sections,
                lines,
                marks,
            };
            return finished(made, source_name, source, faults);
        }
    }
    let statement = statements.last().cloned().unwrap_or(Statement {
        line: 1,
        indent: 0,
        text: String::new(),
        label: false,
    });
    let fault = Fault::new(
        0,
        format!("the addresses still change after {PASSES} passes"),
        "give directives sizes that depend on no later label",
    );
    faults.push((statement, fault));
    Err(diagnostics(source_name, faults))
}

/// One pass over the source.
pub struct Pass<'a> {
    pub guest: &'a Guest,
    pub before: &'a Past,
    /// Forms of the mnemonics that were met, in all passes.
    pub known: &'a RefCell<Known>,
    /// It is the first pass: symbols further behind are open.
    pub first: bool,
    pub now: Past,
    pub sections: Vec<Growing>,
    pub current: usize,
    /// The statement.
    pub index: usize,
    pub line: usize,
    pub faults: Vec<(Statement, Fault)>,
    pub lines: Vec<Line>,
    pub marks: Marks,
}

impl<'a> Pass<'a> {
    fn new(
        guest: &'a Guest,
        before: &'a Past,
        known: &'a RefCell<Known>,
        statements: usize,
        first: bool,
    ) -> Self {
        let mut pass = Self {
            guest,
            before,
            known,
            first,
            now: Past {
                widths: vec![0; statements],
                ..Past::default()
            },
            sections: Vec::new(),
            current: 0,
            index: 0,
            line: 1,
            faults: Vec::new(),
            lines: Vec::new(),
            marks: Marks::default(),
        };
        pass.enter(".text", "ax", false);
        pass
    }

    /// Continues a section, or begins it.
    pub fn enter(&mut self, name: &str, flags: &str, reserved: bool) {
        if let Some(found) = self.sections.iter().position(|s| s.name == name) {
            self.current = found;
            return;
        }
        self.current = self.sections.len();
        self.sections.push(Growing {
            name: name.to_owned(),
            bytes: Vec::new(),
            size: 0,
            align: 4,
            executable: flags.contains('x'),
            writable: flags.contains('w'),
            reserved,
            fixed: None,
            base: self.before.bases.get(name).copied().unwrap_or(0),
            made_by: self.index,
        });
    }

    pub fn section(&mut self) -> &mut Growing {
        &mut self.sections[self.current]
    }

    /// The address behind what there is.
    pub fn here(&self) -> i64 {
        let section = &self.sections[self.current];
        i64::from(section.base) + section.size as i64
    }
}

fn diagnostics(source_name: &str, mut faults: Vec<(Statement, Fault)>) -> Vec<Diagnostic> {
    faults.sort_by_key(|(statement, _)| (statement.line, statement.indent));
    let diagnostic = |(statement, fault): (Statement, Fault)| {
        let text = &statement.text;
        let front = text.get(..text.len().saturating_sub(fault.left));
        Diagnostic {
            source_name: source_name.to_owned(),
            line: statement.line,
            column: statement.indent + front.unwrap_or_default().chars().count() + 1,
            cause: fault.cause,
            remedy: fault.remedy,
        }
    };
    faults.into_iter().map(diagnostic).collect()
}

/// What the last pass made.
struct Made<'a> {
    guest: &'a Guest,
    past: Past,
    sections: Vec<Growing>,
    lines: Vec<Line>,
    marks: Marks,
}

fn finished(
    made: Made<'_>,
    source_name: &str,
    source: &str,
    mut faults: Vec<(Statement, Fault)>,
) -> Result<Program, Vec<Diagnostic>> {
    let Made {
        guest,
        past,
        sections,
        lines,
        marks,
    } = made;
    let entry = entry(&past, &sections, &marks);
    let all: u64 = sections.iter().map(|s| s.size).sum();
    if faults.is_empty() && all == 0 {
        let statement = Statement {
            line: 1,
            indent: 0,
            text: String::new(),
            label: false,
        };
        let fault = Fault::new(0, "the source has no instructions and no data", "write one");
        faults.push((statement, fault));
    }
    if !faults.is_empty() {
        return Err(diagnostics(source_name, faults));
    }
    let mut order: Vec<usize> = (0..sections.len())
        .filter(|&i| sections[i].size > 0)
        .collect();
    order.sort_by_key(|&i| rank(&sections[i]));
    let place = |old: usize| order.iter().position(|&i| i == old);
    let symbols = symbols(&past, &sections, &marks, entry);
    let symbols = symbols.into_iter().map(|s| Symbol {
        section: s.section.and_then(place),
        ..s
    });
    let lines = lines.into_iter().filter_map(|l| {
        Some(Line {
            section: place(l.section)?,
            ..l
        })
    });
    let kept = order.iter().map(|&i| {
        let s = &sections[i];
        Section {
            name: s.name.clone(),
            address: s.base,
            bytes: s.bytes.clone(),
            size: s.size as u32,
            align: s.align,
            executable: s.executable,
            writable: s.writable || s.reserved,
        }
    });
    Ok(Program {
        isa: guest.isa,
        source_name: source_name.to_owned(),
        source: source.to_owned(),
        sections: kept.collect(),
        symbols: symbols.collect(),
        entry,
        lines: lines.collect(),
    })
}
