//! Assembly text to instruction words, by the processor's own table: what the disassembler writes
//! can be read back.
//!
//! A line is `label: instruction ! comment`, each part optional; `;` separates instructions. Beside
//! instructions there are `set VALUE, REG` (always two words), `.word VALUE, …`, `.org ADDRESS`,
//! `.align BYTES` (both filled with `nop`) and `.rept COUNT` to `.endr`. A value is a number or a label.

use std::collections::BTreeMap;
use trueboard_core::isa::{Form, Text};
use trueboard_cpu_sparcv8::isa::{ALIASES, Cond, FpCond, Gpr, Op, ROWS};

/// What a text was assembled to.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Address of the first word.
    pub at: u32,
    /// The words.
    pub words: Vec<u32>,
    /// Addresses of the labels.
    pub labels: BTreeMap<String, u32>,
}

const NOP: u32 = 0x0100_0000;

/// Assembles `text` to be loaded at `at`.
///
/// # Panics
/// When a line makes no sense: the texts are those of tests.
pub fn assemble(at: u32, text: &str) -> Program {
    let lines = lines(text, '!');
    // Sizes depend on no label, so that one pass finds the labels and one uses them.
    let none = Program {
        at,
        words: Vec::new(),
        labels: BTreeMap::new(),
    };
    let sized = pass(none, &lines, true);
    let labels = sized.labels;
    let again = Program {
        at,
        words: Vec::new(),
        labels,
    };
    pass(again, &lines, false)
}

/// Statements and labels, with repetitions written out; `comment` begins a comment.
pub(crate) fn lines(text: &str, comment: char) -> Vec<String> {
    let parts = text
        .lines()
        .map(|l| l.split(comment).next().unwrap_or(""))
        .flat_map(|l| l.split(';'))
        // A label stays with its colon, so that it is apart from what follows it.
        .flat_map(|l| l.split_inclusive(':'))
        .map(str::trim)
        .filter(|l| !l.is_empty());
    let mut out: Vec<String> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for part in parts {
        if let Some(count) = part.strip_prefix(".rept ") {
            let count = number(count).unwrap_or_else(|| panic!("{part}"));
            open.push((count as usize, out.len()));
        } else if part == ".endr" {
            let (count, from) = open.pop().expect(".endr closes a .rept");
            let body = out.split_off(from);
            (0..count).for_each(|_| out.extend(body.iter().cloned()));
        } else {
            out.push(part.to_owned());
        }
    }
    assert!(open.is_empty(), ".rept without .endr");
    out
}

fn pass(mut p: Program, lines: &[String], sizing: bool) -> Program {
    for line in lines {
        let mut line = line.as_str();
        while let Some((label, rest)) = line.split_once(':') {
            let here = p.here();
            let old = p.labels.insert(label.trim().to_owned(), here);
            assert!(!sizing || old.is_none(), "{label} is defined twice");
            line = rest.trim();
        }
        if !line.is_empty() {
            p.statement(line, sizing);
        }
    }
    p
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

    fn here(&self) -> u32 {
        self.at + 4 * self.words.len() as u32
    }

    fn value(&self, text: &str, sizing: bool) -> u32 {
        match number(text) {
            Some(n) => n as u32,
            None if sizing => 0,
            None => self.label(text.trim()),
        }
    }

    fn fill_to(&mut self, at: u32) {
        assert!(at >= self.here(), ".org goes back to {at:#x}");
        while self.here() < at {
            self.words.push(NOP);
        }
    }

    fn statement(&mut self, line: &str, sizing: bool) {
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            ".word" => {
                let values = rest.split(',').map(|v| self.value(v, sizing));
                let values: Vec<u32> = values.collect();
                self.words.extend(values);
            }
            ".org" => self.fill_to(self.value(rest, false)),
            ".align" => self.fill_to(self.here().next_multiple_of(self.value(rest, false))),
            "set" => {
                let (value, reg) = rest.rsplit_once(',').unwrap_or_else(|| panic!("{line}"));
                let value = self.value(value, sizing);
                let rd = register(reg.trim()).unwrap_or_else(|| panic!("{line}"));
                self.words.push(rd << 25 | 4 << 22 | value >> 10);
                let or = format!("or {0}, {1}, {0}", reg.trim(), value & 0x3ff);
                self.words.push(encode(&or, self.here()));
            }
            _ if sizing => self.words.push(NOP),
            _ => {
                let known = squeeze(rest, Some(&self.labels));
                let word = encode(&format!("{head} {known}"), self.here());
                self.words.push(word);
            }
        }
    }
}

