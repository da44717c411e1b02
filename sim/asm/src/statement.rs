//! Statements: labels, assignments, and instructions with their bytes. Directives are in a file of their own.

use crate::assembler::Pass;
use crate::choice::{Choice, Wanted, choose};
use crate::diagnostic::Fault;
use crate::directive;
use crate::expression::{Reader, Value};
use crate::guest::Isa;
use crate::layout::{BYTES, Defined, View};
use crate::program::Line;
use crate::source::Statement;

impl Pass<'_> {
    /// Carries out a statement of the source.
    pub fn statement(&mut self, statement: &Statement) -> Result<(), Fault> {
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

    fn chosen(&self, text: &str, at: u32, least: u32) -> Result<Choice, Fault> {
        let wanted = Wanted { text, at, least };
        let reader = self.reader(at.into());
        choose(self.guest, &mut self.known.borrow_mut(), &reader, &wanted)
    }

    /// Reads expressions of this statement, for code at an address.
    fn reader(&self, here: i64) -> Reader<'_> {
        Reader {
            guest: self.guest,
            symbols: Box::new(View {
                before: self.before,
                now: &self.now,
                index: self.index,
                here,
                first: self.first,
                section: self.current,
                stretch: self.stretch(),
            }),
        }
    }

    /// The instructions of a synthetic one.
    fn synthetic(
        &self,
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
        let (value, length) = self.reader(self.here()).value(text)?;
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
