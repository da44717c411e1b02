//! Assembly text to code, for instruction sets with forms of 16 and 32 bits, by the processor's own
//! table: what the disassembler writes can be read back.
//!
//! A line is `label: instruction` and a comment, each part optional; `;` separates instructions. An
//! instruction takes its shortest form, or the one that `.code16` or `.code32` before it asks for;
//! with a label as operand it takes 4 bytes if there is such a form. Beside instructions there are
//! `set VALUE, REG` (always 8 bytes), `.word VALUE, …`, `.half VALUE, …`, `.org ADDRESS`,
//! `.align BYTES` (both filled with `nop`) and `.rept COUNT` to `.endr`. A value is a number or a
//! label.

use crate::asm::{lines, number};
use std::collections::BTreeMap;
use trueboard_core::isa::{Field, Form};

/// What differs from one instruction set to the other.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Begins a comment.
    pub comment: char,
    /// A short instruction that does nothing.
    pub fill: u16,
    /// Whether an operand that begins with a letter is a register, and no label.
    pub register: fn(&str) -> bool,
    /// All forms.
    pub forms: fn() -> Vec<&'static Form>,
    /// The bits of an operand of an instruction at an address, in their places.
    pub operand: fn(&Field, &str, u32) -> Option<u32>,
    /// The two instructions of 4 bytes that put a value into a register.
    pub set: fn(u32, &str) -> [String; 2],
}

/// What a text was assembled to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Address of the first byte.
    pub at: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Addresses of the labels.
    pub labels: BTreeMap<String, u32>,
}

/// A program in the making.
struct Assembler<'a> {
    dialect: &'a Dialect,
    program: Program,
    labels: BTreeMap<String, u32>,
}

/// An instruction, encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The word; the low half of it if the instruction is short.
    pub word: u32,
    /// Bytes: 2 or 4.
    pub len: u32,
}

/// Assembles `text` to be loaded at `at`.
///
/// # Panics
/// When a line makes no sense: the texts are those of tests.
pub fn assemble(dialect: &Dialect, at: u32, text: &str) -> Program {
    let lines = lines(text, dialect.comment);
    let pass = |labels, sizing| {
        let empty = Program {
            at,
            bytes: Vec::new(),
            labels: BTreeMap::new(),
        };
        let mut a = Assembler {
            dialect,
            program: empty,
            labels,
        };
        lines.iter().for_each(|line| a.line(line, sizing));
        a.program
    };
    // Sizes depend on no label's value, so that one pass finds the labels and one uses them.
    let sized = pass(BTreeMap::new(), true);
    pass(sized.labels, false)
}

/// The code of one instruction at `pc`.
pub fn encode(dialect: &Dialect, line: &str, pc: u32) -> Option<Code> {
    let (wanted, line) = wanted_length(line);
    let (head, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let operands = squeeze(operands);
    forms(dialect, head)
        .into_iter()
        .filter(|form| wanted.is_none_or(|len| form.width == 8 * len))
        .find_map(|form| {
            let word = fit(dialect, form, &operands, pc)?;
            let len = form.width / 8;
            Some(Code { word, len })
        })
}

/// The length that a directive before the instruction asks for, and the instruction.
fn wanted_length(line: &str) -> (Option<u32>, &str) {
    let after = |directive| line.strip_prefix(directive).map(str::trim_start);
    match (after(".code16 "), after(".code32 ")) {
        (Some(rest), _) => (Some(2), rest),
        (None, Some(rest)) => (Some(4), rest),
        (None, None) => (None, line),
    }
}

/// The forms with this mnemonic, short ones first.
fn forms(dialect: &Dialect, head: &str) -> Vec<&'static Form> {
    let mut all = (dialect.forms)();
    all.retain(|form| form.syntax.split(' ').next() == Some(head));
    all.sort_by_key(|form| form.width);
    all
}

impl Program {
    /// The address of a label.
    ///
    /// # Panics
    /// When there is no such label.
    pub fn label(&self, name: &str) -> u32 {
        *self
            .labels
            .get(name)
            .unwrap_or_else(|| panic!("no label {name}"))
    }

    /// The two bytes at an address.
    ///
    /// # Panics
    /// When the program has none there.
    pub fn half(&self, at: u32) -> u16 {
        let from = (at - self.at) as usize;
        u16::from_le_bytes([self.bytes[from], self.bytes[from + 1]])
    }

    /// The four bytes at an address.
    ///
    /// # Panics
    /// When the program has none there.
    pub fn word(&self, at: u32) -> u32 {
        u32::from(self.half(at)) | u32::from(self.half(at + 2)) << 16
    }

    fn here(&self) -> u32 {
        self.at + self.bytes.len() as u32
    }
}