/// The word of one instruction at `pc`.
fn encode(line: &str, pc: u32) -> u32 {
    let (head, operands) = line.split_once(' ').unwrap_or((line, ""));
    let operands = squeeze(operands, None);
    let rows = ROWS.iter().map(|r| &r.form);
    let aliases = ALIASES.iter().filter(|a| a.same.is_none()).map(|a| &a.form);
    rows.chain(aliases)
        .find_map(|form| try_form(form, head, &operands, pc))
        .or_else(|| branch(head, &operands, pc))
        .unwrap_or_else(|| panic!("cannot assemble: {line}"))
}

fn try_form(form: &'static Form, head: &str, operands: &str, pc: u32) -> Option<u32> {
    let (name, syntax) = form.syntax.split_once(' ').unwrap_or((form.syntax, ""));
    if name != head {
        return None;
    }
    let word = fit(form, &syntax.replace(' ', ""), operands, pc)?;
    // What is read must be what would be written: this tells integer registers from others.
    let text = Text::new(form, &[], word, Some(pc)).to_string();
    let shown = text.split_once(' ').map_or("", |t| t.1);
    (squeeze(shown, None) == operands).then_some(word)
}

/// Matches `text` against `syntax`, operand by operand.
fn fit(form: &Form, syntax: &str, text: &str, pc: u32) -> Option<u32> {
    let mut word = form.fixed.value;
    let (mut syntax, mut text) = (syntax, text);
    while let Some((literal, rest)) = syntax.split_once('{') {
        text = text.strip_prefix(literal)?;
        let (name, rest) = rest.split_once('}')?;
        let until = rest.split('{').next().unwrap_or("");
        let end = if until.is_empty() {
            text.len()
        } else {
            text.find(until)?
        };
        let field = form.operands.iter().find(|f| f.name == name)?;
        let bits = operand(field.bits.width(), &text[..end], pc)?;
        word |= field.bits.scatter(bits);
        text = &text[end..];
        syntax = rest;
    }
    (syntax == text).then_some(word)
}

/// The bits of an operand; how many there are says what it is.
fn operand(width: u32, text: &str, pc: u32) -> Option<u32> {
    match width {
        5 => register(text),
        8 => Some(number(text.strip_prefix('(')?.strip_suffix(')')?)? as u32),
        // A second operand: a shift count or a signed number behind bit i.
        6 | 14 => match register(text) {
            Some(r) => Some(r),
            None => {
                let mask = (1 << (width - 1)) - 1;
                Some(1 << (width - 1) | number(text)? as u32 & mask)
            }
        },
        // An address: a register and one of these.
        10 | 19 => {
            let at = text[1..].find(['+', '-']).map(|i| i + 1);
            let (base, rest) = match at {
                Some(i) if &text[i..=i] == "+" => (&text[..i], &text[i + 1..]),
                Some(i) => (&text[..i], &text[i..]),
                None if text.starts_with('%') => (text, if width == 19 { "0" } else { "%g0" }),
                None => ("%g0", text),
            };
            let low = if width == 19 { 14 } else { 5 };
            Some(register(base)? << low | operand(low, rest, pc)?)
        }
        13 => Some(number(text)? as u32),
        22 | 30 => Some((number(text)? as u32).wrapping_sub(pc) >> 2),
        _ => None,
    }
}

/// Bicc, FBfcc and Ticc, whose names have operands in them.
fn branch(head: &str, operands: &str, pc: u32) -> Option<u32> {
    let (name, annul) = match head.strip_suffix(",a") {
        Some(name) => (name, 1),
        None => (head, 0),
    };
    let named = |rest: &str, all: [String; 16]| match rest {
        "" => Some(8),
        rest => all.iter().position(|c| c == rest),
    };
    let integer = std::array::from_fn(|i| Cond::new(i as u8).to_string());
    let floating = std::array::from_fn(|i| FpCond::new(i as u8).to_string());
    let (op, cond) = if let Some(rest) = name.strip_prefix("fb") {
        (Op::Fbfcc, named(rest, floating)?)
    } else if let Some(rest) = name.strip_prefix('b') {
        (Op::Bicc, named(rest, integer)?)
    } else {
        (Op::Ticc, named(name.strip_prefix('t')?, integer)?)
    };
    let fixed = op.row().form.fixed.value | (cond as u32) << 25 | annul << 29;
    let width = if op == Op::Ticc { 19 } else { 22 };
    let mask = (1 << width) - 1;
    Some(fixed | operand(width, operands, pc)? & mask)
}

