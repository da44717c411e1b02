//! Passes over a source, until no address changes. Instructions become longer from pass to pass and never shorter, so
//! that this ends.

use crate::choice::{Choice, Known, Wanted, choose};
use crate::diagnostic::{Diagnostic, Fault};
use crate::directive;
use crate::expression::{Reader, Symbols, Value};
use crate::guest::{Guest, Isa};
use crate::program::{Line, Placement, Program, Section, Symbol, SymbolKind};
use crate::source::{Statement, statements};
use std::collections::{BTreeMap, BTreeSet};

/// Passes of one source. Each makes some instruction longer or is the last, and one that makes one longer makes many so.
const PASSES: usize = 200;

/// Bytes of all sections; a page holds them.
pub const BYTES: u64 = 16 << 20;

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
    let mut known = Known::default();
    for number in 0..PASSES {
        let mut pass = Pass::new(guest, &before, &mut known, statements.len(), number == 0);
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

/// What a pass hands to the next one.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Past {
    /// Bits of each instruction.
    widths: Vec<u32>,
    /// Addresses of the statements.
    places: Vec<i64>,
    pub symbols: BTreeMap<String, Defined>,
    /// Places of local labels: statement and address.
    locals: BTreeMap<u32, Vec<(usize, i64)>>,
    /// Addresses of the sections, by name.
    bases: BTreeMap<String, u32>,
}

/// A symbol with its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Defined {
    pub value: Value,
    /// The section and the statement of a label.
    pub label: Option<(usize, usize)>,
}

/// A section that grows.
#[derive(Clone)]
pub struct Growing {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Bytes, also those of a section without contents.
    pub size: u64,
    pub align: u32,
    pub executable: bool,
    pub writable: bool,
    pub reserved: bool,
    /// The address that `.address` demands.
    pub fixed: Option<u32>,
    pub base: u32,
    /// The statement that made it.
    made_by: usize,
}

/// What directives say of symbols and the program.
#[derive(Clone, Default)]
pub struct Marks {
    pub globals: BTreeSet<String>,
    pub kinds: BTreeMap<String, SymbolKind>,
    pub sizes: BTreeMap<String, u32>,
    pub entry: Option<String>,
}

/// One pass over the source.
pub struct Pass<'a> {
    pub guest: &'a Guest,
    before: &'a Past,
    known: &'a mut Known,
    first: bool,
    pub now: Past,
    pub sections: Vec<Growing>,
    pub current: usize,
    /// The statement.
    pub index: usize,
    pub line: usize,
    pub faults: Vec<(Statement, Fault)>,
    lines: Vec<Line>,
    pub marks: Marks,
}

