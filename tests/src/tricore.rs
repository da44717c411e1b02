//! TriCore assembly text to code, by the processor's own table: what the disassembler writes can be
//! read back.
//!
//! A line is `label: instruction # comment`, each part optional; `;` separates instructions. An
//! instruction takes its shortest form, or the one that `.code16` or `.code32` before it asks for;
//! with a label as operand it takes 4 bytes if there is such a form. Beside instructions there are
//! `set VALUE, REG` (always 8 bytes), `.word VALUE, …`, `.half VALUE, …`, `.org ADDRESS`,
//! `.align BYTES` (both filled with `nop`) and `.rept COUNT` to `.endr`. A value is a number or a
//! label.
//!
//! ```
//! use conformance::tricore::assemble;
//! let p = assemble(
//!     0x8000_0000,
//!     "start:  set table, %a4        # movh.a and lea
//!              mov %d2, 0; mov.a %a5, 3
//!      again:  ld.w %d3, [%a4+]4
//!              add %d2, %d3
//!              loop %a5, again
//!              .code32 ret
//!              .align 4
//!      table:  .word 1, 2, 3, 4",
//! );
//! assert_eq!(p.label("again"), 0x8000_000c);
//! assert_eq!(p.half(0x8000_0008), 0x0282); // mov %d2,0
//! assert_eq!(p.word(p.label("table") + 8), 3);
//! ```

use crate::asm::{lines, number};
use std::collections::BTreeMap;
use trueboard_core::isa::{Field, Form};
use trueboard_cpu_tricore::isa::csfr;
use trueboard_cpu_tricore::isa::table::{ALIASES, ROWS};

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
pub fn assemble(at: u32, text: &str) -> Program {
    let lines = lines(text, '#');
    let empty = |labels| Program {
        at,
        bytes: Vec::new(),
        labels,
    };
    // Sizes depend on no label's value, so that one pass finds the labels and one uses them.
    let sized = pass(empty(BTreeMap::new()), &lines, true);
    pass(empty(sized.labels), &lines, false)
}