fn register(text: &str) -> Option<u32> {
    let gpr = (0..32).find(|&n| Gpr::new(n).to_string() == text);
    if let Some(n) = gpr {
        return Some(n.into());
    }
    let name = text.strip_prefix('%')?;
    let digits = name
        .strip_prefix("asr")
        .or(name.strip_prefix('f'))
        .or((name.starts_with('o') || name.starts_with('i')).then_some(""))?;
    match name {
        "o6" => Some(14),
        "i6" => Some(30),
        _ => digits.parse().ok().filter(|&n: &u32| n < 32),
    }
}

/// A number, decimal or hexadecimal.
pub(crate) fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

/// Without blanks and added zeros, numbers in decimal, `+-` as `-`, labels as their addresses.
fn squeeze(text: &str, labels: Option<&BTreeMap<String, u32>>) -> String {
    let mut out = String::new();
    let mut token = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' || c == '%' {
            token.push(c);
            continue;
        }
        match (number(&token), labels.and_then(|l| l.get(&token))) {
            (Some(n), _) => out.push_str(&n.to_string()),
            (None, Some(at)) => out.push_str(&at.to_string()),
            (None, None) => out.push_str(&token),
        }
        token.clear();
        if !c.is_whitespace() {
            out.push(c);
        }
    }
    out.replace("+-", "-")
        .replace("+0]", "]")
        .replace("+%g0]", "]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_cpu_sparcv8::isa::disasm;

    #[test]
    fn what_the_disassembler_writes_is_read_back() {
        // Every row, with a few operands; the text without aliases is unique.
        for row in ROWS {
            for pattern in [0u32, 0x0000_2008, 0x1f5a_a01f, 0x2a95_6008] {
                let word = row.form.fixed.value | pattern & !row.form.fixed.mask;
                let pc = 0x1000;
                let text = disasm(word, pc);
                let alone = Text::new(&row.form, &[], word, Some(pc)).to_string();
                // What no test needs: coprocessor, quadruple precision, odd pairs (as %f33).
                let odd = ["unimp", "cb", "cp", "fpop", "sethi", "%c", "csr", "q"];
                let pair = (33..64).any(|n| alone.contains(&format!("%f{n}")));
                let skip = pair || odd.iter().any(|o| alone.contains(o));
                if skip || text.starts_with(".word") {
                    continue;
                }
                // `%g0` and 0 are the same operand to the reader of an address.
                let back = encode(&alone, pc);
                let again = Text::new(&row.form, &[], back, Some(pc)).to_string();
                assert_eq!(again, alone, "{word:#010x}");
            }
        }
    }

    #[test]
    fn programs() {
        let p = assemble(
            0x1000,
            "start: set data, %o0 ! comment
             .rept 2; ld [%o0 + 4], %f2; .endr
             here: bne,a here; nop
             mov 5, %g1; cmp %g1, 0x10; retl
             stb %g1, [%fp - 1]; lda [%g2] (0x1c), %g3
             .org 0x1040
             data: .word 0x12345678",
        );
        assert_eq!(p.label("here"), 0x1010);
        assert_eq!(p.words[16], 0x1234_5678);
        let text: Vec<String> = p.words[..11].iter().map(|&w| disasm(w, 0x1010)).collect();
        assert_eq!(text[0], "sethi %hi(0x1000), %o0");
        assert_eq!(text[1], "or %o0, 0x40, %o0");
        assert_eq!(text[2], "ld [ %o0 + 4 ], %f2");
        assert_eq!(text[3], text[2]);
        assert_eq!(text[4], "bne,a 0x1010");
        assert_eq!(text[6], "mov 5, %g1");
        assert_eq!(text[7], "cmp %g1, 0x10");
        assert_eq!(text[8], "retl");
        assert_eq!(text[9], "stb %g1, [ %fp + -1 ]");
        assert_eq!(text[10], "lda [ %g2 ] (28), %g3");
    }
}