impl<'a> Pass<'a> {
    fn new(
        guest: &'a Guest,
        before: &'a Past,
        known: &'a mut Known,
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

    fn statement(&mut self, statement: &Statement) -> Result<(), Fault> {
        self.line = statement.line;
        self.now.places.push(self.here());
        let text = statement.text.as_str();
        if statement.label {
            return self.label(text);
        }
        if let Some((name, expression)) = assignment(text) {
            return directive::assign(self, name, expression);
        }
        if let Some(rest) = text.strip_prefix('.') {
            return directive::directive(self, rest);
        }
        self.instruction(text)
    }

    fn label(&mut self, name: &str) -> Result<(), Fault> {
        let at = self.here();
        if let Ok(number) = name.parse::<u32>() {
            let places = self.now.locals.entry(number).or_default();
            places.push((self.index, at));
            return Ok(());
        }
        let defined = Defined {
            value: Value {
                number: at,
                address: true,
            },
            label: Some((self.current, self.index)),
        };
        self.define(name, defined, name.len())
    }

    /// Defines a symbol once; numbers may be defined again.
    pub fn define(&mut self, name: &str, defined: Defined, left: usize) -> Result<(), Fault> {
        let first = name.bytes().next().unwrap_or(b'0');
        if first.is_ascii_digit() || name == "." || (self.guest.register)(name) {
            return Err(Fault::new(
                left,
                format!("`{name}` is no name of a symbol"),
                "begin the name with a letter, and use no name of a register",
            ));
        }
        let old = self.now.symbols.insert(name.to_owned(), defined);
        let number = |d: Defined| d.label.is_none();
        match old {
            Some(old) if !number(old) || !number(defined) => Err(Fault::new(
                left,
                format!("`{name}` is defined twice"),
                "give one of them another name",
            )),
            _ => Ok(()),
        }
    }

    fn instruction(&mut self, text: &str) -> Result<(), Fault> {
        let unit = self.guest.nop.len() as i64;
        if self.here() % unit != 0 {
            return Err(Fault::new(
                text.len(),
                format!(
                    "an instruction at {:#x}, no multiple of {unit}",
                    self.here()
                ),
                format!("write `.balign {unit}` in front of it"),
            ));
        }
        let before = self.before.widths.get(self.index).copied().unwrap_or(0);
        if let Some(Ok(choices)) = self.synthetic(text, before, true) {
            return self.emit_all(choices, text.len());
        }
        match self.chosen(text, self.here() as u32, before) {
            Ok(choice) => {
                self.now.widths[self.index] = choice.width;
                self.emit_instruction(choice, text.len())
            }
            Err(fault) => match self.synthetic(text, before, false) {
                Some(Ok(choices)) => self.emit_all(choices, text.len()),
                failed => {
                    let fault = failed.and_then(Result::err).unwrap_or(fault);
                    // It keeps its room, so that the addresses behind it settle.
                    let bits = before.max(8 * unit as u32);
                    self.now.widths[self.index] = bits;
                    self.fill((bits / 8).into(), 0, text.len())?;
                    Err(fault)
                }
            },
        }
    }

    /// Bytes by which this statement is further behind than in the pass before, and with it what follows.
    fn stretch(&self) -> i64 {
        let before = self.before.places.get(self.index);
        before.map_or(0, |before| {
            self.now.places.last().unwrap_or(before) - before
        })
    }

    fn emit_all(&mut self, choices: Vec<Choice>, left: usize) -> Result<(), Fault> {
        self.now.widths[self.index] = choices.iter().map(|c| c.width).sum();
        for choice in choices {
            self.emit_instruction(choice, left)?;
        }
        Ok(())
    }

    fn chosen(&mut self, text: &str, at: u32, least: u32) -> Result<Choice, Fault> {
        let view = View {
            before: self.before,
            now: &self.now,
            index: self.index,
            here: i64::from(at),
            first: self.first,
            section: self.current,
            stretch: self.stretch(),
        };
        let reader = Reader {
            guest: self.guest,
            symbols: &view,
        };
        let wanted = Wanted { text, at, least };
        choose(self.guest, self.known, &reader, &wanted)
    }

    /// The instructions of a synthetic one.
    fn synthetic(
        &mut self,
        text: &str,
        before: u32,
        first: bool,
    ) -> Option<Result<Vec<Choice>, Fault>> {
        let all = self.guest.synthetics.iter().filter(|s| s.first == first);
        let mut found = all.filter_map(|s| Some((s, s.operands(text)?)));
        let (synthetic, operands) = found.next()?;
        let made = match operands[..] {
            [value, register] if synthetic.made.is_empty() => {
                match self.set(value, register, before) {
                    Ok(made) => made,
                    Err(fault) => return Some(Err(at_start(fault, text))),
                }
            }
            _ => synthetic.made(&operands),
        };
        let mut choices = Vec::new();
        let mut at = self.here() as u32;
        for made in &made {
            match self.chosen(made, at, 0) {
                Ok(choice) => {
                    choices.push(choice);
                    at = at.wrapping_add(choice.width / 8);
                }
                Err(fault) => return Some(Err(at_start(fault, text))),
            }
        }
        Some(Ok(choices))
    }

    /// `set`: one instruction of a number that one can make, else two.
    fn set(&self, value: &str, register: &str, before: u32) -> Result<Vec<String>, Fault> {
        let (low, high) = (
            format!("or {register}, %lo({value}), {register}"),
            format!("sethi %hi({value}), {register}"),
        );
        Ok(match self.evaluate(value)? {
            Some(v) if !v.address && before < 64 => {
                let signed = v.number as i32;
                if !fits_32(v.number) {
                    return Err(Fault::new(
                        value.len(),
                        format!("`{value}` has more than 32 bits"),
                        "write a number of 32 bits",
                    ));
                }
                if (-4096..4096).contains(&signed) {
                    vec![format!("or %g0, {value}, {register}")]
                } else if signed & 0x3ff == 0 {
                    vec![high]
                } else {
                    vec![high, low]
                }
            }
            _ => vec![high, low],
        })
    }

    /// The value of a whole text; none while it is open.
    pub fn evaluate(&self, text: &str) -> Result<Option<Value>, Fault> {
        let (value, rest) = self.evaluate_front(text)?;
        if rest.trim().is_empty() {
            Ok(value)
        } else {
            Err(Fault::new(
                rest.trim_start().len(),
                format!("`{}` is no part of the expression", rest.trim()),
                "write an operator or a comma in front of it",
            ))
        }
    }

    /// The value of the expression in front, and what follows.
    pub fn evaluate_front<'t>(&self, text: &'t str) -> Result<(Option<Value>, &'t str), Fault> {
        let view = View {
            before: self.before,
            now: &self.now,
            index: self.index,
            here: self.here(),
            first: self.first,
            section: self.current,
            stretch: self.stretch(),
        };
        let reader = Reader {
            guest: self.guest,
            symbols: &view,
        };
        let (value, length) = reader.value(text)?;
        Ok((value, text.get(length..).unwrap_or_default()))
    }