impl Assembler<'_> {
    fn line(&mut self, line: &str, sizing: bool) {
        let mut line = line;
        while let Some((label, rest)) = line.split_once(':') {
            let here = self.program.here();
            let old = self.program.labels.insert(label.trim().to_owned(), here);
            assert!(old.is_none(), "{label} is defined twice");
            line = rest.trim();
        }
        if !line.is_empty() {
            self.statement(line, sizing);
        }
    }

    fn value(&self, text: &str, sizing: bool) -> u32 {
        match number(text) {
            Some(n) => n as u32,
            None if sizing => 0,
            None => *self
                .labels
                .get(text.trim())
                .unwrap_or_else(|| panic!("no label {text}")),
        }
    }

    fn values(&self, list: &str, sizing: bool) -> Vec<u32> {
        list.split(',').map(|v| self.value(v, sizing)).collect()
    }

    fn fill_to(&mut self, at: u32) {
        let here = self.program.here();
        assert!(at >= here, ".org goes back to {at:#x}");
        assert!(at.is_multiple_of(2), "{at:#x} is odd");
        let fill = self.dialect.fill.to_le_bytes().into_iter();
        let bytes = fill.cycle().take((at - here) as usize);
        self.program.bytes.extend(bytes);
    }

    fn statement(&mut self, line: &str, sizing: bool) {
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            ".word" => {
                let values = self.values(rest, sizing);
                self.program
                    .bytes
                    .extend(values.iter().flat_map(|v| v.to_le_bytes()));
            }
            ".half" => {
                let halves = self.values(rest, sizing).into_iter().map(|v| v as u16);
                self.program.bytes.extend(halves.flat_map(u16::to_le_bytes));
            }
            ".org" => self.fill_to(self.value(rest, false)),
            ".align" => {
                let here = self.program.here();
                self.fill_to(here.next_multiple_of(self.value(rest, false)));
            }
            "set" => {
                let (value, reg) = rest.rsplit_once(',').unwrap_or_else(|| panic!("{line}"));
                let (value, reg) = (self.value(value, sizing), reg.trim());
                let two = (self.dialect.set)(value, reg);
                two.iter().for_each(|line| self.instruction(line));
            }
            _ => {
                let known = self.with_addresses(line);
                match known {
                    Some(known) => self.instruction(&known),
                    None if sizing => {
                        let len = labelled_length(self.dialect, line);
                        self.program
                            .bytes
                            .extend(std::iter::repeat_n(0, len as usize));
                    }
                    None => panic!("cannot assemble: {line}"),
                }
            }
        }
    }

    fn instruction(&mut self, line: &str) {
        let code = encode(self.dialect, line, self.program.here());
        let code = code.unwrap_or_else(|| panic!("cannot assemble: {line}"));
        let bytes = code.word.to_le_bytes();
        self.program.bytes.extend(&bytes[..code.len as usize]);
    }

    /// The line with the addresses of labels; `None` if it has one that is not known yet.
    fn with_addresses(&self, line: &str) -> Option<String> {
        let (length, plain) = wanted_length(line);
        let (head, operands) = plain.split_once(char::is_whitespace).unwrap_or((plain, ""));
        let mut labelled = false;
        let mut out = Vec::new();
        for operand in operands.split(',').map(str::trim) {
            if is_label(operand) && !(self.dialect.register)(operand) {
                labelled = true;
                out.push(self.labels.get(operand)?.to_string());
            } else {
                out.push(operand.to_owned());
            }
        }
        let len = match (length, labelled) {
            (Some(len), _) => len,
            (None, true) => labelled_length(self.dialect, line),
            (None, false) => return Some(format!("{head} {}", out.join(","))),
        };
        Some(format!(".code{} {head} {}", 8 * len, out.join(",")))
    }
}

/// The length of an instruction that has a label for an operand.
fn labelled_length(dialect: &Dialect, line: &str) -> u32 {
    let (wanted, line) = wanted_length(line);
    let head = line.split_whitespace().next().unwrap_or("");
    let longest = forms(dialect, head).pop();
    let longest = longest.unwrap_or_else(|| panic!("cannot assemble: {line}"));
    wanted.unwrap_or(longest.width / 8)
}

fn is_label(operand: &str) -> bool {
    operand.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The word of `form` with these operands.
fn fit(dialect: &Dialect, form: &Form, text: &str, pc: u32) -> Option<u32> {
    let (_, mut syntax) = form.syntax.split_once(' ').unwrap_or((form.syntax, ""));
    let (mut word, mut text) = (form.fixed.value, text);
    while let Some((literal, rest)) = syntax.split_once('{') {
        text = text.strip_prefix(literal)?;
        let (name, rest) = rest.split_once('}')?;
        let until = rest.split('{').next().unwrap_or("");
        let end = match until {
            // Two operands without anything between them: a sign, and what it is of.
            "" if !rest.is_empty() => text.find(|c| c != '+' && c != '-')?,
            "" => text.len(),
            until => text.find(until)?,
        };
        let field = form.operands.iter().find(|f| f.name == name)?;
        word |= (dialect.operand)(field, &text[..end], pc)?;
        text = &text[end..];
        syntax = rest;
    }
    (syntax == text).then_some(word)
}

/// Operands without blanks.
fn squeeze(operands: &str) -> String {
    operands.chars().filter(|c| !c.is_whitespace()).collect()
}