/// The code of one instruction at `pc`.
///
/// ```
/// use conformance::tricore::{Code, encode};
/// assert_eq!(encode("add %d1,%d1,%d2", 0), Some(Code { word: 0x1000_210b, len: 4 }));
/// assert_eq!(encode("add %d1,%d2", 0), Some(Code { word: 0x2142, len: 2 }));
/// assert_eq!(encode("add %d1,%a2", 0), None);
/// ```
pub fn encode(line: &str, pc: u32) -> Option<Code> {
    let (wanted, line) = wanted_length(line);
    let (head, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let operands = squeeze(operands);
    forms(head)
        .filter(|form| wanted.is_none_or(|len| form.width == 8 * len))
        .find_map(|form| {
            let word = fit(form, &operands, pc)?;
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
fn forms(head: &str) -> impl Iterator<Item = &'static Form> {
    let rows = ROWS.iter().map(|r| &r.form);
    let aliases = ALIASES.iter().filter(|a| a.same.is_none()).map(|a| &a.form);
    let mut all: Vec<&Form> = rows
        .chain(aliases)
        .filter(|form| form.syntax.split(' ').next() == Some(head))
        .collect();
    all.sort_by_key(|form| form.width);
    all.into_iter()
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

    fn value(&self, text: &str, sizing: bool) -> u32 {
        match number(text) {
            Some(n) => n as u32,
            None if sizing => 0,
            None => self.label(text.trim()),
        }
    }

    fn values(&self, list: &str, sizing: bool) -> Vec<u32> {
        list.split(',').map(|v| self.value(v, sizing)).collect()
    }

    fn fill_to(&mut self, at: u32) {
        assert!(at >= self.here(), ".org goes back to {at:#x}");
        assert!(at.is_multiple_of(2), "{at:#x} is odd");
        self.bytes.resize((at - self.at) as usize, 0);
    }

    fn statement(&mut self, line: &str, sizing: bool) {
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            ".word" => {
                let values = self.values(rest, sizing);
                self.bytes
                    .extend(values.iter().flat_map(|v| v.to_le_bytes()));
            }
            ".half" => {
                let halves = self.values(rest, sizing).into_iter().map(|v| v as u16);
                self.bytes.extend(halves.flat_map(u16::to_le_bytes));
            }
            ".org" => self.fill_to(self.value(rest, false)),
            ".align" => self.fill_to(self.here().next_multiple_of(self.value(rest, false))),
            "set" => {
                let (value, reg) = rest.rsplit_once(',').unwrap_or_else(|| panic!("{line}"));
                let (value, reg) = (self.value(value, sizing), reg.trim());
                // The low half is added with its sign.
                let (low, high) = (value as i16, value.wrapping_add(0x8000) >> 16);
                let two = match reg.strip_prefix("%d") {
                    Some(_) => [
                        format!("movh {reg},{high}"),
                        format!("addi {reg},{reg},{low}"),
                    ],
                    None => [
                        format!("movh.a {reg},{high}"),
                        format!(".code32 lea {reg},[{reg}]{low}"),
                    ],
                };
                two.iter().for_each(|line| self.instruction(line));
            }
            _ => {
                let known = self.with_addresses(line);
                match known {
                    Some(known) => self.instruction(&known),
                    None if sizing => {
                        let len = labelled_length(line);
                        self.bytes.extend(std::iter::repeat_n(0, len as usize));
                    }
                    None => panic!("cannot assemble: {line}"),
                }
            }
        }
    }

    fn instruction(&mut self, line: &str) {
        let code = encode(line, self.here()).unwrap_or_else(|| panic!("cannot assemble: {line}"));
        let bytes = code.word.to_le_bytes();
        self.bytes.extend(&bytes[..code.len as usize]);
    }

    /// The line with the addresses of labels; `None` if it has one that is not known yet.
    fn with_addresses(&self, line: &str) -> Option<String> {
        let (length, plain) = wanted_length(line);
        let (head, operands) = plain.split_once(char::is_whitespace).unwrap_or((plain, ""));
        let mut labelled = false;
        let mut out = Vec::new();
        for operand in operands.split(',').map(str::trim) {
            if is_label(operand) {
                labelled = true;
                out.push(self.labels.get(operand)?.to_string());
            } else {
                out.push(operand.to_owned());
            }
        }
        let len = match (length, labelled) {
            (Some(len), _) => len,
            (None, true) => labelled_length(line),
            (None, false) => return Some(format!("{head} {}", out.join(","))),
        };
        Some(format!(".code{} {head} {}", 8 * len, out.join(",")))
    }
}

/// The length of an instruction that has a label for an operand.
fn labelled_length(line: &str) -> u32 {
    let (wanted, line) = wanted_length(line);
    let head = line.split_whitespace().next().unwrap_or("");
    let longest = forms(head).last();
    let longest = longest.unwrap_or_else(|| panic!("cannot assemble: {line}"));
    wanted.unwrap_or(longest.width / 8)
}

fn is_label(operand: &str) -> bool {
    operand.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The word of `form` with these operands.
fn fit(form: &Form, text: &str, pc: u32) -> Option<u32> {
    let (_, mut syntax) = form.syntax.split_once(' ').unwrap_or((form.syntax, ""));
    let (mut word, mut text) = (form.fixed.value, text);
    while let Some((literal, rest)) = syntax.split_once('{') {
        text = text.strip_prefix(literal)?;
        let (name, rest) = rest.split_once('}')?;
        let until = rest.split('{').next().unwrap_or("");
        let end = match until {
            "" => text.len(),
            until => text.find(until)?,
        };
        let field = form.operands.iter().find(|f| f.name == name)?;
        word |= operand(field, &text[..end], pc)?;
        text = &text[end..];
        syntax = rest;
    }
    (syntax == text).then_some(word)
}

/// The bits of an operand, in their places.
fn operand(field: &Field, text: &str, pc: u32) -> Option<u32> {
    let register = |prefix| {
        let text = if text == "%sp" { "%a10" } else { text };
        let n: u32 = text.strip_prefix(prefix)?.parse().ok()?;
        (n < 16).then_some(n)
    };
    let value = match field.kind {
        "D" | "D15" => register("%d")?,
        "E" => register("%e")?,
        "A" | "P" | "A10" | "A15" => register("%a")?,
        "Csfr" => core_register(text)?,
        kind if kind.starts_with("Disp") => (number(text)? as u32).wrapping_sub(pc),
        _ => number(text)? as u32,
    };
    // How a type stores a value: as it is, in half-words, words, from another origin, in parts.
    let candidates = [
        value,
        value >> 1,
        value >> 2,
        (value >> 1).wrapping_sub(16),
        (value >> 1).wrapping_add(16),
        value >> 14 & 0x3_c000 | value & 0x3fff,
        value >> 8 & 0xf0_0000 | value >> 1 & 0xf_ffff,
    ];
    candidates
        .into_iter()
        .map(|bits| field.bits.scatter(bits))
        .find(|&word| field.value(word) as u32 == value)
}

/// The offset of `$psw` or `$0xfe04`.
fn core_register(text: &str) -> Option<u32> {
    let wanted = text.strip_prefix('$')?;
    let named = (0..=u16::MAX).find(|&at| csfr::name(at).as_deref() == Some(wanted));
    named.map(u32::from).or(number(wanted).map(|n| n as u32))
}

/// Operands without blanks.
fn squeeze(operands: &str) -> String {
    operands.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::isa::Text;
    use trueboard_cpu_tricore::isa::{decode, disasm};

    /// Every row: what is read is that, or another row that is written the same.
    #[test]
    fn what_the_disassembler_writes_is_read_back() {
        let (mut same, mut other) = (0, 0);
        for row in ROWS {
            for pattern in [0u32, 0x1235_4268, 0xfdb9_8574, 0x8a95_6008, u32::MAX] {
                let fixed = row.form.fixed;
                let Some(insn) = decode(fixed.value | pattern & !fixed.mask) else {
                    panic!("{}", row.name);
                };
                let (word, pc) = (insn.encode(), 0x8000_1000);
                let text = Text::new(&row.form, &[], word, Some(pc)).to_string();
                let directive = format!(".code{} ", row.form.width);
                let back = encode(&(directive + &text), pc).unwrap_or_else(|| panic!("{text}"));
                let form = &decode(back.word).unwrap().op().row().form;
                let again = Text::new(form, &[], back.word, Some(pc)).to_string();
                assert_eq!(again, text, "{word:#010x}");
                *if back.word == word {
                    &mut same
                } else {
                    &mut other
                } += 1;
            }
        }
        // Few instructions have two encodings of a length.
        assert!(other * 20 < same, "{other} / {same}");
    }

    #[test]
    fn lengths_and_labels() {
        let p = assemble(
            0x8000_0000,
            "start: jz %d3, start; .code16 jz %d15, over # comment
             .rept 2; mov %d1, 5; .endr
             over: mov %d1, 500; loop %a2, over; set data, %d4; set 0x1234fffe, %sp
             jnz.t %d4, 31, start; st.w [%sp] -4, %d15; mtcr $psw, %d0
             .org 0x80000040
             data: .word start, 7; .half 0x1234",
        );
        let text: Vec<String> = [0, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 36, 40]
            .map(|at| disasm(p.word(p.at + at), p.at + at))
            .into();
        let expected = [
            "jz %d3,0x80000000",
            "jz %d15,0x80000008",
            "mov %d1,5",
            "mov %d1,5",
            "mov %d1,500",
            "loop %a2,0x80000008",
            "movh %d4,32768",
            "addi %d4,%d4,64",
            "movh.a %sp,4661",
            "lea %sp,[%sp]-2",
            "jnz.t %d4,31,0x80000000",
            "st.w [%sp]-4,%d15",
            "mtcr $psw,%d0",
        ];
        assert_eq!(text, expected);
        assert_eq!(p.word(0x8000_0040), 0x8000_0000);
        assert_eq!(p.half(0x8000_0048), 0x1234);
        assert_eq!(p.bytes.len(), 0x4a);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for line in [
            "add %d1,%d16",
            "add %d1,%d2,256",
            "add.x %d1",
            "jeq %d1,%d2,1",
            "ld.w %d1,[%a2]40000",
            "st.t 0x12345678,1,1",
            ".code16 mov %d1,500",
            "movh %d1,65536",
            "mtcr $nothing,%d1",
        ] {
            assert_eq!(encode(line, 0), None, "{line}");
        }
    }
}