    fn emit_instruction(&mut self, choice: Choice, left: usize) -> Result<(), Fault> {
        let bytes = match self.guest.isa {
            Isa::Sparc => choice.word.to_be_bytes(),
            Isa::TriCore | Isa::Epiphany => choice.word.to_le_bytes(),
        };
        let length = (choice.width / 8) as usize;
        self.emit(&bytes[..length], true, left)
    }

    /// Appends bytes to the section.
    pub fn emit(&mut self, bytes: &[u8], code: bool, left: usize) -> Result<(), Fault> {
        if self.section().reserved && bytes.iter().any(|b| *b != 0) {
            let name = self.section().name.clone();
            return Err(Fault::new(
                left,
                format!("{name} has no contents but zeros"),
                "write this in `.data`, or in `.text` if it is code",
            ));
        }
        self.room(bytes.len() as u64, left)?;
        self.note(bytes.len() as u64, code);
        let section = self.section();
        if !section.reserved {
            section.bytes.extend_from_slice(bytes);
        }
        section.size += bytes.len() as u64;
        Ok(())
    }

    /// Appends so many bytes of one value.
    pub fn fill(&mut self, count: u64, byte: u8, left: usize) -> Result<(), Fault> {
        self.room(count, left)?;
        if self.section().reserved {
            self.note(count, false);
            self.section().size += count;
            return Ok(());
        }
        self.emit(&vec![byte; count as usize], false, left)
    }

    /// Refuses more bytes than a program may have, and addresses above 32 bits.
    fn room(&self, count: u64, left: usize) -> Result<(), Fault> {
        let all: u64 = self.sections.iter().map(|s| s.size).sum();
        let end = self.here() as u64 + count;
        if all + count > BYTES {
            return Err(Fault::new(
                left,
                format!("more than {} MiB", BYTES >> 20),
                "write a shorter program, or use `.address` in another section",
            ));
        }
        if end > 1 << 32 {
            return Err(Fault::new(
                left,
                "the section ends behind address 0xffffffff",
                "give it a lower address",
            ));
        }
        Ok(())
    }

    fn note(&mut self, count: u64, code: bool) {
        if count == 0 {
            return;
        }
        let (section, address) = (self.current, self.here() as u32);
        let size = count as u32;
        match self.lines.last_mut() {
            // One line for all bytes of a line of data.
            Some(last)
                if !code
                    && !last.code
                    && last.line == self.line
                    && last.section == section
                    && last.address.wrapping_add(last.size) == address =>
            {
                last.size += size;
            }
            _ => self.lines.push(Line {
                section,
                address,
                size,
                line: self.line,
                code,
            }),
        }
    }
}

/// The error of an instruction that was not written, at what was.
fn at_start(fault: Fault, text: &str) -> Fault {
    Fault {
        left: text.len(),
        ..fault
    }
}

/// A number of 32 bits, with or without a sign.
pub const fn fits_32(number: i64) -> bool {
    number >= i32::MIN as i64 && number <= u32::MAX as i64
}

/// `name = expression`.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let (name, expression) = text.split_once('=')?;
    let name = name.trim_end();
    let whole = !name.is_empty() && name.bytes().all(crate::source::is_name);
    (whole && !expression.starts_with('=')).then_some((name, expression))
}

/// What a statement sees of symbols: those above it, and those of the pass before.
struct View<'a> {
    before: &'a Past,
    now: &'a Past,
    index: usize,
    here: i64,
    first: bool,
    section: usize,
    /// What labels in front move by.
    stretch: i64,
}

impl Symbols for View<'_> {
    fn symbol(&self, name: &str) -> Option<Value> {
        let found = self.now.symbols.get(name);
        if let Some(found) = found {
            return Some(found.value);
        }
        let found = self.before.symbols.get(name)?;
        let moves = found
            .label
            .is_some_and(|(section, _)| section == self.section);
        let stretch = if moves { self.stretch } else { 0 };
        Some(Value {
            number: found.value.number + stretch,
            ..found.value
        })
    }

    fn local(&self, number: u32, forward: bool) -> Option<Value> {
        let found = if forward {
            let places = self.before.locals.get(&number)?;
            let next = places.iter().find(|(index, _)| *index > self.index);
            next.map(|(_, at)| at + self.stretch)
        } else {
            self.now.locals.get(&number)?.last().map(|(_, at)| *at)
        };
        found.map(|number| Value {
            number,
            address: true,
        })
    }

    fn here(&self) -> i64 {
        self.here
    }

    fn open(&self) -> bool {
        self.first
    }

    fn names(&self) -> Vec<&str> {
        self.before.symbols.keys().map(String::as_str).collect()
    }
}

