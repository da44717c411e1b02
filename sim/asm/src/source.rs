//! Sources as statements: no comments, no labels, one instruction or directive each.

use crate::diagnostic::Fault;
use crate::guest::Guest;

/// A label, or an instruction or directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Line, from 1.
    pub line: usize,
    /// Characters of the line in front of the text.
    pub indent: usize,
    /// Its text, without blanks around it.
    pub text: String,
    /// It is a label.
    pub label: bool,
}

/// The statements of a source. Comments are blanked, so that columns stay.
pub fn statements(guest: &Guest, source: &str) -> (Vec<Statement>, Vec<(Statement, Fault)>) {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    let mut in_comment = false;
    for (number, line) in (1..).zip(source.lines()) {
        let plain = uncommented(guest, line, &mut in_comment);
        for (indent, text) in pieces(guest, &plain) {
            statement(number, indent, text, &mut all);
        }
    }
    if in_comment {
        let statement = Statement {
            line: source.lines().count().max(1),
            indent: 0,
            text: String::new(),
            label: false,
        };
        let fault = Fault::new(0, "a comment `/*` has no end", "write `*/`");
        faults.push((statement, fault));
    }
    (all, faults)
}

/// Splits labels from the front of a text.
fn statement(line: usize, indent: usize, text: &str, all: &mut Vec<Statement>) {
    let (mut indent, mut rest) = (indent, text);
    loop {
        let trimmed = rest.trim_start();
        indent += rest[..rest.len() - trimmed.len()].chars().count();
        rest = trimmed;
        let name = rest.bytes().take_while(|&b| is_name(b)).count();
        let colon = rest[name..].trim_start().starts_with(':');
        if name == 0 || !colon {
            break;
        }
        let end = name + rest[name..].find(':').unwrap_or(0) + 1;
        all.push(Statement {
            line,
            indent,
            text: rest[..name].to_owned(),
            label: true,
        });
        indent += rest[..end].chars().count();
        rest = &rest[end..];
    }
    if !rest.trim().is_empty() {
        all.push(Statement {
            line,
            indent,
            text: rest.trim_end().to_owned(),
            label: false,
        });
    }
}

/// A byte of a name: letters, digits, `_`, `.`, `$`.
pub const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// A line with blanks in the place of comments.
fn uncommented(guest: &Guest, line: &str, in_comment: &mut bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.char_indices();
    let mut quoted = false;
    while let Some((at, c)) = chars.next() {
        let rest = &line[at..];
        if *in_comment {
            out.push(' ');
            if rest.starts_with("*/") {
                *in_comment = false;
                out.push(' ');
                chars.next();
            }
            continue;
        }
        match c {
            '\\' if quoted => {
                out.push(c);
                out.extend(chars.next().map(|(_, next)| next));
            }
            '"' => {
                quoted = !quoted;
                out.push(c);
            }
            _ if quoted => out.push(c),
            // A character: `'#` is none of comments.
            '\'' => {
                out.push(c);
                if let Some((_, next)) = chars.next() {
                    out.push(next);
                    if next == '\\' {
                        out.extend(chars.next().map(|(_, next)| next));
                    }
                }
            }
            '/' if rest.starts_with("/*") => {
                *in_comment = true;
                out.push_str("  ");
                chars.next();
            }
            '/' if rest.starts_with("//") => break,
            _ if guest.comments.contains(&c) => break,
            '#' if out.trim().is_empty() => break,
            _ => out.push(c),
        }
    }
    out
}

/// The statements of a line with their places in characters.
fn pieces<'a>(guest: &Guest, line: &'a str) -> Vec<(usize, &'a str)> {
    let (mut all, mut start, mut indent) = (Vec::new(), 0, 0);
    let (mut quoted, mut escaped) = (false, false);
    for (column, (at, c)) in line.char_indices().enumerate() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if c == guest.separator && !quoted => {
                all.push((indent, &line[start..at]));
                (start, indent) = (at + c.len_utf8(), column + 1);
            }
            _ => {}
        }
    }
    all.push((indent, &line[start..]));
    all
}