/// Gives each section its address; answers them by name.
fn placed(sections: &mut [Growing], placement: Placement) -> BTreeMap<String, u32> {
    let mut order: Vec<usize> = (0..sections.len()).collect();
    order.sort_by_key(|&i| rank(&sections[i]));
    let mut at = u64::from(placement.code);
    let mut data = placement.data.map(u64::from);
    let mut bases = BTreeMap::new();
    for index in order {
        let section = &mut sections[index];
        if section.size > 0 && (section.writable || section.reserved) {
            at = data.take().unwrap_or(at);
        }
        if let Some(fixed) = section.fixed {
            bases.insert(section.name.clone(), fixed);
            continue;
        }
        at = at.next_multiple_of(section.align.into());
        bases.insert(section.name.clone(), at.min(u32::MAX.into()) as u32);
        at += section.size;
    }
    bases
}

/// Code, constants, data, reserved bytes.
fn rank(section: &Growing) -> (bool, bool, bool) {
    (section.reserved, section.writable, !section.executable)
}

/// Sections that take the same addresses.
fn overlaps(sections: &[Growing], statements: &[Statement]) -> Vec<(Statement, Fault)> {
    let mut all: Vec<&Growing> = sections.iter().filter(|s| s.size > 0).collect();
    all.sort_by_key(|s| s.base);
    let pairs = all
        .windows(2)
        .filter(|p| u64::from(p[0].base) + p[0].size > u64::from(p[1].base));
    let fault = |pair: &[&Growing]| {
        let (low, high) = (pair[0], pair[1]);
        let later = low.made_by.max(high.made_by);
        let statement = statements.get(later)?.clone();
        let cause = format!(
            "{} at {:#x} ends at {:#x}, behind the beginning of {} at {:#x}",
            low.name,
            low.base,
            u64::from(low.base) + low.size,
            high.name,
            high.base
        );
        let left = statement.text.len();
        Some((
            statement,
            Fault::new(left, cause, "give one of them another `.address`"),
        ))
    };
    pairs.filter_map(fault).collect()
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

fn entry(past: &Past, sections: &[Growing], marks: &Marks) -> u32 {
    let name = marks.entry.as_deref().unwrap_or("_start");
    let found = past.symbols.get(name).map(|d| d.value.number as u32);
    let code = sections.iter().find(|s| s.executable && s.size > 0);
    found.or_else(|| Some(code?.base)).unwrap_or(0)
}

/// Symbols with kinds and sizes. A global label of code is a function if nothing else is said; a function without a
/// size reaches up to the next one, or to the end of its section.
fn symbols(past: &Past, sections: &[Growing], marks: &Marks, entry: u32) -> Vec<Symbol> {
    let kind = |name: &String, d: &Defined| {
        let code = d
            .label
            .is_some_and(|(section, _)| sections[section].executable);
        let first = d.value.number as u32 == entry && name == "_start";
        let usual = if code && (marks.globals.contains(name) || first) {
            SymbolKind::Function
        } else {
            SymbolKind::Plain
        };
        marks.kinds.get(name).copied().unwrap_or(usual)
    };
    let functions: Vec<(usize, u32)> = past
        .symbols
        .iter()
        .filter(|(name, d)| kind(name, d) == SymbolKind::Function)
        .filter_map(|(_, d)| Some((d.label?.0, d.value.number as u32)))
        .collect();
    let reach = |section: usize, at: u32| {
        let next = functions.iter().filter(|(s, a)| *s == section && *a > at);
        let s = &sections[section];
        let end = s.base.wrapping_add(s.size as u32);
        next.map(|(_, a)| *a).min().unwrap_or(end).wrapping_sub(at)
    };
    let symbol = |(name, d): (&String, &Defined)| {
        let (kind, at) = (kind(name, d), d.value.number as u32);
        let usual = match d.label {
            Some((section, _)) if kind == SymbolKind::Function => reach(section, at),
            _ => 0,
        };
        Symbol {
            name: name.clone(),
            value: at,
            size: marks.sizes.get(name).copied().unwrap_or(usual),
            kind,
            section: d.label.map(|(section, _)| section),
            global: marks.globals.contains(name),
        }
    };
    past.symbols.iter().map(symbol).collect()
}
